"""Pushes are hints: lost, late, old and repeated ones change nothing in the end, and one person in two tabs is one person."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect

from tables.models import HistoryEvent, Match
from tests import factories
from tests.browser.helpers import aside, level, lit, seat_at, settled
from tests.browser.people import CALM, LONG, Person, hand, seated, somebody, trick, until
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
STALE = "Mientras tanto la mesa ha cambiado. Mírala otra vez y decide."
type Open = Callable[..., BrowserContext]


class Wire:
    """The page's socket in our hands. heard: every frame that came from the server.

    deaf: what the server sends is lost on the last step, after it was acknowledged. (The server holds back what comes after a frame that is
    not; while a page was deaf, news of somebody who looks would have held back the frame that a test waits for.)
    """

    def __init__(self, page: Page) -> None:
        self.deaf = False
        self.heard: list[str] = []
        self.page_side: Any = None
        self.server_side: Any = None
        page.route_web_socket(re.compile(r"/ws/m/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.page_side = socket
        self.server_side = socket.connect_to_server()
        self.server_side.on_message(self._from_server)

    def _from_server(self, message: str | bytes) -> None:
        self.heard.append(str(message))
        if self.deaf:
            self.server_side.send('{"got": 0}')
        else:
            self.page_side.send(message)

    def reached(self, seq: int) -> bool:
        """Whether a frame of that seq or a later one has come: one may be merged with the next."""
        heads = [re.match(r"<!--frame \d+ (\d+) ", frame) for frame in self.heard]
        return any(int(head[1]) >= seq for head in heads if head)


@pytest.fixture
def match(site: LiveSite) -> Match:
    """Ana, Luis, Eva and Leo have begun: it is Ana's turn, seat 0, the last of the first trick."""
    begun = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"), revoke="allowed")))
    return aside(lambda: factories.play(begun, until=lambda match: match.awaited == [0]))


def at_table(site: LiveSite, new_context: Open, match: Match, *seats: int) -> list[Person]:
    """The people of those seats at their pages."""
    return seated(site, new_context, match.table, [factories.holder(match, seat) for seat in seats], **CALM)


def wired(site: LiveSite, new_context: Open, match: Match, seat: int) -> tuple[Person, Wire]:
    """A person whose socket is in our hands."""
    context = new_context(**CALM)
    player = factories.holder(match, seat)
    seat_at(context, site, player)
    person = somebody(player.name, context)
    wire = Wire(person.page)
    person.page.goto(f"{site.url}/m/{match.table.code}/")
    level(person.page)
    return person, wire


def tab(person: Person) -> Person:
    """The same person's table in one more tab of the same browser."""
    other = somebody(person.name, person.page.context)
    other.page.goto(person.page.url)
    level(other.page)
    return other


def one_more(match: Match) -> None:
    """Fail unless exactly one move is recorded since the test began."""
    assert HistoryEvent.objects.filter(match=match, kind="played", seq__gt=match.seq).count() == 1


def seq(page: Page) -> int:
    """The seq of the board that the page shows."""
    return int(page.locator("body").get_attribute("data-seq") or -1)


def try_card(page: Page, card: str) -> None:
    """Lift and play a card without waiting for what comes of it."""
    button = page.locator(f".fan [data-card='{card}'] .pc")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")


def test_lost_pushes_are_made_up_for(site: LiveSite, new_context: Open, match: Match) -> None:
    luis, wire = wired(site, new_context, match, 1)
    luis.page.clock.install()
    luis.page.reload()
    level(luis.page)
    (ana,) = at_table(site, new_context, match, 0)
    before = seq(luis.page)
    wire.deaf = True
    card = ana.play()
    until(luis.page, lambda: wire.reached(before + 1))
    assert seq(luis.page) == before
    luis.page.clock.fast_forward(70_000)
    settled(luis.page, before + 1)
    last = luis.page.locator("#past li").evaluate_all("items => items.map(li => li.dataset.id)")
    assert len(last) == 4 and card
    ana.complaints.none()
    luis.complaints.none()


def test_old_and_repeated_pushes_change_nothing(site: LiveSite, new_context: Open, match: Match) -> None:
    luis, wire = wired(site, new_context, match, 1)
    (ana,) = at_table(site, new_context, match, 0)
    ana.play()
    settled(luis.page, match.seq + 1)
    picture = luis.page.locator("main").inner_html()
    for frame in [*wire.heard, *reversed(wire.heard)]:
        wire.page_side.send(frame)
    luis.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert luis.page.locator("main").inner_html() == picture
    assert seq(luis.page) == match.seq + 1
    luis.complaints.none()


def test_a_late_push_does_not_take_back_what_an_answer_has_shown(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, wire = wired(site, new_context, match, 0)
    wire.deaf = True
    card = ana.play()
    until(ana.page, lambda: wire.reached(match.seq + 1))
    wire.deaf = False
    for frame in wire.heard:
        wire.page_side.send(frame)
    ana.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert card not in hand(ana.page)
    assert seq(ana.page) == match.seq + 1
    ana.complaints.none()


def test_two_tabs_of_one_person_are_one_person(site: LiveSite, new_context: Open, match: Match) -> None:
    (first,) = at_table(site, new_context, match, 0)
    second = tab(first)
    card = first.play()
    expect(second.page.locator(f".fan [data-card='{card}']")).to_have_count(0, timeout=LONG)
    one_more(match)
    assert hand(first.page) == hand(second.page)
    first.complaints.none()
    second.complaints.none()


def test_a_command_from_an_older_board_is_refused_with_the_present_one(site: LiveSite, new_context: Open, match: Match) -> None:
    first, wire = wired(site, new_context, match, 0)
    second = tab(first)
    cards = hand(first.page)
    wire.deaf = True
    second.play(cards[0])
    try_card(first.page, cards[1])
    expect(first.page.locator("#r-toast")).to_have_text(STALE, timeout=LONG)
    expect(first.page.locator(f".fan [data-card='{cards[0]}']")).to_have_count(0)
    expect(first.page.locator(f".fan [data-card='{cards[1]}']")).to_have_count(1)
    one_more(match)
    first.complaints.none()


def test_a_command_that_was_held_up_on_its_way_is_refused(site: LiveSite, new_context: Open, match: Match) -> None:
    (first,) = at_table(site, new_context, match, 0)
    second = tab(first)
    cards, held = hand(first.page), list[Route]()
    first.page.route("**/jugada/", lambda route: held.append(route))
    try_card(first.page, cards[1])
    until(first.page, lambda: bool(held))
    second.play(cards[0])
    expect(first.page.locator(f".fan [data-card='{cards[0]}']")).to_have_count(0, timeout=LONG)
    held[0].continue_()
    expect(first.page.locator("#r-toast")).to_have_text(STALE, timeout=LONG)
    assert len(hand(first.page)) == 9 and cards[1] in hand(first.page)
    one_more(match)
    first.complaints.none()


def test_impatience_while_the_answer_is_slow_plays_one_card(site: LiveSite, new_context: Open, match: Match) -> None:
    (ana,) = at_table(site, new_context, match, 0)
    cards, held = hand(ana.page), list[Route]()
    ana.page.route("**/jugada/", lambda route: held.append(route))
    try_card(ana.page, cards[0])
    until(ana.page, lambda: bool(held))
    ana.page.keyboard.press("Enter")
    ana.page.locator(f".fan [data-card='{cards[0]}'] .pc").dblclick(position={"x": 9, "y": 30})
    try_card(ana.page, cards[1])
    assert len(hand(ana.page)) == 10, "nothing on the board changes before the server has said so"
    for route in held:
        route.continue_()
    expect(ana.page.locator(".fan li")).to_have_count(9, timeout=LONG)
    assert len(held) == 1
    one_more(match)
    ana.complaints.none()


def test_a_command_that_never_arrives_says_so_and_can_be_tried_again(site: LiveSite, new_context: Open, match: Match) -> None:
    (ana,) = at_table(site, new_context, match, 0)
    ana.complaints.expected = ("ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
    card = hand(ana.page)[0]
    ana.page.route("**/jugada/", lambda route: route.abort())
    try_card(ana.page, card)
    expect(ana.page.locator("#r-toast")).to_have_text("No ha llegado a la mesa. Vuelve a intentarlo.", timeout=LONG)
    assert card in hand(ana.page)
    ana.page.unroute("**/jugada/")
    ana.play(card)
    one_more(match)
    ana.complaints.none()


def test_the_same_command_twice_on_the_wire_is_one_move(site: LiveSite, new_context: Open, match: Match) -> None:
    (ana,) = at_table(site, new_context, match, 0)
    sent = list[Any]()
    ana.page.on("request", lambda request: sent.append(request) if request.url.endswith("/jugada/") else None)
    ana.play()
    again = ana.page.request.post(sent[0].url, headers=sent[0].all_headers(), data=sent[0].post_data_buffer or b"")
    assert (again.status, again.headers["x-tapete-outcome"]) == (200, "repeated")
    one_more(match)


def test_after_a_time_offline_the_page_is_level_before_its_controls_work(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, luis = at_table(site, new_context, match, 0, 1)
    luis.complaints.expected = ("ERR_INTERNET_DISCONNECTED",)
    luis.page.context.set_offline(True)
    expect(luis.page.locator("#r-offline")).to_be_visible(timeout=LONG)
    ana.play()
    expect(lit(luis.page)).to_have_count(0)
    expect(luis.page.locator("#msg + button")).to_be_disabled()
    luis.page.context.set_offline(False)
    settled(luis.page, match.seq + 1)
    level(luis.page)
    expect(luis.page.locator("#r-offline")).to_be_hidden()
    expect(luis.page.locator("#msg + button")).to_be_enabled()
    ana.complaints.none()
    luis.complaints.none()


def test_after_a_time_offline_one_socket_is_opened_and_stays(site: LiveSite, new_context: Open, match: Match) -> None:
    """The old one was open all the while: that it is closed for the new one's sake is no reason to open one more."""
    (ana,) = at_table(site, new_context, match, 0)
    opened = list[Any]()
    ana.page.on("websocket", lambda socket: opened.append(socket))
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#r-offline")).to_be_visible(timeout=LONG)
    ana.page.context.set_offline(False)
    until(ana.page, lambda: len(opened) == 1)
    level(ana.page)
    ana.page.wait_for_timeout(3000)  # each needless one came a second after the one before
    assert len(opened) == 1
    ana.complaints.none()


def test_a_page_from_the_back_forward_cache_is_brought_level(site: LiveSite, new_context: Open, match: Match) -> None:
    luis, wire = wired(site, new_context, match, 1)
    (ana,) = at_table(site, new_context, match, 0)
    wire.deaf = True
    ana.play()
    until(luis.page, lambda: wire.reached(match.seq + 1))
    wire.deaf = False
    luis.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    settled(luis.page, match.seq + 1)
    level(luis.page)
    luis.page.get_by_role("link", name="Reglas del juego").click()
    expect(luis.page).to_have_url(re.compile("/reglas/"))
    luis.page.go_back()
    level(luis.page)
    assert seq(luis.page) == match.seq + 1
    luis.complaints.none()


def test_what_a_person_is_at_survives_the_moves_of_others(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, luis = at_table(site, new_context, match, 0, 1)
    luis.page.locator("#d-accuse > summary").click()
    luis.page.locator("#d-accuse").get_by_text("Eva", exact=True).or_(luis.page.locator("#d-accuse .pick span").first).first.click()
    chosen = luis.page.locator("#d-accuse input:checked").get_attribute("value")
    luis.page.locator("#msg").fill("Un momen")
    card = luis.page.locator(".fan .pc").nth(3)
    code = hand(luis.page)[3]
    card.focus()
    ana.play()
    settled(luis.page, match.seq + 1)
    assert luis.page.evaluate("document.activeElement.closest('li').dataset.card") == code
    assert luis.page.locator("#msg").input_value() == "Un momen"
    expect(luis.page.locator("#d-accuse")).to_have_attribute("open", "")
    assert luis.page.locator("#d-accuse input:checked").get_attribute("value") == chosen
    assert json.loads(str(chosen))["do"] == "accuse"
    luis.page.keyboard.press("p")
    expect(luis.page.get_by_role("dialog")).to_be_visible()
    luis.complaints.none()


def test_a_push_while_a_menu_is_open_leaves_it_open(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, luis = at_table(site, new_context, match, 0, 1)
    luis.page.keyboard.press("p")
    expect(luis.page.get_by_role("dialog")).to_be_visible()
    ana.play()
    settled(luis.page, match.seq + 1)
    expect(luis.page.get_by_role("dialog")).to_be_visible()
    assert trick(luis.page) == []
    luis.complaints.none()


def test_a_page_lives_through_the_death_of_the_server(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, luis = at_table(site, new_context, match, 0, 1)
    for person in (ana, luis):
        person.complaints.expected = ("ERR_CONNECTION", "WebSocket", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "htmx:", "[object Event]")
    kept = hand(ana.page)
    site.kill()
    for person in (ana, luis):
        expect(person.page.locator("#r-offline")).to_be_visible(timeout=LONG)
        expect(lit(person.page)).to_have_count(0)
    site.start()
    for person in (ana, luis):
        level(person.page)
        expect(person.page.locator("#r-offline")).to_be_hidden()
    assert hand(ana.page) == kept
    ana.play()
    settled(luis.page, match.seq + 1)
    one_more(match)
    ana.complaints.none()
    luis.complaints.none()


def test_who_reconnects_waits_for_a_time_of_its_own(site: LiveSite, new_context: Open, match: Match) -> None:
    """Full jitter: anything between nothing and a bound that doubles with every try in vain, up to half a minute."""
    (ana,) = at_table(site, new_context, match, 0)
    delays = ana.page.evaluate("() => Array.from({ length: 60 }, () => htmx.config.wsReconnectDelay(0))")
    assert all(0 <= delay <= min(30_000, 1500 * 2**tries) for tries, delay in enumerate(delays))
    assert min(delays[10:]) < 10_000 < 20_000 < max(delays[10:])
