"""What Sueca shows of a view: regions, status, buttons, and what must never stand in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.contract import Person, SeatRef, Setting, Status, Token
from games.registry import get
from games.sueca.rules_v1 import RULES
from games.sueca.screen import SCREEN, STATUS
from games.sueca.state import DECK
from games.sueca.views import Accuse, AskRedeal, Count, NextRound, PlayCard, View
from tests.games.sueca.tables import MIXED, ONE_SUIT_EACH, WEAK, Table

NAMES = ("Inés", "Teo", "Marta", "Bruno")
REGIONS = ["r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand"]


def setting(viewer: int | None, **changes: Any) -> Setting:
    """The setting of a viewer at a live table; changes: acting, replay."""
    people = tuple(Person(seat, name, "person", "here", name[0]) for seat, name in enumerate(NAMES))
    encode: Callable[[Any], str] = lambda move: json.dumps(RULES.encode(move))  # noqa: E731
    return replace(Setting(viewer, people, viewer is not None, False, encode), **changes)


def contexts(view: View, **changes: Any) -> dict[str, Mapping[str, Any]]:
    """The contexts of the regions by id."""
    return {region.id: region.context for region in SCREEN.regions(view, setting(view.viewer, **changes))}


def html(view: View, **changes: Any) -> str:
    """All six regions as they go into the page, one after another."""
    own = setting(view.viewer, **changes)
    shared = {"setting": own, "game": get("sueca"), "move_url": "/jugada/", "replay_url": "/r/", "match_number": 1, "seq": 7}
    drawn = "".join(render_to_string(region.template, {**shared, **region.context}) for region in SCREEN.regions(view, own))
    return re.sub(r"marks\.\w+\.svg", "marks.svg", drawn)  # the name tells the file's content


def words(status: Status) -> tuple[str, str]:
    """The status lines as text; names and cards as ``·``, so that only our own words are measured."""
    lines = [status.first, status.second]
    return tuple(_text(line) for line in lines)  # type: ignore[return-value]


def _text(line: Any) -> str:
    if line is None:
        return ""
    return STATUS[line.key].format(**{key: "·" if isinstance(value, SeatRef | Token) else value for key, value in line.params.items()})


def dealt(hands: tuple[str, ...] = MIXED, **options: str) -> Table:
    return Table(**options).deal(*hands)


def counted(hands: tuple[str, ...] = MIXED, **options: str) -> Table:
    """A round played and counted."""
    table = dealt(hands, **options).play_on()
    if options.get("revoke") == "allowed":
        table.do(0, Count(1)).do(1, Count(1))
    return table


def accused(accuser: int, accused_seat: int) -> Table:
    """Seat 1 leads KH; seat 2 has no hearts; seat 3 has them and discards 3D; then an accusation."""
    return dealt(revoke="allowed").lay("KH QC 3D").do(accuser, Accuse(accused_seat, 1))


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
@pytest.mark.parametrize("stage", [dealt, counted, lambda: counted(ONE_SUIT_EACH), lambda: accused(0, 3), lambda: accused(2, 1)])
def test_there_are_always_the_same_six_regions_and_they_render(stage: Callable[[], Table], viewer: int | None) -> None:
    view = stage().view(viewer)
    assert [region.id for region in SCREEN.regions(view, setting(viewer))] == REGIONS
    page = html(view)
    assert [page.count(f'id="{name}"') for name in REGIONS] == [1] * 6
    assert "style=" not in page and "<script" not in page


def test_s4_plates_stand_in_turn_order_from_the_neighbour_on_the_right() -> None:
    plates = contexts(dealt().view(2))["r-seats"]["plates"]
    assert [plate.person.name for plate in plates] == ["Bruno", "Inés", "Teo"]
    assert [plate.chair for plate in plates] == [1, 2, 3]
    assert [plate.side for plate in plates] == ["e", "n", "w"]
    assert 'class="seats ccw"' in html(dealt().view(2))


def test_s4_the_partner_sits_opposite_and_is_named_so() -> None:
    plates = contexts(dealt().view(1))["r-seats"]["plates"]
    assert [plate.yours for plate in plates] == [False, True, False]


def test_s29_a_spectator_sits_on_seat_0s_chair_and_sees_no_hand() -> None:
    view = dealt().view(None)
    parts = contexts(view)
    assert [plate.person.seat for plate in parts["r-seats"]["plates"]] == [1, 2, 3]
    assert parts["r-hand"]["me"].person.name == "Inés"
    assert parts["r-hand"]["cards"] == [] and parts["r-hand"]["watching"]
    assert codes_in(html(view)) == {"2s"}, "only the trump"


def codes_in(page: str) -> set[str]:
    """The faces drawn on the page."""
    return set(re.findall(r"cards(?:\.[0-9a-f]+)?\.svg#((?:10|[2-9ajqk])[shdc])\b", page))


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
@pytest.mark.parametrize("options", [{}, {"count": "end", "revoke": "allowed"}])
def test_s29_no_card_of_another_hand_and_no_older_trick_is_drawn(options: dict[str, str], viewer: int | None) -> None:
    table = dealt(**options)
    while len(table.state.tricks) < 4:
        table.do(table.state.turn, RULES.fallback(table.state, table.state.turn))
    view = table.view(viewer)
    seen = {*view.hand, view.trump, *(play.card for play in view.trick.plays)} | {play.card for play in view.last_trick.plays}  # type: ignore[union-attr]
    drawn = codes_in(html(view))
    assert drawn <= {str(card).lower() for card in seen}
    assert drawn, "the search finds cards at all"
    assert not re.search(rf"\b({'|'.join(card for card in DECK if card not in seen)})\b", html(view))


def test_s20_with_revokes_allowed_every_card_is_lit_and_no_word_hints() -> None:
    table = dealt(revoke="allowed").lay("KH QC")
    view = table.view(3)
    hand = contexts(view)["r-hand"]
    assert all(card["value"] for card in hand["cards"]) and len(hand["cards"]) == 10
    assert words(SCREEN.status(view, setting(3)))[0] == "Te toca: juega una carta"
    page = html(view)
    assert "ahora no" not in page and 'aria-disabled="true"' not in page[page.index('id="r-hand"') :]


def test_s20_impeded_only_what_follows_suit_can_be_played() -> None:
    view = dealt().lay("KH QC").view(3)
    playable = [card["face"].code for card in contexts(view)["r-hand"]["cards"] if card["value"]]
    assert sorted(playable) == ["4H", "5H", "6H", "QH"]
    assert words(SCREEN.status(view, setting(3)))[0] == "Te toca: sigue a ·"
    assert html(view).count("ahora no") == 6


def test_s20_while_others_play_no_card_is_marked() -> None:
    page = html(dealt().lay("KH").view(3))
    assert "ahora no" not in page and 'class="fan rest"' in page


def test_s19_with_the_count_at_the_end_there_is_no_sum_anywhere() -> None:
    table = dealt(count="end")
    while len(table.state.tricks) < 6:
        table.do(table.state.turn, RULES.fallback(table.state, table.state.turn))
    for viewer in (0, 3, None):
        view = table.view(viewer)
        assert [side.total for side in contexts(view)["r-score"]["sides"]] == [None, None]
        assert "punto" not in html(view)
        assert contexts(view)["r-panel"]["sheet"] is None


def test_s19_in_real_time_both_sums_are_there() -> None:
    table = dealt()
    while len(table.state.tricks) < 6:
        table.do(table.state.turn, RULES.fallback(table.state, table.state.turn))
    view = table.view(1)
    assert view.sums is not None
    assert [side.total for side in contexts(view)["r-score"]["sides"]] == [view.sums[1], view.sums[0]], "the viewer's pair first"
    assert f"{view.sums[1]} punto" in html(view)


def test_s8_the_trump_stays_after_it_was_played() -> None:
    table = dealt(ONE_SUIT_EACH).lay("AH AD AC 2S")
    first = contexts(table.view(2))["r-actions"]
    assert first["trump"].code == "2S" and first["trump_by"] == "Inés"
    assert "lo jugó Inés" in html(table.view(2))
    table.lay("AS 7H 7D 7C 7S KH KD KC")
    later = contexts(table.view(2))["r-actions"]
    assert later["trump"].code == "2S" and later["trump_by"] is None and later["trump_from"] == "Inés"


def test_s11_mano_floja_is_offered_to_the_weak_leader_only() -> None:
    table = dealt(WEAK)
    assert json.loads(contexts(table.view(1))["r-actions"]["ask"]) == RULES.encode(AskRedeal())
    assert [contexts(table.view(seat))["r-actions"]["ask"] for seat in (0, 2, 3, None)] == [""] * 4
    assert contexts(dealt().view(1))["r-actions"]["ask"] == ""
    assert words(SCREEN.status(table.view(1), setting(1)))[1] == "Puedes pedir mano floja"


def test_s21_one_accuses_an_opponent_and_is_told_the_price() -> None:
    table = dealt(revoke="allowed").lay("KH")
    offered = contexts(table.view(0))["r-actions"]["accuse"]
    assert [one["name"] for one in offered] == ["Teo", "Bruno"]
    assert [json.loads(one["value"]) for one in offered] == [RULES.encode(Accuse(seat, 1)) for seat in (1, 3)]
    assert "Si es falso, lo perdéis vosotros." in html(table.view(0))
    assert contexts(table.view(None))["r-actions"]["accuse"] == []
    assert contexts(dealt().lay("KH").view(0))["r-actions"]["accuse"] == [], "impeded"


def test_s21_before_the_first_card_the_button_stands_there_and_says_why_not() -> None:
    view = dealt(revoke="allowed").view(0)
    assert contexts(view)["r-actions"]["accuse_later"] and "Desde la primera carta" in html(view)


def test_s22_each_pair_taps_once_and_the_table_says_who_is_missing() -> None:
    table = dealt(revoke="allowed").play_on()
    assert json.loads(contexts(table.view(0))["r-centre"]["tap"]) == RULES.encode(Count(1))
    table.do(0, Count(1))
    centre = contexts(table.view(2))["r-centre"]
    assert centre["tap"] == "" and [one["tapped"] for one in centre["waiting"]] == [True, False]
    assert "Teo o Bruno" in html(table.view(None))
    assert words(SCREEN.status(table.view(2), setting(2))) == ("Quedan las cartas por contar", "Falta que toquen · o ·")


@pytest.mark.parametrize("count", ["real", "end"])
def test_s22_the_count_lays_out_every_card_of_both_pairs(count: str) -> None:
    view = counted(count=count).view(0)
    sheet = contexts(view)["r-panel"]["sheet"]
    laid = [card.code for heap in sheet["heaps"] for group in heap.groups for card, _, _ in group.cards]
    assert sorted(laid) == sorted(DECK)
    order = sorted(place for heap in sheet["heaps"] for group in heap.groups for _, place, _ in group.cards)
    assert order == list(range(40)), "one by one"
    assert sum(heap.points for heap in sheet["heaps"]) == 120
    assert [sum(group.points for group in heap.groups) for heap in sheet["heaps"]] == [heap.points for heap in sheet["heaps"]]
    page = html(view)
    assert "Contando las cartas" in page and ("data-slow" in page) == (count == "end")


def test_s24_whoever_sits_may_go_on_and_the_others_are_told() -> None:
    table = counted()
    assert json.loads(contexts(table.view(3))["r-panel"]["next"]) == RULES.encode(NextRound(1))
    assert contexts(table.view(None))["r-panel"]["next"] == "" and "Se espera a que alguien" in html(table.view(None))
    assert SCREEN.body_class(table.view(3)) == "sueca flat"


def test_p12_the_last_count_can_be_opened_again() -> None:
    table = counted()
    table.do(0, NextRound(1)).deal(*[MIXED[(seat + 3) % 4] for seat in range(4)])
    assert "Último recuento" in html(table.view(0)) and SCREEN.body_class(table.view(0)) == "sueca"
    assert "Último recuento" not in html(dealt().view(0))


def test_s17_s26_capote_has_the_flag_the_queen_and_the_horn() -> None:
    view = counted(ONE_SUIT_EACH).view(1)
    end = contexts(view)["r-panel"]["end"]
    assert end["capote"] and end["mock"] == "horn" and end["points"] == [120, 0] and end["won"] is False
    page = html(view)
    assert all(f"marks.svg#{drawing}" in page for drawing in ("flag", "burla", "cross4"))
    assert 'data-sound="horn"' in page and "¡Tururú!" in page
    assert words(SCREEN.status(view, setting(1))) == ("¡Capote! Perdéis el juego", "La dama se ríe de · y ·")


def test_s18_s26_blanqueada_has_the_cat_on_both_crosses_and_the_meow() -> None:
    over = counted(ONE_SUIT_EACH).view(0)
    view = replace(over, capote=False, blanqueada=True, history=(over.history[0],) * 3)
    page = html(view)
    assert "marks.svg#crosscat" in page and "marks.svg#cross0cat" in page and "marks.svg#burla" in page
    assert 'data-sound="meow"' in page and "¡Miau!" in page and "Cuatro a cero en 3 rondas" in page


def test_s26_capote_and_blanqueada_together_is_the_horn_with_the_cat() -> None:
    view = replace(counted(ONE_SUIT_EACH).view(0), blanqueada=True)
    page = html(view)
    assert 'data-sound="horn"' in page and "marks.svg#crosscat" in page and "marks.svg#flag" in page


def test_s21_a_true_verdict_shows_trick_card_and_what_was_due() -> None:
    view = accused(0, 3).view(0)
    verdict = contexts(view)["r-panel"]["verdict"]
    assert verdict["guilty"] and verdict["losers"] == ("Teo", "Bruno") and verdict["number"] == 1
    assert [(play["name"], play["bad"], play["how"]) for play in verdict["plays"]] == [
        ("Teo", False, "leads"), ("Marta", False, "not"), ("Bruno", True, "not"),
    ]  # fmt: skip
    assert [card["face"].code for card in verdict["hand"] if card["due"]] == ["QH", "6H", "5H", "4H"]
    assert [card["face"].code for card in verdict["hand"] if card["bad"]] == ["3D"] and len(verdict["hand"]) == 10
    page = html(view)
    assert f"/r/?paso={view.verdict.step}" in page and "Teo y Bruno pierden el juego." in page  # type: ignore[union-attr]
    assert words(SCREEN.status(view, setting(0))) == ("Hay renuncio de ·", "Ganáis el juego")


def test_s21_a_false_verdict_shows_that_every_play_was_clean() -> None:
    view = accused(2, 1).view(2)
    verdict = contexts(view)["r-panel"]["verdict"]
    assert not verdict["guilty"] and verdict["losers"] == ("Inés", "Marta")
    assert [(row["number"], row["own"].code, row["leads"]) for row in verdict["clean"]] == [(1, "KH", True)]
    assert "Teo jugó limpio." in html(view)
    assert words(SCREEN.status(view, setting(2))) == ("Acusación falsa de ·", "Perdéis el juego")


def test_s15_a_tie_says_what_stays_pending() -> None:
    played = counted().view(0)
    assert played.count is not None
    sheet = replace(played.count, kind="tie", points=(60, 60), marker=None, marks=(0, 0), cross_after=(0, 0), pending_after=1)
    view = replace(played, count=sheet, marks=(0, 0), pending=1)
    assert "Sesenta a sesenta" in html(view)
    assert words(SCREEN.status(view, setting(0))) == ("Ronda contada: 60 a 60", "Nadie marca: queda pendiente")
    assert "Una bolita pendiente" in html(replace(dealt().view(0), pending=1))


def test_somebody_whose_seat_is_played_on_has_no_buttons() -> None:
    table = dealt(WEAK, revoke="allowed")
    page = html(table.view(1), acting=False)
    assert 'name="move"' not in page
    assert 'name="move"' in html(table.view(1))


def test_a_replay_has_four_open_hands_and_no_controls() -> None:
    view = RULES.reveal(dealt(revoke="allowed").lay("KH").state)
    parts = contexts(view, replay=True)
    assert [len(plate.cards) for plate in parts["r-seats"]["hands"]] == [10, 9, 10, 10]
    page = html(view, replay=True)
    assert "<button" not in page and "<form" not in page
    one = contexts(dealt().lay("KH").view(1), replay=True)["r-seats"]["hands"]
    assert [len(plate.cards) for plate in one] == [9, 0, 0, 0], "with one seat's eyes the others are face down"


def test_the_status_says_who_wins_so_far() -> None:
    table = dealt().lay("KH QC")
    assert words(SCREEN.status(table.view(3), setting(3)))[1] == "Va ganando tu pareja, con ·"
    assert words(SCREEN.status(table.view(0), setting(0))) == ("Le toca a ·", "Va ganando ·, con ·")
    assert words(SCREEN.status(table.view(1), setting(1)))[1] == "Vas ganando, con ·"
    assert SCREEN.status(table.view(3), setting(3)).mine and not SCREEN.status(table.view(0), setting(0)).mine


def test_status_lines_are_short() -> None:
    """At most 30 characters in the first line, 36 in the second, names, cards and numbers aside (counted as one)."""
    for key, text in STATUS.items():
        assert len(re.sub(r"\{\w+\}", "·", text)) <= (36 if SECOND.match(key) else 30), key


SECOND = re.compile(r"st-(weak|trick|best|count-|tie|(won|lost|mark)-(one|more)|laughs|meows|final)")
"""Lines that only ever stand second."""


def test_a_card_to_play_carries_its_move() -> None:
    card = next(card for card in contexts(dealt().view(1))["r-hand"]["cards"] if card["face"].code == "KH")
    assert RULES.decode(json.loads(card["value"])) == PlayCard("KH")
