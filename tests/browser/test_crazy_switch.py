"""Crazy Switch by the controls on the page: whole games by mouse, by keys and by touch, the last card called and not, links, devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.crazy_switch.cards import CARD_NAMES, DECK, Card
from games.crazy_switch.state import HAND, SEATS
from games.crazy_switch.views import PlayCard
from games.kit.colours import COLOUR_NAMES
from tables.models import Match, Player
from tables.services import lobby
from tables.services.play import play_move
from tests import factories
from tests.browser.helpers import aside, level, seat_at
from tests.browser.people import CALM, DESKTOP, LONG, NEAR, PANEL, PHONE, Person, hand, looks_again, my_turn, seated, somebody, until
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]


# ---- prepared deals ---------------------------------------------------------------------------------------------------------


def deal(hands: Sequence[str], rest: str) -> list[int]:
    """The shuffle that gives South, West, North and East these seven cards each; then come the start card and the stock."""
    held = [cards.split() for cards in hands]
    front = [held[seat][card] for card in range(HAND) for seat in range(SEATS)] + rest.split()
    left, order = list(range(len(DECK))), []
    for card in front:
        place = next(place for place in left if DECK[place] == card)
        left.remove(place)
        order.append(place)
    return order + left


AMBER = deal(
    ["SA SA 1A RA DA 0A WX", "1A 2A 3A 4A 5A 9T 9T", "2A 3A 4A 5A 6A 9C 9C", "6A 7A 7A 8A 8A 9V 9V"],
    "9A DT DT ST ST RT RT DC DC SC SC RC RC DV DV SV SV RV RV",
)
"""Three CPU players who can only follow with amber numbers, so that South's cards go in the order dealt; what is drawn fits nothing."""
TWO_LEFT = deal(
    ["1A 2A 3A 4A 5A 6A SA", "1T 2T 3T 4T 5T 6T ST", "1C 2C 3C 4C 5C 6C SC", "1A 2A 3A 4A 5A 6A SV"],
    "9A 7A 8A 1V 1V 2V 2V 3V 3V 4V 4V 5V 5V 6V 6V 1T 2T 3T 4T 5T 6T",
)
"""Five rounds of equal numbers leave two cards to everybody; then nobody but South can play, and what is drawn fits nothing."""


def match_of(order: Sequence[int], names: Sequence[str], *, level_of: str = "easy", rules: str = "estandar") -> tuple[Match, list[Player]]:
    """A match begun with that deal; seats that nobody takes go to CPU players of a level."""
    people = factories.people(*names)
    seats = ["person"] * (len(people) - 1) + [level_of] * (SEATS - len(people))
    table = factories.opened(people[0], seats, slug="crazy-switch", rules=rules)
    for player in people[1:]:
        lobby.sit(table, player=player)
    factories.stack(table, [order])
    return factories.started(table), people


def solo(site: LiveSite, new_context: Open, **how: Any) -> tuple[Match, Person]:
    """One person at the table of `AMBER` against three CPU players."""
    match, players = aside(lambda: match_of(AMBER, ["Inés"]))
    [ines] = seated(site, new_context, match.table, players, **how, **CALM)
    return match, ines


# ---- what people do ---------------------------------------------------------------------------------------------------------


def button_of(page: Page, card: str) -> Locator:
    """A card of the hand."""
    return page.locator(f".fan [data-card='{card}'] .pc")


def fewer(person: Person, held: int) -> None:
    """Wait until the hand is smaller, or the game over."""
    until(person.page, lambda: person.page.locator(".fan li").count() < held)


def once(person: Person, card: str) -> None:
    """A number goes at the first touch (W17)."""
    my_turn(person)
    held = person.page.locator(".fan li").count()
    person.press(button_of(person.page, card), position=NEAR)
    fewer(person, held)


def lift(person: Person, card: str) -> Locator:
    """The first touch lifts a card and opens its panel, which says what it does."""
    my_turn(person)
    button = button_of(person.page, card)
    person.press(button, position=NEAR)
    expect(button).to_have_attribute("aria-pressed", "true", timeout=LONG)
    panel = person.page.locator(PANEL)
    expect(panel).to_be_visible(timeout=LONG)
    expect(panel.get_by_role("heading", name=CARD_NAMES[card[:2]])).to_be_visible()
    return panel


def twice(person: Person, card: str, says: str) -> None:
    """A card with an effect goes at the second touch, after its panel has said so and so."""
    held = person.page.locator(".fan li").count()
    expect(lift(person, card)).to_contain_text(says)
    person.press(button_of(person.page, card), position=NEAR)
    fewer(person, held)


def won(person: Person) -> None:
    """The sheet of the end, with the sum of the other hands."""
    expect(person.page.get_by_role("heading", name="¡Ganas la partida!")).to_be_visible(timeout=LONG)
    expect(person.page.locator(".sum")).to_contain_text("puntos")
    expect(person.page.locator(".sheet3 tbody tr")).to_have_count(SEATS)
    person.fine()


def over(match: Match) -> None:
    """The match is over, and seat 0 has won it by going out."""
    match.refresh_from_db()
    assert match.status == "over" and match.result["reason"] == "out" and match.result["ranks"][0] == 1


# ---- whole games against three CPU players -----------------------------------------------------------------------------------


def play_amber(person: Person) -> None:
    """South's cards of `AMBER`, one after another."""
    names = [plate.inner_text() for plate in person.page.locator("#r-seats .name").all()]
    west, north, east = names
    twice(person, "SA", f"{west} pierde el turno. Sigue {north}.")
    expect(person.page.locator("#r-log")).to_contain_text(f"{west} pierde el turno", timeout=LONG)
    twice(person, "SA", f"{west} pierde el turno")
    once(person, "1A")
    twice(person, "RA", f"después de ti juega {east}")
    expect(person.page.locator(".sense.ccw")).to_be_visible(timeout=LONG)
    twice(person, "DA", f"{east} roba 2 cartas y pierde el turno. Sigue {north}.")
    once(person, "0A")
    twice(person, "WX", "con ella ganas")


def test_a_game_against_three_cpu_players_by_mouse(site: LiveSite, new_context: Open) -> None:
    match, ines = solo(site, new_context, **DESKTOP)
    expect(ines.page.locator(".panel.start")).to_contain_text("Reglas estándar")
    expect(ines.page.locator("#r-score")).to_contain_text(match.deal_code[:4])
    ines.fine()
    play_amber(ines)
    won(ines)
    over(match)


def test_a_game_against_three_cpu_players_by_touch_on_a_small_phone(site: LiveSite, new_context: Open) -> None:
    match, ines = solo(site, new_context, **PHONE)
    ines.fine()
    nothing_hidden(ines.page)
    panel = lift(ines, "SA")
    ines.fine()
    apart(panel, ines.page.locator("#r-actions"))
    panel.get_by_role("button", name="Otra carta").tap()
    expect(button_of(ines.page, "SA")).to_have_attribute("aria-pressed", "false")
    play_amber(ines)
    won(ines)
    over(match)


def test_a_game_against_three_cpu_players_by_the_keyboard_alone(site: LiveSite, new_context: Open) -> None:
    match, ines = solo(site, new_context, **DESKTOP)
    page, keys = ines.page, ines.page.keyboard
    for card, touches in (("SA", 2), ("SA", 2), ("1A", 1), ("RA", 2), ("DA", 2), ("0A", 1), ("WX", 2)):
        my_turn(ines)
        held = page.locator(".fan li").count()
        walk_to(page, card)
        for _ in range(touches):
            keys.press("Enter")
            if page.locator(PANEL).count():
                expect(page.locator(PANEL).get_by_role("button", name="Jugarla")).to_be_focused()
        fewer(ines, held)
    won(ines)
    over(match)


def walk_to(page: Page, card: str) -> None:
    """Bring the focus onto a card by tabulator and arrows."""
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.fan .pc')"):
            break
        page.keyboard.press("Tab")
    for _ in range(HAND):
        if page.evaluate("document.activeElement.closest('li')?.dataset.card") == card:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the focus does not come to {card}")


# ---- what fits on a phone ----------------------------------------------------------------------------------------------------


def apart(one: Locator, other: Locator) -> None:
    """Fail if the two boxes overlap by more than a hair."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    assert wide <= 1 or high <= 1, (a, b)


def nothing_hidden(page: Page) -> None:
    """On the small screen plates, colour, pile, panel and buttons lie side by side, and targets are large enough."""
    parts = [*page.locator("#r-seats .face").all(), *page.locator("#r-seats .name").all()]
    parts = [*parts, page.locator(".ask"), page.locator(".heap").first, page.locator(".heap").last, page.locator(".panel.start")]
    corners = page.locator(".code").all()
    for k, one in enumerate([*parts[:3], *parts[6:], *corners]):
        for other in [*parts[:3], *parts[6:], *corners][k + 1 :]:
            apart(one, other)
    for target in [*page.locator("#r-actions button, #r-actions a").all(), *corners]:
        box = target.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# ---- drawing, wild cards, without a script -------------------------------------------------------------------------------------

DRAWS = deal(
    ["3A WX SV DT 0V 1V 1V", "5T 5C 5V 6T 6C 6V DC", "1T 1C 2V 2T 2C 2V DV", "8T 8C 8V 9T 9C 9V DC"],
    "7T 4V 3C 0T 4T WX",
)
"""On the turquoise seven South may play a draw two or a wild card; West has turquoise."""


def act(match: Match, players: Sequence[Player], seat: int, move: Any) -> None:
    """A move made without a page."""

    def made() -> None:
        match.refresh_from_db()
        send(match, players[seat], factories.text_of(match, move))

    aside(made)


def plainly(match: Match, players: Sequence[Player]) -> bool:
    """The plainest legal move of whoever but South is to play; whether there was one to make."""

    def made() -> bool:
        match.refresh_from_db()
        if match.status != "running" or factories.waiting(match)[1] == 0:
            return False
        seat, _seq, raw = factories.fallback(match)
        send(match, players[seat], raw)
        return True

    return aside(made)


def send(match: Match, player: Player, raw: str) -> None:
    """One move, as the page sends it. It is made in this process, so that no page of the served site hears of it: see `looks_again`."""
    outcome = play_move(match.pk, player=player, seq=match.seq, raw=raw, token="")
    assert outcome.status == "done", outcome


def test_w8_drawing_is_refused_in_the_status_bar_and_counted_when_nothing_fits(site: LiveSite, new_context: Open) -> None:
    match, players = aside(lambda: match_of(DRAWS, ["Inés", "Marta", "Bruno", "Lola"]))
    ines, bruno = seated(site, new_context, match.table, [players[0], players[2]], **PHONE, **CALM)
    my_turn(ines)
    ines.press(ines.page.locator("#draw"))
    expect(ines.page.locator("#r-toast")).to_contain_text("No puedes robar: tienes una carta que sirve", timeout=LONG)
    toast, bar = ines.page.locator("#r-toast").bounding_box(), ines.page.locator("#r-status").bounding_box()
    assert toast and bar and abs(toast["y"] - bar["y"]) < 3 and toast["width"] >= bar["width"] - 8
    assert ines.page.locator(".fan li").count() == HAND
    act(match, players, 0, PlayCard("WX", "A"))
    looks_again(ines, bruno)
    expect(ines.page.locator("#r-status")).to_contain_text("Le toca a Marta", timeout=LONG)
    expect(bruno.page.locator(".ask")).to_contain_text("ámbar", timeout=LONG)
    for _ in range(3):
        plainly(match, players)
    looks_again(bruno)
    my_turn(bruno)
    expect(bruno.page.locator("#draw")).to_have_text("Robar (0/3)")
    expect(bruno.page.locator("#r-status")).to_contain_text("nada sirve")
    bruno.press(bruno.page.locator("#draw"))
    expect(bruno.page.locator("#draw")).to_have_text("Robar (1/3)", timeout=LONG)
    bruno.press(bruno.page.locator("#draw"))
    expect(bruno.page.locator("#pass")).to_be_visible(timeout=LONG)
    bruno.fine()
    bruno.press(bruno.page.locator("#pass"))
    expect(bruno.page.locator("#r-status")).to_contain_text("Le toca a Lola", timeout=LONG)


def test_a_wild_card_names_its_colour_by_touch_and_by_keys(site: LiveSite, new_context: Open) -> None:
    match, players = aside(lambda: match_of(DRAWS, ["Inés", "Marta", "Bruno", "Lola"]))
    [ines] = seated(site, new_context, match.table, players[:1], **DESKTOP, **CALM)
    page, keys = ines.page, ines.page.keyboard
    my_turn(ines)
    button_of(page, "WX").focus()
    keys.press("Enter")
    panel = page.locator(PANEL)
    expect(panel.get_by_role("button", name="Ámbar")).to_be_focused()
    ines.fine()
    keys.press("Escape")
    expect(panel).to_have_count(0)
    expect(button_of(page, "WX")).to_have_attribute("aria-pressed", "false")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(panel.get_by_role("button", name=COLOUR_NAMES["C"].capitalize())).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".ask")).to_contain_text("carmesí", timeout=LONG)
    ines.complaints.none()


def test_without_a_script_everything_is_played(site: LiveSite, new_context: Open) -> None:
    match, players = aside(lambda: match_of(DRAWS, ["Inés", "Marta", "Bruno", "Lola"]))
    context = new_context(**DESKTOP, java_script_enabled=False)
    seat_at(context, site, players[0])
    page = context.new_page()
    page.goto(f"{site.url}/m/{match.table.code}/")
    page.locator("#draw").click()
    expect(page.locator("#r-toast")).to_contain_text("No puedes robar")
    button_of(page, "DT").click(position=NEAR)
    panel = page.locator(PANEL)
    expect(panel).to_contain_text("Marta roba 2 cartas y pierde el turno. Sigue Bruno.")
    panel.get_by_role("button", name="Otra carta").click()
    button_of(page, "WX").click(position=NEAR)
    page.locator(PANEL).get_by_role("button", name="Violeta").click()
    expect(page.locator(".ask")).to_contain_text("violeta")
    expect(page.locator("#r-status")).to_contain_text("Le toca a Marta")


# ---- house rules --------------------------------------------------------------------------------------------------------------


def others(match: Match, players: Sequence[Player]) -> None:
    """Everybody but South moves until it is South's turn again, or the game over."""
    while plainly(match, players):
        pass


def two_left(match: Match, players: Sequence[Player]) -> None:
    """The five rounds of `TWO_LEFT`."""
    for number in "12345":
        for seat, colour in enumerate("ATCA"):
            act(match, players, seat, PlayCard(number + colour))


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_w15_the_last_card_is_called_in_the_panel_or_costs_two(site: LiveSite, new_context: Open, how: dict[str, Any]) -> None:
    match, players = aside(lambda: match_of(TWO_LEFT, ["Inés", "Marta", "Bruno", "Lola"], rules="casa"))
    two_left(match, players)
    [ines] = seated(site, new_context, match.table, players[:1], **how, **CALM)
    expect(lift(ines, "6A")).to_contain_text("si no, robo dos")
    ines.fine()
    ines.press(button_of(ines.page, "6A"), position=NEAR)  # the call is forgotten
    until(ines.page, lambda: hand(ines.page) == ["SA", "7A", "8A"])
    expect(ines.page.locator("#r-log")).to_contain_text("no ha cantado su última carta: roba 2")
    for seat, colour in enumerate("TCA", start=1):
        act(match, players, seat, PlayCard("6" + colour, None, True))
    looks_again(ines)
    expect(ines.page.locator("#r-seats")).to_contain_text("última", timeout=LONG)
    once(ines, "7A")  # with three cards a number goes at once
    others(match, players)
    looks_again(ines)
    panel = lift(ines, "8A")
    ines.press(panel.locator(".call"))
    ines.fine()
    ines.press(panel.get_by_role("button", name="Jugarla"))
    until(ines.page, lambda: hand(ines.page) == ["SA"])
    expect(ines.page.locator("#r-log")).to_contain_text("canta su última carta")
    others(match, players)
    looks_again(ines)
    twice(ines, "SA", "con ella ganas")
    won(ines)


def test_w15_the_call_by_the_keyboard_alone(site: LiveSite, new_context: Open) -> None:
    match, players = aside(lambda: match_of(TWO_LEFT, ["Inés", "Marta", "Bruno", "Lola"], rules="casa"))
    two_left(match, players)
    [ines] = seated(site, new_context, match.table, players[:1], **DESKTOP, **CALM)
    my_turn(ines)
    keys = ines.page.keyboard
    walk_to(ines.page, "6A")
    keys.press("Enter")
    box = ines.page.locator(f"{PANEL} input")
    expect(box).to_be_focused()
    keys.press("Enter")  # sends nothing
    keys.press("Space")
    expect(box).to_be_checked()
    keys.press("ArrowRight")
    expect(ines.page.locator(PANEL).get_by_role("button", name="Jugarla")).to_be_focused()
    keys.press("Enter")
    until(ines.page, lambda: hand(ines.page) == ["SA"])
    ines.complaints.none()


# ---- links and devices --------------------------------------------------------------------------------------------------------


def shown(page: Page) -> tuple[list[Card], str | None]:
    """The hand and the card on top."""
    return hand(page), page.locator(".pile").get_attribute("data-top")


def test_w5_the_link_deals_the_same_cards_in_a_second_browser(site: LiveSite, new_context: Open) -> None:
    first = somebody("Inés", new_context(**DESKTOP, **CALM))
    first.page.goto(site.url)
    first.page.get_by_role("button", name="Jugar ahora a Crazy Switch").click()
    level(first.page)
    link = urlsplit(str(first.page.locator(".code[data-copy]").get_attribute("data-copy")))
    second = somebody("Teo", new_context(**PHONE, **CALM), touch=True)
    second.page.goto(f"{site.url}{link.path}?{link.query}")
    expect(second.page.locator("#h-rules")).to_be_visible()
    second.fine()
    second.page.get_by_label("Tu nombre en la mesa").fill("Teo")
    second.press(second.page.get_by_role("button", name="Empezar"))
    level(second.page)
    assert shown(first.page) == shown(second.page) and len(hand(second.page)) == HAND
    assert first.page.url != second.page.url
    second.fine()


RESHUFFLED = """async () => {
  const { perform } = await import(performance.getEntriesByType('resource').find(each => /motion[^/]*[.]js/.test(each.name)).name);
  const next = document.documentElement.cloneNode(true), pile = next.querySelector('.pile');
  pile.dataset.stock = Number(pile.dataset.stock) + Number(pile.dataset.count) - 1;
  pile.dataset.count = 1;
  let flown = 0;
  const seen = new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(el => { flown += el.className === 'fly'; })));
  seen.observe(document, { childList: true, subtree: true });
  await perform(next.outerHTML);
  seen.disconnect();
  return flown;
}"""
"""What a frame brings in which the pile has become the stock and nobody has played: how many cards fly."""


def test_w10_no_card_is_played_again_when_the_pile_is_reshuffled(site: LiveSite, new_context: Open) -> None:
    _, ines = solo(site, new_context, **PHONE)
    twice(ines, "SA", "pierde el turno")
    my_turn(ines)
    assert ines.page.locator(".pile").get_attribute("data-by")
    assert ines.page.evaluate(RESHUFFLED) == 0


@pytest.mark.parametrize("kind", ["account", "guest"])
def test_w18_a_game_half_played_is_there_on_another_device(site: LiveSite, new_context: Open, kind: str) -> None:
    match, players = aside(lambda: match_of(AMBER, ["Inés"]))
    if kind == "account":
        aside(lambda: Player.objects.filter(pk=players[0].pk).update(email="ines@example.org", is_guest=False))
    first = new_context(**DESKTOP, **CALM)
    seat_at(first, site, players[0])
    ines = somebody("Inés", first)
    ines.page.goto(f"{site.url}/m/{match.table.code}/")
    level(ines.page)
    twice(ines, "SA", "pierde el turno")
    my_turn(ines)
    before = shown(ines.page)
    cookies = first.cookies()
    first.close()
    second = new_context(**PHONE, **CALM)
    if kind == "guest":
        second.add_cookies(cookies)  # type: ignore[arg-type]
    else:
        seat_at(second, site, players[0])
    again = somebody("Inés", second, touch=True)
    again.page.goto(site.url)
    again.page.get_by_role("link", name="Sentarme a jugar").first.click()
    level(again.page)
    assert shown(again.page) == before
    twice(again, "SA", "pierde el turno")
    again.complaints.none()
