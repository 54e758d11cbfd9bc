"""One move: who may, when, in what order of checks, and what one transaction leaves behind."""

from __future__ import annotations

import json

import pytest
import time_machine
from django.db import transaction

from games.contract import Shuffled
from games.sueca.views import Accuse
from tables.models import HistoryEvent, Match
from tables.selectors import states
from tables.services import writing
from tables.services.errors import Refused
from tables.services.play import play_move
from tests import factories as make
from tests.jobs import pass_time, run_due_jobs, waiting_jobs

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


@pytest.fixture
def match() -> Match:
    return make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))


def test_a_move_is_recorded_and_the_row_agrees_with_the_history(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    outcome = play_move(match.pk, player=make.holder(match, seat), seq=seq, raw=raw, token="a")
    match.refresh_from_db()
    assert (outcome.status, outcome.seq, match.seq) == ("done", seq + 1, seq + 1)
    row = match.events.get(seq=seq + 1)
    assert (row.kind, row.seat, row.cause, row.payload) == ("played", seat, "person", json.loads(raw))
    rebuilt = states.advance(match, states.beginning(match), match.events.order_by("seq"))
    for name, value in states.projected(rebuilt).items():
        assert getattr(match, name) == value, name


@pytest.mark.django_db(transaction=True)
def test_the_lock_refuses_to_run_outside_a_transaction(match: Match) -> None:
    with pytest.raises(RuntimeError, match="inside a transaction"):
        writing.locked_match(match.pk)
    with pytest.raises(RuntimeError, match="inside a transaction"):
        writing.locked_table(match.table_id)


def test_a_repeated_token_gets_the_earlier_outcome(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    first = play_move(match.pk, player=player, seq=seq, raw=raw, token="once")
    again = play_move(match.pk, player=player, seq=seq, raw=raw, token="once")
    assert (again.status, again.seq) == ("repeated", first.seq)
    assert HistoryEvent.objects.filter(match=match, seq__gt=seq).count() == 1


def test_nobody_repeats_the_token_of_another_person(match: Match) -> None:
    make.play_one(match, token="same")
    assert make.play_one(match, token="same").status == "done"


def test_an_older_board_is_stale_and_changes_nothing(match: Match) -> None:
    make.play_one(match)
    seat, seq, raw = make.fallback(match)
    outcome = play_move(match.pk, player=make.holder(match, seat), seq=seq - 1, raw=raw)
    match.refresh_from_db()
    assert (outcome.status, outcome.seq, match.seq) == ("stale", seq, seq)
    assert outcome.sentence


def test_s23_a_move_that_names_its_own_moment_is_not_stale() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), revoke="allowed"))
    make.play_one(match)
    outcome = play_move(match.pk, player=make.holder(match, 0), seq=0, raw=make.text_of(match, Accuse(accused=1, round=1)))
    assert outcome.status == "done"


def test_the_seat_is_the_persons_and_a_spectator_has_none(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    (stranger,) = make.people("Zoe")
    with pytest.raises(Refused) as refused:
        play_move(match.pk, player=stranger, seq=seq, raw=raw)
    assert refused.value.code == "not-seated"
    other = make.holder(match, (seat + 1) % 4)
    assert play_move(match.pk, player=other, seq=seq, raw=raw).status == "refused"
    match.refresh_from_db()
    assert match.seq == seq


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "NaN",
        "[" * 1500,
        "x" * 5000,
        '"\\ud800"',
        '{"type": "fly"}',
        "null",
        "1e999",
        '{"a": "\\u0000"}',
        "[]",
        '{"card": {"x": [1]}}',
    ],
)
def test_a_malformed_move_is_refused_with_a_sentence(match: Match, raw: str) -> None:
    seat, seq, _ = make.fallback(match)
    with pytest.raises(Refused) as refused:
        play_move(match.pk, player=make.holder(match, seat), seq=seq, raw=raw)
    assert refused.value.code == "malformed"
    assert str(refused.value.sentence)
    match.refresh_from_db()
    assert match.seq == seq


def test_an_absurd_token_does_no_harm(match: Match) -> None:
    assert make.play_one(match, token="\x00\ud800" + "x" * 100_000).status == "done"


def test_a_match_that_does_not_exist_is_refused(match: Match) -> None:
    with pytest.raises(Refused) as refused:
        play_move(match.pk + 1000, player=make.holder(match, 0), seq=1, raw="{}")
    assert refused.value.code == "no-match"


@pytest.mark.django_db(transaction=True)
def test_a_rollback_enqueues_nothing_and_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="3d"))
    sent: list[str] = []
    monkeypatch.setattr("tables.services.publish.send", lambda code, stamp: sent.append(code))
    jobs, seq = len(waiting_jobs()), match.seq
    seat, _seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert play_move(match.pk, player=player, seq=seq, raw=raw).status == "done"
        assert len(waiting_jobs()) > jobs
        raise ZeroDivisionError
    match.refresh_from_db()
    assert (len(waiting_jobs()), match.seq, sent) == (jobs, seq, [])
    assert play_move(match.pk, player=player, seq=seq, raw=raw).status == "done"
    assert sent == [match.table.code]
    assert len(waiting_jobs()) > jobs


def test_a_move_after_the_deadline_is_late_to_the_second() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
        pass_time(now, seconds=29)
        assert make.play_one(match).status == "done"
        pass_time(now, seconds=30)
        outcome = make.play_one(match)
        assert outcome.status == "late"
        assert "Se acabó el tiempo" in outcome.sentence


def test_p2_a_click_after_the_clock_has_played_meets_time_is_up() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
        seat, seq, raw = make.fallback(match)
        pass_time(now, seconds=30)
        run_due_jobs()
        outcome = play_move(match.pk, player=make.holder(match, seat), seq=seq, raw=raw)
        assert outcome.status == "late"
        row = match.events.get(kind="played")
        assert (row.seat, row.cause) == (seat, "clock")


def test_p13_chance_is_recorded_like_any_other_event(match: Match) -> None:
    first = match.events.get(seq=1)
    assert (first.kind, first.cause, first.seat) == ("shuffled", "server", None)
    step = next(states.walk(match))
    assert isinstance(step.event, Shuffled)
