"""What each viewer may know, built up from nothing (T20). The only place where a state becomes a view."""

from __future__ import annotations

from collections import Counter

from games.crazy10s.board import EMPTY, STAR, TILES, Tile
from games.crazy10s.scoring import result_of
from games.crazy10s.state import Rack, State
from games.crazy10s.views import Mind, View


def unseen(state: State, rack: Rack) -> tuple[tuple[Tile, int], ...]:
    """How many tiles of each kind lie neither on the board nor on this rack (T19): nothing else is looked at."""
    stars = {state.grid.place(*square) for square in state.stars}
    seen = Counter(STAR if place in stars else str(value) for place, value in enumerate(state.board) if value != EMPTY)
    seen.update(rack)
    return tuple([(tile, count - seen[tile]) for tile, count in TILES.items()])


def _build(state: State, viewer: int | None, rack: Rack, *, open_racks: bool) -> View:
    mine = state.phase == "play" and viewer == state.turn
    return View(
        viewer=viewer,
        phase=state.phase,
        grid=state.grid_id,
        board=state.board,
        stars=state.stars,
        starter=None if state.phase == "lots" else state.starter,
        turn=state.turn if state.phase in ("play", "swap") else None,
        turn_number=state.turn_number,
        awaited=(state.turn,) if state.phase == "play" else (),
        scores=state.scores,
        bag=len(state.bag),
        rack=rack,
        held=tuple([len(each) for each in state.racks]),
        racks=state.racks if open_racks else None,
        unseen=unseen(state, rack),
        most_swapped=min(len(rack), len(state.bag)) if mine else 0,
        scoreless=state.scoreless,
        last=state.last,
        latest_play=state.latest_play,
        ending=state.ending,
        winners=result_of(state).winners if state.ending else (),
    )


def view(state: State, viewer: int | None) -> View:
    """The table in the eyes of a seat, or of a spectator (None). Raises ValueError for any other number."""
    if viewer is None:
        return _build(state, None, (), open_racks=False)
    if not 0 <= viewer < len(state.racks):
        raise ValueError(f"no seat {viewer} at this table")
    return _build(state, viewer, state.racks[viewer], open_racks=False)


def reveal(state: State) -> View:
    """Both racks, for the replay of a finished match (P16); unseen is then what is in the bag or on a rack."""
    return _build(state, None, (), open_racks=True)


def mind(state: State, seat: int) -> Mind:
    """What a CPU player is given: the seat's view (T20)."""
    return Mind(view(state, seat))
