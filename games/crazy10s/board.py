"""Squares, tiles and the boards of Crazy10s with their bonus squares (T1, T2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

type Tile = str
"""A tile as it lies in the bag: a digit ``"0"`` to ``"9"``, or `STAR`."""
type Board = tuple[int, ...]
"""The values on the board row by row, `EMPTY` where no tile lies. A played wild is the digit that was chosen with it (T7)."""
type Label = Literal["TL", "DL", "DN"]
"""Triples the line, doubles the line, doubles the tile (T2)."""

EMPTY: Final = -1
TEN: Final = 10
"""What every line must total (T3)."""
STAR: Final = "*"
RACK: Final = 7
"""Tiles on a rack (T1)."""
TILES: Final[Mapping[Tile, int]] = {
    "0": 6, "1": 11, "2": 11, "3": 10, "4": 10, "5": 9, "6": 8, "7": 6, "8": 3, "9": 3, STAR: 3,
}  # fmt: skip
"""How many of each tile there are (T1)."""
BAG: Final[tuple[Tile, ...]] = tuple(tile for tile, count in TILES.items() for _ in range(count))
"""All tiles; the `Shuffled` order of the bag names places in it."""
TILE_FACTOR: Final[Mapping[str, int]] = {"DN": 2}
LINE_FACTOR: Final[Mapping[str, int]] = {"DL": 2, "TL": 3}
LETTERS: Final[Mapping[str, Label]] = {"t": "TL", "d": "DL", "n": "DN"}
COLUMNS: Final = "ABCDEFGHIJKLM"


class Square(NamedTuple):
    """A square of the board, counted from 0 from the upper left."""

    row: int
    col: int

    @property
    def name(self) -> str:
        """Its name as it stands beside the board: column letter, then row from 1, e.g. ``"H8"``."""
        return f"{COLUMNS[self.col]}{self.row + 1}"


@dataclass(frozen=True)
class Grid:
    """A board with its bonus squares.

    id: its name in game records, never given to another map. size: squares in a row and rows. labels: row by row, None for a plain square.
    """

    id: str
    size: int
    labels: tuple[Label | None, ...]

    @property
    def empty(self) -> Board:
        """This board without tiles."""
        return (EMPTY,) * self.size**2

    @property
    def centre(self) -> Square:
        """The middle square, which the first play must cover (T4)."""
        return Square(self.size // 2, self.size // 2)

    @cached_property
    def tile_factors(self) -> tuple[int, ...]:
        """By what each square multiplies a tile laid on it (T9)."""
        return tuple(TILE_FACTOR.get(label or "", 1) for label in self.labels)

    @cached_property
    def line_factors(self) -> tuple[int, ...]:
        """By what each square multiplies the lines of a tile laid on it (T9)."""
        return tuple(LINE_FACTOR.get(label or "", 1) for label in self.labels)

    def place(self, row: int, col: int) -> int:
        """The place of a square in a `Board`. Only for squares on the board."""
        return row * self.size + col

    def square(self, place: int) -> Square:
        """The square at a place of a `Board`."""
        return Square(*divmod(place, self.size))

    def holds(self, row: int, col: int) -> bool:
        """Whether there is such a square."""
        return 0 <= row < self.size and 0 <= col < self.size

    def label(self, row: int, col: int) -> Label | None:
        """The bonus of a square on the board, None for a plain one."""
        return self.labels[self.place(row, col)]


def drawn(name: str, picture: str) -> Grid:
    """The grid of a picture: one line a row, with the letters of `LETTERS` and dots."""
    rows = picture.split()
    return Grid(name, len(rows), tuple(LETTERS.get(letter) for row in rows for letter in row))


MATCH_GRID: Final = drawn(
    "13a",
    """
    t..n..t..n..t
    .n..d...d..n.
    ..d...n...d..
    n....n.n....n
    .d..d...d..d.
    ...n.....n...
    t.n.......n.t
    ...n.....n...
    .d..d...d..d.
    n....n.n....n
    ..d...n...d..
    .n..d...d..n.
    t..n..t..n..t
    """,
)
"""The board of a match."""
PUZZLE_GRID: Final = drawn(
    "11a",
    """
    t..n.d.n..t
    ...d...d...
    ..d..n..d..
    nd.n...n.dn
    ...........
    d.n.....n.d
    ...........
    nd.n...n.dn
    ..d..n..d..
    ...d...d...
    t..n.d.n..t
    """,
)
"""The board of the daily puzzle (T15)."""
GRIDS: Final[Mapping[str, Grid]] = {grid.id: grid for grid in (MATCH_GRID, PUZZLE_GRID)}
"""Every map by the id that stands in game records. A map that was ever played stays as it is."""
