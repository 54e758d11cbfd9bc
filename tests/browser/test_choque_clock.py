"""What time does at a table of Choque de Colores, seen on the page: the worker's jobs are done here, at times that the test sets."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import expect

from tables.models import Match
from tests import factories
from tests.browser.choque import CHOICE, SIDEWAYS, Open, dealt, gathered, over, press
from tests.browser.helpers import aside, fits
from tests.browser.people import CALM, DESKTOP, LONG, PANEL, PHONE, Person, looks_again, my_turn, seated, until
from tests.jobs import drop_jobs, pass_time, run_due_jobs
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
WORKER = False


@pytest.fixture(autouse=True)
def _own_jobs(site: LiveSite) -> None:
    """What other matches have left to do is nobody's business here."""
    aside(drop_jobs)


def run_out(match: Match, times: int = 1) -> None:
    """Let the time of the awaited decision run out, so many times, and do what is due then. The served site hears nothing of it."""

    def ran() -> None:
        for _ in range(times):
            match.refresh_from_db()
            if match.status == "running":
                with time_machine.travel(match.deadline or timezone.now(), tick=False) as traveller:
                    pass_time(traveller, seconds=0.5)
                    run_due_jobs()

    aside(ran)


def two(site: LiveSite, new_context: Open, told: tuple[Match, list[Any]], first: dict[str, Any] = PHONE) -> tuple[Person, Person]:
    """Both people of a match: a phone, unless told otherwise, and a desktop."""
    match, players = told
    pages = [seated(site, new_context, match.table, [who], **how, **CALM)[0] for who, how in zip(players, (first, DESKTOP), strict=True)]
    return pages[0], pages[1]


def moves(match: Match) -> list[tuple[int, str, str]]:
    """What was played: seat, what, and why."""
    return aside(lambda: [(row.seat, row.payload["do"], row.cause) for row in match.events.filter(kind="played").order_by("seq")])


def test_c3_who_lets_every_clock_run_out_is_played_for_to_the_end(site: LiveSite, new_context: Open) -> None:
    match, players = told = gathered("clasica", 2, clock="15s")
    ines, luis = two(site, new_context, told)
    expect(ines.page.locator("#r-clock")).to_have_attribute("data-total", "15")
    run_out(match)
    looks_again(ines, luis)
    for person in (ines, luis):
        expect(person.page.locator("#r-banner").get_by_role("button", name="He vuelto")).to_have_count(0)
    run_out(match, 60)
    looks_again(ines, luis)
    over(match, [ines, luis], players)
    assert {cause for _seat, _what, cause in moves(match)} == {"clock", "cpu"}
    ines.fine()


# ---- JUGAR, GUARDAR -------------------------------------------------------------------------------------------------------------


def drawn(site: LiveSite, new_context: Open, card: str, shape: dict[str, Any] = PHONE) -> tuple[Match, Person, Person]:
    """Inés has just drawn that card, which fits."""
    match, _players = told = dealt("clasica", CHOICE, f"5A {card} 8A 9A 6A 3A 0T", clock="10m")
    ines, luis = two(site, new_context, told, shape)
    my_turn(ines)
    press(ines, ines.page.locator("#draw"))
    return match, ines, luis


@pytest.mark.parametrize("shape", [PHONE, SIDEWAYS], ids=["phone", "sideways"])
def test_c7_who_has_drawn_sees_both_buttons_and_six_seconds_and_the_others_that_a_choice_is_made(
    site: LiveSite, new_context: Open, shape: dict[str, Any]
) -> None:
    _match, ines, luis = drawn(site, new_context, "7A", shape)
    for name in ("JUGAR", "GUARDAR"):
        expect(ines.page.get_by_role("button", name=name)).to_be_visible()
    expect(ines.page.locator("#r-clock")).to_have_attribute("data-total", "6")
    expect(luis.page.locator("#r-status")).to_contain_text("Inés está eligiendo", timeout=LONG)
    expect(luis.page.locator("#r-seats")).to_contain_text("eligiendo…")
    assert "u7a" not in luis.page.locator(".mesa").inner_html(), "the card is the drawer's secret"
    ines.fine()
    if shape is PHONE:
        fits(ines.page)


def test_c7_the_ring_runs_down_with_the_choice(site: LiveSite, new_context: Open) -> None:
    _match, ines, _luis = drawn(site, new_context, "7A")
    ring = ines.page.locator("#r-clock circle").last
    shares: list[int] = []
    until(ines.page, lambda: shares.append(int(str(ring.get_attribute("stroke-dasharray")).split()[0])) or shares[-1] < 90)
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(("name", "held", "says"), [("JUGAR", 7, "Inés juega"), ("GUARDAR", 8, "Inés se guarda la carta robada")])
def test_c7_the_drawn_card_is_played_or_kept(site: LiveSite, new_context: Open, name: str, held: int, says: str) -> None:
    _match, ines, luis = drawn(site, new_context, "7A")
    press(ines, ines.page.get_by_role("button", name=name))
    expect(ines.page.locator(".fan li")).to_have_count(held)
    expect(luis.page.locator("#r-log")).to_contain_text(says, timeout=LONG)
    expect(luis.page.locator("#r-clock")).to_have_attribute("data-total", "600")
    ines.complaints.none()


def test_c6_c7_a_drawn_wild_card_asks_for_its_colour(site: LiveSite, new_context: Open) -> None:
    match, ines, luis = drawn(site, new_context, "FX")
    ines.press(ines.page.locator("#play"))
    press(ines, ines.page.locator(PANEL).get_by_role("button", name="Violeta"))
    expect(luis.page.locator(".ask")).to_contain_text("violeta", timeout=LONG)
    expect(luis.page.get_by_role("button", name="Tomar la pila (4)")).to_be_visible()
    assert moves(match) == [(0, "draw", "person"), (0, "play", "person")]


def test_c6_c7_the_panel_of_a_drawn_wild_card_says_what_it_does_and_offers_to_keep_it(site: LiveSite, new_context: Open) -> None:
    _match, ines, _luis = drawn(site, new_context, "FX")
    ines.press(ines.page.locator("#play"))
    panel = ines.page.locator(PANEL)
    expect(panel).to_contain_text("A Luis le esperan 4 cartas.")
    expect(panel.locator(".options .btn")).to_have_count(4)
    expect(panel.get_by_role("button", name="Guardarla y pasar")).to_be_visible()
    ines.fine()
    fits(ines.page)


def test_c7_after_six_seconds_the_drawn_card_is_played_and_a_late_click_changes_nothing(site: LiveSite, new_context: Open) -> None:
    match, _players = told = dealt("clasica", CHOICE, "5A 7A 8A 9A 6A", clock="30s")
    ines, luis = two(site, new_context, told)
    my_turn(ines)
    press(ines, ines.page.locator("#draw"))
    run_out(match)
    ines.press(ines.page.get_by_role("button", name="GUARDAR"))
    expect(ines.page.locator("#r-toast")).to_contain_text("Se acabó el tiempo", timeout=LONG)
    assert moves(match) == [(0, "draw", "person"), (0, "play", "clock")]
    looks_again(ines, luis)
    expect(ines.page.locator(".pile")).to_have_attribute("data-top", "u7a")
    expect(ines.page.locator(".fan li")).to_have_count(7)
    expect(luis.page.locator("#r-log")).to_contain_text("Inés juega 7")
    my_turn(luis)
    expect(luis.page.locator("#r-clock")).to_have_attribute("data-total", "30")


def turned_by_a_drawn_card(site: LiveSite, new_context: Open) -> tuple[Match, list[Any], Person, Person]:
    """Inés has drawn a Media vuelta and played it by JUGAR; what turned up has no colour, so she names one (C7, C21)."""
    match, players = told = dealt("dia-y-noche", CHOICE, "5A/1E MA/HX 8A/2L 9A/3Q 6A/4O", clock="30s")
    ines, luis = two(site, new_context, told)
    my_turn(ines)
    press(ines, ines.page.locator("#draw"))
    expect(ines.page.locator("#r-clock")).to_have_attribute("data-total", "6")
    press(ines, ines.page.get_by_role("button", name="JUGAR"))
    expect(ines.page.locator("#r-status")).to_contain_text("Pide un color")
    expect(ines.page.locator("#r-clock")).to_have_attribute("data-total", "30")
    expect(luis.page.locator("#r-status")).to_contain_text("Inés va a pedir color", timeout=LONG)
    expect(ines.page.locator(".naming .btn")).to_have_text([f"{name}tienes {held}" for name, held in named(ines)])
    return match, players, ines, luis


def named(person: Person) -> list[tuple[str, int]]:
    """The night's colours in order, and how many cards of each the hand has."""
    held = [str(code).split("-")[2][1] for code in person.page.locator(".fan li").evaluate_all("all => all.map(li => li.dataset.card)")]
    return [(name, held.count(colour)) for name, colour in (("Celeste", "E"), ("Lima", "L"), ("Coral", "O"), ("Orquídea", "Q"))]


def test_c7_c21_the_colour_after_a_drawn_media_vuelta_is_named_and_the_game_goes_on_to_its_end(site: LiveSite, new_context: Open) -> None:
    match, players, ines, luis = turned_by_a_drawn_card(site, new_context)
    ines.fine()
    press(ines, ines.page.locator(".naming").get_by_role("button", name="Lima"))
    expect(luis.page.locator(".ask")).to_contain_text("lima", timeout=LONG)
    my_turn(luis)
    assert moves(match) == [(0, "draw", "person"), (0, "play", "person"), (0, "colour", "person")]
    aside(lambda: factories.play_out(match))
    looks_again(ines, luis)
    over(match, [ines, luis], players)
    luis.fine()


def test_c3_c21_at_zero_the_colour_is_named_for_who_has_turned_the_table(site: LiveSite, new_context: Open) -> None:
    match, _players, ines, luis = turned_by_a_drawn_card(site, new_context)
    run_out(match)
    ines.press(ines.page.locator(".naming").get_by_role("button", name="Lima"))
    expect(ines.page.locator("#r-toast")).to_contain_text("Se acabó el tiempo", timeout=LONG)
    assert moves(match) == [(0, "draw", "person"), (0, "play", "person"), (0, "colour", "clock")]
    looks_again(ines, luis)
    my_turn(luis)
    expect(luis.page.locator("#r-clock")).to_have_attribute("data-total", "30")
    expect(luis.page.locator(".ask")).not_to_contain_text("por decir")
    ines.complaints.none()
