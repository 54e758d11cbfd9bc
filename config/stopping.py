"""How a process of ours ends: politely where that takes a moment, and in any case.

The first SIGINT or SIGTERM asks it to end and arms a watchdog: after `GRACE` seconds the process is gone, whatever any of its threads
waits for. A second signal ends it at once. Neither can lose a move: what was acknowledged is committed, and what is not committed
was not acknowledged.
"""

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType
from typing import Any

GRACE = 10.0
"""Seconds from the first signal to the end, at most."""
DRAIN = 4.0
"""Seconds of these that requests in flight get to be answered."""
TOGETHER = 0.3
"""Seconds in which a second signal is the first one once more: some supervisors signal the process and its group."""
LAST = 2.0
"""Seconds for what must not be left behind when the end is forced."""

log = logging.getLogger("tapete.stopping")


class Stop:
    """The end of this process, once one asks for it.

    asked: the signal's number, 0 before. gently: called in the main thread at the first signal; until it is set (while the process is
    still starting), a signal raises SystemExit instead. last_rites: called when the end is forced, in a thread that is not waited for
    long.
    """

    def __init__(self) -> None:
        self.asked = 0
        self.gently: Callable[[], object] | None = None
        self.last_rites: list[Callable[[], object]] = []
        self._since = 0.0
        self._sheltered = 0
        self._leaving = threading.Lock()

    def install(self) -> None:
        """Hear signals from now on. Main thread only."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)  # a shell without a terminal starts jobs deaf to SIGINT

    @property
    def code(self) -> int:
        """The exit code of an end that was not polite: that of a process which the signal killed."""
        return 128 + self.asked if self.asked else 1

    @contextlib.contextmanager
    def sheltered(self) -> Iterator[None]:
        """While starting: put off a first signal until the block is done, so that what it starts is known to whoever ends it."""
        main = threading.current_thread() is threading.main_thread()
        self._sheltered += main
        try:
            yield
        finally:
            self._sheltered -= main
        if main and not self._sheltered:
            self._leave_if_starting()

    def _leave_if_starting(self) -> None:
        if self.asked and self.gently is None:
            raise SystemExit(self.code)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            if time.monotonic() - self._since > TOGETHER:
                self.leave(f"Ended by a second {signal.Signals(number).name}.", wait=False)
            return
        self.asked, self._since = number, time.monotonic()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
        if self.gently is not None:
            self.gently()
        elif not self._sheltered:
            raise SystemExit(self.code)

    def _watch(self) -> None:
        time.sleep(GRACE)
        busy = sorted({thread.name for thread in threading.enumerate() if not thread.daemon and thread.is_alive()})
        self.leave(f"Not ended {GRACE:.0f} s after {signal.Signals(self.asked).name}: ended by force. Still busy: {', '.join(busy)}.")

    def leave(self, why: str, *, wait: bool = True) -> None:
        """End now. What should not be left behind is told so; with ``wait`` for `LAST` seconds, else for a moment."""
        if not self._leaving.acquire(blocking=False) and wait:
            return  # a second signal is ending the process already
        farewell = threading.Thread(target=self._say_farewell, args=(why,), daemon=True)
        farewell.start()
        farewell.join(LAST if wait else LAST / 4)
        os._exit(self.code)

    def _say_farewell(self, why: str) -> None:
        """In a thread of its own: the log, too, may be held by a thread that hangs."""
        for rite in self.last_rites:
            with contextlib.suppress(Exception):
                rite()
        with contextlib.suppress(Exception):
            log.warning(why)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()


STOP = Stop()
"""That of this process."""


class Draining:
    """The site as an application that can stop: requests that came in are answered, later ones are asked to come back.

    Sockets are let through; they are closed with the server.
    """

    def __init__(self, app: Any) -> None:
        self.app = app
        self.closed = False
        self.running = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Hand on, or refuse what comes by a connection that was open before."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self.closed:
            await refuse(send)
        else:
            self.running += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self.running -= 1


async def refuse(send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
    """503 without a body: pages say in their own language that nothing was sent, and keep what was typed."""
    headers = [(b"connection", b"close"), (b"retry-after", b"5"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body"})
