"""What every registered game keeps to, on random matches of every version and set of choices."""

from __future__ import annotations

import json
import string
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from games.contract import LEVELS, Illegal, Line, Malformed, NeedMove, NeedShuffle, Over, Played, Shuffled, Token
from games.kit.bits import Stream
from games.registry import all_games
from games.replay import fold, steps
from tests.contract.drive import Case, cases, each_case, match, option_sets, random_event, sample, spread, thoughtful_event

CASES = cases()
LEAST, MOST = 90, 360
"""Matches of a census: every case has the same number of them, and it ends when each ending has come up `OFTEN` times."""
SEARCHED = 12, 36
"""The same where the moves are too many to list: a CPU player has to look for them. Such a game brings a longer census of its own."""
OFTEN = 3


def told(index: int) -> tuple[Case, tuple[tuple[Any, Any, Any], ...]]:
    return CASES[index], sample(index)


def refused(case: Case, state: Any, event: Any) -> Illegal:
    """The refusal of an event that must be refused: known to the game, complete, and without a trace in the state."""
    before = repr(state)
    found = refusal(case, state, event)
    assert repr(state) == before
    return found


def refusal(case: Case, state: Any, event: Any) -> Illegal:
    """The same without a look at the state."""
    with pytest.raises(Illegal) as caught:
        case.rules.step(state, event)
    assert_filled(case.game.refusals[caught.value.code], caught.value.params)
    return caught.value


def assert_filled(text: str, params: Any) -> None:
    wanted = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    assert wanted <= set(params), f"{text!r} lacks {wanted - set(params)}"


@each_case
def test_match_ends_with_a_complete_result(index: int) -> None:
    case, story = told(index)
    last = story[-1][2]
    awaited = case.rules.awaits(last)
    assert isinstance(awaited, Over)
    result = awaited.result
    assert len(result.points) == len(result.ranks) == len(case.seats)
    assert result.winners
    assert case.game.reasons[result.reason]
    assert json.loads(json.dumps(dict(result.facts))) == result.facts
    case.hooks.agrees(last, result)


@each_case
def test_awaited_seats_have_moves_and_a_legal_fallback(index: int) -> None:
    case, story = told(index)
    for state, _, _ in story:
        awaited = case.rules.awaits(state)
        if not isinstance(awaited, NeedMove):
            continue
        assert awaited.turn
        assert awaited.seats
        for seat in awaited.seats:
            legal = case.rules.moves(state, seat)
            assert legal is None or legal
            fallback = case.rules.fallback(state, seat)
            assert legal is None or fallback in legal
            case.rules.step(state, Played(seat, fallback))


@each_case
def test_listed_moves_are_exactly_the_legal_ones(index: int) -> None:
    """Every listed move steps; every move that was legal somewhere in the match and is not listed now is refused."""
    case, story = told(index)
    seen = {event.move for _, event, _ in story if isinstance(event, Played)}
    for state, _, _ in story[:: max(1, len(story) // 40)]:
        untouched = repr(state)
        for seat in range(len(case.seats)):
            legal = case.rules.moves(state, seat)
            if legal is None:
                continue
            for move in legal:
                case.rules.step(state, Played(seat, move))
            for move in seen.difference(legal):
                refusal(case, state, Played(seat, move))
        assert repr(state) == untouched


@each_case
def test_foreign_seats_and_foreign_shuffles_are_refused(index: int) -> None:
    case, story = told(index)
    for state, event, _ in story[:60]:
        if isinstance(event, Shuffled):
            size = len(event.order)
            for order in ((), event.order[1:], (*event.order, size), (event.order[0],) * size, (*event.order[1:], size)):
                if order != event.order:
                    refused(case, state, Shuffled(tuple(order)))
            continue
        refused(case, state, Shuffled(tuple(range(40))))
        for seat in (-1, len(case.seats), 10**9):
            refused(case, state, Played(seat, event.move))


@each_case
def test_finished_match_takes_nothing_more(index: int) -> None:
    case, story = told(index)
    last = story[-1][2]
    for _, event, _ in story:
        refused(case, last, event)


@each_case
def test_nothing_is_lost_or_doubled(index: int) -> None:
    case, story = told(index)
    for _, _, after in story:
        case.hooks.conserved(after)


@each_case
def test_states_are_frozen_through_and_through(index: int) -> None:
    """Only what can't change has a hash."""
    _, story = told(index)
    for _, _, after in story:
        hash(after)


@each_case
def test_moves_survive_storage(index: int) -> None:
    case, story = told(index)
    for state, event, _ in story:
        if not isinstance(event, Played):
            continue
        legal = case.rules.moves(state, event.seat)
        for move in legal if legal is not None else [event.move]:
            stored = json.dumps(case.rules.encode(move))
            assert case.rules.decode(json.loads(stored)) == move


@each_case
def test_replay_equals_live(index: int) -> None:
    case, story = told(index)
    events = [event for _, event, _ in story]
    assert fold(case.rules, case.seats, case.options, events) == story[-1][2]
    assert tuple(steps(case.rules, case.seats, case.options, events)) == story


@each_case
def test_a_turn_that_has_passed_does_not_come_back(index: int) -> None:
    """The deadline hangs on the turn's name, so a name that returned would bring an old deadline back."""
    case, story = told(index)
    names = [awaited.turn for _, _, after in story if isinstance(awaited := case.rules.awaits(after), NeedMove)]
    runs = [name for place, name in enumerate(names) if place == 0 or names[place - 1] != name]
    assert len(runs) == len(set(runs))


@each_case
def test_every_line_of_the_log_has_its_words(index: int) -> None:
    case, story = told(index)
    spoken = 0
    for before, event, after in story:
        for viewer in (None, *range(len(case.seats))):
            for line in case.rules.narrate(before, event, after, viewer):
                assert_line(case, line)
                spoken += 1
        recent = case.rules.recent(after)
        assert recent is None or 0 <= recent <= len(story)
    assert spoken > len(case.seats)


def assert_line(case: Case, line: Line) -> None:
    assert_filled(case.game.lines[line.key], line.params)
    assert all(param.label for param in line.params.values() if isinstance(param, Token))


@each_case
def test_the_start_refuses_what_is_not_offered(index: int) -> None:
    case, _ = told(index)
    options = dict(case.options)
    for seats, choices in [
        ((), options),
        (("cpu",) * (max(case.game.seats) + 1), options),
        (case.seats, {**options, "unheard-of": "yes"}),
        *((case.seats, {**options, key: "unheard-of"}) for key in options),
        *((case.seats, {other: value for other, value in options.items() if other != key}) for key in options),
    ]:
        with pytest.raises(ValueError):
            case.rules.start(seats, choices)


@each_case
def test_cpu_players_move_legally_and_alike_from_the_same_bits(index: int) -> None:
    case = CASES[index]
    for place, (state, _, _) in enumerate(spread(index)[::9]):
        awaited = case.rules.awaits(state)
        if not isinstance(awaited, NeedMove):
            continue
        for seat in awaited.seats[:1]:
            mind = case.rules.mind(state, seat)
            for level in LEVELS:
                few = min(2, case.game.samples[level])
                first, second = (case.game.choose(mind, level, Stream(str(place)), few) for _ in range(2))
                assert first == second
                case.rules.step(state, Played(seat, first))


@each_case
def test_decode_refuses_what_is_no_move(index: int) -> None:
    case, _ = told(index)
    for raw in (None, True, 0, -1, 1.5, "", "play", [], {}, {"do": []}, {"do": {"do": "play"}}, [[[]]], {"\ud800": 1}, 10**400):
        with pytest.raises(Malformed):
            case.rules.decode(raw)


@pytest.mark.long
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_census_of_endings(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Every ending comes up, and none swallows the rest."""
    endings: Counter[str] = Counter()
    own = [case for case in CASES if case.game is game]
    hooks = own[0].hooks
    listed = own[0].rules.moves(own[0].rules.start(own[0].seats, own[0].options), 0) is not None
    least, most = (LEAST, MOST) if listed else SEARCHED
    for number in range(most // len(own)):
        if number * len(own) >= least and all(endings[reason] >= OFTEN for reason in hooks.ENDINGS):
            break
        for case in own:
            pick = thoughtful_event if number % 3 == 0 else random_event
            last = match(case, f"census {number}", pick)[-1][2]
            endings[case.rules.awaits(last).result.reason] += 1
    with capsys.disabled():
        print(f"\n  {game.slug}: " + ", ".join(f"{reason} {count}" for reason, count in endings.most_common()))  # noqa: T201
    assert set(endings) == set(hooks.ENDINGS)
    assert set(hooks.ENDINGS) | getattr(hooks, "UNREACHED", set()) == set(game.reasons)
    assert len(endings) == 1 or max(endings.values()) <= 0.75 * sum(endings.values())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_shuffle_is_asked_for_before_anything_else_happens(game: Any) -> None:
    """Every number of seats starts with every combination of choices."""
    for rules in game.versions.values():
        for seats in game.seats:
            for options in option_sets(game):
                assert isinstance(rules.awaits(rules.start(("person",) * seats, options)), NeedShuffle)


def test_any_two_choices_meet_in_some_case() -> None:
    """The matches above are not played with every combination, but with all pairs of values."""
    for game in all_games():
        factors = {"": game.seats, **{choice.key: [value.key for value in choice.values] for choice in game.choices}}
        rows = [{"": len(case.seats), **case.options} for case in CASES if case.game is game]
        for one, other in combinations(factors, 2):
            assert {(row[one], row[other]) for row in rows} == set(product(factors[one], factors[other]))
