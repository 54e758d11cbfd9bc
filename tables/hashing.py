"""Passwords are hashed in a lane of their own.

A hash takes half a second of a core, on purpose, and anybody may ask for one by signing in wrongly. So only a few are made at once, on
threads that give way to everything else, a few more wait their turn, and whoever comes then is told to try again. Whatever hashes passes
here, because the hasher itself does: signing in and up, resetting, the admin, the timing decoys for unknown addresses.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tables.slow import let_go

AT_ONCE = 2
"""Hashes that are made at the same time in one process."""
WAITING = 10
"""Hashes that wait for their turn: five seconds of it."""
LONGEST = 1000
"""Characters of the longest password. Nobody has a longer one, so a longer one is wrong without a look."""


class Full(Exception):  # noqa: N818 - named after the lane
    """As many hashes are waited for as may be."""


class Lane:
    """Runs functions on a few threads, one after another, for a bounded number of callers."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.at_once = at_once
        self._places = threading.BoundedSemaphore(at_once + waiting)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="hash", initializer=give_way)

    def run[T](self, work: Callable[..., T], *args: Any) -> T:
        """What the function gives. Raises `Full` at once when too many wait."""
        if not self._places.acquire(blocking=False):
            raise Full
        try:
            let_go()
            return self._threads.submit(work, *args).result()
        finally:
            self._places.release()


def give_way() -> None:
    """Let everything else in the machine go before this thread. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


LANE = Lane(AT_ONCE, WAITING)


class InLane:
    """For a hasher: its work is done in the lane. Raises `Full`."""

    def encode(self, password: str, *rest: Any, **options: Any) -> str:
        """The hash as it is stored."""
        work = super().encode  # type: ignore[misc]
        hashed: str = LANE.run(lambda: work(password, *rest, **options))
        return hashed

    def verify(self, password: str, encoded: str) -> bool:
        """Whether it is this password."""
        right: bool = len(password) <= LONGEST and super().verify(password, encoded)  # type: ignore[misc]
        return right


class PBKDF2(InLane, PBKDF2PasswordHasher):
    """Django's own, in the lane."""
