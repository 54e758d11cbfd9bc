"""What the contract suite must be told of Crazy10s; see ``tests/contract/drive.py``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

from games.contract import Bits, Result
from games.crazy10s.board import BAG, RACK, STAR, TEN
from games.crazy10s.generate import plays
from games.crazy10s.judge import run_through
from games.crazy10s.state import State
from games.crazy10s.views import Move, Pass, Play, View, swap_of
from games.kit.imagine import shuffled
from tests.games.crazy10s.tables import tiles_of

ENDINGS = ("out", "scoreless")
MOST_LAID = 4
"""A random play is found among the plays of so many tiles of the rack, or else among the first plays of the whole rack."""
FIRST = 50


def propose(state: State, seat: int, bits: Bits) -> Move:
    """A random legal move of the seat to play: mostly a play, now and then a swap or a pass."""
    rack, kind = shuffled(state.racks[seat], bits), bits.below(16)
    if kind > 1:
        for few in (rack[: 1 + bits.below(MOST_LAID)], rack):
            if found := list(islice(plays(state.board, state.grid, few), FIRST)):
                return Play(found[bits.below(len(found))].placements)
    most = min(len(rack), len(state.bag))
    if kind and most:
        return swap_of(rack[: 1 + bits.below(most)])
    return Pass()


def conserved(state: State) -> None:
    """The 80 tiles are on the board, in the bag and on the racks (T1), and every line totals ten (T6)."""
    assert tiles_of(state) == ({} if state.phase in ("lots", "deal") else Counter(BAG))
    assert all(len(rack) == RACK for rack in state.racks) or not state.bag or state.phase in ("lots", "deal")
    assert_tens(state)


def assert_tens(state: State) -> None:
    """T6."""
    grid = state.grid
    for place, value in enumerate(state.board):
        for across in (True, False) if value >= 0 else ():
            line = run_through(state.board, grid, grid.square(place), across)
            assert len(line) == 1 or sum(state.board[grid.place(*cell)] for cell in line) == TEN


def agrees(state: State, result: Result) -> None:
    """The better score wins, equal ones are a draw; what is left on the racks was counted as T12 and T13 say."""
    ending = state.ending
    assert ending is not None
    assert result.points == state.scores
    assert result.winners == tuple(seat for seat, points in enumerate(state.scores) if points == max(state.scores))
    left = [sum(int(tile) for tile in rack if tile != STAR) for rack in state.racks]
    if result.reason == "out":
        assert not state.bag
        assert sorted(ending.change) == [0, sum(left)]
        assert any(not rack and change == sum(left) for rack, change in zip(state.racks, ending.change, strict=True))
    else:
        assert state.scoreless == 6
        assert list(ending.change) == [-value for value in left]


def twin(state: State, viewer: int | None, bits: Bits) -> State | None:
    """The same table with the hidden tiles lying otherwise: the other racks and the bag are mixed (T20).

    Where the turn may end the match everything is counted, so nothing is hidden any more.
    """
    if state.phase != "play" or state.scoreless == 5 or not state.bag:
        return None
    others = [seat for seat in range(len(state.racks)) if seat != viewer]
    mixed = shuffled([*state.bag, *(tile for seat in others for tile in state.racks[seat])], bits)
    racks = list(state.racks)
    for seat in others:
        racks[seat] = tuple(mixed.pop() for _ in state.racks[seat])
    return state._replace(racks=tuple(racks), bag=tuple(mixed))


def steered(state: State, bits: Bits) -> tuple[int, ...]:
    """A shuffle after which the dear tiles are soon drawn and laid: at the end racks can be emptied."""
    if state.phase == "lots":
        return tuple(shuffled(range(len(state.racks)), bits))
    tiles, dealt = (BAG, len(state.racks) * RACK) if state.phase == "deal" else (state.bag, 0)
    mixed = shuffled(range(len(tiles)), bits)
    return (*mixed[:dealt], *sorted(mixed[dealt:], key=lambda place: tiles[place] not in "56789"))


def telling(view: View) -> str:
    """The view without the count at the end, when the racks were laid open."""
    return repr(replace(view, ending=None))


def hidden(state: State, viewer: int | None) -> set[str]:
    """The racks of the others and the next tiles of the bag (T20), as they would be written; of short ones nothing can be told."""
    others = [rack for seat, rack in enumerate(state.racks) if seat != viewer]
    own = repr(state.racks[viewer]) if viewer is not None else ""
    tiles = [*others, *(tuple(sorted(rack)) for rack in others), state.bag[:RACK]]
    return {text for each in tiles if len(each) > 3 and (text := repr(each)[1:-1]) not in own}
