"""An impatient visitor takes one chair."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Route, expect

from tables.models import Player, Seat
from tests import factories
from tests.browser.helpers import PATIENCE, Complaints, aside, axe, look_at, seat_at
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]


def test_a_visitor_who_presses_twice_takes_one_chair(site: LiveSite, new_context: Open) -> None:
    table = aside(lambda: factories.opened(factories.people("Ana")[0]))
    before = aside(Player.objects.count)
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(f"{site.url}/m/{table.code}/")
    expect(page.locator("body[data-level='1']")).to_be_visible(timeout=PATIENCE)
    page.locator("#sit-name").fill("Luis")
    # Twice the event of a press; a form whose event was not cancelled would be sent by the browser.
    press = "form => [1, 2].map(() => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })))"
    assert page.locator(".sitform").evaluate(press) == [True, False]
    page.reload()
    page.locator("#sit-name").fill("Luis")
    page.get_by_role("button", name="Sentarme").dblclick(no_wait_after=True)
    expect(page.locator("#write")).to_be_attached(timeout=PATIENCE)
    assert aside(lambda: Seat.objects.filter(table=table, player__isnull=False).count()) == 2
    assert aside(Player.objects.count) == before + 1


def test_a_chair_whose_answer_got_lost_is_kept_or_freed(site: LiveSite, new_context: Open) -> None:
    """P19, P7: the answer to *Sentarme* is thrown away. The host may free the chair as long as nobody comes; who asks again has it."""
    before = aside(Player.objects.count)
    (ana,) = aside(lambda: factories.people("Ana"))
    table = aside(lambda: factories.opened(ana, ("person", "easy", "easy")))
    contexts = [
        new_context(reduced_motion="reduce", viewport=size) for size in ({"width": 1440, "height": 900}, {"width": 360, "height": 740})
    ]
    seat_at(contexts[0], site, ana)
    host, complaints = look_at(contexts[0], site, table)
    page = contexts[1].new_page()
    freeing = host.get_by_role("button", name="Liberar la silla: Luis")

    def lose(route: Route) -> None:
        had = contexts[1].cookies()
        assert route.fetch(max_redirects=0).status == 303
        contexts[1].clear_cookies()
        contexts[1].add_cookies(had)  # type: ignore[arg-type]
        route.abort()

    page.goto(f"{site.url}/m/{table.code}/")
    page.route("**/sentarse/", lose, times=1)
    page.locator("#sit-name").fill("Luis")
    page.get_by_role("button", name="Sentarme").click(no_wait_after=True)
    expect(freeing).to_be_visible(timeout=PATIENCE)

    page.goto(f"{site.url}/m/{table.code}/")
    expect(page.get_by_role("heading", name="Luis, tienes tu silla")).to_be_visible(timeout=PATIENCE)
    axe(page)
    page.get_by_role("button", name="Volver a mi silla").click()
    expect(page.locator("#write")).to_be_attached(timeout=PATIENCE)
    expect(freeing).to_have_count(0, timeout=PATIENCE)
    assert aside(Player.objects.count) == before + 2

    page.goto(f"{site.url}/reglas/")
    freeing.click(timeout=PATIENCE)
    expect(host.get_by_text("Silla libre")).to_be_visible(timeout=PATIENCE)
    seen = Complaints(page)
    page.goto(f"{site.url}/m/{table.code}/")
    expect(page.get_by_text("Mientras no estabas, quien lleva la mesa liberó tu silla. Puedes sentarte otra vez.")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Sentarme").click()
    expect(page.locator("#write")).to_be_attached(timeout=PATIENCE)
    expect(freeing).to_have_count(0, timeout=PATIENCE)
    assert aside(lambda: Seat.objects.filter(table=table, player__isnull=False).count()) == 2
    complaints.none()
    seen.none()
