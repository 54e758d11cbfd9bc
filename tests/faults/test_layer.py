"""The channel layer fails: moves are answered, pages come level without it, and everything heals by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from django.db import connection

from tables.models import Match
from tests import factories as make
from tests.faults.test_process_faults import KEY
from tests.layers import Movers, Redis
from tests.live import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST = 60
"""Seconds after which something that should happen has not."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis that this test may stop."""
    redis = Redis(tmp_path)
    yield redis
    redis.go_on()
    redis.kill()


@pytest.fixture
def two_sites(redis: Redis, tmp_path: Path, settings: Any) -> Iterator[list[LiveSite]]:
    """Two servers on one database and that Redis."""
    settings.SECRET_KEY = KEY
    names = ("first", "second")
    sites = [LiveSite(tmp_path / name, connection.settings_dict, {"SECRET_KEY": KEY, "CPU_PACE": 0}) for name in names]
    try:
        yield [site.start(worker=False, env={"REDIS_URL": redis.url}) for site in sites]
    finally:
        for site in sites:
            site.stop()


class Page:
    """A spectator's page: its socket, and the newest seq it has been sent. It never asks by HTTP."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def reaches(self, seq: int) -> None:
        """Take frames in until the page shows that much."""
        async with asyncio.timeout(LONGEST):
            while True:
                stamp = [int(part) for part in str(await self.socket.recv()).split("-->")[0].split()[1:]]
                await self.socket.send(json.dumps({"got": stamp}))
                if stamp[1] >= seq:
                    return


async def moves(movers: Movers) -> int:
    """Everybody posts for a second, and each post is answered; the seq of the first table."""

    def act() -> int:
        try:
            movers.post(1)
            return Match.objects.get(pk=movers.matches[0].pk).seq
        finally:
            connection.close()

    seq = await asyncio.to_thread(act)
    assert set(movers.outcomes) == {"done"}
    return seq


def watching(site: LiveSite, match: Match) -> Any:
    """A page of the match's table."""
    return websockets.connect(f"ws://localhost:{site.port}/ws/m/{match.table.code}/", origin=site.url, max_size=None)


def scene(play: Callable[[], Awaitable[None]]) -> None:
    """Run it on a loop of its own."""
    asyncio.run(play())  # type: ignore[arg-type]


def test_a_redis_that_hangs_keeps_nobody_waiting_and_nobody_in_the_dark(two_sites: list[LiveSite], redis: Redis) -> None:
    """Posts go to the first server, the pages are at the second: only the layer connects them."""
    matches = [make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(4)]
    movers = Movers(two_sites[0], matches)

    async def play() -> None:
        async with watching(two_sites[1], matches[0]) as socket:
            page = Page(socket)
            await page.reaches(await moves(movers))
            redis.hang()
            await page.reaches(await moves(movers))
            async with watching(two_sites[1], matches[0]) as late:
                other = Page(late)
                await other.reaches(matches[0].seq)
                seq = await moves(movers)
                await asyncio.gather(page.reaches(seq), other.reaches(seq))
                redis.go_on()
                seq = await moves(movers)
                await asyncio.gather(page.reaches(seq), other.reaches(seq))

    scene(play)
    assert all("Traceback" not in site.said() for site in two_sites)


def test_a_redis_that_dies_and_comes_back_empty_is_made_up_for(two_sites: list[LiveSite], redis: Redis) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    movers = Movers(two_sites[0], [match])

    async def play() -> None:
        async with watching(two_sites[1], match) as socket:
            page = Page(socket)
            await page.reaches(await moves(movers))
            redis.kill()
            await page.reaches(await moves(movers))
            redis.start()
            for _ in range(2):
                await page.reaches(await moves(movers))

    scene(play)
    assert all("Traceback" not in site.said() for site in two_sites)
