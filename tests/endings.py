"""Servers and workers that are asked to end at the worst moments: posts, thinking CPU players and sockets are in flight.

Used by a short test and by a long one (`make soak`).
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import psutil
import websockets
from django.db import connection

from config.stopping import GRACE
from tables.models import Match, Seat
from tables.selectors import states
from tests import factories as make
from tests.faults.test_process_faults import Browser
from tests.live import ROOT, LiveSite

LATEST = GRACE + 3
"""Seconds from the signal within which a process must be gone; three of them for a busy machine."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Table:
    """People who play at a table by HTTP, whatever becomes of the site. told: the acknowledged moves, as ``seat:move``.

    A move that got no good answer is sent again with its token until it gets one.
    """

    def __init__(self, site: LiveSite, match: Match) -> None:
        self.match, self.told = match, list[str]()
        people = Seat.objects.filter(table=match.table_id, player__isnull=False).select_related("player")
        self.browsers = {seat.index: Browser(site, seat.player) for seat in people if seat.player}
        self.halt = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Play until told to stop, and then bring the last move to its end."""
        tokens = count()
        try:
            while not self.halt.wait(0.02):
                self.match.refresh_from_db()
                if self.match.status != "running":
                    return
                seat, seq, raw = make.fallback(self.match)
                if seat in self.browsers:
                    self.send(seat, {"match": self.match.number, "seq": seq, "move": raw, "token": f"t{next(tokens)}"})
        finally:
            connection.close()

    def send(self, seat: int, form: dict[str, Any]) -> None:
        """Post until there is an answer."""
        for _ in range(600):
            outcome = ""
            with contextlib.suppress(http.client.HTTPException):
                outcome = self.browsers[seat].post(f"/m/{self.match.table.code}/jugada/", **form)
            if outcome in ("done", "repeated"):
                self.told.append(f"{seat}:{form['move']}")
            if outcome:
                return
            time.sleep(0.1)
        raise AssertionError("no answer")

    def end(self) -> None:
        """Everybody stops; what was acknowledged is what is recorded, each once."""
        self.halt.set()
        self.thread.join(90)
        assert not self.thread.is_alive()
        states.PREFIXES.clear()
        rules = states.rules_of(self.match)
        rows = self.match.events.filter(kind="played", cause="person")
        assert Counter(self.told) == Counter(f"{row.seat}:{json.dumps(rules.encode(rules.decode(row.payload)))}" for row in rows)
        assert not self.match.events.filter(kind="cpu-failed").exists(), "an end of the process is no failure of a CPU player"


class Lookers:
    """Sockets that look at a table, confirm what they get, and come back when they are closed."""

    def __init__(self, site: LiveSite, code: str, number: int) -> None:
        self.address, self.origin = f"ws://localhost:{site.port}/ws/m/{code}/", site.url
        self.number, self.frames = number, 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """All sockets on one loop."""
        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.all())

    async def all(self) -> None:
        """Until cancelled."""
        self.task = asyncio.current_task()
        await asyncio.gather(*(self.look() for _ in range(self.number)))

    async def look(self) -> None:
        """One page."""
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with websockets.connect(self.address, origin=self.origin, open_timeout=5) as socket:
                    async for message in socket:
                        self.frames += 1
                        first = str(message).split("-->")[0].split()[1:]
                        await socket.send(json.dumps({"got": [int(part) for part in first]}))
            await asyncio.sleep(0.2)

    def end(self) -> None:
        """Close them."""
        self.loop.call_soon_threadsafe(self.task.cancel)  # type: ignore[union-attr]
        self.thread.join(20)


def family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The process's children: the thinking players."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def ended(process: subprocess.Popen[bytes], number: signal.Signals) -> int:
    """Signal the process and wait for it; its exit code. Nothing of it may be left after `LATEST` seconds."""
    children = family(process)
    process.send_signal(number)
    try:
        code = process.wait(LATEST)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"not gone {LATEST} s after {number.name}") from None
    _gone, left = psutil.wait_procs(children, timeout=3)
    assert not left, f"left behind: {left}"
    return code


@contextlib.contextmanager
def worker(site: LiveSite, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A `manage.py worker` beside the site."""
    with log.open("ab") as file:
        command = [sys.executable, "manage.py", "worker"]
        process = subprocess.Popen(command, cwd=ROOT, env=site.environment(), stdout=subprocess.PIPE, stderr=file)
    try:
        assert process.stdout and b"ready" in process.stdout.readline()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def run(site: LiveSite, rounds: int, seed: int = 1) -> Counter[int]:
    """So many times, end the site and a worker of its own beside it with one signal each, and start again at once; the exit codes."""
    chance, codes = Random(seed), Counter[int]()
    people = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    machines = [make.started(make.opened(make.people(f"Inés {number}")[0], ("hard",) * 3)) for number in range(2)]
    tables = [Table(site, match) for match in (people, *machines)]
    lookers = [Lookers(site, table.match.table.code, 4) for table in tables]
    for number in range(rounds):
        with worker(site, site.folder / "worker.log") as beside:
            time.sleep(chance.uniform(0.2, 1.2))  # a moment nobody chose
            assert site.process
            codes[ended(site.process, SIGNALS[number % 2])] += 1
            codes[ended(beside, SIGNALS[number % 2])] += 1
        site.process = None
        site.start()
    for table in tables:
        table.end()
    assert all(looker.frames for looker in lookers)
    for looker in lookers:
        looker.end()
    assert any(table.told for table in tables)
    assert "Traceback" not in site.said(), site.said()
    return codes
