"""What is counted at the end of a match (T12, T13)."""

from __future__ import annotations

from collections.abc import Iterable

from games.contract import Result
from games.crazy10s.board import STAR, Tile
from games.crazy10s.state import State
from games.crazy10s.views import Ending, Reason


def worth(tiles: Iterable[Tile]) -> int:
    """The values of unplayed tiles added up; a wild is worth 0 (T7)."""
    return sum([int(tile) for tile in tiles if tile != STAR])


def ending_of(racks: tuple[tuple[Tile, ...], ...], scores: tuple[int, ...], seat: int, reason: Reason) -> Ending:
    """The count at the end. seat: whose turn ended the match.

    Who has emptied the rack gains what the rival has left (T12); after six scoreless turns each loses what is left (T13).
    """
    left = tuple([worth(rack) for rack in racks])
    if reason == "out":
        change = tuple([sum(left) if each == seat else 0 for each in range(len(racks))])
    else:
        change = tuple([-value for value in left])
    return Ending(reason, racks, left, change, scores)


def result_of(state: State) -> Result:
    """The result of a match that is over: the more points the better, equal totals are a draw (T13)."""
    assert state.ending is not None
    ranks = tuple([1 + sum([other > points for other in state.scores]) for points in state.scores])
    return Result(state.scores, ranks, state.ending.reason, {"map": state.grid_id, "left": list(state.ending.left)})
