"""A limit of the rules' own within a turn, and the clock that plays a whole turn (C3, C7, P2, P3)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.choque.views import Keep
from tables import thinking
from tables.models import Match, Player, Seat
from tables.selectors import states
from tables.services import absence, lobby, machine, sweep
from tests import factories as make
from tests.jobs import committing, drop_jobs, pass_time, run_due_jobs, waiting_jobs
from tests.tables.limits import DRAW, DRAWN, act, dealt

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


@pytest.fixture
def now() -> Iterator[Any]:
    """Noon, until the test lets time pass."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def moves(match: Match) -> list[tuple[int, str, str]]:
    """What was played so far: seat, what, and the cause."""
    return [(row.seat, row.payload["do"], row.cause) for row in match.events.filter(kind="played")]


def seconds_left(match: Match) -> float | None:
    """Seconds until the awaited decision must have been made."""
    match.refresh_from_db()
    return (match.deadline - timezone.now()).total_seconds() if match.deadline else None


def misses(match: Match) -> int:
    """Timed-out turns in a row of the host."""
    return Seat.objects.get(table=match.table, index=0).misses


def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every mind that a CPU player is asked with from now on."""
    asked: list[Any] = []
    think = thinking.think

    def listening(choose: Any, mind: Any, *rest: Any) -> Any:
        asked.append(mind)
        return think(choose, mind, *rest)

    monkeypatch.setattr(thinking, "think", listening)
    return asked


def rebuilt(match: Match) -> None:
    """The match's row is what its history says. (`verify_histories` would find that the deal was laid down.)"""
    match.refresh_from_db()
    course = states.advance(match, states.begin(match), match.events.order_by("seq"))
    assert {field: getattr(match, field) for field in states.PROJECTED} == states.projected(course)


# ---- the limit --------------------------------------------------------------------------------------------------------------


def test_c7_after_six_seconds_the_drawn_card_is_played_by_the_rules_and_no_cpu_player_is_asked(
    now: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = thoughts(monkeypatch)
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    pass_time(now, seconds=10)
    act(match, DRAW)
    assert seconds_left(match) == 6
    pass_time(now, seconds=5)
    run_due_jobs()
    assert moves(match) == [(0, "draw", "person")]
    pass_time(now, seconds=1)
    run_due_jobs()
    assert moves(match) == [(0, "draw", "person"), (0, "play", "clock")]
    assert asked == []
    assert seconds_left(match) == 30, "the next turn has its whole time"
    rebuilt(match)


def test_c7_a_drawn_wild_card_names_the_colour_most_held(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s", stock="WX 8A")
    act(match, DRAW)
    pass_time(now, seconds=6)
    run_due_jobs()
    row = match.events.filter(kind="played").last()
    assert row and row.payload == {"do": "play", "card": "WX", "colour": "T"}


def test_c7_the_six_seconds_never_outlast_the_turns_clock(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="15s")
    pass_time(now, seconds=13)
    act(match, DRAW)
    assert seconds_left(match) == 2
    pass_time(now, seconds=2)
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]


def test_c7_at_a_table_without_clock_only_the_choice_is_limited(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="none")
    assert seconds_left(match) is None
    pass_time(now, days=1)
    act(match, DRAW)
    assert seconds_left(match) == 6
    pass_time(now, seconds=6)
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]
    assert seconds_left(match) is None
    assert misses(match) == 0


def test_c7_who_chooses_in_time_ends_the_limit(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    act(match, DRAW)
    pass_time(now, seconds=5)
    assert act(match, Keep()).status == "done"
    assert seconds_left(match) == 30
    pass_time(now, seconds=1)
    run_due_jobs()
    assert moves(match) == [(0, "draw", "person"), (0, "keep", "person")]


@pytest.mark.parametrize("worked", [True, False])
def test_c7_a_late_choice_meets_se_acabo_el_tiempo_whether_the_worker_has_played_yet_or_not(worked: bool, now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    act(match, DRAW)
    pass_time(now, seconds=6)
    match.refresh_from_db()
    seen = match.seq
    if worked:
        run_due_jobs()
    outcome = act(match, Keep(), seq=seen)
    assert outcome.status == "late"
    assert "Se acabó el tiempo" in outcome.sentence
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]


def test_p3_letting_the_six_seconds_play_is_no_timed_out_turn(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    Seat.objects.filter(table=match.table, index=0).update(misses=1)
    assert act(match, DRAW).status == "done"
    assert misses(match) == 0, "who draws is there"
    Seat.objects.filter(table=match.table, index=0).update(misses=1)
    pass_time(now, seconds=6)
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]
    assert (misses(match), Seat.objects.get(table=match.table, index=0).stand_in) == (1, "")


def test_p3_a_choice_that_the_turns_clock_ends_is_one(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="15s")
    pass_time(now, seconds=12)
    act(match, DRAW)
    pass_time(now, seconds=3)
    run_due_jobs()
    assert misses(match) == 1


# ---- the turn's clock -------------------------------------------------------------------------------------------------------


def test_c3_at_zero_a_cpu_player_plays_the_whole_turn_without_a_second_wait(now: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = thoughts(monkeypatch)
    match = dealt(make.people("Ana", "Luis"), clock="20s")
    first = match.turn
    pass_time(now, seconds=20)
    run_due_jobs()
    match.refresh_from_db()
    assert match.turn != first
    (_, drew, by), (_, chose, by_too) = moves(match)
    assert (drew, by, by_too) == ("draw", "clock", "clock")
    assert chose in ("play", "keep")
    assert len(asked) == 2, "the choice that came up after zero is the CPU player's too"
    assert set(match.events.filter(kind="played").values_list("at", flat=True)) == {timezone.now()}
    assert misses(match) == 1, "one turn, however many decisions"
    rebuilt(match)


def test_c3_zero_between_the_draw_and_the_choice_plays_the_card_as_every_end_of_the_choice_does(
    now: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = thoughts(monkeypatch)
    match = dealt(make.people("Ana", "Luis"), clock="15s")
    pass_time(now, seconds=14)
    act(match, DRAW)
    pass_time(now, seconds=60)
    run_due_jobs()
    assert moves(match)[:2] == [(0, "draw", "person"), (0, "play", "clock")]
    assert asked == [] or moves(match)[2][0] == 1


def test_p3_two_whole_turns_of_the_clock_and_a_cpu_player_plays_on(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="15s")
    for _ in range(3):
        pass_time(now, seconds=15)
        run_due_jobs()
    assert [cause for _, _, cause in moves(match)] == ["clock"] * 4
    assert [seat.stand_in for seat in Seat.objects.filter(table=match.table)] == ["missed", ""]
    assert match.events.get(kind="stood-in").payload == {"why": "missed"}


def drawn_by_a_stand_in() -> tuple[Match, Player]:
    """A match whose host has left, and whose CPU player has drawn a card that fits and not chosen yet."""
    ana, luis = make.people("Ana", "Luis")
    match = dealt([ana, luis], clock="1m")
    absence.abandon(match.table, player=ana)
    match.refresh_from_db()
    with committing():
        assert machine.play_cpu(match.pk, seq=match.seq)
    assert moves(match) == [(0, "draw", "cpu")]
    return match, ana


def test_p5_who_comes_back_between_draw_and_choice_of_the_stand_in_chooses(now: Any) -> None:
    match, ana = drawn_by_a_stand_in()
    with committing():
        absence.come_back(match.table, player=ana)
    assert seconds_left(match) == 6
    run_due_jobs()
    pass_time(now, seconds=5)
    run_due_jobs()
    assert act(match, Keep()).status == "done"
    assert moves(match) == [(0, "draw", "cpu"), (0, "keep", "person")]
    rebuilt(match)


def test_p5_c7_who_comes_back_and_does_not_choose_in_what_is_left_of_the_six_seconds_has_the_card_played(now: Any) -> None:
    match, ana = drawn_by_a_stand_in()
    drop_jobs()  # the CPU player's next act gets lost
    pass_time(now, seconds=4)
    absence.come_back(match.table, player=ana)
    assert seconds_left(match) == 2
    pass_time(now, seconds=2)
    assert act(match, Keep()).status == "late"
    sweep.sweep()
    run_due_jobs()
    assert moves(match) == [(0, "draw", "cpu"), (0, "play", "clock")]
    assert misses(match) == 0


def test_a_cpu_player_that_holds_the_seat_chooses_for_itself(now: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = thoughts(monkeypatch)
    match = lobby.quick_match(make.people("Ana")[0], slug="choque")
    for _ in range(12):
        run_due_jobs()
        match.refresh_from_db()
        if match.status != "running":
            break
        make.play_one(match)
    assert asked
    assert set(match.events.filter(kind="played").exclude(seat=0).values_list("cause", flat=True)) == {"cpu"}


# ---- lost jobs, downtimes, projections --------------------------------------------------------------------------------------


def test_the_sweep_finds_a_limit_whose_job_is_lost(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="1d")
    act(match, DRAW)
    sweep.sweep()
    drop_jobs()
    pass_time(now, seconds=7)
    sweep.sweep()
    sweep.sweep()
    assert len(waiting_jobs("turn_clock")) == 1
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]


def test_a_downtime_gives_turn_and_limit_back_what_ran_of_them(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    pass_time(now, seconds=10)
    act(match, DRAW)
    pass_time(now, seconds=2)
    sweep.sweep()
    now.shift(dt.timedelta(minutes=5))
    sweep.sweep()
    assert seconds_left(match) == 4
    course = states.current(match)
    assert course.turn_ends == timezone.now() + dt.timedelta(seconds=18)
    assert match.events.filter(kind="clock-restored").get().payload == {"seconds": 300}
    rebuilt(match)
    pass_time(now, seconds=4)
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]


def test_a_limit_that_began_without_a_worker_gets_only_what_ran_of_it(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="1m")
    sweep.sweep()
    now.shift(dt.timedelta(seconds=40))  # no worker, but the pages are served
    act(match, DRAW)
    now.shift(dt.timedelta(seconds=3))
    sweep.sweep()
    assert seconds_left(match) == 6
    assert states.current(match).turn_ends == timezone.now() + dt.timedelta(seconds=60)
    rebuilt(match)


def test_a_limit_that_was_over_before_the_downtime_stays_over_and_the_turn_gets_its_time(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="1m")
    act(match, DRAW)
    sweep.sweep()
    drop_jobs()
    pass_time(now, seconds=10)  # the worker lives, the job is lost, the sweep has not come round
    now.shift(dt.timedelta(minutes=5))
    sweep.sweep()
    course = states.current(Match.objects.get(pk=match.pk))
    assert course.turn_ends == timezone.now() + dt.timedelta(seconds=50)
    assert course.deadline is not None and course.deadline < timezone.now()
    run_due_jobs()
    assert moves(match)[1:] == [(0, "play", "clock")]
    assert misses(match) == 0
    rebuilt(match)


def test_another_process_knows_limit_and_turn_from_the_history_alone(now: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    pass_time(now, seconds=3)
    act(match, DRAW)
    match.refresh_from_db()
    here = states.current(match)
    states.PREFIXES.clear()
    there = states.current(match)
    assert (there.limit, there.turn_ends, there.deadline) == (here.limit, here.turn_ends, match.deadline)
    assert there.limit and there.limit.seconds == 6


def test_the_ring_shows_the_six_seconds_and_then_the_turn_again(now: Any, client: Any) -> None:
    match = dealt(make.people("Ana", "Luis"), clock="30s")
    address = f"/m/{match.table.code}/"
    assert b'data-total="30"' in client.get(address).content
    act(match, DRAW)
    page = client.get(address).content
    assert b'data-total="6"' in page
    assert f'data-deadline="{int((timezone.now().timestamp() + 6) * 1000)}"'.encode() in page
    act(match, DRAWN)
    assert b'data-total="30"' in client.get(address).content


@pytest.mark.parametrize(("key", "words"), [("15s", "15 segundos"), ("20s", "20 segundos"), ("45s", "45 segundos")])
def test_c3_the_short_clocks_are_offered_in_their_order(key: str, words: str, now: Any, client: Any) -> None:
    page = client.get("/abrir/choque/").content.decode()
    assert f'<option value="{key}">{words}</option>' in page
    keys = ("15s", "20s", "30s", "45s", "1m", "10m", "1d")
    places = [page.index(f'<option value="{one}"') for one in keys]
    assert places == sorted(places)
    match = dealt(make.people("Ana", "Luis"), clock=key)
    assert seconds_left(match) == int(key[:-1])
