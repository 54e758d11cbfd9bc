"""Seats numbered from 0 in playing order."""

from __future__ import annotations


def after(seat: int, count: int, steps: int = 1) -> int:
    """The seat so many places later in playing order at a table of `count` seats."""
    return (seat + steps) % count


def order_from(seat: int, count: int) -> tuple[int, ...]:
    """All seats in playing order, beginning with this one."""
    return tuple((seat + step) % count for step in range(count))


def put[T](items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """The items by seat with another one at this seat."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
