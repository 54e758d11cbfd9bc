"""Crazy Eights by the controls on the page: a match of several hands with every special card, and seven seats on a small phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from games.crazy_eights.state import DECK
from games.kit.cards import SUIT_NAMES
from tables.models import Match, Player
from tables.services import lobby
from tests import factories
from tests.browser.helpers import LIT, aside, level, seat_at
from tests.browser.people import CALM, DESKTOP, LONG, NEAR, PHONE, Person, my_turn, seated, somebody, still, until
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
SPECIAL = {"queens": "on", "aces": "on", "twos": "on"}
pytestmark = pytest.mark.long
type Open = Callable[..., BrowserContext]


# ---- prepared deals ---------------------------------------------------------------------------------------------------------


def deal(first: Sequence[str], second: Sequence[str], rest: Sequence[str]) -> list[int]:
    """The shuffle that gives two players these seven cards each, the one on the dealer's left first; then come starter and stock."""
    front = [card for pair in zip(first, second, strict=True) for card in pair] + list(rest)
    return [DECK.index(card) for card in [*front, *(card for card in DECK if card not in front)]]


LUIS, ANA = "2C KS KH KD QS JS JH".split(), "2D QD AD 8C 7H AH 6H".split()
LONG_HAND = deal(LUIS, ANA, "3C 4C 4D 4S 4H 9C".split())
"""Ana deals. She answers a two, makes Luis lose three turns, and names a suit; he keeps 65 points."""
SHORT_HAND = deal("5C QC AC 7C 2C 2S 8S".split(), "KC 7D KS 3H 3D 4H 4D".split(), "5D 6C 6D".split())
"""Luis deals. Ana goes out on a two that nobody has to answer any more (E16); he keeps 26 points."""


def match_of(
    orders: Sequence[Sequence[int]], seats: Sequence[str], names: Sequence[str], *, code: str = "", **options: str
) -> tuple[Match, list[Player]]:
    """A match begun by those people; seats: who takes the other chairs; code: what all chance but those shuffles hangs on."""
    people = factories.people(*names)
    table = factories.opened(people[0], seats, slug="crazy-eights", **options)
    for player in people[1:]:
        lobby.sit(table, player=player)
    factories.stack(table, orders, code)
    return factories.started(table), people


# ---- what people do ---------------------------------------------------------------------------------------------------------


def play(person: Person, card: str) -> None:
    """Lift a card and play it."""
    my_turn(person)
    button = person.page.locator(f".fan [data-card='{card}'] .pc")
    person.press(button, position=NEAR)
    expect(button).to_have_attribute("aria-pressed", "true", timeout=LONG)
    held = person.page.locator(".fan li").count()
    person.press(button, position=NEAR)
    fewer(person, held)


def fewer(person: Person, held: int) -> None:
    """Wait until the hand is smaller. (Of two equal cards the other one takes the name of the one that is gone.)"""
    until(person.page, lambda: person.page.locator(".fan li").count() < held)


def wild(person: Person, card: str, suit: str) -> None:
    """Lift a wild card, open its chooser with the second touch, and name a suit there."""
    my_turn(person)
    button = person.page.locator(f".fan [data-card='{card}'] .pc")
    person.press(button, position=NEAR)
    expect(person.page.locator(".choose:popover-open")).to_have_count(0)
    person.press(button, position=NEAR)
    chooser = person.page.locator(".choose:popover-open")
    expect(chooser).to_be_visible(timeout=LONG)
    held = person.page.locator(".fan li").count()
    person.press(chooser.get_by_role("button", name=SUIT_NAMES[suit].capitalize()))
    fewer(person, held)
    expect(chooser).to_have_count(0)


def draw(person: Person, words: str) -> None:
    """Press the button of the stock, which says so and so; the hand grows."""
    my_turn(person)
    held = person.page.locator(".fan li").count()
    person.press(person.page.get_by_role("button", name=words, exact=True))
    until(person.page, lambda: person.page.locator(".fan li").count() > held)


def on_top(person: Person, label: str) -> None:
    """Wait until this card lies on the pile."""
    expect(person.page.get_by_role("img", name=label).and_(person.page.locator(".heap .card"))).to_be_visible(timeout=LONG)


def next_hand(person: Person, others: Sequence[Person]) -> None:
    """Go on to the next hand; everybody sees it."""
    person.press(person.page.get_by_role("button", name="Siguiente mano"))
    for one in others:
        expect(one.page.locator(".fan li")).to_have_count(7, timeout=LONG)


def long_hand(ana: Person, luis: Person) -> None:
    """The hand of `LONG_HAND` by both people at their pages."""
    play(luis, "2C")
    expect(ana.page.locator("#r-centre")).to_contain_text("2 cartas", timeout=LONG)
    expect(ana.page.locator(LIT)).to_have_count(1)
    play(ana, "2D")
    draw(luis, "Robar 4")
    for card in ("QD", "AD", "AH"):
        play(ana, card)  # each makes Luis lose his turn (E13, E14)
    expect(luis.page.locator(".sense.ccw")).to_have_count(0)
    play(ana, "6H")
    draw(luis, "Robar")
    play(luis, "KH")
    wild(ana, "8C", "H")
    expect(luis.page.locator(".ask")).to_contain_text("corazones", timeout=LONG)
    on_top(luis, "ocho de tréboles")
    play(luis, "JH")
    play(ana, "7H")


def short_hand(ana: Person, luis: Person) -> None:
    """The hand of `SHORT_HAND`."""
    play(ana, "5C")
    play(luis, "KC")
    for card in ("QC", "AC", "7C"):
        play(ana, card)
    play(luis, "7D")
    wild(ana, "8S", "S")
    play(luis, "KS")
    play(ana, "2S")
    draw(luis, "Robar 2")
    play(ana, "2C")


def test_two_people_play_a_match_of_several_hands_with_all_specials(site: LiveSite, new_context: Open) -> None:
    match, players = aside(lambda: match_of([LONG_HAND, SHORT_HAND, LONG_HAND], ["person"], ["Ana", "Luis"], **SPECIAL))
    [ana] = seated(site, new_context, match.table, players[:1], **DESKTOP, **CALM)
    [luis] = seated(site, new_context, match.table, players[1:], **PHONE, **CALM)
    both = [ana, luis]
    luis.fine()
    long_hand(ana, luis)
    for person in both:
        expect(person.page.get_by_role("heading", name="sin cartas")).to_be_visible(timeout=LONG)
        person.fine()
    expect(luis.page.locator(".sheet3 .won")).to_contain_text("+65")
    next_hand(luis, both)
    luis.press(luis.page.locator("#d-board > summary"))
    expect(luis.page.locator("#d-board .won")).to_have_text("65")
    luis.fine()
    luis.press(luis.page.locator("#d-board > summary"))
    short_hand(ana, luis)
    expect(ana.page.locator(".sheet3 .won")).to_contain_text("+26", timeout=LONG)
    next_hand(ana, both)
    expect(ana.page.locator("#r-centre")).not_to_contain_text("por robar", timeout=LONG)
    long_hand(ana, luis)
    expect(ana.page.get_by_role("heading", name="¡Ganas la partida!")).to_be_visible(timeout=LONG)
    expect(luis.page.get_by_role("heading", name="Gana Ana")).to_be_visible(timeout=LONG)
    for person in both:
        person.fine()
    match.refresh_from_db()
    assert match.result["reason"] == "points" and match.result["points"] == [156, 0]


# ---- seven on a phone -------------------------------------------------------------------------------------------------------


def apart(boxes: Sequence[tuple[str, Any]]) -> None:
    """Fail if two of the boxes overlap by more than a hair."""
    for (one, a), (other, b) in pairwise(sorted(boxes, key=lambda box: (box[1]["y"], box[1]["x"]))):
        wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
        high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
        assert wide <= 1 or high <= 1, (one, other)


def nothing_hidden(person: Person) -> None:
    """On the small screen plates, pile and buttons lie side by side, inside the page."""
    page = person.page
    found: list[Locator] = [
        *page.locator("#r-seats .plate .face").all(),
        page.locator(".pile"),
        *page.locator("#r-actions > *:visible").all(),
    ]
    boxes = [(one.evaluate("el => el.outerHTML.slice(0, 60)"), one.bounding_box()) for one in found]
    shown = [(name, box) for name, box in boxes if box and box["width"] and box["height"]]
    assert len(shown) >= 6 + 1 + 3
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for _name, box in shown)
    for k, one in enumerate(shown):
        for other in shown[k + 1 :]:
            apart([one, other])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def take_turn(person: Person) -> None:
    """Play the first card that goes, naming its suit if it asks; else draw or pass."""
    page = person.page
    still(page)
    cards = page.locator(LIT)
    if cards.count():
        card = str(cards.first.evaluate("button => button.closest('li').dataset.card"))
        if cards.first.get_attribute("popovertarget"):
            wild(person, card, card[1])
        else:
            play(person, card)
        return
    before = page.locator("body").get_attribute("data-seq")
    person.press(page.locator("#draw[name='move'], #pass"))
    until(page, lambda: page.locator("body").get_attribute("data-seq") != before)


SOON_OVER = "TAPETE003782"
"""A deal of seven that ends after some twenty moves."""


def test_seven_seats_finish_a_hand_on_a_small_phone(site: LiveSite, new_context: Open) -> None:
    seats = ["person", *["easy"] * 5]
    choices = {"clock": "10m", "draw": "3", "length": "hand", **SPECIAL}
    match, players = aside(lambda: match_of([], seats, ["Ana", "Luis"], code=SOON_OVER, **choices))
    people = seated(site, new_context, match.table, players, **PHONE, **CALM)
    for person in people:
        level(person.page)
        expect(person.page.locator("#r-seats .plate")).to_have_count(6)
    nothing_hidden(people[0])
    people[0].fine()
    over = "#r-panel[data-kind='end']"
    while not people[0].page.locator(over).count():
        until(people[0].page, lambda: any(one.page.locator(f"#r-status.mine, {over}").count() for one in people))
        for person in people:
            if person.page.locator("#r-status.mine").count():
                take_turn(person)
    for person in people:
        expect(person.page.locator(over)).to_be_visible(timeout=LONG)
        expect(person.page.locator(".places li")).to_have_count(7)
        person.fine()
    match.refresh_from_db()
    assert match.status == "over"


def long_sheet() -> tuple[Match, list[Player]]:
    """A match of seven people whose first hand is counted; it has begun with the plainest moves, and everybody has cards left."""
    match, people = match_of([], ["person"] * 6, ["Ana", "Luis", "Eva", "Leo", "Marta", "Nora", "Pau"])
    return factories.play(match, until=lambda match: factories.waiting(match)[0].state.phase == "between"), people


def test_the_buttons_of_log_and_chat_cover_nothing_of_the_sheet_of_seven(site: LiveSite, new_context: Open) -> None:
    match, players = aside(long_sheet)
    [ana] = seated(site, new_context, match.table, players[:1], **PHONE, **CALM)
    page = ana.page
    page.locator(".over").evaluate("el => { el.scrollTop = el.scrollHeight }")
    rows = page.locator(".sheet3 tbody tr")
    expect(rows).to_have_count(7)
    foot = page.locator(".next").bounding_box()
    last = rows.last.bounding_box()
    assert foot and last and last["y"] + last["height"] <= foot["y"]
    for button in (page.locator(".bar > [href='#side-log']"), page.locator(".round[data-chat]")):
        box = button.bounding_box()
        assert box and box["y"] >= foot["y"]
    ana.fine()


def test_the_host_changes_the_number_of_chairs(site: LiveSite, new_context: Open) -> None:
    def gathering() -> tuple[Any, list[Player]]:
        people = factories.people("Ana", "Luis", "Eva")
        return factories.gathered(people, slug="crazy-eights"), people

    table, players = aside(gathering)
    [ana] = seated(site, new_context, table, players[:1], **PHONE, **CALM)
    count = ana.page.get_by_label("Sillas en la mesa")
    count.select_option("7")
    expect(ana.page.locator(".chair")).to_have_count(7)
    count.select_option("2")
    expect(ana.page.locator("#r-toast")).to_contain_text("Hay más personas sentadas")
    expect(ana.page.locator(".chair")).to_have_count(7)
    count.select_option("3")
    expect(ana.page.locator(".chair")).to_have_count(3)
    expect(ana.page.get_by_role("button", name="Empezar la partida")).to_be_visible()
    ana.fine()


# ---- by keys, and without a script --------------------------------------------------------------------------------------------


def luis_to_play(site: LiveSite, new_context: Open, **how: Any) -> tuple[Match, Person]:
    """A match in which Luis holds an eight and is to play; his page."""
    match, players = aside(lambda: match_of([SHORT_HAND], ["person"], ["Ana", "Luis"], clock="10m"))
    if how.get("java_script_enabled", True):
        return match, seated(site, new_context, match.table, players[1:], **how)[0]
    context = new_context(**how)
    seat_at(context, site, players[1])
    luis = somebody("Luis", context)
    luis.page.goto(f"{site.url}/m/{match.table.code}/")
    return match, luis


def test_the_keyboard_alone_names_a_suit(site: LiveSite, new_context: Open) -> None:
    _match, luis = luis_to_play(site, new_context, **DESKTOP, **CALM)
    my_turn(luis)
    keys, chooser = luis.page.keyboard, luis.page.locator(".choose:popover-open")
    luis.page.locator(".fan [data-card='8S'] .pc").focus()
    keys.press("Enter")
    expect(chooser).to_have_count(0)
    keys.press("Enter")
    expect(chooser.get_by_role("button", name="Picas")).to_be_focused()
    luis.fine()
    keys.press("Escape")
    expect(chooser).to_have_count(0)
    expect(luis.page.locator("#menu")).to_be_hidden()
    keys.press("Enter")
    keys.press("ArrowRight")
    expect(chooser.get_by_role("button", name="Corazones")).to_be_focused()
    keys.press("Enter")
    expect(luis.page.locator(".ask")).to_contain_text("corazones", timeout=LONG)
    luis.complaints.none()


def test_without_a_script_a_suit_is_named_and_a_card_drawn(site: LiveSite, new_context: Open) -> None:
    _match, luis = luis_to_play(site, new_context, **DESKTOP, java_script_enabled=False)
    luis.page.get_by_role("button", name="Robar", exact=True).click()
    expect(luis.page.locator(".fan li")).to_have_count(8)
    luis.page.locator(".fan [data-card='8S'] .pc").click(position=NEAR)
    luis.page.locator(".choose:popover-open").get_by_role("button", name="Diamantes").click()
    expect(luis.page.locator(".ask")).to_contain_text("diamantes")
    expect(luis.page.locator("#r-status")).to_contain_text("Le toca a Ana")


def test_an_eight_dragged_to_the_cloth_asks_for_its_suit(site: LiveSite, new_context: Open) -> None:
    _match, luis = luis_to_play(site, new_context, **DESKTOP, **CALM)
    my_turn(luis)
    page = luis.page
    card, cloth = page.locator(".fan [data-card='8S'] .pc").bounding_box(), page.locator("#cloth").bounding_box()
    assert card and cloth
    page.mouse.move(card["x"] + 20, card["y"] + 44)
    page.mouse.down()
    page.mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] / 2, steps=8)
    page.mouse.up()
    page.locator(".choose:popover-open").get_by_role("button", name="Tréboles").click()
    expect(page.locator(".ask")).to_contain_text("tréboles", timeout=LONG)
    luis.complaints.none()
