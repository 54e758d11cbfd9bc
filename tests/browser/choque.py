"""Matches of Choque de Colores for the browser, and what people do at its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.choque.rules_v1 import RULES
from games.choque.variants import VARIANTS
from games.choque.views import Move, View
from games.contract import Shuffled
from tables.models import Match, Player
from tables.selectors import states
from tables.services import grants
from tables.services.play import play_move
from tests import factories
from tests.browser.helpers import LIT, aside, settled
from tests.browser.people import LONG, NEAR, PANEL, Person, my_turn
from tests.games.choque.tables import Table

SLUG = "choque"
NAMES = ("Inés", "Luis", "Eva", "Leo", "Sara", "Noa")
SIDEWAYS: dict[str, Any] = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
CHOICE = ("1T 2T 3T 1C 2C 3C 4V", "6T 7T 8T 6C 7C 8C 9V")
"""Two hands of which the first goes nowhere on an amber five."""
type Open = Callable[..., BrowserContext]


def gathered(variant: str, seats: int, *, code: str = "", orders: Sequence[Sequence[int]] = (), **how: Any) -> tuple[Match, list[Player]]:
    """A match of people of whom the host, with an account, may choose any table. code: all its chance; orders: its first shuffles."""

    def made() -> tuple[Match, list[Player]]:
        host = factories.account(NAMES[0], f"host{Player.objects.count()}@example.org")
        for value in VARIANTS:
            grants.give(host, slug=SLUG, value=value, by=None)
        people = [host, *factories.people(*NAMES[1:seats])]
        table = factories.opened(host, ("person",) * (seats - 1), slug=SLUG, variant=variant, **how)
        for player in people[1:]:
            factories.lobby.sit(table, player=player)
        factories.stack(table, orders, code)
        return factories.started(table), people

    return aside(made)


def dealt(variant: str, hands: Sequence[str], stock: str, **how: Any) -> tuple[Match, list[Player]]:
    """A match of which these are the hands by seat and the stock as it lies before the start card is turned up; the host begins."""
    told = Table(len(hands), variant).deal(*hands, stock=stock)
    orders = [event.order for event in told.events if isinstance(event, Shuffled)]
    return gathered(variant, len(hands), orders=orders, **how)


def view_of(match: Match, seat: int | None) -> View:
    """What the seat may know by now."""

    def looked() -> View:
        match.refresh_from_db()
        return RULES.view(states.current(match).state, seat)

    return aside(looked)


def send(match: Match, players: Sequence[Player], *moves: Move) -> None:
    """Moves of whoever is to play, made in this process, so that no page of the served site hears of them."""

    def made(move: Move) -> None:
        _course, seat = factories.waiting(match)
        outcome = play_move(match.pk, player=players[seat], seq=match.seq, raw=factories.text_of(match, move), token="")
        assert outcome.status == "done", outcome

    for move in moves:
        aside(lambda move=move: made(move))


# ---- what people do -----------------------------------------------------------------------------------------------------------


def card(person: Person, face: str) -> Locator:
    """The first card of that face in the hand."""
    return person.page.locator(f".fan [data-card^='c-'][data-card*='-{face}-'] .pc").first


def press(person: Person, button: Locator, **how: Any) -> None:
    """Press something that makes a move, and wait until the page shows what has become of it."""
    seq = int(person.page.locator("body").get_attribute("data-seq") or 0)
    person.press(button, **how)
    settled(person.page, seq + 1)


def play(person: Person, face: str, colour: str = "") -> None:
    """Once it is this person's turn, play a card; one without colour names the one of that label in its panel."""
    my_turn(person)
    if not colour:
        press(person, card(person, face), position=NEAR)
        return
    person.press(card(person, face), position=NEAR)
    press(person, person.page.locator(PANEL).get_by_role("button", name=colour))


def anything(person: Person) -> None:
    """Do the first thing that the page offers: the drawn card, a colour, a card that is lit, else to draw, take or pass."""
    my_turn(person)
    page = person.page
    asked = page.locator("#r-actions .naming .btn, #play")
    lit = page.locator(LIT)
    button = asked if asked.count() else lit if lit.count() else page.locator("#draw, #pass")
    where = {"position": NEAR} if button == lit else {}
    if button.first.get_attribute("popovertarget") is None:
        press(person, button.first, **where)
        return
    person.press(button.first, **where)
    press(person, page.locator(f"{PANEL} .options .btn").first)


def scores(page: Page) -> dict[str, int]:
    """Who scored what, as the sheet of the end has it."""
    rows = [row.locator("th, .big").all_inner_texts() for row in page.locator(".sheet3 tbody tr").all()]
    return {name.replace("★", "").strip(): int(score) for name, score in rows}


def over(match: Match, persons: Sequence[Person], players: Sequence[Player]) -> None:
    """The match is over, and the page of each of these people has everybody's score."""
    match.refresh_from_db()
    assert match.status == "over"
    for person in persons:
        expect(person.page.locator("#h-end")).to_be_visible(timeout=LONG)
        names = ["Tú" if player.name == person.name else player.name for player in players]
        assert scores(person.page) == dict(zip(names, match.result["points"], strict=True))
