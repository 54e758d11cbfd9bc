"""Whatever a finger must hit on a small phone is big enough, and no page is wider than the phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.helpers import level, my_turn
from tests.live import LiveSite

pytestmark = pytest.mark.live(CPU_PACE=0)
type Open = Callable[..., BrowserContext]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select')]
    .filter(el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !el.closest('.prose p, .prose li, .vh, .skip'))
    .map(el => [el, (el.matches('[type=radio], [type=checkbox]') ? el.closest('label') ?? el : el).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 28))
    .map(([el, box]) => `${el.outerHTML.slice(0, 80)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def fits(page: Page) -> None:
    """Every control is at least 44 px high (a card: 28 px of it reachable), and nothing sticks out."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) <= 0


def test_on_a_small_phone_every_control_is_big_enough_for_a_finger(live_site: LiveSite, new_context: Open) -> None:
    page = new_context(**PHONE).new_page()
    for path in ("/", "/abrir/sueca/", "/reglas/sueca/", "/preferencias/"):
        page.goto(live_site.url + path)
        fits(page)
    page.goto(live_site.url)
    page.get_by_role("button", name="Jugar ahora a Sueca").click()
    level(page)
    my_turn(page)
    fits(page)
    page.locator("[data-open=menu]").click()
    fits(page)
