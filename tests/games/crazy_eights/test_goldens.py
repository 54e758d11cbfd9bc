"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.crazy_eights.playthrough import SCRIPT


@pytest.mark.parametrize("path", SCRIPT.paths, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    SCRIPT.check(path)


def test_every_ending_and_every_corner_has_a_golden() -> None:
    """All that a table can show; three and seven players play too."""
    SCRIPT.covers("E", range(1, 18))
    seats = {int(line.split()[1]) for path in SCRIPT.paths for line in SCRIPT.lines(path.stem) if line.startswith("seats ")}
    assert seats >= {2, 3, 7}
