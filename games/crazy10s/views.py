"""What one seat, or a spectator, may know of a match of Crazy10s (T19, T20), its moves, and how plays are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.crazy10s.board import TEN, Board, Square, Tile

type Phase = Literal["lots", "deal", "play", "swap", "over"]
"""Drawing lots for who begins, before the tiles are drawn, a turn, swapped tiles on their way back into the bag, after the match."""
type Reason = Literal["out", "scoreless"]
"""A rack emptied with an empty bag (T12), six scoreless turns in a row (T13)."""


# ---- moves ----------------------------------------------------------------------------------------------------------------------


class Placement(NamedTuple):
    """One tile laid on the square in that row and column, counted from 0. value: its digit; a wild's is chosen with the play (T7)."""

    row: int
    col: int
    tile: Tile
    value: int


@dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles on the board (T3). placements: in order of their squares, so that a play has one form; see `play_of`."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing for a turn (T8)."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Give back these tiles for as many from the bag (T8). tiles: sorted, each as often as it is given back; see `swap_of`."""

    tiles: tuple[Tile, ...]


type Move = Play | Pass | Swap


# ---- how a play is told -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line with a new tile in it (T3, T9).

    across: it lies in a row, otherwise in a column. cells: its squares from left to right or top to bottom. values: the face value on
    each. fresh: which of them are new. doubled: which new tiles lie on DN. factor: of DL and TL squares covered now, multiplied.
    points: what it scores if the play is valid.
    """

    across: bool
    cells: tuple[Square, ...]
    values: tuple[int, ...]
    fresh: tuple[bool, ...]
    doubled: tuple[bool, ...]
    factor: int
    points: int

    @property
    def sum(self) -> int:
        """What it totals at face value; must be 10 (T3)."""
        return sum(self.values)

    @property
    def fits(self) -> bool:
        """Whether it totals 10."""
        return self.sum == TEN


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a play is refused (T22). code: a key of `texts.REFUSALS`; params: what its sentence needs. line: the line that is wrong."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    line: ScoredLine | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `judge.judge` says of a play, be it valid or not.

    lines: every line with a new tile, rows before columns, each in reading order; of a faulty play as far as it lies on free squares.
    bonus: 20 for seven tiles in one play (T10), else 0. lone_zero: a single tile of value 0, which scores nothing (T11).
    total: what the play scores; 0 while it is faulty. fault: the first thing that is wrong, None for a valid play.
    """

    lines: tuple[ScoredLine, ...]
    bonus: int
    lone_zero: bool
    total: int
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is over, as everybody saw it. number: from 1. verdict: of a play, else None. swapped: how many tiles went back (T8)."""

    number: int
    seat: int
    placements: tuple[Placement, ...]
    verdict: Verdict | None
    swapped: int

    @property
    def points(self) -> int:
        """What it scored."""
        return self.verdict.total if self.verdict else 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended (T12, T13). By seat: racks: the tiles left, laid open; left: their values, a wild 0 (T7); change: what
    that adds to each score; before: the scores without it.
    """

    reason: Reason
    racks: tuple[tuple[Tile, ...], ...]
    left: tuple[int, ...]
    change: tuple[int, ...]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table in the eyes of one viewer. Tuples that speak of both players go by seat.

    viewer: the seat, or None for a spectator (and in `reveal`). grid: the id of the map, a key of `board.GRIDS`.
    board: values row by row (`board.Board`). stars: where wilds lie on it.
    starter: who began, None before lots are drawn. turn: the seat to play; None unless the phase is "play" or "swap".
    turn_number: of the turn to come or being played, from 1. awaited: the seats that may act. scores: points so far.
    bag: tiles left in it. rack: the viewer's own tiles, as drawn. held: how many tiles each player has.
    racks: everybody's, only in `reveal`. unseen: how many tiles of each kind (0 to 9, then the wild) lie neither on the board nor on the
    viewer's rack; a laid wild is no longer among the wilds, whatever its digit (T19).
    most_swapped: how many tiles the viewer may swap now, 0 when it is not their turn (T8).
    scoreless: scoreless turns in a row so far; at six the match ends (T13).
    last: the latest turn. latest_play: the latest turn that laid tiles, to be highlighted (T19).
    ending: once the match is over. winners: who won it; both when it is a draw.
    """

    viewer: int | None
    phase: Phase
    grid: str
    board: Board
    stars: tuple[Square, ...]
    starter: int | None
    turn: int | None
    turn_number: int
    awaited: tuple[int, ...]
    scores: tuple[int, ...]
    bag: int
    rack: tuple[Tile, ...]
    held: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...] | None
    unseen: tuple[tuple[Tile, int], ...]
    most_swapped: int
    scoreless: int
    last: Turn | None
    latest_play: Turn | None
    ending: Ending | None
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """A CPU player's view. There is nothing to remember besides: what was played lies on the board, and a swap shows nothing."""

    view: View


def play_of(placements: tuple[Placement, ...] | list[Placement]) -> Play:
    """The play in its one form."""
    return Play(tuple(sorted(placements)))


def swap_of(tiles: tuple[Tile, ...] | list[Tile] | str) -> Swap:
    """The swap in its one form."""
    return Swap(tuple(sorted(tiles)))
