"""Whatever a finger must hit on a small phone is big enough, and no page is wider than the phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.helpers import fits, level, my_turn
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


@pytest.mark.parametrize(("slug", "title"), [("sueca", "Sueca"), ("choque", "Choque de Colores")])
def test_on_a_small_phone_every_control_is_big_enough_for_a_finger(site: LiveSite, new_context: Open, slug: str, title: str) -> None:
    page = new_context(**PHONE).new_page()
    for path in ("/", f"/abrir/{slug}/", f"/reglas/{slug}/", "/preferencias/"):
        page.goto(site.url + path)
        fits(page)
    page.goto(site.url)
    page.get_by_role("button", name=f"Jugar ahora a {title}").click()
    level(page)
    my_turn(page)
    fits(page)
    page.locator("[data-open=menu]").click()
    fits(page)
