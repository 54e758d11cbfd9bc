"""Plays judged by another program (T2-T5, T7, T9-T11, T22), and complete sets of plays found by one (T21).

``data/judged.jsonl.gz``: plays on boards with bonus squares of their own. ``data/linked.jsonl.gz``: every play of a small rack. Their
form is told in `records`.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from games.crazy10s.board import EMPTY, GRIDS, Board, Grid, Label
from games.crazy10s.generate import plays
from games.crazy10s.judge import judge
from games.crazy10s.views import Placement

DATA = Path(__file__).with_name("data")
LABELS: dict[tuple[str, int], Label] = {("number", 2): "DN", ("line", 2): "DL", ("line", 3): "TL"}
REASONS = {
    "first play must cover the centre": "centre-uncovered",
    "a line does not sum to 10": "sum",
    "first play needs a line of two or more tiles": "no-line",
    "not connected to the board": "not-joined",
    "square taken": "occupied",
    "off the board": "off-board",
    "tile not in rack": "not-on-rack",
    "two tiles on one square": "two-on-a-square",
}


def records(name: str) -> list[dict[str, Any]]:
    """A board is ``{"row,col": digit}``, bonus squares ``{"row,col": [kind, factor]}``, a placement ``[row, col, tile, value]``."""
    return [json.loads(line) for line in gzip.decompress((DATA / f"{name}.jsonl.gz").read_bytes()).splitlines()]


JUDGED, LINKED = records("judged"), records("linked")


def board_of(tiles: dict[str, int], size: int) -> Board:
    return tuple(tiles.get(f"{place // size},{place % size}", EMPTY) for place in range(size**2))


def grid_of(bonus: dict[str, tuple[str, int]], size: int) -> Grid:
    labels = {square: LABELS[kind, factor] for square, (kind, factor) in bonus.items()}
    return Grid("own", size, tuple(labels.get(f"{place // size},{place % size}") for place in range(size**2)))


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_judged_plays(case: dict[str, Any]) -> None:
    position, size = case["position"], case["position"]["size"]
    placements = [Placement(*each) for each in case["placements"]]
    verdict = judge(
        board_of(position["board"], size),
        grid_of(position["bonus"], size),
        position["rack"],
        placements,
        full_rack=position["mode"] == "match",
    )
    if not case["legal"]:
        assert verdict.fault
        assert verdict.fault.code.removeprefix("row-").removeprefix("column-") == REASONS[case["reason"]]
        assert verdict.total == 0
        return
    assert verdict.fault is None
    assert verdict.total == case["score"]
    if not verdict.lone_zero:
        lines = sorted(([list(cell) for cell in line.cells], line.points) for line in verdict.lines)
        assert lines == sorted((line["squares"], line["score"]) for line in case["lines"])


@pytest.mark.parametrize("case", LINKED, ids=lambda case: case["id"])
def test_t21_complete_sets_of_plays(case: dict[str, Any]) -> None:
    grid = GRIDS["13a" if case["size"] == 13 else "11a"]
    found = plays(board_of(case["board"], case["size"]), grid, case["rack"], full_rack=case["mode"] == "match")
    told = sorted((list(map(list, placements)), points) for placements, points in found)
    assert told == sorted((sorted(play["placements"]), play["score"]) for play in case["plays"])


def test_how_many_were_compared() -> None:
    assert len(JUDGED) == 129
    assert sum(case["legal"] for case in JUDGED) == 98
    assert len(LINKED) == 40
    assert sum(len(case["plays"]) for case in LINKED) == 673
