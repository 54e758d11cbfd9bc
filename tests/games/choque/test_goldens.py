"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.choque.variants import VARIANTS
from tests.games.choque.playthrough import SCRIPT

SHOWN = (1, 2, *range(5, 20), *range(21, 26), 28)
"""All that a table can show: no clocks (C3), no entitlements (C4), not who sees what (C20, C26), no CPU players (C27)."""


@pytest.mark.parametrize("path", SCRIPT.paths, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    SCRIPT.check(path)


def test_every_ending_every_table_and_every_corner_has_a_golden() -> None:
    SCRIPT.covers("C", SHOWN)
    opened = {tuple(line.split()[1:]) for path in SCRIPT.paths for line in SCRIPT.lines(path.stem) if line.startswith("table ")}
    assert {variant for variant, _ in opened} == set(VARIANTS)
    assert {seats for _, seats in opened} == set("23456")
