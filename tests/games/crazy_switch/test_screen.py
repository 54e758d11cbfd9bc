"""What Crazy Switch shows of a view: regions, status, buttons, panels, and what must never stand in them."""

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

from games.contract import Person, Setting, Status
from games.crazy_switch.cards import DECK, Card
from games.crazy_switch.codec import decode, encode
from games.crazy_switch.screen import SCREEN, STATUS, face
from games.crazy_switch.texts import LINES
from games.crazy_switch.views import Draw, Pass, PlayCard, Sheet, View
from games.kit.colours import COLOURS
from games.kit.shedding import Target
from tests.contract.page import drawn_cards, part, sentence

NAMES = ("Inés", "Oeste", "Norte", "Este")
REGIONS = ["r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand"]
GAME = SimpleNamespace(lines={**LINES, **STATUS}, slug="crazy-switch")
"""What the templates ask of a game."""
SPRITE = Path(__file__).parents[3] / "tables/static/tapete/cards.svg"
DEAL = SimpleNamespace(code="7K4M-2QXA-9RTD", link="https://tapete.test/abrir/crazy-switch/?reparto=7K4M2QXA9RTD")


def view_of(viewer: int | None = 0, **changes: Any) -> View:
    """A view in the midst of a game: seat 0 to play on the amber seven that seat 3 has played. changes: any field."""
    seated, turn = viewer is not None, changes.get("turn", 0)
    mine = seated and viewer == turn
    seat = viewer if viewer is not None else 0
    base = View(
        viewer=viewer, house=False, phase="play", deals=1, turn=0, awaited=(0,), direction=1, top="7A", top_by=3, colour="A",
        match=Target("A", "7"), stock=50, pile=9, pending=0, stack="", drawn=0, draw_limit=3, lost=(),
        hand=("3A", "7V", "SA", "WX", "5C", "2C") if seated else (), playable=("3A", "7V", "SA", "WX") if mine else (),
        asks_colour=("WX",) if mine else (), asks_call=False, may_draw=False, may_pass=False, draw_refusal="may-play" if mine else None,
        next_seat=(seat + 1) % 4, other_side=(seat - 1) % 4, hands=None, held=(6, 5, 4, 3), sheet=None, reason=None, winners=(),
    )  # fmt: skip
    return replace(base, **changes)


def nothing_fits(viewer: int | None = 0, **changes: Any) -> View:
    """Seat 0 has nothing to play and may draw."""
    return view_of(viewer, **{"playable": (), "asks_colour": (), "may_draw": viewer == 0, "draw_refusal": None, **changes})


def drawn_goes(viewer: int | None = 0) -> View:
    """The second card that seat 0 has drawn can be played."""
    mine = viewer == 0
    hand = () if viewer is None else ("5C", "2C", "9A") if mine else ("5C", "2C")
    return view_of(
        viewer, drawn=2, hand=hand, playable=("9A",) if mine else (), asks_colour=(), may_pass=mine,
        draw_refusal="drawn-goes" if mine else None,
    )  # fmt: skip


def stacked(viewer: int | None = 0, **changes: Any) -> View:
    """Under house rules two draw twos wait for seat 0, who can answer."""
    mine = viewer == 0
    rest = {
        "house": True, "top": "DV", "colour": "V", "match": Target("V", "D"), "pending": 4, "stack": "D", "asks_colour": (),
        "hand": () if viewer is None else ("DA", "5C", "WX"), "playable": ("DA",) if mine else (),
        "draw_refusal": "must-answer" if mine else None,
    }  # fmt: skip
    return view_of(viewer, **{**rest, **changes})


def last_two(viewer: int | None = 0, **changes: Any) -> View:
    """Under house rules seat 0 has two cards: whatever it plays goes down to one."""
    mine = viewer == 0
    rest = {
        "house": True, "hand": () if viewer is None else ("3A", "WX"), "held": (2, 5, 4, 1), "asks_call": mine,
        "playable": ("3A", "WX") if mine else (),
    }  # fmt: skip
    return view_of(viewer, **{**rest, **changes})


def sheet_of(**changes: Any) -> Sheet:
    """The source's example: seat 0 is out, the others have 2, 33 and 57 left (W12)."""
    cards = ((), ("2T",), ("9A", "4T", "SC"), ("0V", "7V", "WX"))
    return replace(Sheet("out", (0,), (0, 2, 33, 57), cards, (92, 0, 0, 0), tied=False), **changes)


def ended(viewer: int | None = 0, *, sheet: Sheet | None = None, **changes: Any) -> View:
    """A game that is over."""
    last = sheet or sheet_of()
    rest = {
        "phase": "over", "turn": None, "awaited": (), "playable": (), "asks_colour": (), "draw_refusal": None, "sheet": last,
        "reason": last.ending, "winners": last.winners, "held": tuple(map(len, last.cards)), "hand": last.cards[viewer or 0],
    }  # fmt: skip
    return view_of(viewer, **{**rest, **changes})


def blocked(viewer: int | None = 0) -> View:
    """Seats 0 and 2 share the lowest hand (W13)."""
    left, cards = (9, 13, 9, 50), (("3C", "6C"), ("5T", "8T"), ("9A",), ("FX",))
    return ended(viewer, sheet=Sheet("blocked", (0, 2), left, cards, (72, 0, 72, 0), tied=True))


def setting(viewer: int | None, **changes: Any) -> Setting:
    """The setting of a viewer at a live table; changes: acting, replay."""
    people = tuple(
        Person(seat, name, "cpu" if seat else "person", "here", name[0], "hard" if seat else None) for seat, name in enumerate(NAMES)
    )
    text: Callable[[Any], str] = lambda move: json.dumps(encode(move))  # noqa: E731
    return replace(Setting(viewer, people, viewer is not None, False, text), **changes)


def contexts(view: View, **changes: Any) -> dict[str, Mapping[str, Any]]:
    """The contexts of the regions by id."""
    return {region.id: region.context for region in SCREEN.regions(view, setting(view.viewer, **changes))}


def html(view: View, deal: Any = None, **changes: Any) -> str:
    """All six regions as they go into the page, one after another."""
    own = setting(view.viewer, **changes)
    shared = {"setting": own, "game": GAME, "move_url": "/jugada/", "replay_url": "/r/", "match_number": 1, "seq": 7, "deal": deal}
    return "".join(render_to_string(region.template, {**shared, **region.context}) for region in SCREEN.regions(view, own))


def panel_of(page: str, card: str) -> str:
    """The confirmation panel of a card, as text without its markup."""
    found = page[page.index(f'id="ask-{card}"') :]
    return " ".join(re.sub(r"<[^>]+>", "", "<" + found.split('id="ask-', 2)[1].split("</form>")[0]).split())


def cards_of(view: View) -> dict[str, dict[str, Any]]:
    """The cards of the hand by key."""
    return {card["key"]: card for card in contexts(view)["r-hand"]["cards"]}


def words(view: View, **changes: Any) -> tuple[str, str]:
    """The status lines as text; names and cards as ``·``, spelled words as they are read."""
    status: Status = SCREEN.status(view, setting(view.viewer, **changes))
    return sentence(STATUS, status.first), sentence(STATUS, status.second)


STAGES: dict[str, Callable[[int | None], View]] = {
    "deal": lambda viewer: view_of(
        viewer, phase="deal", turn=None, top=None, top_by=None, colour="", match=None, stock=0, pile=0, hand=(), held=(0,) * 4, playable=(),
        asks_colour=(), draw_refusal=None,
    ),
    "start": lambda viewer: view_of(viewer, top_by=None, pile=1),
    "play": view_of,
    "nothing": nothing_fits,
    "drawn": drawn_goes,
    "stacked": stacked,
    "last-two": last_two,
    "wild": lambda viewer: view_of(viewer, top="WX", colour="T", match=Target("T", None), top_by=2, direction=-1),
    "lost": lambda viewer: view_of(viewer, turn=2, lost=(1,), top="SA", top_by=0),
    "reshuffle": lambda viewer: nothing_fits(viewer, phase="reshuffle", stock=0, may_draw=False),
    "out": ended,
    "blocked": blocked,
}  # fmt: skip


@pytest.mark.parametrize("viewer", [0, 1, 3, None])
@pytest.mark.parametrize("stage", STAGES)
def test_there_are_always_the_same_six_regions_and_they_render(stage: str, viewer: int | None) -> None:
    view = STAGES[stage](viewer)
    assert [region.id for region in SCREEN.regions(view, setting(viewer))] == REGIONS
    page = html(view)
    assert [page.count(f'id="{name}"') for name in REGIONS] == [1] * 6
    assert "style=" not in page and "<script" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_w1_w2_every_card_has_a_drawing_with_the_symbol_of_its_colour() -> None:
    sprite = SPRITE.read_text()
    for card in set(DECK):
        assert f'<symbol id="{face(card).id}"' in sprite, card
        if card[1] in COLOURS:
            assert f'<use href="#u{card[1].lower()}"/>' in sprite[sprite.index(f'id="{face(card).id}"') :].split("</symbol>")[0]
    assert set(re.findall(r'href="#([^"]+)"', sprite)) <= set(re.findall(r'\bid="([^"]+)"', sprite)), "a part is missing"
    for colour in COLOURS.lower():
        base = sprite[sprite.index(f'<g id="u{colour}"') :].split("\n")[0]
        assert base.count(f'<use href="#m{colour}"') == 2, "the symbol in two corners"


def test_w5_the_code_stands_top_left_with_its_link_or_is_kept_back() -> None:
    page = part(html(view_of(), DEAL), "r-score")
    assert DEAL.code in page and f'data-copy="{DEAL.link}"' in page and f'href="{DEAL.link}"' in page
    assert "Copiar enlace de la partida" in page
    kept = part(html(view_of()), "r-score")
    assert "al acabar" in kept and "data-copy" not in kept


@pytest.mark.parametrize("viewer", range(4))
def test_w6_the_others_stand_clockwise_whatever_the_direction(viewer: int) -> None:
    for direction in (1, -1):
        plates = contexts(view_of(viewer, direction=direction))["r-seats"]["plates"]
        assert [plate.person.seat for plate in plates] == [(viewer + step) % 4 for step in (1, 2, 3)]
        assert [plate.chair for plate in plates] == [1, 2, 3]


def test_w7_the_active_colour_stands_apart_from_the_pile_and_is_drawn_and_named() -> None:
    page = part(html(STAGES["wild"](0)), "r-centre")
    assert "Color activo<b>turquesa</b>" in page and re.search(r"svg#mt\b", page) and 'aria-label="comodín"' in page
    assert "Color activo<b>ámbar</b>" in part(html(view_of()), "r-centre")


def test_w8_the_draw_button_counts_and_stays_pressable_where_it_is_refused() -> None:
    for view, count, why in (
        (view_of(), "0/3", "Tienes con qué jugar"), (drawn_goes(), "2/3", "La robada sirve"), (stacked(), "0/3", "Puedes responder"),
    ):  # fmt: skip
        page = part(html(view), "r-actions")
        assert decode(json.loads(contexts(view)["r-actions"]["draw"])) == Draw()
        assert f">Robar ({count})</button>" in page and why in page and "held-back" in page
    free = part(html(nothing_fits(drawn=1)), "r-actions")
    assert ">Robar (1/3)</button>" in free and "held-back" not in free and 'id="why"' not in free
    other = part(html(view_of(1)), "r-actions")
    assert 'aria-disabled="true"' in other and 'name="move"' not in other


def test_w8_a_drawn_card_is_played_or_kept() -> None:
    page = html(drawn_goes())
    assert decode(json.loads(contexts(drawn_goes())["r-actions"]["pass_on"])) == Pass() and ">Pasar</button>" in page
    assert words(drawn_goes()) == ("Juega la robada o quédatela", "Llevas robadas 2 de 3")
    assert ">Pasar</button>" not in html(view_of()) and ">Pasar</button>" not in html(nothing_fits(drawn=1))
    wild = view_of(drawn=1, playable=("WX",), may_pass=True, draw_refusal="drawn-goes")
    assert decode(json.loads(cards_of(wild)["WX"]["ask"].keep)) == Pass() and "Guardarla y pasar" in panel_of(html(wild), "WX")


def test_w9_a_lost_turn_is_marked_at_the_seat() -> None:
    page = html(STAGES["lost"](0))
    assert part(page, "r-seats").count("saltado") == 1
    assert [plate.lost for plate in contexts(STAGES["lost"](0))["r-seats"]["plates"]] == [True, False, False]
    own = STAGES["lost"](1)
    assert "saltado" in part(html(own), "r-hand") and "saltado" not in part(html(own), "r-seats")
    assert words(own)[1] == "Has perdido el turno"


def test_w9_the_direction_is_shown_and_said() -> None:
    assert 'class="sense"' in html(view_of()) and "como el reloj" in html(view_of())
    turned = html(view_of(direction=-1))
    assert 'class="sense ccw"' in turned and "al revés que el reloj" in turned and 'data-way="False"' in turned


def test_w12_the_end_adds_up_the_other_three_hands() -> None:
    page = part(html(ended()), "r-panel")
    assert contexts(ended())["r-panel"]["sum"] == {"parts": [2, 33, 57], "points": 92}
    assert "2 + 33 + 57 = " in page and "92 puntos" in page and "¡Ganas la partida!" in page and 'data-sound="win"' in page
    rows = contexts(ended(2))["r-panel"]["rows"]
    assert [(row.person.seat, row.left, row.score, row.won) for row in rows] == [
        (2, 33, 0, False), (3, 57, 0, False), (0, 0, 92, True), (1, 2, 0, False),
    ]  # fmt: skip
    assert [card.code for card in rows[0].cards] == ["9A", "4T", "SC"]
    assert "Gana Inés" in html(ended(2)) and SCREEN.body_class(ended()) == "shed colours switch flat"
    assert words(ended()) == ("Ganas la partida", "Sin cartas, con 92 puntos") and words(ended(2))[0] == "Gana ·"


def test_w13_a_shared_first_place() -> None:
    page = html(blocked(1))
    assert "Primer puesto compartido" in page and "13 + 9 + 50 = " in page and "72 puntos" in page
    assert [row.won for row in contexts(blocked(0))["r-panel"]["rows"]] == [True, False, True, False]
    assert words(blocked(1)) == ("Primer puesto compartido", "Por bloqueo, con 72 puntos")
    alone = ended(sheet=sheet_of(ending="blocked", left=(9, 13, 20, 50), scores=(83, 0, 0, 0)))
    assert "Gana la mano más baja" in html(alone) and "13 + 20 + 50 = " in html(alone)


def test_a_voided_game_has_no_winner_and_no_fanfare() -> None:
    view = replace(ended(), sheet=None, winners=(), reason=None)
    assert words(view) == ("Partida terminada", "") and "data-sound" not in html(view) and 'data-kind=""' in html(view)


def test_w15_a_stack_is_counted_on_the_pile_in_the_status_and_in_the_panel() -> None:
    page = html(stacked())
    assert "4 por robar" in part(page, "r-centre") and words(stacked()) == ("Responde con un roba dos", "Van 4 cartas por robar")
    assert "Oeste roba 6 cartas y pierde el turno, salvo que responda con otra igual: entonces serían 8 para Norte." in panel_of(page, "DA")
    four = stacked(top="FX", match=Target("V", None), stack="F", hand=("FX", "5C", "2C"), playable=("FX",), asks_colour=("FX",))
    assert words(four)[0] == "Responde con un roba cuatro" and "Oeste roba 8 cartas" in panel_of(html(four), "FX")
    assert [card["tap"] for card in cards_of(stacked()).values()] == ["panel", "", ""]
    assert "por robar" not in html(view_of())


def test_w15_with_two_cards_in_hand_every_card_opens_the_panel_and_the_call_is_in_it() -> None:
    cards = cards_of(last_two())
    assert [card["tap"] for card in cards.values()] == ["panel", "panel"]
    [called], [silent] = cards["3A"]["ask"].called, cards["3A"]["ask"].plays
    assert decode(json.loads(called.value)) == PlayCard("3A", None, True) and decode(json.loads(silent.value)) == PlayCard("3A")
    wild = cards["WX"]["ask"]
    assert [decode(json.loads(play.value)) for play in wild.called] == [PlayCard("WX", colour, True) for colour in COLOURS]
    assert [decode(json.loads(play.value)) for play in wild.plays] == [PlayCard("WX", colour) for colour in COLOURS]
    page = html(last_two())
    assert page.count("¡Última carta!") == 2 and "si no, robo dos" in panel_of(page, "3A")
    assert "checked" not in page, "who forgets it has forgotten it"
    standard = last_two(house=False, asks_call=False)
    assert [card["tap"] for card in cards_of(standard).values()] == ["once", "panel"] and "¡Última carta!" not in html(standard)


def test_w15_the_box_of_the_call_sends_no_form() -> None:
    """Enter in a checkbox would press its form's first button, which is another card."""
    for box in re.findall(r"<input type=\"checkbox\"[^>]*>", html(last_two())):
        assert 'form=""' in box and "name=" not in box


def test_w15_the_rules_of_a_started_game_open_a_new_one_to_be_changed() -> None:
    page = part(html(view_of(house=True)), "r-score")
    assert "de la casa" in page and 'href="/abrir/crazy-switch/"' in page and 'href="/reglas/crazy-switch/reparto/"' in page
    assert "estándar" in part(html(view_of()), "r-score")


def test_w16_what_may_be_played_is_said_in_words() -> None:
    assert words(view_of())[0] == "Juega ámbar o un 7"
    assert words(view_of(top="RA", match=Target("A", "R")))[0] == "Juega ámbar o un cambio"
    assert words(STAGES["wild"](0)) == ("Juega turquesa o un comodín", "· pidió turquesa con ·")
    assert words(view_of(playable=("WX",)))[0] == "Solo te sirve un comodín"
    assert words(nothing_fits())[0] == "Te toca: nada sirve, roba"
    assert words(view_of(1)) == ("Le toca a ·", "· jugó ·")
    assert words(view_of(3))[1] == "Jugaste ·" and words(STAGES["wild"](2))[1] == "Pediste turquesa con ·"
    assert words(STAGES["start"](0))[1] == "Se empieza con ·"
    assert words(nothing_fits(1, drawn=2))[1] == "Lleva robadas 2 de 3"
    assert SCREEN.status(view_of(), setting(0)).mine and not SCREEN.status(view_of(1), setting(1)).mine


def test_w16_cards_that_go_are_lit_and_the_others_are_not() -> None:
    assert [card["tap"] for card in cards_of(view_of()).values()] == ["once", "once", "panel", "panel", "", ""]
    page = part(html(view_of()), "r-hand")
    assert page.count('aria-disabled="true"') == 2 and page.count('data-tap="once"') == 2 and page.count('data-tap="panel"') == 2
    assert all(not card["tap"] for card in cards_of(view_of(1)).values())


def test_w17_a_number_is_a_button_of_its_own_and_an_effect_opens_its_panel() -> None:
    cards = cards_of(view_of())
    assert decode(json.loads(cards["3A"]["value"])) == PlayCard("3A") and cards["3A"]["ask"] is None
    assert cards["SA"]["value"] == ""
    [play] = cards["SA"]["ask"].plays
    assert decode(json.loads(play.value)) == PlayCard("SA") and cards["SA"]["ask"].called == ()
    page = html(view_of())
    assert 'popovertarget="ask-SA"' in page and 'id="ask-3A"' not in page
    assert page.index('class="fanbox"') < page.index('id="ask-SA"') < page.index("</form>", page.index('id="ask-SA"'))


def effect(card: Card, **changes: Any) -> str:
    """The panel of that card in seat 0's hand."""
    asks = (card,) if card[1] == "X" else ()
    return panel_of(html(view_of(hand=(card, "5C", "2C", "5C"), playable=(card,), asks_colour=asks, **changes)), card)


def test_w17_the_panel_says_what_will_happen_and_to_whom() -> None:
    assert "Salto ámbar" in effect("SA") and "Oeste pierde el turno. Sigue Norte." in effect("SA")
    back = {"direction": -1, "next_seat": 3, "other_side": 1}
    assert "Este pierde el turno. Sigue Norte." in effect("SA", **back)
    assert "Cambia el sentido: después de ti juega Este, y no Oeste." in effect("RA")
    assert "Cambia el sentido: después de ti juega Oeste, y no Este." in effect("RA", **back)
    assert "Oeste roba 2 cartas y pierde el turno. Sigue Norte." in effect("DA")
    assert "salvo que responda con otra igual: entonces serían 4 para Norte." in effect("DA", house=True)
    assert "Tú dices el color. Después juega Oeste." in effect("WX")
    assert "Oeste roba 4 cartas y pierde el turno. Sigue Norte." in effect("FX")
    assert "entonces serían 8 para Norte." in effect("FX", house=True)


def test_w12_w17_the_panel_of_a_last_card_says_that_it_wins() -> None:
    view = view_of(hand=("FX",), playable=("FX",), asks_colour=(), held=(1, 5, 4, 3))
    assert "Es tu última carta: con ella ganas." in panel_of(html(view), "FX") and "roba 4" not in panel_of(html(view), "FX")
    [play] = cards_of(view)["FX"]["ask"].plays
    assert decode(json.loads(play.value)) == PlayCard("FX") and "¿Qué color pides?" not in html(view)


def test_w9_a_wild_card_is_played_by_its_colour_with_what_one_holds_of_it() -> None:
    ask = cards_of(view_of())["WX"]["ask"]
    assert [decode(json.loads(play.value)) for play in ask.plays] == [PlayCard("WX", colour) for colour in COLOURS]
    assert [play.held for play in ask.plays] == [2, 0, 2, 1]
    page = html(view_of())
    assert all(f"#m{colour.lower()}" in page[page.index('id="ask-WX"') :] for colour in COLOURS)


def test_w2_equal_cards_are_two_cards_of_their_own() -> None:
    view = view_of(hand=("SA", "5C", "SA", "5C"), playable=("SA",), asks_colour=())
    assert list(cards_of(view)) == ["SA", "5C", "SA-2", "5C-2"]
    page = html(view)
    assert page.count('data-card="SA"') == page.count('data-card="SA-2"') == page.count('id="ask-SA-2"') == 1


def test_w18_the_rules_in_force_are_printed_until_the_first_card_is_played() -> None:
    page = part(html(STAGES["start"](0)), "r-panel")
    assert 'data-kind="start"' in page and "Reglas estándar" in page and "no se acumulan" in page and "Empiezas tú." in page
    house = part(html(replace(STAGES["start"](1), house=True)), "r-panel")
    assert "Reglas de la casa" in house and "Los robos se acumulan" in house and "Empieza Inés." in house
    assert 'data-kind=""' in part(html(view_of()), "r-panel")
    assert 'data-kind=""' in part(html(STAGES["start"](None), replay=True), "r-panel")


def test_one_card_left_is_shown_at_the_seat_and_levels_below_the_name() -> None:
    page = part(html(view_of(held=(6, 1, 5, 5))), "r-seats")
    assert page.count("última") == 1 and page.count("difícil") == 3
    assert "última" not in part(html(ended()), "r-seats")


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.parametrize("stage", ["start", "play", "nothing", "drawn", "stacked", "last-two", "wild", "lost", "reshuffle"])
def test_w20_no_card_is_drawn_but_ones_own_and_the_top_one(stage: str, viewer: int | None) -> None:
    view = STAGES[stage](viewer)
    assert drawn_cards(html(view)) == {face(card).id for card in {*view.hand, view.top} if card}
    told = re.sub(r"data-card=\"[\w-]+\"|(ask|call|h-ask)-[\w-]+|&quot;", "", html(view))
    assert not re.search(rf"\b({'|'.join(card for card in set(DECK) if card not in view.hand)})\b", told)


def test_p14_a_spectator_sees_no_hand_and_no_button() -> None:
    page = html(view_of(None))
    assert "Estás mirando" in page and 'name="move"' not in page and "<button" not in page
    assert contexts(view_of(None))["r-hand"]["me"].person.seat == 0


def test_somebody_whose_seat_is_played_on_has_no_move() -> None:
    for view in (view_of(), nothing_fits(), last_two(), drawn_goes()):
        assert 'name="move"' not in html(view, acting=False) and 'name="move"' in html(view)


def test_a_replay_has_open_hands_and_no_controls() -> None:
    hands = (("3A", "7V"), ("WX",), (), ("5C", "2C", "9A"))
    view = view_of(None, hands=hands, held=tuple(map(len, hands)))
    page = html(view, replay=True)
    assert [len(plate.cards) for plate in contexts(view, replay=True)["r-seats"]["hands"]] == [2, 1, 0, 3]
    assert "<button" not in page and "<form" not in page
    one = html(view_of(1), replay=True)
    assert one.count('class="closed"') == 3 and 'name="move"' not in one
    assert 'name="move"' not in html(ended(), replay=True)


def one_point(ending: str) -> View:
    """A game won by a single point."""
    over = ended()
    assert over.sheet
    return replace(over, sheet=replace(over.sheet, ending=ending, scores=(1, 1, 1, 1)))


REACHED = [stage for make in STAGES.values() for viewer in (0, 1, 2, 3, None) for stage in [make(viewer)]] + [
    view_of(playable=("WX",)), view_of(3), STAGES["wild"](2), nothing_fits(1, drawn=1), ended(1), replace(ended(), sheet=None, winners=()),
    stacked(stack="F", top="FX", hand=("FX", "5C", "2C"), playable=("FX",), asks_colour=("FX",)), one_point("out"), one_point("blocked"),
]  # fmt: skip


def test_every_line_of_the_status_is_said_somewhere() -> None:
    said = [SCREEN.status(view, setting(view.viewer)) for view in REACHED]
    assert {line.key for status in said for line in (status.first, status.second) if line} == set(STATUS)


SECOND = re.compile(r"st-(named|top|starter|pending|drawn(?!-goes)|lost|by)")
"""Lines that only ever stand second."""


def test_status_lines_are_short() -> None:
    """At most 30 characters in the first line, 36 in the second, names, cards and numbers aside (counted as one)."""
    for key, text in STATUS.items():
        assert len(re.sub(r"\{\w+\}", "·", text)) <= (36 if SECOND.match(key) else 30), key
