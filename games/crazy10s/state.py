"""The frozen state of a match of Crazy10s."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.crazy10s.board import GRIDS, Board, Grid, Square, Tile
from games.crazy10s.views import Ending, Phase, Turn

type Rack = tuple[Tile, ...]

SEATS: Final = (2,)
SCORELESS: Final = 6
"""So many scoreless turns in a row end the match (T13)."""


class State(NamedTuple):
    """A match at one moment.

    grid_id: the map, a key of `board.GRIDS`. starter: who began (T14); no meaning before lots are drawn. turn: the seat to play.
    turn_number: from 1. bag: the next tile first. racks: by seat, as drawn. stars: where wilds lie on the board.
    scoreless: scoreless turns in a row. last, latest_play, ending: as in `views.View`.
    """

    grid_id: str
    phase: Phase
    starter: int
    turn: int
    turn_number: int
    board: Board
    stars: tuple[Square, ...]
    bag: Rack
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    scoreless: int
    last: Turn | None
    latest_play: Turn | None
    ending: Ending | None

    @property
    def grid(self) -> Grid:
        """The board's squares and bonuses."""
        return GRIDS[self.grid_id]
