"""What runs in a thinking process: reads a question, answers it, reads the next. Knows neither Django nor the database."""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import traceback
from contextlib import suppress
from typing import IO, Any

from tables.proof import Stream

HEADER = struct.Struct(">I")
SPARE = 5.0
"""Seconds beyond the parent's patience after which the process ends itself: the parent may be gone."""


def answer(request: bytes) -> tuple[bool, Any]:
    """``(True, answer)``, or ``(False, traceback)`` when the work raised."""
    try:
        work, arguments, seed, seconds = pickle.loads(request)
        signal.setitimer(signal.ITIMER_REAL, seconds + SPARE)
        try:
            return True, work(**arguments, bits=Stream(seed))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except Exception:
        return False, traceback.format_exc(limit=-3)


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until the parent hangs up."""
    while header := questions.read(HEADER.size):
        (length,) = HEADER.unpack(header)
        data = pickle.dumps(answer(questions.read(length)))
        answers.write(HEADER.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    with suppress(OSError):
        os.nice(10)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # what a game prints must not get in between
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)
