"""A table for tests of rules: what happens is written down, and stays readable. Each game adds how its cards or tiles are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import pytest

from games.contract import Event, Illegal, Options, Played, Rules


class Table:
    """A match in progress. state: as it is now; events: how it came to be."""

    def __init__(self, rules: Rules[Any, Any, Any], seats: int, options: Options) -> None:
        self.rules, self.options = rules, options
        self.state = rules.start(["person"] * seats, options)
        self.events: list[Event] = []

    def take(self, event: Event) -> Self:
        self.state = self.rules.step(self.state, event)
        self.events.append(event)
        return self

    def do(self, seat: int, move: Any) -> Self:
        return self.take(Played(seat, move))

    def frame(self, **changes: Any) -> Self:
        """Change what stands in the state's frame, all that outlives a hand or round: points, numbers, marks ..."""
        self.state = self.state._replace(frame=replace(self.state.frame, **changes))
        return self

    def refuse(self, seat: int, move: Any) -> Illegal:
        """The refusal of a move that must be refused, and leaves everything as it was."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.rules.step(self.state, Played(seat, move))
        assert self.state == before
        return caught.value

    def view(self, viewer: int | None) -> Any:
        """What the viewer may know."""
        return self.rules.view(self.state, viewer)
