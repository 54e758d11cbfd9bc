"""The smallest phones: no card leaves the screen, however many there are, and the page stays where it is while one is dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from games import registry
from games.contract import Game
from tests import factories
from tests.browser.helpers import aside, axe, look_at, seat_at
from tests.browser.people import CALM, LONG, seated, still
from tests.browser.tens import dealt, lay
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked", "FREE_VARIANTS": ["choque:clasica", "choque:asedio", "choque:dia-y-noche"]}
SCREENS = {"small": (320, 568), "phone": (360, 740), "low": (568, 320), "sideways": (740, 360)}
MOST = 40
type Open = Callable[..., BrowserContext]

OUTSIDE = """most => {
    const fan = document.querySelector('#r-hand .fan'), one = fan?.querySelector('li'), found = [];
    if (!fan) return null;
    for (let n = 1; n <= most; n++) {
        while (fan.children.length > n) fan.lastElementChild.remove();
        while (fan.children.length < n) fan.append(one.cloneNode(true));
        const boxes = [...fan.querySelectorAll('.pc svg')].map(el => el.getBoundingClientRect());
        const out = boxes.filter(box => box.left < -1 || box.right > innerWidth + 1 || box.top > innerHeight - 24);
        if (out.length) found.push(`${n}: ${out.length} out, ${Math.round(Math.min(...boxes.map(b => b.left)))} to `
            + `${Math.round(Math.max(...boxes.map(b => b.right)))}, down to ${Math.round(Math.max(...boxes.map(b => b.bottom)))}`);
    }
    return found;
}"""
"""Hands of every length are laid; those of which a card leaves the screen, or lies below it but for its rim."""

TILES = """() => [...document.querySelectorAll('#rack .tile, .board, .acts .btn, .toolrow .ico, .toolrow .btn')]
    .filter(el => el.checkVisibility()).map(el => [el.outerHTML.slice(0, 60), el.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    .map(([text, box]) => `${text}: ${Math.round(box.left)} to ${Math.round(box.right)}, down to ${Math.round(box.bottom)}`)"""

CUT = """el => [...el.children].filter(li => {
    const box = li.getBoundingClientRect(), own = el.getBoundingClientRect();
    return box.left < own.left - 1 || box.right > own.right + 1 || li.scrollWidth > li.clientWidth + 1;
}).map(li => li.textContent)"""


def table_of(game: Game) -> tuple[Any, Any]:
    """A table whose match has begun, with people in every chair, and its host."""
    chairs = game.default_seats
    people = factories.people("Ana", *(f"Luis{number}" for number in range(1, chairs)))
    table = factories.gathered(people, slug=game.slug)
    factories.started(table)
    return table, people[0]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_no_card_leaves_the_screen_whatever_the_hand(site: LiveSite, new_context: Open, game: Game) -> None:
    table, ana = aside(lambda: table_of(game))
    context = new_context(**CALM)
    seat_at(context, site, ana)
    page, complaints = look_at(context, site, table)
    wrong = {}
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        wrong[screen] = [*(page.evaluate(TILES) if height > width else []), *(page.evaluate(OUTSIDE, MOST) or [])]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong[screen].append("the page is wider than the screen")
    assert not any(wrong.values()), wrong
    complaints.none()


@pytest.mark.parametrize("what", [".fan .pc", "#rack .tile"])
def test_the_page_stays_where_it_is_under_a_drag(site: LiveSite, new_context: Open, what: str) -> None:
    """A finger takes a card or a tile far up and down again; nothing but what it holds moves."""
    game = next(game for game in registry.all_games() if bool(game.puzzles) is (what != ".fan .pc"))
    table, ana = aside(lambda: table_of(game))
    context = new_context(**CALM | {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True})
    seat_at(context, site, ana)
    page, complaints = look_at(context, site, table)
    box = page.locator(what).nth(1).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 2
    bar = "document.querySelector('.bar').getBoundingClientRect().top"
    spots = f"() => [scrollX, scrollY, {bar}, visualViewport.offsetTop, visualViewport.scale]"
    before, wire = page.evaluate(spots), context.new_cdp_session(page)

    def touch(kind: str, *places: dict[str, float]) -> None:
        """One event of a real finger."""
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(places)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        touch("touchMove", {"x": x + 2 * step, "y": y - 40 * step})
        assert page.evaluate(spots) == before
    for step in range(8, -6, -1):
        touch("touchMove", {"x": x, "y": y - 40 * step})
        assert page.evaluate(spots) == before
    touch("touchEnd")
    assert page.evaluate(spots) == before
    complaints.none()


@pytest.mark.parametrize("width", [320, 360])
def test_t18_the_sums_of_a_draft_are_seen_whole_and_scrolled_by_keys(site: LiveSite, new_context: Open, width: int) -> None:
    match, people = dealt("5555555", "1234567")
    (person,) = seated(site, new_context, match.table, people[:1], **CALM | {"viewport": {"width": width, "height": 740}})
    for digit, name in (("5", "G7"), ("5", "H7"), ("5", "G8"), ("5", "H8"), ("5", "G9"), ("5", "H9")):
        lay(person, digit, name)
    page, sums = person.page, person.page.locator("#sums")
    expect(sums.locator("li").nth(2)).to_be_attached(timeout=LONG)
    assert sums.evaluate(CUT) == []
    sums.focus()
    assert page.evaluate("document.activeElement.id") == "sums"
    deep = sums.evaluate("el => el.scrollHeight - el.clientHeight")
    page.keyboard.press("End")
    page.wait_for_function("deep => document.getElementById('sums').scrollTop >= deep - 1", arg=deep)
    axe(page)
    person.complaints.none()
