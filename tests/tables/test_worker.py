"""Jobs as a real worker runs them, and as they survive one."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from config import hints
from tables.models import PuzzleDay
from tables.selectors import puzzle as selectors
from tests import factories as make
from tests.jobs import run_worker, waiting_jobs
from tests.live import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_real_worker_plays_the_cpu_turns_and_keeps_the_alarms() -> None:
    (ana,) = make.people("Ana")
    match = make.started(make.opened(ana, ("easy", "normal", "hard"), clock="1d"))
    run_worker()
    match.refresh_from_db()
    assert match.awaited == [0]
    assert list(match.events.filter(kind="played").values_list("cause", flat=True)) == ["cpu"] * 3
    alarms = waiting_jobs("turn_clock")
    assert [job.scheduled_at for job in alarms][-1] == match.deadline
    assert not ProcrastinateJob.objects.filter(status="failed").exists()


def test_a_real_worker_ends_an_overdue_turn() -> None:
    with time_machine.travel(dt.datetime.now(dt.UTC) - dt.timedelta(seconds=40)):
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
    run_worker()
    row = match.events.get(kind="played")
    assert (row.cause, row.at > match.deadline) == ("clock", True)
    assert waiting_jobs("turn_clock"), "the next turn has its alarm"


@pytest.mark.live(PUZZLE_AT_START=True)
def test_t16_a_worker_makes_today_s_and_tomorrow_s_puzzle_when_it_starts(live_site: LiveSite) -> None:
    for _ in range(600):
        if PuzzleDay.objects.count() == 2:
            break
        time.sleep(0.1)
    today = selectors.today(timezone.now())
    assert set(PuzzleDay.objects.values_list("day", flat=True)) == {today, today + selectors.ONE_DAY}


def test_the_sweep_and_the_daily_mails_are_periodic() -> None:
    from tables import tasks

    assert app.periodic_registry is not None
    periodic = {task.task.name: task.cron for task in app.periodic_registry.periodic_tasks.values()}
    assert periodic[tasks.sweep.name] == "* * * * * */5"
    assert {tasks.daily_mails.name, tasks.stalled.name} <= periodic.keys()


def test_the_jobs_of_a_dead_worker_go_to_another() -> None:
    match = make.started(make.opened(make.people("Ana")[0], ("easy", "easy", "easy")))
    with connection.cursor() as cursor:
        cursor.execute("insert into procrastinate_workers (last_heartbeat) values (now() - interval '5 minutes') returning id")
        (worker,) = cursor.fetchone()
        cursor.execute("update procrastinate_jobs set status = 'doing', worker_id = %s", [worker])
        cursor.execute("insert into procrastinate_events (job_id, type) select id, 'started' from procrastinate_jobs")
    app.configure_task("tables.tasks.stalled").defer(timestamp=0)
    run_worker()
    run_worker()
    match.refresh_from_db()
    assert match.events.filter(kind="played", cause="cpu").exists()


async def _heard(code: str, act: Any) -> dict[str, Any]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(f"table.{code}", channel)
    await asyncio.to_thread(act)
    return await asyncio.wait_for(layer.receive(channel), 10)  # type: ignore[no-any-return]


def test_a_move_tells_the_tables_pages_and_says_nothing_more() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))

    def act() -> None:
        make.play_one(match)
        connection.close()

    heard = async_to_sync(_heard)(match.table.code, act)
    assert heard.keys() == {"type", "stamp"}
    assert (heard["type"], heard["stamp"]) == ("table.changed", (1, match.seq + 1, 3))


def test_a_broken_channel_layer_turns_no_committed_move_into_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise ConnectionError("no layer today")

    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    monkeypatch.setattr(hints, "get_channel_layer", broken)
    assert make.play_one(match).status == "done"
    match.refresh_from_db()
    assert match.events.filter(kind="played").count() == 1
