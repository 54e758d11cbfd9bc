"""Four hundred pages come back at the same moment after a restart, while five people post: when all are level, and how long posts take.

Run by `make soak`, or with ``pytest -s tests/soak/storm.py``. Everything stays on this machine, and ends after `LONGEST` seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import websockets
from django.db import connection

from tests import factories as make
from tests.faults.test_process_faults import KEY, Browser
from tests.layers import Movers, told
from tests.live import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = 400
TABLES = 20
POSTERS = 5
LONGEST = 90.0
IMPATIENT = 0.5
"""Seconds after which a page whose handshake failed tries again: worse than our pages are, which wait longer each time."""


class Crowd:
    """Pages that connect at once. level: when each of them had its first frame. failed: handshakes that came to nothing."""

    def __init__(self, site: LiveSite, pages: list[tuple[str, str]]) -> None:
        self.site, self.pages = site, pages
        self.level, self.failed = list[float](), 0

    def storm(self) -> float:
        """Seconds until all pages were level, at most `LONGEST`."""
        self.level, begun = [], time.monotonic()
        with contextlib.suppress(TimeoutError):
            asyncio.run(asyncio.wait_for(self.all(), LONGEST))
        return max(self.level, default=begun) - begun

    async def all(self) -> None:
        """Every page until all are level."""
        everybody = asyncio.Event()
        tasks = [asyncio.create_task(self.page(number, everybody)) for number in range(len(self.pages))]
        await everybody.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def page(self, number: int, everybody: asyncio.Event) -> None:
        """One page; it stays until all are level."""
        code, cookie = self.pages[number]
        headers = {"Cookie": cookie, "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        address = f"ws://localhost:{self.site.port}/ws/m/{code}/"
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                how: dict[str, Any] = {"additional_headers": headers, "origin": self.site.url, "open_timeout": 10, "compression": None}
                async with websockets.connect(address, max_size=None, **how) as socket:
                    await socket.send('{"visible": true}')
                    stamp = str(await socket.recv()).split("-->")[0].split()[1:]
                    await socket.send(json.dumps({"got": [int(part) for part in stamp]}))
                    self.level.append(time.monotonic())
                    if len(self.level) == len(self.pages):
                        everybody.set()
                    async for _frame in socket:
                        pass
            self.failed += 1
            await asyncio.sleep(IMPATIENT)


def test_four_hundred_pages_come_back_at_once(tmp_path: Path, settings: Any) -> None:
    settings.SECRET_KEY = KEY
    site = LiveSite(tmp_path / "var", connection.settings_dict, {"SECRET_KEY": KEY, "CPU_PACE": 0})
    try:
        site.start(worker=False, env={"TRUSTED_PROXIES": "1"})
        matches = [make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(TABLES)]
        seated = [(match.table.code, Browser(site, make.holder(match, seat)).cookie) for match in matches for seat in range(4)]
        crowd = Crowd(site, [seated[number % len(seated)] for number in range(PAGES)])
        movers = Movers(site, [make.started(make.gathered(make.people("Eva", "Leo", "Ana", "Luis"))) for _ in range(POSTERS)])
        movers.post(2)
        print()
        print(told("before the storm", movers.post(6)), flush=True)
        site.restart()
        posting = threading.Thread(target=movers.post, args=(12,))
        posting.start()
        seconds = crowd.storm()
        posting.join()
        print(f"{len(crowd.level)} of {PAGES} pages were level after {seconds:.1f} s; {crowd.failed} handshakes failed", flush=True)
        print(told("meanwhile", sorted(movers.waits)), flush=True)
        assert len(crowd.level) == PAGES
        assert set(movers.outcomes) == {"done"}
    finally:
        site.stop()
