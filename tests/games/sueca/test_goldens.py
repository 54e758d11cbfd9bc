"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.sueca.playthrough import SCRIPT


@pytest.mark.parametrize("path", SCRIPT.paths, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    SCRIPT.check(path)


def test_every_ending_and_every_corner_has_a_golden() -> None:
    """All that a table of four can show."""
    SCRIPT.covers("S", range(7, 25))
