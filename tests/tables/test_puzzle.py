"""The day of the puzzle, its position, what counts, ranking and streak (T15-T17)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, transaction

from tables import tasks, thinking
from tables.models import Player, PuzzleDay, PuzzleResult
from tables.selectors import puzzle as selectors
from tables.services import people, puzzle
from tables.services.errors import Refused
from tests import factories as make, puzzles
from tests.jobs import run_due_jobs
from tests.together import at_once

pytestmark = pytest.mark.django_db

DAY = dt.date(2026, 3, 12)
NOON = dt.datetime(2026, 3, 12, 11, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    """Noon of an ordinary day in Madrid, standing still."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def sent_by(player: Player, day: PuzzleDay, place: int = 0) -> PuzzleResult:
    """A result of the place-th lowest score."""
    return puzzle.send(player, day=day, value=puzzles.worth(place)[1]).result


# ---- the day (T15) ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-12T22:59:59+00:00", "2026-03-12"),
        ("2026-03-12T23:00:00+00:00", "2026-03-13"),
        # The last Sunday of March has 23 hours, that of October 25.
        ("2026-03-28T22:59:59+00:00", "2026-03-28"),
        ("2026-03-28T23:00:00+00:00", "2026-03-29"),
        ("2026-03-29T21:59:59+00:00", "2026-03-29"),
        ("2026-03-29T22:00:00+00:00", "2026-03-30"),
        ("2026-10-24T22:00:00+00:00", "2026-10-25"),
        ("2026-10-25T22:59:59+00:00", "2026-10-25"),
        ("2026-10-25T23:00:00+00:00", "2026-10-26"),
    ],
)
def test_t15_the_day_is_that_of_madrid_on_both_sides_of_midnight_and_of_a_change_of_hour(moment: str, day: str) -> None:
    assert selectors.today(dt.datetime.fromisoformat(moment)) == dt.date.fromisoformat(day)


@pytest.mark.parametrize(("day", "hours"), [("2026-03-12", 24), ("2026-03-29", 23), ("2026-10-25", 25)])
def test_t15_a_day_ends_at_its_midnight(day: str, hours: int) -> None:
    this = dt.date.fromisoformat(day)
    begun, ended = selectors.end_of(this - dt.timedelta(days=1)), selectors.end_of(this)
    assert ended - begun == dt.timedelta(hours=hours)
    assert selectors.today(ended - dt.timedelta(microseconds=1)) == this
    assert selectors.today(ended) == this + dt.timedelta(days=1)


def test_t15_the_zone_is_a_setting(settings: Any) -> None:
    settings.DAILY_TIME_ZONE = "Pacific/Auckland"
    assert selectors.today(NOON) == dt.date(2026, 3, 13)


# ---- its position (T16) -----------------------------------------------------------------------------------------------------


def asked(day: dt.date = DAY) -> str:
    """With which code a day's position is refused to who asks for it; "" when it is there."""
    try:
        puzzle.day_of(puzzles.game(), day)
    except Refused as refused:
        return refused.code
    return ""


def test_t16_a_missing_day_is_ordered_by_the_first_request_made_by_the_worker_and_then_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(thinking, "apart", lambda *work: pytest.fail("a request computes"))
        assert [asked() for _ in range(60)] == ["making"] * 60
    assert run_due_jobs() == ["puzzle"], "sixty requests are one order"
    assert asked() == ""
    first = puzzle.day_of(puzzles.game(), DAY)
    assert (first.day, first.version, first.created_at) == (DAY, 1, NOON)
    assert puzzle.judging(first)[1].judge(first.position, first.best).points == first.maximum
    assert run_due_jobs() == []


def test_t16_nobody_reads_tomorrow_not_even_when_it_is_made() -> None:
    puzzles.laid(DAY + dt.timedelta(days=1))
    with pytest.raises(Refused) as refused:
        puzzle.day_of(puzzles.game(), DAY + dt.timedelta(days=1))
    assert refused.value.code == "no-day"


def test_t16_a_gap_in_the_past_is_filled_but_there_is_nothing_before_the_first_puzzle() -> None:
    puzzles.laid(DAY - dt.timedelta(days=5))
    assert (asked(DAY - dt.timedelta(days=2)), asked(DAY - dt.timedelta(days=6))) == ("making", "no-day")
    run_due_jobs()
    assert set(PuzzleDay.objects.values_list("day", flat=True)) == {DAY - dt.timedelta(days=5), DAY - dt.timedelta(days=2)}


@pytest.mark.parametrize("answer", [thinking.Failed("hung"), "wrong"])
def test_t16_a_position_that_can_not_be_made_is_tried_again_in_ten_minutes_and_not_earlier(
    answer: Any, monkeypatch: pytest.MonkeyPatch, clock: Any
) -> None:
    def apart(*arguments: Any) -> Any:
        if isinstance(answer, Exception):
            raise answer
        made = puzzles.made()
        return type(made)(made.position, made.maximum + 1, made.best)

    assert asked() == "making"
    with monkeypatch.context() as patch:
        patch.setattr(thinking, "apart", apart)
        with pytest.raises(Refused) as refused:
            puzzle.make(puzzles.game(), DAY)
        assert refused.value.code == "no-puzzle"
        run_due_jobs()
    assert not PuzzleDay.objects.exists()
    assert asked() == "making"
    assert run_due_jobs() == []
    clock.shift(dt.timedelta(minutes=10))
    assert run_due_jobs() == ["puzzle"]
    assert asked() == ""


@pytest.mark.django_db(transaction=True)
def test_t16_two_who_make_it_at_once_get_the_same_position() -> None:
    found = at_once([lambda: puzzle.make(puzzles.game(), DAY).pk] * 4)
    assert len(set(found)) == 1
    assert PuzzleDay.objects.count() == 1


def test_t16_the_command_makes_days_ahead_and_leaves_those_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    kept = puzzles.laid(dt.date(2026, 4, 2))
    call_command("make_puzzles", "--from", "2026-04-01", "--days", "3")
    assert "2 positions made, 1 were there" in capsys.readouterr().out
    assert list(PuzzleDay.objects.order_by("day").values_list("day", flat=True)) == [dt.date(2026, 4, day) for day in (1, 2, 3)]
    assert PuzzleDay.objects.get(day=dt.date(2026, 4, 2)).position == kept.position
    call_command("make_puzzles", "--from", "2026-04-01", "--days", "3")
    assert "0 positions made, 3 were there" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("make_puzzles", "--days", "0")


def test_t16_the_worker_makes_today_and_tomorrow() -> None:
    tasks.work_puzzles(0)
    tasks.work_puzzles(0)
    assert run_due_jobs() == ["puzzle"] * 2
    assert set(PuzzleDay.objects.values_list("day", flat=True)) == {DAY, DAY + dt.timedelta(days=1)}
    before = set(PuzzleDay.objects.values_list("pk", flat=True))
    tasks.work_puzzles(0)
    assert run_due_jobs() == []
    assert set(PuzzleDay.objects.values_list("pk", flat=True)) == before


@pytest.mark.parametrize(
    "act",
    [
        lambda day, result: PuzzleDay.objects.filter(pk=day.pk).update(maximum=1),
        lambda day, result: PuzzleDay.objects.filter(pk=day.pk)._raw_delete("default"),
        lambda day, result: PuzzleResult.objects.filter(pk=result.pk).update(points=99),
        lambda day, result: PuzzleResult.objects.filter(pk=result.pk).update(ranked=False),
    ],
)
def test_a_trigger_refuses_to_change_positions_and_results(act: Any) -> None:
    day = puzzles.laid(DAY)
    result = sent_by(make.people("Ana")[0], day)
    with pytest.raises(ProgrammingError), transaction.atomic():
        act(day, result)


# ---- sending (T15, T17) -----------------------------------------------------------------------------------------------------


def test_t15_the_first_move_sent_counts_whatever_comes_later() -> None:
    day, (ana,) = puzzles.laid(DAY), make.people("Ana")
    points, move = puzzles.worth(3)
    first = puzzle.send(ana, day=day, value=move)
    assert (first.first, first.result.points, first.result.move, first.result.ranked) == (True, points, move, True)
    for again in (puzzles.worth(-1)[1], move, {"play": []}, None):
        second = puzzle.send(ana, day=day, value=again)
        # The very move that was sent is the first one again: its answer may have got lost (P19).
        assert (second.first, second.result.pk, second.result.points) == (again == move, first.result.pk, points)


@pytest.mark.parametrize(
    ("value", "code"),
    [({"play": [[0, 0, "1", 1]]}, "illegal"), ({"pass": True}, "malformed"), (None, "malformed"), ({"swap": ["1"]}, "malformed")],
)
def test_t15_a_refused_move_is_no_result(value: Any, code: str) -> None:
    day, (ana,) = puzzles.laid(DAY), make.people("Ana")
    with pytest.raises(Refused) as refused:
        puzzle.send(ana, day=day, value=value)
    assert refused.value.code == code and str(refused.value.sentence)
    assert not PuzzleResult.objects.exists()


@pytest.mark.parametrize(
    ("day", "last", "late"),
    [
        ("2026-03-12", "2026-03-12T22:59:59+00:00", "2026-03-12T23:00:00+00:00"),
        ("2026-03-29", "2026-03-29T21:59:59+00:00", "2026-03-29T22:00:00+00:00"),
        ("2026-10-25", "2026-10-25T22:59:59+00:00", "2026-10-25T23:00:00+00:00"),
    ],
)
def test_t15_what_comes_after_midnight_counts_for_its_day_out_of_the_ranking(day: str, last: str, late: str, clock: Any) -> None:
    this, (ana, luis) = puzzles.laid(dt.date.fromisoformat(day)), make.people("Ana", "Luis")
    clock.move_to(dt.datetime.fromisoformat(last))
    in_time = sent_by(ana, this)
    clock.move_to(dt.datetime.fromisoformat(late))
    too_late = sent_by(luis, this, place=-1)
    assert (in_time.ranked, too_late.ranked) == (True, False)
    assert selectors.standing(too_late) is None
    assert selectors.standing(in_time) == selectors.Standing(None, 1)


@pytest.mark.django_db(transaction=True)
def test_t15_two_presses_at_once_are_one_result() -> None:
    day, (ana,) = puzzles.laid(DAY), make.people("Ana")
    moves = [puzzles.worth(place)[1] for place in (1, 2, 3, 4)]
    found = at_once([lambda move=move: puzzle.send(ana, day=day, value=move) for move in moves])
    assert sorted(each.first for each in found) == [False, False, False, True]
    assert len({each.result.pk for each in found}) == 1
    (kept,) = PuzzleResult.objects.all()
    assert kept.move == next(move for move, each in zip(moves, found, strict=True) if each.first)


def test_t15_a_day_and_person_have_one_result_in_the_database() -> None:
    day, (ana,) = puzzles.laid(DAY), make.people("Ana")
    sent_by(ana, day)
    with pytest.raises(IntegrityError), transaction.atomic():
        PuzzleResult.objects.create(day=day, player=ana, move={}, points=0, ranked=True)


# ---- ranking, streak, calendar (T15) ----------------------------------------------------------------------------------------


def test_t15_the_percentile_counts_the_others_with_fewer_points() -> None:
    day = puzzles.laid(DAY)
    results = [sent_by(player, day, place) for player, place in zip(make.people("A", "B", "C", "D"), (0, 2, 2, -1), strict=True)]
    assert [selectors.standing(result) for result in results] == [
        selectors.Standing(0, 4),
        selectors.Standing(33, 4),
        selectors.Standing(33, 4),
        selectors.Standing(100, 4),
    ]
    assert selectors.sent(day) == 4


def streak_of(*sent: str, today: str = "12", late: str = "") -> int:
    """The streak on that day of March of somebody who has sent on those days; on `late` ones after midnight."""
    (ana,) = make.people("Ana")
    for number in (*sent, *late.split()):
        day = puzzles.laid(dt.date(2026, 3, int(number)))
        PuzzleResult.objects.create(day=day, player=ana, move={}, points=0, ranked=number in sent)
    return selectors.streak(ana, puzzles.game().slug, dt.date(2026, 3, int(today)))


@pytest.mark.parametrize(
    ("sent", "days"),
    [
        ((), 0),
        (("12",), 1),
        (("10", "11", "12"), 3),
        (("10", "11"), 2),  # today still runs
        (("9", "10"), 0),  # yesterday was missed
        (("8", "10", "11", "12"), 3),
    ],
)
def test_t15_the_streak_is_of_days_sent_in_time_up_to_today(sent: tuple[str, ...], days: int) -> None:
    assert streak_of(*sent) == days


def test_t15_a_day_sent_late_is_none_of_the_streak() -> None:
    assert streak_of("10", "12", late="11") == 1


def test_t15_the_streak_of_nobody_and_of_others_is_none() -> None:
    sent_by(make.people("Ana")[0], puzzles.laid(DAY))
    assert selectors.streak(None, puzzles.game().slug, DAY) == 0
    assert selectors.streak(make.people("Luis")[0], puzzles.game().slug, DAY) == 0


def test_t15_the_calendar_tells_ones_own_percent_of_the_maximum() -> None:
    (ana,) = make.people("Ana")
    best, low = sent_by(ana, puzzles.laid(DAY), -1), sent_by(ana, puzzles.laid(DAY - dt.timedelta(days=2)), 1)
    cells = selectors.month(ana, puzzles.game().slug, DAY - dt.timedelta(days=2), DAY)
    assert [cell.percent for cell in cells] == [low.points * 100 // low.day.maximum, None, 100]
    assert best.points == best.day.maximum
    assert {cell.percent for cell in selectors.month(None, puzzles.game().slug, DAY - dt.timedelta(days=2), DAY)} == {None}


# ---- guests and accounts ----------------------------------------------------------------------------------------------------


def test_t15_signing_in_brings_the_results_along_and_keeps_the_earlier_one(clock: Any) -> None:
    (guest,), account = make.people("Inés"), make.account("Inés", "ines@example.org")
    days = [puzzles.laid(DAY - dt.timedelta(days=back)) for back in range(4)]
    alone = sent_by(guest, days[0], 1)
    guest_first = sent_by(guest, days[1], 2)
    account_first = sent_by(account, days[2], 3)
    clock.shift(60)
    account_second = sent_by(account, days[1], -1)
    guest_second = sent_by(guest, days[2], -1)
    only_account = sent_by(account, days[3], 4)
    people.adopt_guest(guest, account=account)
    kept = set(PuzzleResult.objects.values_list("pk", flat=True))
    assert kept == {alone.pk, guest_first.pk, account_first.pk, only_account.pk}
    assert {account_second.pk, guest_second.pk}.isdisjoint(kept)
    assert set(PuzzleResult.objects.values_list("player", flat=True)) == {account.pk}
    assert PuzzleResult.objects.get(pk=guest_first.pk).points == guest_first.points


def test_an_erased_account_leaves_its_results_in_the_ranking() -> None:
    day, (ana, luis) = puzzles.laid(DAY), make.people("Ana", "Luis")
    sent_by(ana, day, 0)
    mine = sent_by(luis, day, 5)
    ana.delete()
    assert selectors.standing(mine) == selectors.Standing(100, 2)


def test_a_position_is_judged_by_the_version_that_made_it() -> None:
    day = puzzles.laid(DAY)
    assert puzzle.judging(day) == (puzzles.game(), puzzles.game().puzzles[1])
    day.version = 99
    with pytest.raises(Refused) as refused:
        puzzle.judging(day)
    assert refused.value.code == "no-puzzle"
