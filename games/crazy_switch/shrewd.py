"""How a shrewd player of Crazy Switch weighs a play at a glance (W21, *hard*): what it does to the next player, and what it leaves in the
hand.

The weights were found over many thousand games against sensible players, under both sets of rules. Their unit is arbitrary. What they say
is mostly this: hit the next player early, and all the harder when it is short of cards; leave it without an answer; hold wild cards back.
"""

from __future__ import annotations

from typing import Final

from games.crazy_switch.cards import DECK, DRAW_FOUR, DRAW_TWO, DRAWS, REVERSE, SKIP, Card, is_wild
from games.crazy_switch.views import Mind
from games.kit.recall import unseen
from games.kit.tricks import without

SHORT: Final = 2
"""Who holds so many cards or fewer is short of cards."""
URGENT: Final = 3.0
"""What is done to somebody who is short of cards counts so many times."""
STUCK: Final = 4.0
"""The next player has nothing to play and must draw."""
HIT: Final = {SKIP: 3.5, DRAW_TWO: 4.5, DRAW_FOUR: 8.0}
"""The next player loses the turn, and takes cards."""
TURNED: Final = 8.0
"""The game turns away from somebody short of cards to somebody who is not; the other way round it is lost."""
SPARED: Final = -15.0
"""A wild card is played where a plain one would do."""
SAME_COLOUR: Final = 0.6
"""For each card of the colour, active then, that stays in the hand ..."""
LAST_OF_COLOUR: Final = -0.5
"""... or if there is none."""
READY: Final = 2.0
"""The only card that stays in the hand would go on the one played."""


class Glance:
    """What the seat of a mind makes of the cards that it may play."""

    def __init__(self, mind: Mind) -> None:
        self.view, self.denials = mind.view, mind.denials
        self.hidden = list(unseen(DECK, (*mind.pile, *mind.view.hand)).elements())
        self.needless = not all(map(is_wild, mind.view.playable))
        """Whether a plain card may be played."""

    def weigh(self, card: Card, colour: str) -> float:
        """How good it looks to play this card; colour: the active one after it."""
        spared = SPARED if self.needless and is_wild(card) else 0.0
        return spared + self._hurt(card, colour) + self._left(card, colour)

    def _hurt(self, card: Card, colour: str) -> float:
        """What the play does to whoever is next after it."""
        view, trait = self.view, card[0]
        seat = view.other_side if trait == REVERSE else view.next_seat
        if trait in HIT:
            answered = trait in DRAWS and view.house
            hurt = HIT[trait] * (self._lacks(view.held[seat], [each[0] == trait for each in self.hidden]) if answered else 1.0)
        else:
            hurt = STUCK * self.stuck(seat, card, colour)
        return hurt * (URGENT if self._short(seat) else 1.0) + TURNED * (self._short(view.next_seat) - self._short(seat))

    def _short(self, seat: int) -> bool:
        return self.view.held[seat] <= SHORT

    def _left(self, card: Card, colour: str) -> float:
        """What the play leaves in the hand."""
        rest = without(self.view.hand, card)
        same = sum([each[1] == colour for each in rest])
        ready = len(rest) == 1 and _goes(rest[0], card, colour)
        return (SAME_COLOUR * same or LAST_OF_COLOUR) + (READY if ready else 0.0)

    def stuck(self, seat: int, top: Card, colour: str) -> float:
        """How likely it is that nothing in the hand of the seat goes on this card under this active colour.

        Some of its cards may be known to be plain, or plain and of other colours: who drew had nothing that went (W8).
        """
        plain = [card for card in self.hidden if not is_wild(card)]
        others = [card for card in plain if card[1] != colour]
        of_others = self._known(seat, [each.since for each in self.denials[seat] if each.colour == colour])
        of_plain = max(of_others, self._known(seat, [each.since for each in self.denials[seat] if each.wild]))
        chance = 1.0
        for cards, among in ((of_others, others), (of_plain - of_others, plain), (self.view.held[seat] - of_plain, self.hidden)):
            chance *= self._lacks(cards, [_goes(card, top, colour) for card in among])
        return chance

    def _known(self, seat: int, since: list[int]) -> int:
        """How many cards of the seat were in its hand when it showed what it lacks. since: how many it may have drawn after that."""
        return max([self.view.held[seat] - drawn for drawn in since if drawn < self.view.held[seat]], default=0)

    @staticmethod
    def _lacks(cards: int, going: list[bool]) -> float:
        """How likely so many unseen cards are none of those that go. going: of each card that they may be, whether it does."""
        return float((1 - sum(going) / max(1, len(going))) ** cards)


def _goes(card: Card, top: Card, colour: str) -> bool:
    """Whether the card goes on this one under this active colour (W7)."""
    return is_wild(card) or card[1] == colour or card[0] == top[0]
