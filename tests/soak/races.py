"""Two hundred races of a move against expiry beside two worker processes, two in five for a choice, the others for a turn (C3, C7).

Run by `make soak`, or with ``pytest tests/soak/races.py``.
"""

from collections import Counter
from pathlib import Path

import pytest

from tests import races

pytestmark = pytest.mark.django_db(transaction=True)

BATCH = 40


def test_two_hundred_races_record_exactly_one_each(tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    with races.two_workers(tmp_path):
        for batch in range(5):
            begin = races.choosing if batch % 2 else races.drawing
            outcomes += races.run(begin, range(batch * BATCH, (batch + 1) * BATCH))
            print(f"\n{outcomes.total()} races: {dict(outcomes)}", flush=True)
    assert outcomes.total() == 200
    assert set(outcomes) == {"done", "late"}, "both sides win some"
