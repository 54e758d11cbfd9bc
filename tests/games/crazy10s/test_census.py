"""Every way in which a match of Crazy10s ends comes up. `make soak` counts a thousand matches among CPU players; here there are few of
those, because each takes a second, some among players who lay whatever fits, and many among players who only pass.
"""

from __future__ import annotations

import pytest

from tests.contract.drive import hastened_event, random_event
from tests.games.crazy10s.census import census, cpu_event, last_state, told

KINDS = {"CPU players": (6, cpu_event), "at random": (60, random_event), "passing": (200, hastened_event)}


def test_census_of_endings(capsys: pytest.CaptureFixture[str]) -> None:
    counted = {kind: census(last_state(f"census {number}", pick) for number in range(matches)) for kind, (matches, pick) in KINDS.items()}
    with capsys.disabled():
        print("".join(f"\n  {kind}, {told(KINDS[kind][0], found)}" for kind, found in counted.items()))  # noqa: T201
    assert {"rack emptied (T12)", "won"} <= set(counted["CPU players"])
    assert {"rack emptied (T12)", "six scoreless turns (T13)", "won"} <= set(counted["at random"])
    assert set(counted["passing"]) == {"six scoreless turns (T13)", "won", "draw", "negative total"}
