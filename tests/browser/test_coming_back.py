"""Leaving and coming back: a closed browser, a real mail whose link leads to the hand as it was, missed turns, abandoned seats."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage

import pytest
import time_machine
from aiosmtpd.controller import Controller
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tables.models import Match, Seat
from tables.services import clock
from tests import factories
from tests.browser.helpers import aside, level, seat_at
from tests.browser.people import CALM, LONG, PHONE, Person, hand, seated, somebody, trick
from tests.config.test_served_site import eventually
from tests.jobs import committing, pass_time
from tests.live import LiveSite, free_port
from tests.tables.test_notices import Receiver

SITE = {"CPU_PACE": 1.0}
type Open = Callable[..., BrowserContext]


@pytest.fixture
def post(site: LiveSite) -> Iterator[list[tuple[list[str], EmailMessage]]]:
    """What a real mail server receives from the site, as (recipients, message)."""
    receiver, port = Receiver(), free_port()
    controller = Controller(receiver, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        site.restart(env={"EMAIL_URL": f"smtp://127.0.0.1:{port}"})
        yield receiver.mails
    finally:
        controller.stop()


def test_a_closed_browser_the_worker_plays_on_and_a_mail_leads_back(
    site: LiveSite, post: list[tuple[list[str], EmailMessage]], new_context: Open
) -> None:
    ana = aside(lambda: factories.account("Ana", "ana@example.org"))
    match = aside(lambda: factories.started(factories.opened(ana, ("normal",) * 3, clock="3d")))
    context = new_context(**CALM)
    seat_at(context, site, ana)
    person = somebody("Ana", context)
    person.page.goto(f"{site.url}/m/{match.table.code}/")
    level(person.page)
    expect(person.page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
    while len(trick(person.page)) == 3:  # until she is to play and others play after her
        person.play()
        expect(person.page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
    person.play()
    kept = hand(person.page)
    person.complaints.none()
    cookies = context.storage_state()
    context.close()
    seq = Match.objects.get(pk=match.pk).seq
    post.clear()

    eventually(lambda: (now := Match.objects.get(pk=match.pk)).seq > seq and now.awaited == [0], "the CPU seats do not play on")
    eventually(lambda: bool(post), "no mail")
    (to, mail), *others = post
    assert to == ["ana@example.org"] and not others
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain and html
    link = re.search(r"http\S+/m/\S+", plain.get_content())
    assert link and link[0] in html.get_content()
    again = somebody("Ana", new_context(storage_state=cookies, **PHONE, **CALM), touch=True)
    again.page.goto(link[0])
    level(again.page)
    assert hand(again.page) == kept
    again.fine()
    again.play()
    again.complaints.none()


def missed_twice() -> Match:
    """A match with a clock of a day in which seat 0, Ana, has let two turns pass while the others played."""
    with time_machine.travel(timezone.now() - dt.timedelta(hours=51), tick=False) as now:
        match = factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"), clock="1d"))
        while not Seat.objects.get(table=match.table_id, index=0).stand_in:
            match.refresh_from_db()
            if match.awaited == [0]:
                pass_time(now, hours=25)
                with committing():
                    clock.expire(match.pk, turn=match.turn)
            else:
                factories.play_one(match)
    match.refresh_from_db()
    return match


def test_p3_who_missed_two_turns_is_back_with_one_tap(site: LiveSite, new_context: Open) -> None:
    match = aside(missed_twice)
    ana, luis = seated(site, new_context, match.table, [factories.holder(match, seat) for seat in (0, 1)], **CALM)
    expect(ana.page.locator("#r-banner")).to_contain_text("Se te pasaron dos turnos: la máquina juega por ti.")
    expect(ana.page.locator("#r-log")).to_contain_text("Se acabó el tiempo de Ana: juega la máquina.")
    plate = luis.page.locator(".plate").filter(has=luis.page.locator(".name", has_text="Ana"))
    expect(plate).to_contain_text("juega la máquina")
    ana.fine()
    ana.page.get_by_role("button", name="He vuelto").click()
    expect(ana.page.get_by_role("button", name="He vuelto")).to_have_count(0, timeout=LONG)
    expect(luis.page.locator("#r-log")).to_contain_text("Ana ha vuelto.", timeout=LONG)
    expect(plate).not_to_contain_text("juega la máquina")
    assert Seat.objects.get(table=match.table_id, index=0).stand_in == ""
    ana.fine()
    luis.complaints.none()


def leave(person: Person) -> None:
    """Abandon by the menu, which asks once."""
    person.page.keyboard.press("p")
    person.page.locator("#leave > summary").click()
    person.page.get_by_role("button", name="Sí, me levanto").click()


def test_p5_who_left_may_come_back_until_a_spectator_takes_the_seat(site: LiveSite, new_context: Open) -> None:
    match = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"))))
    aside(lambda: factories.play(match, until=lambda match: match.awaited == [1]))
    ana, luis = seated(site, new_context, match.table, [factories.holder(match, seat) for seat in (0, 1)], **CALM)
    kept = hand(ana.page)
    sol = somebody("Sol", new_context(**PHONE, **CALM), touch=True)
    sol.page.goto(ana.page.url)
    level(sol.page)
    expect(sol.page.locator("#r-banner")).to_contain_text("Estás mirando la partida.")
    leave(ana)
    expect(ana.page.locator("#r-banner")).to_contain_text("Te levantaste: la máquina juega por ti.", timeout=LONG)
    expect(sol.page.locator("#r-banner")).to_contain_text("Ana se levantó; su silla está libre.", timeout=LONG)
    ana.fine()
    sol.fine()
    ana.page.get_by_role("button", name="He vuelto").click()
    expect(sol.page.get_by_role("button", name="Sentarme")).to_have_count(0, timeout=LONG)
    expect(ana.page.locator(".fan li")).to_have_count(len(kept))

    leave(ana)
    expect(sol.page.locator("#r-banner").get_by_label("Tu nombre")).to_be_visible(timeout=LONG)
    sol.page.locator("#r-banner").get_by_label("Tu nombre").fill("Sol")
    sol.press(sol.page.get_by_role("button", name="Sentarme"))
    expect(sol.page.locator(".fan li")).to_have_count(len(kept), timeout=LONG)
    assert sorted(hand(sol.page)) == sorted(kept)
    expect(luis.page.locator("#r-log")).to_contain_text("Sol se sienta.", timeout=LONG)
    expect(ana.page.locator("#r-banner")).to_contain_text("Estás mirando la partida.", timeout=LONG)
    expect(ana.page.locator(".fan")).to_have_count(0)
    for person in (ana, luis, sol):
        person.fine()


def test_p5_when_the_last_person_has_left_the_match_ends_without_a_winner(site: LiveSite, new_context: Open) -> None:
    (ana,) = aside(lambda: factories.people("Ana"))
    match = aside(lambda: factories.started(factories.opened(ana, ("easy",) * 3)))
    (person,) = seated(site, new_context, match.table, [ana], **CALM)
    leave(person)
    expect(person.page.locator("#r-after")).to_contain_text("No quedó ninguna persona: la partida acaba sin ganador.", timeout=LONG)
    match.refresh_from_db()
    assert (match.status, match.result) == ("voided", None)
    person.fine()
