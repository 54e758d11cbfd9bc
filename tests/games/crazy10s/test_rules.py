"""The rules of Crazy10s by their numbers (T1-T14, T19, T20, T22). The oracles are in `test_oracles`, the generator in `test_generate`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.contract import Illegal, Malformed, NeedMove, NeedShuffle, Over, Played, SeatRef, Shuffled
from games.crazy10s.board import BAG, GRIDS, MATCH_GRID, PUZZLE_GRID, TILES, Grid
from games.crazy10s.judge import linked
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.texts import REFUSALS
from games.crazy10s.views import Move, Pass, Placement, Play, play_of, swap_of
from tests.games.crazy10s.hooks import assert_tens
from tests.games.crazy10s.tables import OPTIONS, Table, board_of, judged, laying, square_of, tiles_of

LOW, MIXED = "1234506", "1234567"


def sentence(refused: Illegal) -> str:
    """What the player reads."""
    shown = {key: value.short if hasattr(value, "short") else value for key, value in refused.params.items()}
    return REFUSALS[refused.code].format(**shown)


# ---- material -----------------------------------------------------------------------------------------------------------------


def test_t1_eighty_tiles_three_of_them_wild() -> None:
    assert len(BAG) == 80
    assert TILES["*"] == 3
    assert sum(count for tile, count in TILES.items() if tile != "*") == 77
    assert sum(int(tile) * count for tile, count in TILES.items() if tile != "*") == 289
    assert [TILES[str(digit)] for digit in range(10)] == [6, 11, 11, 10, 10, 9, 8, 6, 3, 3]


def test_t1_two_seats_seven_tiles_each_and_the_rest_in_the_bag() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(ValueError):
            RULES.start(["person"] * seats, OPTIONS)
    table = Table().deal(LOW, MIXED)
    assert table.state.racks == (tuple(LOW), tuple(MIXED))
    assert len(table.state.bag) == 66
    assert table.state.board == (-1,) * 169


def test_t1_the_rack_is_refilled_to_seven_as_far_as_the_bag_goes() -> None:
    table = Table().lie("46" + "11111", "2", bag="789").play("G7=4 H7=6")
    assert table.state.racks[0] == tuple("1111178")
    assert table.state.bag == ("9",)
    table = Table().lie("46" + "11111", "2", bag="7").play("G7=4 H7=6")
    assert table.state.racks[0] == tuple("111117")
    assert table.state.bag == ()


@pytest.mark.parametrize("grid", GRIDS.values(), ids=lambda grid: grid.id)
def test_t2_the_maps_look_the_same_from_all_sides_and_are_plain_in_the_centre(grid: Grid) -> None:
    rows = [grid.labels[start : start + grid.size] for start in range(0, grid.size**2, grid.size)]
    assert rows == rows[::-1] == [row[::-1] for row in rows] == list(zip(*rows, strict=True))
    assert grid.label(*grid.centre) is None


def test_t2_how_many_bonus_squares() -> None:
    assert Counter(label for label in MATCH_GRID.labels if label) == {"TL": 8, "DL": 16, "DN": 24}
    assert Counter(label for label in PUZZLE_GRID.labels if label) == {"TL": 4, "DL": 16, "DN": 16}


def test_t2_the_map_is_part_of_the_record() -> None:
    assert RULES.start(["person"] * 2, {"map": "13a"}).grid_id == "13a"
    for options in ({}, {"map": "11a"}, {"map": "13a", "other": "x"}):
        with pytest.raises(ValueError):
            RULES.start(["person"] * 2, options)
    table = Table().deal(LOW, MIXED).pass_on(6)
    assert table.result().facts["map"] == "13a"


def test_t2_bonus_squares_do_not_change_what_is_valid() -> None:
    plain = Grid("plain", 13, (None,) * 169)
    runs = ("E3|46", "D5-46")
    for words in ("F3=6", "F3=5", "F4=4", "I5=0", "F3=6 F4=4", "C3=6"):
        assert judged(words, *runs).fault == judged(words, *runs, grid=plain).fault


# ---- a play -------------------------------------------------------------------------------------------------------------------


def test_t3_every_line_with_a_new_tile_totals_ten() -> None:
    assert judged("H7=6", "G7-4").fault is None
    assert judged("G6=4 H6=6", "G7-6", "H8-1").fault is None
    fault = judged("G6=4 H6=6", "G7-6", "H7-6").fault
    assert fault
    assert fault.code == "column-sum"


def test_t3_a_line_is_the_whole_unbroken_run() -> None:
    verdict = judged("H7=3", "F7-25", "I7-0")
    assert [(line.values, line.across) for line in verdict.lines] == [((2, 5, 3, 0), True)]
    assert verdict.fault is None


def test_t3_a_gap_ends_a_line() -> None:
    verdict = judged("G8=6", "G7-4", "G10-9")
    assert [line.values for line in verdict.lines] == [(4, 6)]


def test_t3_several_tiles_in_rows_and_columns_at_once() -> None:
    verdict = judged("H7=6 H8=4", "G7-4")
    assert [line.values for line in verdict.lines] == [(4, 6), (6, 4)]
    assert verdict.total == 20


@pytest.mark.parametrize(("words", "code"), [("F7=4 F6=6", "centre-uncovered"), ("G7=9", "no-line"), ("G7=4 G8=6", None)])
def test_t4_the_first_play_covers_the_centre_and_forms_a_line(words: str, code: str | None) -> None:
    fault = judged(words).fault
    assert (fault.code if fault else None) == code


def test_t4_a_later_play_touches_an_old_tile() -> None:
    fault = judged("A1=4 A2=6", "G7-46").fault
    assert fault
    assert fault.code == "not-joined"
    assert judged("G6=6 G5=0", "G7-4").fault is None


def test_t4_touching_at_a_corner_is_not_enough() -> None:
    fault = judged("F6=4 E6=6", "G7-46").fault
    assert fault
    assert fault.code == "not-joined"


def test_t5_tiles_joined_through_old_ones() -> None:
    """One at each end of an old line."""
    assert judged("F7=0 I7=0", "G7-46").fault is None


def test_t5_tiles_joined_through_new_ones_and_old_ones() -> None:
    """A new column at each end of an old row: one group, because the ends lie in the same line."""
    assert judged("F7=0 F8=6 F6=4 I7=0 I8=3 I9=7", "G7-46").fault is None


def test_t5_several_rows_and_columns() -> None:
    verdict = judged("H7=6 H8=4 I8=6 I9=4 J9=6", "G7-4")
    assert verdict.fault is None
    assert len(verdict.lines) == 5


def test_t5_two_groups_are_not_one_play() -> None:
    runs = ("G7-46", "H7|64")
    assert judged("G6=6", *runs).fault is None
    assert judged("I8=6", *runs).fault is None
    fault = judged("G6=6 I8=6", *runs).fault
    assert fault
    assert fault.code == "not-linked"


def test_t5_parallel_lines_side_by_side_are_two_groups_when_no_line_holds_both() -> None:
    fault = judged("F8=6 H8=6", "F7-424").fault
    assert fault
    assert fault.code == "not-linked"


def test_t5_is_one_predicate() -> None:
    verdict = judged("F7=0 I7=0", "G7-46")
    assert linked([square_of("F7"), square_of("I7")], verdict.lines)
    assert not linked([square_of("F7"), square_of("I8")], verdict.lines)
    assert linked([square_of("F7")], ())


def test_t6_after_every_play_every_line_totals_ten() -> None:
    table = Table().deal("4611100", "4455500").play("G7=4 H7=6")
    assert_tens(table.state)
    table.play("H8=4")
    assert_tens(table.state)
    assert table.at("H8") == 4


def test_t7_a_wild_is_the_digit_that_was_chosen_and_stays_it() -> None:
    table = Table().lie("*4", "1", bag="222").play("G7=4 H7=*6")
    assert table.at("H7") == 6
    assert table.view(1).stars == (square_of("H7"),)
    table.go(Pass())
    assert table.at("H7") == 6


@pytest.mark.parametrize("digit", range(10))
def test_t7_a_wild_may_be_any_digit(digit: int) -> None:
    other = 10 - digit
    runs = ("G7-" + str(other),) if other < 10 else ("G7-55",)
    square = "H7" if other < 10 else "I7"
    assert judged(f"{square}=*{digit}", *runs).fault is None


def test_t7_a_wild_left_over_is_worth_nothing() -> None:
    table = Table().lie("*5", "1", runs="G7-46", scoreless=5).pass_on()
    assert table.result().points == (-5, -1)


# ---- instead of a play --------------------------------------------------------------------------------------------------------


def test_t8_pass_ends_the_turn_without_points() -> None:
    table = Table().deal(LOW, MIXED).pass_on()
    assert (table.state.turn, table.state.scores, table.state.scoreless) == (1, (0, 0), 1)


def test_t8_a_swap_draws_first_then_returns_and_shuffles() -> None:
    table = Table().lie("123", "4", bag="5678").swap("13")
    assert table.state.racks[0] == ("2", "5", "6")
    assert table.state.bag == ("7", "8", "1", "3")
    assert RULES.awaits(table.state) == NeedShuffle(4)
    table.take(Shuffled((3, 0, 2, 1)))
    assert table.state.bag == ("3", "7", "1", "8")
    assert (table.state.turn, table.state.scores) == (1, (0, 0))


def test_t8_nobody_moves_while_the_bag_is_shuffled() -> None:
    table = Table().lie("123", "4", bag="5678").swap("13")
    for seat in (0, 1):
        assert table.refuse(seat, Pass()).code == "shuffling"


def test_t8_a_swap_of_equal_tiles_counts_each() -> None:
    table = Table().lie("1123", "4", bag="5678").swap("11")
    assert table.state.racks[0] == tuple("2356")
    assert table.code(swap_of("11")) == "shuffling"
    assert Table().lie("123", "4", bag="5678").code(swap_of("11")) == "not-on-rack"


def test_t8_at_most_as_many_as_the_bag_holds() -> None:
    table = Table().lie("123", "4", bag="56")
    refused = table.refuse(0, swap_of("123"))
    assert sentence(refused) == "No puedes cambiar tantas fichas. En la bolsa: 2."
    table.swap("12").shuffle()
    assert table.state.turn == 1
    assert Table().lie("123", "4").code(swap_of("1")) == "swap-too-large"


def test_t8_the_rival_learns_only_how_many() -> None:
    one, other = Table().lie("123", "4", bag="5678"), Table().lie("923", "4", bag="0178")
    told = []
    for table, given in ((one, "13"), (other, "93")):
        before = table.state
        table.swap(given)
        told.append(RULES.narrate(before, table.events[-1], table.state, 1))
    assert told[0] == told[1]
    assert [line.params["count"] for line in told[0]] == [2]
    assert one.view(1) == other.view(1)
    assert one.view(1).last.swapped == 2


# ---- score --------------------------------------------------------------------------------------------------------------------


def test_t9_the_example_of_the_source() -> None:
    """A new 3 on DN in a line through a covered DL counts 6, then the line doubles."""
    assert (MATCH_GRID.label(*square_of("B2")), MATCH_GRID.label(*square_of("E2"))) == ("DN", "DL")
    row, column = judged("B2=3 C2=2 D2=1 E2=4", "C3-8").lines
    assert (row.values, row.doubled, row.factor) == ((3, 2, 1, 4), (True, False, False, False), 2)
    assert row.points == (6 + 2 + 1 + 4) * 2
    assert column.points == 10


def test_t9_only_on_the_turn_the_square_is_covered() -> None:
    assert MATCH_GRID.label(*square_of("F4")) == "DN"
    assert judged("F4=3 E4=7", "F5-7", rack="37").total == (7 + 6) + (6 + 7)
    assert judged("E4=7", "F4-3").total == 10


def test_t9_both_lines_of_a_tile_get_its_bonus() -> None:
    assert MATCH_GRID.label(*square_of("I5")) == "DL"
    verdict = judged("I5=4", "H5-6", "I6-6")
    assert [(line.points, line.factor) for line in verdict.lines] == [(20, 2), (20, 2)]


def test_t9_factors_multiply() -> None:
    assert MATCH_GRID.label(*square_of("A1")) == MATCH_GRID.label(*square_of("A7")) == "TL"
    verdict = judged("A1=1 A7=1", "A2|22220")
    assert [(line.sum, line.factor, line.points) for line in verdict.lines] == [(10, 9, 90)]


def test_t9_a_line_scores_once_however_many_new_tiles_are_in_it() -> None:
    assert judged("G7=2 H7=3 I7=5").total == 10


def test_t9_old_lines_without_a_new_tile_score_nothing() -> None:
    assert judged("G8=6", "G7-46").total == 10


def test_t10_seven_tiles_in_one_play_add_twenty_after_the_multipliers() -> None:
    verdict = judged("G7=1 H7=1 I7=2 J7=2 K7=2 L7=2 F7=0")
    plain = judged("G7=1 H7=1 I7=2 J7=2 K7=2 L7=2 F7=0", full_rack=False)
    assert verdict.bonus == 20
    assert verdict.total == plain.total + 20
    assert plain.total == 12
    assert plain.bonus == 0


def test_t10_not_for_emptying_a_shorter_rack() -> None:
    assert judged("G7=1 H7=1 I7=2 J7=2 K7=2 F7=2", rack="112222").bonus == 0


@pytest.mark.parametrize("words", ["I7=0", "I7=*0"])
def test_t11_a_lone_zero_is_valid_and_scores_nothing(words: str) -> None:
    verdict = judged(words, "G7-46")
    assert verdict.fault is None
    assert verdict.lone_zero
    assert verdict.total == 0


def test_t11_with_another_tile_a_zero_scores_normally() -> None:
    assert judged("I7=0 F7=0", "G7-46").total == 10
    assert judged("I7=0 I8=9 I9=1", "G7-46").total > 10


# ---- the end ------------------------------------------------------------------------------------------------------------------


def test_t12_a_rack_emptied_with_an_empty_bag_ends_the_match_at_once() -> None:
    table = Table().lie("46", "93*", runs="G6-6", scores=(50, 60)).play("G7=4 H7=6")
    result = table.result()
    assert result.reason == "out"
    assert result.points == (50 + 20 + 12, 60)
    assert result.winners == (0,)


def test_t12_not_while_the_bag_holds_tiles() -> None:
    table = Table().lie("46", "93", runs="G6-6", bag="1").play("G7=4 H7=6")
    assert table.state.phase == "play"
    assert table.state.racks[0] == ("1",)


def test_t12_a_lone_zero_may_be_the_last_tile_even_in_the_sixth_scoreless_turn() -> None:
    table = Table().lie("0", "93", runs="G7-46", scoreless=5, scores=(3, 3)).play("I7=0")
    assert table.result().reason == "out"
    assert table.result().points == (15, 3)


@pytest.mark.parametrize(("move", "left"), [(Pass(), 9), (swap_of("9"), 5), (laying("I7=0"), 9 + 5)], ids=["pass", "swap", "lone zero"])
def test_t13_six_scoreless_turns_in_a_row_end_the_match(move: Move, left: int) -> None:
    table = Table().lie("90", "93*", runs="G7-46", bag="5", scoreless=5, scores=(50, 60)).go(move)
    assert table.result().reason == "scoreless"
    assert table.result().points == (50 - left, 60 - 12)


def test_t13_a_score_in_between_starts_the_count_again() -> None:
    table = Table().lie("46", "93", runs="G6-6", bag="11", scoreless=5).play("G7=4 H7=6")
    assert table.state.scoreless == 0
    assert table.state.phase == "play"


def test_t13_also_before_the_first_play_and_totals_may_be_negative() -> None:
    table = Table().deal(LOW, MIXED).pass_on(5)
    assert isinstance(RULES.awaits(table.state), NeedMove)
    table.pass_on()
    assert table.result().points == (-21, -28)
    assert table.result().winners == (0,)


def test_t13_equal_totals_are_a_draw() -> None:
    table = Table().lie("9", "9", bag="5", scoreless=5).pass_on()
    assert table.result().ranks == (1, 1)
    assert table.result().winners == (0, 1)


def test_t13_a_sixth_swap_ends_the_match_without_a_shuffle() -> None:
    table = Table().lie("9", "9", bag="5", scoreless=5).swap("9")
    assert isinstance(RULES.awaits(table.state), Over)
    assert table.result().points == (-5, -9)


@pytest.mark.parametrize("starter", [0, 1])
def test_t14_chance_says_who_begins(starter: int) -> None:
    state = RULES.start(["person", "cpu"], OPTIONS)
    assert RULES.awaits(state) == NeedShuffle(2)
    table = Table(starter)
    assert RULES.awaits(table.state) == NeedShuffle(80)
    table.deal(LOW, MIXED)  # the first seven tiles are for who begins
    assert RULES.awaits(table.state) == NeedMove(((starter,),), "t1")
    assert table.state.racks == (tuple(LOW), tuple(MIXED))


def test_p9_the_fallback_is_to_pass() -> None:
    table = Table().deal(LOW, MIXED)
    assert RULES.fallback(table.state, 0) == Pass()
    with pytest.raises(ValueError):
        RULES.fallback(table.state, 1)


# ---- what is seen -------------------------------------------------------------------------------------------------------------


def test_t19_the_last_play_stays_highlighted_over_a_pass() -> None:
    table = Table().deal("4600000", MIXED).play("G7=4 H7=6").pass_on()
    view = table.view(None)
    assert view.last.placements == ()
    assert [(each.row, each.col) for each in view.latest_play.placements] == [square_of("G7"), square_of("H7")]


def test_t19_unseen_tiles_are_counted_from_the_board_and_the_own_rack() -> None:
    table = Table().deal("4*00012", MIXED).play("G7=4 H7=*6")
    own, rival, nobody = (dict(table.view(viewer).unseen) for viewer in (0, 1, None))
    assert nobody == {**TILES, "4": 9, "*": 2}
    assert rival == {tile: count - MIXED.count(tile) for tile, count in nobody.items()}
    assert sum(own.values()) == table.view(0).bag + 7


def test_t19_a_laid_wild_is_deducted_from_the_wilds() -> None:
    table = Table().deal("4*00012", MIXED).play("G7=4 H7=*6")
    unseen = dict(table.view(None).unseen)
    assert unseen["*"] == TILES["*"] - 1
    assert unseen["6"] == TILES["6"]


def test_t20_a_viewer_sees_the_own_rack_and_the_size_of_the_other() -> None:
    table = Table().deal(LOW, MIXED)
    for viewer, rack in ((0, tuple(LOW)), (1, tuple(MIXED)), (None, ())):
        view = table.view(viewer)
        assert (view.rack, view.held, view.racks, view.bag) == (rack, (7, 7), None, 66)
    assert RULES.reveal(table.state).racks == (tuple(LOW), tuple(MIXED))
    with pytest.raises(ValueError):
        table.view(2)


def test_t20_what_may_be_swapped_is_told_to_who_may() -> None:
    table = Table().lie("123", "4", bag="56")
    assert [table.view(viewer).most_swapped for viewer in (0, 1, None)] == [2, 0, 0]


def test_t20_racks_are_laid_open_for_the_count() -> None:
    table = Table().lie("9", "9*", bag="5", scoreless=5).pass_on()
    assert table.view(None).ending.racks == (("9",), ("9", "*"))
    assert table.view(None).ending.change == (-9, -9)


# ---- refusals -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("G7=6", "En G7 ya hay una ficha."),
        ("I7=0 I7=0", "En I7 solo cabe una ficha."),
        ("I7=8", "No tienes esa ficha en el atril: 8."),
        ("I7=*3", "No tienes esa ficha en el atril: ★."),
        ("A1=4 A2=6", "Alguna ficha nueva tiene que tocar una que ya esté en el tablero."),
        ("I7=4", "La fila G7–I7 (4 + 6 + 4) suma 14: tiene que sumar 10."),
        ("G8=4", "La columna G7–G8 (4 + 4) suma 8: tiene que sumar 10."),
        ("G8=6 H6=4", "Las fichas nuevas tienen que estar unidas entre sí por líneas sin huecos."),
    ],
)
def test_t22_a_faulty_play_is_refused_with_a_sentence(words: str, text: str) -> None:
    table = Table().lie("460046", "1", runs="G7-46")
    assert sentence(table.refuse(0, laying(words))) == text


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (13, 0), (0, 13), (999, 999)])
def test_t22_off_the_board(square: tuple[int, int]) -> None:
    table = Table().lie("46", "1", runs="G7-46")
    refused = table.refuse(0, Play((Placement(*square, "4", 4),)))
    assert sentence(refused) == "Esa casilla está fuera del tablero."


def test_t22_the_centre_is_named() -> None:
    table = Table().lie("46", "1")
    assert sentence(table.refuse(0, laying("A1=4 A2=6"))) == "La primera jugada tiene que cubrir la casilla del centro, G7."
    assert table.code(laying("G7=4")) == "no-line"


def test_t22_a_wild_without_a_digit() -> None:
    for raw in ([6, 6, "*"], [6, 6, "*", None]):
        with pytest.raises(Malformed) as caught:
            RULES.decode({"play": [raw]})
        assert caught.value.code == "wild-without-digit"
    table = Table().lie("*6", "1")
    assert table.code(play_of([Placement(6, 6, "*", 10), Placement(6, 7, "6", 6)])) == "wild-without-digit"


def test_t22_out_of_turn_says_whose_turn_it_is() -> None:
    table = Table().deal(LOW, MIXED)
    refused = table.refuse(1, Pass())
    assert (refused.code, refused.params) == ("not-your-turn", {"who": SeatRef(0)})
    assert table.refuse(2, Pass()).code == "not-seated"
    assert table.refuse(True, Pass()).code == "not-seated"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"play": []}, "nothing-laid"),
        ({"swap": []}, "nothing-swapped"),
        ({"play": [[6, 6, "4", 5]]}, "malformed"),
        ({"play": [[6, 6, "4"]]}, "malformed"),
        ({"play": [[6, True, "4", 4]]}, "malformed"),
        ({"play": [[6, 10**9, "4", 4]]}, "malformed"),
        ({"play": [[6, 6, "10", 10]]}, "malformed"),
        ({"play": [[6, 6, "*", -1]]}, "malformed"),
        ({"play": [[6, 6, "4", 4]] * 8}, "malformed"),
        ({"play": [[6, 6, "4", 4]], "pass": True}, "malformed"),
        ({"pass": 1}, "malformed"),
        ({"pass": False}, "malformed"),
        ({"swap": ["x"]}, "malformed"),
        ({"swap": "123"}, "malformed"),
        ({"swap": ["1"] * 8}, "malformed"),
    ],
)
def test_t22_what_is_no_move_is_refused(raw: Any, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        RULES.decode(raw)
    assert caught.value.code == code


def test_t22_moves_have_one_form() -> None:
    play = laying("H7=6 G7=*4")
    assert RULES.encode(play) == {"play": [[6, 6, "*", 4], [6, 7, "6", 6]]}
    assert RULES.decode({"play": [[6, 7, "6", 6], [6, 6, "*", 4]]}) == play
    assert RULES.decode({"swap": ["9", "*", "0"]}) == swap_of("*09")


def test_t22_nothing_is_lost_by_a_refusal_or_a_turn() -> None:
    table = Table().deal("4600012", MIXED).play("G7=4 H7=6").swap("12").shuffle()
    assert tiles_of(table.state) == Counter(BAG)
    with pytest.raises(Illegal):
        RULES.step(table.state, Played(0, laying("G7=4")))
    assert table.state.board == board_of("G7-46")
