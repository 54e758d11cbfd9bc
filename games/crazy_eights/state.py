"""The frozen state of a match of Crazy Eights, and facts of its cards (E1, E9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.crazy_eights.views import HandSheet, Phase, RuleSet
from games.kit.cards import SUITS, Card
from games.kit.recall import Memory
from games.kit.shedding import Pending

type Hand = tuple[Card, ...]
type Hands = tuple[Hand, ...]

SEATS: Final = (2, 3, 4, 5, 6, 7)
ONE_DECK: Final = 5
"""Up to so many players one deck is enough (E1)."""
DECK: Final[Hand] = tuple(rank + suit for suit in SUITS for rank in "A23456789TJQK")
DECKS: Final[Hand] = DECK * 2
"""Two decks (E1). The same code is there twice; copies are interchangeable (E4)."""
WORTH: Final[dict[Card, int]] = {card: {"8": 50, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0]) for card in DECK}
"""What a left-over card counts (E9)."""
EIGHT: Final = "8"
RANK_OF: Final = {1: "A", **{number: str(number) for number in range(2, 9)}}
"""The wild rank of each number in Countdown (E17)."""
FIRST_NUMBER: Final = 8
"""Everybody's number at the start of Countdown (E17)."""
TWO, ACE, QUEEN = "2", "A", "Q"
DRAW_TWO: Final = 2
"""What a two makes the next player draw (E15)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What does not change with every card.

    seats: how many play. phase: as in `State.phase`, but for a reshuffle. number: of the hand, from 1. wilds: each seat's wild rank.
    numbers: everybody's number in Countdown, else (). totals: points of the match. sheets: the hands that have ended.
    returned: the cards that were turned up before the starter of this hand and went back (E2).
    """

    rules: RuleSet
    seats: int
    phase: Phase
    number: int
    dealer: int
    wilds: tuple[str, ...]
    numbers: tuple[int, ...]
    totals: tuple[int, ...]
    sheets: tuple[HandSheet, ...]
    returned: Hand


class State(NamedTuple):
    """A match at one moment.

    turn: the seat to play. turn_number: turns of this hand so far. direction: 1 or -1. stock: the next card first. pile: the top card
    last. top_by: who played the top card, None for the starter. named: the suit to follow on a wild. pending: cards to take (E15).
    drawn: cards drawn in this turn. passes: how many have passed in a row (E8). owed: cards still to be drawn once the played cards
    have been reshuffled (E7), else 0.
    """

    frame: Frame
    turn: int
    turn_number: int
    direction: int
    hands: Hands
    stock: Hand
    pile: Hand
    top_by: int | None
    named: str | None
    pending: Pending | None
    drawn: int
    passes: int
    owed: int
    memory: Memory

    @property
    def phase(self) -> Phase:
        """What the match is waiting for."""
        return "reshuffle" if self.owed else self.frame.phase


def deck_of(seats: int) -> Hand:
    """The cards of a match with so many players (E1); a deal's `Shuffled` order counts places in it."""
    return DECK if seats <= ONE_DECK else DECKS


def hand_sizes(frame: Frame) -> tuple[int, ...]:
    """How many cards each seat is dealt (E2, E17)."""
    return frame.numbers or (7 if frame.seats == 2 else 5,) * frame.seats


def target_of(frame: Frame) -> int | None:
    """The points that win the match (E12); None where points do not decide it."""
    return 50 * frame.seats if frame.rules.length == "match" else None
