"""Running jobs in tests."""

from __future__ import annotations

import asyncio
import datetime as dt
from contextlib import AbstractContextManager
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.db.models import Q
from django.test import TestCase
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from tables.models import Pulse
from tables.tasks import WORK


def committing() -> AbstractContextManager[Any]:
    """Do at the end of the block what waits for a commit, also inside the transaction that wraps a test."""
    return TestCase.captureOnCommitCallbacks(execute=True)


def run_due_jobs(limit: int = 400) -> list[str]:
    """Run what is due at the (frozen) time, in this thread and transaction, and what that defers; return the names.

    Procrastinate's own worker asks the database's clock, which nobody freezes. A job that raises is dropped, and the error passed on.
    """
    done: list[str] = []
    for _ in range(limit):
        due = Q(scheduled_at=None) | Q(scheduled_at__lte=timezone.now())
        job = ProcrastinateJob.objects.filter(due, status="todo").order_by("-priority", "id").first()
        if job is None:
            return done
        with connection.cursor() as cursor:
            cursor.execute("delete from procrastinate_jobs where id = %s", [job.pk])
        with committing():
            WORK[job.task_name](**job.args)
        done.append(job.task_name.rsplit(".", 1)[-1])
    raise AssertionError("jobs beget jobs without end")


def waiting_jobs(name: str = "") -> list[ProcrastinateJob]:
    """The jobs that wait, all or of one name."""
    jobs = ProcrastinateJob.objects.filter(status="todo").order_by("id")
    return list(jobs.filter(task_name=f"tables.tasks.{name}") if name else jobs)


def drop_jobs() -> None:
    """Lose every job, as a queue that broke would; also the flush between transactional tests leaves them."""
    with connection.cursor() as cursor:
        cursor.execute("delete from procrastinate_jobs")


def pass_time(traveller: Any, **time: float) -> None:
    """Move a frozen time on with the service running all the while: its heartbeat goes on."""
    traveller.shift(dt.timedelta(**time))
    Pulse.objects.update(at=timezone.now())


def run_worker() -> None:
    """A real worker that runs what is due by the database's clock, and ends."""
    asyncio.run(_run_worker())


async def _run_worker() -> None:
    worker = app.with_connector(app.connector.get_worker_connector())  # type: ignore[attr-defined]
    async with worker.open_async():
        await worker.run_worker_async(wait=False, install_signal_handlers=False, listen_notify=False, delete_jobs="successful")
    # Procrastinate defers periodic jobs through Django's connection of this thread.
    await sync_to_async(connections.close_all)()
