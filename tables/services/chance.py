"""Where chance comes from: `tables.dice`, or what the setting ``CHANCE`` names (prepared deals of the test suite)."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from django.conf import settings


class Dice(Protocol):
    """What throws a match's permutations."""

    def throw(self, code: str, number: int, size: int) -> tuple[int, ...]:
        """Permutation `number` of ``range(size)`` of the match of that deal code."""


def dice() -> Dice:
    """The dice in force."""
    module: Dice = import_module(getattr(settings, "CHANCE", "tables.dice"))
    return module
