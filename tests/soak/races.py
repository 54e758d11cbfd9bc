"""Two hundred races of a move against expiry beside two worker processes, half of them for a choice, half for a turn (C3, C7).

Run by `make soak`, or with ``pytest tests/soak/races.py``.
"""

from collections import Counter
from pathlib import Path

import pytest

from tests import races

pytestmark = pytest.mark.django_db(transaction=True)

BATCH = 20


def test_two_hundred_races_record_exactly_one_each(tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    with races.two_workers(tmp_path):
        for batch in range(10):
            begin = races.choosing if batch % 2 else races.drawing
            outcomes += races.run([begin(batch * BATCH + place) for place in range(BATCH)])
    print(f"\n200 races: {dict(outcomes)}")
    assert outcomes.total() == 200
    assert set(outcomes) == {"done", "late"}, "both sides win some"
