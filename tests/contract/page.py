"""What tests of screens read of a page drawn without a server: regions, cards, and sentences of the status."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.contract import Line, SeatRef, Token


def part(page: str, name: str) -> str:
    """One region of a page that has all of them in a row. name: its id."""
    return page[page.index(f'id="{name}"') :].split('id="r-', 2)[1]


def text_of(page: str) -> str:
    """What is read of a piece of a page, and nothing of its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def drawn_cards(page: str) -> set[str]:
    """The ids of the drawings of coloured cards on the page, their backs aside."""
    return set(re.findall(r'<svg class="card[^>]*><use href="[^"]*cards(?:\.[0-9a-f]+)?\.svg#(u(?!back)\w+)"', page))


def sentence(texts: Mapping[str, str], line: Line | None) -> str:
    """A line in words, "" for None: names and cards as ``·``, spelled words as they are read."""
    return texts[line.key].format(**{key: _word(value) for key, value in line.params.items()}) if line else ""


def _word(value: object) -> object:
    if isinstance(value, Token):
        return value.label if value.spelled else "·"
    return "·" if isinstance(value, SeatRef) else value
