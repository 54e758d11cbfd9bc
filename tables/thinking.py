"""Long thoughts of games happen in a child process that can be killed, never on the server's loop.

A child gets a function of a game by name, plain values and a seed; a CPU player's are a `Mind` (never a state), a level and a number of
samples. It runs with the lowest priority that hurts nobody, is kept for the next thought, and is replaced when it hung or died.
"""

from __future__ import annotations

import atexit
import os
import pickle
import queue
import selectors
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings

from tables.slow import let_go

CHILDREN = max(1, min(2, os.cpu_count() or 1))
HEADER = struct.Struct(">I")


class Failed(Exception):  # noqa: N818 - named after what the thought did
    """No answer came back. why: ``"raised"``, ``"hung"`` or ``"died"``."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{why} {detail}".strip())
        self.why = why


class Ended(Exception):  # noqa: N818 - it is no error
    """The process is ending and thinks no more. Nobody failed: whoever asked leaves the question to the next process."""


def patience() -> float:
    """Seconds after which a thought is given up."""
    return float(getattr(settings, "CPU_PATIENCE", 10))


class Child:
    """One thinking process, started at its first thought."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The child's answer. Raises `Failed` when it takes longer or dies; the next call starts another."""
        deadline = time.monotonic() + seconds
        process = self._running()
        try:
            process.stdin.write(HEADER.pack(len(request)) + request)  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            (length,) = HEADER.unpack(self._read(HEADER.size, deadline))
            return self._read(length, deadline)
        except TimeoutError as error:
            self.stop()
            raise Failed("hung") from error
        except (OSError, ValueError) as error:  # ValueError: `stop` has closed the pipes of a process that ends
            self.stop()
            raise (Ended if _ended.is_set() else Failed)("died") from error

    def _running(self) -> subprocess.Popen[bytes]:
        """The process. Raises `Ended` once `stop` was called for all."""
        if _ended.is_set():
            raise Ended
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tables.thinking_child"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
                start_new_session=True,  # Ctrl-C in the terminal is the parent's business
            )  # fmt: skip
            if _ended.is_set():  # `stop` may have come too early to see it
                self.kill()
        return self._process

    def _read(self, length: int, deadline: float) -> bytes:
        """Exactly so many bytes. Raises TimeoutError, and OSError at the end of the stream."""
        assert self._process is not None
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        data = b""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while len(data) < length:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                chunk = os.read(descriptor, length - len(data))
                if not chunk:
                    raise OSError("the child ended")
                data += chunk
        return data

    def kill(self) -> None:
        """Kill the process, if there is one, from any thread; whoever waits for its answer sees its end and collects it."""
        process = self._process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        """Kill the process, if there is one, and collect it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError):
            process.communicate()


_ended = threading.Event()
_idle: queue.LifoQueue[Child] = queue.LifoQueue()
_all = [Child() for _ in range(CHILDREN)]
for _child in _all:
    _idle.put(_child)


@atexit.register
def stop() -> None:
    """End the thinking processes of this one, for good. A thought that runs raises `Ended`; nothing is waited for."""
    _ended.set()
    for child in _all:
        child.kill()


def think(choose: Callable[..., Any], mind: Any, level: str, seed: bytes, samples: int) -> Any:
    """The move that `choose` gives for the mind. Waits for a free child. Raises `Failed` and `Ended`."""
    return apart(choose, seed, patience(), mind=mind, level=level, samples=samples)


def apart(work: Callable[..., Any], seed: bytes, seconds: float, **arguments: Any) -> Any:
    """What ``work(bits=..., **arguments)`` gives, the bits being those of the seed. Waits for a free child.

    Raises `Failed` when it raised, died, or took longer than so many seconds, and `Ended` when this process is ending.
    """
    request = pickle.dumps((work, arguments, seed, seconds))
    let_go()
    child = _idle.get()
    try:
        done, answer = pickle.loads(child.ask(request, seconds))
    finally:
        _idle.put(child)
    if not done:
        raise Failed("raised", answer)
    return answer
