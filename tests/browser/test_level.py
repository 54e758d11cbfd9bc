"""A page that pushes have kept level is the page that a fresh load would give, through the whole life of a table, for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Match, Table
from tables.services import rematch
from tests import factories
from tests.browser.helpers import aside, level, until
from tests.browser.people import CALM, LONG, Person, seated, somebody, still
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]

NORMALISED = """() => {
    const page = document.documentElement.cloneNode(true), shut = page.querySelectorAll('[data-shut]');
    for (const el of page.querySelectorAll('[nonce], script')) { el.removeAttribute('nonce'); el.removeAttribute('integrity'); }
    for (const el of page.querySelectorAll('[name="csrfmiddlewaretoken"]')) el.setAttribute('value', '');
    page.querySelector('meta[name="csrf"]').content = '';
    for (const el of shut) { el.disabled = false; el.removeAttribute('data-shut'); }
    for (const el of page.querySelectorAll('.clk span, .clk circle, #r-live, [data-unread]')) el.replaceChildren();
    for (const el of page.querySelectorAll('[stroke-dasharray]')) el.setAttribute('stroke-dasharray', '');
    for (const el of page.querySelectorAll('[data-now]')) el.dataset.now = '';
    for (const el of page.querySelectorAll('*')) {
        for (const name of ['hx-swap-oob', 'tabindex', 'style']) el.removeAttribute(name);
        el.classList.remove(...[...el.classList].filter(name => name.startsWith('htmx-')));
        if (!el.classList.length) el.removeAttribute('class');
        if (el.matches('details')) el.removeAttribute('open');
    }
    for (const el of page.querySelectorAll('[name="seq"]')) el.setAttribute('value', '');
    const sorted = text => text.split(/\\s+/).sort().join(' ').trim();
    const attributes = el => [...el.attributes].map(({ name, value }) => `${name}="${name === 'class' ? sorted(value) : value}"`);
    const own = (el, depth) => '.'.repeat(depth) + [el.localName, ...attributes(el).sort()].join(' ');
    const text = (node, depth) => node.data.trim() ? ['.'.repeat(depth) + node.data.trim()] : [];
    const of = (node, depth) => node.nodeType === 1 ? lines(node, depth) : node.nodeType === 3 ? text(node, depth) : [];
    const lines = (el, depth) => [own(el, depth), ...[...el.childNodes].flatMap(node => of(node, depth + 1))];
    return lines(page, 0).join('\\n');
}"""
ACT = """async ([address, fields]) => {
    const csrf = document.querySelector('meta[name="csrf"]').content;
    const headers = { 'X-CSRFToken': csrf, 'HX-Request': 'true' };
    const answer = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields), credentials: 'same-origin' });
    return [answer.status, answer.headers.get('X-Tapete-Outcome')];
}"""
STAMP = "['match', 'seq', 'notice'].map(key => Number(document.body.dataset[key])).join(' ')"


def act(page: Page, table: Table, what: str, **fields: str) -> None:
    """Post to the table as a page of ours would; the answer is thrown away, so that only pushes bring the page level."""
    status, outcome = page.evaluate(ACT, [f"/m/{table.code}/{what}/", fields])
    assert status == 200 and outcome in ("done", None), outcome


def level_as_fresh(person: Person, url: str) -> None:
    """Fail where the open page differs from a freshly loaded one of the same person."""
    fresh = person.page.context.new_page()
    fresh.goto(url)
    for page in (fresh, person.page):
        level(page)
        still(page)
    until(fresh, lambda: fresh.evaluate(STAMP) == person.page.evaluate(STAMP))
    for page in (fresh, person.page):
        page.wait_for_timeout(50)
    pushed, loaded = (page.evaluate(NORMALISED).split("\n") for page in (person.page, fresh))
    fresh.close()
    only = [f"pushed: {line}" for line in pushed if line not in loaded] + [f"loaded: {line}" for line in loaded if line not in pushed]
    assert only == [], f"{person.name}: " + "\n".join(only[:20])
    assert pushed == loaded, person.name


@pytest.mark.long
def test_a_page_kept_level_equals_a_fresh_one_through_a_tables_life(site: LiveSite, new_context: Open) -> None:
    players = aside(lambda: factories.people("Ana", "Luis", "Eva", "Leo"))
    table = aside(lambda: factories.gathered(players[:3], clock="3d"))
    url = f"{site.url}/m/{table.code}/"
    host, luis = seated(site, new_context, table, [players[0], players[1]], **CALM)
    watcher = somebody("quien mira", new_context(**CALM))
    watcher.page.goto(url)
    level(watcher.page)

    def all_level() -> None:
        for person in (host, luis, watcher):
            level_as_fresh(person, url)

    all_level()
    act(host.page, table, "reglas", **{"choice-count": "end", "choice-revoke": "allowed", "clock": "1d", "visibility": "link"})
    expect(luis.page.locator("#r-panel")).to_contain_text("Se cuenta al final", timeout=LONG)
    all_level()
    leo = somebody("Leo", new_context(**CALM))
    leo.page.goto(url)
    leo.page.get_by_label("Tu nombre en la mesa").fill("Leo")
    leo.page.get_by_role("button", name="Sentarme").click()
    level(leo.page)
    expect(host.page.locator("#r-status")).to_contain_text("Mesa completa", timeout=LONG)
    all_level()
    aside(lambda: factories.stack(Table.objects.get(pk=table.pk), [factories.CAPOTE]))
    seen = host.page.locator(".pairing [name='seen']").first.get_attribute("value") or ""
    act(host.page, table, "empezar", partner="2", seen=seen)
    for person in (host, luis, watcher):
        expect(person.page.locator("#r-where")).to_contain_text("Partida 1", timeout=LONG)
    assert host.page.locator("#leave").count() == 1 and watcher.page.locator("#leave").count() == 0
    all_level()
    act(leo.page, table, "charla", text="¡Buenas!", token="a")
    expect(host.page.locator("#r-lines")).to_contain_text("¡Buenas!", timeout=LONG)
    act(luis.page, table, "abandonar")
    expect(luis.page.locator("#r-banner")).to_contain_text("Te levantaste", timeout=LONG)
    expect(host.page.locator("#r-log")).to_contain_text("Luis se levanta", timeout=LONG)
    all_level()
    act(luis.page, table, "he-vuelto")
    expect(luis.page.locator("#leave")).to_have_count(1, timeout=LONG)
    act(leo.page, table, "nombre", name="Leonor")
    expect(host.page.locator("#r-seats")).to_contain_text("Leonor", timeout=LONG)
    all_level()
    match = Match.objects.get(table=table)
    aside(lambda: factories.play(match, until=lambda match: match.seq >= 44))
    finish(match, {0: host.page, 1: luis.page})
    for person in (host, luis, watcher):
        expect(person.page.locator("#r-after")).to_contain_text("¿Revancha?", timeout=LONG)
    assert host.page.locator("#leave").count() == 0
    all_level()
    aside(lambda: rematch.answer(Table.objects.get(pk=table.pk), player=players[2], yes=True))
    for person in (leo, luis, host):
        act(person.page, table, "revancha", answer="yes")
    expect(host.page.locator(".pairing")).to_have_count(1, timeout=LONG)
    all_level()
    act(host.page, table, "empezar", partner="2", seen=host.page.locator(".pairing [name='seen']").first.get_attribute("value") or "")
    for person in (host, luis, watcher):
        expect(person.page.locator("#r-where")).to_contain_text("Partida 2", timeout=LONG)
    all_level()
    for person in (host, luis, watcher, leo):
        person.complaints.none()


def finish(match: Match, pages: dict[int, Page]) -> None:
    """Make the last moves; what the seats with a page do, their pages post."""
    for _ in range(10):
        match.refresh_from_db()
        if match.status != "running":
            return
        seat, seq, raw = aside(lambda: factories.fallback(match))
        if seat in pages:
            act(pages[seat], match.table, "jugada", match=str(match.number), seq=str(seq), move=raw, token="")
        else:
            aside(lambda: factories.play_one(match))
    raise AssertionError("the match does not end")
