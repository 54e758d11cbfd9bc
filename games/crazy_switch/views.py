"""What one seat, or a spectator, may know of a game of Crazy Switch, and what a CPU player remembers besides (W20).

Cards are the codes of `cards`. Most codes are there twice, also in one hand: copies are interchangeable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.crazy_switch.cards import Card
from games.kit.recall import Denial
from games.kit.shedding import Target

type Phase = Literal["deal", "play", "reshuffle", "over"]
"""Before the cards are dealt (again, W4), a turn, the played cards on their way back into the stock, after the end."""
type Ending = Literal["out", "blocked"]
type DrawRefusal = Literal["may-play", "must-answer", "drawn-goes"]
"""Why a seat may not draw in its turn (W8): a card can be played; a card answers the pending ones (W15); a drawn card can be played."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the game ended and what it was worth (W12, W13). All tuples go by seat.

    ending: somebody went out, or four passed in a row (W11). winners: who went out, or the seats with the lowest hand.
    left: penalty points, 0 for who went out. cards: the left-over cards, laid open for the count.
    scores: for each winner the sum of the other three hands, else 0. tied: several had the lowest hand and share the first place.
    """

    ending: Ending
    winners: tuple[int, ...]
    left: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    tied: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table in the eyes of one viewer. Tuples that speak of everybody go by seat; seat 0 is South, then West, North, East.

    viewer: the seat, or None for a spectator (and in `reveal`). house: *De la casa* (W15), else *Estándar* (W14).
    deals: how many times the cards have been dealt, more than once where W4 asked for it; 0 before the first.
    turn: the seat to play; None unless the phase is "play" or "reshuffle". awaited: the seats that may act: that one, or nobody.
    direction: 1 clockwise, -1 against it (W9). top: the card on the pile, None before the deal. top_by: who played it, None for the
    start card. colour: the active one (W7), "" before the deal. match: what a card that is no wild must match in colour or trait; its
    trait is None on a wild. stock, pile: how many cards lie in each; the pile counts its top card.
    pending: cards of a stack that waits to be answered (W15), else 0; `stack` is the trait that answers it, else "".
    drawn: cards drawn in this turn so far, by the seat to play. draw_limit: how many may be (W8).
    lost: the seats that have lost a turn since the last card was played or the last turn ended (W9), to be marked.
    hand: the viewer's own cards in the order received: those drawn in this turn are the last ones.
    playable: those among them that may be played now, each code once. asks_colour: the playable ones that must name a colour.
    asks_call: a play goes down to one card and the rules want it called (W15). may_draw, may_pass: whether the viewer may.
    draw_refusal: why the viewer, whose turn it is, may not draw; None when it may or it is not their turn.
    next_seat: who follows the viewer (the seat to play, for a spectator) in the direction of play: whom an effect hits.
    other_side: who follows after a reverse. hands: everybody's cards, only in `reveal`. held: how many cards each seat holds.
    sheet, reason, winners: of a game that is over; else None, None and ().
    """

    viewer: int | None
    house: bool
    phase: Phase
    deals: int
    turn: int | None
    awaited: tuple[int, ...]
    direction: int
    top: Card | None
    top_by: int | None
    colour: str
    match: Target | None
    stock: int
    pile: int
    pending: int
    stack: str
    drawn: int
    draw_limit: int
    lost: tuple[int, ...]
    hand: tuple[Card, ...]
    playable: tuple[Card, ...]
    asks_colour: tuple[Card, ...]
    asks_call: bool
    may_draw: bool
    may_pass: bool
    draw_refusal: DrawRefusal | None
    next_seat: int
    other_side: int
    hands: tuple[tuple[Card, ...], ...] | None
    held: tuple[int, ...]
    sheet: Sheet | None
    reason: str | None
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """A CPU player's view, and what everybody at the table could remember of the public log (W20).

    pile: the played cards in order, the top one last. recycled: what the last reshuffle put into the stock and nobody has shown since.
    fresh: how many cards each seat has drawn since that reshuffle and not shown. denials: what each seat has shown to lack.
    colours: how many cards of each colour (in the order of `cards.COLOURS`) each seat has played.
    """

    view: View
    pile: tuple[Card, ...]
    recycled: tuple[Card, ...]
    fresh: tuple[int, ...]
    denials: tuple[tuple[Denial, ...], ...]
    colours: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card (W7). colour: the one named with a wild, None with any other and with the last card (W12).

    call: calls the last card; asked for under house rules when the play goes down to one card, refused otherwise (W15).
    """

    card: Card
    colour: str | None = None
    call: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card, with none to play (W8)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the drawn card that could be played, and pass the turn (W8)."""


type Move = PlayCard | Draw | Pass
