"""Choque de Colores by the controls on the page: whole games of six, what is asked in a turn, the turn-over, small and sideways screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.choque.faces import FACE_NAMES
from games.choque.screen import drawing
from games.choque.variants import VARIANTS
from tables.models import Match
from tests import factories
from tests.browser.choque import CHOICE, SIDEWAYS, SLUG, Open, anything, card, dealt, gathered, over, play, press, view_of
from tests.browser.helpers import aside, fits, level, seat_at
from tests.browser.people import CALM, DESKTOP, LONG, PANEL, PHONE, Person, my_turn, seated, somebody, still
from tests.contract.page import drawn_cards
from tests.live import LiveSite

pytestmark = pytest.mark.long
SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}


def around(site: LiveSite, new_context: Open, told: tuple[Match, list[Any]], *shapes: dict[str, Any], **how: Any) -> list[Person]:
    """The people of a match, each at a browser of that shape, without motion unless told otherwise."""
    match, players = told
    shown = zip(players, shapes, strict=False)
    return [seated(site, new_context, match.table, [player], **{**shape, **CALM, **how})[0] for player, shape in shown]


# ---- whole games --------------------------------------------------------------------------------------------------------------

CODES = {"clasica": "TAPETE003632", "asedio": "TAPETE002737", "dia-y-noche": "TAPETE002513"}
"""Deals that are soon over when everybody does the first thing that the page offers; fuse, shields and turn-overs come up in them."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_c1_c16_six_people_finish_a_game_and_read_everybodys_score(site: LiveSite, new_context: Open, variant: str) -> None:
    match, players = gathered(variant, 6, code=CODES[variant])
    persons = around(site, new_context, (match, players), PHONE, DESKTOP, SIDEWAYS, PHONE, PHONE, PHONE)
    while match.status == "running":
        anything(persons[aside(lambda: factories.waiting(match))[1]])
        match.refresh_from_db()
    over(match, persons, players)
    for person in persons[:2]:
        person.fine()
    fits(persons[0].page)
    for person in persons:
        person.complaints.none()


# ---- fuse, pile, shield ---------------------------------------------------------------------------------------------------------

LIT = ("BA 1A 2A 3A 4A 5A 6A", "DA 1T 2T 3T 4T 5T 6T", "DC 1C 2C 3C 4C 5C 6C", "DV WX 1V 2V 3V 4V 5V")
"""Inés has a bomb; then the others make a pile of four for Leo."""


SIGNS = """() => new MutationObserver(all => { for (const one of all.flatMap(each => [...each.addedNodes]))
  if (one.className === 'sign') document.body.dataset.signs = `${document.body.dataset.signs ?? ''} ${one.textContent}`.trim(); })
  .observe(document.getElementById('cloth'), { childList: true, subtree: true })"""
"""Note on the page the short words that are shown over the pile."""


def test_c11_c12_a_bomb_burns_down_while_a_pile_waits(site: LiveSite, new_context: Open) -> None:
    ines, luis, eva, leo = around(site, new_context, dealt("clasica", LIT, "7A 8A 9A 8T 9T 8C 9C 8V"), PHONE, DESKTOP, SIDEWAYS, PHONE)
    luis.page.evaluate(SIGNS)
    play(ines, "BA")
    play(luis, "DA")
    play(eva, "DC")
    my_turn(leo)
    expect(leo.page.locator("#r-status")).to_contain_text("Te esperan 4 cartas")
    expect(leo.page.locator(".take")).to_have_text("+4 para ti")
    expect(leo.page.locator(".fuse")).to_contain_text("4 para Inés si nadie salta")
    expect(ines.page.locator(".fuse.forme")).to_contain_text("4 cartas para ti si nadie salta", timeout=LONG)
    expect(luis.page.locator("#r-seats .token")).to_contain_text("le estallará la bomba si nadie salta")
    for person in (ines, luis, eva, leo):
        person.fine()
    fits(leo.page)
    press(leo, leo.page.get_by_role("button", name="Tomar la pila (4)"))
    expect(luis.page.locator("body")).to_have_attribute("data-signs", "¡MECHA ENCENDIDA! ¡BUM!", timeout=LONG)
    expect(ines.page.locator(".fan li")).to_have_count(10, timeout=LONG)
    expect(leo.page.locator(".fan li")).to_have_count(11)
    expect(leo.page.locator("#r-log")).to_contain_text("¡BUM! Inés roba 4 cartas")


def test_c18_a_shield_stands_at_its_seat_and_absorbs_the_pile(site: LiveSite, new_context: Open) -> None:
    hands = ("EA 1A 2A 3A 4A 5A 6A", "DA 1T 2T 3T 4T 5T 6T")
    ines, luis = around(site, new_context, dealt("asedio", hands, "7A 8A 9A"), PHONE, DESKTOP)
    play(ines, "EA")
    expect(luis.page.locator("#r-seats .token")).to_contain_text("con escudo", timeout=LONG)
    expect(ines.page.locator(".mychips")).to_contain_text("tu escudo")
    play(luis, "DA")
    my_turn(ines)
    expect(ines.page.locator("#r-log")).to_contain_text("El escudo de Inés absorbe la pila de 2")
    expect(luis.page.locator(".token")).to_have_count(0, timeout=LONG)
    assert ines.page.locator(".fan li").count() == 6


# ---- two faces ------------------------------------------------------------------------------------------------------------------

TWO = ("MA/1L 1A/VE 2A/2E 3A/3O KA/5E WX/6L 4A/HX", "5A/1E 6A/2O 7T/3E 8T/HX", "9A/4E 1T/5O 2T/TQ 3T/8E", "1C/6O 2C/7Q 3C/9E 4C/0L")
STOCK = "8A/2L 9V/3Q 9T/4Q 8V/5Q 7V/6Q"


def two_faced(**how: Any) -> tuple[Match, list[Any]]:
    """Four at a table of two faces; Inés can turn it over to a lime one."""
    rest = ("", " 5T 6T 0T", " 4T 5C 6C", " 7C 8C 9C")
    return dealt("dia-y-noche", tuple(hand + more for hand, more in zip(TWO, rest, strict=True)), STOCK + " 0V 1V 2V", **how)


TURNING = """() => document.addEventListener('transitionrun', event => {
  if (event.propertyName !== '--turned' || event.target.id !== 'cloth') return;
  const one = document.getAnimations().find(one => one.transitionProperty === '--turned' && one.effect.target === event.target);
  one.pause();
  one.currentTime = one.effect.getTiming().duration / 2;
  const look = getComputedStyle(event.target);
  document.body.dataset.turning = `${look.rotate}, ${Number(look.opacity).toFixed(1)}`;
  one.finish();
})"""
"""Note on the page how the cloth looks half-way through its turn."""
CLOTH = "getComputedStyle(document.getElementById('cloth')).backgroundColor"


@pytest.mark.parametrize(("motion", "half_way"), [("no-preference", "y 88deg, 1.0"), ("reduce", "none, 0.0")])
def test_c21_the_whole_table_turns_over_or_fades(site: LiveSite, new_context: Open, motion: str, half_way: str) -> None:
    persons = around(site, new_context, two_faced(), DESKTOP, PHONE, reduced_motion=motion)
    ines, luis = persons
    by_day = [person.page.evaluate(CLOTH) for person in persons]
    for person in persons:
        assert not person.page.locator("body.night").count()
        person.page.evaluate(TURNING)
    play(ines, "MA")
    for person, before in zip(persons, by_day, strict=True):
        expect(person.page.locator("body.night")).to_be_visible(timeout=LONG)
        expect(person.page.locator("body")).to_have_attribute("data-turning", half_way, timeout=LONG)
        expect(person.page.locator(".ask")).to_contain_text("lima")
        assert person.page.evaluate(CLOTH) != before
        still(person.page)
    expect(luis.page.locator("#r-log")).to_contain_text("Cae la noche")
    luis.page.evaluate("document.body.dataset.turning = ''")
    luis.page.reload()
    level(luis.page)
    assert luis.page.evaluate("document.getAnimations().length") == 0, "a page that opens by night does not turn"


def knows_no_more(person: Person, match: Match, seat: int) -> None:
    """What is drawn and named on the page is what the seat may know; in its hand each card has the name of this side only (C20)."""
    view = view_of(match, seat)
    known = {view.top, *view.hand, *(face for hand in view.others for face in hand)}
    page = person.page.content()
    assert drawn_cards(page) == {drawing(face).id for face in known if face}
    labels = set(person.page.locator(".mesa [aria-label]").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"))
    assert not labels & {name for face, name in FACE_NAMES.items() if face not in known}
    keys = person.page.locator(".fan li").evaluate_all("all => all.map(one => one.dataset.card.split('-'))")
    assert sorted(key[2] for key in keys) == sorted(view.hand) and {key[1] for key in keys} == {str(view.turned)}


def test_c20_c21_the_other_faces_are_the_rivals_alone_before_and_after_the_turn(site: LiveSite, new_context: Open) -> None:
    match, _players = told = two_faced()
    persons = around(site, new_context, told, PHONE, DESKTOP, PHONE, SIDEWAYS)
    for seat, person in enumerate(persons):
        knows_no_more(person, match, seat)
        expect(person.page.locator("#r-seats .faces")).to_have_count(3)
    persons[2].page.locator(".faces").first.tap()
    expect(persons[2].page.locator(".facelist:popover-open h2")).to_contain_text("Sus caras de noche")
    play(persons[0], "MA")
    expect(persons[2].page.locator(".facelist:popover-open h2")).to_contain_text("Sus caras de día", timeout=LONG)
    for seat, person in enumerate(persons):
        expect(person.page.locator("body.night")).to_be_visible(timeout=LONG)
        still(person.page)
        knows_no_more(person, match, seat)
        person.complaints.none()
    watcher = somebody("Mirón", new_context(**PHONE, **CALM))
    watcher.page.goto(f"{site.url}/m/{match.table.code}/")
    level(watcher.page)
    assert drawn_cards(watcher.page.content()) == {drawing("1L").id}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_day_and_night_are_fine_on_every_screen(site: LiveSite, new_context: Open, scheme: str) -> None:
    ines, luis, eva = around(site, new_context, two_faced(clock="10m"), PHONE, DESKTOP, SIDEWAYS, color_scheme=scheme)
    for _side in range(2):
        for person in (ines, luis, eva):
            still(person.page)
            large_enough(person.page)
            person.press(person.page.locator(".faces").first)
            expect(person.page.locator(".facelist:popover-open h2")).to_be_visible()
            inside(person.page, person.page.locator(".facelist:popover-open"))
            person.fine()
            person.page.keyboard.press("Escape")
            expect(person.page.locator(".facelist:popover-open")).to_have_count(0)
        fits(ines.page)
        if not _side:
            play(ines, "MA")
            for person in (ines, luis, eva):
                expect(person.page.locator("body.night")).to_be_visible(timeout=LONG)


FACES = """() => [...document.querySelectorAll('.faces')].map(button => {
  const box = button.getBoundingClientRect(), over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const room = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom, box.width - 24, box.height - 24];
  return [...room, over?.closest('.faces') === button]; })"""
"""Of the other faces of each rival: how far from the edges of the window, how much over 24 px each way, whether nothing lies on them."""


def large_enough(page: Page) -> None:
    """The rivals' other faces can be touched."""
    found = page.evaluate(FACES)
    assert len(found) == 3 and all(min(numbers) >= 0 and free for *numbers, free in found), found


def inside(page: Page, what: Locator) -> None:
    """Fail if something sticks out of the window."""
    box, size = what.bounding_box(), page.viewport_size
    assert box and size and box["x"] >= 0 and box["y"] >= 0, box
    assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"], box


# ---- small and sideways screens ------------------------------------------------------------------------------------------------

LONGER = """count => { const fan = document.querySelector('.fan');
  while (fan.children.length < count) fan.append(fan.children[0].cloneNode(true)); }"""
STRIPS = """() => [...document.querySelectorAll('.fan .pc')].map(pc => {
  const box = pc.getBoundingClientRect(), hit = x => document.elementFromPoint(box.left + x, box.top + 30)?.closest('.pc') === pc;
  return [box.left, box.right, box.bottom, Array.from({ length: 30 }, (_, k) => hit(2 * k)).filter(Boolean).length * 2]; })"""
"""Of each card: left, right and bottom, and how much of its width can be touched at the height of its corner."""


@pytest.mark.parametrize("shape", [PHONE, SIDEWAYS, DESKTOP], ids=["phone", "sideways", "desktop"])
def test_a_long_hand_stays_on_the_screen_and_in_reach(site: LiveSite, new_context: Open, shape: dict[str, Any]) -> None:
    [ines] = around(site, new_context, dealt("clasica", CHOICE, "5A 7A 8A 9A 6A"), shape)
    for held in (12, 20, 21, 24, 30):
        ines.page.evaluate(LONGER, held)
        still(ines.page)
        size = ines.page.viewport_size
        assert size
        for left, right, bottom, reach in ines.page.evaluate(STRIPS):
            assert left >= 0 and right <= size["width"] and bottom <= size["height"] + 30, held
            assert reach >= (18 if held > 20 else 24), held


# ---- by keys, without script, and the pages around the table ----------------------------------------------------------------------


def test_cards_and_colours_are_played_by_the_keyboard_alone(site: LiveSite, new_context: Open) -> None:
    ines, luis = around(
        site, new_context, dealt("clasica", ("7A WX 1T 2T 3T 1C 2C", "6A 7T 8T 6C 7C 8C 9V"), "5A 9A 8A 6A"), DESKTOP, DESKTOP
    )
    keys = ines.page.keyboard
    my_turn(ines)
    card(ines, "7A").focus()
    keys.press("Enter")
    expect(luis.page.locator(".pile")).to_have_attribute("data-top", "u7a", timeout=LONG)
    play(luis, "6A")
    my_turn(ines)
    card(ines, "1T").focus()
    keys.press("ArrowLeft")
    keys.press("Enter")
    expect(ines.page.locator(PANEL).get_by_role("button", name="Ámbar")).to_be_focused()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(luis.page.locator(".ask")).to_contain_text("turquesa", timeout=LONG)
    ines.complaints.none()


def test_c7_without_a_script_one_draws_and_plays_or_keeps(site: LiveSite, new_context: Open) -> None:
    match, players = dealt("clasica", CHOICE, "5A 7A 8A 9A 6A")
    context = new_context(**PHONE, java_script_enabled=False)
    seat_at(context, site, players[0])
    page = context.new_page()
    page.goto(f"{site.url}/m/{match.table.code}/")
    page.get_by_role("button", name="Robar carta").click()
    expect(page.get_by_role("button", name="GUARDAR")).to_be_visible()
    page.get_by_role("button", name="JUGAR").click()
    expect(page.locator("#r-status")).to_contain_text("Le toca a Luis")
    expect(page.locator(".pile")).to_have_attribute("data-top", "u7a")


@pytest.mark.parametrize("shape", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_c4_what_needs_a_grant_says_so_before_and_after_it_is_chosen(site: LiveSite, new_context: Open, shape: dict[str, Any]) -> None:
    guest = somebody("Teo", new_context(**shape, **CALM))
    page = guest.page
    guest.complaints.expected = ("403",)
    page.goto(f"{site.url}/abrir/{SLUG}/")
    expect(page.locator("em.needs")).to_have_text(["Con permiso.", "Con permiso."])
    guest.fine()
    page.get_by_label("Asedio").check()
    page.get_by_label("Tu nombre en la mesa").fill("Teo")
    page.get_by_role("button", name="Abrir la mesa").click()
    expect(page.get_by_role("heading", name="Esta mesa necesita permiso")).to_be_visible()
    guest.fine()
    page.get_by_role("link", name="Las reglas").click()
    if shape is PHONE:
        table = page.locator(".abreast")
        assert table.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth"), "the three tables stand side by side"
        fits(page)
    guest.fine()


def test_the_replay_shows_six_hands_with_both_faces_to_whoever_reads_it(site: LiveSite, new_context: Open) -> None:
    match, players = gathered("dia-y-noche", 6, code=CODES["dia-y-noche"])
    aside(lambda: factories.play_out(match))
    reader = somebody("Lectora", new_context(**PHONE, **CALM))
    page = reader.page
    for step in (4, 20):
        page.goto(f"{site.url}/m/{match.table.code}/1/?paso={step}&ojos=todas")
        expect(page.locator(".openhands .held-open")).to_have_count(6)
        expect(page.locator(".openhands .behind")).to_have_count(6)
        for shape in (PHONE, SIDEWAYS, DESKTOP):
            page.set_viewport_size(shape["viewport"])
            reader.fine()
    page.get_by_role("link", name=players[1].name, exact=True).click()
    expect(page.locator(".openhands .closed")).to_have_count(5)
    expect(page.locator(".openhands .behind")).to_have_count(5)
    reader.fine()
