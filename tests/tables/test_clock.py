"""Clocks, CPU players' turns, and what finds them when jobs get lost (P2, P3, P9, P12; faults: nobody waits for ever)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.contract import NeedMove
from games.kit.cards import SUITS
from games.sueca.state import DECK
from games.sueca.views import PlayCard
from tables import thinking
from tables.models import HistoryEvent, Match, Player, Pulse, Seat, Table, Watching
from tables.selectors import states
from tables.selectors.seats import due
from tables.selectors.tables import FRESH
from tables.services import absence, clock, lobby, machine, sweep
from tables.services.play import play_move
from tests import factories as make
from tests.jobs import drop_jobs, pass_time, run_due_jobs, waiting_jobs
from tests.minds import chatty, dying, hanging, raising

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


def four(**more: Any) -> tuple[list[Player], Match]:
    """Four people in a running match."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    return persons, make.started(make.gathered(persons, **more))


# ---- at zero ----------------------------------------------------------------------------------------------------------------


def test_p2_at_zero_a_cpu_player_makes_the_waiting_decision_and_the_history_says_clock() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s")
        _, seat = make.waiting(match)
        assert match.deadline == timezone.now() + dt.timedelta(seconds=30)
        pass_time(now, seconds=29)
        run_due_jobs()
        assert not match.events.filter(kind="played").exists()
        pass_time(now, seconds=1)
        run_due_jobs()
        row = match.events.get(kind="played")
        assert (row.seat, row.cause, row.at) == (seat, "clock", timezone.now())
        match.refresh_from_db()
        assert match.deadline == timezone.now() + dt.timedelta(seconds=30)


@pytest.mark.parametrize(
    ("key", "seconds"), [("30s", 30), ("1m", 60), ("10m", 600), ("1d", 86_400), ("3d", 259_200), ("7d", 604_800), ("none", None)]
)
def test_every_clock_is_right_to_a_second(key: str, seconds: int | None) -> None:
    with time_machine.travel(NOON, tick=False):
        _, match = four(clock=key)
        assert match.deadline == (None if seconds is None else timezone.now() + dt.timedelta(seconds=seconds))


def test_p3_two_timed_out_turns_in_a_row_and_a_cpu_player_plays_on_until_he_vuelto() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s")
        _, first = make.waiting(match)
        missing = make.holder(match, first)

        def others_play() -> None:
            while make.waiting(match)[1] != first:
                make.play_one(match)

        for expected in (1, 2):
            others_play()
            pass_time(now, seconds=30)
            run_due_jobs()
            seat = Seat.objects.get(table=match.table, index=first)
            assert seat.misses == expected
        assert seat.stand_in == "missed"
        assert match.events.get(kind="stood-in").payload == {"why": "missed"}
        others_play_until_cpu(match, first)
        row = match.events.filter(kind="played", seat=first).last()
        assert row
        assert row.cause == "cpu"
        absence.come_back(match.table, player=missing)
        seat.refresh_from_db()
        assert (seat.stand_in, seat.misses) == ("", 0)


def others_play_until_cpu(match: Match, seat: int) -> None:
    """The others play on until the CPU player has played for the seat."""
    for _ in range(8):
        run_due_jobs()
        if match.events.filter(kind="played", seat=seat, cause="cpu").exists():
            return
        make.play_one(match)
    raise AssertionError("the CPU player does not play")


def test_p3_a_move_in_between_starts_the_row_anew() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s")
        _, first = make.waiting(match)
        pass_time(now, seconds=30)
        run_due_jobs()
        make.play(match, until=lambda match: match.awaited == [first])
        assert Seat.objects.get(table=match.table, index=first).misses == 1
        make.play_one(match)
        assert Seat.objects.get(table=match.table, index=first).misses == 0


def test_an_old_alarm_does_nothing_once_the_match_has_moved_on() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s")
        turn = match.turn
        make.play_one(match)
        pass_time(now, seconds=30)
        match.refresh_from_db()
        seq = match.seq
        clock.expire(match.pk, turn=turn)
        match.refresh_from_db()
        assert match.seq == seq


def test_p2_the_clock_accuses_nobody_in_a_persons_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.sueca.views import Accuse

    monkeypatch.setattr(thinking, "think", lambda *arguments: Accuse(1, 1))
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s", revoke="allowed")
        make.play(match, until=lambda match: match.awaited == [0])
        pass_time(now, seconds=30)
        run_due_jobs()
        row = match.events.filter(cause="clock").last()
        assert row
        assert row.payload["do"] == "play"


# ---- the CPU players' turns -------------------------------------------------------------------------------------------------


class Chair:
    """What `due` looks at."""

    def __init__(self, level: str = "", stand_in: str = "") -> None:
        self.level, self.stand_in = level, stand_in


PERSON, CPU, STAND_IN = Chair(), Chair("easy"), Chair("", "missed")


@pytest.mark.parametrize(
    ("groups", "show", "seats", "expected"),
    [
        (((1,),), False, [PERSON, CPU, PERSON, CPU], 1),
        (((1,),), False, [PERSON, STAND_IN, PERSON, CPU], 1),
        (((0,),), False, [PERSON, CPU, PERSON, CPU], None),
        (((0,), (3,)), False, [PERSON, CPU, PERSON, CPU], 3),
        (((0, 1, 2, 3),), True, [PERSON, CPU, CPU, CPU], None),
        (((0, 2), (1, 3)), True, [PERSON, CPU, CPU, CPU], None),
        (((1, 3),), True, [PERSON, CPU, CPU, CPU], 1),
        (((0, 1, 2, 3),), True, [STAND_IN, CPU, CPU, CPU], 0),
        (((0, 2), (1, 3)), True, [STAND_IN, CPU, STAND_IN, CPU], 0),
    ],
)
def test_p12_cpu_players_act_wherever_they_are_waited_for_but_tap_the_show_on_only_without_persons(
    groups: Any, show: bool, seats: list[Any], expected: int | None
) -> None:
    assert due(NeedMove(groups, "turn", show=show), seats) == expected


def test_p12_three_cpu_players_play_until_the_person_is_waited_for() -> None:
    (ana,) = make.people("Ana")
    match = lobby.quick_match(ana, slug=make.SLUG)
    run_due_jobs()
    _course, seat = make.waiting(match)
    assert seat == 0
    assert not match.machine
    assert match.events.filter(kind="played", cause="cpu").count() == 3


def test_p12_the_cpu_players_wait_for_the_person_after_a_count() -> None:
    (ana,) = make.people("Ana")
    match = lobby.quick_match(ana, slug=make.SLUG)
    for _ in range(60):
        run_due_jobs()
        match.refresh_from_db()
        if match.show or match.status != "running":
            break
        make.play_one(match)
    assert match.status == "over" or match.awaited == [0, 1, 2, 3]
    if match.status == "running":
        drop_jobs()
        sweep.sweep()
        assert run_due_jobs() == []


def answers(*moves: Any) -> Any:
    """A `thinking.think` that gives, or raises, one after another."""
    queue = list(moves)

    def think(*arguments: Any) -> Any:
        answer = queue.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return think


@pytest.mark.parametrize(
    ("bad", "why"),
    [(thinking.Failed("raised"), "raised"), (thinking.Failed("hung"), "hung"), ("off-hand", "illegal")],
)
def test_p9_a_cpu_player_that_fails_twice_is_replaced_by_the_fallback_and_counted(
    bad: Any, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make.started(make.opened(make.people("Ana")[0], ("normal", "normal", "normal")))
    course, seat = make.waiting(match)
    if bad == "off-hand":
        bad = PlayCard(next(card for card in course.state.hands[0]))
    monkeypatch.setattr(thinking, "think", answers(bad, bad))
    fallback = states.rules_of(match).fallback(course.state, seat)
    assert machine.play_cpu(match.pk, seq=match.seq)
    rows = list(match.events.filter(seq__gt=match.seq))
    assert [(row.kind, row.payload) for row in rows] == [
        ("cpu-failed", {"why": why}),
        ("cpu-failed", {"why": why}),
        ("played", states.rules_of(match).encode(fallback)),
    ]


def test_p9_one_failure_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make.started(make.opened(make.people("Ana")[0], ("normal", "normal", "normal")))
    course, seat = make.waiting(match)
    move = states.rules_of(match).fallback(course.state, seat)
    monkeypatch.setattr(thinking, "think", answers(thinking.Failed("died"), move))
    machine.play_cpu(match.pk, seq=match.seq)
    assert list(match.events.filter(seq__gt=match.seq).values_list("kind", flat=True)) == ["cpu-failed", "played"]


def test_a_cpu_turn_whose_match_moved_on_while_it_thought_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    persons = make.people("Ana", "Luis")
    table = make.opened(persons[0], ("person", "normal", "normal"))
    lobby.sit(table, player=persons[1])
    match = make.started(table, partner=2)
    make.play(match, until=lambda match: match.machine)
    think = thinking.think

    def meanwhile(*arguments: Any) -> Any:
        absence.abandon(table, player=persons[1])
        return think(*arguments)

    monkeypatch.setattr(thinking, "think", meanwhile)
    seq = match.seq
    assert not machine.play_cpu(match.pk, seq=seq)
    assert list(match.events.filter(seq__gt=seq).values_list("kind", flat=True)) == ["left"]


# ---- the thinking process ---------------------------------------------------------------------------------------------------


def test_a_thought_is_a_function_of_what_it_was_given_at_a_low_priority(settings: Any) -> None:
    first = thinking.think(chatty, {"hand": 1}, "hard", b"seed", 40)
    assert first[:3] == ({"hand": 1}, "hard", 40)
    assert first == thinking.think(chatty, {"hand": 1}, "hard", b"seed", 40)
    assert first[3] != thinking.think(chatty, {"hand": 1}, "hard", b"other", 40)[3]
    assert first[4] >= 10


@pytest.mark.parametrize(("choose", "why"), [(raising, "raised"), (hanging, "hung"), (dying, "died")])
def test_a_thought_that_fails_is_named_and_the_next_one_works(choose: Any, why: str, settings: Any) -> None:
    settings.CPU_PATIENCE = 0.5
    with pytest.raises(thinking.Failed) as failed:
        thinking.think(choose, None, "easy", b"seed", 0)
    assert failed.value.why == why
    settings.CPU_PATIENCE = 10
    assert thinking.think(chatty, 1, "easy", b"seed", 0)[0] == 1


def test_cpu_players_are_given_a_mind_and_never_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def think(choose: Any, mind: Any, *rest: Any) -> Any:
        given.append(mind)
        raise thinking.Failed("raised")

    monkeypatch.setattr(thinking, "think", think)
    match = make.started(make.opened(make.people("Ana")[0], ("normal", "normal", "normal")))
    machine.play_cpu(match.pk, seq=match.seq)
    course = states.current(match)
    assert given
    assert all(type(mind).__name__ == "Mind" and type(mind) is not type(course.state) for mind in given)


# ---- the sweep --------------------------------------------------------------------------------------------------------------


def test_the_sweep_finds_an_overdue_turn_whose_job_is_lost() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s")
        sweep.sweep()
        drop_jobs()
        pass_time(now, seconds=31)
        sweep.sweep()
        sweep.sweep()
        assert len(waiting_jobs("turn_clock")) == 1
        run_due_jobs()
        assert match.events.filter(kind="played", cause="clock").count() == 1


def test_the_sweep_finds_a_cpu_turn_whose_job_is_lost() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.opened(make.people("Ana")[0], ("normal", "normal", "normal")))
        drop_jobs()
        pass_time(now, seconds=5)
        sweep.sweep()
        assert waiting_jobs("cpu_turn") == []
        pass_time(now, seconds=6)
        sweep.sweep()
        run_due_jobs()
        assert match.events.filter(kind="played", cause="cpu").count() == 3


def test_a_limit_that_ran_while_the_service_was_down_gets_that_time_back() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="1m")
        sweep.sweep()
        pass_time(now, seconds=20)
        now.shift(dt.timedelta(seconds=300))  # the service is down
        run_due_jobs()  # the alarm goes off before the sweep has looked
        match.refresh_from_db()
        assert list(match.events.filter(kind="clock-restored").values_list("payload", flat=True)) == [{"seconds": 300}]
        assert match.deadline == timezone.now() + dt.timedelta(seconds=40)
        sweep.sweep()
        assert match.events.filter(kind="clock-restored").count() == 1, "the time is given back once"
        pass_time(now, seconds=39)
        assert make.play_one(match).status == "done"


def test_a_click_after_a_downtime_is_not_late() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="1m")
        sweep.sweep()
        now.shift(dt.timedelta(seconds=300))
        assert make.play_one(match).status == "done"
        assert match.events.filter(kind="clock-restored").count() == 1


def test_the_sweep_gives_the_time_back_to_every_running_turn() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        matches = [four(clock=key)[1] for key in ("1m", "3d", "none")]
        sweep.sweep()
        deadlines = [match.deadline for match in matches]
        now.shift(dt.timedelta(hours=2))
        sweep.sweep()
        for match, before in zip(matches, deadlines, strict=True):
            match.refresh_from_db()
            assert match.deadline == (before and before + dt.timedelta(hours=2))
        assert Pulse.objects.get().at == timezone.now()


def test_pages_of_dead_processes_are_forgotten() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        (ana,) = make.people("Ana")
        table = make.opened(ana)
        Watching.objects.create(table=table, player=ana, channel="dead")
        pass_time(now, seconds=FRESH.total_seconds() / 2)
        Watching.objects.create(table=table, player=ana, channel="alive")
        pass_time(now, seconds=FRESH.total_seconds() / 2 + 1)
        sweep.sweep()
        assert list(Watching.objects.values_list("channel", flat=True)) == ["alive"]
        assert Table.objects.get().notice_seq == 1


def test_s22_the_clock_taps_for_the_absent_and_that_is_no_missed_turn() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _, match = four(clock="30s", revoke="allowed")
        make.play(match, until=lambda match: match.show)
        pass_time(now, seconds=30)
        run_due_jobs()
        assert [row.seat for row in HistoryEvent.objects.filter(match=match, cause="clock")] == [0, 1]
        assert set(Seat.objects.filter(table=match.table).values_list("misses", flat=True)) == {0}


# ---- CPU players while the show waits for persons (S30) -----------------------------------------------------------------------


def hands_of_a_late_revoke() -> list[list[str]]:
    """Seat 0 has nine trumps and a spade; seat 3 has one trump and can hide it until the last trick."""
    spades, hearts, diamonds, clubs = ([card for card in DECK if card[1] == suit] for suit in SUITS)
    return [[spades[0], *clubs[1:]], [*spades[1:], diamonds[0]], hearts, [*diamonds[1:], clubs[0]]]


def play_late_revoke(match: Match, *, hide: bool) -> None:
    """Play to the count: seat 1 leads spades, seat 0 trumps lead after lead, seat 3 hides its trump to the end, or plays it at once."""
    for _ in range(40):
        run_due_jobs()
        match.refresh_from_db()
        if match.show or match.status == "over":
            return
        course, seat = make.waiting(match)
        hand = course.state.hands[seat]
        trumps = [card for card in hand if card[1] == SUITS[3]]
        others = [card for card in hand if card[1] != SUITS[3]]
        led = course.state.plays[0].card[1] if course.state.plays else None
        if seat == 3:
            card = trumps[0] if trumps and (not others or (led == SUITS[3] and not hide)) else others[0]
        else:
            follows = [card for card in hand if card[1] == led]
            card = (follows or trumps or others)[0]
        raw = make.text_of(match, PlayCard(card))
        assert play_move(match.pk, player=make.holder(match, seat), seq=match.seq, raw=raw).status == "done"
    raise AssertionError("no count")


@pytest.mark.parametrize("hide", [True, False])
def test_s30_a_cpu_player_whose_partner_is_a_person_accuses_before_contar_on_public_proof_only(hide: bool) -> None:
    persons = make.people("Ana", "Luis", "Eva")
    table = make.opened(persons[0], ("person", "normal", "person"), revoke="allowed")
    for person in persons[1:]:
        lobby.sit(table, player=person)
    make.stack(table, [make.sueca_deal(hands_of_a_late_revoke())])
    match = make.started(table, partner=2)
    assert Seat.objects.get(table=table, index=2).level == "normal"
    play_late_revoke(match, hide=hide)
    run_due_jobs()
    match.refresh_from_db()
    last = match.events.last()
    assert last
    if hide:
        assert (last.seat, last.cause, last.payload) == (2, "cpu", {"do": "accuse", "seat": 3, "round": 1})
        assert match.status == "over"
    else:
        assert (match.status, match.show, match.awaited) == ("running", True, [0, 1, 2, 3])
        assert run_due_jobs() == []
