"""The daily puzzle in browsers of other time zones, with the server's clock standing still on both sides of midnights (T15, T18)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from playwright.sync_api import BrowserContext, Page, expect

from games.contract import Json
from tables.middleware import BUCKETS
from tables.models import Player, PuzzleDay, PuzzleResult
from tests import puzzles
from tests.browser.helpers import Complaints, aside, axe
from tests.browser.people import DESKTOP, LONG, PHONE

type Open = Callable[..., BrowserContext]

SECOND = dt.timedelta(seconds=1)
MIDNIGHTS = {
    "an ordinary night": (dt.date(2026, 3, 12), "2026-03-12T23:00:00+00:00", ("Jueves 12 de marzo", "Viernes 13 de marzo")),
    "the night before the short day": (dt.date(2026, 3, 28), "2026-03-28T23:00:00+00:00", ("Sábado 28 de marzo", "Domingo 29 de marzo")),
    "the end of the short day": (dt.date(2026, 3, 29), "2026-03-29T22:00:00+00:00", ("Domingo 29 de marzo", "Lunes 30 de marzo")),
    "the night before the long day": (
        dt.date(2026, 10, 24),
        "2026-10-24T22:00:00+00:00",
        ("Sábado 24 de octubre", "Domingo 25 de octubre"),
    ),
    "the end of the long day": (dt.date(2026, 10, 25), "2026-10-25T23:00:00+00:00", ("Domingo 25 de octubre", "Lunes 26 de octubre")),
}
"""The Madrid day that ends, the moment at which it does, and what the pages before and after it are called."""


@pytest.fixture
def clock() -> Iterator[Any]:
    """The server's clock, which stands still."""
    BUCKETS.clear()
    with time_machine.travel(dt.datetime(2026, 3, 12, 11, tzinfo=dt.UTC), tick=False) as traveller:
        yield traveller


def laid(day: dt.date, seed: str = "test") -> PuzzleDay:
    """A day's position."""
    return aside(lambda: puzzles.laid(day, seed))


def looking(context: BrowserContext, address: str) -> tuple[Page, Complaints]:
    """A page of the context there."""
    page = context.new_page()
    complaints = Complaints(page)
    page.goto(address)
    return page, complaints


def lay(page: Page, move: Json, *, touch: bool = False) -> None:
    """Lay the tiles of a play: a tile, then its square (T18)."""
    for row, col, tile, value in move["play"]:  # type: ignore[call-overload, index]
        held, square = page.locator(f"#rack li[data-tile='{tile}'] button:not(.gone)").first, page.locator(f"#q-{row}-{col}")
        for target in (held, square):
            if touch:
                target.tap(timeout=LONG)
            else:
                target.click(timeout=LONG)
        if tile == "*":
            page.locator(f"#choose-wild [data-digit='{value}']").click(timeout=LONG)


def sending(page: Page, points: int, presses: int = 1) -> None:
    """Send the draft that is worth so many points, and see the result. presses: of its button, one right after another."""
    send = page.get_by_role("button", name=f"Enviar {points}", exact=True)
    expect(send).to_be_visible(timeout=LONG)
    send.click(click_count=presses)
    expect(page.locator("body.solved")).to_be_visible(timeout=LONG)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("night", MIDNIGHTS)
def test_t15_the_day_is_the_servers_on_both_sides_of_midnight(night: str, live_server: Any, clock: Any, new_context: Open) -> None:
    """Whatever the browser thinks: for Auckland it is long tomorrow, for Lima still yesterday."""
    day, moment, (before, after) = MIDNIGHTS[night]
    midnight = dt.datetime.fromisoformat(moment)
    laid(day)
    laid(day + dt.timedelta(days=1), "another")
    clock.move_to(midnight - SECOND)
    zones = ("Pacific/Auckland", "America/Lima")
    opened = [looking(new_context(timezone_id=zone, **DESKTOP), f"{live_server.url}/diario/") for zone in zones]
    assert [page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") for page, _ in opened] == list(zones)
    for page, _ in opened:
        shows(page, before, day)
        expect(page.locator(".bag")).to_contain_text("1 min")
    clock.move_to(midnight)
    for page, complaints in opened:
        page.reload()
        shows(page, after, day + dt.timedelta(days=1))
        page.goto(f"{live_server.url}/diario/{day}/")
        shows(page, before, day)
        expect(page.locator("#r-status")).to_contain_text("Día pasado: sin clasificación")
        complaints.none()


def shows(page: Page, title: str, day: dt.date) -> None:
    """The page is that of the day."""
    expect(page.locator("#r-status")).to_contain_text(title)
    expect(page.locator(".month [aria-current='date']")).to_contain_text(str(day.day))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("night", ["an ordinary night", "the end of the short day", "the end of the long day"])
def test_t15_a_draft_begun_before_midnight_and_sent_after_it_is_late(night: str, live_server: Any, clock: Any, new_context: Open) -> None:
    day, moment, (before, _after) = MIDNIGHTS[night]
    points, move = puzzles.worth(6)
    laid(day)
    clock.move_to(dt.datetime.fromisoformat(moment) - SECOND)
    in_time, fine = looking(new_context(timezone_id="America/Lima", **DESKTOP), f"{live_server.url}/diario/")
    late, late_fine = looking(new_context(timezone_id="Pacific/Auckland", **DESKTOP), f"{live_server.url}/diario/")
    lay(in_time, move)
    sending(in_time, points)
    expect(in_time.locator("#side-log")).to_contain_text("De momento, nadie más lo ha enviado.")
    lay(late, move)
    expect(late.get_by_role("button", name=f"Enviar {points}", exact=True)).to_be_visible(timeout=LONG)
    clock.move_to(dt.datetime.fromisoformat(moment))
    sending(late, points)
    expect(late.locator("#r-status")).to_contain_text(before)
    expect(late.locator("#side-log")).to_contain_text("Fuera de la clasificación: llegó después de la medianoche de su día.")
    assert aside(lambda: list(PuzzleResult.objects.order_by("pk").values_list("ranked", "points"))) == [(True, points), (False, points)]
    fine.none()
    late_fine.none()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_t15_a_puzzle_from_the_home_page_to_the_shared_text(
    screen: dict[str, Any], live_server: Any, clock: Any, new_context: Open
) -> None:
    """Drafts are free and survive a reload; the result shows maximum, best play, both plays on the board and a text to share."""
    day = laid(dt.date(2026, 3, 12))
    points, move = puzzles.worth(6)
    context = new_context(reduced_motion="reduce", **screen)
    touch = bool(screen.get("has_touch"))
    page, complaints = looking(context, live_server.url)
    page.get_by_role("link", name="Jueves 12 de marzo").click()
    page.wait_for_url("**/diario/")
    assert f"{day.maximum}" not in page.locator("#cloth").inner_text().split()
    axe(page)
    lay(page, move, touch=touch)
    expect(page.locator("#r-draft .worth")).to_contain_text(str(points), timeout=LONG)
    page.reload()
    expect(page.locator("#r-draft .worth")).to_contain_text(str(points), timeout=LONG)
    axe(page)
    assert aside(PuzzleResult.objects.count) == 0
    sending(page, points, presses=2)
    expect(page.locator(".outcome")).to_contain_text(str(day.maximum))
    mine, most = (page.locator(".outcome .worth").nth(place).bounding_box() for place in (0, 1))
    assert mine and most
    assert mine["x"] + mine["width"] <= most["x"] or mine["y"] + mine["height"] <= most["y"], "one sum stands over the other"
    assert aside(PuzzleResult.objects.count) == aside(Player.objects.count) == 1
    assert page.locator(".board .new").count() == len(day.best["play"])
    axe(page)
    page.get_by_role("link", name="La tuya").click()
    assert page.locator(".board .new").count() == len(move["play"])  # type: ignore[arg-type, call-overload, index]
    shared = page.locator("#share-text").input_value()
    assert "Tapete · Puzzle del 12 de marzo" in shared and f" {points} " not in shared
    page.get_by_role("button", name="Compartir sin pistas").click()
    expect(page.get_by_role("button", name="Copiado")).to_be_visible(timeout=LONG)
    complaints.none()


@pytest.mark.django_db(transaction=True)
def test_t18_without_script_a_draft_is_checked_and_sent(live_server: Any, clock: Any, new_context: Open) -> None:
    laid(dt.date(2026, 3, 12))
    points, move = puzzles.worth(6)
    page, complaints = looking(new_context(java_script_enabled=False, **PHONE), f"{live_server.url}/diario/")
    page.get_by_text("Escribir").click()
    rows = page.locator(".writing li")
    left = [rows.nth(place) for place in range(7)]
    for row, col, tile, _value in move["play"]:  # type: ignore[call-overload, index]
        line = next(each for each in left if each.locator("input[type=hidden]").input_value() == tile)
        left.remove(line)
        line.get_by_label("Columna").fill("ABCDEFGHIJK"[col])
        line.get_by_label("Fila").fill(str(row + 1))
    page.get_by_role("button", name="Comprobar").click()
    expect(page.locator("#r-draft")).to_contain_text(f"Enviar {points}", timeout=LONG)
    assert page.locator(".board .new").count() == len(move["play"])  # type: ignore[arg-type, call-overload, index]
    page.get_by_role("button", name=f"Enviar {points}", exact=True).click()
    expect(page.locator("#share-text")).to_be_visible(timeout=LONG)
    assert aside(lambda: PuzzleResult.objects.get().points) == points
    complaints.none()
