"""A Redis of one's own, to be stopped, killed and started again, and people who post while that happens."""

from __future__ import annotations

import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.db import connection

from tables.models import Match
from tests import factories as make
from tests.conftest import CI, wait_for
from tests.faults.test_process_faults import Browser
from tests.live import LiveSite, free_port


class Redis:
    """A redis-server as a process of its own."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            if CI:
                pytest.fail("There is no redis-server, and CI must not skip its tests.")
            pytest.skip("no redis-server on this machine: install the package redis-server")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        self.start()

    def start(self) -> None:
        """Start it, with nothing in it."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_for(self.port)

    def hang(self) -> None:
        """From now on it takes connections and answers nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """It answers again, also what was asked meanwhile."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """It is gone."""
        self.process.kill()
        self.process.wait()


class Movers:
    """People of as many tables as there are threads, all posting moves at once. waits: seconds from each post to its answer."""

    def __init__(self, site: LiveSite, matches: Sequence[Match]) -> None:
        self.matches, self.waits, self.outcomes = matches, list[float](), list[str]()
        self.browsers = [[Browser(site, make.holder(match, seat)) for seat in range(4)] for match in matches]

    def post(self, seconds: float) -> list[float]:
        """Post for so long; how long the answers took, shortest first."""
        self.waits, self.outcomes = [], []
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=self._run, args=(number, until)) for number in range(len(self.matches))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(self.waits)

    def _run(self, number: int, until: float) -> None:
        match = self.matches[number]
        try:
            while time.monotonic() < until:
                seat, seq, raw = make.fallback(match)
                form = {"match": match.number, "seq": seq, "move": raw, "token": f"{number}-{seq}"}
                begun = time.perf_counter()
                self.outcomes.append(self.browsers[number][seat].post(f"/m/{match.table.code}/jugada/", **form))
                self.waits.append(time.perf_counter() - begun)
                time.sleep(0.1)  # people do not answer themselves at once
        finally:
            connection.close()


def share(waits: Sequence[float], part: float) -> float:
    """The time within which that part of the answers came."""
    return waits[min(len(waits) - 1, int(part * len(waits)))]


def told(what: str, waits: Sequence[float]) -> str:
    """A line with p50 and p95."""
    return f"{what}: {len(waits)} posts, p50 {share(waits, 0.5) * 1000:.0f} ms, p95 {share(waits, 0.95) * 1000:.0f} ms"
