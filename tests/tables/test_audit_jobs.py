"""What a restart at the worst moment, and a page that only seems to be looked at, must not cost anybody."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from tables.models import Pulse, Watching
from tables.rendering import SNAPSHOTS, table_frame
from tables.services import sweep
from tests import factories as make
from tests.jobs import pass_time, run_due_jobs

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


def test_a_restart_of_ten_seconds_gives_them_back_too() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
        sweep.sweep()
        pass_time(now, seconds=25)
        now.shift(dt.timedelta(seconds=10))  # nobody serves
        sweep.wake()
        run_due_jobs()
        match.refresh_from_db()
        assert not match.events.filter(kind="played").exists()
        assert match.deadline == timezone.now() + dt.timedelta(seconds=5)
        assert match.events.get(kind="clock-restored").payload == {"seconds": 10}
        assert Pulse.objects.get().at == timezone.now()
        SNAPSHOTS.clear()
        found = table_frame(match.table.code, None)
        assert found and "el reloj devuelve 10 s." in found[2].regions["r-log"]


def test_a_worker_that_starts_beside_another_gives_nothing_back() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
        sweep.sweep()
        now.shift(dt.timedelta(seconds=5))
        sweep.wake()
        assert not match.events.filter(kind="clock-restored").exists()


def test_who_looked_when_the_turn_came_and_went_without_a_move_is_told_later() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        persons = [make.account(name, f"{name.lower()}@example.org") for name in ("Ana", "Luis", "Eva", "Leo")]
        match = make.started(make.gathered(persons, clock="3d"))
        seat = make.waiting(match)[1]
        Watching.objects.create(table=match.table, player=make.holder(match, seat), channel="gone")
        run_due_jobs()
        assert mail.outbox == []
        pass_time(now, minutes=10)  # the page gave no more sign of life
        run_due_jobs()
        assert [message.to for message in mail.outbox] == [[make.holder(match, seat).email]]
        pass_time(now, minutes=30)
        run_due_jobs()
        assert len(mail.outbox) == 1
