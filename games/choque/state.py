"""The frozen state of a game of Choque de Colores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.choque.faces import Face
from games.choque.variants import VARIANTS, Side, Variant
from games.choque.views import Phase, Sheet, Stage
from games.kit.recall import Memory
from games.kit.shedding import Pending

type Card = tuple[int, ...]
"""A card by its faces: for each side of the table's cards, a place in that side's `Side.deck`.

Equal faces have different places, but nobody is ever told them. They decide in which order equal faces lie after a turn-over, and since
chance pairs the places (C19), that order says nothing of what is on the other side.
"""
type Cards = tuple[Card, ...]

HAND: Final = 7
EXPLOSION: Final = 4
MORE: Final = 2
"""What another bomb adds to the explosion (C13)."""
CHOICE_SECONDS: Final = 6
"""How long the choice between JUGAR and GUARDAR may take (C7)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What does not change with every card.

    key: the table, of `variants.VARIANTS`. seats: how many. phase: as in `State.phase`, but for a reshuffle.
    returned: the faces turned up before the start card, which are mixed into the stock (C2). sheet: of a game that is over.
    """

    key: str
    seats: int
    phase: Phase
    returned: tuple[Face, ...]
    sheet: Sheet | None

    @property
    def variant(self) -> Variant:
        """The table that is played."""
        return VARIANTS[self.key]


class Fuse(NamedTuple):
    """A lit bomb (C12, C13). left: see `countdown`. cards: what the explosion will be."""

    left: int
    cards: int


class Debt(NamedTuple):
    """Cards that a seat has to take; the state holds them while they wait for a reshuffle (C8).

    why: its own draw (C7), the pile, after which its turn ends (C11), an explosion, after which it plays (C12), or a hunt, after which it
    loses its turn (C24). cards: how many; of a hunt, one more than none as long as the colour has not come.
    had: cards of the same debt that it has already taken.
    """

    seat: int
    cards: int
    why: Literal["draw", "pile", "explosion", "hunt"]
    had: int = 0


type Happening = Literal[
    "skips", "reverses", "again", "everybody", "piles", "lights", "lights-more", "plants", "plants-none", "cancels", "absorbs", "winds",
    "hunts", "explodes", "explodes-none", "takes", "takes-none", "draws", "turns", "midnight",
]  # fmt: skip


class News(NamedTuple):
    """What the last event brought about besides the act itself: `texts.LINES` has words for it. cards: how many, where it is about any."""

    what: Happening
    seat: int
    cards: int = 0


class State(NamedTuple):
    """A game at one moment.

    turn: the seat to play. turn_number: turns so far. stage: what it has to do. direction: 1 or -1. side: which side is in play, 0 the
    day. turned: turn-overs so far. stock: the next card first (before the deal, all cards). pile: the top card last. top_by: who played
    it, None for the start card. turned_up: the table has turned over since. colour: the active one, "" before the deal and while one is to
    be named. pending: a pile that waits, with the trait of its last card. fuse: a lit bomb. midnight: a running clock, see `countdown`.
    tokens: shields, by seat.
    passes: forced passes in a row (C8). debt: cards being taken while the pile is reshuffled.
    lost: seats that lost a turn by the last event. news: what it brought about.
    memory: what everybody remembers since the table last turned. known, seen: see `views.Mind`, where `seen` counts `shown`.
    """

    frame: Frame
    turn: int
    turn_number: int
    stage: Stage
    direction: int
    side: int
    turned: int
    hands: tuple[Cards, ...]
    stock: Cards
    pile: Cards
    top_by: int | None
    turned_up: bool
    colour: str
    pending: Pending | None
    fuse: Fuse | None
    midnight: int | None
    tokens: tuple[bool, ...]
    passes: int
    debt: Debt | None
    lost: tuple[int, ...]
    news: tuple[News, ...]
    memory: Memory
    known: tuple[tuple[Face, ...], ...]
    seen: int

    @property
    def phase(self) -> Phase:
        """What the game is waiting for."""
        return "reshuffle" if self.debt else self.frame.phase

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the table's cards."""
        return self.frame.variant.sides


def faces_of(state: State, cards: Cards) -> tuple[Face, ...]:
    """The faces of the cards on the side in play, in the same order."""
    deck, side = state.sides[state.side].deck, state.side
    return tuple([deck[card[side]] for card in cards])


def others_of(state: State, cards: Cards) -> tuple[Face, ...]:
    """The faces of the cards on the side that is not in play, sorted by face (C20); () where they have but one."""
    if len(state.sides) == 1:
        return ()
    side = 1 - state.side
    deck = state.sides[side].deck
    return tuple([deck[place] for place in sorted([card[side] for card in cards])])


def top_of(state: State) -> Face:
    """The face on the pile."""
    return state.sides[state.side].deck[state.pile[-1][state.side]]
