"""The suite takes games of a few moves: what it asks for follows the length of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.contract import drive, test_secrecy as secrecy

SHORT = 5
"""So many events has a match of a short game."""
INDEX = next(index for index, case in enumerate(drive.cases()) if case.game.slug == "sueca")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A match of Sueca of which nothing but its first moves is there."""

    def spread(index: int) -> tuple[Any, ...]:
        return drive.sample(index)[1 : 1 + SHORT]

    monkeypatch.setattr(drive, "spread", spread)
    monkeypatch.setattr(secrecy, "spread", spread)
    drive.twins.cache_clear()
    yield
    drive.twins.cache_clear()


@pytest.mark.parametrize(
    "check",
    [
        secrecy.test_equal_to_a_viewer_means_equal_views,
        secrecy.test_equal_to_a_seat_means_equal_minds_and_cpu_moves,
        secrecy.test_equal_to_a_viewer_means_equal_narration,
        secrecy.test_no_hidden_code_is_in_a_view,
        secrecy.test_the_canary_sings_when_everything_is_shown,
    ],
)
def test_secrets_of_a_short_match(check: Callable[[int], None]) -> None:
    check(INDEX)
