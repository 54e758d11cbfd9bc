"""A match told again from its history: state is the fold of the rule events, live and in the replay alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.contract import Event, Options, Rules, SeatKind


def fold(rules: Rules[Any, Any, Any], seats: Sequence[SeatKind], options: Options, events: Iterable[Event]) -> Any:
    """The state after the events. Raises `Illegal` at the first event that the rules refuse."""
    state = rules.start(seats, options)
    for event in events:
        state = rules.step(state, event)
    return state


def steps(
    rules: Rules[Any, Any, Any], seats: Sequence[SeatKind], options: Options, events: Iterable[Event]
) -> Iterator[tuple[Any, Event, Any]]:
    """Each event between the states before and after it, in order. Raises `Illegal` like `fold`."""
    before = rules.start(seats, options)
    for event in events:
        after = rules.step(before, event)
        yield before, event, after
        before = after
