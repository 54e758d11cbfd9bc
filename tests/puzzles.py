"""Days of the puzzle for tests, with a position that is always the same."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Any

from games import registry
from games.contract import Game, Json, Made
from games.crazy10s import codec
from games.crazy10s.generate import plays
from games.crazy10s.puzzle import PUZZLE, decode
from games.crazy10s.views import play_of
from games.kit.bits import Stream
from tables.models import PuzzleDay


def game() -> Game:
    """The game that brings the puzzle."""
    found = registry.puzzling()
    assert found
    return found


@cache
def made(seed: str = "test") -> Made:
    """A position with its solution."""
    return PUZZLE.make(Stream(seed))


def laid(day: dt.date, seed: str = "test") -> PuzzleDay:
    """A day with that position."""
    found = made(seed)
    values: dict[str, Any] = {"version": 1, "position": found.position, "maximum": found.maximum, "best": found.best}
    return PuzzleDay.objects.create(slug=game().slug, day=day, **values)


@cache
def by_points(seed: str = "test") -> dict[int, Json]:
    """For each score that the position offers one play that makes it, the lowest score first."""
    position = decode(made(seed).position)
    found: dict[int, Json] = {}
    for play in plays(position.board, position.grid, position.rack, full_rack=False):
        found.setdefault(play.points, codec.encode(play_of(play.placements)))
    return dict(sorted(found.items()))


def worth(place: int, seed: str = "test") -> tuple[int, Json]:
    """The place-th lowest score from 0, and a play that makes it; -1 is the best."""
    return list(by_points(seed).items())[place]
