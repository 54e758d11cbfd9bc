"""A whole game by the controls on the page, animated: from the shared link over a true accusation to the rematch and the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.sueca.views import View
from tables.models import Match, Seat, Table
from tables.selectors import states
from tests import factories
from tests.browser.helpers import axe, level
from tests.browser.people import DESKTOP, LONG, PHONE, Person, at_step, hand, somebody, step_of, still, trick, walk_through
from tests.live import LiveSite
from tests.tables.test_secrecy_bytes import seen

DEAL = "TAPETETAPETE"
"""The match's deal code: the dice as they are, but always the same, so that the game is the same game every time."""
pytestmark = pytest.mark.long
type Open = Callable[..., BrowserContext]


def gather(site: LiveSite, new_context: Open) -> tuple[list[Person], Person]:
    """Inés opens a table where revokes are allowed; three people come by its link and sit down. And one who only watches."""
    shapes = {"Inés": DESKTOP, "Pau": PHONE, "Marga": {"viewport": {"width": 820, "height": 1180}}, "Sergi": PHONE, "Mirón": DESKTOP}
    people = [somebody(name, new_context(**shape), touch="has_touch" in shape) for name, shape in shapes.items()]
    host, *guests, watcher = people
    host.page.goto(site.url)
    host.page.get_by_role("link", name="Abrir mesa de Sueca").click()
    host.page.get_by_label("Se puede, por tu cuenta y riesgo.").check()
    host.page.get_by_label("Tu nombre en la mesa").fill(host.name)
    host.page.get_by_role("button", name="Abrir la mesa").click()
    level(host.page)
    link = host.page.get_by_label("Enlace de la mesa").input_value()
    assert link == host.page.url
    for guest in guests:
        guest.page.goto(link)
        level(guest.page)
        if guest is guests[0]:
            host.fine()
            guest.fine()
        guest.page.get_by_label("Tu nombre en la mesa").fill(guest.name)
        guest.press(guest.page.get_by_role("button", name="Sentarme"))
        level(guest.page)
        expect(host.page.get_by_role("list", name="Sillas")).to_contain_text(guest.name, timeout=LONG)
    watcher.page.goto(link)
    level(watcher.page)
    return people[:4], watcher


def pick(people: list[Person], partner: str) -> None:
    """The host picks a partner, and everybody sees the pairs."""
    host = people[0]
    host.press(host.page.get_by_role("button", name=f"Con {partner}"))
    expect(host.page.get_by_role("button", name=f"Con {partner}")).to_have_attribute("aria-pressed", "true", timeout=LONG)
    for person in people:
        expect(person.page.get_by_role("list", name="Las parejas")).to_contain_text(f"{host.name} y {partner}", timeout=LONG)


def begin(people: list[Person], table: Table, partner: str) -> tuple[Match, list[Person]]:
    """The host starts: the table's newest match, and the people by seat."""
    host = people[0]
    host.press(host.page.get_by_role("button", name="Empezar la partida"))
    for person in people:
        expect(person.page.locator(".fan li")).to_have_count(10, timeout=LONG)
    match = table.matches.latest("number")
    names = [seat.name for seat in Seat.objects.filter(table=table).order_by("index")]
    assert names[2] == partner
    return match, [next(person for person in people if person.name == name) for name in names]


def follow(page: Page) -> str:
    """A card that follows suit, if the hand has one: honest, though the table would take any."""
    laid, held = trick(page), hand(page)
    return next((card for card in held if laid and card[1] == laid[0][1]), held[0])


def tricks(match: Match, seats: list[Person], number: int) -> None:
    """Everybody plays honestly, each at their own page, for some tricks."""
    for _ in range(4 * number):
        _course, seat = factories.waiting(match)
        expect(seats[seat].page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
        seats[seat].play(follow(seats[seat].page))


def cheat(match: Match, seats: list[Person]) -> tuple[int, str]:
    """Play on until somebody who holds the led suit plays another one: the seat, and the card played."""
    for _ in range(16):
        _course, seat = factories.waiting(match)
        expect(seats[seat].page.locator("#r-status.mine")).to_be_visible(timeout=LONG)
        page = seats[seat].page
        laid, held = trick(page), hand(page)
        off = [card for card in held if laid and card[1] != laid[0][1]]
        if laid and off and len(off) < len(held):
            seats[seat].play(off[0])
            return seat, off[0]
        seats[seat].play(follow(page))
    raise AssertionError("nobody can revoke")


def count(seats: list[Person]) -> None:
    """One of each pair taps *Contar*; everybody sees the count."""
    for person in seats[:2]:
        person.press(person.page.get_by_role("button", name="Contar", exact=True))
    for person in seats:
        expect(person.page.get_by_role("heading", name="Contando las cartas").first).to_be_visible(timeout=LONG)


def accuse(accuser: Person, accused: Person) -> None:
    """Accuse somebody by the panel on the page."""
    accuser.press(accuser.page.locator("#d-accuse > summary"))
    accuser.page.locator("#d-accuse").get_by_text(accused.name, exact=True).click()
    accuser.press(accuser.page.get_by_role("button", name="Acusar", exact=True))


def known_cards(match: Match, seat: int | None) -> dict[int, set[str]]:
    """By seq, the cards that somebody may know just after that event (S29)."""
    found, known = {}, set[str]()
    for step in states.walk(match):
        view: View = states.rules_of(match).view(step.after, seat)
        known = set(view.hand) | ({view.trump} if view.trump else set())
        for laid in filter(None, (view.trick, view.last_trick)):
            known |= {one.card for one in laid.plays}
        if view.count:
            known |= {card for pile in view.count.cards for card in pile}
        if view.verdict:
            known |= set(view.verdict.hand) | {one.card for laid in view.verdict.tricks for one in laid.plays}
        found[step.seq] = known
    return found


def no_secret_in(frames: list[str], match: Match, seat: int | None) -> None:
    """Fail if a frame held a card that the person could not know at its seq."""
    known, looked = known_cards(match, seat), 0
    for frame in frames:
        head = re.match(r"<!--frame (\d+) (\d+) \d+-->", frame)
        assert head
        if int(head[1]) == match.number:
            looked += 1
            assert seen(frame) <= known[int(head[2])], (seat, head[0], seen(frame) - known[int(head[2])])
    assert looked > 20


def test_four_people_play_a_whole_game_and_read_it_back(site: LiveSite, new_context: Open) -> None:
    people, watcher = gather(site, new_context)
    host = people[0]
    table = Table.objects.get(code=host.page.url.rstrip("/").rsplit("/", 1)[-1])
    Table.objects.filter(pk=table.pk).update(deal_code=DEAL)
    host.fine()
    pick(people, "Marga")
    match, seats = begin(people, table, partner="Marga")
    phone = next(person for person in people if person.touch)

    tricks(match, seats, 3)
    host.fine()
    phone.fine()
    tricks(match, seats, 7)
    still(phone.page)
    axe(phone.page)
    count(seats)
    host.fine()
    phone.fine()
    watcher.fine()
    seats[3].press(seats[3].page.get_by_role("button", name="Siguiente ronda"))
    for person in people:
        expect(person.page.locator(".fan li")).to_have_count(10, timeout=LONG)

    tricks(match, seats, 1)
    accused, card = cheat(match, seats)
    accuse(seats[(accused + 1) % 4], seats[accused])
    for person in [*people, watcher]:
        expect(person.page.get_by_role("heading", name="Hay renuncio")).to_be_visible(timeout=LONG)
    match.refresh_from_db()
    assert (match.status, match.result["reason"]) == ("over", "revoke-true")
    host.fine()
    phone.fine()
    watcher.fine()
    no_secret_in(watcher.frames, match, None)
    for seat, person in enumerate(seats):
        no_secret_in(person.frames, match, seat)
    expect(watcher.page.locator(".fan")).to_have_count(0)

    evidence(host, match, card)
    read_back(site, new_context, match)
    pick(people, "Pau")
    for person in people:
        person.press(person.page.get_by_role("button", name="Revancha", exact=True))
        expect(person.page.get_by_role("button", name="Has dicho que sí")).to_be_visible(timeout=LONG)
    second, seats = begin(people, table, partner="Pau")
    assert second.number == 2 and {person.page.url for person in people} == {host.page.url}
    tricks(second, seats, 1)
    for person in [*people, watcher]:
        person.complaints.none()


def evidence(person: Person, match: Match, card: str) -> None:
    """The verdict's link leads to the step of the offence, in a tab beside the table."""
    address = str(person.page.get_by_role("link", name="Ver la baza").get_attribute("href"))
    tab = person.page.context.new_page()
    tab.goto(person.page.url.split("/m/")[0] + address)
    events: Any = list(match.events.filter(kind__in=("played", "shuffled")).order_by("seq"))
    offence = events[step_of(tab) - 1]
    assert offence.payload == {"do": "play", "card": card}
    assert trick(tab)[-1] == card
    axe(tab)
    tab.close()


def read_back(site: LiveSite, new_context: Open, match: Match) -> None:
    """Somebody who was not there steps through the replay by buttons, keys and slider, and through other eyes."""
    for shape in (DESKTOP, PHONE):
        reader = somebody("Lectora", new_context(**shape, reduced_motion="reduce"))
        page = reader.page
        page.goto(f"{site.url}/m/{match.table.code}/{match.number}/")
        reader.fine()
        last = int(page.locator("#r-facts").get_attribute("data-last") or 0)
        if shape is DESKTOP:
            assert walk_through(page) == last
            expect(page.get_by_role("heading", name="Reparto comprobado")).to_be_visible()
            by_keys(page, last)
        page.locator("#paso").fill("7")
        at_step(page, 7)
        page.get_by_role("link", name="Pau", exact=True).click()
        expect(page.locator(".hands .minihand .closed")).to_have_count(3)
        page.get_by_role("link", name="Todas", exact=True).click()
        expect(page.locator(".hands .minihand .closed")).to_have_count(0)
        reader.fine()


def by_keys(page: Page, last: int) -> None:
    """The keys of the replay: Home, End and the arrows."""
    page.locator("body").press("Home")
    at_step(page, 0)
    for step in (1, 2, 3):
        page.locator("body").press("ArrowRight")
        at_step(page, step)
    page.locator("body").press("ArrowLeft")
    at_step(page, 2)
    page.locator("body").press("End")
    at_step(page, last)
