"""The words of Sueca in the other languages: the status plaque has room for so many letters in all of them."""

import re
from pathlib import Path

import pytest

from config import messages
from games.sueca.screen import STATUS
from tests.games.sueca.test_screen import SECOND

FOLDER = Path(__file__).parents[3] / "games/sueca/locale"


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_status_fits_its_line(language: str) -> None:
    """Names, cards and numbers count as one letter, as in the Spanish ones."""
    catalog = messages.stored(FOLDER / language / "LC_MESSAGES/django.po", language)
    lengths = {key: len(re.sub(r"\{\w+\}", "·", str(catalog[text].string))) for key, text in STATUS.items()}
    assert min(lengths.values()) > 4
    assert {key: length for key, length in lengths.items() if length > (36 if SECOND.match(key) else 30)} == {}
