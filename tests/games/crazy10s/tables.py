"""A table of Crazy10s for tests: racks and bag are written down, tiles are laid by the names of the squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

from games.contract import Over, Result, Shuffled
from games.crazy10s.board import BAG, COLUMNS, EMPTY, MATCH_GRID, RACK, STAR, Board, Grid, Square
from games.crazy10s.judge import judge
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.state import State
from games.crazy10s.views import Move, Pass, Placement, Play, Verdict, play_of, swap_of
from tests.contract.table import Table as Plain

OPTIONS = {"map": "13a"}


def square_of(name: str) -> Square:
    """``H8`` is column H, row 8."""
    return Square(int(name[1:]) - 1, COLUMNS.index(name[0]))


def placement_of(word: str) -> Placement:
    """``H8=4``; ``H8=*4`` for a wild that is a 4."""
    name, _, tile = word.partition("=")
    row, col = square_of(name)
    return Placement(row, col, tile[0], int(tile[-1]))


def laying(words: str) -> Play:
    """``G7=4 H7=6``: the play of these tiles."""
    return play_of([placement_of(word) for word in words.split()])


def board_of(*runs: str, grid: Grid = MATCH_GRID) -> Board:
    """Tiles in rows and columns: ``G7-46`` from G7 to the right, ``G7|46`` from G7 downwards."""
    cells = list(grid.empty)
    for run in runs:
        name, mark, digits = run.partition("-") if "-" in run else run.partition("|")
        row, col = square_of(name)
        for step, digit in enumerate(digits):
            cells[grid.place(row + step * (mark == "|"), col + step * (mark == "-"))] = int(digit)
    return tuple(cells)


def judged(words: str, *runs: str, rack: str | None = None, grid: Grid = MATCH_GRID, full_rack: bool = True) -> Verdict:
    """The verdict on a play on a board of such runs. rack: exactly the tiles laid, when not given."""
    placements = laying(words).placements
    tiles = rack if rack is not None else "".join(each.tile for each in placements)
    return judge(board_of(*runs, grid=grid), grid, tuple(tiles), placements, full_rack=full_rack)


def order_of(racks: Sequence[str], bag: str, starter: int) -> tuple[int, ...]:
    """The shuffle that deals these racks by seat, and then this bag, next tile first; the tiles not named follow."""
    wanted = [*racks[starter], *racks[1 - starter], *bag]
    assert len(racks[0]) == len(racks[1]) == RACK
    left = Counter(BAG)
    left.subtract(wanted)
    assert min(left.values()) >= 0, f"too many of {[tile for tile, count in left.items() if count < 0]}"
    places: dict[str, list[int]] = {}
    for place, tile in enumerate(BAG):
        places.setdefault(tile, []).append(place)
    return tuple(places[tile].pop(0) for tile in [*wanted, *left.elements()])


class Table(Plain):
    """A match in progress, in which seat 0 begins when not said otherwise."""

    state: State

    def __init__(self, starter: int = 0) -> None:
        super().__init__(RULES, 2, OPTIONS)
        self.take(Shuffled((starter, 1 - starter)))

    def deal(self, *racks: str, bag: str = "") -> Self:
        return self.take(Shuffled(order_of(racks, bag, self.state.starter)))

    def lie(self, *racks: str, runs: str = "", bag: str = "", **changes: Any) -> Self:
        """A position in the middle of a match, without the tiles that make no difference."""
        where = {"board": board_of(*runs.split()), "racks": tuple(map(tuple, racks)), "bag": tuple(bag), "phase": "play"}
        self.state = self.state._replace(**{**where, **changes})
        return self

    def play(self, words: str) -> Self:
        return self.go(laying(words))

    def go(self, move: Move) -> Self:
        """The move of whoever is to play."""
        return self.do(self.state.turn, move)

    def pass_on(self, times: int = 1) -> Self:
        for _ in range(times):
            self.go(Pass())
        return self

    def swap(self, tiles: str) -> Self:
        return self.go(swap_of(tiles))

    def shuffle(self) -> Self:
        """Chance leaves the bag as it is."""
        awaited = RULES.awaits(self.state)
        return self.take(Shuffled(tuple(range(getattr(awaited, "size", 0)))))

    def code(self, move: Move) -> str:
        """The code with which a move of whoever is to play is refused."""
        return self.refuse(self.state.turn, move).code

    def result(self) -> Result:
        awaited = RULES.awaits(self.state)
        assert isinstance(awaited, Over)
        return awaited.result

    def at(self, name: str) -> int | None:
        """What lies on a square."""
        value = self.state.board[self.state.grid.place(*square_of(name))]
        return None if value == EMPTY else value


def tiles_of(state: State) -> Counter[str]:
    """All tiles of a match, wherever they are; a laid wild is a wild."""
    stars = {state.grid.place(*square) for square in state.stars}
    laid = [STAR if place in stars else str(value) for place, value in enumerate(state.board) if value != EMPTY]
    return Counter([*laid, *state.bag, *(tile for rack in state.racks for tile in rack)])
