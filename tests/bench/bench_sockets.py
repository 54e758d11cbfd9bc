"""Moves a second with fifty tables of four over real sockets, beside the bare pipeline in the same run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.bench.load import Figures, Place, Seat, drive, free_port, server

TABLES = 50
SECONDS = 15.0


def bare_place(number: int, port: int, sessions: Sequence[str]) -> Place:
    """A table of the bare pipeline: its seats move in turn."""
    seats, turns = [Seat(session) for session in sessions], iter(range(10**9))

    def choose(seats: Sequence[Seat]) -> tuple[Seat, dict[str, str]]:
        turn = next(turns)
        return seats[turn % 4], {"match": "1", "seq": str(turn), "token": f"{os.urandom(8).hex()}", "move": '{"do": "play"}'}

    return Place(f"/bare/{number}/", f"ws://localhost:{port}/ws/bare/{number}/", seats, choose)


def run_site() -> tuple[Figures, list[list[str]]]:
    """Measure the site itself; also the sessions made for it, four a table."""
    port = free_port()
    with server(["manage.py", "serve", "--port", str(port)], port, "is ready") as process:
        from tests.bench.site import matches, place_of

        places = [place_of(match, port, Random(number)) for number, match in enumerate(matches(TABLES))]
        figures = asyncio.run(drive(places, port, SECONDS, process))
    return figures, [[seat.session for seat in place.seats] for place in places]


def run_bare(sessions: list[list[str]]) -> Figures:
    """Measure the bare pipeline with the same people."""
    port = free_port()
    with server(["-m", "tests.bench.bare", str(port)], port, "ready") as process:
        places = [bare_place(number + 1, port, four) for number, four in enumerate(sessions)]
        return asyncio.run(drive(places, port, SECONDS, process))


def run() -> dict[str, Any]:
    """Both, and the ratio of their moves a second (to reach: one half)."""
    site, sessions = run_site()
    bare = run_bare(sessions)
    return {
        "tables": TABLES,
        "site": site.as_dict(),
        "bare": bare.as_dict(),
        "ratio_to_bare": round(site.per_second / bare.per_second, 3),
        "goal": 0.5,
    }
