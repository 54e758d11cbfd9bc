"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.crazy10s.playthrough import SCRIPT


@pytest.mark.parametrize("path", SCRIPT.paths, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    SCRIPT.check(path)


def test_every_ending_and_every_corner_has_a_golden() -> None:
    """All that a table can show; a draw and negative totals too, which are no reasons of their own."""
    SCRIPT.covers("T", range(1, 15))
    texts = ["\n".join(SCRIPT.lines(path.stem)) for path in SCRIPT.paths]
    assert any("winners Ana Bea" in text for text in texts)
    assert any(re.search(r", --?\d+--\d+, over:", text) for text in texts)
