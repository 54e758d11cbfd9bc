"""Card sense for CPU players: how a game may go on from a position, by the same rules but without checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.choque.countdown import STARTED, count_down
from games.choque.faces import (
    BOMB,
    DRAWS,
    EVERYBODY,
    HUNT,
    MIDNIGHT,
    NO_COLOUR,
    REVERSE,
    SHIELD,
    SKIP,
    TURN_OVER,
    WORTH,
    Face,
    is_wild,
)
from games.choque.state import EXPLOSION, MORE
from games.choque.variants import Variant
from games.choque.views import Stage
from games.kit.shedding import is_blocked, longest_colour, reverse, seat_after

type Card = tuple[Face, ...]
"""A card by its faces, one for each side."""
type Act = tuple[str, str]
"""A face and the colour named with it, or ""; or one of the words below in place of the face."""

DRAW: Final = "draw"
KEEP: Final = "keep"
PASS: Final = "pass"
NAME: Final = "name"
SPARE: Final = 3
"""A wild card is spared for the last three cards."""
LONG: Final = 400
"""A game imagined to its end is broken off after so many acts, and valued as lost by everybody."""


def lay(hand: Sequence[Face], legal: Sequence[Face]) -> Face:
    """The face that a sensible player lays of those that may be played: of its longest colour, the dearest; a wild one only if it must."""
    plain = [face for face in legal if face[1] != NO_COLOUR]
    if len(plain) < 2:
        return plain[0] if plain else legal[0]
    colours = [face[1] for face in hand]
    return max(plain, key=lambda face: (colours.count(face[1]), WORTH[face]))


def answer(legal: Sequence[Face]) -> Face:
    """The face with which a sensible player answers a pile: the cheapest that does."""
    return min(legal, key=WORTH.__getitem__)


def own_colour(hand: Sequence[Face], colours: str) -> str:
    """The colour of most cards of a hand; the first of them all where several are, or none is."""
    return longest_colour([face[1] for face in hand if face[1] != NO_COLOUR], colours)


@dataclass(slots=True)
class Round:
    """A game as it may lie, changed by what is played in it.

    hands: by seat; a drawn card that waits for the choice is the last one. stock: the next card last. played: the pile below the top.
    pending, answers: cards of a pile that waits and what answers it, or 0 and "". fuse, midnight: turns still to begin, 0 where none
    runs. bomb: cards of the explosion. winner: who has gone out, None as long as nobody has. blocked: everybody has passed.
    """

    variant: Variant
    side: int
    hands: list[list[Card]]
    stock: list[Card]
    played: list[Card]
    top: Card
    colour: str
    turn: int
    direction: int
    stage: Stage
    pending: int
    answers: str
    fuse: int
    bomb: int
    midnight: int
    tokens: list[bool]
    passes: int
    winner: int | None = None
    blocked: bool = False

    def faces(self, seat: int) -> list[Face]:
        """The hand of the seat, the side in play."""
        side = self.side
        return [card[side] for card in self.hands[seat]]

    def legal(self, hand: Sequence[Face]) -> list[Face]:
        """The faces that the seat to play may play (C5-C7, C11)."""
        if self.stage == "drawn":
            return [hand[-1]]
        if self.pending:
            answers = self.answers
            return [face for face in hand if face[0] in answers]
        trait, colour = self.top[self.side][0], self.colour
        return [face for face in hand if face[1] == colour or face[0] == trait or face[1] == NO_COLOUR]

    def glance(self) -> Act:
        """What a sensible player does in its turn."""
        hand, colours = self.faces(self.turn), self.variant.sides[self.side].colours
        if self.stage not in ("play", "drawn"):
            return NAME, own_colour(hand, colours)
        legal = self.legal(hand)
        if not legal:
            return DRAW if self.pending or self.stock or self.played else PASS, ""
        face = answer(legal) if self.pending else lay(hand, legal)
        if not is_wild(face):
            return face, ""
        if self.stage == "drawn" and len(hand) > SPARE:
            return KEEP, ""
        return face, own_colour(hand, colours)

    def act(self, act: Act) -> None:
        """The seat to play does this; it must be legal."""
        what, colour = act
        if what == DRAW:
            self._draw()
        elif what == NAME:
            passes, self.colour = self.stage == "name-then-pass", colour
            self.stage = "play"
            if passes:
                self._hand_on()
        elif what == PASS:
            passed = self.passes + 1
            self._hand_on()
            self.passes, self.blocked = passed, is_blocked(passed, len(self.hands))
        elif what == KEEP:
            self._hand_on()
        else:
            self._play(what, colour)

    def play_out(self) -> None:
        """Everybody goes on as a sensible player until the game is over, or has been going on for long."""
        for _ in range(LONG):
            if self.winner is not None or self.blocked:
                return
            self.act(self.glance())

    # ---- turns ----------------------------------------------------------------------------------------------------------------------

    def _next(self, skipped: int = 0) -> int:
        return seat_after(self.turn, len(self.hands), self.direction, skipped)

    def _hand_on(self, skipped: int = 0) -> None:
        """The turn of the next seat begins, in the order of `turns_v1`."""
        self.turn, self.stage, self.passes = self._next(skipped), "play", 0
        if self.fuse:
            self.fuse = count_down(self.fuse)
            if not self.fuse:
                self._take(self.turn, self.bomb)
        if self.midnight:
            self.midnight = count_down(self.midnight)
            if not self.midnight and not self._turned():
                self.stage = "name-then-play"
        if self.pending and self.tokens[self.turn]:
            self.tokens[self.turn] = False
            self._no_pile()

    def _turned(self) -> str:
        """The table turns over; the colour of the top card, "" where it has none."""
        self.side = 1 - self.side
        face = self.top[self.side]
        self.colour = "" if is_wild(face) else face[1]
        return self.colour

    def _no_pile(self) -> None:
        self.pending, self.answers = 0, ""

    # ---- taking cards ---------------------------------------------------------------------------------------------------------------

    def _take(self, seat: int, count: int, colour: str = "") -> None:
        """So many cards from the stock, or up to the first of a colour. Any order of a reshuffle is as likely as the imagined one."""
        hand, side = self.hands[seat], self.side
        for _ in range(count):
            if not self.stock:
                self.stock, self.played = self.played, []
            if not self.stock:
                return
            hand.append(self.stock.pop())
            if hand[-1][side][1] == colour:
                return

    def _draw(self) -> None:
        seat = self.turn
        if self.pending:
            count = self.pending
            self._no_pile()
            self._take(seat, count)
            self._hand_on()
            return
        self._take(seat, 1)
        if self.legal([self.hands[seat][-1][self.side]]):
            self.stage = "drawn"
        else:
            self._hand_on()

    # ---- cards ----------------------------------------------------------------------------------------------------------------------

    def _play(self, face: Face, colour: str) -> None:
        hand, side = self.hands[self.turn], self.side
        place = next(place for place in range(len(hand) - 1, -1, -1) if hand[place][side] == face)
        self.played.append(self.top)
        self.top, self.colour, self.stage = hand.pop(place), colour or face[1], "play"
        if not hand:
            self.winner = self.turn
            return
        trait = face[0]
        if trait in DRAWS:
            self.pending, self.answers = self.pending + DRAWS[trait], self.variant.answers[trait]
            self._hand_on()
        else:
            EFFECTS.get(trait, Round._hand_on)(self)

    def _skip(self) -> None:
        self._hand_on(1)

    def _reverse(self) -> None:
        _, skipped = reverse(self.direction, len(self.hands))
        self.direction = -self.direction
        self._hand_on(skipped)

    def _light(self) -> None:
        self.bomb = self.bomb + MORE if self.fuse else EXPLOSION
        self.fuse = STARTED
        self._hand_on()

    def _shield(self) -> None:
        if self.pending:
            self._no_pile()
        else:
            self.tokens[self.turn] = True
        self._hand_on()

    def _turn_over(self) -> None:
        if self._turned():
            self._hand_on()
        else:
            self.stage = "name-then-pass"

    def _wind(self) -> None:
        self.midnight = STARTED
        self._hand_on()

    def _everybody(self) -> None:
        self._hand_on(len(self.hands) - 1)

    def _hunt(self) -> None:
        self._take(self._next(), len(self.stock) + len(self.played), self.colour)
        self._hand_on(1)


EFFECTS: Final[Mapping[str, Callable[[Round], None]]] = {
    SKIP: Round._skip,
    REVERSE: Round._reverse,
    BOMB: Round._light,
    SHIELD: Round._shield,
    TURN_OVER: Round._turn_over,
    MIDNIGHT: Round._wind,
    EVERYBODY: Round._everybody,
    HUNT: Round._hunt,
}
