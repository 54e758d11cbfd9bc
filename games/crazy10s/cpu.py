"""The CPU players of Crazy10s (T21)."""

from __future__ import annotations

from games.contract import Bits, Level
from games.crazy10s.views import Mind, Move, Pass


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited."""
    if mind.view.viewer is None or mind.view.viewer not in mind.view.awaited:
        raise ValueError("only an awaited seat chooses")
    return Pass()
