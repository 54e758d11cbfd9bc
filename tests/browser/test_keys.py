"""Pages for everybody: by keyboard alone, without a script, in other languages, small on the wire, still under the eye, and axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tables.models import HistoryEvent, Match, Seat, Table
from tests import factories
from tests.browser.helpers import EDGE, aside, level, seat_at, settled
from tests.browser.people import CALM, DESKTOP, LONG, PHONE, Person, at_step, hand, seated, somebody, still
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
HEAVIEST = 150_000
"""Bytes that the first load of a table may cost on the wire."""
UNREST = 0.02
"""The layout shift that nobody notices."""
SHIFTS = """
    window.shifts = 0;
    new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; })
        .observe({ type: 'layout-shift', buffered: true });
"""
type Open = Callable[..., BrowserContext]


def running(site: LiveSite, **how: Any) -> Match:
    """Four people have begun, and it is the turn of seat 0."""
    match = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"), **how)))
    return aside(lambda: factories.play(match, until=lambda match: match.awaited == [0]))


def over(site: LiveSite) -> Match:
    """A match that has ended in one round."""
    match = aside(lambda: factories.one_round(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"))))
    return aside(lambda: factories.play_out(match))


# ---- the keyboard -----------------------------------------------------------------------------------------------------------


def reach(page: Page, target: Locator) -> None:
    """Walk by Tab until the focus is on the target, which then shows that it is."""
    for _ in range(150):
        if target.count() and target.first.evaluate("one => one === document.activeElement"):
            assert target.first.evaluate("one => one.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    """Reach a control and press a key on it."""
    reach(page, target)
    page.keyboard.press(key)


def write(page: Page, field: Locator, text: str) -> None:
    """Reach a field and type."""
    reach(page, field)
    page.keyboard.type(text)


def play_by_keys(page: Page) -> None:
    """Walk the hand by the arrows to a card that can be played; lift it and play it by Enter."""
    expect(page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
    before = len(hand(page))
    page.keyboard.press("ArrowRight")
    while page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".fan li")).to_have_count(before - 1, timeout=LONG)


def test_the_keyboard_alone_creates_joins_and_plays(site: LiveSite, new_context: Open) -> None:
    host, guest = (somebody(name, new_context(**CALM)) for name in ("Inés", "Pau"))
    host.page.goto(site.url)
    press(host.page, host.page.get_by_role("link", name="Abrir mesa de Sueca"))
    expect(host.page).to_have_url(re.compile("/abrir/sueca/"))
    for seat in (1, 3):
        reach(host.page, host.page.locator(f"select[name='seat-{seat}']"))
        host.page.keyboard.type("La máquina, f" if seat == 1 else "La máquina, n")
    write(host.page, host.page.get_by_label("Tu nombre en la mesa"), "Inés")
    press(host.page, host.page.get_by_role("button", name="Abrir la mesa"))
    level(host.page)
    guest.page.goto(host.page.url)
    level(guest.page)
    write(guest.page, guest.page.get_by_label("Tu nombre en la mesa"), "Pau")
    press(guest.page, guest.page.get_by_role("button", name="Sentarme"))
    level(guest.page)
    expect(host.page.get_by_role("button", name="Con Pau")).to_be_visible(timeout=LONG)
    level(host.page)
    press(host.page, host.page.get_by_role("button", name="Con Pau"))
    start = host.page.get_by_role("button", name="Empezar la partida")
    expect(start).to_be_visible(timeout=LONG)
    level(host.page)
    press(host.page, start)
    for person in (host, guest, host, guest):
        expect(person.page.locator(".fan li").first).to_be_visible(timeout=LONG)
    for _ in range(4):
        table = Table.objects.get(code=host.page.url.rstrip("/").rsplit("/", 1)[-1])
        play_by_keys(whose_turn(table, {"Inés": host, "Pau": guest}).page)
    write(host.page, host.page.locator("#msg"), "¡Buenas!")
    host.page.keyboard.press("Enter")
    expect(guest.page.locator("#r-lines")).to_contain_text("¡Buenas!", timeout=LONG)
    host.complaints.none()
    guest.complaints.none()


def whose_turn(table: Table, people: dict[str, Person]) -> Person:
    """The person whose turn it is, once it is a person's."""
    names = {seat.index: seat.name for seat in Seat.objects.filter(table=table, player__isnull=False)}
    match = table.matches.latest("number")
    page = next(iter(people.values())).page
    for _ in range(LONG // 50):
        match.refresh_from_db()
        if match.awaited and match.awaited[0] in names:
            return people[names[match.awaited[0]]]
        page.wait_for_timeout(50)
    raise AssertionError("nobody's turn")


def test_the_keyboard_alone_reads_a_match_back(site: LiveSite, new_context: Open) -> None:
    match = over(site)
    (person,) = seated(site, new_context, match.table, [factories.holder(match, 0)], **CALM)
    page = person.page
    press(page, page.get_by_role("link", name="Ver la repetición"))
    expect(page).to_have_url(re.compile(r"/1/"))
    expect(page.locator("button[data-play]")).to_be_visible()  # the page's script listens to the keys
    page.keyboard.press("Home")
    at_step(page, 0)
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at_step(page, step)
    reach(page, page.locator("#paso"))
    page.keyboard.press("ArrowRight")
    at_step(page, 4)
    press(page, page.get_by_role("link", name="Luis", exact=True))
    expect(page.locator("#r-facts")).to_have_attribute("data-eyes", "1")
    press(page, page.get_by_role("link", name="Al final"))
    at_step(page, match.seq)
    person.fine()


# ---- axe, policy, languages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_is_fine_to_axe_and_keeps_the_policy(site: LiveSite, new_context: Open, shape: dict[str, Any]) -> None:
    match = over(site)
    stranger, ana = (somebody(name, new_context(**shape, **CALM)) for name in ("Nadie", "Ana"))
    seat_at(ana.page.context, site, factories.holder(match, 0))
    both = ["/", "/abrir/sueca/", "/reglas/", "/reglas/sueca/", "/preferencias/", "/cuenta/signup/", "/cuenta/login/"]
    for person, more in ((stranger, ["/no/hay/tal/"]), (ana, ["/avisos/correo/", f"/m/{match.table.code}/1/reparto/"])):
        person.complaints.expected = ("status of 404",)
        for path in both + more:
            answer = person.page.goto(site.url + path)
            assert answer and answer.status == (404 if path == "/no/hay/tal/" else 200), path
            person.fine()


@pytest.mark.parametrize("code", ["en", "pt", "es"])
def test_the_language_changes_by_the_menu_and_by_the_preferences(site: LiveSite, new_context: Open, code: str) -> None:
    match = running(site)
    (person,) = seated(site, new_context, match.table, [factories.holder(match, 1)], **CALM)
    page = person.page
    page.keyboard.press("p")
    page.locator("#menu-lang").select_option(code)
    page.locator("form:has(#menu-lang) button").click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    level(page)
    assert page.url.endswith(f"/m/{match.table.code}/")
    page.goto(f"{site.url}/preferencias/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.locator("#language").select_option("es" if code != "es" else "en")
    page.locator("form.asks button.brass").click()
    expect(page.locator("html")).to_have_attribute("lang", "es" if code != "es" else "en")
    person.complaints.none()


# ---- without a script -------------------------------------------------------------------------------------------------------


def test_without_a_script_one_joins_plays_a_card_and_reloads(site: LiveSite, new_context: Open) -> None:
    table = aside(lambda: factories.gathered(factories.people("Ana", "Luis", "Eva")))
    page = new_context(java_script_enabled=False, **PHONE).new_page()
    page.goto(f"{site.url}/m/{table.code}/")
    page.get_by_label("Tu nombre en la mesa").fill("Sol")
    page.get_by_role("button", name="Sentarme").click()
    expect(page.get_by_role("list", name="Sillas")).to_contain_text("Sol")
    match = aside(lambda: factories.started(table))
    aside(lambda: factories.play(match, until=lambda match: match.awaited == [3]))
    page.reload()
    card = page.locator(".fan .pc[name='move']").first
    code = card.locator("xpath=..").get_attribute("data-card")
    card.click(position=EDGE)
    expect(page.locator(f".fan [data-card='{code}']")).to_have_count(0)
    assert HistoryEvent.objects.filter(match=match, kind="played", seat=3, payload={"do": "play", "card": code}).count() == 1
    aside(lambda: factories.play(match, until=lambda match: match.awaited == [3]))
    page.reload()
    expect(page.locator(".fan li")).to_have_count(9)
    expect(page.locator("#r-status.mine")).to_be_visible()


# ---- weight and unrest ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_load_of_a_table_is_small(site: LiveSite, new_context: Open, shape: dict[str, Any]) -> None:
    match = running(site)
    context = new_context(**shape)
    seat_at(context, site, factories.holder(match, 0))
    page = context.new_page()
    wire, sizes = context.new_cdp_session(page), dict[str, float]()
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    wire.on("Network.webSocketFrameReceived", lambda event: sizes.update({event["requestId"]: len(event["response"]["payloadData"])}))
    page.goto(f"{site.url}/m/{match.table.code}/", wait_until="networkidle")
    level(page)
    assert 20_000 < sum(sizes.values()) < HEAVIEST, sizes


@pytest.mark.parametrize("shape", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_jumps_while_a_table_loads_and_others_play(site: LiveSite, new_context: Open, shape: dict[str, Any]) -> None:
    match = running(site, revoke="allowed")
    people: list[Person] = []
    for seat in (0, 1):
        context = new_context(**shape)
        context.add_init_script(SHIFTS)
        people.append(in_context(site, context, match, seat, touch="has_touch" in shape))
    people[0].play()
    for person in people:
        settled(person.page, match.seq + 1)
        still(person.page)
        assert person.page.evaluate("window.shifts") <= UNREST, person.name


def in_context(site: LiveSite, context: BrowserContext, match: Match, seat: int, *, touch: bool) -> Person:
    """The person of that seat at their page in a given browser."""
    player = factories.holder(match, seat)
    seat_at(context, site, player)
    person = somebody(player.name, context, touch=touch)
    person.page.goto(f"{site.url}/m/{match.table.code}/")
    level(person.page)
    return person
