"""`verify_histories`: puzzles are judged again as matches are replayed, it tells how far it is, and may begin at a day."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

import pgtrigger
import pytest
import time_machine
from django.core.management import CommandError, call_command

from tables.models import Match, PuzzleDay, PuzzleResult
from tables.services import puzzle
from tests import factories as make, puzzles

pytestmark = pytest.mark.django_db

DAY = dt.date(2026, 3, 12)
NOON = dt.datetime(2026, 3, 12, 11, tzinfo=dt.UTC)


def verify(*arguments: str) -> tuple[bool, list[str], str]:
    """Whether all agreed, the lines of complaints and progress, and the last word."""
    said, complaints = io.StringIO(), io.StringIO()
    try:
        call_command("verify_histories", *arguments, stdout=said, stderr=complaints)
    except CommandError as error:
        return False, complaints.getvalue().splitlines(), str(error)
    return True, complaints.getvalue().splitlines(), said.getvalue()


@pytest.fixture
def result() -> Any:
    """A result of a puzzle, not the best."""
    with time_machine.travel(NOON, tick=False):
        day = puzzles.laid(DAY)
        (ana,) = make.people("Ana")
        yield puzzle.send(ana, day=day, value=puzzles.worth(1)[1]).result


def tampered(row: PuzzleDay | PuzzleResult, **values: Any) -> None:
    """Change what a trigger keeps, as somebody with the database's password can."""
    with pgtrigger.ignore("tables.PuzzleDay:puzzle_kept", "tables.PuzzleResult:result_kept"):
        type(row)._default_manager.filter(pk=row.pk).update(**values)


def test_results_that_agree_are_counted(result: PuzzleResult) -> None:
    assert verify() == (True, [], "0 matches agree with their histories, 1 results of 1 puzzles with their positions\n")


def test_points_that_the_move_does_not_make_are_named(result: PuzzleResult) -> None:
    tampered(result, points=result.points + 1)
    agreed, (complaint,), last = verify()
    assert not agreed
    assert f"result {result.pk}: the row says {result.points + 1} points, the move makes {result.points}" in complaint
    assert "1 in 1 results" in last


def test_a_move_that_is_none_is_named(result: PuzzleResult) -> None:
    for move in ({"place": []}, "nonsense", 7, puzzles.worth(0)[1]):
        tampered(result, move=move)
        agreed, complaints, _last = verify()
        assert not agreed
        assert len(complaints) == 1


def test_a_maximum_that_the_best_move_does_not_make_is_named(result: PuzzleResult) -> None:
    """The percent of every result hangs on it."""
    tampered(result.day, maximum=result.day.maximum + 7)
    agreed, (complaint,), _last = verify()
    assert not agreed
    assert f"maximum: the row says {result.day.maximum + 7}, the best move makes {result.day.maximum}" in complaint


def test_a_puzzle_is_judged_by_its_own_version(result: PuzzleResult) -> None:
    tampered(result.day, version=99)
    assert verify()[1] == [f"puzzle {result.day.slug} of 2026-03-12: version 99 is gone"]


def test_it_tells_how_far_it_is() -> None:
    matches = [make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(3)]
    for match in matches:
        match.refresh_from_db()
    agreed, lines, _last = verify("--every", "0")
    assert agreed
    assert len(lines) == 3
    total = sum(match.seq for match in matches)
    assert lines[0].startswith(f"1 of 3 matches, {matches[0].seq} of {total} events; about ")
    assert lines[2].startswith(f"3 of 3 matches, {total} of {total} events; about 0 s left")
    assert verify()[1] == [], "no more often than every few seconds"


def test_it_may_begin_at_a_day(result: PuzzleResult) -> None:
    with time_machine.travel("2026-10-31T22:59:00Z", tick=False):  # a minute before November in Madrid
        old = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    with time_machine.travel("2026-10-31T23:01:00Z", tick=False):
        make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    Match.objects.filter(pk=old.pk).update(turn="other")
    tampered(result, points=0)
    assert verify("--since", "2026-11-01")[::2] == (
        True,
        "1 matches agree with their histories, 0 results of 0 puzzles with their positions\n",
    )
    assert not verify("--since", "2026-10-31")[0]
    assert not verify()[0]
    with pytest.raises(CommandError, match="since"):
        call_command("verify_histories", "--since", "ayer")


def test_a_match_that_began_before_and_was_played_since_is_among_them() -> None:
    with time_machine.travel("2026-10-31T12:00:00Z", tick=False):
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    with time_machine.travel("2026-11-02T12:00:00Z", tick=False):
        make.play_one(match)
    Match.objects.filter(pk=match.pk).update(turn="other")
    assert not verify("--since", "2026-11-01")[0]
