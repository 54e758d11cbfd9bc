"""Every way in which a match of Crazy10s ends comes up. `make soak` counts a thousand matches among CPU players; here there are few of
those, because each takes a second, some among players who lay whatever fits, and more among players who only pass.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.contract.drive import hastened_event, random_event
from tests.games.crazy10s.census import census, cpu_event, last_state

KINDS = {"CPU players": (6, cpu_event), "at random": (60, random_event), "passing": (200, hastened_event)}
"""How the players play, and the most matches of that kind: they stop when all endings that are waited for have come up."""
WAITED = {
    "CPU players": {"rack emptied (T12)", "won"},
    "at random": {"rack emptied (T12)", "six scoreless turns (T13)", "won"},
    "passing": {"six scoreless turns (T13)", "won", "draw", "negative total"},
}


def counted(kind: str) -> Counter[str]:
    """The census of matches of a kind."""
    most, pick = KINDS[kind]
    found = Counter[str]()
    for number in range(most):
        found += census([last_state(f"census {number}", pick)])
        if set(found) >= WAITED[kind]:
            break
    return found


@pytest.mark.long
def test_census_of_endings(capsys: pytest.CaptureFixture[str]) -> None:
    found = {kind: counted(kind) for kind in KINDS}
    with capsys.disabled():
        print("".join(f"\n  {kind}: {dict(ways)}" for kind, ways in found.items()))  # noqa: T201
    assert set(found["CPU players"]) >= WAITED["CPU players"]
    assert set(found["at random"]) >= WAITED["at random"]
    assert set(found["passing"]) == WAITED["passing"]
