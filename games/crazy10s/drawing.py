"""The board and the rack as they are drawn: at the table, in the replay, in the puzzle and on the rules page. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.crazy10s.board import COLUMNS, EMPTY, RACK, Board, Grid, Square, Tile
from games.crazy10s.words import TILE_NAMES

CLASSES: Final = {"TL": "x3", "DL": "d", "DN": "n", "": ""}
"""The style of a bonus square."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A square to be drawn. row, col: from 0. label: its bonus or "". text: the digit of the tile on it, "" when it is free.

    style: class of a free square. centre: the first play must cover it. star: the tile was a wild. latest: it came with the last play.
    fresh: it is being laid.
    """

    row: int
    col: int
    label: str
    style: str
    text: str
    centre: bool
    star: bool
    latest: bool
    fresh: bool

    @property
    def number(self) -> int:
        """The row's number beside the board."""
        return self.row + 1

    @property
    def letter(self) -> str:
        """The column's letter above the board."""
        return COLUMNS[self.col]


@dataclass(frozen=True, slots=True)
class Held:
    """A tile of the viewer's rack. key: names it among equal ones, e.g. ``"4-2"``. text: as it is drawn. label: msgid, read aloud.

    col, row, value: where a draft lays it and what a wild is there, as a person writes them; "" when it is not laid.
    """

    key: str
    tile: Tile
    text: str
    label: str
    place: int
    col: str = ""
    row: str = ""
    value: str = ""


def board_of(
    grid: Grid,
    board: Board,
    *,
    stars: Collection[Square] = (),
    latest: Collection[Square] = (),
    fresh: Collection[Square] = (),
    live: bool = False,
) -> dict[str, Any]:
    """What ``board.html`` draws as ``board``.

    stars: squares of wilds. latest: squares of the last play, to be highlighted. fresh: squares of a play that is being laid.
    live: tiles may be laid, so that every square can be reached.
    """
    cells = [_cell(grid, board, place, (stars, latest, fresh)) for place in range(len(board))]
    rows = [tuple(cells[start : start + grid.size]) for start in range(0, len(cells), grid.size)]
    return {"size": grid.size, "columns": COLUMNS[: grid.size], "rows": rows, "live": live}


def _cell(grid: Grid, board: Board, place: int, marked: tuple[Collection[Square], ...]) -> Cell:
    square, label = grid.square(place), grid.labels[place] or ""
    star, latest, fresh = (square in squares for squares in marked)
    text = "" if board[place] == EMPTY else str(board[place])
    return Cell(square.row, square.col, label, CLASSES[label], text, square == grid.centre, star, latest, fresh)


def squares_of(placements: Iterable[Sequence[Any]]) -> frozenset[Square]:
    """The squares of a play."""
    return frozenset(Square(each[0], each[1]) for each in placements)


def rack_of(tiles: Sequence[Tile], laid: Iterable[Sequence[Any]] = ()) -> dict[str, Any]:
    """What ``rack.html`` draws as ``rack``: the tiles, and as many empty places as make seven. laid: placements of a draft."""
    seen: Counter[Tile] = Counter()
    left = list(laid)
    held = []
    for place, tile in enumerate(tiles, 1):
        seen[tile] += 1
        at = next((each for each in left if each[2] == tile), None)
        if at:
            left.remove(at)
        held.append(Held(f"{tile}-{seen[tile]}", tile, tile, TILE_NAMES[tile], place, *_written(at)))
    return {"tiles": held, "gaps": range(RACK - len(held)), "wild": "*" in tiles}


def _written(at: Sequence[Any] | None) -> tuple[str, str, str]:
    """Column, row and digit of a placement on the board as a person writes them."""
    if at is None or not 0 <= at[1] < len(COLUMNS):
        return "", "", ""
    return COLUMNS[at[1]], str(at[0] + 1), str(at[3])
