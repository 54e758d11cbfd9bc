"""The boards of the rules page. Their sums and scores come from `judge`, as everything does, so the page can't tell it otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.contract import Line
from games.crazy10s.board import EMPTY, Grid, Tile, drawn
from games.crazy10s.drafts import Sum, sum_of
from games.crazy10s.drawing import board_of, squares_of
from games.crazy10s.judge import judge, laid_on
from games.crazy10s.views import Placement

PLAIN: Final = "....... ....... ....... ....... ....... ....... ......."


@dataclass(frozen=True, slots=True)
class Example:
    """A play on a small board. board: for ``board.html``. lines: what it touches. total: what it scores. why: what is wrong with it."""

    board: Mapping[str, Any]
    lines: tuple[Sum, ...]
    total: int
    why: Line | None


def example(old: str, new: str, bonuses: str = PLAIN) -> Example:
    """The example of three pictures of seven by seven: tiles that lie there, tiles of the play, and bonus squares."""
    grid = drawn("example", bonuses)
    board = tuple([EMPTY if mark == "." else int(mark) for mark in old.replace(" ", "")])
    placements = tuple(_laid(grid, new.replace(" ", "")))
    rack: tuple[Tile, ...] = tuple([each.tile for each in placements])
    verdict = judge(board, grid, rack, placements)
    shown = board_of(grid, laid_on(board, grid, placements), fresh=squares_of(placements))
    why = Line(f"why-{verdict.fault.code}", verdict.fault.params) if verdict.fault else None
    return Example(shown, tuple([sum_of(line) for line in verdict.lines]), verdict.total, why)


def _laid(grid: Grid, marks: str) -> list[Placement]:
    return [Placement(*grid.square(place), mark, int(mark)) for place, mark in enumerate(marks) if mark != "."]


EXAMPLES: Final[Mapping[str, Example]] = {
    "first": example(PLAIN, "....... ....... ....... ..163.. ....... ....... ......."),
    "cross": example(
        "....... ....... ....... ..163.. ....... ....... .......",
        "....... ....... ....... ....... ....2.. ....5.. .......",
    ),
    "beside": example(
        "....... ....... ....... ..163.. ....... ....... .......",
        "....... ....... ....... ....... .19.... ....... .......",
    ),
    "apart": example(
        "....... ...2... ...1... ...7... ....... ....... .......",
        "....... ....... ....... ..1.2.. ....... ....... .......",
    ),
    "unlinked": example(
        "....... ....... ....... .37.... ....... ....... .......",
        "....... ....... .7..... ....... .....37 ....... .......",
    ),
    "over": example(
        "....... ....... ....... ..163.. ....... ....... .......",
        "....... ....... ....... ....... ....4.. ....4.. .......",
    ),
    "score": example(
        "....... ....... ....... ...5... ...5... ....... .......",
        "....... ....... ....... ..3.2.. ....... ....... .......",
        "....... ....... ....... ..n.d.. ....... ....... .......",
    ),
    "both": example(
        "....... ....... ...4... ..4.... ....... ....... .......",
        "....... ....... ....... ...6... ....... ....... .......",
        "....... ....... ....... ...t... ....... ....... .......",
    ),
    "zero": example(
        "....... ....... ....... ..163.. ....... ....... .......",
        "....... ....... ....... .....0. ....... ....... .......",
    ),
}
"""By the name that the rules page calls them."""
