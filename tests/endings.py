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
from collections.abc import Callable, Iterator
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
    """People who play at a table by HTTP, whatever becomes of the site; when a match is over, the next one begins at another table.

    A move that got no good answer is sent again with its token until it gets one.
    """

    def __init__(self, site: LiveSite, begin: Callable[[], Match]) -> None:
        self.site, self.begin = site, begin
        self.told: dict[int, list[str]] = {}
        self.halt = threading.Event()
        self.sit()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def sit(self) -> None:
        """Begin a match. told: its acknowledged moves, as ``seat:move``."""
        self.match = self.begin()
        self.told[self.match.pk] = []
        people = Seat.objects.filter(table=self.match.table_id, player__isnull=False).select_related("player")
        self.browsers = {seat.index: Browser(self.site, seat.player) for seat in people if seat.player}

    def run(self) -> None:
        """Play until told to stop, and then bring the last move to its end."""
        tokens = count()
        try:
            while not self.halt.wait(0.05):
                try:
                    seat, seq, raw = make.fallback(self.match)
                except AssertionError:  # nobody's move is awaited: it is over
                    self.sit()
                    continue
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
                self.told[self.match.pk].append(f"{seat}:{form['move']}")
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
        for match in Match.objects.filter(pk__in=self.told):
            rules = states.rules_of(match)
            rows = match.events.filter(kind="played", cause="person")
            assert Counter(self.told[match.pk]) == Counter(
                f"{row.seat}:{json.dumps(rules.encode(rules.decode(row.payload)))}" for row in rows
            )
            assert not match.events.filter(kind="cpu-failed").exists(), "an end of the process is no failure of a CPU player"


class Lookers:
    """Sockets that look at a table, confirm what they get, and come back when they are closed."""

    def __init__(self, site: LiveSite, code: str, number: int) -> None:
        self.address, self.origin = f"ws://localhost:{site.port}/ws/m/{code}/", site.url
        self.number, self.frames = number, 0
        self.halt = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.all()), daemon=True)
        self.thread.start()

    async def all(self) -> None:
        """All sockets on one loop, until `end`."""
        pages = [asyncio.create_task(self.look()) for _ in range(self.number)]
        await asyncio.to_thread(self.halt.wait)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)

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
        self.halt.set()
        self.thread.join(20)


def family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The process's children: the thinking players."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def ended(number: signal.Signals, *processes: subprocess.Popen[bytes]) -> list[int]:
    """Signal the processes and wait for them; their exit codes. Nothing of them may be left after `LATEST` seconds."""
    children = [child for process in processes for child in family(process)]
    for process in processes:
        process.send_signal(number)
    deadline = time.monotonic() + LATEST
    try:
        codes = [process.wait(max(0.0, deadline - time.monotonic())) for process in processes]
    except subprocess.TimeoutExpired:
        for process in processes:
            process.kill()
        raise AssertionError(f"not gone {LATEST} s after {number.name}") from None
    _gone, left = psutil.wait_procs(children, timeout=3)
    assert not left, f"left behind: {left}"
    return codes


@contextlib.contextmanager
def worker(site: LiveSite, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A `manage.py worker` beside the site, which is started with it if it does not run."""
    with log.open("ab") as file:
        command = [sys.executable, "manage.py", "worker"]
        process = subprocess.Popen(command, cwd=ROOT, env=site.environment(), stdout=subprocess.PIPE, stderr=file)
    try:
        if site.process is None:  # both start at the same time
            site.start()
        assert process.stdout and b"ready" in process.stdout.readline()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def run(site: LiveSite, rounds: int, seed: int = 1) -> Counter[int]:
    """So many times, end the site and a worker of its own beside it with one signal each, and start again at once; the exit codes."""
    chance, codes = Random(seed), Counter[int]()

    def people() -> Match:
        return make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))

    def machines() -> Match:
        return make.started(make.opened(make.people("Inés")[0], ("hard",) * 3))

    tables = [Table(site, begin) for begin in (people, machines, machines)]
    lookers = [Lookers(site, table.match.table.code, 4) for table in tables]
    for number in range(rounds):
        with worker(site, site.folder / "worker.log") as beside:
            time.sleep(chance.uniform(0.2, 1.2))  # a moment nobody chose
            assert site.process
            codes.update(ended(SIGNALS[number % 2], site.process, beside))
        site.process = None
    site.start()
    for table in tables:
        table.end()
    assert all(looker.frames for looker in lookers)
    for looker in lookers:
        looker.end()
    assert all(any(table.told.values()) for table in tables)
    assert "Traceback" not in site.said(), site.said()
    return codes
