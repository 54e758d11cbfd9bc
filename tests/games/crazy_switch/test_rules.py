"""The rules of Crazy Switch, each test named after the number it is about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.contract import LEVELS, Malformed, NeedMove, NeedShuffle, Over, Played, Shuffled, alone
from games.crazy_switch import GAME
from games.crazy_switch.cards import CARD_NAMES, DECK, WORTH, card_token, is_special
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.scoring import sheet_of
from games.crazy_switch.views import Draw, Pass, PlayCard
from games.kit.bits import Stream
from games.kit.colours import COLOUR_NAMES, COLOURS, SYMBOLS
from games.kit.shedding import Target
from tests.games.crazy_switch.fairness import EXACT_NONE, EXACT_SHARE, measure
from tests.games.crazy_switch.tables import CASA, ESTANDAR, Table, move_of, order_of

both = pytest.mark.parametrize("rules", ["estandar", "casa"])
FAR = "9V 8V 7V"
"""A hand that has nothing to do with amber, turquoise or small numbers."""


def two(cards: str) -> str:
    """Two cards more than the ones given, so that nobody is near the end."""
    return f"{cards} 9V 9V"


# ---- cards and deal -------------------------------------------------------------------------------------------------------------


def test_w1_every_colour_has_a_name_and_a_symbol_of_its_own() -> None:
    assert [COLOUR_NAMES[colour] for colour in COLOURS] == ["ámbar", "turquesa", "carmesí", "violeta"]
    assert [SYMBOLS[colour] for colour in COLOURS] == ["●", "▲", "■", "✦"]
    shorts = [card_token(card).short for card in CARD_NAMES]
    assert len(set(shorts)) == len(shorts)
    assert card_token("7A").short == "7●"


def test_w2_a_hundred_and_six_cards() -> None:
    counts = Counter(card[0] for card in DECK)
    assert len(DECK) == 106
    assert counts["0"] == 4 and all(counts[number] == 8 for number in "123456789")
    assert counts["S"] == counts["R"] == counts["D"] == 8
    assert (counts["W"], counts["F"]) == (4, 2)
    assert set(DECK) == set(CARD_NAMES)


HANDS = ("1A 2A 3A 4A 5A 6A SA", "1T 2T 3T 4T 5T 6T 7T", "1C 2C 3C 4C 5C 6C 7C", "1V 2V 3V 4V 5V 6V 7V")


@both
def test_w3_seven_cards_each_and_the_first_number_card_opens(rules: str) -> None:
    table = Table(rules).seated(*alone(4)).deal(*HANDS, starter="DA WX 9C", stock="0A 0T")
    assert table.state.hands == tuple(tuple(hand.split()) for hand in HANDS)
    view = table.view(0)
    assert (view.top, view.top_by, view.colour, view.pile, view.stock) == ("9C", None, "C", 1, 106 - 28 - 1)
    assert table.state.stock[:2] == ("0A", "0T")
    assert table.state.stock[-2:] == ("DA", "WX"), "what is no number goes to the bottom, in the order in which it was turned"


def test_w3_only_four_seats() -> None:
    for count in (0, 1, 2, 3, 5):
        with pytest.raises(ValueError, match="four seats"):
            RULES.start(["person"] * count, ESTANDAR)
    assert GAME.seats == (4,)


def test_w4_the_deal_is_repeated_until_the_person_holds_a_special_card() -> None:
    plain = ("1A 2A 3A 4A 5A 6A 7A", *HANDS[1:])
    table = Table().seated(*alone(4)).deal(*plain, starter="9C").deal(*plain, starter="9C")
    assert RULES.awaits(table.state) == NeedShuffle(106)
    assert (table.view(0).deals, table.view(0).hand, table.view(0).top) == (2, (), None)
    table.deal(*HANDS, starter="9C")
    assert isinstance(RULES.awaits(table.state), NeedMove)
    assert table.view(0).deals == 3
    before = RULES.start(alone(4), ESTANDAR)
    after = RULES.step(before, table.events[0])
    assert [line.key for line in RULES.narrate(before, table.events[0], after, None)] == ["deal-again"]


def test_w4_it_holds_for_every_person_and_for_no_cpu_player() -> None:
    order = Shuffled(order_of([hand.split() for hand in HANDS], ["9C"]))
    for kinds in (("person", "person", "cpu", "cpu"), ("person", "cpu", "cpu", "person"), ("cpu", "person", "cpu", "cpu")):
        assert RULES.awaits(RULES.step(RULES.start(kinds, ESTANDAR), order)) == NeedShuffle(106)
    for kinds in (alone(4), ("cpu",) * 4):
        assert isinstance(RULES.awaits(RULES.step(RULES.start(kinds, ESTANDAR), order)), NeedMove)


def test_w4_each_of_the_thirty_special_cards_will_do() -> None:
    assert sum(map(is_special, DECK)) == 30
    for card in {card for card in DECK if is_special(card)}:
        hand = f"1A 2A 3A 4A 5A 6A {card}"
        table = Table().seated(*alone(4)).deal(hand, *HANDS[1:], starter="9C")
        assert isinstance(RULES.awaits(table.state), NeedMove)


def test_w4_the_exact_figures_and_a_measurement() -> None:
    """6,000 deals lie within four standard errors of the exact values; ``fairness.txt`` has a million."""
    assert f"{EXACT_NONE:.2%} {EXACT_SHARE:.2%}" == "8.97% 26.94%"
    tally = measure(6000, "quick")
    assert abs(tally.none - EXACT_NONE) < 0.015
    assert abs(tally.share - EXACT_SHARE) < 0.012
    others = tally.specials[1:]
    assert max(others) - min(others) < 0.06 * sum(others) / 3, "CPU seats are alike (W22)"


def test_w4_the_committed_report_has_the_exact_figures_and_a_million_deals() -> None:
    from tests.games.crazy_switch.fairness import REPORT

    text = REPORT.read_text()
    assert "1000000 deals" in text and f"exact {EXACT_NONE:.4%}" in text and f"exact {EXACT_SHARE:.4%}" in text


def test_w5_the_same_shuffles_are_the_same_deal_under_other_rules() -> None:
    bits = Stream("deal")
    orders = [Shuffled(bits.permutation(106)) for _ in range(20)]
    found = []
    for options in (ESTANDAR, CASA):
        state = RULES.start(alone(4), options)
        for order in orders:
            if isinstance(RULES.awaits(state), NeedShuffle):
                state = RULES.step(state, order)
        found.append((state.hands, state.stock, state.pile))
    assert found[0] == found[1]
    assert GAME.open_code(alone(4))
    assert not GAME.open_code(("person", "cpu", "person", "cpu"))


def test_w6_south_starts_and_play_is_clockwise() -> None:
    table = Table().lie("1A 9V", "2A 9V", "3A 9V", "4A 9V", top="5A").go("1A 2A 3A")
    assert [table.view(None).turn, table.view(None).direction] == [3, 1]
    assert RULES.start(alone(4), ESTANDAR).turn == 0


# ---- matching and drawing -------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("top", "lit", "match"),
    [
        ("7A", "2A 7T SA WX FX", Target("A", "7")),
        ("SA", "2A SA WX FX", Target("A", "S")),
        ("ST", "7T SA WX FX", Target("T", "S")),
        ("RV", "RC 9V WX FX", Target("V", "R")),
        ("WX:T", "7T WX FX", Target("T", None)),
        ("FX:C", "RC WX FX", Target("C", None)),
    ],
)
def test_w7_colour_number_or_kind_and_wilds_always(rules: str, top: str, lit: str, match: Target) -> None:
    table = Table(rules).lie("2A 7T SA RC 9V WX FX", "1A 1A", "1A 1A", "1A 1A", top=top)
    wanted = lit.split() if rules == "estandar" else [card for card in lit.split() if card != "FX"]
    assert sorted(table.view(0).playable) == sorted(wanted)
    assert table.view(0).match == match


def test_w7_the_refusal_says_what_is_wrong() -> None:
    assert Table().lie("2A 9V", "1A", "1A", "1A", top="7T").code("2A") == "no-match"
    assert Table().lie("2A 9V", "1A", "1A", "1A", top="WX:T").code("2A") == "no-match-named"
    assert Table().lie("2A 9V", "1A", "1A", "1A", top="2T").code("7T") == "not-in-hand"
    assert Table().lie("2A 9V", "1A", "1A", "1A", top="2T").refuse(0, PlayCard("ZZ")).code == "malformed"
    assert Table().lie("2A 9V", "1A", "1A", "1A", top="2T").refuse(2, PlayCard("1A")).code == "not-your-turn"


@both
def test_w8_with_a_playable_card_drawing_is_refused(rules: str) -> None:
    table = Table(rules).lie("2A 9V", "1A", "1A", "1A", top="7A", stock="1C 1C")
    assert table.code("draw") == "may-play"
    assert (table.view(0).may_draw, table.view(0).draw_refusal) == (False, "may-play")
    assert table.code("pass") == "pass-may-play"


@both
def test_w8_up_to_three_draws_then_the_turn_passes_by_itself(rules: str) -> None:
    table = Table(rules).lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="1C 2C 3C 4C")
    assert table.moves() == ["draw"]
    for drawn in (1, 2):
        table.go("draw")
        assert (table.view(0).drawn, table.view(0).draw_limit, table.view(None).turn) == (drawn, 3, 0)
        assert table.code("pass") == "pass-may-draw"
    table.go("draw")
    assert (table.view(None).turn, table.view(None).drawn, table.held[0]) == (1, 0, 5)
    assert table.said() == ["draws-one", "turn-passes"]


@both
def test_w8_a_drawn_card_that_goes_may_be_played_or_kept(rules: str) -> None:
    table = Table(rules).lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="1C 2A 3C").go("draw draw")
    assert table.moves() == ["2A", "pass"]
    assert table.code("draw") == "drawn-goes"
    assert table.code("9V") == "no-match"
    kept = Table(rules).lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="2A").go("draw pass")
    assert (kept.view(None).turn, kept.state.hands[0], kept.said()) == (1, ("9V", "8V", "2A"), ["keeps"])
    table.go("2A")
    assert (table.view(None).top, table.view(None).turn) == ("2A", 1)


def test_w8_a_drawn_wild_card_may_be_kept() -> None:
    table = Table().lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="WX").go("draw")
    assert table.moves() == ["WX:A", "WX:T", "WX:C", "WX:V", "pass"]


def test_w8_the_turn_keeps_its_name_while_somebody_draws() -> None:
    table = Table().lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="1C 2C 3C 4C")
    names = [RULES.awaits(table.state)] + [RULES.awaits(table.go("draw").state) for _ in range(2)]
    assert len(set(map(repr, names))) == 1


# ---- effects ----------------------------------------------------------------------------------------------------------------------


@both
def test_w9_a_skip_takes_the_turn_of_the_next_who_is_marked(rules: str) -> None:
    table = Table(rules).lie(two("SA"), two("1A"), two("2A"), two("3A"), top="7A").go("SA")
    assert (table.view(None).turn, table.view(None).lost) == (2, (1,))
    assert table.said() == ["plays", "skips"]
    assert table.go("2A").view(None).lost == ()


@both
def test_w9_a_reverse_turns_the_game_round(rules: str) -> None:
    table = Table(rules).lie(two("RA"), two("1A"), two("RT"), two("4A 2A"), top="7A")
    assert (table.view(0).next_seat, table.view(0).other_side) == (1, 3)
    table.go("RA")
    assert (table.view(None).turn, table.view(None).direction, table.said()) == (3, -1, ["plays", "reverses"])
    assert table.view(0).next_seat == 3
    table.go("2A")
    assert table.view(None).turn == 2


def test_w9_a_draw_two_is_settled_at_once_under_estandar() -> None:
    table = Table().lie(two("DA"), two("DT"), two("2A"), two("3A"), top="7A", stock="1C 2C 3C").go("DA")
    assert (table.view(None).turn, table.view(None).lost, table.view(None).pending) == (2, (1,), 0)
    assert table.state.hands[1] == ("DT", "9V", "9V", "1C", "2C")
    assert table.said() == ["plays", "takes"]


@both
def test_w9_a_wild_card_names_the_colour(rules: str) -> None:
    table = Table(rules).lie(two("WX"), two("1A"), two("2A"), two("3A"), top="7A")
    assert table.code("WX") == "colour-missing"
    assert table.refuse(0, PlayCard("WX", "Q")).code == "colour-unknown"
    assert Table(rules).lie(two("2A"), "1A", "1A", "1A", top="7A").code("2A:T") == "colour-not-asked"
    table.go("WX:C")
    assert (table.view(None).colour, table.view(None).top, table.view(None).turn) == ("C", "WX", 1)
    assert table.view(None).match == Target("C", None)


def test_w9_a_wild_draw_four_names_the_colour_and_takes_the_turn() -> None:
    table = Table().lie(two("FX"), two("FX"), two("2A"), two("3A"), top="7A", stock="1C 2C 3C 4C 5C").go("FX:T")
    assert (table.view(None).turn, table.view(None).colour, table.held) == (2, "T", (2, 7, 3, 3))
    assert table.said() == ["plays-wild", "takes"]


def test_w10_the_pile_but_for_its_top_card_is_reshuffled_when_a_card_is_needed() -> None:
    table = Table().lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", pile="1C 2C WX 3C", stock="4C").go("draw")
    assert isinstance(RULES.awaits(table.state), NeedMove), "not before a card is needed"
    table.go("draw")
    assert RULES.awaits(table.state) == NeedShuffle(4)
    assert table.view(0).phase == "reshuffle"
    assert table.refuse(0, Draw()).code == "shuffling"
    table.shuffle((2, 0, 1, 3))
    assert (table.state.hands[0][-1], table.state.stock, table.state.pile) == ("WX", ("1C", "2C", "3C"), ("7A",))
    assert table.said() == ["reshuffles", "draws-one"]


def test_w10_the_active_colour_outlives_a_reshuffle() -> None:
    table = Table().lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="WX:T", pile="1C 2C").go("draw").shuffle()
    assert table.view(None).match == Target("T", None)


@both
def test_w10_a_penalty_is_completed_after_the_reshuffle(rules: str) -> None:
    hands = (two("FX"), two("1A"), two("2A"), two("3A"))
    table = Table(rules).lie(*hands, top="7C", pile="1C 2C 3C", stock="4C").go("FX:T")
    assert RULES.awaits(table.state) == NeedShuffle(4)
    table.shuffle()
    assert table.state.hands[1] == ("1A", "9V", "9V", "4C", "1C", "2C", "3C")
    assert (table.view(None).turn, table.state.stock, table.said()) == (2, ("7C",), ["reshuffles", "takes"])


@both
def test_w10_w15b_what_lacks_even_then_is_forgiven_and_the_turn_is_lost(rules: str) -> None:
    table = Table(rules).lie(two("FX"), two("1A"), two("2T"), two("3A"), top="7C", stock="").go("FX:T").shuffle()
    assert (table.held, table.view(None).turn, table.view(None).lost) == ((2, 4, 3, 3), 2, (1,))
    assert table.said() == ["reshuffles", "takes-one"]


def test_w11_who_can_neither_play_nor_draw_passes_by_itself() -> None:
    table = Table().lie("9C 8C", "9V 8V", "8V 6V", "2A 9V", top="7A", stock="6C").go("draw")
    assert (table.view(None).turn, table.state.passes, table.held) == (3, 2, (3, 2, 2, 2))
    assert table.said() == ["draws-one", "no-cards", "no-cards", "no-cards"]


def test_w11_four_forced_passes_in_a_row_block_the_game() -> None:
    """The turn in which a card was drawn is none of the four."""
    table = Table().lie("9C 8C", "9V 8V", "9V 7V", "8V 6T", top="2A", stock="7C", passes=3).go("draw")
    assert table.said() == ["draws-one", *["no-cards"] * 5, "blocked", "wins"]
    assert (table.view(None).reason, table.view(None).winners, table.state.passes) == ("blocked", (3,), 4)
    assert table.view(None).sheet.scores == (0, 0, 0, 24 + 17 + 16)


def test_w11_a_play_starts_the_four_anew() -> None:
    table = Table().lie("9C 8C", "9V 8V", "8V 2A 9V", "9V 9V", top="7A", stock="6C").go("draw 2A")
    assert table.state.passes == 0


def test_w11_with_all_cards_in_play_a_game_can_not_be_blocked() -> None:
    """Each of the 106 cards on the pile leaves at least 24 cards of the active colour to the hands."""
    for top in set(DECK):
        left = Counter(DECK) - Counter([top])
        for colour in [top[1]] if top[1] in COLOURS else COLOURS:
            assert sum(count for card, count in left.items() if card[1] == colour) >= 24


# ---- the end ----------------------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("last", ["3A", "DA", "SA", "RA", "WX"])
def test_w12_the_first_without_cards_wins_and_the_last_card_has_no_effect(rules: str, last: str) -> None:
    table = Table(rules).lie(last, "2T 1A", "9A 4T SC", "0V 7V WX", top="7A", stock="1C 2C 3C 4C")
    assert table.moves() == [last]
    table.go(last)
    assert (table.view(None).reason, table.view(None).winners, table.view(None).lost) == ("out", (0,), ())
    assert table.held == (0, 2, 3, 3)


def test_w12_worked_score_of_the_source() -> None:
    """A two; nine, four and a skip; nought, seven and a wild: 2 + 33 + 57 = 92."""
    table = Table().lie("3A", "2T", "9A 4T SC", "0V 7V WX", top="7A").go("3A")
    sheet = table.view(None).sheet
    assert (sheet.left, sheet.scores) == ((0, 2, 33, 57), (92, 0, 0, 0))
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert awaited.result.ranks == (1, 2, 3, 4)


def test_w12_who_goes_out_wins_alone_even_where_the_others_hold_nothing_but_noughts() -> None:
    """Then the winner scores 0, like everybody else."""
    table = Table().lie("3A", "0A", "0T", "0C", top="7A").go("3A")
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert (awaited.result.points, awaited.result.ranks) == ((0,) * 4, (1, 2, 2, 2))
    assert table.view(None).winners == (0,)


def test_w12_what_the_cards_count() -> None:
    assert {card: WORTH[card] for card in ("0A", "9V", "SA", "RT", "DC", "WX", "FX")} == {
        "0A": 0, "9V": 9, "SA": 20, "RT": 20, "DC": 20, "WX": 50, "FX": 50,
    }  # fmt: skip


def test_w13_worked_score_of_the_source() -> None:
    """Blocked at 9, 13, 20 and 50: the lowest scores 83."""
    sheet = sheet_of((("3C", "6C"), ("5T", "8T"), ("RA",), ("FX",)), "blocked")
    assert (sheet.left, sheet.winners, sheet.scores, sheet.tied) == ((9, 13, 20, 50), (0,), (83, 0, 0, 0), False)


def test_w13_a_tie_shares_the_first_place_and_each_winner_scores_the_other_three_hands() -> None:
    sheet = sheet_of((("9C",), ("RA",), ("4C", "5T"), ("FX",)), "blocked")
    assert (sheet.winners, sheet.scores, sheet.tied) == ((0, 2), (79, 0, 79, 0), True)
    table = Table().lie("9C", "RV", "4C 5C", "FX", top="2A")
    table.state = table.state._replace(frame=replace(table.state.frame, phase="over", sheet=sheet))
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert (awaited.result.winners, awaited.result.ranks) == ((0, 2), (1, 3, 1, 4))


# ---- the rule sets ------------------------------------------------------------------------------------------------------------------


def test_w14_under_estandar_nothing_stacks_and_the_last_card_calls_itself() -> None:
    table = Table().lie("1A 2A", two("1T"), two("1C"), two("1V"), top="7A").go("1A")
    assert table.said() == ["plays", "last-card"]
    assert Table().lie("1A 2A", "1T", "1C", "1V", top="7A").code("1A!") == "call-not-asked"
    assert "FX" in Table().lie("FX 2A 3A", "1T", "1C", "1V", top="7A").view(0).playable


@pytest.mark.parametrize(("kind", "other"), [("DA", "FX"), ("FX", "DA")])
def test_w15_a_stack_is_answered_by_the_same_kind_and_never_crossed(kind: str, other: str) -> None:
    answer = "DT" if kind == "DA" else "FX"
    first = kind if kind == "DA" else "FX:T"
    hands = (two(kind), f"{answer} {other} 1A 9V", two("1C"), two("1V"))
    table = Table("casa").lie(*hands, top="7A" if kind == "DA" else "7C", stock="0C " * 9).go(first)
    view = table.view(1)
    assert (view.turn, view.pending, view.stack, view.playable) == (1, 2 if kind == "DA" else 4, kind[0], (answer,))
    assert (view.may_draw, view.draw_refusal, view.may_pass) == (False, "must-answer", False)
    assert table.code("draw") == "must-answer"
    assert table.code("pass") == "pass-may-play"
    assert table.code("1A") == "only-the-same-kind"
    assert table.said()[-1] == "stacks"


def test_w15_the_sum_falls_on_the_first_who_can_not_answer() -> None:
    table = Table("casa").lie(two("DA"), two("DT"), two("DC"), two("1V"), top="7A", stock="0C 1C 2C 3C 4C 5C 6C").go("DA DT DC")
    assert (table.held, table.view(None).turn, table.view(None).lost) == ((2, 2, 2, 9), 0, (3,))
    assert (table.view(None).pending, table.view(None).stack, table.view(None).colour) == (0, "", "C")
    assert table.said() == ["plays", "takes"]


def test_w15_taking_a_stack_leaves_the_active_colour() -> None:
    table = Table("casa").lie(two("FX"), two("1V"), two("1T"), two("1V"), top="7C", stock="0C " * 9).go("FX:T")
    assert (table.view(None).colour, table.view(None).turn, table.held[1]) == ("T", 2, 7)


def test_w15_roba_cuatro_only_without_the_active_colour_also_as_an_answer() -> None:
    barred = Table("casa").lie("FX 2A 3T", "1T", "1C", "1V", top="7A")
    assert "FX" not in barred.view(0).playable
    assert barred.code("FX:T") == "draw-four-barred"
    assert "FX" in Table("casa").lie("FX 7T 3T", "1T", "1C", "1V", top="7A").view(0).playable, "the number does not bar it"
    stack = Table("casa").lie(two("FX"), "FX 1T 9V", two("1C"), two("1V"), top="7C", stock="0C " * 9).go("FX:T")
    assert (stack.held[1], stack.view(None).turn) == (7, 2), "barred from answering, it takes"
    answered = Table("casa").lie(two("FX"), "FX 1A 9V", two("1C"), two("1V"), top="7C", stock="0C " * 9).go("FX:T FX:C")
    assert (answered.held, answered.view(None).turn) == ((2, 2, 11, 3), 3)


def test_w15_a_missed_call_costs_two_cards() -> None:
    hands = ("1A 2A", two("1T"), two("1C"), two("1V"))
    missed = Table("casa").lie(*hands, top="7A", stock="0C 1C 2C").go("1A")
    assert (missed.state.hands[0], missed.view(None).turn, missed.said()) == (("2A", "0C", "1C"), 1, ["plays", "missed-call"])
    called = Table("casa").lie(*hands, top="7A", stock="0C 1C 2C").go("1A!")
    assert (called.held[0], called.said()) == (1, ["plays", "last-card"])


def test_w15_with_two_cards_every_card_asks_for_the_call() -> None:
    assert Table("casa").lie("1A 2A", "1T", "1C", "1V", top="7A").moves() == ["1A!", "1A", "2A!", "2A"]
    assert Table("casa").lie("1A 2A", "1T", "1C", "1V", top="7A").view(0).asks_call
    assert not Table("casa").lie("1A 2A 3A", "1T", "1C", "1V", top="7A").view(0).asks_call
    drawn = Table("casa").lie("9V", "1T", "1C", "1V", top="7A", stock="2A").go("draw")
    assert drawn.moves() == ["2A!", "2A", "pass"]


@pytest.mark.parametrize("hand", ["1A", "1A 2A 3A"])
def test_w15_a_call_that_does_not_go_down_to_one_card_is_refused(hand: str) -> None:
    assert Table("casa").lie(hand, "1T", "1C", "1V", top="7A").code("1A!") == "call-not-last"


def test_w15_cpu_players_and_absent_players_call() -> None:
    for hand in ("1A 2A", "WX 9V", "FX 9V"):
        table = Table("casa").lie(hand, two("1T"), two("1C"), two("1V"), top="7A", stock="0C 0T")
        assert RULES.fallback(table.state, 0).call
        for level in LEVELS:
            move = GAME.choose(RULES.mind(table.state, 0), level, Stream("call"), 2)
            assert isinstance(move, PlayCard)
            assert move.call


def test_w15b_the_order_within_a_play_missed_call_before_effect() -> None:
    """The two cards of the call come first from the stock, the stack after them."""
    table = Table("casa").lie("DA 2A", two("1T"), two("1C"), two("1V"), top="7A", stock="0C 1C 2C 3C 4C").go("DA")
    assert table.state.hands[0] == ("2A", "0C", "1C")
    assert table.state.hands[1][-2:] == ("2C", "3C")
    assert table.said() == ["plays", "missed-call", "takes"]
    assert table.view(None).turn == 2


def test_w15b_the_card_is_on_the_pile_before_the_missed_call_needs_a_reshuffle() -> None:
    table = Table("casa").lie("WX 2A", two("1T"), two("1C"), two("1V"), top="7A", stock="").go("WX:T")
    assert RULES.awaits(table.state) == NeedShuffle(1)
    assert table.view(None).colour == "T", "the colour is named before the call is paid for"
    table.shuffle()
    assert (table.state.hands[0], table.view(None).turn, table.said()) == (("2A", "7A"), 1, ["reshuffles", "missed-call-one"])


def test_w15b_an_empty_hand_wins_before_anything_else() -> None:
    table = Table("casa").lie("FX", two("FX"), two("1C"), two("1V"), top="7A", stock="0C " * 9).go("FX")
    assert (table.view(None).reason, table.held, table.view(None).pending) == ("out", (0, 3, 3, 3), 0)


def test_w15b_a_stack_is_played_through_a_missed_call() -> None:
    table = Table("casa").lie(two("DA"), "DT 1T", two("1C"), two("1V"), top="7A", stock="0C 1C 2C 3C 4C 5C 6C 7C").go("DA DT")
    assert table.held == (2, 3, 7, 3)
    assert table.said() == ["plays", "missed-call", "takes"]


# ---- the table --------------------------------------------------------------------------------------------------------------------


def test_w16_w17_what_the_screen_needs_is_in_the_view() -> None:
    view = Table().lie("DA 7T 9V", "1T", "1C", "1V", top="7A", stock="0C").view(0)
    assert (view.match, view.playable, view.next_seat) == (Target("A", "7"), ("DA", "7T"), 1)
    assert view.asks_colour == ()
    spectator = Table().lie("DA 7T 9V", "1T", "1C", "1V", top="7A", stock="0C").view(None)
    assert (spectator.hand, spectator.playable, spectator.may_draw, spectator.draw_refusal) == ((), (), False, None)


def test_w18_the_rules_are_locked_and_there_is_nothing_else_to_choose() -> None:
    assert [choice.key for choice in GAME.choices] == ["rules"]
    assert GAME.defaults == ESTANDAR
    for wrong in ({}, {"rules": "otras"}, {"rules": "casa", "x": "y"}):
        with pytest.raises(ValueError, match="option"):
            RULES.start(alone(4), wrong)


def test_w19_every_log_line_tells_only_what_lies_open() -> None:
    table = Table().lie("9V 8V", "1A 1A", "1A 1A", "1A 1A", top="7A", stock="1C").go("draw")
    lines = [RULES.narrate(table.before, table.events[-1], table.state, viewer) for viewer in (None, 0, 1, 2, 3)]
    assert all(line == lines[0] for line in lines)
    assert "1C" not in repr(lines[0])


def test_p9_the_fallback() -> None:
    def said(table: Table) -> Any:
        return RULES.fallback(table.state, 0)

    assert said(Table().lie("2A SA 9A WX", "1T", "1C", "1V", top="7A")) == move_of("SA")
    assert said(Table().lie("2T WX 9T 1V", "1T", "1C", "1V", top="7A")) == move_of("WX:T")
    assert said(Table().lie("WX", "1T", "1C", "1V", top="7A")) == move_of("WX")
    assert said(Table().lie("2T", "1T", "1C", "1V", top="7A", stock="1C")) == Draw()
    pending = Table("casa").lie(two("DA"), "DT 9V 9V", two("1C"), two("1V"), top="7A", stock="0C 0C").go("DA")
    assert RULES.fallback(pending.state, 1) == move_of("DT")
    with pytest.raises(ValueError, match="not awaited"):
        RULES.fallback(pending.state, 2)


# ---- moves as text ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["7A", "WX:T", "7A!", "FX:V!", "WX", "draw", "pass"])
def test_moves_as_text_and_back(word: str) -> None:
    assert RULES.decode(RULES.encode(move_of(word))) == move_of(word)


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "play"}, {"do": "play", "card": "7"}, {"do": "play", "card": "7X"}, {"do": "play", "card": ["7A"]},
        {"do": "play", "card": "7A", "call": False}, {"do": "play", "card": "7A", "call": 1}, {"do": "play", "card": "7A", "colour": None},
        {"do": "play", "card": "WX", "colour": "AT"}, {"do": "play", "card": "WX", "colour": "X"}, {"do": "play", "card": "7A", "more": 1},
        {"do": "draw", "card": "7A"}, {"do": "pass", "call": True}, {"do": "next"}, ["play", "7A"],
    ],
)  # fmt: skip
def test_whatever_else_is_refused_as_malformed(raw: Any) -> None:
    with pytest.raises(Malformed):
        RULES.decode(raw)


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None])
def test_only_the_seated_play(seat: Any) -> None:
    assert Table().lie("1A 2A", "1T", "1C", "1V", top="7A").refuse(seat, Pass()).code == "not-seated"


def test_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    start = Table()
    assert start.refuse(0, Draw()).code == "shuffling"
    assert Table().lie("1A", "1T", "1C", "1V", top="7A").go("1A").refuse(1, Draw()).code == "finished"
    with pytest.raises(Exception, match="not-now"):
        RULES.step(Table().lie("1A", "1T", "1C", "1V", top="7A").state, Shuffled((0,)))
    with pytest.raises(Exception, match="malformed"):
        RULES.step(Table().lie("1A", "1T", "1C", "1V", top="7A").state, "play")  # type: ignore[arg-type]
    with pytest.raises(Exception, match="malformed"):
        RULES.step(Table().lie("1A", "1T", "1C", "1V", top="7A").state, Played(0, "play"))
