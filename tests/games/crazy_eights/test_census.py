"""Every way in which a hand or a match of Crazy Eights ends comes up in a bounded number of matches."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.contract import NeedMove, NeedShuffle, Over, Played, Shuffled
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.state import State
from games.crazy_eights.views import HandSheet
from games.kit.bits import Stream
from tests.games.crazy_eights.tables import PLAIN

WHOLE = {"gone out", "blocked", "match won", "countdown won", "single hand"}
MATCHES = 50
"""So many matches bring all of these about, some of them dozens of times."""
RARE = {"tied blocked", "match tied and another hand"}
LAST_HANDS = 400
"""At most so many hands are played in which everybody is one point short of winning: two winners of a blocked hand then tie the match."""
SOON = 60
"""After so many turns of a hand everybody does what an absent seat would: random players may draw for ever."""


def outcome(state: State, seed: str, hands: int = 1000) -> State:
    """A random match at its end, or after so many hands."""
    bits = Stream(seed)
    while not isinstance(awaited := RULES.awaits(state), Over) and len(state.frame.sheets) < hands:
        if isinstance(awaited, NeedShuffle):
            state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
            continue
        assert isinstance(awaited, NeedMove)
        seat = awaited.seats[0]
        legal = RULES.moves(state, seat) if state.turn_number < SOON else [RULES.fallback(state, seat)]
        state = RULES.step(state, Played(seat, legal[bits.below(len(legal))]))
    return state


def begin(seats: int, **options: str) -> State:
    return RULES.start(["person"] * seats, {**PLAIN, "reshuffle": "no", **options})


def endings(state: State) -> list[str]:
    sheets: tuple[HandSheet, ...] = state.frame.sheets
    found = [("tied blocked" if sheet.tied else "blocked") if sheet.ending == "blocked" else "gone out" for sheet in sheets]
    found += ["match tied and another hand"] * any(sheet.again for sheet in sheets)
    result = RULES.awaits(state)
    if isinstance(result, Over):
        found.append({"points": "match won", "countdown": "countdown won"}.get(result.result.reason, "single hand"))
    return found


@pytest.mark.long
def test_census_of_endings(capsys: pytest.CaptureFixture[str]) -> None:
    census: Counter[str] = Counter()
    for number in range(MATCHES):
        length = ("match", "hand", "hand", "hand", "countdown")[number % 5]
        state = begin(2 + number % 6, length=length, draw=("until", "5")[number % 2])
        census.update(endings(outcome(state, f"census {number}")))
    assert set(census) >= WHOLE
    hands = 0
    while hands < LAST_HANDS and RARE - set(census):
        state = begin(2 + hands % 4, draw="5")
        frame = replace(state.frame, totals=(50 * state.frame.seats - 1,) * state.frame.seats)
        census.update(endings(outcome(state._replace(frame=frame), f"last {hands}", hands=1)))
        hands += 1
    with capsys.disabled():
        print(f"\n  {MATCHES} matches and {hands} last hands: " + ", ".join(f"{what} {count}" for what, count in census.most_common()))  # noqa: T201
    assert set(census) >= WHOLE | RARE
