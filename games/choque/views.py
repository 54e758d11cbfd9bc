"""What one seat, or a spectator, may know of a game of Choque de Colores, and what a CPU player remembers besides (C20, C26).

Cards appear as faces only, the codes of `faces`. No card has a number or a name of its own: a hand is a list of faces, a move names a
face, and what lies on the other side of an own card has no place here that could hold it. A page that wants names for the cards of a
hand makes them of the face, its place among equal ones, and `View.turned`: they change with every turn-over and say nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.choque.faces import Face
from games.kit.recall import Denial
from games.kit.shedding import Target

type Phase = Literal["pairing", "seat", "deal", "return", "play", "reshuffle", "over"]
"""Chance pairs the faces (C19), picks who starts, deals, mixes what was turned up before the start card into the stock (C2); a turn; the
played cards on their way back into the stock (C8); after the end."""
type Stage = Literal["play", "drawn", "name-then-pass", "name-then-play"]
"""What is to be done in a turn: play, draw or pass; JUGAR or GUARDAR (C7); name a colour after one's own turn-over, before the turn passes
(C21), or after midnight struck, before one plays (C22)."""
type Ending = Literal["out", "blocked"]
type DrawRefusal = Literal["nothing-to-draw", "drawn-waits", "colour-waits"]
"""Why the seat to play may not draw: there is nothing; it has drawn and must choose (C7); it must name a colour (C21, C22)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the game ended and what it was worth (C8, C15, C16, C25). All tuples go by seat.

    winner: who went out, or won a blocked hand. left: the points of the left-over cards, by the side in play. cards: their faces, laid
    open for the count. scores: the points left in all hands minus one's own.
    """

    ending: Ending
    winner: int
    left: tuple[int, ...]
    cards: tuple[tuple[Face, ...], ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table in the eyes of one viewer. Tuples that speak of everybody go by seat.

    viewer: the seat, or None for a spectator (and in `reveal`). variant: a key of `variants.VARIANTS`.
    turn: the seat to play; None unless the phase is "play" or "reshuffle". stage: what it has to do; "drawn" is public: "está eligiendo"
    (C7). awaited: the seats that may act: that one, or nobody. direction: 1 clockwise, -1 against it.
    two_sided: the cards have two faces. night: the night side is in play. turned: how many times the table has turned over.
    colours: the four of the side in play.
    top: the face on the pile, None before the deal. top_by: who played it, None for the start card. turned_up: the table
    has turned over since, so the face in sight is none that anybody played (C21, C22). colour: the active one, "" before the deal and while
    one is to be named. match: what a face that is no wild must match in colour or trait; None before the deal.
    stock, pile: how many cards lie in each; the pile counts its top card.
    pending: cards of the pile that waits for the seat to play, else 0. answers: the traits that may be played on it (none: take it).
    fuse, midnight: what they show, 3 to 1; None where none runs. explosion: how many cards the bomb will be (C13), else 0.
    fuse_at, midnight_at: whose turn it will be at zero if nobody skips, reverses or lights another one; None where none runs.
    tokens: who has a shield standing before them (C18).
    lost: the seats that lost a turn by the last event, to be marked. last_card: who holds a single one, ¡UNA CARTA! (C14).
    hand: the viewer's own cards, the side in play, in the order received, sorted by face anew with every turn-over (C20).
    others: the other faces of the rivals' cards, sorted by face; () for the viewer, and for everybody in a spectator's eyes (C20).
    drawn: the viewer's card that waits for JUGAR or GUARDAR, else None.
    playable: the faces that the viewer may play now, each once. asks_colour: those among them that name a colour.
    may_draw, may_keep, may_pass, may_name: whether the viewer may draw or take the pile, keep the drawn card, pass, name a colour.
    draw_refusal: why the viewer, whose turn it is, may not draw; None when it may or it is not their turn.
    next_seat: who follows the viewer (the seat to play, for a spectator) in the direction of play. other_side: who follows after a reverse.
    hands: everybody's cards, the side in play, only in `reveal`. held: how many cards each seat holds.
    sheet, reason, winners: of a game that is over; else None, None and ().
    """

    viewer: int | None
    variant: str
    phase: Phase
    turn: int | None
    stage: Stage
    awaited: tuple[int, ...]
    direction: int
    two_sided: bool
    night: bool
    turned: int
    colours: str
    top: Face | None
    top_by: int | None
    turned_up: bool
    colour: str
    match: Target | None
    stock: int
    pile: int
    pending: int
    answers: str
    fuse: int | None
    fuse_at: int | None
    explosion: int
    midnight: int | None
    midnight_at: int | None
    tokens: tuple[bool, ...]
    lost: tuple[int, ...]
    last_card: tuple[int, ...]
    hand: tuple[Face, ...]
    others: tuple[tuple[Face, ...], ...]
    drawn: Face | None
    playable: tuple[Face, ...]
    asks_colour: tuple[Face, ...]
    may_draw: bool
    may_keep: bool
    may_pass: bool
    may_name: bool
    draw_refusal: DrawRefusal | None
    next_seat: int
    other_side: int
    hands: tuple[tuple[Face, ...], ...] | None
    held: tuple[int, ...]
    sheet: Sheet | None
    reason: str | None
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """A CPU player's view, and what everybody at the table could remember of the public log and of the other faces (C20, C27).

    shown: the faces of the pile that are known, the top one last: those played since the table last turned over, and what turned up.
    The others lie below them. known: by seat, faces of its hand that all its rivals know, sorted: they were its other faces
    until the table turned. denials: see `games.kit.recall.Memory`; they start anew when the table turns.
    """

    view: View
    shown: tuple[Face, ...]
    known: tuple[tuple[Face, ...], ...]
    denials: tuple[tuple[Denial, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card of that face (C5, C6); after a draw it is the drawn one, JUGAR (C7). colour: named with a wild, None with any other."""

    face: Face
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card (C7), or take the pending pile (C11)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the drawn card, GUARDAR (C7)."""


@dataclass(frozen=True, slots=True)
class NameColour:
    """Name the active colour after a turn-over has brought up a face without one (C21, C22)."""

    colour: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, with nothing to play and nothing to draw (C8)."""


type Move = PlayCard | Draw | Keep | NameColour | Pass
