"""The frozen state of a game of Crazy Switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.crazy_switch.cards import Card
from games.crazy_switch.views import Phase, Sheet
from games.kit.recall import Memory
from games.kit.shedding import Pending

type Hand = tuple[Card, ...]
type Hands = tuple[Hand, ...]

SEATS: Final = 4
HAND: Final = 7
DRAW_LIMIT: Final = 3
"""Most cards drawn in a turn (W8)."""
MISSED_CALL: Final = 2
"""Cards for a last card that was not called (W15)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What does not change with every card.

    house: the rules *De la casa* (W15). people: the seats of persons at the start (W4). phase: as in `State.phase`, but for a reshuffle.
    deals: times the cards have been dealt. returned: the cards turned up before the start card (W3). sheet: of a game that is over.
    """

    house: bool
    people: tuple[int, ...]
    phase: Phase
    deals: int
    returned: Hand
    sheet: Sheet | None


class Debt(NamedTuple):
    """Cards that a seat has to take; the state holds them while they wait for a reshuffle (W10).

    why: its own draw (W8), a last card that was not called (W15), or an effect, after which its turn is lost (W9, W15).
    had: cards of the same debt that it has already taken.
    """

    seat: int
    cards: int
    why: Literal["draw", "call", "effect"]
    had: int = 0


class News(NamedTuple):
    """What the last event brought about besides the act itself: a key of `texts.LINES`. cards: how many, where it is about any."""

    what: Literal["missed-call", "reverses", "skips", "stacks", "draws-one", "takes", "takes-none", "turn-passes", "no-cards"]
    seat: int
    cards: int = 0


class State(NamedTuple):
    """A game at one moment.

    turn: the seat to play. turn_number: turns so far. direction: 1 or -1. stock: the next card first. pile: the top card last.
    top_by: who played the top card, None for the start card. colour: the active one, "" before the deal. pending: a stack to answer.
    drawn: cards drawn in this turn. passes: forced passes in a row (W11). debt: cards being taken while the pile is reshuffled.
    lost: seats that lost a turn, as in `View.lost`. news: what the last event brought about. memory, colours: as in `views.Mind`.
    """

    frame: Frame
    turn: int
    turn_number: int
    direction: int
    hands: Hands
    stock: Hand
    pile: Hand
    top_by: int | None
    colour: str
    pending: Pending | None
    drawn: int
    passes: int
    debt: Debt | None
    lost: tuple[int, ...]
    news: tuple[News, ...]
    memory: Memory
    colours: tuple[tuple[int, ...], ...]

    @property
    def phase(self) -> Phase:
        """What the game is waiting for."""
        return "reshuffle" if self.debt else self.frame.phase
