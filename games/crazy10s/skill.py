"""Judgement of positions for CPU players (T21): what tiles on a rack are worth, and how a match goes on when everybody is greedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games.crazy10s.board import STAR, Board, Grid, Tile
from games.crazy10s.generate import Found, find
from games.crazy10s.scoring import worth
from games.crazy10s.state import SCORELESS
from games.kit.seats import after

LEAVE: Final[Mapping[Tile, float]] = {
    "0": 8.0, "1": 8.0, "2": 4.0, "3": 1.0, "4": 1.0, "5": -5.0, "6": -8.0, "7": -8.0, "8": -8.0, "9": -10.0, STAR: 22.0,
}  # fmt: skip
"""By how many points a full rack with this tile does better than with a tile from the bag in its place: from matches of greedy players."""
GLANCE: Final = 1000
"""So many plays at most are looked at for a turn that is only imagined."""


def leave(tiles: Iterable[Tile]) -> float:
    """What tiles kept on the rack are worth against as many from the bag."""
    return sum([LEAVE[tile] for tile in tiles])


def kept(rack: Sequence[Tile], found: Found) -> list[Tile]:
    """The rack after a play that uses as few wilds as it can."""
    rest = list(rack)
    for _, value in found.squares:
        digit = str(value)
        rest.remove(digit if digit in rest else STAR)
    return rest


def laid(board: Board, found: Found) -> Board:
    """The board after a play."""
    cells = list(board)
    for place, value in found.squares:
        cells[place] = value
    return tuple(cells)


def best(board: Board, grid: Grid, rack: Sequence[Tile], most: int = GLANCE) -> Found | None:
    """The play with the most points among the first so many; None where there is none."""
    return max(islice(find(board, grid, rack), most), key=lambda found: found.points, default=None)


@dataclass(slots=True)
class Finish:
    """The end of a match with an empty bag, when both racks are known.

    racks: by seat. margin: what `me` is ahead by. dry: scoreless turns in a row.
    """

    board: Board
    grid: Grid
    racks: list[list[Tile]]
    me: int
    turn: int
    margin: int
    dry: int
    over: bool = False

    def play(self, found: Found | None) -> None:
        """The seat to play lays this, or passes; the match may end with it (T12, T13)."""
        seat, sign = self.turn, 1 if self.turn == self.me else -1
        points = found.points if found else 0
        if found:
            self.racks[seat] = kept(self.racks[seat], found)
            self.board = laid(self.board, found)
        self.margin += sign * points
        self.dry = 0 if points else self.dry + 1
        self.turn = after(seat, len(self.racks))
        if not self.racks[seat]:
            self.over = True
            self.margin += sign * worth(self.racks[self.turn])
        elif self.dry >= SCORELESS:
            self.over = True
            self.margin += sign * (worth(self.racks[self.turn]) - worth(self.racks[seat]))

    def play_out(self) -> int:
        """Both go on greedily; the margin at the end."""
        while not self.over:
            self.play(best(self.board, self.grid, self.racks[self.turn]))
        return self.margin


def spread(unseen: Iterable[tuple[Tile, int]]) -> list[Tile]:
    """Unseen tiles one by one."""
    return list(Counter(dict(unseen)).elements())
