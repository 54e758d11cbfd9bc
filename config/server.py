"""Daphne's server, with an end of its own: first it stops listening, then what is in flight gets its answer, then sockets go."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import daphne.server  # noqa: F401 - before twisted's reactor: it installs the one on asyncio
from twisted.internet import defer, reactor

from config import worker
from config.doors import Server
from config.stopping import DRAIN, Draining
from tables import thinking

LAST_WRITES = 0.1
"""Seconds for answers that are written to leave the process."""
CLOSE = 1.0
"""Seconds that the applications of sockets, and of requests which took longer than `DRAIN`, get to end when they are cancelled."""

installed: Any = reactor  # the one on asyncio
loop: asyncio.AbstractEventLoop = installed._asyncioEventloop


class SiteServer(Server):
    """Serves until `stop_gently`. jobs: coroutines that run beside it and are ended with it."""

    def __init__(self, application: Any, endpoints: Sequence[str], *, jobs: Sequence[Any], **options: Any) -> None:
        asyncio.set_event_loop(loop)
        self.draining = Draining(application)
        self.ports: list[Any] = []
        self.jobs = [loop.create_task(job) for job in jobs]
        super().__init__(self.draining, endpoints=list(endpoints), signal_handlers=False, **options)

    def listen_success(self, port: Any) -> None:
        """Keep the port, to be closed first."""
        super().listen_success(port)
        self.ports.append(port)

    def stop_gently(self) -> None:
        """Begin to end. From a signal's handler or any thread."""
        loop.call_soon_threadsafe(lambda: loop.create_task(self._wind_up()))

    async def _wind_up(self) -> None:
        """Every wait in here has a bound: see `config.stopping`."""
        self.draining.closed = True
        for port in self.ports:
            port.stopListening()
        await asyncio.gather(self._drained(), *(worker.end(job) for job in self.jobs), return_exceptions=True)
        thinking.stop()
        self.stop()

    async def _drained(self) -> None:
        deadline = time.monotonic() + DRAIN
        while self.draining.running and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        await asyncio.sleep(LAST_WRITES)

    def kill_all_applications(self) -> defer.Deferred[Any]:
        """Cancel what still runs, and wait for it only so long: daphne would wait for ever for a thread that hangs."""
        known = [details.get("application_instance") for details in self.connections.values()]
        running = [application for application in known if application and not application.done()]
        for application in running:
            application.cancel()
        return defer.Deferred.fromFuture(asyncio.ensure_future(ended(running)))


async def ended(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Wait for the end of cancelled tasks, `CLOSE` seconds at most."""
    if tasks:
        await asyncio.wait(tasks, timeout=CLOSE)
