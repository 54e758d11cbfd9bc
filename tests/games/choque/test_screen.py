"""What the table of Choque de Colores shows of a view: regions, status, buttons, panels, and what must never stand in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.choque.codec import decode, encode
from games.choque.faces import FACE_NAMES, MIDNIGHT, Face
from games.choque.rules_v1 import RULES
from games.choque.screen import ANSWERS, SCREEN, STATUS, drawing
from games.choque.texts import LINES
from games.choque.variants import VARIANTS
from games.choque.views import Draw, Keep, NameColour, Pass, PlayCard, View
from games.contract import Person, Setting
from games.kit.shedding import Target
from tests.contract.page import drawn_cards, part, sentence, text_of
from tests.games.choque.tables import Table

NAMES = ("Inés", "Leo", "Alba", "Iker", "Sara", "Noa")
REGIONS = ["r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand"]
GAME = SimpleNamespace(lines={**LINES, **STATUS}, slug="choque")
"""What the templates ask of a game."""
SIX = ("DA 1A 4T 7C DV BV WX", "3A 4A 5A", "1T 2T 3T", "1C 2C 3C", "9C", "1V 2V 3V")
STOCK = "1A 2A 3V 4V 5V 6V 7V"
TWO = ("1A/7E 2A/2E UT/3L MC/HX KV/1L WX/9L", "3A/4E UV/5E 9C/6E WX/7L", "2V/1O SV/2L 8A/VL", "4C/3O KA/KO")


def clasica(seats: int = 6, **changes: Any) -> Table:
    """Seat 0 to play on a crimson +2 that the last seat has played."""
    return Table(seats, "clasica").lie(*SIX[:seats], **{"top": "DC", "stock": STOCK, "pile": "5C", "top_by": seats - 1, **changes})


def asedio(**changes: Any) -> Table:
    """Seat 0 holds everything that answers; seats 0 and 2 have a shield before them."""
    hands = ("EA 1A DA FX WX", "3A 4A 5A", "9C")
    rest: dict[str, Any] = {"pending": "6D", "tokens": (True, False, True), "top_by": 2}
    return Table(3, "asedio").lie(*hands, top="DC", stock=STOCK, pile="5C", **{**rest, **changes})


def two_faced(**changes: Any) -> Table:
    """By day, four at the table; seat 0 can turn the table over."""
    return Table(4, "dia-y-noche").lie(*TWO, top="8C/6L", stock="1T/1E 2T/3E", pile="7C/8L", **{"top_by": 3, **changes})


def drawn(word: str = "4C", viewer: int | None = 0) -> View:
    """Seat 0 has drawn that card, which fits."""
    return clasica(3, stock=f"{word} {STOCK}").go("draw").view(viewer)


def named(viewer: int | None = 0) -> View:
    """Seat 0 has turned the table over to a face without colour, and must name one (C21)."""
    return two_faced().go("MC").view(viewer)


def won(viewer: int | None = 0, *, replay: bool = False) -> View:
    """Seat 0 is out; the source's example: 99, 20, 79 (C16)."""
    table = Table(3, "clasica").lie("7A", "WX 9T DA", "SC", top="8A", stock=STOCK, pile="5C").go("7A")
    return RULES.reveal(table.state) if replay else table.view(viewer)


def blocked(viewer: int | None = 0) -> View:
    """Nobody can play or draw: the first pass in a row was seat 1's."""
    view = clasica(3, stock="", pile="", top="8V", top_by=1).view(viewer)
    ending = replace(won().sheet, ending="blocked", winner=1)  # type: ignore[type-var]
    nothing: dict[str, Any] = {"playable": (), "asks_colour": (), "may_draw": False, "turn": None}
    return replace(view, phase="over", sheet=ending, winners=(1,), reason="blocked", **nothing)


def single(view: View) -> View:
    """The same end, with one point for everybody."""
    return replace(view, sheet=replace(view.sheet, scores=(1, 1, 1)))  # type: ignore[type-var]


def stuck(viewer: int | None = 0) -> View:
    """Seat 0 can neither play nor draw (C8)."""
    return Table(3, "clasica").lie("1T 2T", "3A 4A", "9C", top="8V", top_by=2).view(viewer)


STAGES: dict[str, Callable[[int | None], View]] = {
    "deal": lambda viewer: Table(3, "clasica").begin().view(viewer),
    "play": lambda viewer: clasica().view(viewer),
    "pending": lambda viewer: clasica(pending="4D", fuse="1:4").view(viewer),
    "no-answer": lambda viewer: clasica(3, top="FX", colour="T", pending="4F").view(viewer),
    "bomb": lambda viewer: clasica(top="BC", fuse="3:6", direction=-1, turn=2).view(viewer),
    "drawn": lambda viewer: drawn(viewer=viewer),
    "drawn-wild": lambda viewer: drawn("FX", viewer),
    "stuck": stuck,
    "siege": lambda viewer: asedio().view(viewer),
    "day": lambda viewer: two_faced().view(viewer),
    "midnight": lambda viewer: two_faced(midnight=2).view(viewer),
    "night": lambda viewer: two_faced(night=True, turned=1, pending="5V").view(viewer),
    "name": named,
    "lost": lambda viewer: clasica(3, turn=1, lost=(0,)).view(viewer),
    "reshuffle": lambda viewer: replace(clasica(3).view(viewer), phase="reshuffle", playable=(), asks_colour=(), may_draw=False),
    "out": won,
    "blocked": blocked,
}


def setting(view: View, **changes: Any) -> Setting:
    """The setting of a live table; changes: acting, replay."""
    people = tuple(
        Person(seat, name, "cpu" if seat else "person", "here", name[0], "hard" if seat else None)
        for seat, name in enumerate(NAMES[: len(view.held)])
    )
    text: Callable[[Any], str] = lambda move: json.dumps(encode(move))  # noqa: E731
    return replace(Setting(view.viewer, people, view.viewer is not None, False, text), **changes)


def contexts(view: View, **changes: Any) -> dict[str, Mapping[str, Any]]:
    """The contexts of the regions by id."""
    return {region.id: region.context for region in SCREEN.regions(view, setting(view, **changes))}


def html(view: View, **changes: Any) -> str:
    """All six regions as they go into the page, one after another."""
    own = setting(view, **changes)
    shared = {"setting": own, "game": GAME, "move_url": "/jugada/", "match_number": 1, "seq": 7}
    return "".join(render_to_string(region.template, {**shared, **region.context}) for region in SCREEN.regions(view, own))


def panel_of(page: str, key: str) -> str:
    """The panel of a card without colour, as text."""
    return text_of("<" + page[page.index(f'id="ask-{key}"') :].split('id="ask-', 2)[1].split("</form>")[0])


def words(view: View, **changes: Any) -> tuple[str, str]:
    """The status lines as text; names and cards as ``·``, spelled words as they are read."""
    status = SCREEN.status(view, setting(view, **changes))
    return sentence(STATUS, status.first), sentence(STATUS, status.second)


def ids(faces: Any) -> set[str]:
    """The ids of the drawings of these faces."""
    return {drawing(face).id for face in faces}


def moves_on(page: str) -> list[Any]:
    """The moves of the buttons of a page."""
    return [decode(json.loads(raw.replace("&quot;", '"'))) for raw in re.findall(r'name="move" value="([^"]+)"', page)]


# ---- the page as a whole ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("stage", STAGES)
def test_there_are_always_the_same_six_regions_and_they_render(stage: str, viewer: int | None) -> None:
    view = STAGES[stage](viewer)
    assert [region.id for region in SCREEN.regions(view, setting(view))] == REGIONS
    page = html(view)
    assert [page.count(f'id="{name}"') for name in REGIONS] == [1] * 6
    assert "style=" not in page and "<script" not in page
    found = re.findall(r'\bid="([^"]+)"', page)
    assert len(found) == len(set(found))


def test_c9_c19_every_face_has_a_drawing_with_the_symbol_of_its_colour() -> None:
    sprite = Path("tables/static/tapete/cards.svg").read_text(encoding="utf-8")
    for face in FACE_NAMES:
        drawn_as = sprite[sprite.index(f'<symbol id="{drawing(face).id}"') :].split("</symbol>")[0]
        if face[1] != "X":
            assert f'<use href="#u{face[1].lower()}"/>' in drawn_as, face
    for colour, symbol in zip("atcveloq", ("ma", "mt", "mc", "mv", "ne", "nl", "no", "nq"), strict=True):
        base = sprite[sprite.index(f'<g id="u{colour}"') :].split("\n")[0]
        assert base.count(f'<use href="#{symbol}"') == 2, "the symbol in two corners"


@pytest.mark.parametrize("variant", VARIANTS)
def test_which_table_it_is_and_its_rules_stand_in_the_corner(variant: str) -> None:
    view = {"clasica": clasica(), "asedio": asedio(), "dia-y-noche": two_faced()}[variant].view(0)
    corner = text_of(part(html(view), "r-score"))
    assert {"clasica": "mecha de tres traspasos", "asedio": "Escalera:", "dia-y-noche": "Dos caras:"}[variant] in corner
    assert f"/reglas/choque/#{variant}" in html(view)


@pytest.mark.parametrize("viewer", range(6))
def test_the_others_stand_clockwise_whatever_the_direction(viewer: int) -> None:
    for direction in (1, -1):
        plates = contexts(clasica(direction=direction).view(viewer))["r-seats"]["plates"]
        assert [plate.person.seat for plate in plates] == [(viewer + step) % 6 for step in range(1, 6)]
        assert [plate.chair for plate in plates] == [1, 2, 3, 4, 5]


# ---- a turn ----------------------------------------------------------------------------------------------------------------------


def test_c5_what_may_be_played_goes_at_the_first_touch_and_is_said_in_the_status() -> None:
    view = clasica(top="5C").view(0)
    cards = {card["face"].code: card for card in contexts(view)["r-hand"]["cards"]}
    assert {face: card["tap"] for face, card in cards.items() if card["tap"]} == {"7C": "once", "WX": "panel"}
    assert decode(json.loads(cards["7C"]["value"])) == PlayCard("7C")
    assert words(view)[0] == "Juega carmesí o 5" and words(clasica(top="WX", colour="T").view(0))[0] == "Juega turquesa"
    assert words(clasica(top="SC", colour="C").view(0))[0] == "Juega carmesí o Saltar"
    long = replace(two_faced().view(0), match=Target("C", MIDNIGHT))
    assert words(long)[0] == "Juega carmesí o ·", "the name does not fit a phone: its sign stands there"


def test_c6_a_wild_card_names_its_colour_in_its_panel() -> None:
    page = html(clasica().view(0))
    told = panel_of(page, "c-0-WX-1")
    assert "Tú dices el color. Después juega Leo." in told and "Ámbar tienes 2" in told and "Violeta tienes 2" in told
    assert {move for move in moves_on(page) if isinstance(move, PlayCard) and move.face == "WX"} == {PlayCard("WX", c) for c in "ATCV"}


def test_c7_jugar_and_guardar_stand_in_place_of_the_draw_button() -> None:
    strip = part(html(drawn()), "r-actions")
    assert moves_on(strip) == [PlayCard("4C"), Keep()] and "JUGAR" in strip and "GUARDAR" in strip and "Robar carta" not in strip
    assert words(drawn()) == ("Juega la robada o guárdala", "Si no eliges, se juega sola")
    assert ids(["4C"]) <= drawn_cards(strip)


def test_c7_a_drawn_wild_card_opens_its_panel_where_it_may_also_be_kept() -> None:
    page = html(drawn("FX"))
    strip = part(page, "r-actions")
    assert moves_on(strip) == [Keep()] and 'popovertarget="ask-c-0-FX-1"' in strip
    assert "Guardarla y pasar" in panel_of(page, "c-0-FX-1")


def test_c7_the_others_see_that_somebody_is_choosing_and_nothing_of_the_card() -> None:
    view = drawn(viewer=1)
    page = html(view)
    assert words(view) == ("· está eligiendo", "Puede jugarla o guardársela") and "eligiendo…" in part(page, "r-seats")
    assert drawn_cards(page) == ids([*view.hand, "DC"]) and "JUGAR" not in page


def test_c7_one_may_draw_with_a_playable_card_in_hand() -> None:
    strip = part(html(clasica().view(0)), "r-actions")
    assert moves_on(strip) == [Draw()] and "Robar carta" in strip and "btn felt" in strip
    assert words(Table(3, "clasica").lie("1T", "3A", "9C", top="8V", stock=STOCK).view(0))[0] == "Nada te sirve: roba carta"


def test_c8_with_nothing_to_play_or_draw_the_button_reads_pasar() -> None:
    strip = part(html(stuck()), "r-actions")
    assert moves_on(strip) == [Pass()] and "PASAR" in strip and words(stuck())[0] == "Ni juegas ni robas: pasa"


def test_c11_a_pile_shows_its_amount_whom_it_waits_for_and_what_answers_it() -> None:
    own, other = (clasica(pending="4D").view(viewer) for viewer in (0, 1))
    page = html(own)
    assert "+4 para ti" in part(page, "r-centre") and "Si respondes, sube a 6 y pasa a Leo." in part(page, "r-centre")
    assert "Tomar la pila (4)" in part(page, "r-actions") and words(own) == ("Te esperan 4 cartas", "Responde con un +2 o toma la pila")
    assert "+4 para Inés" in html(other) and "Solo responde un +2." in html(other)
    assert words(other) == ("Le toca a ·", "Le esperan 4 cartas")
    none = STAGES["no-answer"](0)
    assert words(none)[1] == "No tiene respuesta: toma la pila" and "No tiene respuesta." in part(html(none), "r-centre")
    assert "btn brass" in part(html(none), "r-actions")


def test_c11_who_holds_no_answer_is_told_to_take_the_pile() -> None:
    view = Table(3, "clasica").lie("1T 2T", "3A", "9C", top="DV", stock=STOCK, pending="2D", top_by=2).view(0)
    assert words(view)[1] == "No puedes responder: toma la pila" and "Solo responde un +2." in html(view)


def test_c12_the_fuse_tells_how_long_how_many_and_whom_it_hits_if_nobody_skips() -> None:
    view = STAGES["bomb"](0)
    told = text_of(part(html(view), "r-centre"))
    assert "Mecha: 3 traspasos" in told and f"6 para {NAMES[view.fuse_at or 0]} si nadie salta" in told
    assert [plate.mark for plate in contexts(view)["r-seats"]["plates"]].count("fuse") == 1
    assert "le estallará la bomba si nadie salta" in part(html(view), "r-seats")
    hit = replace(view, fuse_at=0)
    assert "6 cartas para ti si nadie salta" in html(hit) and "va por ti" in part(html(hit), "r-hand")
    assert 'data-alarm="6"' in html(view) and "¡MECHA ENCENDIDA!" in html(view) and "¡BUM!" in html(view)
    assert "Mecha:" not in html(clasica().view(0)) and 'data-alarm="0"' in html(clasica().view(0))


def test_c14_a_single_card_is_shown_at_the_seat_and_at_ones_own() -> None:
    assert part(html(clasica().view(0)), "r-seats").count("¡Una carta!") == 1
    assert "¡Una carta!" in part(html(clasica().view(4)), "r-hand") and "¡Una carta!" not in html(won())


def test_a_lost_turn_is_marked() -> None:
    assert "sin turno" in part(html(STAGES["lost"](0)), "r-hand") and words(STAGES["lost"](0))[1] == "Has perdido el turno"
    assert part(html(STAGES["lost"](2)), "r-seats").count("sin turno") == 1


# ---- the three tables ------------------------------------------------------------------------------------------------------------


def test_c17_the_ladder_is_said_by_what_was_played_last() -> None:
    assert words(asedio().view(0))[1] == "Responde con +2, +4 o un Escudo"
    four = asedio(pending="10F")
    assert words(four.view(0))[1] == "Responde con +4 o un Escudo" and "Responden +4 o un Escudo." in html(four.view(1))
    assert "A Leo le esperan 10 cartas. Responden +4 o un Escudo." in panel_of(html(asedio().view(0)), "c-0-FX-1")


def test_c18_shields_stand_at_the_seats() -> None:
    page = html(asedio().view(1))
    assert [plate.mark for plate in contexts(asedio().view(1))["r-seats"]["plates"]] == ["shield", "shield"]
    assert "con escudo" in part(page, "r-seats") and "tu escudo" not in page
    assert "tu escudo" in part(html(asedio().view(0)), "r-hand")


def test_c20_the_other_faces_of_the_rivals_are_shown_and_none_of_ones_own() -> None:
    view = two_faced().view(0)
    page = html(view)
    assert part(page, "r-seats").count("Sus caras de noche") == 6
    behind = {face for hand in view.others for face in hand}
    assert drawn_cards(page) == ids({*view.hand, *behind, "8C"})
    assert "HX" not in behind and "uhx" not in page and "7E" not in page
    assert [len(plate.others) for plate in contexts(view)["r-seats"]["plates"]] == [4, 3, 2]


def test_c20_other_faces_are_sorted_and_carry_no_id() -> None:
    view = two_faced().view(0)
    mixed = replace(view, others=tuple(hand[::-1] for hand in view.others))
    assert html(mixed) == html(view)
    found = re.findall(r'(?:id|data-[\w-]+|popovertarget)="([^"]*)"', part(html(view), "r-seats"))
    assert not {value for value in found if re.search(r"[0-9A-Z][ATCVELOQX]\b|u\w{2}", value)}


def test_c20_a_spectator_sees_counts_only() -> None:
    view = two_faced().view(None)
    page = html(view)
    assert drawn_cards(page) == ids(["8C"]) and "Estás mirando" in page and "<button" not in page and 'name="move"' not in page


def test_c20_the_ids_of_a_hand_are_of_this_side_its_face_and_its_number_among_equal_ones() -> None:
    table = Table(4, "dia-y-noche").lie("1A/7E 1A/2E MC/HX WX/9L", *TWO[1:], top="8C/6L", stock="3T/1E 2T/3E", pile="7C/8L", top_by=3)
    keys = [card["key"] for card in contexts(table.view(0))["r-hand"]["cards"]]
    assert keys == ["c-0-1A-1", "c-0-1A-2", "c-0-MC-1", "c-0-WX-1"]
    after = contexts(table.go("MC").view(0))["r-hand"]
    assert {card["key"] for card in after["cards"]} == {"c-1-7E-1", "c-1-2E-1", "c-1-9L-1"}
    assert after["sort_key"] != contexts(two_faced().view(0))["r-hand"]["sort_key"]


def test_c20_the_page_does_not_tell_hands_apart_that_look_alike() -> None:
    """The same view whatever is behind the own cards, and so the same bytes."""
    other = ("1A/2E 2A/7E UT/1L MC/9L KV/HX WX/3L", *TWO[1:])
    one = two_faced().view(0)
    two = Table(4, "dia-y-noche").lie(*other, top="8C/6L", stock="1T/3E 2T/1E", pile="7C/8L", top_by=3).view(0)
    assert html(one) == html(two)


def test_c21_a_colour_is_named_after_a_turn_over() -> None:
    strip = part(html(named()), "r-actions")
    assert moves_on(strip) == [NameColour(colour) for colour in "ELOQ"] and "¿Qué color pides?" in strip
    assert words(named()) == ("Pide un color", "La mesa se ha dado la vuelta") and words(named(1))[0] == "· va a pedir color"
    assert "por decir" in part(html(named(1)), "r-centre") and 'name="move"' not in part(html(named(1)), "r-actions")


def test_c21_a_face_that_came_up_as_the_table_turned_was_played_by_nobody() -> None:
    view = Table(2, "dia-y-noche").lie("MA/1E 9C/VE", "5A/2E 4C/2L", top="4A/HX").go("MA").view(1)
    assert words(view)[1] == "La mesa se ha dado la vuelta" and ", la jugó" not in html(view)
    assert contexts(view)["r-centre"]["by_chair"] == 1, "the card flies from who played it all the same"
    played = Table(2, "dia-y-noche").lie("3A/1E 9C/VE", "5A/2E 4C/2L", top="4A/HX").go("3A").view(1)
    assert words(played)[1] == "· jugó ·" and ", la jugó Inés" in html(played)


def test_c22_the_midnight_clock_tells_in_whose_turn_the_table_turns() -> None:
    view = STAGES["midnight"](0)
    told = text_of(part(html(view), "r-centre"))
    assert "Reloj: 2 traspasos" in told and f"la mesa gira cuando juegue {NAMES[view.midnight_at or 0]}" in told
    assert "la mesa gira en tu turno" in html(replace(view, midnight_at=0))
    assert "en su turno se dará la vuelta la mesa" in part(html(view), "r-seats")


def test_c23_by_night_the_palette_and_the_answers_are_those_of_the_night() -> None:
    view = STAGES["night"](0)
    assert SCREEN.body_class(view) == "shed colours choque two night" and SCREEN.body_class(clasica().view(0)) == "shed colours choque"
    assert "Solo responde un +5." in html(view) and "Sus caras de día" in html(view)


def test_c24_a_hunt_tells_what_will_happen() -> None:
    hunt = two_faced(night=True, turned=1).view(0)
    assert "HX" in hunt.playable
    assert "Leo roba hasta que salga el color que digas y pierde el turno. Sigue Alba." in panel_of(html(hunt), "c-1-HX-1")


# ---- the end ---------------------------------------------------------------------------------------------------------------------


def test_c15_the_last_card_says_so() -> None:
    view = Table(3, "clasica").lie("WX", "3A", "9C", top="8V", stock=STOCK).view(0)
    assert "Es tu última carta: con ella ganas. Solo falta decir el color." in panel_of(html(view), "c-0-WX-1")


def test_c16_the_sheet_has_the_score_of_everybody() -> None:
    rows = contexts(won(2))["r-panel"]["rows"]
    assert [(row.person.seat, row.left, row.score, row.won, row.you) for row in rows] == [
        (0, 0, 99, True, False), (2, 20, 79, False, True), (1, 79, 20, False, False),
    ]  # fmt: skip
    page = text_of(part(html(won(2)), "r-panel"))
    assert "Gana Inés" in page and "Quedan 99 puntos en las manos" in page and "¡Ganas la partida!" in html(won())
    assert words(won()) == ("Ganas la partida", "Sin cartas, con 99 puntos") and words(won(1))[0] == "Gana ·"
    assert SCREEN.body_class(won()) == "shed colours choque flat"


def test_c8_a_blocked_game_has_its_own_sentence() -> None:
    assert "Gana la mano más baja." in html(blocked()) and words(blocked())[1].startswith("Por bloqueo")


def test_a_voided_game_has_no_winner_and_no_fanfare() -> None:
    view = replace(won(), sheet=None, winners=(), reason=None)
    assert words(view) == ("Partida terminada", "") and "data-sound" not in html(view) and 'data-kind=""' in html(view)


# ---- who may see and do what -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.parametrize("stage", ["play", "pending", "bomb", "drawn", "stuck", "siege", "day", "midnight", "night", "name", "reshuffle"])
def test_c26_no_face_is_drawn_or_told_but_those_of_the_view(stage: str, viewer: int | None) -> None:
    view = STAGES[stage](viewer)
    known = {*view.hand, *(face for hand in view.others for face in hand), view.top}
    page = html(view)
    assert drawn_cards(page) == ids(face for face in known if face)
    told = re.sub(r"&quot;|cards\.svg#\w+", "", page)
    hidden: set[Face] = set(FACE_NAMES) - known
    assert not re.search(rf"\b({'|'.join(sorted(hidden))})\b", told)


@pytest.mark.parametrize("stage", STAGES)
def test_somebody_whose_seat_is_played_on_has_no_move(stage: str) -> None:
    assert 'name="move"' not in html(STAGES[stage](0), acting=False)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("stage", STAGES)
def test_buttons_are_exactly_the_moves_of_the_rules(stage: str, seat: int) -> None:
    view = STAGES[stage](seat)
    offered = set(moves_on(html(view)))
    wanted: set[Any] = {PlayCard(face) for face in view.playable if face not in view.asks_colour}
    wanted |= {PlayCard(face, colour) for face in view.asks_colour for colour in view.colours}
    wanted |= {NameColour(colour) for colour in view.colours if view.may_name}
    wanted |= {move for move, may in ((Draw(), view.may_draw), (Keep(), view.may_keep), (Pass(), view.may_pass)) if may}
    assert offered == wanted


def test_a_replay_has_open_hands_both_sides_of_them_and_no_controls() -> None:
    state = two_faced(midnight=2).state
    page = html(RULES.reveal(state), replay=True)
    shown = contexts(RULES.reveal(state), replay=True)["r-seats"]["hands"]
    assert [(len(hand.cards), len(hand.others)) for hand in shown] == [(6, 6), (4, 4), (3, 3), (2, 2)]
    assert "<button" not in page and "<form" not in page and page.count("Sus caras de noche") == 4
    one = html(two_faced().view(1), replay=True)
    assert one.count('class="closed"') == 3 and 'name="move"' not in one
    assert 'name="move"' not in html(won(replay=True), replay=True)


REACHED = [make(viewer) for make in STAGES.values() for viewer in (0, 1, 2, None)] + [
    clasica(top="5C").view(0), clasica(top="WX", colour="T").view(0), clasica(top="WX", colour="T", top_by=0).view(0),
    clasica(top_by=None).view(0), clasica(top_by=0).view(0), asedio(pending="10F").view(0),
    Table(3, "clasica").lie("1T", "3A", "9C", top="8V", stock=STOCK).view(0),
    Table(3, "clasica").lie("1T WX", "3A", "9C", top="8V", stock=STOCK).view(0),
    Table(3, "clasica").lie("1T", "3A", "9C", top="DV", stock=STOCK, pending="2D").view(0),
    two_faced(pending="1U").view(0), two_faced(pending="1U").view(1), two_faced(night=True, pending="5V").view(0),
    two_faced(night=True, pending="5V", turn=2).view(2),
    replace(two_faced(night=True).view(0), playable=("HX",)), replace(won(), sheet=None, winners=()),
    single(won()), single(blocked()),
]  # fmt: skip


def test_every_line_of_the_status_is_said_somewhere() -> None:
    said = [SCREEN.status(view, setting(view)) for view in REACHED]
    assert {line.key for status in said for line in (status.first, status.second) if line} == set(STATUS)


def test_c11_c17_c18_c23_every_pile_has_its_answers_in_words() -> None:
    piles = {answers for variant in VARIANTS.values() for answers in variant.answers.values()}
    assert piles == set(ANSWERS) and {f"st-answer-{answers}" for answers in piles} <= set(STATUS)


SECOND = re.compile(r"st-(named|top|starter|waits|answer|take|lost|by|may-keep|turned)")
"""Lines that only ever stand second."""


def test_status_lines_are_short() -> None:
    """At most 30 characters in the first line, 36 in the second, names, cards and numbers aside (counted as one)."""
    for key, text in STATUS.items():
        assert len(re.sub(r"\{\w+\}", "·", text)) <= (36 if SECOND.match(key) else 30), key
