"""The daily puzzle (T15-T17): a board, a rack, and the play that scores most.

A position is made by a short match against nobody on the board of eleven by eleven, then solved exhaustively. As JSON: the id of the map,
the rows of the board as text with a dot for a free square, and the rack.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.contract import Bits, Illegal, Json, Judged, Made, Malformed, Region
from games.crazy10s import codec
from games.crazy10s.board import BAG, EMPTY, GRIDS, PUZZLE_GRID, RACK, STAR, Board, Grid, Tile
from games.crazy10s.drafts import sheet_of, sum_of
from games.crazy10s.drawing import board_of, rack_of, squares_of
from games.crazy10s.generate import Found, Spelling, find
from games.crazy10s.judge import judge, laid_on
from games.crazy10s.views import Placement, Play, Verdict, play_of

ATTEMPTS: Final = 200
"""Boards that are tried at most for one position."""
SCORES: Final = 20
"""Different scores that a position offers at least (T16)."""
BEST: Final = 4
"""Tiles that every best play uses at least (T16)."""
LINES: Final = (4, 5, 6)
"""How many plays the board has seen."""
DRAWN: Final = 5
"""Tiles from which each of those plays is made."""
LAID: Final = range(2, 5)
"""Tiles that each of them lays."""
FREE: Final = "."


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle: the map, the board before the play, and the rack."""

    grid: Grid
    board: Board
    rack: tuple[Tile, ...]


def encode(position: Position) -> Json:
    """The position as it is stored."""
    signs = "".join([FREE if value == EMPTY else str(value) for value in position.board])
    size = position.grid.size
    rows: list[Json] = [signs[start : start + size] for start in range(0, len(signs), size)]
    return {"grid": position.grid.id, "rows": rows, "rack": "".join(position.rack)}


def decode(raw: Json) -> Position:
    """The position back from its stored form."""
    match raw:
        case {"grid": str(grid), "rows": list(rows), "rack": str(rack)}:
            signs = "".join([str(row) for row in rows])
            return Position(GRIDS[grid], tuple([EMPTY if sign == FREE else int(sign) for sign in signs]), tuple(rack))
    raise ValueError("no position of a puzzle")


# ---- making -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solution:
    """What an exhaustive search of a position found. scores: how many different ones. best: the plays that make the maximum."""

    scores: int
    maximum: int
    best: tuple[Found, ...]


def solve(position: Position) -> Solution:
    """Look at every play. A seventh tile adds nothing here (T17)."""
    scores: set[int] = set()
    best: list[Found] = []
    for found in find(position.board, position.grid, position.rack, full_rack=False):
        scores.add(found.points)
        if not best or found.points > best[0].points:
            best = [found]
        elif found.points == best[0].points:
            best.append(found)
    return Solution(len(scores), best[0].points if best else 0, tuple(best))


def good(solution: Solution) -> bool:
    """Whether a position is worth a day (T16)."""
    return solution.scores >= SCORES and all(len(found.squares) >= BEST for found in solution.best)


def make(bits: Bits) -> Made:
    """A position with its solution; the same bits give the same. Raises RuntimeError when no attempt gives a good one."""
    for _ in range(ATTEMPTS):
        position = _position(bits)
        solution = solve(position) if position else None
        if position and solution and good(solution):
            spelling = Spelling(position.grid, position.rack)
            play = play_of(min([next(spelling.ways(found)) for found in solution.best]))
            return Made(encode(position), solution.maximum, codec.encode(play))
    raise RuntimeError("no position is good enough")


def _position(bits: Bits) -> Position | None:
    """A board after a few plays, and a rack with at most one wild; None when the tiles drawn allow no play."""
    tiles = _drawn(bits)
    board = PUZZLE_GRID.empty
    for _ in range(LINES[bits.below(len(LINES))]):
        hand = _take(tiles, DRAWN, wilds=0)
        found = [each for each in find(board, PUZZLE_GRID, hand, full_rack=False) if len(each.squares) in LAID]
        if not found:
            return None
        chosen = found[bits.below(len(found))]
        board = laid_on(board, PUZZLE_GRID, next(Spelling(PUZZLE_GRID, hand).ways(chosen)))
    return Position(PUZZLE_GRID, board, _take(tiles, RACK, wilds=1))


def _drawn(bits: Bits) -> Iterator[Tile]:
    """The tiles of the bag one after another."""
    left = list(BAG)
    while left:
        yield left.pop(bits.below(len(left)))


def _take(tiles: Iterator[Tile], count: int, *, wilds: int) -> tuple[Tile, ...]:
    """The next so many tiles; wilds beyond the allowed ones are laid aside."""
    taken: list[Tile] = []
    while len(taken) < count:
        tile = next(tiles)
        if tile != STAR or taken.count(STAR) < wilds:
            taken.append(tile)
    return tuple(taken)


# ---- judging and drawing ----------------------------------------------------------------------------------------------------


def _placed(raw: Json) -> tuple[Placement, ...]:
    move = codec.decode(raw)
    if not isinstance(move, Play):
        raise Malformed()
    return move.placements


def _verdict(position: Position, placements: Sequence[Placement]) -> Verdict:
    return judge(position.board, position.grid, position.rack, placements, full_rack=False)


class Crazy10sPuzzle:
    """`games.contract.Puzzle`, version 1."""

    style = "tiles"

    def make(self, bits: Bits) -> Made:
        """See `make`."""
        return make(bits)

    def judge(self, position: Json, raw: Json) -> Judged:
        """A valid play and its points; a lone zero is one, with none (T17). Raises `Illegal` with the reason (T22), `Malformed`."""
        placements = _placed(raw)
        verdict = _verdict(decode(position), placements)
        if verdict.fault:
            raise Illegal(verdict.fault.code, **verdict.fault.params)
        return Judged(codec.encode(play_of(placements)), verdict.total)

    def draft(self, position: Json, raw: Json) -> Region:
        """The sums and the score of tiles laid (T15, T18)."""
        placements = _placed(raw)
        send = json.dumps(codec.encode(play_of(placements)), separators=(",", ":"))
        sheet = sheet_of(_verdict(decode(position), placements), send=send)
        return Region("r-draft", "games/crazy10s/draft.html", {"draft": sheet})

    def draw(self, position: Json, raw: Json, acting: bool) -> Sequence[Region]:
        """The board with a play on it; acting: also its sums, the rack without the tiles laid, and the form without script."""
        found = decode(position)
        placements = _placed(raw) if raw is not None else ()
        centre = Region("r-centre", "games/crazy10s/centre.html", {"board": _board(found, placements, live=acting)})
        if not acting:
            return [centre]
        blank = Region("r-draft", "games/crazy10s/draft.html", {"draft": sheet_of(None)})
        rack = {"rack": rack_of(found.rack, placements), "live": True, "bare": True, "mine": True}
        hand = Region("r-hand", "games/crazy10s/puzzle_hand.html", rack)
        return [centre, self.draft(position, raw) if placements else blank, hand]

    def tell(self, position: Json, raw: Json) -> Region:
        """A play by its tiles and its lines with what each scores (T9)."""
        found, placements = decode(position), _placed(raw)
        verdict = _verdict(found, placements)
        lines = () if verdict.lone_zero else verdict.lines
        told = {"tiles": [each.tile for each in placements], "lines": [sum_of(line) for line in lines], "total": verdict.total}
        return Region("told", "games/crazy10s/puzzle_told.html", told)

    def card(self, position: Json) -> Region:
        """The board as a small picture (T2)."""
        found = decode(position)
        return Region("card", "games/crazy10s/puzzle_card.html", {"board": _board(found, (), live=False)})


def _board(position: Position, placements: Sequence[Placement], *, live: bool) -> dict[str, Any]:
    """The board with those tiles of a draft that lie on free squares."""
    board, grid = position.board, position.grid
    free = [each for each in placements if grid.holds(each.row, each.col) and board[grid.place(each.row, each.col)] == EMPTY]
    stars = squares_of([each for each in free if each.tile == STAR])
    return board_of(grid, laid_on(board, grid, free), stars=stars, fresh=squares_of(free), live=live)


PUZZLE: Final = Crazy10sPuzzle()
