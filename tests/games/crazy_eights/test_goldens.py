"""Playthroughs written down: one for each ending and each corner of the rules, replayed line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.registry import get
from tests.games.crazy_eights.playthrough import GOLDENS, told

FILES = sorted(GOLDENS.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    stored = path.read_text().splitlines()
    for number, (line, expected) in enumerate(zip(told(stored), stored, strict=True), start=1):
        assert line == expected, f"line {number}"


def test_every_ending_and_every_corner_has_a_golden() -> None:
    """A golden names the rules it is about in its comments; all that a table can show are named, and three and seven players play."""
    texts = {path.stem: path.read_text() for path in FILES}
    for reason in get("crazy-eights").reasons.values():
        assert any(f"over: {reason}, winners" in text for text in texts.values()), reason
    named = {
        number for text in texts.values() for line in text.splitlines() if line.startswith("#") for number in re.findall(r"E\d+", line)
    }
    assert named >= {f"E{number}" for number in range(1, 18)}
    seats = {int(line.split()[1]) for text in texts.values() for line in text.splitlines() if line.startswith("seats ")}
    assert seats >= {2, 3, 7}
