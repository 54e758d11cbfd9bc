"""What a play is: the lines it touches, what they total and score, and what is wrong with it (T3-T5, T7, T9-T11, T22).

The rules, the preview of a draft, the log and the daily puzzle all ask `judge`; there is no second opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.crazy10s.board import EMPTY, RACK, STAR, TILES, Board, Grid, Square, Tile
from games.crazy10s.views import Fault, Placement, ScoredLine, Verdict
from games.crazy10s.words import line_words, tile_token

FULL_RACK: Final = 20
"""What placing seven tiles in one play adds (T10)."""
NEIGHBOURS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def judge(board: Board, grid: Grid, rack: Sequence[Tile], placements: Sequence[Placement], *, full_rack: bool = True) -> Verdict:
    """The lines, the score and the first fault of a play or draft; never raises.

    board: before the play. rack: the tiles that may be laid. placements: in any order; nothing laid is a fault of its own.
    full_rack: seven tiles in one play add 20 (T10); not so in the daily puzzle (T17).
    """
    fault = _misplaced(board, grid, rack, placements)
    laid = _lying(board, grid, placements)
    lines = tuple(touched(board, grid, laid))
    fault = fault or _misfit(board, grid, laid, lines)
    lone_zero = len(placements) == 1 and placements[0].value == 0
    bonus = FULL_RACK if full_rack and len(placements) == RACK else 0
    scores = fault is None and not lone_zero
    return Verdict(lines, bonus, lone_zero, sum([line.points for line in lines]) + bonus if scores else 0, fault)


def laid_on(board: Board, grid: Grid, placements: Iterable[Placement]) -> Board:
    """The board after a valid play."""
    after = list(board)
    for row, col, _, value in placements:
        after[grid.place(row, col)] = value
    return tuple(after)


# ---- lines ----------------------------------------------------------------------------------------------------------------------


def touched(board: Board, grid: Grid, laid: Sequence[Placement]) -> Iterator[ScoredLine]:
    """Every line that contains a new tile (T3): rows before columns, each in reading order. laid: on free squares, no two on one."""
    after = laid_on(board, grid, laid)
    fresh = {Square(row, col) for row, col, _, _ in laid}
    for across in (True, False):
        seen: set[Square] = set()
        for square in sorted(fresh):
            if square not in seen:
                cells = run_through(after, grid, square, across)
                seen.update(cells)
                if len(cells) > 1:
                    yield _scored(after, grid, cells, fresh, across)


def run_through(board: Board, grid: Grid, square: Square, across: bool) -> tuple[Square, ...]:
    """The unbroken run of tiles through a square, of length one where it stands alone (T3)."""
    row, col = square
    down, right = (0, 1) if across else (1, 0)
    while grid.holds(row - down, col - right) and board[grid.place(row - down, col - right)] != EMPTY:
        row, col = row - down, col - right
    cells = []
    while grid.holds(row, col) and board[grid.place(row, col)] != EMPTY:
        cells.append(Square(row, col))
        row, col = row + down, col + right
    return tuple(cells)


def _scored(after: Board, grid: Grid, cells: tuple[Square, ...], fresh: set[Square], across: bool) -> ScoredLine:
    """A line with what it scores: new tiles on DN doubled, then the line for each new tile on DL or TL (T9)."""
    places = [grid.place(*cell) for cell in cells]
    new = tuple([cell in fresh for cell in cells])
    points, factor = 0, 1
    for place, is_new in zip(places, new, strict=True):
        points += after[place] * (grid.tile_factors[place] if is_new else 1)
        factor *= grid.line_factors[place] if is_new else 1
    doubled = tuple([is_new and grid.tile_factors[place] > 1 for place, is_new in zip(places, new, strict=True)])
    return ScoredLine(across, cells, tuple([after[place] for place in places]), new, doubled, factor, points * factor)


# ---- what can be wrong ------------------------------------------------------------------------------------------------------------


def linked(squares: Iterable[Square], lines: Iterable[ScoredLine]) -> bool:
    """T5: the new tiles form one group, two of them being linked when they lie in the same line.

    squares: of the new tiles, at least one. lines: every line that contains one of them.
    """
    apart = set(squares)
    groups = [{cell for cell, new in zip(line.cells, line.fresh, strict=True) if new} for line in lines]
    reached = [apart.pop()]
    while reached:
        square = reached.pop()
        for group in groups:
            if square in group:
                reached += apart & group
                apart -= group
    return not apart


def _lying(board: Board, grid: Grid, placements: Sequence[Placement]) -> list[Placement]:
    """Those that lie on free squares, each square's first."""
    lying: dict[Square, Placement] = {}
    for each in placements:
        if _square_fault(board, grid, each) is None and _digit_fault(each) is None:
            lying.setdefault(Square(each.row, each.col), each)
    return list(lying.values())


def _square_fault(board: Board, grid: Grid, each: Placement) -> Fault | None:
    if not grid.holds(each.row, each.col):
        return Fault("off-board")
    if board[grid.place(each.row, each.col)] != EMPTY:
        return Fault("occupied", {"square": Square(each.row, each.col).name})
    return None


def _digit_fault(each: Placement) -> Fault | None:
    """A wild is one of the ten digits (T7), any other tile its own."""
    if each.tile == STAR:
        return None if each.value in range(10) else Fault("wild-without-digit")
    return None if each.tile in TILES and each.value == int(each.tile) else Fault("malformed")


def _misplaced(board: Board, grid: Grid, rack: Sequence[Tile], placements: Sequence[Placement]) -> Fault | None:
    """What is wrong with single tiles."""
    if not placements:
        return Fault("nothing-laid")
    for each in placements:
        if fault := _square_fault(board, grid, each) or _digit_fault(each):
            return fault
    squares = Counter(Square(each.row, each.col) for each in placements)
    square, count = squares.most_common(1)[0]
    if count > 1:
        return Fault("two-on-a-square", {"square": square.name})
    if lacking := Counter(each.tile for each in placements) - Counter(rack):
        return Fault("not-on-rack", {"tile": tile_token(min(lacking))})
    return None


def _misfit(board: Board, grid: Grid, laid: Sequence[Placement], lines: Sequence[ScoredLine]) -> Fault | None:
    """What is wrong with the play as a whole. laid: at least one tile."""
    squares = [Square(each.row, each.col) for each in laid]
    if board == grid.empty:
        if grid.centre not in squares:
            return Fault("centre-uncovered", {"square": grid.centre.name})
        if not lines:
            return Fault("no-line")
    elif not any(_beside_old(board, grid, square) for square in squares):
        return Fault("not-joined")
    if not linked(squares, lines):
        return Fault("not-linked")
    wrong = next((line for line in lines if not line.fits), None)
    return Fault("row-sum" if wrong.across else "column-sum", line_words(wrong), wrong) if wrong else None


def _beside_old(board: Board, grid: Grid, square: Square) -> bool:
    """Whether a tile lies next to the square already (T4)."""
    row, col = square
    return any(grid.holds(row + down, col + right) and board[grid.place(row + down, col + right)] != EMPTY for down, right in NEIGHBOURS)
