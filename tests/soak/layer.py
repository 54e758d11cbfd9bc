"""Twenty people post at once while Redis is well, hangs (SIGSTOP), is dead and is started again: p50 and p95 of a move.

Run by `make soak`, or with ``pytest -s tests/soak/layer.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import factories as make
from tests.faults.test_process_faults import KEY
from tests.layers import Movers, Redis, told
from tests.live import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 20
SECONDS = 10.0


def test_a_move_is_answered_whatever_becomes_of_redis(tmp_path: Path, settings: Any) -> None:
    settings.SECRET_KEY = KEY
    redis = Redis(tmp_path)
    site = LiveSite(tmp_path / "var", connection.settings_dict, {"SECRET_KEY": KEY, "CPU_PACE": 0})
    try:
        site.start(worker=False, env={"REDIS_URL": redis.url})
        matches = [make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(PEOPLE)]
        movers = Movers(site, matches)
        movers.post(3)
        print()
        print(told("Redis is well", movers.post(SECONDS)), flush=True)
        redis.hang()
        print(told("Redis hangs", movers.post(SECONDS)), flush=True)
        redis.go_on()
        print(told("Redis goes on", movers.post(SECONDS)), flush=True)
        redis.kill()
        print(told("Redis is dead", movers.post(SECONDS)), flush=True)
        redis.start()
        print(told("Redis was started again", movers.post(SECONDS)), flush=True)
        assert set(movers.outcomes) == {"done"}
    finally:
        redis.go_on()
        redis.kill()
        site.stop()
