"""What one seat, or a spectator, may know of a match of Crazy Eights (E18), and what a CPU player remembers besides (E19).

Cards are the plain codes of `games.kit.cards`. With two decks a code can be there twice, also in one hand: nothing tells the copies
apart, and nothing has to, because they are interchangeable (E4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.kit.cards import Card
from games.kit.recall import Denial

type Phase = Literal["deal", "play", "reshuffle", "between", "over"]
"""Before the cards are dealt, a turn, the played cards on their way back into the stock, after a hand, after the match."""
type Ending = Literal["out", "blocked"]
type Length = Literal["match", "hand", "countdown"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The host's choices as the rules use them.

    cap: most cards drawn in a turn, None for as many as one likes (E6). reshuffle: played cards become a new stock (E7).
    queens, aces, twos: whether they skip (E13), reverse (E14), make draw two (E15). length: how a match is decided (E12, E17).
    """

    cap: int | None
    reshuffle: bool
    queens: bool
    aces: bool
    twos: bool
    length: Length


@dataclass(frozen=True, slots=True)
class HandSheet:
    """How one hand ended and what it was worth (E9-E11, E17). All tuples go by seat.

    number: the hand's number, from 1. ending: somebody went out, or nobody could play or draw.
    winners: who went out, or the seats with the lowest left-over sum.
    left: left-over points (E9), 0 for who went out; also given in Countdown, where they score nothing.
    cards: the left-over cards, laid open for the count; () for everybody in Countdown, where nothing is counted.
    scores: points earned in this hand. totals: points of the match after it.
    numbers: everybody's number after the hand in Countdown (E17), else ().
    tied: several had the lowest sum (E11). again: somebody has reached the target, but the best totals are equal (E12).
    """

    number: int
    ending: Ending
    winners: tuple[int, ...]
    left: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    numbers: tuple[int, ...]
    tied: bool
    again: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table in the eyes of one viewer. Tuples that speak of everybody go by seat.

    viewer: the seat, or None for a spectator (and in `reveal`). seats: how many play. rules: the host's choices.
    number: of the hand, from 1. dealer: who dealt it. turn: the seat to play; None unless the phase is "play" or "reshuffle".
    awaited: the seats that may do the awaited act: one in a turn, everybody between two hands.
    direction: 1 in playing order, -1 against it (E14).
    top: the card on the pile, None before the deal. top_by: who played it, None for the starter.
    named: the suit to be followed because the top card was played as wild, else None: then the card itself is matched (E4, E17).
    stock, pile: how many cards lie in each; the pile counts its top card.
    pending: cards that the seat to play must take or answer (E15), else 0.
    drawn: cards drawn in this turn so far, by the seat to play. draws_left: how many it may still draw in this turn, None: any number.
    hand: the viewer's own cards in the order received. playable: those among them that may be played now, each code once.
    asks_suit: the playable ones that must name a suit: wild for the viewer, and not the last card (E16).
    may_draw, may_pass, may_next: whether the viewer may draw (or take the pending cards), pass, go on to the next hand.
    hands: everybody's cards, only in `reveal`. held: how many cards each seat holds.
    wilds: the rank that is wild for each seat, "8" but for Countdown. numbers: everybody's number in Countdown (E17), else ().
    totals: points of the match so far. target: the points that win it (E12); None for a single hand and in Countdown.
    sheets: the hands that have ended, oldest first. sheet: the last of them between two hands and at the end, else None.
    reason: `Result.reason` of a match that is over, else None. winners: who won it; several only where they are equal.
    """

    viewer: int | None
    seats: int
    rules: RuleSet
    phase: Phase
    number: int
    dealer: int
    turn: int | None
    awaited: tuple[int, ...]
    direction: int
    top: Card | None
    top_by: int | None
    named: str | None
    stock: int
    pile: int
    pending: int
    drawn: int
    draws_left: int | None
    hand: tuple[Card, ...]
    playable: tuple[Card, ...]
    asks_suit: tuple[Card, ...]
    may_draw: bool
    may_pass: bool
    may_next: bool
    hands: tuple[tuple[Card, ...], ...] | None
    held: tuple[int, ...]
    wilds: tuple[str, ...]
    numbers: tuple[int, ...]
    totals: tuple[int, ...]
    target: int | None
    sheets: tuple[HandSheet, ...]
    sheet: HandSheet | None
    reason: str | None
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """A CPU player's view, and what everybody at the table could remember of this hand.

    pile: the played cards in order, the top one last. recycled: what the last reshuffle put into the stock and nobody has shown since.
    fresh: how many cards each seat has drawn since that reshuffle and not shown. denials: what each seat has shown to lack.
    """

    view: View
    pile: tuple[Card, ...]
    recycled: tuple[Card, ...]
    fresh: tuple[int, ...]
    denials: tuple[tuple[Denial, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card (E4). suit: the suit named with a card that is wild for the player, None with any other and with the last card."""

    card: Card
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card (E5), or take all the pending ones (E15)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, with nothing to play and nothing to draw (E8)."""


@dataclass(frozen=True, slots=True)
class NextHand:
    """Go on to the next hand after this one has ended. Names the ended hand, so that it is done once."""

    hand: int


type Move = PlayCard | Draw | Pass | NextHand
