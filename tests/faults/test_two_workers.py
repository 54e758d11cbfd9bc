"""A move races with the end of its time while two worker processes run; the long version is in `make soak`."""

from pathlib import Path

import pytest

from tests import races

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_c7_move_and_expiry_race_beside_two_workers_and_exactly_one_is_recorded(tmp_path: Path) -> None:
    with races.two_workers(tmp_path):
        outcomes = races.run(races.choosing, range(8))
    assert outcomes.total() == 8
