"""People with browsers of their own, and the replay as they step through it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.kit.cards import sprite
from games.sueca.state import DECK
from tables.models import Player, Table
from tests.browser.helpers import EDGE, LIT, Complaints, axe, level, seat_at
from tests.live import LiveSite

LONG = 30_000
"""Milliseconds that anything may take on a machine with other things to do."""

NEAR = {"x": 20.0, "y": 44.0}
"""Where to touch a card: near its left edge, which its neighbour does not cover, also when it leans at the end of a small fan."""
PANEL = ".confirm:popover-open"
"""What says what a lifted card does, and asks its colour."""

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CALM: dict[str, Any] = {"reduced_motion": "reduce"}


@dataclass
class Person:
    """Somebody with a browser of their own. frames: every text that came by the table's socket; touch: taps instead of clicks."""

    name: str
    page: Page
    complaints: Complaints
    touch: bool
    frames: list[str] = field(default_factory=list)

    def press(self, button: Locator, **how: Any) -> None:
        """Press something, by finger or by mouse."""
        if self.touch:
            button.tap(**how)
        else:
            button.click(**how)

    def play(self, card: str | None = None) -> str:
        """Once it is this person's turn, lift a card and play it: the named one, else the first that is lit. Returns it."""
        expect(self.page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
        still(self.page)
        held = f"[data-card='{card}'] " if card else ""
        button = self.page.locator(f".fan {held}{LIT.removeprefix('.fan ')}").first
        code = button.evaluate("button => button.closest('li').dataset.card", timeout=LONG)
        raised = self.page.locator(f".fan [data-card='{code}'] .pc")
        self.press(raised, position=EDGE)
        expect(raised).to_have_attribute("aria-pressed", "true", timeout=LONG)
        self.press(raised, position=EDGE)
        expect(raised).to_have_count(0, timeout=LONG)
        return str(code)

    def fine(self) -> None:
        """Fail if the page complained, or if axe finds something wrong with it. The buttons of a table rest while a push is on its way."""
        still(self.page)
        if self.page.locator("body[data-level]").count():
            level(self.page)
        axe(self.page)
        self.complaints.none()


def somebody(name: str, context: BrowserContext, *, touch: bool = False) -> Person:
    """A person who has just opened their browser."""
    page = context.new_page()
    person = Person(name, page, Complaints(page), touch)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: person.frames.append(str(text))))
    return person


def seated(site: LiveSite, new_context: Callable[..., BrowserContext], table: Table, players: Sequence[Player], **how: Any) -> list[Person]:
    """The people of those players, each with a browser that shows the table, level with the server."""
    persons = []
    for player in players:
        context = new_context(**how)
        seat_at(context, site, player)
        person = somebody(player.name, context, touch=bool(how.get("has_touch")))
        person.page.goto(f"{site.url}/m/{table.code}/")
        level(person.page)
        persons.append(person)
    return persons


def still(page: Page) -> None:
    """Wait until nothing moves on the page: no flying card, no running animation that has an end."""
    until(page, "!document.querySelector('.fly') && document.getAnimations().every(one => one.playState !== 'running' || "
        "one.effect.getComputedTiming().endTime === Infinity)")  # fmt: skip


def until(page: Page, holds: str | Callable[[], Any]) -> None:
    """Wait until something holds, on the page (as a script) or anywhere; the page's policy forbids Playwright's own waiting by script."""
    for _ in range(LONG // 50):
        if page.evaluate(holds) if isinstance(holds, str) else holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it does not come to hold: {holds}")


def my_turn(person: Person) -> None:
    """Wait until it is this person's turn and nothing moves."""
    expect(person.page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
    still(person.page)


def looks_again(*persons: Person) -> None:
    """Open the page anew, after what was done in the test's own process: the served site hears nothing of that."""
    for person in persons:
        person.page.reload()
        level(person.page)


def hand(page: Page) -> list[str]:
    """The codes of the cards in the page's hand, from left to right."""
    return [str(code) for code in page.locator(".fan li").evaluate_all("items => items.map(li => li.dataset.card)")]


def trick(page: Page) -> list[str]:
    """The codes of the cards on the cloth, in the order played."""
    found = page.locator("#r-centre .trick li[data-id]").evaluate_all("items => items.map(li => li.dataset.id)")
    return [card_of(str(sprite_id)) for sprite_id in found]


def card_of(sprite_id: str) -> str:
    """The card that a drawing shows."""
    return next(card for card in DECK if sprite(card) == sprite_id)


# ---- the replay -------------------------------------------------------------------------------------------------------------


def step_of(page: Page) -> int:
    """The step that the replay shows."""
    return int(page.locator("#r-facts").get_attribute("data-step") or -1)


def at_step(page: Page, step: int) -> None:
    """Wait until the replay shows a step, in regions, slider and address alike."""
    expect(page.locator("#r-facts")).to_have_attribute("data-step", str(step), timeout=LONG)
    expect(page.locator("#paso")).to_have_value(str(step))
    expect(page).to_have_url(re.compile(rf"paso={step}&"))


def walk_through(page: Page) -> int:
    """Step a replay from its start to its end, by button and by key. Returns the number of steps."""
    page.get_by_role("link", name="Al principio").click()
    at_step(page, 0)
    last = int(page.locator("#r-facts").get_attribute("data-last") or 0)
    shown = set()
    for step in range(1, last + 1):
        if step % 5 == 1:
            page.get_by_role("link", name="Paso adelante").click()
        else:
            page.keyboard.press("ArrowRight")
        at_step(page, step)
        shown.add(page.locator("#cloth").inner_html())
    assert len(shown) > last * 0.9, "steps look alike"
    return last
