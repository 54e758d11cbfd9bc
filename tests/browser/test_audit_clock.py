"""The turn's clock on a device whose own clock is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests import factories
from tests.browser.helpers import PATIENCE, aside, look_at
from tests.live import LiveSite
from tests.tables.limits import RESTS

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]


@pytest.mark.parametrize("hours", [-30, 30])
def test_the_clock_is_the_servers_on_a_device_whose_clock_is_wrong(site: LiveSite, new_context: Open, hours: int) -> None:
    match = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"), clock="1d")))
    context = new_context(reduced_motion="reduce")
    context.add_init_script(f"const real = Date.now; Date.now = () => real() + {hours} * 3600000;")
    page, complaints = look_at(context, site, match.table)
    page.wait_for_timeout(1200)  # the script has drawn the clock at least once by itself
    expect(page.locator("#r-clock span")).to_have_text("24 h", timeout=PATIENCE)
    later = "left => { document.getElementById('r-clock').dataset.deadline = Date.now() + left * 1000 + 400; }"
    for seconds, words in RESTS.items():
        page.evaluate(later, seconds - hours * 3600)
        expect(page.locator("#r-clock span")).to_have_text(words)
    complaints.none()
