"""What every game's screen keeps to, in every state of a random match and for every viewer."""

from __future__ import annotations

import json
import string
from typing import Any

from games.contract import Line, Person, Setting
from tests.contract.drive import Case, cases, each_case, spread

CASES = cases()


def setting(case: Case, viewer: int | None, *, replay: bool = False) -> Setting:
    people = tuple(Person(seat, f"N{seat}", "person", "here", "N") for seat in range(len(case.seats)))
    acting = viewer is not None and not replay
    return Setting(viewer, people, acting, replay, lambda move: json.dumps(case.rules.encode(move)))


def screens(index: int) -> list[tuple[Case, Any, Setting]]:
    """Views with their settings: live for every viewer, and revealed as in a replay."""
    case = CASES[index]
    found = []
    for _, _, state in spread(index)[::3]:
        for viewer in (None, *range(len(case.seats))):
            found.append((case, case.rules.view(state, viewer), setting(case, viewer)))
        found.append((case, case.rules.reveal(state), setting(case, None, replay=True)))
    return found


def assert_words(case: Case, line: Line | None) -> None:
    if line is not None:
        wanted = {name for _, name, _, _ in string.Formatter().parse(case.game.lines[line.key]) if name}
        assert wanted <= set(line.params)


@each_case
def test_the_regions_are_always_the_same_in_the_same_order(index: int) -> None:
    shapes = {
        tuple((region.id, region.template) for region in case.game.screen.regions(view, where)) for case, view, where in screens(index)
    }
    assert len(shapes) == 1
    ids = [region_id for region_id, _ in shapes.pop()]
    assert ids
    assert len(ids) == len(set(ids))
    assert all(region_id.startswith("r-") for region_id in ids)


@each_case
def test_every_status_has_its_words_and_says_whose_turn_it_is(index: int) -> None:
    """In a quarter of the states at least it is somebody's turn."""
    mine, told = 0, screens(index)
    for case, view, where in told:
        status = case.game.screen.status(view, where)
        assert_words(case, status.first)
        assert_words(case, status.second)
        assert_words(case, status.meanwhile)
        assert not (status.mine and where.viewer is None)
        mine += status.mine
    assert mine >= max(1, len(told) / (len(CASES[index].seats) + 2) / 4)


@each_case
def test_every_button_is_a_move_of_the_rules(index: int) -> None:
    """Whatever a region encodes for a button is accepted by `decode` again."""
    case = CASES[index]
    pressed: list[str] = []
    for _, _, state in spread(index)[::5]:
        for viewer in range(len(case.seats)):
            where = setting(case, viewer)
            recorded = Setting(viewer, where.people, True, False, lambda move: pressed.append(json.dumps(case.rules.encode(move))) or "")
            case.game.screen.regions(case.rules.view(state, viewer), recorded)
    assert pressed
    for text in set(pressed):
        case.rules.decode(json.loads(text))
