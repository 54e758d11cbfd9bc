"""How a shrewd player of Choque de Colores weighs what it may do at a glance (C27, *hard*): what it does to the next player, whom it leaves
with the bomb, what it leaves in the hand, and whether it is good to turn the table over.

The weights were found over many thousand games against sensible players, at all three tables. Their unit is arbitrary. What they say is
mostly this: leave the next player without an answer, hit it early, and all the harder when it is short of cards; hold wild cards back. Of
a hand that has been seen from behind nothing is guessed: what the table's turning has brought to its front is known card by card (C20).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Final

from games.choque.countdown import HANDOVERS
from games.choque.faces import (
    BOMB,
    DRAW_FIVE,
    DRAW_FOUR,
    DRAW_ONE,
    DRAW_TWO,
    DRAWS,
    EVERYBODY,
    HUNT,
    MIDNIGHT,
    REVERSE,
    SHIELD,
    SKIP,
    TURN_OVER,
    WILD,
    Face,
    is_wild,
)
from games.choque.state import EXPLOSION, MORE
from games.choque.variants import VARIANTS, Side
from games.choque.views import Keep, Mind, NameColour, PlayCard, View
from games.kit.recall import Denial, matches, unseen
from games.kit.shedding import Target, fits, seat_after
from games.kit.tricks import without

BITES: Final = "".join(DRAWS) + SKIP + EVERYBODY + HUNT
"""What hits the next player."""
TURNS: Final = TURN_OVER + MIDNIGHT
"""What turns the table over, now or soon."""
SHORT: Final = 2
"""Who holds so many cards or fewer is short of cards."""
STUCK: Final = 3.5
"""The next player has nothing to play and must draw."""
HIT: Final = {SKIP: 4.0, DRAW_ONE: 4.0, DRAW_TWO: 4.5, DRAW_FOUR: 7.0, DRAW_FIVE: 8.0, EVERYBODY: 4.5}
"""The next player loses the turn, and takes cards."""
HUNTED: Final = 1.2
"""For each card that a hunt is likely to cost the next player."""
URGENT: Final = {1: 6.0, 2: 2.7}
"""What is done to somebody with so few cards counts so many times."""
TURNED: Final = 10.0
"""The game turns away from somebody short of cards to somebody who is not; the other way round it is lost."""
BLAST: Final = -3.0
"""The bomb goes off where one sits oneself ..."""
BLAST_ELSEWHERE: Final = 5.0
"""... or where somebody else does."""
SURE: Final = 0.6
"""For each turn that is still to begin before it does, as anybody may skip or reverse."""
SPARED: Final = {WILD: -11.0, HUNT: -11.0, DRAW_FOUR: -17.0}
"""A wild card is played where something else could be done."""
PLANTED: Final = -1.0
"""A shield is planted, which could have answered a pile."""
KEPT: Final = -5.0
"""A card just drawn is kept, though it goes."""
SAME_COLOUR: Final = 0.3
"""For each card of the colour, active then, that stays in the hand."""
READY: Final = 5.0
"""The only card that stays in the hand would go on the one played."""
TURNING: Final = 1.5
"""The table turns over, now or soon ..."""
HARMLESS: Final = 10.0
"""... and all the better the less the rivals' other faces bite (`harmless`)."""


def biting(faces: Collection[Face]) -> float:
    """Which share of the faces hits the next player; 0 where there are none."""
    return sum([face[0] in BITES for face in faces]) / max(1, len(faces))


def sides_of(view: View) -> tuple[Side, Side]:
    """The side in play and the other one; the same one twice where the cards have no other."""
    sides = VARIANTS[view.variant].sides
    return sides[int(view.night)], sides[int(not view.night) % len(sides)]


def harmless(view: View) -> float:
    """How much less the rivals' other faces bite than is usual for that side, in shares of all faces (C20). Below zero: more."""
    return biting(sides_of(view)[1].deck) - biting([face for faces in view.others for face in faces])


class Glance:
    """What the seat of a mind makes of its turn. Raises ValueError for a spectator's."""

    def __init__(self, mind: Mind) -> None:
        if mind.view.viewer is None:
            raise ValueError("a spectator has no turn")
        self.view, self.seat, self.denials = mind.view, mind.view.viewer, mind.denials
        self.side, self.other_side = sides_of(mind.view)
        self.known = [() if seat == self.seat else faces for seat, faces in enumerate(mind.known)]
        self.hidden = unseen(self.side.deck, (*mind.shown, *mind.view.hand, *chain(*self.known)))
        self.needless = self.view.may_keep or not all(map(is_wild, self.view.playable))
        """Whether something else could be done than to play a wild card."""
        self.strikes = self.view.midnight == 1
        """Whether the table turns over as the next turn begins (C22)."""

    def weigh(self, move: PlayCard | NameColour | Keep) -> float:
        """How good it looks to do this."""
        match move:
            case PlayCard(face, colour):
                return self._played(face, colour or face[1])
            case NameColour(colour):
                return self._named(colour)
        return KEPT + self._blast("")

    def _played(self, face: Face, colour: str) -> float:
        """What a card does, and what it leaves."""
        trait = SKIP if face[0] == REVERSE and len(self.view.held) == 2 else face[0]
        goal = Target(colour, None if is_wild(face) else face[0])
        hurt = self._hit(trait, colour) if trait in BITES else self._stopped(trait, goal)
        return hurt + self._spent(trait) + self._blast(trait) + self._left(without(self.view.hand, face), goal)

    def _spent(self, trait: str) -> float:
        """What the card is worth at this moment rather than later."""
        if trait in SPARED and self.needless:
            return SPARED[trait]
        if trait == SHIELD and not self.view.pending:
            return PLANTED
        return TURNING + HARMLESS * harmless(self.view) if trait in TURNS else 0.0

    def _named(self, colour: str) -> float:
        """What a colour does that is named on a top card without one: for the next player (C21), or for oneself (C22)."""
        goal = Target(colour, None)
        hurt = self._stopped("", goal) if self.view.stage == "name-then-pass" else 0.0
        return hurt + self._left(self.view.hand, goal)

    def _left(self, rest: Sequence[Face], goal: Target) -> float:
        """What stays in the hand, when that is what must be matched."""
        same = sum([face[1] == goal.colour for face in rest])
        ready = len(rest) == 1 and _goes(rest[0], goal)
        return SAME_COLOUR * same + (READY if ready else 0.0)

    # ---- what it does to others -----------------------------------------------------------------------------------------------------

    def _urgency(self, seat: int) -> float:
        return URGENT.get(self.view.held[seat], 1.0)

    def _hit(self, trait: str, colour: str) -> float:
        """What a card that bites does to the next player."""
        seat = self.view.next_seat
        if trait == HUNT:
            coloured = sum([count for face, count in self.hidden.items() if face[1] == colour])
            hurt = HUNTED * (self.hidden.total() + 1) / (coloured + 1)
        else:
            hurt = HIT[trait] * (self.defenceless(seat, trait) if trait in DRAWS else 1.0)
        return hurt * self._urgency(seat)

    def _stopped(self, trait: str, goal: Target) -> float:
        """What any other card does to whoever is next after it. trait: the card's, "" for none."""
        view, seat = self.view, self.follower(trait)
        stuck = self.stuck_behind(seat) if trait == TURN_OVER or self.strikes else self.stuck(seat, goal)
        away = (view.held[view.next_seat] <= SHORT) - (view.held[seat] <= SHORT)
        return STUCK * stuck * self._urgency(seat) + TURNED * away

    def follower(self, trait: str) -> int:
        """Whose turn begins once a skip, a reverse, or any other card has been played, unless that draws cards or has others lose turns."""
        view = self.view
        if trait == REVERSE:
            return view.other_side
        return seat_after(self.seat, len(view.held), view.direction, int(trait == SKIP))

    def _blast(self, trait: str) -> float:
        """What a bomb will do after a card of that trait ("" for none) if every turn is then handed on to the next seat (C12, C13)."""
        view = self.view
        if trait == BOMB:
            left, cards = HANDOVERS, view.explosion + MORE if view.fuse else EXPLOSION
        elif view.fuse:
            left, cards = view.fuse - 1, view.explosion
        else:
            return 0.0
        direction = -view.direction if trait == REVERSE else view.direction
        seat = seat_after(self.follower(trait), len(view.held), direction, left - 1)
        worth = BLAST if seat == self.seat else BLAST_ELSEWHERE * self._urgency(seat)
        return worth * float(SURE**left) * cards / EXPLOSION

    # ---- what the others may hold ---------------------------------------------------------------------------------------------------

    def stuck(self, seat: int, goal: Target) -> float:
        """How likely it is that nothing in the hand of the seat goes on this."""
        return self._lacks(seat, lambda face: _goes(face, goal))

    def defenceless(self, seat: int, trait: str) -> float:
        """How likely it is that the seat must take a pile with this card on it (C11, C17, C18, C23)."""
        if self.strikes:
            return 1.0
        if self.view.tokens[seat]:
            return 0.0
        answers = VARIANTS[self.view.variant].answers[trait]
        return self._lacks(seat, lambda face: face[0] in answers)

    def stuck_behind(self, seat: int) -> float:
        """How likely it is that nothing goes once the table has turned: the other faces of the seat are in sight, what will lie on top is
        any of those that are not (C20, C21).
        """
        faces = self.view.others[seat]
        if any(map(is_wild, faces)):
            return 0.0
        traits, colours = {face[0] for face in faces}, {face[1] for face in faces}
        left = unseen(self.other_side.deck, chain(*self.view.others))
        stuck = sum([count for face, count in left.items() if face[0] not in traits and face[1] not in colours])
        return stuck / max(1, left.total())

    def _lacks(self, seat: int, goes: Callable[[Face], bool]) -> float:
        """How likely it is that no card of the seat goes.

        What was seen of it from behind is known. Of the others, what it held when it seemed to lack something is none of that: the
        longer a card has been held, the more is said of it.
        """
        if any(map(goes, self.known[seat])):
            return 0.0
        cards, told, chance = self.view.held[seat] - len(self.known[seat]), 0, 1.0
        denials = sorted(self.denials[seat], key=lambda each: each.since)
        for place, each in enumerate(denials):
            later = min(cards, each.since)
            chance *= self._none(later - told, goes, denials[:place])
            told = later
        return chance * self._none(cards - told, goes, denials)

    def _none(self, cards: int, goes: Callable[[Face], bool], denials: Sequence[Denial]) -> float:
        """How likely it is that so many hidden cards, which are nothing of what was lacking, do not go."""
        if not cards:
            return 1.0
        counts = [(count, goes(face)) for face, count in self.hidden.items() if not any(matches(face, each) for each in denials)]
        going = sum([count for count, goes_on in counts if goes_on])
        return float((1 - going / max(1, sum([count for count, _ in counts]))) ** cards)


def _goes(face: Face, goal: Target) -> bool:
    """Whether the face goes where this must be matched (C5, C6)."""
    return is_wild(face) or fits(face[1], face[0], goal)
