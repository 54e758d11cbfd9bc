"""Crazy10s by the controls on the page: whole turns by touch, by keys, by mouse and without script, and drafts that nothing loses (T18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Match
from tables.services import social
from tests.browser.helpers import aside, axe, level, seat_at
from tests.browser.people import CALM, DESKTOP, LONG, PHONE, Person, seated, still
from tests.browser.tens import RECORD, dealt, lay, make, my_turn, name_of, recorded, sent, square, tile
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
type Open = Callable[..., BrowserContext]

FIRST, SECOND = "46335*0", "5511222"
"""What Inés and Olmo draw in most of the tests; she begins."""


def pair(site: LiveSite, new_context: Open, *, first: str = FIRST, second: str = SECOND, **how: Any) -> tuple[Match, Person, Person]:
    """A match at its beginning, and both people at it."""
    match, people = dealt(first, second)
    ines, olmo = seated(site, new_context, match.table, people, **how, **CALM)
    return match, ines, olmo


def worth(person: Person) -> None:
    """Wait until the server has said what the draft is worth."""
    expect(person.page.locator("#r-draft:not([data-stale]) #sums")).to_be_attached(timeout=LONG)


def draft_is(person: Person, values: Sequence[str], names: Sequence[str]) -> None:
    """Exactly these tiles lie on these squares, drafted."""
    expect(person.page.locator(".board td.new[data-free]")).to_have_count(len(names), timeout=LONG)
    for value, name in zip(values, names, strict=True):
        expect(square(person, name).and_(person.page.locator(".new"))).to_contain_text(value)


def sums(person: Person) -> list[str]:
    """The figures at the ends of the lines on the board."""
    return person.page.locator(".board .sum").all_inner_texts()


# ---- to the end -----------------------------------------------------------------------------------------------------------------


def by_touch(person: Person, raw: Any) -> None:
    """Make a recorded move by touching."""
    my_turn(person)
    if "pass" in raw:
        person.press(person.page.locator("#d-pass summary"))
        person.press(person.page.locator("#pass"))
        return
    for row, col, kind, _value in raw["play"]:
        lay(person, kind, name_of(row, col))
    sent(person)


def by_keys(person: Person, raw: Any) -> None:
    """Make a recorded move by keys alone: the arrows walk from where the cursor is."""
    my_turn(person)
    keys = person.page.keyboard
    if "pass" in raw:
        person.page.locator("#d-pass summary").focus()
        keys.press("Enter")
        person.page.locator("#pass").focus()
        keys.press("Enter")
        return
    keys.press("ArrowUp")
    for row, col, kind, _value in raw["play"]:
        walk_to(person.page, row, col)
        keys.press(kind)
    keys.press("Enter")
    expect(person.page.locator(".board td.new")).to_have_count(0, timeout=LONG)


def walk_to(page: Page, row: int, col: int) -> None:
    """Walk the board's cursor to a square."""
    _q, now_row, now_col = str(page.locator(".board td[tabindex='0']").get_attribute("id")).split("-")
    for key, steps in (("ArrowDown", row - int(now_row)), ("ArrowRight", col - int(now_col))):
        backward = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(key if steps > 0 else backward)
    expect(page.locator(f"#q-{row}-{col}")).to_be_focused()


def to_the_end(site: LiveSite, new_context: Open, play: Callable[[Person, Any], None], how: dict[str, Any]) -> list[Person]:
    """The last four turns of the recorded match, which T12 ends."""
    match, people, left = recorded(4)
    persons = seated(site, new_context, match.table, people, **how, **CALM)
    turn = (RECORD["lots"][0] + len(RECORD["moves"]) - len(left)) % 2
    for raw in left:
        play(persons[turn], raw)
        turn = 1 - turn
    for person in persons:
        expect(person.page.locator("#h-end")).to_have_text("¡Ganas la partida!" if person.name == "Inés" else "Gana Inés", timeout=LONG)
        rows = [row.split() for row in person.page.locator(".final tbody tr").all_inner_texts()]
        assert {row[-1] for row in rows} == {"636", "499"}
        assert {row[-2] for row in rows} == {"+8", "0"}
        expect(person.page.locator("#r-panel .board td.t")).to_have_count(79)
        person.fine()
    return persons


def test_two_people_play_to_the_end_by_touch(site: LiveSite, new_context: Open) -> None:
    to_the_end(site, new_context, by_touch, PHONE)


def test_two_people_play_to_the_end_by_keyboard(site: LiveSite, new_context: Open) -> None:
    ines, _olmo = to_the_end(site, new_context, by_keys, DESKTOP)
    page = ines.page
    page.goto(f"{page.url.split('#')[0]}1/?paso=6&ojos=todas")
    expect(page.locator(".racks .mt")).to_have_count(14)
    expect(page.locator(".told")).to_contain_text("120 puntos")
    expect(page.locator(".told li")).to_have_text(
        ["1 + 5 + 4 10 ×2 → 20", "1 + 2 + 7 10 ×3 → 30", "4 + 5 + 1 10 ×2 → 20", "3 + 7 10 ×3 → 30", "Siete fichas +20"]
    )
    expect(page.locator(".board td.last")).to_have_count(7)
    ines.fine()


def test_t13_six_scoreless_turns_take_what_is_left(site: LiveSite, new_context: Open) -> None:
    match, people = dealt(FIRST, SECOND)
    for turn in range(5):
        make(match, people[turn % 2], {"pass": True})
    _ines, olmo = seated(site, new_context, match.table, people, **PHONE, **CALM)
    expect(olmo.page.locator("#r-status")).to_contain_text("5 de 6")
    olmo.press(olmo.page.locator("#d-pass summary"))
    olmo.press(olmo.page.locator("#pass"))
    expect(olmo.page.locator("#h-end")).to_have_text("¡Ganas la partida!", timeout=LONG)
    rows = [row.split() for row in olmo.page.locator(".final tbody tr").all_inner_texts()]
    assert [row[-1] for row in rows] == ["-18", "-21"]
    olmo.fine()


# ---- the draft ------------------------------------------------------------------------------------------------------------------


def test_a_draft_shows_its_sums_and_says_why_it_can_not_be_sent(site: LiveSite, new_context: Open) -> None:
    """T3, T4, T18, T22: the button works only when the play is valid."""
    _match, ines, _olmo = pair(site, new_context, **PHONE)
    page, why, send = ines.page, ines.page.locator("#why"), ines.page.locator("#send")
    lay(ines, "4", "A3")
    worth(ines)
    expect(why).to_contain_text("La primera jugada tiene que cubrir la casilla del centro, G7")
    ines.press(square(ines, "A3"))
    for kind, name in (("4", "F7"), ("3", "G7"), ("5", "H7")):
        lay(ines, kind, name)
    expect(why).to_contain_text("La fila F7–H7 (4 + 3 + 5) suma 12", timeout=LONG)
    expect(page.locator("#sums .no")).to_contain_text("sobra 2")
    assert sums(ines) == ["12"]
    expect(send).to_have_attribute("aria-disabled", "true")
    ines.press(send, force=True)
    assert page.locator("#rack .gone").count() == 3
    ines.fine()
    ines.press(square(ines, "H7"))
    lay(ines, "3", "H7")
    expect(send).to_have_text("Enviar 10", timeout=LONG)
    assert sums(ines) == ["10"]
    ines.fine()
    sent(ines)
    expect(page.locator(".who").first).to_contain_text("10")
    expect(page.locator(".board td.last")).to_have_count(3)


def test_before_the_turn_tiles_may_be_tried_and_not_sent(site: LiveSite, new_context: Open) -> None:
    _match, ines, olmo = pair(site, new_context, **DESKTOP)
    lay(olmo, "5", "G7")
    lay(olmo, "5", "H7")
    expect(olmo.page.locator("#why")).to_have_text("Así vale. Podrás enviarla cuando te toque.", timeout=LONG)
    expect(olmo.page.locator("#send")).to_have_attribute("aria-disabled", "true")
    lay(ines, "4", "F7")
    lay(ines, "6", "G7")
    sent(ines)
    my_turn(olmo)
    draft_is(olmo, ["5"], ["H7"])
    expect(olmo.page.locator("#why")).to_contain_text("suma 15", timeout=LONG)
    olmo.press(olmo.page.locator("#undo"))
    expect(olmo.page.locator("#rack .gone")).to_have_count(0)
    olmo.complaints.none()


def test_a_draft_survives_a_push_a_reload_and_a_lost_connection(site: LiveSite, new_context: Open) -> None:
    match, ines, olmo = pair(site, new_context, **PHONE)
    lay(ines, "4", "F7")
    lay(ines, "3", "G7")
    lay(olmo, "5", "J3")
    aside(lambda: social.say(match.table, player=match.table.host, text=str(social.PHRASES[0]), token=""))
    expect(olmo.page.locator("#r-lines li")).to_have_count(1, timeout=LONG)
    draft_is(ines, ["4", "3"], ["F7", "G7"])
    ines.page.reload()
    level(ines.page)
    draft_is(ines, ["4", "3"], ["F7", "G7"])
    worth(ines)
    ines.page.context.set_offline(True)
    expect(ines.page.locator("#r-offline")).to_be_visible(timeout=LONG)
    lay(ines, "3", "H7")
    draft_is(ines, ["4", "3", "3"], ["F7", "G7", "H7"])
    ines.complaints.expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket")
    ines.page.context.set_offline(False)
    level(ines.page)
    draft_is(ines, ["4", "3", "3"], ["F7", "G7", "H7"])
    sent(ines)
    my_turn(olmo)
    draft_is(olmo, ["5"], ["J3"])
    ines.complaints.none()
    olmo.complaints.none()


def test_a_wild_asks_for_its_digit_by_touch_and_by_key(site: LiveSite, new_context: Open) -> None:
    """T7."""
    _match, ines, _olmo = pair(site, new_context, **PHONE)
    chooser, page = ines.page.locator("#choose-wild"), ines.page
    lay(ines, "6", "F7")
    lay(ines, "*", "G7")
    expect(chooser).to_be_visible()
    expect(page.locator("#q-6-6")).not_to_have_class("new")
    axe(page)
    ines.press(chooser.get_by_role("button", name="4"))
    expect(chooser).to_be_hidden()
    expect(page.locator("#send")).to_have_text("Enviar 10", timeout=LONG)
    expect(square(ines, "G7")).to_have_attribute("aria-label", "fila 7, columna G, centro, 4, puesta")
    ines.press(square(ines, "G7"))
    expect(tile(ines, "*")).to_be_visible()
    square(ines, "G7").focus()
    page.keyboard.press("*")
    expect(chooser).to_be_visible()
    page.keyboard.press("4")
    expect(chooser).to_be_hidden()
    expect(page.locator("#send")).to_have_text("Enviar 10", timeout=LONG)
    page.keyboard.press("Enter")
    expect(page.locator("#q-6-6")).to_have_attribute("aria-label", "fila 7, columna G, ficha 4, última jugada", timeout=LONG)
    expect(page.locator(".unseen tr").last).to_contain_text("2")
    ines.complaints.none()


def test_keys_lay_take_back_and_leave_no_trace(site: LiveSite, new_context: Open) -> None:
    _match, ines, _olmo = pair(site, new_context, **DESKTOP)
    keys, page = ines.page.keyboard, ines.page
    square(ines, "G7").focus()
    keys.press("4")
    keys.press("ArrowRight")
    keys.press("6")
    keys.press("6")
    keys.press("ArrowDown")
    keys.press("8")
    expect(page.locator("#r-live")).to_have_text("No tienes esa ficha en el atril.")
    draft_is(ines, ["4", "6"], ["G7", "H7"])
    keys.press("Backspace")
    expect(square(ines, "H7")).to_be_focused()
    draft_is(ines, ["4"], ["G7"])
    expect(square(ines, "H7")).to_have_attribute("aria-label", "fila 7, columna H, vacía")
    keys.press("3")
    keys.press("ArrowRight")
    keys.press("3")
    keys.press("Enter")
    expect(page.locator(".who").first).to_contain_text("10", timeout=LONG)
    expect(page.locator("#menu")).to_be_hidden()
    ines.fine()


def test_tiles_are_dragged_to_squares_between_them_and_back(site: LiveSite, new_context: Open) -> None:
    _match, ines, _olmo = pair(site, new_context, **DESKTOP)
    drag(ines, tile(ines, "4"), square(ines, "F7"))
    draft_is(ines, ["4"], ["F7"])
    drag(ines, square(ines, "F7"), square(ines, "G7"))
    draft_is(ines, ["4"], ["G7"])
    drag(ines, tile(ines, "6"), square(ines, "H7"))
    draft_is(ines, ["4", "6"], ["G7", "H7"])
    drag(ines, square(ines, "H7"), ines.page.locator("#mix"))
    draft_is(ines, ["4"], ["G7"])
    drag(ines, tile(ines, "0"), tile(ines, "6"))
    order = ines.page.locator("#rack [data-tile]").evaluate_all("items => items.map(li => li.dataset.tile).join('')")
    assert order.index("0") < order.index("3")
    ines.page.reload()
    level(ines.page)
    assert ines.page.locator("#rack [data-tile]").evaluate_all("items => items.map(li => li.dataset.tile).join('')") == order
    ines.complaints.none()


def drag(person: Person, start: Any, end: Any) -> None:
    """Drag by mouse from the middle of one thing to that of another."""
    still(person.page)
    a, b = start.bounding_box(), end.bounding_box()
    person.page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    person.page.mouse.down()
    person.page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    person.page.mouse.up()
    person.page.wait_for_timeout(60)


def test_near_by_the_squares_are_as_large_as_a_finger(site: LiveSite, new_context: Open) -> None:
    _match, ines, _olmo = pair(site, new_context, **PHONE)
    page = ines.page
    ines.press(page.locator("[data-zoom]"))
    box = square(ines, "G7").bounding_box()
    assert box
    assert box["width"] >= 44
    assert box["height"] >= 44
    lay(ines, "4", "G7")
    lay(ines, "6", "H7")
    sent(ines)
    expect(page.locator("#r-centre")).to_have_class("board-box near")
    ines.press(page.locator("[data-zoom]"))
    expect(page.locator("#r-centre")).to_have_class("board-box")
    ines.press(square(ines, "B2"))
    expect(page.locator("#r-centre")).to_have_class("board-box near")
    ines.fine()
    pinch(page, 140, 40)
    expect(page.locator("#r-centre")).to_have_class("board-box")
    pinch(page, 40, 140)
    expect(page.locator("#r-centre")).to_have_class("board-box near")
    ines.complaints.none()


def pinch(page: Page, start: int, end: int) -> None:
    """Move two fingers on the board from one distance to another."""
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: int) -> None:
        points = [] if kind == "touchEnd" else [{"x": 180 - apart / 2, "y": 300, "id": 0}, {"x": 180 + apart / 2, "y": 300, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", start)
    for part in (1, 2, 3):
        fingers("touchMove", start + (end - start) * part // 3)
    fingers("touchEnd", end)


# ---- swap, pass, no script ------------------------------------------------------------------------------------------------------


def test_t8_tiles_are_swapped_and_the_rival_learns_how_many(site: LiveSite, new_context: Open) -> None:
    _match, ines, olmo = pair(site, new_context, **PHONE)
    ines.press(ines.page.locator("#d-swap summary"))
    expect(ines.page.locator("#swap-go")).to_have_attribute("aria-disabled", "true")
    for key in ("3-1", "0-1"):
        ines.page.locator(f"#swap-{key}").check(force=True)
    expect(ines.page.locator("#swap-go")).to_have_text("Cambiar 2")
    ines.fine()
    ines.page.evaluate("document.getElementById('swap-go').dataset.old = ''; dispatchEvent(new Event('online'))")
    expect(ines.page.locator("#swap-go:not([data-old])")).to_have_text("Cambiar 2", timeout=LONG)  # all is drawn anew, and chosen still
    ines.press(ines.page.locator("#swap-go"))
    my_turn(olmo)
    expect(olmo.page.locator("#r-status")).to_contain_text("Inés cambió fichas: 2")
    expect(olmo.page.locator(".bag")).to_contain_text("66")
    expect(ines.page.locator("#rack [data-tile]")).to_have_count(7)
    expect(ines.page.locator("#d-swap")).to_have_count(0)
    ines.complaints.none()


def test_without_a_script_a_form_lays_swaps_and_says_why_not(site: LiveSite, new_context: Open) -> None:
    """T18: row, column and tile."""
    match, people = dealt(FIRST, SECOND)
    ines, olmo = (plain(site, new_context, match, player) for player in people)
    write(ines, {"1": ("G", "7"), "2": ("H", "8")})
    expect(ines.locator("#r-toast")).to_contain_text("La primera jugada tiene que formar una línea")
    write(ines, {"1": ("G", "")})
    expect(ines.locator("#r-toast")).to_contain_text("le falta la fila o la columna")
    ines.locator("#d-write summary").click()
    ines.locator("[name='value6']").fill("4")
    for name, text in (("col2", "g"), ("row2", "7"), ("col6", "h"), ("row6", "7")):
        ines.locator(f"[name='{name}']").fill(text)
    ines.locator("#d-write").get_by_role("button", name="Enviar").click()
    expect(ines.locator("#r-status")).to_contain_text("Le toca a Olmo")
    expect(ines.locator(".board .t")).to_have_text(["6", "4"])
    olmo.reload()
    olmo.locator("#d-swap summary").click()
    olmo.locator("#swap-5-1").check(force=True)
    olmo.locator("#swap-go").click()
    expect(olmo.locator("#r-status")).to_contain_text("Cambiaste fichas: 1")


def plain(site: LiveSite, new_context: Open, match: Match, player: Any) -> Page:
    """A page without script at the match."""
    context = new_context(**DESKTOP, java_script_enabled=False)
    seat_at(context, site, player)
    page = context.new_page()
    page.goto(f"{site.url}/m/{match.table.code}/")
    return page


def write(page: Page, places: dict[str, tuple[str, str]]) -> None:
    """Fill in columns and rows of tiles by their place on the rack, and send."""
    page.locator("#d-write summary").click()
    for number, (col, row) in places.items():
        page.locator(f"[name='col{number}']").fill(col)
        page.locator(f"[name='row{number}']").fill(row)
    page.locator("#d-write").get_by_role("button", name="Enviar").click()


# ---- around the table -----------------------------------------------------------------------------------------------------------


def test_a_spectator_sees_the_board_and_no_rack(site: LiveSite, new_context: Open) -> None:
    match, ines, _olmo = pair(site, new_context, **DESKTOP)
    context = new_context(**PHONE, **CALM)
    page = context.new_page()
    page.goto(f"{site.url}/m/{match.table.code}/")
    expect(page.locator(".onlooker")).to_contain_text("Estás mirando")
    expect(page.locator("#rack")).to_have_count(0)
    lay(ines, "4", "G7")
    lay(ines, "6", "H7")
    sent(ines)
    expect(page.locator(".board td.last")).to_have_count(2, timeout=LONG)
    axe(page)


def test_the_rules_page_draws_its_examples_on_the_same_board(site: LiveSite, new_context: Open) -> None:
    for how in (PHONE, DESKTOP):
        page = new_context(**how).new_page()
        page.goto(f"{site.url}/reglas/crazy10s/")
        expect(page.locator(".ex10 .board")).to_have_count(9)
        expect(page.locator(".ex10", has_text="trece")).to_contain_text("La jugada suma 26 puntos.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe(page)
