"""Sockets under strain: a slow page is closed instead of being fed a backlog, and idle ones cost no database connection."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Barrier
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connections

from config.asgi import application
from config.sockets import READERS, in_reader
from tables import consumers
from tables.models import Match
from tables.rendering import SNAPSHOTS
from tables.rendering.snapshot import newest
from tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Caches know nothing of other tests' databases, and readers give their connections back."""
    SNAPSHOTS.clear()
    yield
    together = Barrier(READERS._max_workers)

    def close() -> None:
        together.wait(10)
        connections.close_all()

    for done in [READERS.submit(close) for _ in range(READERS._max_workers)]:
        done.result()


async def watching(match: Match) -> WebsocketCommunicator:
    """A spectator's socket that has its first frame and confirms nothing."""
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    page = WebsocketCommunicator(application, f"/ws/m/{match.table.code}/", headers=headers)
    connected, _ = await page.connect(timeout=5)
    assert connected
    assert (await page.receive_from(timeout=5)).startswith("<!--frame 1 ")
    return page


@database_sync_to_async
def play(match: Match) -> None:
    """The awaited person plays."""
    assert make.play_one(match).status == "done"


def test_a_page_that_confirms_nothing_is_closed_and_gets_no_backlog(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))

    async def scene() -> None:
        page = await watching(match)
        await play(match)
        assert await page.receive_nothing(0.3), "one frame is in flight"
        monkeypatch.setattr(consumers, "PATIENCE", 0.0)
        await play(match)
        answer: dict[str, Any] = await page.receive_output(timeout=5)
        assert (answer["type"], answer["code"]) == ("websocket.close", consumers.TRY_AGAIN)

    asyncio.run(scene())


def test_what_a_socket_reads_gives_its_connection_back() -> None:
    """An idle socket holds none. (Channels' own test harness keeps connections open, so the way to the database is asked alone.)"""
    everybody = Barrier(READERS._max_workers)

    async def scene() -> None:
        await asyncio.gather(*(in_reader(newest)("none") for _ in range(8)))

    def holds() -> bool:
        everybody.wait(10)
        return connections["default"].connection is not None

    asyncio.run(scene())
    assert not any(done.result() for done in [READERS.submit(holds) for _ in range(READERS._max_workers)])
