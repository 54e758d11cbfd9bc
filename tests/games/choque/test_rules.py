"""The rules of Choque de Colores, by their numbers (C1-C28): deal, turn and end, and what each of the three tables has of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from games.choque import GAME
from games.choque.faces import COLOUR_NAMES, FACE_NAMES, SYMBOLS, WORTH, face_token
from games.choque.rules_v1 import RULES
from games.choque.variants import ASEDIO, CLASICA, DIA_Y_NOCHE, VARIANTS, Side
from games.choque.views import Draw, Keep, NameColour, Pass, PlayCard
from games.contract import Illegal, Malformed, NeedMove, NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream
from tests.games.choque.tables import Table, move_of

NIGHT = "dia-y-noche"
each_table = pytest.mark.parametrize("variant", list(VARIANTS))


def kinds(side: Side) -> Counter[str]:
    """How many of what a side has, numbers together."""
    return Counter("#" if face[0].isdigit() else face[0] for face in side.deck)


# ---- C1-C3, the room --------------------------------------------------------------------------------------------------------------


def test_c1_two_to_six_seats_four_by_default_three_in_the_quick_game() -> None:
    assert (GAME.seats, GAME.default_seats, GAME.quick_seats, GAME.clock) == ((2, 3, 4, 5, 6), 4, 3, "30s")
    assert GAME.defaults == {"variant": "clasica"}
    for seats in (1, 7):
        with pytest.raises(ValueError):
            RULES.start(["person"] * seats, GAME.defaults)


@each_table
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_c2_seven_cards_each_and_a_number_opens(variant: str, seats: int) -> None:
    for seed in range(12):
        bits, table = Stream(f"{variant} {seats} {seed}"), Table(seats, variant)
        while isinstance(awaited := RULES.awaits(table.state), NeedShuffle):
            table.take(Shuffled(bits.permutation(awaited.size)))
        assert table.held == [7] * seats
        assert table.view(None).top[0].isdigit()
        assert table.view(None).colour == table.view(None).top[1]
        assert len(table.state.stock) == 112 - 7 * seats - 1
        assert table.state.direction == 1


def test_c2_cards_turned_up_before_the_number_are_mixed_in_once() -> None:
    table = Table(2).deal("7A 8A 9A 1T 2T 3T 4T", "5A 6A 0A 1C 2C 3C 4C", stock="SV WX 5C 6C")
    assert table.view(None).top == "5C"
    assert table.said() == ["starter-back", "starter-back", "dealt"]
    awaited = RULES.awaits(table.state)
    assert awaited == NeedShuffle(112 - 15)
    before = Counter(table.state.stock)
    table.take(Shuffled(Stream("mix").permutation(112 - 15)))
    assert table.said() == ["mixed-in"]
    assert Counter(table.state.stock) == before
    assert isinstance(RULES.awaits(table.state), NeedMove)


def test_c2_a_number_on_top_needs_no_mixing() -> None:
    table = Table(2).deal("7A 8A 9A 1T 2T 3T 4T", "5A 6A 0A 1C 2C 3C 4C", stock="5C SV")
    assert table.state.phase == "play"
    assert table.said() == ["dealt"]


def test_c2_chance_says_who_starts() -> None:
    for first in range(4):
        table = Table(4).begin(first)
        table.take(Shuffled(tuple(range(112))))
        assert table.state.turn == first


def test_c3_c7_a_turn_keeps_its_name_and_six_seconds_belong_to_the_choice() -> None:
    """The name is what the turn's deadline hangs on: neither the draw nor the colour after a turn-over starts the clock anew."""
    table = Table(2).lie("9C 8C", "7T 6T", top="5A", stock="3A")
    before = RULES.awaits(table.state)
    after = RULES.awaits(table.go("draw").state)
    assert isinstance(before, NeedMove)
    assert isinstance(after, NeedMove)
    assert (before.turn, before.limit) == (after.turn, None)
    assert after.limit == 6
    last = RULES.awaits(table.go("keep").state)
    assert isinstance(last, NeedMove)
    assert last.turn != before.turn
    assert last.limit is None
    table = Table(2, NIGHT).lie("MA/HX 8C", "7T 6T", top="5A")
    first = RULES.awaits(table.state)
    naming = RULES.awaits(table.go("MA").state)
    assert isinstance(first, NeedMove)
    assert isinstance(naming, NeedMove)
    assert (first.turn, naming.limit) == (naming.turn, None)


def test_c3_playing_again_is_another_turn() -> None:
    """Otherwise somebody who skips all others could not think about the next card."""
    for acts in ("SA", "RA"):
        table = Table(2).lie(f"{acts} 8A 7A", "7T 6T", top="5A")
        before = RULES.awaits(table.state)
        after = RULES.awaits(table.go(acts).state)
        assert isinstance(before, NeedMove)
        assert isinstance(after, NeedMove)
        assert table.state.turn == 0
        assert before.turn != after.turn


# ---- C5-C8, a turn ----------------------------------------------------------------------------------------------------------------


def test_c5_a_card_fits_by_colour_or_by_number_or_by_symbol() -> None:
    table = Table(2).lie("7A 3T 8T SC DT", "9V", top="3A", stock="1V")
    assert table.moves() == ["7A", "3T", "draw"]
    table = Table(2).lie("7A 3T SC DT", "9V", top="ST", stock="1V")
    assert table.moves() == ["3T", "SC", "DT", "draw"]
    assert table.code("7A") == "no-match"


def test_c5_after_a_wild_card_only_the_named_colour_fits() -> None:
    table = Table(2).lie("WX 5C", "9V 5T 4C", top="5A").go("WX:C")
    assert table.moves() == ["4C", "draw"]
    assert table.code("5T") == "no-match-named"


def test_c6_a_wild_card_goes_on_anything_with_its_colour_in_the_same_move() -> None:
    table = Table(2).lie("WX FX 5A 4C", "9V 8V", top="5A", stock="1V")
    assert table.moves() == [*(f"WX:{c}" for c in "ATCV"), *(f"FX:{c}" for c in "ATCV"), "5A", "draw"]
    assert table.code("WX") == "colour-missing"
    assert table.code("FX") == "colour-missing"
    assert table.code("5A:T") == "colour-not-asked"
    assert table.code("WX:L") == "colour-unknown"


def test_c6_a_wild_draw_four_is_legal_with_a_fitting_card() -> None:
    table = Table(2).lie("FX 5A 4C", "9V 8V", top="5A").go("FX:V")
    assert (table.view(1).pending, table.state.colour) == (4, "V")


def test_c7_drawing_is_one_card_also_with_a_playable_one() -> None:
    table = Table(2).lie("7A 8A", "9V 8V", top="5A", stock="1C 2C").go("draw")
    assert table.held == [3, 2]
    assert table.state.turn == 1
    assert table.news == ["draws:0"]


def test_c7_a_drawn_card_that_fits_is_played_or_kept_and_no_other() -> None:
    table = Table(2).lie("7A 8A", "9V 8V", top="5A", stock="1A 2C").go("draw")
    assert table.moves() == ["1A", "keep"]
    assert table.view(0).drawn == "1A"
    assert [table.code(act) for act in ("7A", "draw", "pass")] == ["only-the-drawn", "drawn-waits", "drawn-waits"]
    other = Table(2).lie("7A 8A", "9V 8V", top="5A", stock="1A 2C").go("draw 1A")
    assert (other.state.turn, other.held) == (1, [2, 2])
    table.go("keep")
    assert (table.state.turn, table.held) == (1, [3, 2])
    assert table.code("keep") == "nothing-drawn"


def test_c7_a_drawn_card_equal_to_an_older_one_is_the_one_played() -> None:
    table = Table(2, NIGHT).lie("7A/3E 8C", "9V 8V", top="5A", stock="7A/4E").go("draw 7A")
    assert "3E" in table.view(1).others[0]
    assert "4E" not in table.view(1).others[0]


def test_c7_the_others_see_that_somebody_is_choosing_and_not_what() -> None:
    table = Table(3).lie("7A 8A", "9V 8V", "9T", top="5A", stock="1A 2C").go("draw")
    for viewer in (1, 2, None):
        view = table.view(viewer)
        assert (view.stage, view.drawn, view.playable, view.turn) == ("drawn", None, (), 0)


def test_c7_at_the_end_of_the_six_seconds_the_card_is_played_a_wild_with_the_colour_most_held() -> None:
    """The clock plays the fallback; it never keeps the card."""
    table = Table(2).lie("7T 8T 9C", "9V 8V", top="5A", stock="WX 2C").go("draw")
    assert RULES.fallback(table.state, 0) == PlayCard("WX", "T")
    table = Table(2).lie("7T 8C", "9V 8V", top="5A", stock="WX 2C").go("draw")
    assert RULES.fallback(table.state, 0) == PlayCard("WX", "T")
    table = Table(2).lie("7T 8C", "9V 8V", top="5A", stock="BA 2C").go("draw")
    assert RULES.fallback(table.state, 0) == PlayCard("BA")


def test_c8_an_empty_stock_is_filled_with_all_discards_but_the_top_and_the_colour_survives() -> None:
    table = Table(2).lie("9C 8C", "7T 6T", top="WX", pile="1A 2A 3A SC", colour="V").go("draw")
    assert (table.state.phase, table.view(None).turn) == ("reshuffle", 0)
    assert RULES.awaits(table.state) == NeedShuffle(4)
    assert table.refuse(0, Draw()).code == "shuffling"
    table.shuffle()
    assert (table.state.colour, table.view(None).pile, len(table.state.stock), table.held) == ("V", 1, 3, [3, 2])


def test_c8_with_nothing_to_draw_and_nothing_to_play_one_passes() -> None:
    table = Table(3).lie("9C 8C", "7T 6T", "1A 2A", top="5A")
    assert table.moves() == ["pass"]
    assert table.view(0).may_pass
    assert table.code("draw") == "nothing-to-draw"
    table.go("pass")
    assert (table.state.turn, table.state.passes) == (1, 1)


def test_c8_who_can_play_or_draw_may_not_pass() -> None:
    assert Table(2).lie("9A 8C", "7T", top="5A").code("pass") == "pass-may-play"
    assert Table(2).lie("9A 8C", "7T", top="5A").moves() == ["9A"]
    assert Table(2).lie("9C 8C", "7T", top="5A", stock="1A").code("pass") == "pass-may-draw"


def test_c8_all_pass_in_a_row_and_the_fewest_points_win() -> None:
    table = Table(3).lie("9C 8C", "7T 6T", "SC", top="5A").go("pass pass pass")
    result = RULES.awaits(table.state)
    assert isinstance(result, Over)
    assert (result.result.reason, result.result.winners) == ("blocked", (1,))
    assert result.result.points == (13 + 20, 17 + 20, 17 + 13)
    assert result.result.ranks == (2, 1, 3)


def test_c8_then_the_fewest_cards_win() -> None:
    table = Table(3).lie("9C 4C", "7T 6T", "1C 4T 8T", top="5A").go("pass pass pass")
    assert RULES.awaits(table.state).result.winners == (0,)
    table = Table(2).lie("9C 4C", "1C 4T 8T", top="5A", turn=1).go("pass pass")
    assert RULES.awaits(table.state).result.winners == (0,)


@pytest.mark.parametrize(("turn", "direction", "winner"), [(0, 1, 0), (1, 1, 1), (2, 1, 2), (0, -1, 0), (1, -1, 1)])
def test_c8_then_the_seat_whose_turn_would_come_first(turn: int, direction: int, winner: int) -> None:
    table = Table(3).lie("7C 6C", "7T 6T", "4C 9T", top="5A", turn=turn, direction=direction).go("pass pass pass")
    assert RULES.awaits(table.state).result.winners == (winner,)


def test_c8_a_play_and_the_taking_of_an_empty_pile_begin_the_row_anew() -> None:
    table = Table(3).lie("9C 8C", "7T 6T", "1A 2V", top="5A").go("pass pass")
    assert table.state.passes == 2
    assert table.go("1A").state.passes == 0
    table = Table(3).lie("9C 8C", "7T 6T", "1A 2V", top="DA", pending="2D", passes=2).go("draw")
    assert (table.news, table.state.turn, table.state.passes) == (["takes-none:0"], 1, 0)


def test_c8_c22_a_pass_is_a_hand_over() -> None:
    """The clock goes on counting while players pass (C22)."""
    table = Table(2, NIGHT).lie("9C/9L 8C", "7T 6T", top="5A/5L", midnight=1).go("pass")
    assert (table.state.side, table.state.turn, table.state.colour) == (1, 1, "L")


def test_c8_c22_a_turn_over_begins_the_row_of_passes_anew() -> None:
    """Who could play nothing by day may have something by night: the hand ends when all have passed on one side."""
    table = Table(2, NIGHT).lie("9C/9L 8C/8O", "7T/7E 6T/6Q", top="5A/5L", midnight=1).go("pass")
    assert (table.state.side, table.state.passes) == (1, 0)
    table.go("pass")
    assert (table.state.phase, table.state.turn, table.moves()) == ("play", 0, ["9L"])


# ---- C9-C14, Clásica --------------------------------------------------------------------------------------------------------------


def test_c9_the_112_cards_of_clasica() -> None:
    (side,) = CLASICA.sides
    assert len(side.deck) == 112
    assert kinds(side) == {"#": 76, "S": 8, "R": 8, "D": 8, "B": 4, "W": 4, "F": 4}
    assert Counter(side.deck)["0A"] == 1
    assert Counter(side.deck)["9V"] == 2
    assert Counter(side.deck)["BC"] == 1


def test_c10_a_skip_takes_the_next_turn_and_a_reverse_the_direction() -> None:
    table = Table(4).lie("SA 1A", "2A 3A", "RA 4A", "5A 6A", top="7A").go("SA")
    assert (table.state.turn, table.state.lost, table.news) == (2, (1,), ["skips:1"])
    table.go("RA")
    assert (table.state.turn, table.state.direction, table.state.lost) == (1, -1, ())


@pytest.mark.parametrize("act", ["SA", "RA"])
def test_c10_between_two_both_mean_playing_again(act: str) -> None:
    table = Table(2).lie(f"{act} 1A 2A", "2C 3A", top="7A").go(act)
    assert table.state.turn == 0


def test_c11_draw_twos_pile_up_whatever_their_colour_and_are_taken_at_once() -> None:
    table = Table(3).lie("DA 1A", "DC 2C", "DT 3T", top="7A", stock="1V 2V 3V 4V 5V 6V 7V").go("DA DC DT")
    assert table.news == ["piles:0:6"]
    assert (table.view(0).pending, table.view(0).answers) == (6, "D")
    table.go("draw")
    assert (table.held, table.state.turn, table.view(1).pending) == ([7, 1, 1], 1, 0)
    assert table.news == ["takes:0:6"]


def test_c11_nothing_else_answers_and_a_plus_four_has_no_answer() -> None:
    table = Table(2).lie("DA 9T", "1A SA RA BA WX FX DV 2V", top="7A", stock="1V 2V").go("DA")
    assert table.moves() == ["DV", "draw"]
    assert {table.code(act) for act in ("1A", "SA", "RA", "BA", "WX:A", "FX:A")} == {"no-answer"}
    table = Table(2).lie("FX 9T", "FX DV 2V", top="7A", stock="1V 2V 3V 4V 5V").go("FX:V")
    assert table.moves() == ["draw"]
    assert table.code("DV") == "no-answer"
    assert table.go("draw").held == [1, 7]


def test_c11_who_holds_an_answer_may_still_take_it() -> None:
    table = Table(2).lie("DA 9T", "DV 2V", top="7A", stock="1V 2V 3V").go("DA draw")
    assert (table.held, table.state.turn) == ([1, 4], 0)


def test_c11_what_the_cards_can_not_supply_is_forgiven() -> None:
    table = Table(2).lie("FX 9T", "DV 2V", top="7A", stock="1V", pile="3V").go("FX:V draw")
    assert RULES.awaits(table.state) == NeedShuffle(2)
    table.shuffle()
    assert (table.held, table.news) == ([1, 5], ["takes:1:3"])
    assert (table.state.turn, table.state.pending) == (0, None)


def test_c12_a_bomb_lights_a_fuse_of_three_and_the_explosion_comes_before_the_turn() -> None:
    table = Table(4).lie("BA 1A 2A", "3A 4A", "5A 6A", "7A 8A", top="9A", stock="1V 2V 3V 4V 5V").go("BA")
    assert (table.news, table.view(None).fuse, table.view(None).explosion) == (["lights:0:4"], 3, 4)
    table.go("3A")
    assert table.view(None).fuse == 2
    table.go("5A")
    assert table.view(None).fuse == 1
    table.go("7A")
    assert (table.news, table.view(None).fuse, table.state.turn) == (["explodes:0:4"], None, 0)
    assert table.held == [6, 1, 1, 1]
    assert "1A" in table.moves()


def test_c12_a_bomb_fits_by_colour_or_symbol() -> None:
    assert Table(2).lie("BA 1T", "3A 4A", top="9C").code("BA") == "no-match"
    table = Table(2).lie("BA 1T", "BT 4C", top="9A").go("BA")
    assert "BT" in table.moves()


@pytest.mark.parametrize(
    ("acts", "why"),
    [
        ("DA draw 2A", "taking a pile"),
        ("1A draw keep 2A", "GUARDAR"),
        ("1A draw 2A", "a drawn card that does not fit"),
        ("RA 1A draw", "playing again at two players"),
    ],
)
def test_c12_each_of_these_is_one_hand_over(acts: str, why: str) -> None:
    """Bomb by seat 1, then three turns; two players, so the fuse comes back to 1, but for playing again."""
    stock = "5A 6V 7V 8V 0C 1C 2C" if "keep" in acts else "5V 6V 7V 8V 0C 1C 2C"
    table = Table(2).lie("DA 1A 2A 3A RA 9A", "BA 8C 9C 3C", top="9A", stock=stock, turn=1)
    table.go("BA")
    turns = table.state.turn_number
    table.go(acts)
    assert table.state.turn_number == turns + 3, why
    assert any(news.startswith("explodes") for news in table.news), why


def test_c12_turns_played_by_the_clock_are_hand_overs_like_others() -> None:
    """Bomb by seat 0 of four; a card, a draw with JUGAR and a pile taken are what the end of the time brings (C7, P9)."""
    table = Table(4).lie("BA 1T 1C", "DA 2C", "3T 4C", "5A 6C", top="9A", stock="8C 7C 7A 0V 0T 0C 8V").go("BA")
    turns = table.state.turn_number
    for _ in range(3):
        seat = table.state.turn
        table.do(seat, RULES.fallback(table.state, seat))
    assert table.state.turn_number == turns + 3
    assert table.news[-1] == "explodes:0:4"


def test_c12_at_two_players_a_skip_is_one_hand_over_to_oneself() -> None:
    table = Table(2).lie("SA SC RC 1C", "BA 2T", top="9A", stock="1V 2V 3V 4V", turn=1).go("BA SA")
    assert (table.state.turn, table.view(None).fuse) == (0, 2)
    table.go("SC RC")
    assert (table.news[-1], table.state.turn, table.held) == ("explodes:0:4", 0, [5, 1])


def test_c12_the_last_card_before_zero_ends_the_game_and_nothing_explodes() -> None:
    table = Table(2).lie("1A", "2T 3T", top="9A", stock="1V 2V 3V 4V", fuse="1:6").go("1A")
    assert (table.state.phase, table.state.news, table.held) == ("over", (), [0, 2])
    assert RULES.awaits(table.state).result.points == (5, 0)


def test_c13_a_bomb_in_the_last_moment_puts_the_explosion_off() -> None:
    table = Table(3).lie("BT 1T", "2T 3T", "4T 5T", top="9T", stock="1V 2V 3V 4V", fuse="1:4").go("BT")
    assert (table.news, table.view(None).fuse, table.view(None).explosion) == (["lights-more:0:6"], 3, 6)


def test_c13_an_explosion_that_waits_for_a_reshuffle_comes_before_the_pile() -> None:
    table = Table(3).lie("DA 1T", "DT 2T", "4T 5C", top="9A", stock="1V", pile="2V 3V 4V 5V", fuse="1:4").go("DA")
    assert (table.state.phase, table.held, table.view(1).pending, table.view(1).awaited) == ("reshuffle", [1, 3, 2], 2, ())
    table.shuffle()
    assert (table.news, table.held, table.state.turn) == (["explodes:1:4"], [1, 6, 2], 1)
    assert (table.view(1).pending, table.moves()) == (2, ["DT", "draw"])
    table.go("draw")
    assert (table.held, table.state.turn) == ([1, 8, 2], 2)


def test_c12_taking_a_pile_with_a_reshuffle_is_one_hand_over_and_the_next_one_gets_what_is_left() -> None:
    table = Table(3).lie("1T 2T", "3T 4T", "4T 5C", top="DA", stock="1V", pile="2V 3V", pending="2D", fuse="1:4").go("draw").shuffle()
    assert table.news == ["takes:0:2", "explodes:1:1"]
    assert (table.held, table.state.turn, table.view(1).fuse) == ([4, 3, 2], 1, None)


def test_c13_another_bomb_adds_two_and_resets_the_fuse() -> None:
    table = Table(4).lie("BA 1T", "BT 2T", "BC 3T", "4T 5C", top="9A", stock="1V 2V 3V 4V 6V 7V 8V 9V 0V 1A").go("BA BT BC")
    assert (table.view(None).fuse, table.view(None).explosion, table.news) == (3, 8, ["lights-more:2:8"])
    table.go("5C draw draw")
    assert table.news[-1] == "explodes:2:8"
    assert table.view(None).explosion == 0


def test_c13_the_explosion_comes_before_the_pile() -> None:
    table = Table(3).lie("DA 1T", "DT 2T", "4T 5C", top="9A", stock="1V 2V 3V 4V 5V 6V 7V 8V 9V", fuse="1:4").go("DA")
    assert table.news == ["piles:1:2", "explodes:1:4"]
    assert (table.held[1], table.view(1).pending) == (6, 2)
    assert table.moves() == ["DT", "draw"]
    table.go("draw")
    assert table.held[1] == 8


def test_c13_an_explosion_takes_what_there_is_after_a_reshuffle() -> None:
    table = Table(2).lie("1A 1T", "DT 2T", top="9A", stock="1V", pile="2V", fuse="1:4").go("1A")
    assert (table.state.phase, table.state.turn) == ("reshuffle", 1)
    table.shuffle()
    assert table.news == ["explodes:1:3"]
    assert (table.held, table.state.phase) == ([1, 5], "play")
    table = Table(2).lie("1A 1T 2C", "DT 2T", top="9A", stock="", fuse="1:4").go("1A").shuffle()
    assert table.news == ["explodes:1:1"]


def test_c13_an_explosion_with_nothing_to_draw_is_forgiven() -> None:
    table = Table(2).lie("1A 1T", "DT 2T", top="DA", pending="2D", fuse="1:4").go("draw")
    assert (table.news, table.held, table.state.turn) == (["takes-none:0", "explodes-none:1"], [2, 2], 1)


def test_c14_una_carta_shows_by_itself() -> None:
    table = Table(3).lie("1A 1T", "DT 2T", "9C", top="9A")
    assert table.view(None).last_card == (2,)
    table.go("1A")
    assert table.view(1).last_card == (0, 2)
    assert [move for move in table.moves() if "call" in move] == []
    before = Table(3).lie("1A 1T", "DT 2T", "9C", top="9A").state
    lines = RULES.narrate(before, Played(0, PlayCard("1A")), table.state, None)
    assert [line.key for line in lines] == ["plays", "last-card"]
    assert [line.mark for line in lines] == ["1", ""], "the move has the number of its turn"


def test_c16_a_single_point_is_told_as_one() -> None:
    before = Table(2).lie("1A", "1T", top="9A").state
    lines = RULES.narrate(before, Played(0, PlayCard("1A")), RULES.step(before, Played(0, PlayCard("1A"))), None)
    assert [(line.key, line.params.get("points")) for line in lines[-2:]] == [("scores-one", 1), ("scores", 0)]


# ---- C15, C16, the end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["DA", "BA", "SA", "RA", "WX:C", "FX:C"])
def test_c15_the_first_empty_hand_wins_and_the_last_card_does_nothing(last: str) -> None:
    table = Table(3).lie(last[:2], "2T", "3T 4T", top="9A", stock="1V 2V 3V 4V 5V 6V").go(last)
    result = RULES.awaits(table.state)
    assert isinstance(result, Over)
    assert (result.result.reason, result.result.winners) == ("out", (0,))
    assert table.held == [0, 1, 2]
    assert table.state.news == ()
    assert (table.view(None).pending, table.view(None).fuse) == (0, None)


def test_c15_a_wild_last_card_asks_its_colour_first() -> None:
    assert Table(2).lie("WX", "2T", top="9A").code("WX") == "colour-missing"
    assert Table(2).lie("FX", "2T", top="9A").code("FX") == "colour-missing"
    assert Table(2, NIGHT).lie("HX", "2T/2L", top="9A/9L", night=True).code("HX") == "colour-missing"


def test_c15_a_last_bomb_and_a_last_turn_over_leave_everything_as_it_is() -> None:
    table = Table(2, NIGHT).lie("MA/VL", "2T/9L UA", top="9A").go("MA")
    assert (table.state.phase, table.view(None).night) == ("over", False)
    assert RULES.awaits(table.state).result.points == (22, 0)


def test_c15_no_midnight_after_the_last_card() -> None:
    for last in ("1A/VL", "MA/VL", "KA/VL"):
        table = Table(2, NIGHT).lie(last, "2T/9L UA/1E", top="9A", midnight=1).go(last[:2])
        assert (table.state.phase, table.view(None).night, table.view(None).midnight) == ("over", False, None)
        assert RULES.awaits(table.state).result.points == (22, 0)


def test_c15_a_shield_that_cancels_a_pile_may_be_the_last_card() -> None:
    table = Table(2, "asedio").lie("FX 1C", "EV", top="9A", stock="1V 2V 3V").go("FX:T EV")
    assert (RULES.awaits(table.state).result.winners, table.held) == ((1,), [1, 0])


def test_c15_an_answer_to_a_pile_may_be_the_last_card() -> None:
    table = Table(2).lie("DA 1C", "DT", top="9A", stock="1V 2V 3V").go("DA DT")
    assert RULES.awaits(table.state).result.winners == (1,)
    assert table.view(None).pending == 0


def test_c16_everybody_scores_what_all_others_hold() -> None:
    """The example of the game's own telling: 99, 20 and 79."""
    table = Table(3).lie("1A", "SC WX 9T", "BV 0C", top="9A").go("1A")
    result = RULES.awaits(table.state).result
    assert result.points == (99, 20, 79)
    assert result.ranks == (1, 3, 2)
    assert table.view(None).sheet.left == (0, 79, 20)
    assert table.view(None).sheet.cards == ((), ("SC", "WX", "9T"), ("BV", "0C"))


def test_c15_the_winner_is_alone_even_where_another_one_has_nothing_but_a_nought() -> None:
    table = Table(3).lie("1A", "0T", "2C", top="9A").go("1A")
    result = RULES.awaits(table.state).result
    assert (result.points, result.ranks, result.winners) == ((2, 2, 0), (1, 2, 3), (0,))


def test_c16_numbers_actions_and_wilds() -> None:
    assert [WORTH[face] for face in ("0A", "9V", "SA", "RL", "DA", "BA", "EA", "MO", "TQ", "WX", "FX", "HX")] == [
        0, 9, 20, 20, 20, 20, 20, 20, 20, 50, 50, 50,
    ]  # fmt: skip
    assert set(WORTH) == set(FACE_NAMES) == {face for variant in VARIANTS.values() for side in variant.sides for face in side.deck}


# ---- C17, C18, Asedio -------------------------------------------------------------------------------------------------------------


def test_c17_asedio_has_shields_instead_of_bombs() -> None:
    assert kinds(ASEDIO.sides[0]) == {"#": 76, "S": 8, "R": 8, "D": 8, "E": 4, "W": 4, "F": 4}


def test_c17_the_ladder() -> None:
    stock = "1V 2V 3V 4V 5V 6V 7V 8V 9V 1C 2C 3C"
    table = Table(3, "asedio").lie("DA 9T", "DV FX WX 8T", "DC FX 2V", top="7A", stock=stock).go("DA")
    assert table.moves() == ["DV", *(f"FX:{c}" for c in "ATCV"), "draw"]
    table.go("FX:C")
    assert (table.view(2).pending, table.state.colour) == (6, "C")
    assert table.moves() == [*(f"FX:{c}" for c in "ATCV"), "draw"]
    assert table.code("DC") == "no-answer"
    table.go("FX:V")
    assert table.view(0).pending == 10
    assert table.go("draw").held == [11, 3, 2]


def test_c18_a_shield_cancels_a_pile_of_any_size_and_colour() -> None:
    table = Table(3, "asedio").lie("FX 9T", "EV 8T", "9V 2V", top="7A", stock="1V 2V").go("FX:C")
    assert table.moves() == ["EV", "draw"]
    table.go("EV")
    assert table.news == ["cancels:1:4"]
    assert (table.view(2).pending, table.state.colour, table.state.turn, table.view(None).tokens) == (0, "V", 2, (False,) * 3)
    assert table.moves() == ["9V", "2V", "draw"]


def test_c18_without_a_pile_a_shield_is_an_ordinary_play_that_plants_a_token() -> None:
    table = Table(2, "asedio").lie("EA 9T", "ET 8V", top="7A")
    assert Table(2, "asedio").lie("EA 9T", "8V", top="7T").code("EA") == "no-match"
    table.go("EA")
    assert (table.news, table.view(None).tokens) == (["plants:0"], (True, False))
    table.go("ET")
    assert table.view(0).tokens == (True, True)


def test_c18_a_further_shield_adds_no_token() -> None:
    table = Table(2, "asedio").lie("EA ET 9T", "8T 8V", top="7A").go("EA")
    table.state = table.state._replace(turn=0)
    table.go("ET")
    assert (table.news, table.view(None).tokens) == (["plants-none:0"], (True, False))


def test_c18_a_token_absorbs_the_pile_that_waits_before_any_choice() -> None:
    table = Table(3, "asedio").lie("DA 9T", "DT 1A 8V", "1C", top="7A", stock="1V 2V 3V", tokens=(False, True, False)).go("DA")
    assert table.news == ["piles:1:2", "absorbs:1:2"]
    assert (table.state.turn, table.view(1).pending, table.view(None).tokens) == (1, 0, (False,) * 3)
    assert (table.view(1).top, table.state.colour) == ("DA", "A")
    assert table.moves() == ["DT", "1A", "draw"]


def test_c18_absorbing_a_plus_four_leaves_the_colour_that_was_named() -> None:
    table = Table(2, "asedio").lie("FX 9T", "1A 5T 8V", top="7A", stock="1V", tokens=(False, True)).go("FX:T")
    assert table.news == ["piles:1:4", "absorbs:1:4"]
    assert (table.view(1).top, table.state.colour, table.moves()) == ("FX", "T", ["5T", "draw"])


def test_c18_a_drawn_shield_may_be_played_and_is_planted() -> None:
    table = Table(2, "asedio").lie("1T 9T", "8V", top="7A", stock="EA").go("draw EA")
    assert (table.news, table.view(None).tokens) == (["plants:0"], (True, False))


def test_c18_a_token_is_worth_nothing_and_a_shield_in_hand_twenty() -> None:
    table = Table(2, "asedio").lie("1A", "EV", top="7A", tokens=(False, True)).go("1A")
    assert RULES.awaits(table.state).result.points == (20, 0)


def test_c18_a_token_does_not_stand_against_skips() -> None:
    table = Table(3, "asedio").lie("SA 1A", "2A 3T", "4A 5T", top="7A", tokens=(False, True, False)).go("SA")
    assert (table.state.turn, table.view(None).tokens) == (2, (False, True, False))


# ---- C19-C25, Día y Noche ---------------------------------------------------------------------------------------------------------


def test_c19_the_two_sides() -> None:
    day, night = DIA_Y_NOCHE.sides
    assert kinds(day) == {"#": 76, "U": 8, "S": 8, "R": 8, "M": 4, "K": 4, "W": 4}
    assert kinds(night) == {"#": 76, "V": 8, "T": 8, "R": 8, "M": 4, "K": 4, "H": 4}
    assert not set(day.colours) & set(night.colours)
    assert len({SYMBOLS[colour] for colour in COLOUR_NAMES}) == 8
    assert not set(day.deck) & set(night.deck)


def test_c19_the_pairing_is_shuffled_first_and_the_table_opens_by_day() -> None:
    table = Table(3, NIGHT)
    assert RULES.awaits(table.state) == NeedShuffle(112)
    order = Stream("pairs").permutation(112)
    table.take(Shuffled(order)).take(Shuffled((2, 0, 1))).take(Shuffled(Stream("deal").permutation(112)))
    cards = [*table.state.stock, *table.state.pile, *(card for hand in table.state.hands for card in hand)]
    assert {card[0]: card[1] for card in cards} == dict(enumerate(order))
    assert not table.view(None).night
    assert table.said()[-1] == "dealt"


def test_c20_who_sees_which_face() -> None:
    table = Table(3, NIGHT).lie("7A/3E 8T/VL", "9A/TQ 1C/2E", "5A/KO", top="4A/HX", stock="3C/MQ")
    mine, other = table.view(0), table.view(1)
    assert mine.hand == ("7A", "8T")
    assert mine.others == ((), ("2E", "TQ"), ("KO",))
    assert other.others == (("3E", "VL"), (), ("KO",))
    assert table.view(None).others == ((), (), ())
    assert table.view(None).hand == ()
    for viewer in (0, 1, 2, None):
        text = repr(table.view(viewer))
        assert "'HX'" not in text
        assert "'MQ'" not in text
    assert "'3E'" not in repr(mine)


def test_c20_on_a_turn_over_a_hand_is_sorted_anew_by_the_new_face() -> None:
    table = Table(2, NIGHT).lie("MA/1E 9C/VL 2T/3E 7A/5E", "5A/KO 4C/2L", top="4A/HX").go("MA")
    assert table.hand(0) == ["3E", "5E", "VL"]
    assert table.hand(1) == ["2L", "KO"]
    assert table.view(1).others[0] == ("7A", "2T", "9C")
    assert table.view(0).turned == 1


def test_c20_swapping_what_is_behind_two_own_cards_changes_nothing_in_sight_before_and_after_the_table_turns() -> None:
    """What a hand shows says nothing of which face is behind which: neither before nor after, to anybody."""
    told = []
    for hand in ("9C/VL 2T/3E 7A/5E 1A/8O", "9C/5E 2T/8O 7A/VL 1A/3E"):
        table = Table(3, NIGHT).lie(hand, "MA/1E 4C/2L 8C/9E", "1T/1O", top="4A/HX", turn=1)
        before = [table.view(viewer) for viewer in (0, 1, 2, None)]
        table.go("MA")
        after = [table.view(viewer) for viewer in (0, 1, 2, None)]
        told.append((before, after))
    assert told[0] == told[1]


def test_c21_a_turn_over_turns_everything_and_the_new_top_does_nothing() -> None:
    table = Table(3, NIGHT).lie("MA/TE 9C/VL", "5A/KO 4C/2E", "1T/1O", top="4A/HX", stock="3C/4L").go("MA")
    view = table.view(1)
    assert (view.top, view.colour, view.night, view.turn) == ("TE", "E", True, 1)
    assert view.hand == ("2E", "KO")
    assert table.moves() == ["2E", "draw"]
    assert table.news == ["turns:0"]
    table.go("draw")
    assert table.hand(1) == ["2E", "KO", "4L"]


def test_c21_a_turn_over_fits_by_colour_or_symbol() -> None:
    assert Table(2, NIGHT).lie("MA 9C", "1T", top="4C").code("MA") == "no-match"
    assert "MA" in Table(2, NIGHT).lie("MA 9C", "1T", top="MC").moves()
    assert "MA" in Table(2, NIGHT).lie("MA 9C", "1T", top="4A").moves()


def test_c21_without_a_colour_the_same_player_names_one_before_the_turn_passes() -> None:
    table = Table(3, NIGHT).lie("MA/HX 9C/VL", "5A/KO 4C/2E", "1T/1O", top="4A").go("MA")
    view = table.view(0)
    assert (view.turn, view.stage, view.may_name, view.colour) == (0, "name-then-pass", True, "")
    assert table.moves() == [":E", ":L", ":O", ":Q"]
    assert [table.code(act) for act in (":A", "VL", "draw", "pass")] == ["colour-unknown", "colour-waits", "colour-waits", "colour-waits"]
    assert RULES.fallback(table.state, 0) == NameColour("L")
    table.go(":O")
    assert (table.state.turn, table.state.colour, table.view(0).top) == (1, "O", "HX")
    assert table.code(":O") == "colour-not-awaited"


def test_c21_and_back_to_the_day() -> None:
    table = Table(2, NIGHT).lie("9C/ME 3C/1E", "5A/KO 4C/2E", top="4A/7E", night=True).go("ME")
    assert (table.view(0).top, table.view(0).night, table.hand(0), table.hand(1)) == ("9C", False, ["3C"], ["5A", "4C"])


def test_c22_the_clock_counts_three_hand_overs_and_strikes_before_the_player_acts() -> None:
    table = Table(4, NIGHT).lie("KA 1A/1E 2A/2E", "3A 4A", "5A 6A", "7A/7E 8A", top="9A").go("KA")
    shown = [table.view(None).midnight]
    for act in ("3A", "5A", "7A"):
        shown.append(table.go(act).view(None).midnight)
    assert shown == [3, 2, 1, None]
    assert table.news == ["midnight:0", "turns:0"]
    view = table.view(0)
    assert (view.turn, view.night, view.top, view.hand) == (0, True, "7E", ("1E", "2E"))


def test_c22_a_second_clock_restarts_at_three_and_a_turn_over_does_not_stop_it() -> None:
    table = Table(3, NIGHT).lie("1A 2A 3A", "KA 4A 0A", "MA/1E 5A", top="9A", midnight=2).go("1A")
    assert table.view(None).midnight == 1
    table.go("KA")
    assert table.view(None).midnight == 3
    table.go("MA")
    assert (table.view(None).midnight, table.view(None).night) == (2, True)


def test_c22_on_a_colourless_top_the_player_names_and_then_meets_the_pile() -> None:
    table = Table(2, NIGHT).lie("UA/HX 1A", "UT/VE 2T/3L", top="9A", stock="4T 5T", midnight=1).go("UA")
    view = table.view(1)
    assert (view.stage, view.pending, view.night, view.colour) == ("name-then-play", 1, True, "")
    assert table.code("draw") == "colour-waits"
    table.go(":L")
    assert (table.state.turn, table.state.colour, table.view(1).pending) == (1, "L", 1)
    assert table.moves() == ["draw"]
    assert table.go("draw").held == [1, 3]


def test_c22_a_countdown_that_ends_with_a_turn_over_turns_the_table_back_at_once() -> None:
    table = Table(2, NIGHT).lie("MA/1E 9C/VL 8C/2O", "5A/KO 4C/2L", top="4A/HX", midnight=1).go("MA")
    assert table.news == ["turns:0", "midnight:1", "turns:1"]
    assert (table.state.turn, table.view(0).top, table.state.colour, table.view(0).night, table.view(0).turned) == (1, "MA", "A", False, 2)
    assert (table.hand(0), table.view(1).others[0]) == (["8C", "9C"], ("VL", "2O"))


def test_c21_c22_who_turned_up_no_colour_names_one_before_midnight_turns_the_table_back() -> None:
    table = Table(2, NIGHT).lie("MA/HX 9C/VL", "5A/KO 4C/2L", top="4A", midnight=1).go("MA")
    assert (table.state.stage, table.view(None).midnight, table.moves()) == ("name-then-pass", 1, [":E", ":L", ":O", ":Q"])
    table.go(":O")
    assert (table.news, table.state.turn, table.view(1).top, table.state.colour) == (["midnight:1", "turns:1"], 1, "MA", "A")
    assert table.moves() == ["5A", "draw"]


def test_c21_c22_the_view_tells_a_face_that_was_played_from_one_that_came_up_as_the_table_turned() -> None:
    table = Table(2, NIGHT).lie("MA/1E 9C/VE", "5A/2E 4C/2L", top="4A/HX")
    shown = [(view.turned_up, view.top_by) for view in (table.view(1), table.go("MA").view(1), table.go("2E").view(1))]
    assert shown == [(False, None), (True, 0), (False, 1)]


def test_c20_c22_what_midnight_turns_back_at_once_is_told_to_nobody() -> None:
    """Neither the log nor a CPU player knows more than people: that side of the table was never shown."""
    before = Table(2, NIGHT).lie("MA/1E 9C/VL 8C/2O", "5A/KO 4C/2L", top="4A/HX", midnight=1)
    after = Table(2, NIGHT).lie("MA/1E 9C/VL 8C/2O", "5A/KO 4C/2L", top="4A/HX", midnight=1).go("MA")
    lines = RULES.narrate(before.state, Played(0, PlayCard("MA")), after.state, None)
    assert [line.key for line in lines] == ["plays", "turns", "midnight", "day-breaks"]
    assert lines[-1].params["card"] == face_token("MA")
    assert "1 celeste" not in repr(lines)
    assert [RULES.mind(after.state, seat).known for seat in (0, 1)] == [((), ())] * 2
    assert RULES.mind(after.state, 0).shown == ("4A", "MA")


DAY_HAND, NIGHT_HAND = "UT/9L 1V/HX 2T/3E", "8T/2E 7T/6Q"


@pytest.mark.parametrize(
    ("act", "night", "top", "stock", "known"),
    [
        ("draw", False, "9A/1L", "5V/1O", (("3E", "9L", "HX"), ("2E", "6Q"))),  # what does not go: 5V, with 1O behind it
        ("draw", False, "9A/1L", "", (("3E", "9L", "HX"), ("2E", "6Q"))),  # the same after a reshuffle
        ("HX:Q", True, "9T/1L", "8V/1Q", (("2T", "UT"), ("7T", "8T"))),  # the hunted one gets 1Q, with 8V behind it
        ("HX:Q", True, "9T/1L", "8V/1E", (("2T", "UT"), ("7T", "8T"))),  # and one more after a reshuffle
    ],
)
def test_c20_c22_of_a_card_that_came_in_as_the_table_turned_nobody_saw_that_face(
    act: str, night: bool, top: str, stock: str, known: tuple[tuple[str, ...], ...]
) -> None:
    table = Table(2, NIGHT).lie(DAY_HAND, NIGHT_HAND, top=top, stock=stock, pile="4V/2Q", midnight=1, night=night).go(act)
    if table.state.phase == "reshuffle":
        table.shuffle()
    assert table.view(None).night is not night
    assert tuple(tuple(sorted(each)) for each in RULES.mind(table.state, 0).known) == known


def test_c23_plus_one_answers_plus_one_and_plus_five_answers_plus_five() -> None:
    table = Table(2, NIGHT).lie("UA 1A", "UT WX 2A", top="9A", stock="4T 5T").go("UA")
    assert table.moves() == ["UT", "draw"]
    table.go("UT")
    assert table.view(0).pending == 2
    table = Table(2, NIGHT).lie("1A/VE 2A", "1T/VL WX/HX 2T/3E", top="9A/9E", stock="4T", night=True).go("VE")
    assert table.moves() == ["VL", "draw"]
    assert table.go("VL").view(0).pending == 10


def test_c23_a_pending_pile_keeps_kind_and_amount_when_the_table_turns() -> None:
    table = Table(2, NIGHT).lie("UA/9E 1A", "UT/VE 2T/3E", top="9A", stock="4T 5T", midnight=1).go("UA")
    assert (table.view(1).night, table.view(1).pending, table.view(1).answers) == (True, 1, "U")
    assert table.moves() == ["draw"]
    assert table.code("VE") == "no-answer"


def test_c24_everybody_else_loses_the_turn_in_one_hand_over() -> None:
    table = Table(4, NIGHT).lie("1A/TE 2A/2E", "3A", "4A", "5A", top="9A/9E", night=True, midnight=3).go("TE")
    assert (table.state.turn, table.state.lost, table.view(None).midnight) == (0, (1, 2, 3), 2)
    assert table.news == ["everybody:0"]


def test_c24_a_hunt_draws_until_a_card_of_the_named_colour_appears() -> None:
    table = Table(3, NIGHT).lie(
        "WX/HX 1A/1E", "2A/VE", "3A/3E", top="9A/9E", stock="4A/4E 5A/HX 6A/6Q 7A/7Q", night=True
    ).go("HX:Q")  # fmt: skip
    assert (table.news, table.held, table.state.turn, table.state.lost) == (["hunts:1:3"], [1, 4, 1], 2, (1,))
    assert table.state.colour == "Q"
    assert len(table.state.stock) == 1


def test_c24_todos_pasan_meets_midnight_before_the_second_turn() -> None:
    for seats in (2, 3):
        table = Table(seats, NIGHT).lie("1A/TE 2A/2E 7A/7E", *("3A/3E", "4A/4E")[: seats - 1], top="9A/9E", night=True, midnight=1).go("TE")
        assert table.news == ["everybody:0", "midnight:0", "turns:0"]
        assert (table.state.turn, table.view(0).night, table.view(0).top) == (0, False, "1A")


def test_c22_c24_midnight_comes_after_the_hunt_for_whoever_is_next() -> None:
    table = Table(3, NIGHT).lie(
        "1V/HX 1A/1E", "2A/VE", "3A/3E", top="9A/9E", stock="4A/4E", pile="6A/6Q 7A/7O", night=True, midnight=1
    ).go("HX:Q")  # fmt: skip
    assert (table.state.phase, table.state.turn, table.view(None).midnight) == ("reshuffle", 0, 1)
    table.shuffle()
    assert table.news == ["hunts:1:2", "midnight:2", "turns:2"]
    assert (table.state.turn, table.view(2).night, table.view(2).top) == (2, False, "1V")


def test_c24_a_hunt_with_one_card_left_brings_that_one() -> None:
    table = Table(3, NIGHT).lie("1V/HX 1A/1E", "2A/VE", "3A/3E", top="9A/9E", night=True).go("HX:Q")
    assert table.state.phase == "reshuffle"  # for the card below the hunt
    assert (table.shuffle().news, table.state.turn, table.state.lost) == (["hunts:1:1"], 2, (1,))


def test_c24_a_hunt_goes_on_after_a_reshuffle_and_stops_when_all_is_exhausted() -> None:
    table = Table(2, NIGHT).lie("WX/HX 1A/1E", "2A/VE", top="9A/9E", stock="4A/4E", pile="5A/5E 6A/6Q 7A/7E", night=True).go("HX:Q")
    assert RULES.awaits(table.state) == NeedShuffle(4)
    table.shuffle()
    assert (table.news, table.state.turn) == (["hunts:1:3"], 0)
    table = Table(2, NIGHT).lie("WX/HX 1A/1E", "2A/VE", top="9A/9E", stock="4A/4E", pile="5A/5E", night=True).go("HX:Q").shuffle()
    assert (table.news, table.state.turn, table.view(None).pile) == (["hunts:1:3"], 0, 1)


def test_c25_points_by_the_side_in_play_at_the_end() -> None:
    for night, points in ((False, 1 + 50), (True, 20 + 9)):
        table = Table(2, NIGHT).lie("2A/2E", "1A/VE WX/9L", top="9A/9E", night=night).go("2E" if night else "2A")
        assert RULES.awaits(table.state).result.points == (points, 0)


# ---- C26-C28 ----------------------------------------------------------------------------------------------------------------------


def test_c26_what_is_public() -> None:
    table = Table(3, "asedio").lie("DA 1A", "2A 3A 4A", "5A", top="9A", stock="1V 2V", pile="1T", tokens=(True, False, False)).go("DA")
    for viewer in (None, 0, 1, 2):
        view = table.view(viewer)
        assert (view.held, view.top, view.colour, view.direction, view.pending) == ((1, 3, 1), "DA", "A", 1, 2)
        assert (view.tokens, view.stock, view.pile, view.last_card) == ((True, False, False), 2, 3, (0, 2))


def test_c26_a_spectator_is_nobody_and_other_seats_there_are_none() -> None:
    table = Table(3).lie("DA", "2A", "5A", top="9A")
    assert table.view(None).hand == ()
    for seat in (-1, 3):
        with pytest.raises(ValueError):
            table.view(seat)


def test_p9_the_fallback() -> None:
    told = {
        "9A BA 3A FX": PlayCard("BA"),
        "9A 3A FX": PlayCard("9A"),
        "FX 1T 2T 3C": PlayCard("FX", "T"),
        "1T 2T": Draw(),
    }
    for hand, move in told.items():
        assert RULES.fallback(Table(2).lie(hand, "9V", top="5A", stock="1V").state, 0) == move
    assert RULES.fallback(Table(2).lie("1T", "9V", top="5A").state, 0) == Pass()
    pile = Table(2).lie("DT", "9V", top="DA", stock="1V", pending="2D").state
    assert RULES.fallback(pile, 0) == Draw()
    with pytest.raises(ValueError):
        RULES.fallback(pile, 1)


def refusals() -> list[tuple[str, Table, int, object]]:
    """Every refusal of a move with a position for it."""
    plain = Table(2).lie("7T WX 5A", "9V 8V", top="5A", stock="1V")
    named = Table(2).lie("7T 5C", "9V 8V", top="WX", colour="A", stock="1V")
    piled = Table(2).lie("7T DC", "9V 8V", top="DA", stock="1V", pending="2D")
    drawn = Table(2).lie("7A 8A", "9V 8V", top="5A", stock="1A").go("draw")
    naming = Table(2, NIGHT).lie("MA/HX 8A", "9V 8V", top="5A").go("MA")
    over = Table(2).lie("7A", "9V", top="5A").go("7A")
    dry = Table(2).lie("7T", "9V 8V", top="5A")
    return [
        ("no-match", plain, 0, move_of("7T")),
        ("no-match-named", named, 0, move_of("5C")),
        ("not-your-turn", plain, 1, move_of("9V")),
        ("not-in-hand", plain, 0, move_of("9V")),
        ("colour-missing", plain, 0, move_of("WX")),
        ("colour-unknown", plain, 0, PlayCard("WX", "L")),
        ("colour-not-asked", plain, 0, move_of("5A:A")),
        ("colour-not-awaited", plain, 0, NameColour("A")),
        ("no-answer", piled, 0, move_of("7T")),
        ("only-the-drawn", drawn, 0, move_of("7A")),
        ("drawn-waits", drawn, 0, Draw()),
        ("nothing-drawn", plain, 0, Keep()),
        ("colour-waits", naming, 0, Draw()),
        ("nothing-to-draw", dry, 0, Draw()),
        ("pass-may-play", plain, 0, Pass()),
        ("pass-may-draw", Table(2).lie("7T", "9V", top="5A", stock="1V"), 0, Pass()),
        ("finished", over, 1, move_of("9V")),
        ("shuffling", Table(2), 0, Draw()),
        ("not-seated", plain, 2, Draw()),
        ("malformed", plain, 0, "draw"),
        ("malformed", plain, 0, PlayCard("ZZ")),
    ]


@pytest.mark.parametrize(("code", "table", "seat", "move"), refusals(), ids=lambda each: each if isinstance(each, str) else "")
def test_c28_refused_with_the_reason_and_nothing_changed(code: str, table: Table, seat: int, move: object) -> None:
    caught = table.refuse(seat, move)
    assert caught.code == code
    sentence = GAME.refusals[code]
    assert sentence.format(**dict.fromkeys(caught.params, "x"))


def test_c28_every_sentence_is_used() -> None:
    assert {code for code, *_ in refusals()} | {"bad-shuffle", "not-now"} == set(GAME.refusals)


def test_c28_a_stale_click_after_the_six_seconds_or_the_clock_have_acted() -> None:
    """The first to be recorded wins: the other one meets a table where it is not that seat's turn, or not that choice."""
    table = Table(2).lie("7A 8A", "9V 8V", top="5A", stock="1A").go("draw")
    expired = RULES.fallback(table.state, 0)
    table.do(0, expired)
    assert {table.code(act, 0) for act in ("keep", "1A", "draw")} == {"not-your-turn"}
    again = Table(2).lie("SA 7A 8A", "9V 8V", top="5A", stock="1A").go("SA")
    assert again.code("keep", 0) == "nothing-drawn"


def test_c28_odd_shuffles_are_refused() -> None:
    table = Table(2)
    for order in ((0,), (0, 0), (0, 1, 2), (1, 2)):
        with pytest.raises(Illegal) as caught:
            RULES.step(table.state, Shuffled(order))
        assert caught.value.code == "bad-shuffle"
    with pytest.raises(Illegal) as caught:
        RULES.step(Table(2).lie("7A", "9V", top="5A").state, Shuffled((0, 1)))
    assert caught.value.code == "not-now"


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "play"},
        {"do": "play", "card": "ZZ"},
        {"do": "play", "card": 7},
        {"do": "play", "card": "7A", "colour": None},
        {"do": "play", "card": "WX", "colour": "Z"},
        {"do": "play", "card": "7A", "extra": 1},
        {"do": "colour"},
        {"do": "colour", "colour": "AT"},
        {"do": "colour", "colour": ""},
        {"do": "draw", "card": "7A"},
        {"do": "keep", "x": True},
        {"do": "jump"},
        {"card": "7A"},
    ],
)
def test_c28_what_is_no_move_is_malformed(raw: object) -> None:
    with pytest.raises(Malformed):
        RULES.decode(raw)  # type: ignore[arg-type]


def test_faces_stand_in_sentences_with_sign_symbol_and_name() -> None:
    assert (face_token("DA").short, face_token("DA").label) == ("+2●", "+2 ámbar")
    assert face_token("WX").short == "✱"
    assert face_token("7L").short == "7⬢"
