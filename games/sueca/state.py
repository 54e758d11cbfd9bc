"""The frozen state of a match of Sueca, and facts of its cards (S1-S4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.kit.cards import SUITS, Card
from games.kit.seats import after
from games.kit.tricks import winning
from games.sueca.views import Annulled, CountSheet, Phase, Play, Trick, Verdict

type Hand = tuple[Card, ...]
type Hands = tuple[Hand, Hand, Hand, Hand]
type Pair = tuple[int, int]

SEATS: Final = 4
TRICKS: Final = 10
WEAKEST_FIRST: Final = "23456QJK7A"
DECK: Final[Hand] = tuple(rank + suit for suit in SUITS for rank in "A234567QJK")
"""The forty cards (S1); a `Shuffled` order counts places in it."""
STRENGTH: Final[dict[Card, int]] = {card: WEAKEST_FIRST.index(card[0]) for card in DECK}
"""Strength within a suit, 0 to 9 (S2)."""
POINTS: Final[dict[Card, int]] = {card: {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}.get(card[0], 0) for card in DECK}
"""What a card counts (S3)."""
PAIRS: Final = ((0, 2), (1, 3))
"""The seats of the pairs (S4)."""
NO_HANDS: Final[Hands] = ((), (), (), ())


@dataclass(frozen=True, slots=True)
class Frame:
    """What does not change with every card.

    count_mode, revoke_mode: the host's choices (S19, S20). round: dealt rounds from 1, annulled ones included.
    dealt: the hands as dealt, in dealt order; empty before the deal. marks: on the two crosses. pending: S15.
    history: the counted rounds. annulled: rounds dealt again, with the hand that justified it (S11).
    events: rule events of the match but for the cards laid in this round. tapped: which pairs have tapped *Contar* (S22).
    """

    count_mode: Literal["real", "end"]
    revoke_mode: Literal["impeded", "allowed"]
    phase: Phase
    events: int
    round: int
    dealer: int
    dealt: Hands
    marks: Pair
    pending: int
    history: tuple[CountSheet, ...]
    annulled: tuple[Annulled, ...]
    tapped: tuple[bool, bool]
    verdict: Verdict | None


class State(NamedTuple):
    """A match at one moment. One is made for every card: hence a named tuple of few fields, which is the quickest frozen value.

    turn: the seat to play, and after the tenth trick its winner. hands: what is still held. plays: the trick on the table.
    tricks: the finished ones of this round.
    """

    frame: Frame
    turn: int
    hands: Hands
    plays: tuple[Play, ...]
    tricks: tuple[Trick, ...]

    @property
    def phase(self) -> Phase:
        """What the match is waiting for."""
        return self.frame.phase

    @property
    def tapped(self) -> tuple[bool, bool]:
        """Which pairs have tapped *Contar* (S22)."""
        return self.frame.tapped

    @property
    def verdict(self) -> Verdict | None:
        """The judgement that ended the match, if one did (S21)."""
        return self.frame.verdict


def pair_of(seat: int) -> int:
    """0 for the seats 0 and 2, 1 for the seats 1 and 3 (S4)."""
    return seat % 2


def pair_seats(pair: int) -> tuple[int, int]:
    """The two seats of a pair."""
    return PAIRS[pair]


def partner(seat: int) -> int:
    """The seat opposite (S4)."""
    return after(seat, SEATS, 2)


def opponents(seat: int) -> tuple[int, int]:
    """The seats of the other pair, ascending."""
    return pair_seats(1 - pair_of(seat))


def trump_card(frame: Frame) -> Card | None:
    """The dealer's last card, which fixes the trump for the whole round (S8); None before the deal."""
    hand = frame.dealt[frame.dealer]
    return hand[-1] if hand else None


def worth(cards: Iterable[Card]) -> int:
    """The points of some cards (S3)."""
    return sum(map(POINTS.__getitem__, cards))


def taken(tricks: Iterable[Trick], pair: int) -> Hand:
    """The cards that a pair has taken, in the order taken."""
    return tuple([play.card for trick in tricks if trick.best in PAIRS[pair] for play in trick.plays])


def sums(tricks: tuple[Trick, ...]) -> Pair:
    """The points of the tricks taken by each pair (S12)."""
    return worth(taken(tricks, 0)), worth(taken(tricks, 1))


def best_seat(plays: tuple[Play, ...], trump: str) -> int:
    """Which seat wins a trick so far (S2)."""
    return plays[winning([play.card for play in plays], trump, STRENGTH)].seat


def board_trick(state: State) -> Trick:
    """The trick on the table; an empty one between two tricks, and after the tenth."""
    trump = trump_card(state.frame)
    best = best_seat(state.plays, trump[1]) if state.plays and trump else None
    return Trick(min(len(state.tricks) + 1, TRICKS), state.plays, best)
