"""Every way in which a match of Crazy10s ends comes up. `make soak` counts a thousand matches among CPU players; here there are few of
those, because each takes a second, and many among players who lay whatever fits, half of them dealt the dear tiles first.
"""

from __future__ import annotations

import pytest

from games.contract import Event, Shuffled
from games.crazy10s.board import BAG
from games.crazy10s.state import State
from games.kit.bits import Stream
from tests.contract.drive import Case, random_event
from tests.games.crazy10s.census import census, last_state, told

RANDOM, CPU = 150, 6


def dear_event(case: Case, state: State, bits: Stream) -> Event | None:
    """Like `random_event`, with the dear tiles dealt first: six scoreless turns may come before anybody has scored."""
    if state.phase != "deal":
        return random_event(case, state, bits)
    return Shuffled(tuple(sorted(bits.permutation(len(BAG)), key=lambda place: BAG[place] not in "56789")))


def test_census_of_endings(capsys: pytest.CaptureFixture[str]) -> None:
    random = census(last_state(f"census {number}", (random_event, dear_event)[number % 2]) for number in range(RANDOM))
    cpu = census(last_state(f"census {number}") for number in range(CPU))
    with capsys.disabled():
        print(f"\n  at random, {told(RANDOM, random)}\n  CPU players, {told(CPU, cpu)}")  # noqa: T201
    assert set(random) == {"rack emptied (T12)", "six scoreless turns (T13)", "won", "draw", "negative total"}
    assert {"rack emptied (T12)", "won"} <= set(cpu)
