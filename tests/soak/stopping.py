"""Fifty rounds of SIGTERM and Ctrl-C to a server and a worker with posts, thinking CPU players and sockets in flight.

Run by `make soak`, or with ``pytest tests/soak/stopping.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests import endings
from tests.faults.test_process_faults import KEY
from tests.live import LiveSite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live(CPU_PACE=0, SECRET_KEY=KEY)]


def test_fifty_rounds_end_in_time_and_lose_nothing(live_site: LiveSite, settings: Any) -> None:
    settings.SECRET_KEY = KEY
    codes = endings.run(live_site, 50)
    print(f"\nexit codes of 50 servers and 50 workers: {dict(codes)}", flush=True)
    assert set(codes) == {0}, "a polite end"
