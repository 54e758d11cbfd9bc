"""Matches of Crazy10s for the browser, and what people do at its board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tables.models import Match, Player
from tables.services.play import play_move
from tests import factories
from tests.browser.helpers import aside
from tests.browser.people import LONG, Person
from tests.games.crazy10s.tables import order_of

RECORD = json.loads((Path(__file__).parents[1] / "games" / "crazy10s" / "data" / "match.json").read_text())
"""A whole match of two good players: the shuffles, and the moves as a form carries them."""


def match_of(orders: Sequence[Sequence[int]], names: Sequence[str] = ("Inés", "Olmo")) -> tuple[Match, list[Player]]:
    """A match of two people with these shuffles: who begins, and the bag."""

    def make() -> tuple[Match, list[Player]]:
        people = factories.people(*names)
        table = factories.gathered(people, slug="crazy10s")
        factories.stack(table, orders)
        return factories.started(table), people

    return aside(make)


def dealt(first: str, second: str, rest: str = "") -> tuple[Match, list[Player]]:
    """A match in which the first person begins with these tiles."""
    return match_of([(0, 1), order_of((first, second), rest, 0)])


def make(match: Match, player: Player, raw: Any) -> None:
    """Have somebody make a move without a page."""

    def move() -> None:
        match.refresh_from_db()
        outcome = play_move(match.pk, player=player, seq=match.seq, raw=json.dumps(raw))
        assert outcome.status == "done", outcome

    aside(move)


def recorded(left: int) -> tuple[Match, list[Player], list[Any]]:
    """The recorded match, played as far as so many moves before its end; and these."""
    match, people = match_of([RECORD["lots"], RECORD["bag"]])
    turn = RECORD["lots"][0]
    for raw in RECORD["moves"][: len(RECORD["moves"]) - left]:
        make(match, people[turn], raw)
        turn = 1 - turn
    return match, people, RECORD["moves"][-left:]


# ---- what people do ---------------------------------------------------------------------------------------------------------


def square(person: Person, name: str) -> Locator:
    """A square by its name beside the board, e.g. ``"G7"``."""
    return person.page.locator(f"#q-{int(name[1:]) - 1}-{ord(name[0]) - ord('A')}")


def tile(person: Person, digit: str) -> Locator:
    """The first tile of that kind that lies on the rack still."""
    return person.page.locator(f"#rack [data-tile='{digit}'] .tile:not(.gone)").first


def lay(person: Person, digit: str, name: str) -> None:
    """Touch a tile, then a square."""
    person.press(tile(person, digit))
    person.press(square(person, name))


def sent(person: Person) -> None:
    """Send what is laid; the answer is in."""
    send = person.page.locator("#send[name='move']")
    expect(send).to_be_enabled(timeout=LONG)
    person.press(send)
    expect(person.page.locator(".board td.new")).to_have_count(0, timeout=LONG)


def my_turn(person: Person) -> None:
    """Wait until it is this person's turn."""
    expect(person.page.locator("#r-status.mine")).to_be_visible(timeout=LONG)


def name_of(row: int, col: int) -> str:
    """A square's name by its row and column."""
    return f"{'ABCDEFGHIJKLM'[col]}{row + 1}"
