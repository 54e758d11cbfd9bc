"""What browser tests share: people with a session, pages that must not complain, and the table's own controls."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from tables.models import Player, Table
from tests.live import LiveSite

PATIENCE = 20_000
"""Milliseconds a page may take to show what the server has done, on a busy machine."""
EDGE = {"x": 20.0, "y": 40.0}
"""Where to touch a card in a full hand: the strip at its left edge that its neighbour does not cover."""
LIT = ".fan .pc:not([aria-disabled='true']):not(:disabled)"
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select')]
    .filter(el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !el.closest('.prose p, .prose li, .vh, .skip'))
    .map(el => [el, (el.matches('[type=radio], [type=checkbox]') ? el.closest('label') ?? el : el).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 28))
    .map(([el, box]) => `${el.outerHTML.slice(0, 80)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


class Complaints:
    """What a page complained of: errors on the console, exceptions, answers of 500 and more."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        self.expected: tuple[str, ...] = ()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.found.append(f"exception: {error}"))
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self.found.append(f"console: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.found.append(f"{response.status}: {response.url}")

    def none(self) -> None:
        """Fail if there was one that the test does not expect (by a part of its text)."""
        unexpected = [text for text in self.found if not any(part in text for part in self.expected)]
        assert unexpected == [], "\n".join(unexpected)


def aside[Made](work: Callable[[], Made]) -> Made:
    """Do database work in a thread of its own: Playwright's loop runs in this one, and what is published needs a loop to itself."""

    def done() -> Made:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result()


def seat_at(context: BrowserContext, site: LiveSite, player: Player) -> None:
    """Give the context the session of a player."""
    client = Client()
    aside(lambda: client.force_login(player, backend="django.contrib.auth.backends.ModelBackend"))
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])


def look_at(context: BrowserContext, site: LiveSite, table: Table) -> tuple[Page, Complaints]:
    """A page of the context on the table, level with the server."""
    page = context.new_page()
    complaints = Complaints(page)
    page.goto(f"{site.url}/m/{table.code}/")
    level(page)
    return page, complaints


def level(page: Page) -> None:
    """Wait until the page is level with the server, so that its controls work."""
    expect(page.locator("body")).to_have_attribute("data-level", "1", timeout=PATIENCE)


def settled(page: Page, seq: int) -> None:
    """Wait until the page shows the state of that seq, or a later one."""
    until(page, lambda: int(page.locator("body").get_attribute("data-seq") or 0) >= seq)


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds that no locator can express (the page's policy forbids waiting by script)."""
    for _ in range(PATIENCE // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not come to hold")


def lit(page: Page) -> Locator:
    """The cards that can be played now."""
    return page.locator(LIT)


def play(page: Page, card: str | None = None, *, touch: bool = False) -> str:
    """Lift a card and play it: the one of that code, else the first that is lit. Returns its code; the answer is in."""
    button = page.locator(f"[data-card='{card}'] {LIT.removeprefix('.fan ')}") if card else lit(page).first
    expect(button).to_be_visible(timeout=PATIENCE)
    code = button.evaluate("button => button.closest('li').dataset.card")
    press = (lambda one: one.tap(position=EDGE)) if touch else (lambda one: one.click(position=EDGE))
    press(button)
    raised = page.locator(f"[data-card='{code}'] .pc")
    expect(raised).to_have_attribute("aria-pressed", "true")
    press(raised)
    expect(page.locator(f".fan [data-card='{code}']")).to_have_count(0, timeout=PATIENCE)
    return str(code)


def my_turn(page: Page) -> None:
    """Wait until it is this page's turn."""
    expect(page.locator("#r-status.mine")).to_be_visible(timeout=PATIENCE)


def axe(page: Page, **options: Any) -> None:
    """Fail with what axe finds wrong on the page as it is."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    told = [f"{one['id']}: {node['target']} {node['html'][:120]}" for one in found.response["violations"] for node in one["nodes"]]
    assert told == [], "\n".join(told)


def fits(page: Page) -> None:
    """Every control is at least 44 px high (a card: 28 px of it reachable), and nothing sticks out."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) <= 0
