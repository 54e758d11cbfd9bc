"""How matches of Crazy10s end. ``tests/games/crazy10s/strength.py`` counts a thousand of them among CPU players for `make soak`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.contract import Event, NeedMove, Played
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.state import State
from games.kit.bits import Stream
from tests.contract.drive import Case, cases, match, random_event

CASE = next(case for case in cases() if case.game.slug == "crazy10s")


def cpu_event(case: Case, state: State, bits: Stream) -> Event | None:
    """What happens next among CPU players, *easy* in the one seat and *normal* in the other."""
    awaited = case.rules.awaits(state)
    if not isinstance(awaited, NeedMove):
        return random_event(case, state, bits)
    level = ("easy", "normal")[state.turn]
    return Played(state.turn, case.game.choose(case.rules.mind(state, state.turn), level, bits, case.game.samples[level]))


def ending(state: State) -> list[str]:
    """How a match ended: by which rule, for whom, and whether a total is negative."""
    assert state.ending is not None
    by = {"out": "rack emptied (T12)", "scoreless": "six scoreless turns (T13)"}[state.ending.reason]
    return [by, "draw" if RULES.view(state, None).winners == (0, 1) else "won", *["negative total"] * (min(state.scores) < 0)]


def last_state(seed: str, pick: object = cpu_event) -> State:
    """The end of a match."""
    state: State = match(CASE, seed, pick)[-1][2]
    return state


def census(states: Iterable[State]) -> Counter[str]:
    """How many of these matches ended in each way."""
    return Counter(way for state in states for way in ending(state))


def told(matches: int, counted: Counter[str]) -> str:
    """The census as a line of a report."""
    return f"{matches} matches: " + ", ".join(f"{way} {count}" for way, count in sorted(counted.items()))
