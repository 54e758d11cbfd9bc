"""A table of Sueca for tests: hands are written down, cards are laid by name."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Shuffled
from games.sueca.rules_v1 import RULES
from games.sueca.state import DECK, SEATS
from games.sueca.views import PlayCard
from tests.contract import table

# Everybody holds one suit; the dealer, seat 0, has the trumps and takes every trick.
ONE_SUIT_EACH = (
    "AS 7S KS JS QS 6S 5S 4S 3S 2S",
    "AH 7H KH JH QH 6H 5H 4H 3H 2H",
    "AD 7D KD JD QD 6D 5D 4D 3D 2D",
    "AC 7C KC JC QC 6C 5C 4C 3C 2C",
)
# Mixed hands; seat 1 leads and can't ask for mano floja; trump is spades (2S). Seat 2 has no hearts, seat 3 no clubs.
MIXED = (
    "AH 7H 2H AC 7C 2C KD JD 5S 2S",
    "KH JH 3H KC JC 3C AD 7D 7S 3S",
    "QC 6C 5C 4C QD 6D 5D 4D AS KS",
    "QH 6H 5H 4H 3D 2D JS QS 6S 4S",
)
# Seat 1 leads with nine points: KH, JH, QH.
WEAK = (
    "AH 7H AC 7C AD 7D AS 7S KS JS",
    "KH JH QH 6H 5H 4H 3H 2H 2C 3C",
    "KC JC QC 6C 5C 4C 6S 5S 4S 3S",
    "KD JD QD 6D 5D 4D 3D 2D QS 2S",
)


def order_of(hands: Sequence[Sequence[str]], dealer: int) -> tuple[int, ...]:
    """The shuffle that deals these hands, given by seat in dealt order."""
    return tuple(DECK.index(card) for turn in range(1, SEATS + 1) for card in hands[(dealer + turn) % SEATS])


def rotated(hands: Sequence[str], dealer: int) -> list[str]:
    """The hands as they lie when this seat deals what seat 0 has above."""
    return [hands[(seat - dealer) % SEATS] for seat in range(SEATS)]


class Table(table.Table):
    """A match in progress."""

    def __init__(self, count: str = "real", revoke: str = "impeded") -> None:
        super().__init__(RULES, SEATS, {"count": count, "revoke": revoke})

    def deal(self, *hands: str) -> Table:
        return self.take(Shuffled(order_of([hand.split() for hand in hands], self.state.frame.dealer)))

    def lay(self, cards: str) -> Table:
        """Lay cards in turn, whoever's turn it is."""
        for card in cards.split():
            self.do(self.state.turn, PlayCard(card))
        return self

    def play_on(self) -> Table:
        """Everybody lays the weakest card that follows suit, until the tenth trick is taken."""
        while self.state.phase == "play":
            self.do(self.state.turn, RULES.fallback(self.state, self.state.turn))
        return self
