"""What Crazy Eights shows of a view: regions, status, buttons, and what must never stand in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.contract import Person, SeatRef, Setting, Status, Token
from games.crazy_eights.codec import decode, encode
from games.crazy_eights.screen import SCREEN, STATUS
from games.crazy_eights.state import DECK
from games.crazy_eights.texts import LINES
from games.crazy_eights.views import Draw, HandSheet, NextHand, Pass, PlayCard, RuleSet, View
from games.kit.cards import sprite

NAMES = ("Inés", "Teo", "Marta", "Bruno", "Lola", "Nuria", "Abel")
REGIONS = ["r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand"]
PLAIN = RuleSet(None, reshuffle=True, queens=False, aces=False, twos=False, length="match")
SPECIAL = replace(PLAIN, queens=True, aces=True, twos=True)


GAME = SimpleNamespace(lines={**LINES, **STATUS})
"""What the templates ask of a game: its lines."""


def view_of(viewer: int | None = 0, seats: int = 4, **changes: Any) -> View:
    """A view in the midst of a hand: seat 0 to play on the six of clubs that seat 3 has played. changes: any field."""
    hand = () if viewer is None else ("KC", "6D", "8S", "QH", "TH")
    turn = changes.get("turn", 0)
    mine = turn == viewer
    base = View(
        viewer=viewer, seats=seats, rules=PLAIN, phase="play", number=2, dealer=seats - 1, turn=0, awaited=(turn,), direction=1, top="6C",
        top_by=seats - 1, named=None, stock=20, pile=5, pending=0, drawn=0, draws_left=None, hand=hand,
        playable=("KC", "6D", "8S") if mine else (), asks_suit=("8S",) if mine else (), may_draw=mine, may_pass=False, may_next=False,
        hands=None, held=(5,) * seats, wilds=("8",) * seats, numbers=(), totals=tuple(range(10, 10 + seats)), target=50 * seats, sheets=(),
        sheet=None, reason=None, winners=(),
    )  # fmt: skip
    return replace(base, **changes)


def sheet_of(seats: int = 4, **changes: Any) -> HandSheet:
    """Seat 1 has gone out; everybody else has a king and the eight of their suit left."""
    cards = tuple(() if seat == 1 else ("KC", "8S") for seat in range(seats))
    base = HandSheet(
        number=2, ending="out", winners=(1,), left=tuple(60 if held else 0 for held in cards), cards=cards,
        scores=tuple(60 * (seats - 1) if seat == 1 else 0 for seat in range(seats)),
        totals=tuple(200 if seat == 1 else 15 for seat in range(seats)), numbers=(), tied=False, again=False,
    )  # fmt: skip
    return replace(base, **changes)


def ended(viewer: int | None = 0, seats: int = 4, *, sheet: HandSheet | None = None, **changes: Any) -> View:
    """Between two hands, or at the end with phase="over"."""
    last = sheet or sheet_of(seats)
    rest = {"phase": "between", "turn": None, "awaited": tuple(range(seats)), "may_draw": False, "playable": (), "asks_suit": ()}
    told = {"sheet": last, "sheets": (last,), "totals": last.totals, "may_next": viewer is not None and changes.get("phase") != "over"}
    return view_of(viewer, seats, **{**rest, **told, **changes})


def countdown(viewer: int | None = 0, **changes: Any) -> View:
    """A hand of Countdown: seat 0 is at five, seat 1 at the ace."""
    own = {"wilds": ("5", "A", "8", "2"), "numbers": (5, 1, 8, 2), "rules": replace(PLAIN, length="countdown"), "target": None}
    return view_of(viewer, **{**own, "totals": (0,) * 4, **changes})


def setting(viewer: int | None, seats: int = 4, **changes: Any) -> Setting:
    """The setting of a viewer at a live table; changes: acting, replay."""
    people = tuple(Person(seat, NAMES[seat], "person", "here", NAMES[seat][0]) for seat in range(seats))
    text: Callable[[Any], str] = lambda move: json.dumps(encode(move))  # noqa: E731
    return replace(Setting(viewer, people, viewer is not None, False, text), **changes)


def contexts(view: View, **changes: Any) -> dict[str, Mapping[str, Any]]:
    """The contexts of the regions by id."""
    return {region.id: region.context for region in SCREEN.regions(view, setting(view.viewer, view.seats, **changes))}


def html(view: View, **changes: Any) -> str:
    """All six regions as they go into the page, one after another."""
    own = setting(view.viewer, view.seats, **changes)
    shared = {"setting": own, "game": GAME, "move_url": "/jugada/", "replay_url": "/r/", "match_number": 1, "seq": 7}
    return "".join(render_to_string(region.template, {**shared, **region.context}) for region in SCREEN.regions(view, own))


def part(page: str, name: str) -> str:
    """One region of `html`."""
    return page[page.index(f'id="{name}"') :].split('id="r-', 2)[1]


def words(view: View, **changes: Any) -> tuple[str, str]:
    """The status lines as text; names and cards as ``·``, so that only our own words are measured."""
    status: Status = SCREEN.status(view, setting(view.viewer, view.seats, **changes))
    return _text(status.first), _text(status.second)


def _text(line: Any) -> str:
    if line is None:
        return ""
    shown = {key: "·" if isinstance(value, SeatRef | Token) else value for key, value in line.params.items()}
    return STATUS[line.key].format(**shown)


def drawn_cards(page: str) -> set[str]:
    """The faces drawn on the page."""
    return set(re.findall(r"cards(?:\.[0-9a-f]+)?\.svg#((?:10|[2-9ajqk])[shdc])\b", page))


STAGES: dict[str, Callable[[int | None], View]] = {
    "deal": lambda viewer: view_of(
        viewer, phase="deal", turn=None, top=None, top_by=None, hand=(), held=(0,) * 4, playable=(), asks_suit=()
    ),
    "play": view_of,
    "named": lambda viewer: view_of(viewer, top="8D", named="C", top_by=2),
    "pending": lambda viewer: view_of(viewer, rules=SPECIAL, top="2C", pending=4, playable=(), asks_suit=(), direction=-1),
    "pass": lambda viewer: view_of(viewer, stock=0, pile=1, playable=(), asks_suit=(), may_draw=False, may_pass=viewer == 0),
    "reshuffle": lambda viewer: view_of(viewer, phase="reshuffle", stock=0, playable=(), asks_suit=(), may_draw=False),
    "countdown": countdown,
    "between": ended,
    "blocked": lambda viewer: ended(viewer, sheet=sheet_of(ending="blocked", winners=(0, 2), tied=True, scores=(30, 0, 30, 0))),
    "over": lambda viewer: ended(viewer, phase="over", reason="points", winners=(1,)),
}


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


@pytest.mark.parametrize("seats", range(2, 8))
def test_e1_e3_the_others_stand_in_playing_order_from_the_next_one(seats: int) -> None:
    plates = contexts(view_of(1, seats))["r-seats"]["plates"]
    assert [plate.person.seat for plate in plates] == [(1 + step) % seats for step in range(1, seats)]
    assert [plate.chair for plate in plates] == list(range(1, seats))
    assert 'class="seats"' in html(view_of(1, seats)), "clockwise"


def test_e4_a_card_carries_its_move_and_a_wild_one_a_choice_of_suits() -> None:
    cards = {card["key"]: card for card in contexts(view_of())["r-hand"]["cards"]}
    assert decode(json.loads(cards["KC"]["value"])) == PlayCard("KC") and not cards["KC"]["choices"]
    assert cards["8S"]["value"] == ""
    assert [decode(json.loads(suit.value)) for suit in cards["8S"]["choices"]] == [PlayCard("8S", suit) for suit in "SHDC"]
    assert [suit.held for suit in cards["8S"]["choices"]] == [0, 2, 1, 1], "how many of the others are of it"
    assert cards["QH"]["value"] == "" and not cards["QH"]["choices"]


def test_e4_the_chooser_works_without_a_script() -> None:
    page = html(view_of())
    assert 'type="button" popovertarget="choose-8S"' in page
    chooser = page[page.index('id="choose-8S"') :]
    assert chooser.count('name="move"') == 4 and "¿Qué palo pides?" in chooser
    assert page.index('class="fanbox"') < page.index('id="choose-8S"') < page.index("</form>", page.index('id="choose-8S"'))


def test_e16_a_last_eight_asks_no_suit() -> None:
    view = view_of(hand=("8S",), playable=("8S",), asks_suit=(), held=(1, 5, 5, 5))
    [card] = contexts(view)["r-hand"]["cards"]
    assert decode(json.loads(card["value"])) == PlayCard("8S") and "popovertarget" not in html(view)


def test_e4_with_two_decks_twins_are_two_cards_of_their_own() -> None:
    view = view_of(seats=6, hand=("8S", "6D", "8S", "6D"), playable=("8S", "6D"), asks_suit=("8S",))
    cards = contexts(view)["r-hand"]["cards"]
    assert [card["key"] for card in cards] == ["8S", "6D", "8S-2", "6D-2"]
    assert all(card["value"] or card["choices"] for card in cards)
    page = html(view)
    assert page.count('data-card="8S"') == page.count('data-card="8S-2"') == page.count('popovertarget="choose-8S-2"') == 1


def test_e4_the_named_suit_stands_apart_from_the_card_on_top() -> None:
    view = view_of(top="8D", named="C", top_by=2)
    page = html(view)
    assert re.search(r"Palo pedido<b>tréboles</b>", page) and re.search(r"cards(\.[0-9a-f]+)?\.svg#sc\b", page)
    assert 'aria-label="ocho de diamantes"' in page
    assert words(view) == ("Te toca: · o un ·", "· pidió · con ·")
    assert "Palo pedido" not in html(view_of())


def test_what_may_be_played_is_said_in_words() -> None:
    assert words(view_of())[0] == "Te toca: ·, · o un ·"
    assert words(view_of(top="8C", top_by=None))[0] == "Te toca: · o un ·", "the rank on top is the wild one"
    assert words(view_of(playable=(), asks_suit=()))[0] == "Te toca: nada sirve, roba"
    assert words(view_of(1)) == ("Le toca a ·", "· jugó ·")
    assert words(view_of(3))[1] == "Jugaste ·"
    assert words(view_of(top_by=None))[1] == "Se empieza con ·"
    assert SCREEN.status(view_of(), setting(0)).mine and not SCREEN.status(view_of(1), setting(1)).mine


def test_e5_drawing_is_offered_beside_playable_cards() -> None:
    assert decode(json.loads(contexts(view_of())["r-actions"]["draw"])) == Draw()
    assert contexts(view_of(1))["r-actions"]["draw"] == ""
    assert re.search(r'value="[^"]*draw[^"]*">Robar</button>', html(view_of()))


def test_e6_the_button_counts_what_was_drawn() -> None:
    capped = replace(PLAIN, cap=3)
    view = view_of(rules=capped, drawn=2, draws_left=1)
    assert ">Robar (2/3)</button>" in html(view)
    assert words(view)[1] == "Llevas robadas 2 de 3"
    full = html(view_of(rules=capped, drawn=3, draws_left=0, may_draw=False))
    assert ">Robar (3/3)</button>" in full and "Ya no puedes robar más" in full and 'value="{&quot;do&quot;: &quot;draw' not in full


def test_e8_pass_is_a_button_only_when_it_is_legal() -> None:
    view = STAGES["pass"](0)
    assert decode(json.loads(contexts(view)["r-actions"]["pass_on"])) == Pass()
    assert ">Pasar</button>" in html(view) and "Robar" not in part(html(view), "r-actions")
    assert words(view) == ("Te toca: solo puedes pasar", "No queda nada que robar")
    for other in (view_of(), view_of(1), STAGES["pass"](1)):
        assert ">Pasar</button>" not in html(other)


def test_e13_e14_the_direction_is_shown_and_said() -> None:
    assert 'class="sense"' in html(view_of()) and "como el reloj" in html(view_of())
    turned = html(view_of(rules=SPECIAL, direction=-1))
    assert 'class="sense ccw"' in turned and "al revés que el reloj" in turned and 'data-way="False"' in turned


def test_e15_pending_cards_are_counted_on_cloth_status_and_button() -> None:
    view = STAGES["pending"](0)
    page = html(view)
    assert "Por robar<b>4 cartas</b>" in page and ">Robar 4</button>" in page
    assert words(view) == ("Te toca: robas 4", "Hay 4 cartas por robar")
    two = view_of(rules=SPECIAL, top="2C", pending=2, hand=("2D", "8S"), playable=("2D",), asks_suit=())
    assert words(two)[0] == "Te toca: un dos o robas 2"
    assert [bool(card["value"]) for card in contexts(two)["r-hand"]["cards"]] == [True, False]


def test_e17_numbers_stand_on_the_plates_and_ones_own_wild_rank_is_marked() -> None:
    view = countdown(hand=("5C", "8S", "KC"), playable=("5C", "KC"), asks_suit=("5C",))
    assert [plate.number for plate in contexts(view)["r-seats"]["plates"]] == [1, 8, 2]
    page = html(view)
    assert "número 1" in page and "comodín: 5" in page and "puntos" not in part(page, "r-seats")
    assert [card["key"] for card in contexts(view)["r-hand"]["cards"] if card["wild"]] == ["5C"], "an eight is an ordinary card here"
    assert page.count('class="wild"') == 1 and "Cinco de tréboles, comodín" in page
    assert words(view)[0] == "Te toca: ·, · o un ·"
    assert "comodín: as" in html(countdown(1))


def test_e17_after_a_hand_it_shows_the_numbers_before_and_after() -> None:
    sheet = sheet_of(cards=((),) * 4, numbers=(5, 3, 8, 2), scores=(0,) * 4, totals=(0,) * 4)
    view = ended(sheet=sheet, rules=replace(PLAIN, length="countdown"), numbers=(5, 3, 8, 2), target=None)
    assert [row.number for row in contexts(view)["r-panel"]["rows"]] == [(5, 5), (4, 3), (8, 8), (2, 2)]
    assert "KC" not in html(view) and words(view) == ("· se queda sin cartas", "· baja a 3")
    stuck = replace(sheet, ending="blocked", winners=(1,))
    blocked = ended(sheet=stuck, rules=replace(PLAIN, length="countdown"), numbers=(5, 3, 8, 2), target=None)
    assert [row.number for row in contexts(blocked)["r-panel"]["rows"]] == [(5, 5), (3, 3), (8, 8), (2, 2)]
    assert not any(row.won for row in contexts(blocked)["r-panel"]["rows"])
    assert words(blocked) == ("Mano bloqueada", "Nadie baja su número") and "no baja a nadie" in html(blocked)


def test_e9_e10_the_sheet_lays_open_what_is_left_and_what_it_gives() -> None:
    view = ended(2)
    rows = contexts(view)["r-panel"]["rows"]
    assert [row.person.seat for row in rows] == [2, 3, 0, 1], "from the viewer on"
    assert [(row.left, row.score, row.total, row.won) for row in rows] == [(60, 0, 15, False)] * 3 + [(0, 180, 200, True)]
    assert [card.code for card in rows[0].cards] == ["8S", "KC"]
    page = html(view)
    assert "Teo se queda sin cartas" in page and "180 puntos" in page and "+180" in page
    assert words(view) == ("· se queda sin cartas", "· suma 180 puntos")
    assert words(ended(1)) == ("Te quedas sin cartas", "Sumas 180 puntos")


def test_e11_a_blocked_hand_says_who_gains_what() -> None:
    tied = STAGES["blocked"](0)
    assert "30 para cada uno" in html(tied) and words(tied) == ("Mano bloqueada", "30 puntos para cada menor suma")
    alone = ended(sheet=sheet_of(ending="blocked", winners=(1,)))
    assert "la diferencia" in html(alone) and words(alone)[1] == "· suma 180 puntos"
    equal = ended(sheet=sheet_of(ending="blocked", winners=(0, 1, 2, 3), tied=True, scores=(0,) * 4))
    assert "nadie suma" in html(equal) and words(equal)[1] == "Nadie suma puntos"


def test_e12_a_tie_in_front_is_announced() -> None:
    view = ended(sheet=sheet_of(again=True))
    assert "Hay empate en cabeza" in html(view) and words(view)[1] == "Empate en cabeza: otra mano"


def test_any_seat_may_go_on_and_a_spectator_is_told_to_wait() -> None:
    for viewer in range(4):
        assert decode(json.loads(contexts(ended(viewer))["r-panel"]["next"])) == NextHand(2)
    assert ">Siguiente mano</button>" in html(ended(2)) and SCREEN.body_class(ended(2)) == "shed ochos flat"
    assert contexts(ended(None))["r-panel"]["next"] == "" and "Se espera a que alguien" in html(ended(None))


def test_p12_the_hands_before_can_be_opened_again() -> None:
    view = view_of(sheets=(sheet_of(number=1),), totals=(15, 200, 15, 15))
    page = html(view)
    assert 'id="d-board"' in page and re.search(r'class="won">180</td>', page)
    assert SCREEN.body_class(view) == "shed ochos" and 'data-kind=""' in page
    assert "Aún no ha terminado ninguna mano." in html(view_of())


def test_the_end_says_who_won_and_the_places() -> None:
    view = ended(1, phase="over", reason="points", winners=(1,), totals=(15, 200, 40, 15))
    end = contexts(view)["r-panel"]["end"]
    assert [(one["place"], one["person"].seat, one["value"]) for one in end["places"]] == [(1, 1, 200), (2, 2, 40), (3, 0, 15), (3, 3, 15)]
    page = html(view)
    assert "¡Ganas la partida!" in page and 'data-sound="win"' in page and "Siguiente mano" not in page
    assert words(view) == ("Ganas la partida", "Con 200 puntos")
    assert words(replace(view, viewer=0)) == ("Gana ·", "Con 200 puntos") and "Gana Teo" in html(replace(view, viewer=0))


def test_the_end_of_a_single_hand_and_of_a_countdown() -> None:
    single = ended(phase="over", reason="out", winners=(1,), rules=replace(PLAIN, length="hand"), target=None)
    assert words(single) == ("Gana ·", "Por quedarse sin cartas") and "le quedan 60" in html(single)
    tied = ended(phase="over", reason="blocked", winners=(0, 2), rules=replace(PLAIN, length="hand"), target=None,
        sheet=sheet_of(ending="blocked", winners=(0, 2), tied=True))  # fmt: skip
    assert words(tied) == ("La partida queda en empate", "Por mano bloqueada") and ">Empate<" in html(tied)
    zero = sheet_of(cards=((),) * 4, numbers=(5, 0, 8, 2), scores=(0,) * 4, totals=(0,) * 4)
    down = ended(phase="over", reason="countdown", winners=(1,), rules=replace(PLAIN, length="countdown"), numbers=(5, 0, 8, 2), sheet=zero)
    assert words(down) == ("Gana ·", "Su número llega a cero")
    assert [one["value"] for one in contexts(down)["r-panel"]["end"]["places"]] == [0, 2, 5, 8]


def test_a_voided_match_has_no_winner_and_no_fanfare() -> None:
    view = view_of(phase="over", turn=None, playable=(), asks_suit=(), may_draw=False)
    assert words(view) == ("Partida terminada", "") and "data-sound" not in html(view)


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.parametrize("stage", ["play", "named", "pending", "reshuffle", "countdown"])
def test_e18_no_card_is_drawn_but_ones_own_and_the_top_one(stage: str, viewer: int | None) -> None:
    view = STAGES[stage](viewer)
    assert drawn_cards(html(view)) == {sprite(card) for card in {*view.hand, view.top} if card}
    told = re.sub(r"data-card=\"\w+\"|choose-\w+|&quot;", "", html(view))
    assert not re.search(rf"\b({'|'.join(card for card in DECK if card not in view.hand)})\b", told)


def test_e18_a_spectator_sees_no_hand_and_no_button() -> None:
    page = html(view_of(None))
    assert "Estás mirando" in page and 'name="move"' not in page and "<button" not in page
    assert contexts(view_of(None))["r-hand"]["me"].person.seat == 0


def test_one_card_left_is_shown_on_the_plate() -> None:
    page = html(view_of(held=(5, 1, 5, 5)))
    assert part(page, "r-seats").count("¡Una carta!") == 1
    assert "¡Una carta!" not in html(ended(held=(5, 1, 5, 5)))


def test_somebody_whose_seat_is_played_on_has_no_move() -> None:
    assert 'name="move"' not in html(view_of(), acting=False) and 'name="move"' in html(view_of())
    assert 'name="move"' not in html(ended(), acting=False)


def test_a_replay_has_open_hands_and_no_controls() -> None:
    hands = (("KC", "6D"), ("8S",), (), ("QH", "2H", "AS"))
    view = view_of(None, hands=hands, held=tuple(map(len, hands)))
    page = html(view, replay=True)
    assert [len(plate.cards) for plate in contexts(view, replay=True)["r-seats"]["hands"]] == [2, 1, 0, 3]
    assert "<button" not in page and "<form" not in page
    one = contexts(view_of(1), replay=True)["r-seats"]["hands"]
    assert [len(plate.cards) for plate in one] == [5, 0, 0, 0], "with one seat's eyes the others are face down"
    assert html(view_of(1), replay=True).count('class="closed"') == 3
    assert 'name="move"' not in html(ended(), replay=True)


SECOND = re.compile(r"st-(named|top|starter|pending|drawn|nothing|scores|lowers|again|by)")
"""Lines that only ever stand second."""


def test_status_lines_are_short() -> None:
    """At most 30 characters in the first line, 36 in the second, names, cards and numbers aside (counted as one)."""
    for key, text in STATUS.items():
        assert len(re.sub(r"\{\w+\}", "·", text)) <= (36 if SECOND.match(key) else 30), key
