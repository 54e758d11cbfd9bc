"""The job worker and the watch over the embedded Postgres, as coroutines that outlive a lost database."""

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params
from procrastinate.psycopg_connector import PsycopgConnector

from config.stopping import STOP
from tables import thinking
from tables.services import puzzle, sweep

log = logging.getLogger("tapete.worker")

PAUSE = 1.0
"""Seconds between two tries to get a lost database back, and the most that a scheduled job is late."""

CONCURRENCY = 24
"""Jobs at once. Most of them wait: a CPU player's turn for its short pace, a mail for the other server."""

GRACE = 5
"""Seconds that running jobs get to finish when the worker is asked to end."""

PATIENCE = 3.0
"""Seconds to wait for a connection before the worker counts as broken."""


async def work() -> None:
    """Run jobs until cancelled. A lost connection ends procrastinate's worker, so it is started again."""
    woken = False
    while True:
        try:
            if not woken:
                # Before the first job: an alarm that went off meanwhile must find the time given back.
                await sync_to_async(sweep.wake)()
                if settings.PUZZLE_AT_START:
                    await sync_to_async(puzzle.prepare)()
                woken = True
            await run_once()
        except Exception as error:
            log.warning("the worker ended (%s); starting it again", error or type(error).__name__)
        finally:
            # Periodic jobs are deferred through Django's connection of this loop's thread: a broken one would never heal.
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(PAUSE)


async def run_once() -> None:
    """Run jobs until something breaks; cancelling waits up to `GRACE` for the running ones."""
    connector = PsycopgConnector(kwargs=await asyncio.to_thread(connector_params), min_size=1, max_size=3, timeout=PATIENCE)
    with_connector = app.with_connector(connector)
    async with with_connector.open_async():
        await with_connector.run_worker_async(
            install_signal_handlers=False,
            fetch_job_polling_interval=PAUSE,
            concurrency=CONCURRENCY,
            delete_jobs="successful",
            shutdown_graceful_timeout=GRACE,
        )


async def watch_cluster() -> None:
    """Start the embedded Postgres again when it died; returns at once when the database is somebody else's."""
    while settings.CLUSTER:
        await asyncio.sleep(PAUSE)
        try:
            await asyncio.to_thread(settings.CLUSTER.start)
        except Exception as error:
            log.warning("Postgres does not start: %s", error)


def heed_signals() -> None:
    """From now on SIGINT and SIGTERM end this process, and nothing that it started is left behind (see `config.stopping`)."""
    STOP.last_rites[:] = [thinking.stop, *([settings.CLUSTER.desert] if settings.CLUSTER else [])]
    STOP.install()


async def end(task: asyncio.Task[None]) -> None:
    """Cancel one of the above and wait for its end, eight seconds at most: without its database a worker might wait for ever.

    Asked again, because a worker that is just failing for another reason lets the first request fall; but not before the running jobs
    have had their time, since a second request would take the database from under them.
    """
    for patience in (GRACE + 1, 0.5, 0.5, 0.5, 0.5):
        task.cancel()
        await asyncio.wait([task], timeout=patience)
        if task.done():
            return
