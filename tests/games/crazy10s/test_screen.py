"""What Crazy10s shows of a view: regions, status, drafts, the form without script, and what must never stand in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.contract import Illegal, Malformed, Person, SeatRef, Setting, Token
from games.crazy10s import GAME
from games.crazy10s.board import MATCH_GRID, TILES, Square
from games.crazy10s.codec import decode, encode
from games.crazy10s.drafts import compose, draft
from games.crazy10s.drawing import board_of as drawn_board
from games.crazy10s.examples import EXAMPLES
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.screen import SCREEN
from games.crazy10s.views import Pass, Play, Swap, View
from tests.games.crazy10s.tables import Table, laying

REGIONS = ["r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand"]
RACKS = ("46335*0", "5511222")


def begun() -> Table:
    """Seat 0 is to make the first play."""
    return Table().deal(*RACKS, bag="0123456")


def going() -> Table:
    """Seat 1 is to play; 4 + 6 lies on G7 and H7."""
    return begun().play("G7=4 H7=6")


def finished() -> Table:
    """Seat 0 has gone out with the bag empty, and gained the eight of seat 1 (T12)."""
    return Table().deal(*RACKS).lie("46", "8", runs="G7-46", scores=(20, 30)).play("F8=4 G8=6")


def dried_up() -> Table:
    """Six passes: both lose what they hold (T13)."""
    return begun().pass_on(6)


STAGES: dict[str, Callable[[], Table]] = {
    "lots": lambda: Table.__new__(Table),
    "deal": Table,
    "first": begun,
    "going": going,
    "wild": lambda: begun().play("G7=4 H7=*6"),
    "swap": lambda: begun().swap("46"),
    "swapped": lambda: begun().swap("46").shuffle(),
    "passed": lambda: begun().pass_on(),
    "zero": lambda: begun().pass_on().lie("0", "5", runs="G7-46", bag="12345").pass_on().play("I7=0"),
    "dry bag": lambda: Table().deal(*RACKS).lie("46", "8", runs="G7-46"),
    "out": finished,
    "scoreless": dried_up,
}


def view_at(stage: str, viewer: int | None) -> View:
    """A viewer's view of a stage."""
    if stage == "lots":
        return RULES.view(RULES.start(("person", "person"), {"map": "13a"}), viewer)
    return STAGES[stage]().view(viewer)


def setting(viewer: int | None, **changes: Any) -> Setting:
    """The setting of a viewer at a live table; changes: acting, replay."""
    people = tuple(Person(seat, name, "person", "here", name[0]) for seat, name in enumerate(("Inés", "Olmo")))
    return replace(Setting(viewer, people, viewer is not None, False, lambda move: json.dumps(encode(move))), **changes)


def shared(own: Setting) -> dict[str, Any]:
    """What the platform gives every region's template."""
    return {
        "setting": own,
        "game": GAME,
        "move_url": "/jugada/",
        "draft_url": "/borrador/",
        "replay_url": "/r/",
        "match_number": 1,
        "seq": 7,
    }


def html(view: View, **changes: Any) -> str:
    """All six regions as they go into the page, one after another."""
    own = setting(view.viewer, **changes)
    return "".join(render_to_string(region.template, {**shared(own), **region.context}) for region in SCREEN.regions(view, own))


def contexts(view: View, **changes: Any) -> dict[str, Mapping[str, Any]]:
    """The contexts of the regions by id."""
    return {region.id: region.context for region in SCREEN.regions(view, setting(view.viewer, **changes))}


def words(view: View, **changes: Any) -> tuple[str, str]:
    """The status lines as text, names as ``·``."""
    status = SCREEN.status(view, setting(view.viewer, **changes))
    return said(status.first), said(status.second)


def said(line: Any) -> str:
    """A line in Spanish."""
    if line is None:
        return ""
    shown = {
        key: "·" if isinstance(value, SeatRef) else value.short if isinstance(value, Token) else value for key, value in line.params.items()
    }
    return GAME.lines[line.key].format(**shown)


def cell(page: str, name: str) -> str:
    """The mark-up of a live square."""
    found = re.search(rf'<td[^>]*id="q-{int(name[1:]) - 1}-{ord(name[0]) - 65}".*?</td>', page)
    assert found
    return found[0]


# ---- regions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("stage", STAGES)
def test_there_are_always_the_same_six_regions_and_they_render(stage: str, viewer: int | None) -> None:
    for changes in ({}, {"acting": False, "replay": True}):
        view = view_at(stage, viewer)
        assert [region.id for region in SCREEN.regions(view, setting(viewer, **changes))] == REGIONS
        page = html(view, **changes)
        assert [page.count(f'id="{name}"') for name in REGIONS] == [1] * 6
        assert "style=" not in page
        assert "<script" not in page
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids))


def test_a_replay_lays_both_racks_open_and_has_no_controls() -> None:
    page = html(RULES.reveal(going().state), acting=False, replay=True)
    assert page.count('class="mt"') == 14
    assert "<button" not in page
    assert "<form" not in page
    one = html(going().view(0), acting=False, replay=True)
    assert one.count('class="mt"') == 7
    assert "7 fichas" in one


def test_every_square_has_a_name_and_one_of_them_is_in_the_tab_order() -> None:
    page = html(going().view(0))
    assert page.count('role="grid"') == 1
    assert len(re.findall(r'<td class="[^"]*" id="q-', page)) == 169
    assert 'aria-label="fila 7, columna C, DN, vacía"' in cell(page, "C7")
    assert 'aria-label="fila 7, columna G, ficha 4, última jugada"' in cell(page, "G7")
    assert page.count('tabindex="0" aria-label="fila') == 1
    assert 'aria-label="fila 7, columna G, centro, vacía"' in cell(html(begun().view(0)), "G7")


def test_t2_every_bonus_of_this_board_is_labelled_and_explained() -> None:
    page = html(begun().view(0))
    for label in ("TL", "DL", "DN"):
        assert page.count(f">{label}</td>") == MATCH_GRID.labels.count(label)
    assert page.count("dobla esa ficha") == 2, "beside the board and on the sheet of a phone"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_t7_a_laid_wild_is_any_tile_of_its_value_to_everybody_at_the_table(viewer: int | None) -> None:
    view = view_at("wild", viewer)
    page = html(view)
    assert page.count('class="t last"') == 2 and "ficha 6, última jugada" in page
    assert page == html(replace(view, stars=())), "not a byte of the table tells it, but for the count of unseen tiles (T19)"


def test_t7_only_the_replay_marks_a_laid_wild() -> None:
    page = html(RULES.reveal(STAGES["wild"]().state), replay=True)
    assert page.count('class="t w last"') == 1 and "ficha 6, era comodín" in page


@pytest.mark.parametrize(
    ("rack", "swapped", "told"),
    [
        ("9998887", 7, "Nada encaja: cambia o pasa"),
        ("9998887", 0, "Nada encaja: solo puedes pasar"),
        ("9998881", 7, "Empieza por el centro: que sume 10"),
    ],
)
def test_a_turn_in_which_nothing_fits_says_so_to_whose_turn_it_is(rack: str, swapped: int, told: str) -> None:
    view = replace(begun().view(0), rack=tuple(rack), most_swapped=swapped)
    assert words(view)[1] == told
    assert ("Nada encaja" in html(view)) == told.startswith("Nada")
    waiting = replace(view, viewer=1, awaited=(0,), turn=0)
    assert "Nada encaja" not in html(waiting) and "Nada encaja" not in words(waiting)[1]


@pytest.mark.parametrize("stage", ["first", "going", "wild", "swapped"])
def test_t19_what_is_still_to_be_seen_is_counted_by_kind(stage: str) -> None:
    view = view_at(stage, 0)
    kinds = contexts(view)["r-hand"]["kinds"]
    assert [kind.text for kind in kinds] == list(TILES)
    assert sum(kind.left for kind in kinds) == contexts(view)["r-hand"]["to_see"] == view.bag + view.held[1]
    assert all(len(kind.pips) == kind.left for kind in kinds)


def test_t19_the_last_play_is_highlighted_also_after_a_pass() -> None:
    for table in (going(), going().pass_on()):
        latest = [one for row in contexts(table.view(0))["r-centre"]["board"]["rows"] for one in row if one.latest]
        assert [(one.row, one.col) for one in latest] == [(6, 6), (6, 7)]


def test_t18_tiles_may_be_tried_before_the_turn_but_only_at_a_live_table() -> None:
    assert 'data-draft-url="/borrador/"' in html(going().view(0))
    for page in (
        html(going().view(None)),
        html(going().view(0), acting=False),
        html(going().view(0), replay=True),
        html(finished().view(0)),
    ):
        assert "data-draft" not in page
        assert 'id="send"' not in page


def test_t8_swap_and_pass_are_offered_in_the_turn_alone() -> None:
    own, other = contexts(going().view(1))["r-hand"], contexts(going().view(0))["r-hand"]
    assert decode(json.loads(own["pass_on"])) == Pass()
    assert own["swap"] == 7
    assert (other["pass_on"], other["swap"]) == ("", 0)
    assert "Todavía no te toca" in html(going().view(0))
    dry = html(view_at("dry bag", 0))
    assert "No quedan fichas en la bolsa" in dry
    assert 'id="d-swap"' not in dry
    assert 'id="d-pass"' in dry


def test_the_plaque_says_whose_turn_it_is_and_what_the_last_one_was() -> None:
    assert words(begun().view(0)) == ("Te toca", "Empieza por el centro: que sume 10")
    assert words(begun().view(1)) == ("Le toca a ·", "Aún no hay fichas en el tablero")
    assert words(going().view(1)) == ("Te toca", "· sumó 10")
    assert words(going().view(0)) == ("Le toca a ·", "Sumaste 10")
    assert words(view_at("swapped", 1)) == ("Te toca", "· cambió fichas: 2")
    assert words(view_at("passed", 0)) == ("Le toca a ·", "Pasaste")
    assert words(view_at("swap", 0)) == ("Se mezcla la bolsa", "Cambiaste fichas: 2")
    assert words(view_at("deal", 0))[0] == "Se sacan las fichas"
    assert words(view_at("lots", 0))[0] == "Se sortea quién empieza"
    assert words(begun().pass_on(3).view(1))[1] == "Turnos sin puntuar: 3 de 6"
    assert words(finished().view(0)) == ("Ganas la partida", "48 a 30")
    assert words(finished().view(1)) == ("Gana ·", "48 a 30")


def test_the_plaque_keeps_to_its_width() -> None:
    for key, text in GAME.lines.items():
        if key.startswith("st-"):
            assert len(re.sub(r"\{\w+\}", "··", text)) <= 36, key


def test_t12_the_count_shows_racks_and_what_they_changed() -> None:
    end = contexts(finished().view(1))["r-panel"]["end"]
    assert end["reason"] == "out"
    assert (end["name"], end["out"], end["you"]) == ("Inés", "Inés", False)
    assert [(row["you"], row["rack"], row["before"], row["change"], row["total"]) for row in end["rows"]] == [
        (True, ("8",), 30, 0, 30),
        (False, (), 40, 8, 48),
    ]
    page = html(finished().view(0))
    assert "¡Ganas la partida!" in page
    assert ">+8</td>" in page
    assert SCREEN.body_class(finished().view(0)) == "tiles flat"


def test_t13_totals_may_be_negative() -> None:
    page = html(dried_up().view(1))
    assert [row["total"] for row in contexts(dried_up().view(1))["r-panel"]["end"]["rows"]] == [-18, -21]
    assert "Seis turnos seguidos sin puntuar" in page


def test_t13_equal_totals_are_a_draw() -> None:
    table = Table().deal(*RACKS).lie("46", "64", runs="G7-46", bag="12").pass_on(6)
    end = contexts(table.view(0))["r-panel"]["end"]
    assert (end["tied"], end["you"]) == (True, False)
    assert "Empate" in html(table.view(0))
    assert words(table.view(0))[0] == "La partida queda en empate"


# ---- secrecy ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_t20_nothing_tells_the_rivals_rack_or_the_bag(viewer: int | None) -> None:
    """The page is the same whatever lies hidden: tiles of the other rack and the bag change places."""
    state = going().state
    racks, bag = list(state.racks), list(state.bag)
    for seat in {0, 1} - {viewer}:
        racks[seat], bag[: len(racks[seat])] = tuple(bag[: len(racks[seat])]), racks[seat]
    other = state._replace(racks=tuple(racks), bag=tuple(reversed(bag)))
    assert other != state
    assert html(RULES.view(state, viewer)) == html(RULES.view(other, viewer))


def test_t20_of_a_swap_the_rival_learns_how_many() -> None:
    pages = [html(begun().swap(tiles).shuffle().view(1)) for tiles in ("46", "33")]
    assert pages[0] == pages[1]


# ---- drafts -----------------------------------------------------------------------------------------------------------------


def drafted(table: Table, viewer: int, tiles: str, **changes: Any) -> tuple[Mapping[str, Any], str]:
    """The draft's values and its fragment."""
    own = setting(viewer, **changes)
    region = draft(table.view(viewer), own, encode(laying(tiles)))
    assert region.id == "r-draft"
    return region.context["draft"], render_to_string(region.template, {**shared(own), **region.context})


def test_t18_a_draft_tells_every_line_with_its_sum() -> None:
    sheet, page = drafted(begun(), 0, "F7=4 G7=3 H7=5 H8=6")
    assert [(line.values, line.sum, line.over, line.across) for line in sheet["lines"]] == [
        ("4 + 3 + 5", 12, 2, True),
        ("5 + 6", 11, 1, False),
    ]
    assert said(sheet["why"]) == "La fila F7–H7 (4 + 3 + 5) suma 12: tiene que sumar 10."
    assert page.count('class="no"') == 2
    assert "sobra 2" in page
    assert 'data-first="6,5" data-last="6,7" data-across' in page
    assert 'name="move"' not in page
    short, page = drafted(begun(), 0, "G7=3 H7=3")
    assert short["lines"][0].short == 4
    assert "falta 4" in page


def test_t9_a_valid_draft_tells_its_score_and_carries_the_move() -> None:
    sheet, page = drafted(going(), 1, "H6=2 H8=2")
    assert sheet["valid"]
    assert sheet["total"] == 10
    assert json.loads(sheet["send"]) == encode(laying("H6=2 H8=2"))
    assert "Enviar 10" in page
    assert "justo" in page


def test_t18_before_the_turn_it_can_not_be_sent() -> None:
    sheet, page = drafted(going(), 0, "F7=0 F8=*9")
    assert not sheet["send"]
    sheet, page = drafted(going().pass_on().pass_on(), 0, "H8=3 H9=*1")
    assert sheet["valid"]
    assert sheet["send"] == ""
    assert "Podrás enviarla cuando te toque" in page


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ("A1=4 B1=6", "La primera jugada tiene que cubrir la casilla del centro, G7."),
        ("G7=4", "La primera jugada tiene que formar una línea de dos fichas o más."),
        ("G7=4 H7=6 A1=3", "Las fichas nuevas tienen que estar unidas entre sí por líneas sin huecos."),
        ("G7=9 H7=1", "No tienes esa ficha en el atril: 1."),
    ],
)
def test_t22_a_faulty_draft_says_why(tiles: str, why: str) -> None:
    sheet, page = drafted(begun(), 0, tiles)
    assert said(sheet["why"]) == why
    assert 'aria-disabled="true"' in page


def test_t10_seven_tiles_add_twenty_and_it_is_said() -> None:
    table = Table().deal(*RACKS).lie("1111110", "5", runs="G7-46", bag="55555")
    sheet, page = drafted(table, 0, "G6=1 G5=1 G4=1 G3=1 G2=1 G1=1 G8=0")
    assert sheet["valid"]
    assert sheet["bonus"] == 20
    assert sheet["total"] == sum(line.points for line in sheet["lines"]) + 20
    assert "Siete fichas" in page


def test_t11_a_lone_zero_is_valid_and_worth_nothing() -> None:
    table = Table().deal(*RACKS).lie("0", "5", runs="G7-46", bag="12")
    sheet, page = drafted(table, 0, "I7=0")
    assert sheet["valid"]
    assert sheet["total"] == 0
    assert "no puntúa" in page


@pytest.mark.parametrize(
    "raw", [None, 3, [], {}, {"pass": True}, {"swap": ["4"]}, {"play": []}, {"play": [[1, 2, "x", 1]]}, {"play": [[7, 7, "*"]]}]
)
def test_a_draft_that_is_no_play_is_malformed(raw: Any) -> None:
    with pytest.raises(Malformed):
        draft(begun().view(0), setting(0), raw)


# ---- without script ---------------------------------------------------------------------------------------------------------


def test_t18_a_form_of_rows_and_columns_composes_a_play() -> None:
    fields = {"act": "play", "tile1": "4", "col1": "g", "row1": "7", "tile2": "6", "tile6": "*", "col6": "H", "row6": " 7", "value6": "6"}
    assert decode(compose(fields)) == laying("G7=4 H7=*6")
    assert compose({"act": "swap", "swap1": "4", "swap5": "*"}) == {"swap": ["4", "*"]}
    assert isinstance(decode(compose({"act": "swap", "swap7": "0"})), Swap)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "nothing-laid"),
        ({"tile1": "4"}, "nothing-laid"),
        ({"tile1": "4", "row1": "7"}, "half-square"),
        ({"tile1": "4", "row1": "siete", "col1": "G"}, "off-board"),
        ({"tile1": "4", "row1": "7", "col1": "Z"}, "off-board"),
        ({"tile1": "*", "row1": "7", "col1": "G"}, "wild-without-digit"),
        ({"tile1": "*", "row1": "7", "col1": "G", "value1": "12"}, "wild-without-digit"),
    ],
)
def test_t22_what_is_filled_in_wrong_is_said(fields: dict[str, str], code: str) -> None:
    with pytest.raises(Illegal) as caught:
        compose({"act": "play", **fields})
    assert caught.value.code == code
    assert GAME.refusals[code].format(**caught.value.params)


def test_a_swap_of_nothing_is_said_and_a_foreign_form_is_malformed() -> None:
    with pytest.raises(Illegal, match="nothing-swapped"):
        compose({"act": "swap"})
    for fields in ({}, {"act": "x"}, {"act": "play", "tile1": "q", "row1": "7", "col1": "G"}, {"act": "play", "row1": "7", "tile1": ""}):
        with pytest.raises(Malformed):
            compose(fields)


def test_the_form_without_script_names_every_tile_of_the_rack() -> None:
    page = html(begun().view(0))
    assert re.findall(r'name="tile\d" value="(.)"', page) == list(RACKS[0])
    assert page.count('name="value') == 1, "only the wild has a digit to be chosen"
    assert 'name="tile1"' not in html(begun().view(1))


# ---- the rules page -----------------------------------------------------------------------------------------------------------


def test_the_examples_are_what_the_rules_page_says_of_them() -> None:
    assert {name: (example.total, example.why is None) for name, example in EXAMPLES.items()} == {
        "first": (10, True), "cross": (10, True), "beside": (20, True), "apart": (10, True), "unlinked": (0, False), "over": (0, False),
        "score": (26, True), "both": (60, True), "zero": (0, True),
    }  # fmt: skip
    why = EXAMPLES["unlinked"].why
    assert why
    assert why.key == "why-not-linked"


def test_a_still_board_has_no_controls() -> None:
    board = drawn_board(MATCH_GRID, MATCH_GRID.empty, fresh={Square(6, 6)})
    page = render_to_string("games/crazy10s/board.html", {"board": board})
    assert "tabindex" not in page
    assert 'role="grid"' not in page
    assert "id=" not in page


def test_a_play_is_what_the_draft_sends() -> None:
    """T3: the button carries exactly what was laid, in the play's one form."""
    sheet, _page = drafted(begun(), 0, "H7=6 G7=4")
    assert decode(json.loads(sheet["send"])) == Play(laying("G7=4 H7=6").placements)
