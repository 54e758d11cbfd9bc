"""Prepared deals: dice that throw what a test has laid down for a deal code, and honest ones for every other code.

The test settings name this module as ``CHANCE``. What is laid down is a file in ``TAPETE_VAR/stacked``, so that a server in another
process throws the same. A stacked match does not pass the deal proof, which is what the proof is for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.conf import settings

from tables import dice


def lay_down(code: str, orders: Sequence[Sequence[int]]) -> None:
    """Have permutations 1, 2, 3... of the match with that deal code come out as given; later ones honestly."""
    folder = settings.VAR / "stacked"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / code).write_text(json.dumps([list(order) for order in orders]))


def throw(code: str, number: int, size: int) -> tuple[int, ...]:
    """As `tables.dice.throw`."""
    file = settings.VAR / "stacked" / code
    if file.exists():
        orders = json.loads(file.read_text())
        if number <= len(orders):
            return tuple(orders[number - 1])
    return dice.throw(code, number, size)
