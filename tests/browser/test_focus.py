"""The focus of the keyboard stays where it is: after every push, for everything that can have it, in every game and phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games import registry
from games.contract import Game
from tables.models import Table
from tests import factories
from tests.browser.helpers import aside, level, settled
from tests.browser.people import CALM, LONG, PHONE, hand, my_turn, seated, still
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked", "FREE_VARIANTS": ["choque:clasica", "choque:asedio", "choque:dia-y-noche"]}
type Open = Callable[..., BrowserContext]

NAME = """el => [...['localName', 'id', 'value', 'textContent'].map(key => String(el[key] ?? '').trim()), el.getAttribute('name'),
    el.getAttribute('aria-label'), el.closest('li')?.dataset.card, el.closest('li')?.dataset.key].join('|')"""
EACH = f"""async within => {{
    const name = {NAME}, pause = () => new Promise(done => setTimeout(done, 5)), body = document.body, lost = [];
    const can = ['a[href]', 'button', 'input:not([type=hidden])', 'select', 'summary', '[tabindex]'];
    const all = () => [...document.querySelectorAll(`${{within}} :is(${{can}})`)].filter(el => !el.disabled);
    const text = await (await fetch(body.dataset.stateUrl, {{ headers: {{ 'HX-Request': 'true' }} }})).text();
    let at = Math.max(1e6, Number(body.dataset.notice)), tried = 0;
    for (let k = 0; k < all().length; k++) {{
        const el = all()[k], wanted = name(el);
        el.focus({{ preventScroll: true }});
        if (document.activeElement !== el) continue;
        at += 1;
        tried += 1;
        const message = text.replace(/^(<!--frame [^>]*?)\\d+-->/, (found, head) => `${{head}}${{at}}-->`);
        document.dispatchEvent(new CustomEvent('htmx:wsBeforeMessage', {{ detail: {{ message }}, cancelable: true }}));
        for (let wait = 0; body.dataset.notice !== String(at); wait++) {{
            if (wait > 1000) throw new Error('the frame is not taken');
            await pause();
        }}
        await pause();
        const now = name(document.activeElement);
        if (now !== wanted) lost.push(`${{wanted.slice(0, 90)}} -> ${{now.slice(0, 90)}}`);
    }}
    return [tried, lost];
}}"""


def focused(page: Page) -> str:
    """What has the focus: its card, its id or its tag."""
    return str(page.evaluate("(el => el.closest('li')?.dataset.card ?? (el.id || el.localName))(document.activeElement)"))


def keeps(page: Page, within: str, least: int) -> None:
    """Fail if a push moves the focus of anything in there. least: how many there must be."""
    tried, lost = page.evaluate(EACH, within)
    assert lost == [], "\n".join(lost)
    assert tried >= least, tried


def turn_of(game: Game, seat: int) -> Table:
    """A table of that game at which the seat has the turn."""
    players = aside(lambda: factories.people(*("Ana", "Luis", "Eva", "Leo")[: game.default_seats]))
    match = aside(lambda: factories.started(factories.gathered(players, slug=game.slug)))
    aside(lambda: factories.play(match, until=lambda match: match.awaited == [seat]))
    return match.table


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_a_push_leaves_the_focus_of_everything_at_a_table(site: LiveSite, new_context: Open, game: Game) -> None:
    table = turn_of(game, 0)
    (ana,) = seated(site, new_context, table, [table.host], **CALM)
    page = ana.page
    if hand(page):
        page.locator(".fan .pc[tabindex='0']").focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
    keeps(page, "body", 12)
    page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = fold.checkVisibility()")
    keeps(page, "main", 5)
    for chooser in page.locator("[popover]").all()[:2]:
        chooser.evaluate("el => el.showPopover()")
        keeps(page, "[popover]:popover-open", 1)
        page.evaluate("document.querySelector('[popover]:popover-open')?.hidePopover()")
    page.keyboard.press("p")
    keeps(page, "#menu", 6)
    expect(page.locator("#menu")).to_be_visible()
    ana.complaints.none()


def test_a_push_leaves_the_focus_of_everything_before_and_after_a_match(site: LiveSite, new_context: Open) -> None:
    players = aside(lambda: factories.people("Ana", "Luis", "Eva", "Leo"))
    table = aside(lambda: factories.opened(players[0], ("person", "normal", "easy")))
    over = aside(lambda: factories.play_out(factories.one_round(factories.gathered(players)))).table
    for each, least in ((table, 12), (over, 12)):
        (ana,) = seated(site, new_context, each, [players[0]], **CALM)
        ana.page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        keeps(ana.page, "body", least)
        ana.complaints.none()


def test_the_focus_goes_from_a_played_card_to_its_neighbour_and_in_the_end_to_the_table(site: LiveSite, new_context: Open) -> None:
    table = turn_of(registry.get("sueca"), 0)
    match = table.matches.get()
    ana, luis = seated(site, new_context, table, [factories.holder(match, 0), factories.holder(match, 1)], **CALM)
    before = hand(ana.page)
    button = ana.page.locator(".fan .pc:not([aria-disabled='true'])").first
    code = button.evaluate("el => el.closest('li').dataset.card")
    luis.page.locator(".fan .pc").nth(3).focus()
    luis.page.keyboard.press("Shift+ArrowLeft")
    kept = focused(luis.page)
    button.focus()
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    settled(ana.page, match.seq + 1)
    settled(luis.page, match.seq + 1)
    for person in (ana, luis):
        still(person.page)
    rest = [card for card in before if card != code]
    assert focused(ana.page) == rest[min(before.index(code), len(rest) - 1)]
    assert focused(luis.page) == kept
    assert ana.page.locator(".fan .pc[tabindex='0']").evaluate("el => el === document.activeElement")
    aside(lambda: factories.play(match, until=lambda match: match.seq >= 37 and match.awaited == [0]))
    ana.page.reload()
    level(ana.page)
    my_turn(ana)
    assert len(hand(ana.page)) == 1
    ana.page.keyboard.press("ArrowRight")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".fan li")).to_have_count(0, timeout=LONG)
    still(ana.page)
    assert focused(ana.page) != "body"
    ana.complaints.none()


def test_dialogs_and_sheets_give_the_focus_back_and_escape_opens_the_menu(site: LiveSite, new_context: Open) -> None:
    table = turn_of(registry.get("sueca"), 0)
    match = table.matches.get()
    ana, luis = seated(site, new_context, table, [factories.holder(match, 0), factories.holder(match, 1)], **PHONE, **CALM)
    page, menu = luis.page, luis.page.locator("#menu")
    page.locator(".fan .pc").nth(4).focus()
    card = focused(page)
    for opens in ("p", "Escape"):
        page.keyboard.press(opens)
        expect(menu).to_be_visible()
        page.wait_for_timeout(100)
        expect(menu).to_be_visible()
        if opens == "Escape":
            ana.play()
            settled(page, match.seq + 1)
            expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()
        assert focused(page) == card
    page.keyboard.press("c")
    expect(page.locator("#msg")).to_be_focused(timeout=LONG)
    page.keyboard.press("Escape")
    assert focused(page) == card
    expect(menu).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#r-offline")).to_be_visible(timeout=LONG)
    page.context.set_offline(False)
    level(page)
    assert focused(page) == card
    luis.complaints.expected = ("ERR_INTERNET", "WebSocket", "htmx:", "[object Event]")
    luis.complaints.none()
