"""The copy of another program's games is what it is a copy of."""

from __future__ import annotations

import pytest

from tests.games import uno


@pytest.mark.skipif(not uno.SHARED.exists(), reason="only where the shared record lies beside the clone")
def test_the_copy_is_the_record() -> None:
    assert list(uno.steps()) == list(uno.shared())
