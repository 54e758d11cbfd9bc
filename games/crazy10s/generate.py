"""Every play of a rack, each once (T21): for CPU players, the puzzle, and whoever wants to know what was possible.

The search grows a group of new tiles from one anchor, a square beside an old tile (T4). The squares at the ends of the lines through the
group are its frontier: a tile there is linked to the group, and by T5 any further tile of the play stands on some frontier sooner or
later, because between two linked tiles the line has no gap. Each frontier square is decided once, first with every value that fits and
then as left empty, so no play is found twice. A line that totals less than ten is decided before anything else: it must grow at one of
its two ends. What prunes: no line may total more than ten; a short line needs an open end, and what it lacks must be a sum of tiles
left on the rack, unless a tile on the board lies within reach and may join in.

The search is for values. Equal tiles are one, and a wild stands in where a digit has run out; which of the squares then take the wilds
makes no difference to sums and scores, and is spelled out by `plays` at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from games.crazy10s.board import EMPTY, RACK, STAR, TEN, Board, Grid, Tile
from games.crazy10s.judge import FULL_RACK
from games.crazy10s.views import Placement

WALL: Final = -2
"""Off the board, or a square decided to stay empty."""
DIGITS: Final = 10


class Found(NamedTuple):
    """A play by its values. squares: place on the `Board` and value of each new tile, in no order. points: what it scores."""

    squares: tuple[tuple[int, int], ...]
    points: int


class ScoredPlay(NamedTuple):
    """A play and what it scores. placements: in order of their squares, as in `views.Play`."""

    placements: tuple[Placement, ...]
    points: int


type Gap = tuple[int, int, int]
"""A line through an undecided square: what its tiles total, and the squares before and behind it."""
type Short = tuple[int, int]
"""A line that still lacks something: a cell of it, and the step along it."""


def find(board: Board, grid: Grid, rack: Sequence[Tile], *, full_rack: bool = True) -> Iterator[Found]:
    """Every play by its values, each once: whoever uses wilds sparingly needs no more. Arguments as for `judge.judge`."""
    return _Search(board, grid, rack, full_rack=full_rack).run()


def plays(board: Board, grid: Grid, rack: Sequence[Tile], *, full_rack: bool = True) -> Iterator[ScoredPlay]:
    """Every play, each once; the same values with wilds on other squares are another play. Arguments as for `judge.judge`."""
    spelling = Spelling(grid, rack)
    for found in find(board, grid, rack, full_rack=full_rack):
        for placements in spelling.ways(found):
            yield ScoredPlay(placements, found.points)


class Spelling:
    """Which tiles of a rack may stand for the values of a play. It keeps what it has spelled, because plays have much in common."""

    def __init__(self, grid: Grid, rack: Sequence[Tile]) -> None:
        self.size, self.rack = grid.size, Counter(rack)
        self.places: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self.plain: dict[tuple[int, int], Placement] = {}
        self.wild: dict[tuple[int, int], Placement] = {}

    def ways(self, found: Found) -> Iterator[tuple[Placement, ...]]:
        """The placements of a play in all ways, those with the fewest wilds first."""
        squares = sorted(found.squares)
        plain = [self._laid(self.plain, square, str(square[1])) for square in squares]
        if not self.rack[STAR]:
            yield tuple(plain)
            return
        for places in self._wild_places(tuple([value for _, value in squares])):
            way = plain.copy()
            for place in places:
                way[place] = self._laid(self.wild, squares[place], STAR)
            yield tuple(way)

    def _laid(self, known: dict[tuple[int, int], Placement], square: tuple[int, int], tile: Tile) -> Placement:
        found = known.get(square)
        if found is None:
            place, value = square
            found = known[square] = Placement(place // self.size, place % self.size, tile, value)
        return found

    def _wild_places(self, values: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Which of the values may be laid as wilds: the rest must be on the rack as digits."""
        found = self.places.get(values)
        if found is None:
            short = {value: lack for value in set(values) if (lack := values.count(value) - self.rack[str(value)]) > 0}
            found = self.places[values] = [
                places
                for count in range(sum(short.values()), min(self.rack[STAR], len(values)) + 1)
                for places in combinations(range(len(values)), count)
                if all(sum([values[place] == value for place in places]) >= lack for value, lack in short.items())
            ]
        return found


class _Search:
    """One search. Squares are numbers in a board with walls around it: a step of 1 is a column, of `width` a row.

    cells: `EMPTY`, `WALL`, or the value that lies there. held: tiles left on the rack by digit; below zero where wilds stand in. wilds:
    those left. left: tiles left. laid: the group so far. least: tiles that a play has at least; a first play forms a line (T4).
    sums: by what is held, which sums can be made of it, as bits.
    """

    __slots__ = ("anchors", "cells", "full_rack", "grid", "held", "laid", "least", "left", "places", "steps", "sums", "width", "wilds")

    def __init__(self, board: Board, grid: Grid, rack: Sequence[Tile], *, full_rack: bool) -> None:
        self.grid, self.width, self.full_rack = grid, grid.size + 1, full_rack
        self.steps = (1, -1, self.width, -self.width)
        self.cells = [WALL] * (self.width * (grid.size + 2) + 1)
        self.places = [0] * len(self.cells)
        for place, value in enumerate(board):
            self.cells[self._number(place)] = value
            self.places[self._number(place)] = place
        self.held = [rack.count(str(digit)) for digit in range(DIGITS)]
        self.wilds, self.left = rack.count(STAR), len(rack)
        self.laid: list[int] = []
        self.least = 2 if board == grid.empty else 1
        self.sums: dict[tuple[int, ...], int] = {}
        self.anchors = self._anchors(board)

    def _number(self, place: int) -> int:
        row, col = divmod(place, self.grid.size)
        return (row + 1) * self.width + col

    def _anchors(self, board: Board) -> list[int]:
        """The squares of which a play covers one (T4): those beside a tile, or the centre of an empty board."""
        if board == self.grid.empty:
            return [self._number(self.grid.place(*self.grid.centre))]
        free = [self._number(place) for place, value in enumerate(board) if value == EMPTY]
        return [each for each in free if any(self.cells[each + step] >= 0 for step in self.steps)]

    def run(self) -> Iterator[Found]:
        """Every play, by the first of the anchors that it covers."""
        for anchor in self.anchors:
            yield from self._lay(anchor, (), ())
            self.cells[anchor] = WALL

    # ---- growing a group --------------------------------------------------------------------------------------------------------

    def _lay(self, cell: int, short: tuple[Short, ...], frontier: tuple[int, ...]) -> Iterator[Found]:
        """Lay every value that fits on a free square. short: the lines that lack something; frontier: the squares not yet decided."""
        cells, width = self.cells, self.width
        across, down = self._gap(cell, 1), self._gap(cell, width)
        ends = [end for end in (*across[1:], *down[1:]) if cells[end] == EMPTY and end not in frontier]
        wider = (*frontier, *ends)
        self.laid.append(cell)
        for value in self._values(across, down):
            self._take(value)
            cells[cell] = value
            if (lacking := self._lacking(cell, across, down)) is not None:
                yield from self._grow(short + lacking, wider)
            self._give(value)
        cells[cell] = EMPTY
        self.laid.pop()

    def _grow(self, short: tuple[Short, ...], frontier: tuple[int, ...]) -> Iterator[Found]:
        """Everything that the group can grow to, itself included."""
        cells = self.cells
        while short:
            cell, step = short[-1]
            total, before, behind = self._gap(cell, step)
            lack = TEN - total - cells[cell]
            if lack:
                yield from self._lengthen(lack, before, behind, step, short, frontier)
                return
            short = short[:-1]
        if len(self.laid) >= self.least:
            places = self.places
            yield Found(tuple([(places[cell], cells[cell]) for cell in self.laid]), self._points())
        if not self.left:
            return
        free = [cell for cell in frontier if cells[cell] == EMPTY]
        if self.held[0] <= 0 and not self.wilds:
            free = [cell for cell in free if not self._beside_line(cell)]
        for index, cell in enumerate(free, start=1):
            yield from self._lay(cell, (), tuple(free[index:]))
            cells[cell] = WALL
        for cell in free:
            cells[cell] = EMPTY

    def _beside_line(self, cell: int) -> bool:
        """Whether the square is at the end of a line. While no line is short only a 0 can lie there."""
        cells = self.cells
        return any(cells[cell + step] >= 0 and cells[cell + 2 * step] >= 0 for step in self.steps)

    def _lengthen(
        self, lack: int, before: int, behind: int, step: int, short: tuple[Short, ...], frontier: tuple[int, ...]
    ) -> Iterator[Found]:
        """Grow a line that lacks something at its one end; then, with that end decided to stay empty, at the other."""
        cells = self.cells
        walled = []
        for end in (before, behind):
            if cells[end] == EMPTY and self._can_fill(lack, before, behind, step):
                yield from self._lay(end, short, frontier)
                cells[end] = WALL
                walled.append(end)
        for end in walled:
            cells[end] = EMPTY

    # ---- tiles and sums -----------------------------------------------------------------------------------------------------------

    def _values(self, across: Gap, down: Gap) -> list[int]:
        """The values that may be laid where these lines cross; with the last tile both must come to ten."""
        held = self.held
        if self.left > 1:
            most = min(TEN - max(across[0], down[0]), DIGITS - 1)
            return [value for value in range(most + 1) if held[value] > 0 or self.wilds]
        exact = {TEN - total for (total, before, behind), step in ((across, 1), (down, self.width)) if behind - before > 2 * step}
        return [value for value in exact if len(exact) == 1 and 0 <= value < DIGITS and (held[value] > 0 or self.wilds)]

    def _take(self, digit: int) -> None:
        """Take a tile from the rack for that digit: a wild where there is no other."""
        if self.held[digit] <= 0:
            self.wilds -= 1
        self.held[digit] -= 1
        self.left -= 1

    def _give(self, digit: int) -> None:
        """Put the tile back that was taken last for that digit."""
        self.held[digit] += 1
        self.left += 1
        if self.held[digit] <= 0:
            self.wilds += 1

    def _gap(self, cell: int, step: int) -> Gap:
        """The line through a square without what lies on the square itself."""
        cells, total, before, behind = self.cells, 0, cell - step, cell + step
        while (value := cells[before]) >= 0:
            total += value
            before -= step
        while (value := cells[behind]) >= 0:
            total += value
            behind += step
        return total, before, behind

    def _lacking(self, cell: int, across: Gap, down: Gap) -> tuple[Short, ...] | None:
        """Which lines through a new tile are short of ten; None where one can't be filled any more."""
        value = self.cells[cell]
        found: tuple[Short, ...] = ()
        for (total, before, behind), step in ((across, 1), (down, self.width)):
            lack = TEN - total - value
            if lack and behind - before > 2 * step:
                if not self._can_fill(lack, before, behind, step):
                    return None
                found = (*found, (cell, step))
        return found

    def _can_fill(self, lack: int, before: int, behind: int, step: int) -> bool:
        """Whether a line that lacks so much may still get it; False only where it certainly can't."""
        upwards, onwards = self.cells[before] == EMPTY, self.cells[behind] == EMPTY
        if not self.left or not (upwards or onwards):
            return False
        if self.wilds or self._sums() >> lack & 1:
            return True
        return (upwards and self._in_reach(before, -step)) or (onwards and self._in_reach(behind, step))

    def _sums(self) -> int:
        """The sums that tiles left on the rack can make: bit 7 is set where 7 can be made."""
        held = tuple(self.held)
        sums = self.sums.get(held)
        if sums is None:
            sums = 1
            for digit, count in enumerate(held):
                for _ in range(count):
                    sums |= sums << digit
            self.sums[held] = sums
        return sums

    def _in_reach(self, cell: int, step: int) -> bool:
        """Whether a line that grows over this square can run into another tile with what is left on the rack."""
        cells = self.cells
        for _ in range(self.left):
            cell += step
            if cells[cell] != EMPTY:
                return cells[cell] >= 0
        return False

    # ---- scores -----------------------------------------------------------------------------------------------------------------

    def _points(self) -> int:
        """What the group scores (T9-T11): its lines all total ten, so only new tiles on DN add something."""
        if len(self.laid) == 1 and self.cells[self.laid[0]] == 0:
            return 0
        bonus = FULL_RACK if self.full_rack and len(self.laid) == RACK else 0
        return bonus + self._line_points(1) + self._line_points(self.width)

    def _line_points(self, step: int) -> int:
        """What the lines along one step score."""
        cells, places, doubles, times = self.cells, self.places, self.grid.tile_factors, self.grid.line_factors
        totals: dict[int, int] = {}
        factors: dict[int, int] = {}
        for cell in self.laid:
            _, before, behind = self._gap(cell, step)
            if behind - before > 2 * step:
                place = places[cell]
                totals[before] = totals.get(before, TEN) + cells[cell] * (doubles[place] - 1)
                factors[before] = factors.get(before, 1) * times[place]
        return sum([total * factors[line] for line, total in totals.items()])
