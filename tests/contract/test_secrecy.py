"""What a viewer can't know makes no difference to anything given to that viewer, in any game."""

from __future__ import annotations

from typing import Any

from games.contract import LEVELS, Illegal, NeedMove, Over, Played
from games.kit.bits import Stream
from tests.contract.drive import Case, cases, each_case, spread, twins

CASES = cases()


def viewers(case: Case) -> tuple[int | None, ...]:
    return (None, *range(len(case.seats)))


@each_case
def test_equal_to_a_viewer_means_equal_views(index: int) -> None:
    case = CASES[index]
    for viewer in viewers(case):
        for state, other, _ in twins(index, viewer):
            assert case.rules.view(state, viewer) == case.rules.view(other, viewer)
            assert case.rules.recent(state) == case.rules.recent(other)


@each_case
def test_equal_to_a_seat_means_equal_minds_and_cpu_moves(index: int) -> None:
    case = CASES[index]
    for seat in range(len(case.seats)):
        for place, (state, other, _) in enumerate(twins(index, seat)):
            mind = case.rules.mind(state, seat)
            assert mind == case.rules.mind(other, seat)
            awaited = case.rules.awaits(state)
            if place % 5 or not isinstance(awaited, NeedMove) or seat not in awaited.seats:
                continue
            for level in LEVELS:
                few = min(2, case.game.samples[level])
                moves = [case.game.choose(case.rules.mind(each, seat), level, Stream("same"), few) for each in (state, other)]
                assert moves[0] == moves[1]


def possible(case: Case, state: Any, event: Played) -> bool:
    """Whether the rules take the event in this state."""
    try:
        case.rules.step(state, event)
    except Illegal:
        return False
    return True


@each_case
def test_equal_to_a_viewer_means_equal_narration(index: int) -> None:
    """Whatever follows in both worlds, the log says the same of it. Something to compare follows in a quarter of them at least."""
    case = CASES[index]
    compared = paired = 0
    for viewer in viewers(case):
        for state, other, event in twins(index, viewer):
            paired += 1
            if not isinstance(event, Played) or isinstance(case.rules.awaits(case.rules.step(state, event)), Over):
                continue
            if not possible(case, other, event):
                continue
            lines = [case.rules.narrate(each, event, case.rules.step(each, event), viewer) for each in (state, other)]
            assert lines[0] == lines[1]
            compared += 1
    assert compared >= max(1, paired // 4)


@each_case
def test_no_hidden_code_is_in_a_view(index: int) -> None:
    """There is something to look for: a code for each viewer of each state, on average."""
    case = CASES[index]
    looked_for = looks = 0
    for _, _, state in spread(index):
        for viewer in viewers(case):
            looks += 1
            text = case.hooks.telling(case.rules.view(state, viewer))
            for code in case.hooks.hidden(state, viewer):
                assert code not in text
                looked_for += 1
    assert looked_for >= looks > 0


@each_case
def test_the_canary_sings_when_everything_is_shown(index: int) -> None:
    """The hunt above would find something: it does so in what is revealed after the match, of most states."""
    case = CASES[index]
    caught = 0
    for _, _, state in spread(index):
        text = case.hooks.telling(case.rules.reveal(state))
        caught += any(code in text for code in case.hooks.hidden(state, None))
    assert caught > len(spread(index)) / 2


@each_case
def test_what_the_cpu_is_given_is_no_state(index: int) -> None:
    """A CPU player gets a mind, built from a view: no part of it is the state or holds one."""
    case = CASES[index]
    for state, _, _ in spread(index)[:80]:
        mind = case.rules.mind(state, 0)
        assert type(mind) is not type(state)
        assert type(state).__name__ + "(" not in repr(mind)
