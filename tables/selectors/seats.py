"""Who acts in a seat: a person, or a CPU player for itself or for somebody absent. Pure functions over rows already read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import NeedMove
from tables.models import Seat


def driven(seat: Seat) -> bool:
    """Whether a CPU player acts in the seat, its own or a stand-in."""
    return bool(seat.level or seat.stand_in)


def due(awaits: Any, seats: Sequence[Seat]) -> int | None:
    """The seat in which a CPU player must act now, if any (P12).

    CPU players act in every awaited group, but what only moves the show on they tap in a group without persons alone, and only after
    every group with a person has acted.
    """
    if not isinstance(awaits, NeedMove):
        return None
    groups = awaits.groups
    if awaits.show:
        if any(not driven(seats[seat]) for group in groups for seat in group):
            return None
        return groups[0][0] if groups else None
    return next((seat for group in groups for seat in group if driven(seats[seat])), None)


def absent(awaits: Any, seats: Sequence[Seat]) -> int | None:
    """The person's seat for which the clock acts when the time is up, if any (P2)."""
    if not isinstance(awaits, NeedMove):
        return None
    return next((seat for group in awaits.groups for seat in group if not driven(seats[seat])), None)
