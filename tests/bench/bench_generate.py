"""How long the move generator of Crazy10s takes to find every play of a full rack in the middle of a match, and a CPU player its turn.

The positions come from matches between CPU players. Each is searched twice, with a rack of digits and with a wild in it, both drawn from
the tiles that are not on the board. Memory is the most that was allocated at a time while the plays of the richest position were found.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from games.contract import Played
from games.crazy10s.board import MATCH_GRID, RACK, STAR, Board, Tile
from games.crazy10s.cpu import choose
from games.crazy10s.generate import plays
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.skill import spread
from games.crazy10s.views import Mind
from games.kit.bits import Stream
from games.kit.imagine import shuffled
from tests.contract.drive import match
from tests.games.crazy10s.census import CASE, cpu_event

POSITIONS = 200
LEAST_LAID, MOST_LAID = 14, 60
"""In the middle of a match so many tiles lie on the board."""


class Position(NamedTuple):
    """A seat's turn. digits, wild: a full rack without a wild, and one with a wild."""

    mind: Mind
    digits: tuple[Tile, ...]
    wild: tuple[Tile, ...]

    @property
    def board(self) -> Board:
        return self.mind.view.board


def positions() -> Iterator[Position]:
    """Turns in the middle of matches, without end."""
    number = 0
    while True:
        bits = Stream(f"bench {number}")
        for state, event, _ in match(CASE, f"bench {number}", cpu_event):
            laid = sum(value >= 0 for value in state.board)
            if isinstance(event, Played) and LEAST_LAID <= laid <= MOST_LAID:
                mind = RULES.mind(state, state.turn)
                tiles = [tile for tile in shuffled(spread(RULES.view(state, None).unseen), bits) if tile != STAR][:RACK]
                yield Position(mind, tuple(tiles), (STAR, *tiles[1:]))
        number += 1


def searched(board: Board, rack: tuple[Tile, ...]) -> tuple[float, int]:
    """Seconds of the processor to find every play, and how many there are."""
    begun = process_time()
    count = sum(1 for _ in plays(board, MATCH_GRID, rack))
    return process_time() - begun, count


def turned(position: Position, rack: tuple[Tile, ...]) -> float:
    """Seconds of the processor for a turn of *normal* with this rack."""
    mind = Mind(replace(position.mind.view, rack=rack))
    begun = process_time()
    choose(mind, "normal", Stream(""), 0)
    return process_time() - begun


def told(seconds: list[float]) -> dict[str, float]:
    return {"median_s": round(median(seconds), 4), "p95_s": round(quantiles(seconds, n=20)[-1], 4), "most_s": round(max(seconds), 4)}


def peak(board: Board, rack: tuple[Tile, ...]) -> float:
    """Megabytes allocated at most while every play is found."""
    tracemalloc.start()
    searched(board, rack)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(most / 2**20, 1)


def run() -> dict[str, object]:
    """Times of the generator by kind of rack, of a turn of *normal*, plays found, and memory."""
    found = list(islice(positions(), POSITIONS))
    times: dict[str, list[float]] = {"digits": [], "wild": [], "normal_turn": []}
    counts: list[int] = []
    for position in found:
        for kind in ("digits", "wild"):
            seconds, count = searched(position.board, getattr(position, kind))
            times[kind].append(seconds)
            counts.append(count)
            times["normal_turn"].append(turned(position, getattr(position, kind)))
    richest = found[counts.index(max(counts)) // 2]
    both = {"both": told(times["digits"] + times["wild"])}
    return {
        "positions": len(found),
        **{kind: told(seconds) for kind, seconds in times.items()},
        **both,
        "plays_median": median(counts),
        "plays_most": max(counts),
        "peak_mb": peak(richest.board, richest.wild),
    }


if __name__ == "__main__":
    print(run())
