"""The table by its own controls: one person with CPU players, reduced motion, a real server behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import HistoryEvent, Match, Player
from tests import factories
from tests.browser.helpers import EDGE, PATIENCE, Complaints, aside, axe, level, lit, look_at, my_turn, play, seat_at, settled
from tests.live import LiveSite

CALM = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]


def begun(**options: str) -> tuple[list[Player], Match]:
    """Four people, and their match when it is Ana's turn."""
    persons = factories.people("Ana", "Luis", "Eva", "Leo")
    match = factories.started(factories.gathered(persons, **options))
    return persons, factories.play(match, until=lambda match: factories.waiting(match)[1] == 0)


def two(site: LiveSite, new_context: Open, **options: str) -> tuple[Match, list[tuple[Page, Complaints]]]:
    """A match of Ana and Luis as opponents with two friends who do nothing; the pages of the first two."""
    persons, match = aside(lambda: begun(**options))
    pages = []
    for player in persons[:2]:
        context = new_context(**CALM)
        seat_at(context, site, player)
        pages.append(look_at(context, site, match.table))
    return match, pages


def moves(match: Match) -> int:
    """How many moves are recorded."""
    return HistoryEvent.objects.filter(match=match, kind="played").count()


@pytest.mark.parametrize("shape", [PHONE, {}], ids=["phone", "desktop"])
def test_a_round_is_played_by_touch_and_counted(site: LiveSite, new_context: Open, shape: dict[str, object]) -> None:
    page = new_context(**CALM, **shape).new_page()
    complaints = Complaints(page)
    page.goto(site.url)
    page.get_by_role("button", name="Jugar ahora a Sueca").click()
    level(page)
    axe(page)
    played = set()
    while len(played) < 10:
        my_turn(page)
        played.add(play(page))
    expect(page.get_by_role("heading", name="Contando las cartas")).to_be_visible(timeout=PATIENCE)
    assert len(played) == 10
    axe(page)
    page.get_by_role("button", name="Siguiente ronda").click()
    expect(page.locator(".fan li")).to_have_count(10, timeout=PATIENCE)
    complaints.none()


def test_the_keyboard_walks_lifts_and_plays(site: LiveSite, new_context: Open) -> None:
    match, [(page, complaints), _] = two(site, new_context)
    before = moves(match)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.closest('li').dataset.card")
    lit(page).first.focus()
    card = page.evaluate("document.activeElement.closest('li').dataset.card")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card='{card}'] .pc")).to_have_attribute("aria-pressed", "true")
    assert moves(match) == before
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card='{card}']")).to_have_count(0, timeout=PATIENCE)
    assert moves(match) == before + 1 and focused
    complaints.none()


def test_a_double_click_plays_one_card(site: LiveSite, new_context: Open) -> None:
    match, [(page, complaints), _] = two(site, new_context)
    before = moves(match)
    lit(page).first.dblclick(position=EDGE)
    lit(page).first.click(position=EDGE, force=True, no_wait_after=True)
    settled(page, match.seq + 1)
    page.wait_for_timeout(300)
    assert moves(match) == before + 1
    complaints.none()


def test_dragging_up_plays_and_dragging_sideways_sorts_for_oneself(site: LiveSite, new_context: Open) -> None:
    match, [(page, complaints), _] = two(site, new_context)
    before = moves(match)
    cards = page.locator(".fan li")
    first, last = cards.first.get_attribute("data-card"), cards.last.get_attribute("data-card")
    box = page.locator(f"[data-card='{first}'] .pc").bounding_box()
    end = page.locator(f"[data-card='{last}'] .pc").bounding_box()
    assert box and end
    page.mouse.move(box["x"] + EDGE["x"], box["y"] + EDGE["y"])
    page.mouse.down()
    page.mouse.move(end["x"] + 60, box["y"] + 50, steps=12)
    page.mouse.up()
    expect(cards.last).to_have_attribute("data-card", str(first))
    assert moves(match) == before
    page.reload()
    level(page)
    expect(page.locator(".fan li").last).to_have_attribute("data-card", str(first))

    card = lit(page).first
    code, box = card.evaluate("pc => pc.closest('li').dataset.card"), card.bounding_box()
    cloth = page.locator("#cloth").bounding_box()
    assert box and cloth
    page.mouse.move(box["x"] + EDGE["x"], box["y"] + EDGE["y"])
    page.mouse.down()
    page.mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] / 2, steps=12)
    page.mouse.up()
    expect(page.locator(f"[data-card='{code}']")).to_have_count(0, timeout=PATIENCE)
    assert moves(match) == before + 1
    complaints.none()


def test_a_push_leaves_a_half_typed_line_and_an_open_panel_alone(site: LiveSite, new_context: Open) -> None:
    match, [(page, _), (other, complaints)] = two(site, new_context, revoke="allowed")
    other.locator("#d-last > summary, #d-accuse > summary").first.click()
    line = other.locator("#msg")
    line.fill("No me gusta esa carta")
    line.evaluate("input => { input.focus(); input.setSelectionRange(3, 5); }")
    play(page)
    settled(other, match.seq + 1)
    assert line.input_value() == "No me gusta esa carta"
    caret = "[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    assert other.evaluate(caret) == ["msg", 3, 5]
    assert other.locator(".fold[open]").count() == 1
    complaints.none()


def test_offline_is_visible_and_the_controls_rest_until_the_page_is_level(site: LiveSite, new_context: Open) -> None:
    match, [(page, complaints), _] = two(site, new_context)
    complaints.expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket")
    page.context.set_offline(True)
    expect(page.locator("#r-offline")).to_be_visible(timeout=PATIENCE)
    expect(lit(page)).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("#r-offline")).to_be_hidden(timeout=PATIENCE)
    play(page)
    assert moves(match) >= 1
    complaints.none()


def test_the_menu_opens_by_key_and_a_deck_is_put_on_at_once(site: LiveSite, new_context: Open) -> None:
    _, [(page, complaints), _] = two(site, new_context)
    page.keyboard.press("p")
    menu = page.get_by_role("dialog")
    expect(menu).to_be_visible()
    axe(page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        menu.locator("input[value='nocturna']").check()
    assert page.evaluate("document.body.dataset.deck") == "nocturna"
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.reload()
    assert page.evaluate("document.body.dataset.deck") == "nocturna"
    complaints.none()


def test_the_title_tells_a_hidden_page_whose_turn_it_is(site: LiveSite, new_context: Open) -> None:
    _, [(page, complaints), _] = two(site, new_context)
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.title().startswith("● Te toca")
    complaints.none()


def test_without_a_script_a_card_is_played_and_the_page_reloaded(site: LiveSite, new_context: Open) -> None:
    persons, match = aside(begun)
    context = new_context(java_script_enabled=False)
    seat_at(context, site, persons[0])
    page = context.new_page()
    page.goto(f"{site.url}/m/{match.table.code}/")
    before = moves(match)
    page.locator(".fan .pc[name='move']").first.click(position=EDGE)
    assert moves(match) == before + 1
    assert page.url.endswith(f"/m/{match.table.code}/")
