"""An impatient visitor takes one chair."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tables.models import Player, Seat
from tests import factories
from tests.browser.helpers import PATIENCE, aside
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]


def test_a_visitor_who_presses_twice_takes_one_chair(site: LiveSite, new_context: Open) -> None:
    table = aside(lambda: factories.opened(factories.people("Ana")[0]))
    before = aside(Player.objects.count)
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(f"{site.url}/m/{table.code}/")
    expect(page.locator("body[data-level='1']")).to_be_visible(timeout=PATIENCE)
    page.locator("#sit-name").fill("Luis")
    # Twice the event of a press; a form whose event was not cancelled would be sent by the browser.
    press = "form => [1, 2].map(() => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })))"
    assert page.locator(".sitform").evaluate(press) == [True, False]
    page.reload()
    page.locator("#sit-name").fill("Luis")
    page.get_by_role("button", name="Sentarme").dblclick(no_wait_after=True)
    expect(page.locator("#write")).to_be_attached(timeout=PATIENCE)
    assert aside(lambda: Seat.objects.filter(table=table, player__isnull=False).count()) == 2
    assert aside(Player.objects.count) == before + 1
