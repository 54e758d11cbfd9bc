"""What a browser keeps of its people: places, never cards, and nothing once it is somebody else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from games.sueca.state import DECK
from tests import factories
from tests.browser.helpers import aside, level, look_at, seat_at
from tests.browser.people import CALM, LONG, PHONE, seated
from tests.browser.tens import dealt, lay
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]

ALL = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"


def kept(page: Page) -> list[dict[str, Any]]:
    """Everything that the browser keeps for the site, and the tab of its own."""
    found: list[dict[str, Any]] = json.loads(page.evaluate(ALL))
    return found


def order(page: Page) -> list[str]:
    """The hand as it lies."""
    found: list[str] = page.eval_on_selector_all(".fan li", "all => all.map(li => li.dataset.card)")
    return found


def test_a_sorted_hand_is_kept_without_its_cards_and_gone_with_its_person(site: LiveSite, new_context: Open) -> None:
    """Sorted by keys, there again after a reload; no card's code stands in the storage; after signing out nothing does, in either tab."""
    account = aside(lambda: factories.account("Ana", "ana@example.org"))
    table = aside(lambda: factories.gathered([account, *factories.people("Luis", "Eva", "Leo")]))
    aside(lambda: factories.started(table))
    context = new_context(**CALM)
    seat_at(context, site, account)
    page, complaints = look_at(context, site, table)
    before = order(page)
    page.locator(".fan .pc").first.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    sorted_ = order(page)
    assert sorted_ == [*before[1:4], before[0], *before[4:]]
    page.reload()
    level(page)
    assert order(page) == sorted_
    local, _tab = kept(page)
    assert [key for key in local if key.startswith("tapete:hand:")]
    assert not [card for card in DECK if re.search(rf"\b{card}\b", json.dumps(local), re.IGNORECASE)]
    other = context.new_page()
    other.goto(f"{site.url}/preferencias/")
    other.evaluate("() => sessionStorage.setItem('tapete:left', '1')")
    page.evaluate("() => localStorage.setItem('tapete:sound', 'false')")
    page.goto(f"{site.url}/cuenta/logout/")
    page.get_by_role("main").get_by_role("button", name="Salir").click()
    expect(page.get_by_text("Has salido de tu cuenta")).to_be_visible(timeout=LONG)
    assert kept(page) == [{"tapete:who": "", "tapete:sound": "false"}, {"tapete:who": ""}]
    assert "tapete:left" not in kept(other)[1]
    complaints.none()


def test_tiles_laid_and_sorted_are_kept_without_their_digits(site: LiveSite, new_context: Open) -> None:
    """The words of the rack stand for tiles, and the digits are hidden: also that of a wild."""
    match, people = dealt("46335*0", "5511222")
    ines, olmo = seated(site, new_context, match.table, people, **PHONE, **CALM)
    lay(ines, "4", "F7")
    lay(ines, "3", "G7")
    ines.press(ines.page.locator("#mix"))
    tray = ines.page.eval_on_selector_all("#rack [data-key]", "all => all.map(li => li.dataset.key)")
    _local, tab = kept(ines.page)
    drafts = [json.loads(value) for key, value in tab.items() if "jugada" in key and "rack" not in key]
    assert [each[:2] for each in drafts[0]] == [[6, 5], [6, 6]] and len(drafts[0][0][2]) == 6
    values = json.dumps([value for key, value in tab.items() if key != "tapete:who"])
    assert not re.search(r'"[0-9*]-\d"|tile|value', values)
    ines.page.reload()
    level(ines.page)
    expect(ines.page.locator(".board td.new[data-free]")).to_have_count(2, timeout=LONG)
    # The last tile of a line bears its sum as well.
    assert [text[0] for text in ines.page.locator(".board td.new[data-free]").all_inner_texts()] == ["4", "3"]
    assert ines.page.eval_on_selector_all("#rack [data-key]", "all => all.map(li => li.dataset.key)") == tray
    ines.complaints.none()
    olmo.complaints.none()
