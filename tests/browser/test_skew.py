"""A page that is open through a deploy, and what a screen reader is given to say: each event once, however often its frame comes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Match
from tests import factories
from tests.browser.helpers import aside, level, settled
from tests.browser.people import CALM, LONG, seated, still, until
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]

LISTEN = """() => {
    window.said = [];
    const note = changes => { for (const change of changes) for (const node of change.addedNodes) window.said.push(node.textContent); };
    new MutationObserver(note).observe(document.getElementById('r-live'), { childList: true, characterData: true, subtree: true });
}"""
FRAME = """([version, notice, html]) => {
    const { match, seq } = document.body.dataset, message = `<!--frame ${match} ${seq} ${notice}--><!--v${version}-->${html}`;
    document.dispatchEvent(new CustomEvent('htmx:wsBeforeMessage', { detail: { message }, cancelable: true }));
}"""


def running(site: LiveSite) -> Match:
    """A match in which seat 0 has the turn."""
    match = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"))))
    return aside(lambda: factories.play(match, until=lambda match: match.awaited == [0]))


def loads(page: Page) -> int:
    """How often the page's document was loaded, as the browser counts it."""
    return int(page.evaluate("Number(sessionStorage.getItem('loads'))"))


def test_an_unknown_protocol_loads_the_page_anew_once_and_keeps_the_line(site: LiveSite, new_context: Open) -> None:
    match = running(site)
    (ana,) = seated(site, new_context, match.table, [factories.holder(match, 0)], **CALM)
    page = ana.page
    page.context.add_init_script("sessionStorage.setItem('loads', Number(sessionStorage.getItem('loads')) + 1)")
    page.reload()
    level(page)
    for version, notice, html in (("99", 10**6, ""), ("1", 10**6 + 1, '<div id="r-new" hx-swap-oob="true">x</div>')):
        before = loads(page)
        page.locator("#msg").fill("Un momen")
        with page.expect_navigation():
            page.evaluate(FRAME, [version, notice, html])
        level(page)
        assert loads(page) == before + 1
        expect(page.locator("#msg")).to_have_value("Un momen")
        page.evaluate(FRAME, [version, notice + 10, html])
        expect(page.locator("#r-toast")).to_have_text("El sitio ha cambiado. Vuelve a cargar la página.", timeout=LONG)
        page.wait_for_timeout(300)
        assert loads(page) == before + 1
        page.reload()
        level(page)
    ana.complaints.expected = ("htmx:oobErrorNoTarget",)
    ana.complaints.none()


def test_each_event_is_said_once_and_equal_words_of_another_are_said_again(site: LiveSite, new_context: Open) -> None:
    match = running(site)
    ana, luis = seated(site, new_context, match.table, [factories.holder(match, seat) for seat in (0, 1)], **CALM)
    for person in (ana, luis):
        until(person.page, "document.getElementById('r-live').textContent !== ''")
        person.page.evaluate(LISTEN)
    ana.play()
    for person in (ana, luis):
        settled(person.page, match.seq + 1)
        still(person.page)
    said = [[text for text in person.page.evaluate("window.said") if "con " in text] for person in (ana, luis)]
    assert [len(texts) for texts in said] == [1, 1], said
    assert said[0][0].startswith("Has ") and said[1][0].startswith("Ana ")
    luis.page.context.set_offline(True)
    expect(luis.page.locator("#r-offline")).to_be_visible(timeout=LONG)
    luis.page.context.set_offline(False)
    level(luis.page)
    luis.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    luis.page.wait_for_timeout(500)
    assert [text for text in luis.page.evaluate("window.said") if "con " in text] == said[1]
    luis.page.evaluate("window.said.length = 0")
    news = '<div id="r-live" class="vh" role="status" data-told="1.{}" hx-swap-oob="innerHTML">Eva pasa.</div>'
    for notice, event in enumerate((90, 91, 91, 92)):
        luis.page.evaluate(FRAME, ["1", 10**6 + notice, news.format(event)])
        until(luis.page, f"document.body.dataset.notice === '{10**6 + notice}'")
    assert luis.page.evaluate("window.said") == ["Eva pasa."] * 3
    expect(luis.page.get_by_role("status").filter(has_text="Eva pasa.")).to_have_count(1)
    ana.complaints.none()
