"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.crazy_switch.playthrough import SCRIPT


@pytest.mark.parametrize("path", SCRIPT.paths, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    SCRIPT.check(path)


def test_every_ending_and_every_corner_has_a_golden() -> None:
    """All that a table can show, under both sets of rules."""
    SCRIPT.covers("W", (3, 4, *range(6, 16)))
    assert {line.split()[1] for path in SCRIPT.paths for line in SCRIPT.lines(path.stem) if line.startswith("rules ")} == {
        "estandar",
        "casa",
    }
