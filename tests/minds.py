"""CPU players of several tempers, for the thinking process; free of Django, as everything is that runs in it."""

from __future__ import annotations

import os
from typing import Any


def raising(mind: Any, level: str, bits: Any, samples: int) -> Any:
    """A CPU player that raises."""
    raise ValueError("no idea")


def hanging(mind: Any, level: str, bits: Any, samples: int) -> Any:
    """A CPU player that never answers."""
    while True:
        pass


def dying(mind: Any, level: str, bits: Any, samples: int) -> Any:
    """A CPU player whose process ends."""
    os._exit(3)


def chatty(mind: Any, level: str, bits: Any, samples: int) -> Any:
    """A CPU player that prints, and says what it was given."""
    print("thinking aloud")  # noqa: T201
    return mind, level, samples, [bits.below(1000) for _ in range(5)], os.nice(0)
