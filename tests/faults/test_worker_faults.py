"""The worker outlives what happens to it: lost connections, a restarted Postgres, a killed process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import connection, connections

from config.worker import work
from tables.models import Match, Pulse
from tests import factories as make
from tests.jobs import drop_jobs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

LONGEST = 40
"""Seconds after which something that should happen has not."""


async def in_thread[T](act: Callable[[], T]) -> T:
    """The act in a thread of its own, which gives its connection back."""

    def run() -> T:
        try:
            return act()
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition on the database."""
    async with asyncio.timeout(LONGEST):
        while not await in_thread(holds):
            await asyncio.sleep(0.1)


def cut_connections() -> None:
    """End every other connection to the test database, as a restart of Postgres does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid != pg_backend_pid()"
        )


async def beside_a_worker(act: Callable[[], Awaitable[None]]) -> None:
    """Run the act while the site's worker runs."""
    worker = asyncio.create_task(work())
    try:
        await act()
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)


def test_the_worker_heals_after_losing_every_connection() -> None:
    match = make.started(make.opened(make.people("Ana")[0], ("easy", "easy", "easy")))
    drop_jobs()  # nothing but the sweep can find the turn
    connection.close()

    async def act() -> None:
        await until(Pulse.objects.exists)
        await in_thread(cut_connections)
        await in_thread(lambda: Pulse.objects.all().delete())
        await until(Pulse.objects.exists)
        await until(lambda: not Match.objects.get(pk=match.pk).machine)

    asyncio.run(beside_a_worker(act))
    played: Any = match.events.filter(kind="played", cause="cpu")
    assert played.count() == 3
