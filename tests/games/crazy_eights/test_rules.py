"""The rules of Crazy Eights, number by number (E1-E20), and what holds at every table (P9, P13)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.contract import Illegal, NeedMove, NeedShuffle, Over, Settled, Shuffled
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.state import DECK, WORTH, deck_of
from games.crazy_eights.views import Draw, NextHand, Pass, PlayCard
from games.kit.bits import Stream
from tests.games.crazy_eights.tables import PLAIN, Table

ON = {"queens": "on", "aces": "on", "twos": "on"}


def dealt(seats: int, **options: str) -> Table:
    table = Table(seats, **options)
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, NeedShuffle)
    return table.take(Shuffled(Stream(str(seats)).permutation(awaited.size)))


def awaits(table: Table) -> NeedMove:
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, NeedMove)
    return awaited


# ---- cards and deal -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cards"), [(2, 52), (3, 52), (4, 52), (5, 52), (6, 104), (7, 104)])
def test_e1_one_deck_up_to_five_and_two_from_six_on(seats: int, cards: int) -> None:
    assert RULES.awaits(Table(seats).state) == NeedShuffle(cards)
    assert set(Counter(deck_of(seats)).values()) == {cards // 52}
    assert set(deck_of(seats)) == set(DECK)


@pytest.mark.parametrize("seats", [0, 1, 8])
def test_e1_two_to_seven_players(seats: int) -> None:
    with pytest.raises(ValueError):
        Table(seats)


@pytest.mark.parametrize(("seats", "held"), [(2, 7), (3, 5), (5, 5), (7, 5)])
def test_e2_five_cards_each_and_seven_with_two_players(seats: int, held: int) -> None:
    state = dealt(seats).state
    assert {len(hand) for hand in state.hands} == {held}
    assert len(state.pile) == 1
    assert len(state.stock) == len(deck_of(seats)) - seats * held - 1


def test_e2_an_eight_turned_up_goes_back_into_the_middle() -> None:
    table = Table(3).deal("AS 2S 3S 4S 5S", "6S 7S 9S TS JS", "QS KS AH 2H 3H", starter="8D 8C KH", stock="4C 5C")
    state = table.state
    assert state.pile == ("KH",)
    assert state.frame.returned == ("8D", "8C")
    # 36 cards are left when the 8D goes back: it has eighteen of them above it, and the 8C after it likewise.
    assert len(state.stock) == 36
    assert state.stock[:2] == ("4C", "5C")
    assert state.stock.index("8D") == 16
    assert state.stock.index("8C") == 17
    assert table.said() == ["hand", "starter-back", "starter-back", "dealt"]


@pytest.mark.parametrize("starter", ["QH", "AH", "2H"])
def test_e2_a_special_card_turned_up_has_no_effect(starter: str) -> None:
    table = Table(3, **ON).deal("3S 4S 5S 6S 7S", "9S TS JS KS 3H", "4H 5H 6H 7H 9H", starter=starter)
    assert (table.state.turn, table.state.direction, table.state.pending) == (1, 1, None)
    assert table.moves() == ["3H", "draw"]


def test_e3_the_host_deals_first_and_the_dealers_left_begins_clockwise() -> None:
    table = dealt(4)
    assert (table.state.frame.dealer, table.state.turn, table.state.direction) == (0, 1, 1)
    table.lie("AS 2S", "3S", "4S 5S", "6S 7S", top="KS").go("3S").next(2)
    assert table.state.frame.dealer == 1
    table.take(Shuffled(tuple(range(52))))
    assert table.state.turn == 2


def test_e3_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    table = Table(3).take(Shuffled(tuple(range(52))))
    assert table.state.hands[1] == ("AS", "4S", "7S", "TS", "KS")
    assert table.state.hands[2] == ("2S", "5S", "8S", "JS", "AH")
    assert table.state.hands[0] == ("3S", "6S", "9S", "QS", "2H")


# ---- a turn -------------------------------------------------------------------------------------------------------------------------


def test_e4_rank_or_suit_or_an_eight() -> None:
    table = Table(3).lie("AS", "5H 7S 7D 9C 8D 5C", "AH", top="7H", stock="2C")
    assert table.moves() == ["5H", "7S", "7D", "8D:S", "8D:H", "8D:D", "8D:C", "draw"]


def test_e4_only_the_named_suit_or_another_eight_goes_on_an_eight() -> None:
    table = Table(3).lie("9D 3S 8C", "8H 5C", "AS AD AH", top="7H", stock="2C", turn=1).go("8H:S")
    assert table.view(None).named == "S"
    assert table.moves() == ["AS", "draw"]
    assert table.code("AH") == "no-match-named"  # the suit printed on the eight does not count
    table.go("AS")
    assert table.view(None).named is None
    assert table.moves() == ["3S", "8C:S", "8C:H", "8C:D", "8C:C", "draw"]


def test_e4_the_named_suit_survives_a_reshuffle_and_the_eight_is_an_ordinary_one_again() -> None:
    table = Table(3).lie("9D 3S", "8H 5C", "AD AH", top="8D", pile="2C 8C", turn=1).go("8H:S")
    assert table.moves() == ["draw"]
    table.go("draw").shuffle()
    assert table.view(None).named == "S"
    assert table.state.stock + table.state.hands[2] == ("8C", "8D", "AD", "AH", "2C")
    table.go("draw")
    assert table.moves() == ["8C:S", "8C:H", "8C:D", "8C:C", "draw"]


def test_e4_with_two_decks_identical_cards_are_two_cards() -> None:
    table = Table(6).lie("AS", "KH KH 8D 8D 3C", "AH", "AD", "AC", "2S", top="KH", stock="4C")
    assert table.moves() == ["KH", "8D:S", "8D:H", "8D:D", "8D:C", "draw"]
    table.go("KH")
    assert table.state.hands[1] == ("KH", "8D", "8D", "3C")
    assert table.state.pile == ("KH", "KH")


def test_e5_drawing_with_a_playable_card_and_playing_any_card_afterwards() -> None:
    table = Table(3).lie("AS", "5H 9C", "AH", top="7H", stock="2C 7D", turn=1)
    assert table.moves() == ["5H", "draw"]
    table.go("draw draw")
    assert table.state.turn == 1
    assert table.state.hands[1] == ("5H", "9C", "2C", "7D")
    assert table.moves() == ["5H", "7D"]
    table.go("5H")
    assert table.state.turn == 2


def test_e6_until_a_card_can_be_played() -> None:
    table = Table(3).lie("AS", "9C TC", "AH", top="7H", stock="2C 3C 4C 5C 6C 9H", turn=1)
    for _ in range(5):
        assert table.moves() == ["draw"]
        assert table.code("pass") == "may-draw"
        table.go("draw")
    table.go("draw")
    assert table.moves()[:1] == ["9H"]


@pytest.mark.parametrize("cap", ["1", "3", "5"])
def test_e6_at_the_maximum_the_turn_passes_by_itself(cap: str) -> None:
    table = Table(3, draw=cap).lie("AS", "9C TC", "AH", top="7H", stock="2C 3C 4C 5C 6C 9D", turn=1)
    for drawn in range(int(cap)):
        assert (table.state.turn, table.state.drawn) == (1, drawn)
        assert table.moves() == ["draw"]
        table.go("draw")
    assert (table.state.turn, table.state.drawn) == (2, 0)
    assert len(table.state.hands[1]) == 2 + int(cap)


@pytest.mark.parametrize("cap", ["1", "3", "5"])
def test_e6_at_the_maximum_who_can_play_must(cap: str) -> None:
    table = Table(3, draw=cap).lie("AS", "9C TC", "AH", top="7H", stock="9H 3C 4C 5C 6C 9D", turn=1)
    table.go(" ".join(["draw"] * int(cap)))
    assert table.moves() == ["9H"]
    assert table.code("draw") == "draw-limit"
    assert table.code("pass") == "may-play"


def test_e6_drawing_does_not_rename_the_turn_and_every_other_act_does() -> None:
    table = Table(2, **ON).lie("AS KS", "9C QH 3H", top="7H", stock="2C 3C", turn=1)
    name = awaits(table).turn
    table.go("draw")
    assert awaits(table).turn == name
    table.go("QH")  # with two players the same seat is on turn again: a new turn all the same
    assert (table.state.turn, awaits(table).turn) == (1, "h1-t2")


def test_e7_all_played_cards_but_the_top_one_are_reshuffled() -> None:
    table = Table(3).lie("AS", "9C TC", "AH", top="7H", pile="2C 3C 4C", turn=1).go("draw")
    assert table.state.phase == "reshuffle"
    assert RULES.awaits(table.state) == NeedShuffle(3)
    assert table.moves() == []
    table.take(Shuffled((2, 0, 1)))
    assert (table.state.pile, table.state.stock, table.state.hands[1]) == (("7H",), ("2C", "3C"), ("9C", "TC", "4C"))
    assert (table.state.turn, table.state.drawn) == (1, 1)


def test_e7_the_reshuffle_waits_until_a_card_is_needed_and_is_announced() -> None:
    table = Table(3).lie("AS", "9C TC", "AH", top="7H", stock="9H", pile="2C 3C 4C", turn=1)
    before = table.go("draw").state
    assert (before.phase, before.stock, table.moves()) == ("play", (), ["9H", "draw"])
    middle = table.go("draw").state
    assert [line.key for line in RULES.narrate(before, table.events[-1], middle, None)] == []
    table.shuffle()
    assert [line.key for line in RULES.narrate(middle, table.events[-1], table.state, None)] == ["reshuffles", "draws-one"]


def test_e7_nothing_to_reshuffle_is_the_only_reason_to_pass() -> None:
    table = Table(3).lie("AS 2S", "9C TC", "AH 2H", top="7H", turn=1)
    assert table.moves() == ["pass"]
    assert table.code("draw") == "nothing-to-draw-pass"


def test_e7_without_reshuffling_the_stock_stays_empty() -> None:
    table = Table(3, reshuffle="no").lie("AS 2S", "9C TC", "7D 2H", top="7H", pile="2C 3C 4C", turn=1)
    assert table.moves() == ["pass"]
    table.go("pass")
    assert table.moves() == ["7D", "2H"]
    assert table.code("draw") == "nothing-to-draw-play"


def test_e8_everybody_in_a_row_passing_blocks_the_hand() -> None:
    table = Table(3, reshuffle="no").lie("2C 2S", "9C TC", "AD 5D", top="7H", turn=1).go("pass pass")
    assert table.state.phase == "play"
    table.go("pass")
    assert table.state.phase == "between"
    assert table.view(None).sheet is not None
    assert table.state.frame.sheets[-1].ending == "blocked"


def test_e8_a_play_starts_the_row_anew() -> None:
    table = Table(3, reshuffle="no").lie("7C 2S 3S", "9C TD", "AD 5D", top="7H", turn=1).go("pass pass 7C")
    assert table.state.passes == 0
    table.go("9C pass pass")
    assert table.state.phase == "play"
    table.go("pass")
    assert table.state.phase == "between"


def test_e8_a_drawn_card_starts_the_row_anew() -> None:
    table = Table(3, reshuffle="no").lie("7C 2S 3S", "9C TC", "AD 5D", top="7H", stock="KC", turn=1, passes=2).go("draw")
    assert table.state.passes == 0
    assert table.moves() == ["pass"]


def test_e8_no_pass_with_something_to_play_or_to_draw() -> None:
    table = Table(3).lie("AS", "7C 3C", "AH", top="7H", turn=1)
    assert table.code("pass") == "may-play"
    table.lie("AS", "2C 3C", "AH", top="7H", stock="4C")
    assert table.code("pass") == "may-draw"


def test_e8_the_direction_is_clockwise_again_in_each_hand() -> None:
    table = Table(3, **ON).lie("KS 2S", "AH 3H", "4H 5H", top="7H", stock="9C", turn=1).go("AH")
    assert (table.state.direction, table.state.turn) == (-1, 0)
    table.lie("KS", "3H", "4H 5H", top="7S", turn=0, direction=-1).go("KS").next()
    assert table.state.direction == 1


# ---- scoring ------------------------------------------------------------------------------------------------------------------------


def test_e9_what_left_over_cards_count() -> None:
    assert [WORTH[rank + "S"] for rank in "8KQJTA2345679"] == [50, 10, 10, 10, 10, 1, 2, 3, 4, 5, 6, 7, 9]


def test_e10_who_goes_out_collects_what_the_others_have_left() -> None:
    table = Table(3).lie("8S KC", "7C", "AH 9D 2C", top="7H", turn=1).go("7C")
    sheet = table.state.frame.sheets[-1]
    assert (sheet.ending, sheet.winners, sheet.left, sheet.scores) == ("out", (1,), (60, 0, 12), (0, 72, 0))
    assert sheet.cards == (("8S", "KC"), (), ("AH", "9D", "2C"))


def blocked(*hands: str) -> Table:
    table = Table(len(hands), reshuffle="no").lie(*hands, top="7H", turn=1)
    return table.go(" ".join(["pass"] * len(hands)))


def test_e11_the_lowest_of_a_blocked_hand_collects_the_differences() -> None:
    sheet = blocked("KC 2C", "3C", "9C").state.frame.sheets[-1]
    assert (sheet.ending, sheet.winners, sheet.left, sheet.scores) == ("blocked", (1,), (12, 3, 9), (0, 15, 0))


def test_e11_several_lowest_split_the_total_rounded_down() -> None:
    sheet = blocked("KC", "3C", "2C AC", "4D").state.frame.sheets[-1]
    assert (sheet.winners, sheet.left, sheet.scores, sheet.tied) == ((1, 2), (10, 3, 3, 4), (0, 4, 4, 0), True)


def test_e11_all_equal_and_nobody_scores() -> None:
    table = blocked("3C", "3D", "2C AC")
    assert table.state.frame.sheets[-1].scores == (0, 0, 0)
    assert table.state.phase == "between"


@pytest.mark.parametrize(("seats", "goal"), [(2, 100), (3, 150), (4, 200), (5, 250), (6, 300), (7, 350)])
def test_e12_fifty_points_for_each_player_win_the_match(seats: int, goal: int) -> None:
    score = 10 + seats - 2
    for before, over in ((goal - score - 1, False), (goal - score, True)):
        table = Table(seats).frame(totals=(0, before, *[0] * (seats - 2)))
        table.lie("KC", "7C", *["AS"] * (seats - 2), top="7H", turn=1).go("7C")
        assert isinstance(RULES.awaits(table.state), Over) == over
    assert table.view(None).target == goal


def test_e12_the_higher_total_wins() -> None:
    table = Table(3, reshuffle="no").frame(totals=(0, 149, 147))
    table.lie("KC KD", "3C", "2D AS", top="7H", turn=0, passes=2).go("pass")
    result = RULES.awaits(table.state)
    assert isinstance(result, Over)
    assert result.result.winners == (1,)
    assert result.result.points == (0, 157, 155)
    assert result.result.ranks == (3, 1, 2)


def test_e12_a_tie_of_totals_means_another_hand() -> None:
    table = Table(3, reshuffle="no").frame(totals=(0, 149, 149)).lie("KC KD", "3C", "2D AS", top="7H", turn=0, passes=2).go("pass")
    sheet = table.state.frame.sheets[-1]
    assert (sheet.totals, sheet.again) == ((0, 157, 157), True)
    assert table.state.phase == "between"
    table.next()
    assert table.state.frame.number == 2


def test_e12_a_single_hand_by_the_hosts_choice() -> None:
    table = Table(3, length="hand").lie("KC", "7C", "AH", top="7H", turn=1).go("7C")
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    result = awaited.result
    assert (result.winners, result.points, result.ranks, result.reason) == ((1,), (0, 11, 0), (3, 1, 2), "out")


def test_e12_a_single_hand_is_not_offered_with_countdown() -> None:
    """One choice has the three of them: they exclude each other."""
    with pytest.raises(ValueError):
        Table(3, length="hand countdown")


def test_e12_matches_of_several_hands_keep_running_scores() -> None:
    table = Table(3).lie("KC", "7C", "AH", top="7H", turn=1).go("7C").next(2)
    assert isinstance(RULES.awaits(table.state), NeedShuffle)
    table.take(Shuffled(tuple(range(52))))
    table.lie("KC", "AS", "7C", top="7H", turn=2).go("7C")
    assert table.state.frame.totals == (0, 11, 11)
    assert [sheet.number for sheet in table.state.frame.sheets] == [1, 2]


def test_the_next_hand_is_any_players_tap_and_only_once() -> None:
    table = Table(3).lie("KC", "7C", "AH", top="7H", turn=1).go("7C")
    awaited = awaits(table)
    assert (awaited.groups, awaited.turn, awaited.show) == (((0, 1, 2),), "h1-next", True)
    assert RULES.free(NextHand(1))
    assert not RULES.free(Draw())
    table.next(2)
    assert isinstance(table.refuse(0, NextHand(1)), Settled)
    assert table.refuse(0, NextHand(5)).code == "old-hand"
    assert table.refuse(0, NextHand(2)).code == "hand-running"


# ---- special cards ------------------------------------------------------------------------------------------------------------------


def test_e13_queens_skip_the_next_player() -> None:
    hands = ("AS 2S", "QH 3H", "4H 5H", "6H 7C")
    assert Table(4, queens="on").lie(*hands, top="7H", turn=1).go("QH").state.turn == 3
    assert Table(4).lie(*hands, top="7H", turn=1).go("QH").state.turn == 2
    assert Table(2, queens="on").lie("AS 2S", "QH 3H", top="7H", turn=1).go("QH").state.turn == 1


def test_e14_aces_reverse_the_direction() -> None:
    hands = ("AS 2S", "AH 3H", "4H AC", "6H 7C")
    table = Table(4, aces="on").lie(*hands, top="7H", turn=1).go("AH")
    assert (table.state.turn, table.state.direction) == (0, -1)
    table.go("AS")
    assert (table.state.turn, table.state.direction) == (1, 1)
    assert Table(4).lie(*hands, top="7H", turn=1).go("AH").state.turn == 2


def test_e14_with_two_players_a_reverse_acts_as_a_skip() -> None:
    table = Table(2, aces="on").lie("AS 2S", "AH 3H", top="7H", turn=1).go("AH")
    assert (table.state.turn, table.state.direction) == (1, 1)


def test_e15_twos_add_up_until_somebody_takes_them_and_loses_the_turn() -> None:
    table = Table(4, twos="on").lie("2S KS", "2H 3H", "2D 8S", "AH 7C", top="7H", stock="3C 4C 5C 6C 9C TC", turn=1)
    table.go("2H")
    assert (table.state.turn, table.view(None).pending) == (2, 2)
    assert table.moves() == ["2D", "draw"]  # not the eight
    assert table.code("8S:H") == "only-a-two"
    table.go("2D")
    assert table.view(None).pending == 4
    assert table.moves() == ["draw"]
    assert table.code("7C") == "only-a-two"
    assert table.code("pass") == "may-draw"
    table.go("draw")
    assert table.state.hands[3] == ("AH", "7C", "3C", "4C", "5C", "6C")
    assert (table.state.turn, table.view(None).pending, table.state.drawn) == (0, 0, 0)


def test_e15_a_holder_of_a_two_may_still_draw() -> None:
    table = Table(3, twos="on").lie("2S KS", "2H 3H", "2D 8S", top="7H", stock="3C 4C 5C", turn=1).go("2H draw")
    assert table.state.hands[2] == ("2D", "8S", "3C", "4C")
    assert table.state.turn == 0


def test_e15_the_maximum_of_a_turn_does_not_limit_pending_cards() -> None:
    table = Table(3, twos="on", draw="1").lie("KS 9S", "2H 3H", "9D 8S", top="7H", stock="3C 4C 5C", turn=1).go("2H draw")
    assert len(table.state.hands[2]) == 4
    assert table.state.turn == 0


def test_e15_pending_cards_are_supplied_by_a_reshuffle() -> None:
    table = Table(3, twos="on").lie("KS 9S", "2H 3H", "9D 8S", top="7H", stock="3C", pile="KC QC", turn=1).go("2H draw")
    assert RULES.awaits(table.state) == NeedShuffle(3)
    assert table.state.hands[2] == ("9D", "8S", "3C")
    assert table.refuse(2, Draw()).code == "shuffling"
    table.shuffle()
    assert table.state.hands[2] == ("9D", "8S", "3C", "KC")
    assert (table.state.turn, table.state.stock, table.state.pile) == (0, ("QC", "7H"), ("2H",))


@pytest.mark.parametrize("stock", ["", "3C"])
def test_e15_what_stock_and_pile_can_not_supply_is_not_taken(stock: str) -> None:
    table = Table(3, twos="on", reshuffle="no").lie("KS 9S", "2H 3H", "9D 8S", top="7H", stock=stock, turn=1).go("2H")
    before = table.state
    table.go("draw")
    lines = [line.key for line in RULES.narrate(before, table.events[-1], table.state, None)]
    assert lines == (["draws-one", "takes"] if stock else ["takes-none"])
    assert len(table.state.hands[2]) == 2 + len(stock.split())
    assert (table.state.turn, table.state.pending) == (0, None)


def test_e15_off_a_two_is_an_ordinary_card() -> None:
    table = Table(3).lie("KS 9S", "2H 3H", "9H 8S", top="7H", stock="3C", turn=1).go("2H")
    assert table.view(None).pending == 0
    assert "9H" in table.moves()


@pytest.mark.parametrize("last", ["QH", "AH", "2H"])
def test_e16_a_last_special_card_has_no_effect_and_nothing_leaks_into_the_next_hand(last: str) -> None:
    table = Table(3, **ON).lie("KS 9S", last, "9D 8S", top="7H", stock="3C", turn=1).go(last)
    assert table.state.frame.sheets[-1].left == (19, 0, 59)
    table.next().take(Shuffled(tuple(range(52))))
    state = table.state
    assert (state.turn, state.direction, state.pending, state.named, state.drawn, state.passes) == (2, 1, None, None, 0, 0)


def test_e16_a_last_eight_asks_no_suit() -> None:
    table = Table(3).lie("KS 9S", "8C", "9D 8S", top="7H", stock="3C", turn=1)
    assert table.moves() == ["8C", "draw"]
    assert table.code("8C:S") == "suit-not-asked"
    table.go("8C")
    assert table.view(None).named is None
    assert table.state.frame.sheets[-1].winners == (1,)


# ---- countdown ----------------------------------------------------------------------------------------------------------------------


def countdown(*hands: str, numbers: tuple[int, ...], top: str, stock: str = "3C 4C", turn: int = 1, **options: str) -> Table:
    names = {1: "A", **{each: str(each) for each in range(2, 9)}}
    table = Table(len(hands), length="countdown", **options)
    return table.frame(numbers=numbers, wilds=tuple(names[each] for each in numbers)).lie(*hands, top=top, stock=stock, turn=turn)


def test_e17_everybody_begins_at_eight_with_eight_cards() -> None:
    table = dealt(3, length="countdown")
    assert table.view(None).numbers == (8, 8, 8)
    assert table.view(None).held == (8, 8, 8)
    assert table.view(None).wilds == ("8", "8", "8")
    assert table.view(None).target is None


def test_e17_who_goes_out_goes_down_and_all_are_dealt_anew() -> None:
    table = countdown("KS", "7C", "9D", numbers=(8, 8, 8), top="7H").go("7C")
    sheet = table.state.frame.sheets[-1]
    assert (sheet.numbers, sheet.scores, sheet.totals) == ((8, 7, 8), (0, 0, 0), (0, 0, 0))
    assert sheet.cards == ((), (), ())
    table.next().take(Shuffled(Stream("again").permutation(52)))
    view = table.view(None)
    assert (view.held, view.wilds, view.numbers) == ((8, 7, 8), ("8", "7", "8"), (8, 7, 8))
    assert view.top is not None
    assert view.top[0] not in "78"


def test_e17_any_rank_that_is_wild_for_somebody_goes_back_when_it_is_turned_up() -> None:
    table = Table(2, length="countdown").frame(numbers=(3, 1), wilds=("3", "A"))
    table.deal("KS QS JS", "KH", starter="3S AH 8C")
    assert table.state.frame.returned == ("3S", "AH")
    assert table.state.pile == ("8C",)


def test_e17_a_rank_is_wild_for_its_owner_only() -> None:
    table = countdown("5S 2C", "5C 9C", "5D 2D", numbers=(5, 8, 8), top="7H")
    assert table.moves() == ["draw"]
    table.lie("5S 2C", "5C 9C", "5D 2D", top="7H", turn=0)
    assert table.moves() == ["5S:S", "5S:H", "5S:D", "5S:C"]


def test_e17_on_a_card_played_as_wild_the_same_rank_is_not_enough() -> None:
    table = countdown("5S 2C", "5C 9C 3D 8C", "5D 2D", numbers=(5, 8, 8), top="7H", turn=0).go("5S:D")
    assert table.moves()[:5] == ["3D", "8C:S", "8C:H", "8C:D", "8C:C"]
    assert table.code("5C") == "no-match-named"


def test_e17_the_same_rank_as_an_ordinary_card_is_matched() -> None:
    table = countdown("5S 2C", "5C 9C", "5D 2D", numbers=(5, 8, 8), top="7C", turn=1).go("5C")
    assert table.view(None).named is None
    assert "5D" in table.moves()


def test_e17_first_at_zero_wins() -> None:
    table = countdown("KS", "7C", "9D", numbers=(3, 1, 2), top="7H").go("7C")
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert (awaited.result.points, awaited.result.ranks, awaited.result.reason) == ((3, 0, 2), (3, 1, 2), "countdown")


def test_e17_a_blocked_hand_lowers_nobody() -> None:
    table = countdown("KS", "9C", "9D", numbers=(3, 1, 2), top="7H", stock="", reshuffle="no").go("pass pass pass")
    sheet = table.state.frame.sheets[-1]
    assert (sheet.ending, sheet.numbers, sheet.scores) == ("blocked", (3, 1, 2), (0, 0, 0))
    assert table.state.phase == "between"


def test_e17_ones_own_two_is_wild_and_answers_no_pending_twos() -> None:
    table = countdown("KS KD", "2H 9C", "2D 9D 2S", numbers=(8, 8, 2), top="7H", **ON).go("2H")
    assert table.moves() == ["draw"]
    table = countdown("KS KD", "4H 9C", "2D 9D 2S", numbers=(8, 8, 2), top="7H", **ON).go("4H 2D:S")
    assert table.view(None).pending == 0
    assert table.view(None).named == "S"


def test_e17_ones_own_ace_is_wild_and_reverses_nothing() -> None:
    table = countdown("KS KD", "AH 9C", "2D 9D 2S", numbers=(8, 1, 8), top="7H", **ON).go("AH:S")
    assert (table.state.direction, table.state.turn, table.state.named) == (1, 2, "S")


# ---- views and bad input --------------------------------------------------------------------------------------------------------------


def test_e18_a_viewer_sees_their_own_hand_and_counts_of_the_rest() -> None:
    table = dealt(4)
    for viewer in range(4):
        view = table.view(viewer)
        assert view.hand == table.state.hands[viewer]
        assert view.hands is None
        others = {card for seat, hand in enumerate(table.state.hands) if seat != viewer for card in hand}
        shown = repr(view)
        assert not [card for card in others | set(table.state.stock) if repr(card) in shown]
        assert (view.held, view.stock, view.pile) == ((5, 5, 5, 5), 31, 1)
    assert table.view(None).hand == ()
    with pytest.raises(ValueError):
        table.view(4)


def test_e18_what_may_be_done_is_only_told_to_who_may_do_it() -> None:
    table = Table(3).lie("AS", "7C 8C", "7D", top="7H", stock="2C", turn=1)
    view = table.view(1)
    assert (view.playable, view.asks_suit, view.may_draw, view.may_pass) == (("7C", "8C"), ("8C",), True, False)
    assert (table.view(2).playable, table.view(2).may_draw, table.view(None).may_draw) == ((), False, False)
    assert (view.turn, view.awaited, view.draws_left) == (1, (1,), None)


def test_e18_the_log_names_no_drawn_card() -> None:
    table = Table(3, draw="1").lie("AS", "9C 2C", "7D", top="7H", stock="KD", turn=1)
    before = table.state
    after = RULES.step(before, table.go("draw").events[-1])
    for viewer in (None, 0, 1, 2):
        lines = RULES.narrate(before, table.events[-1], after, viewer)
        assert [line.key for line in lines] == ["draws-one", "turn-passes"]
        assert "KD" not in repr(lines)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("3C", "no-match"),
        ("8C", "suit-missing"),
        ("8C:X", "suit-unknown"),
        ("7C:S", "suit-not-asked"),
        ("KD", "not-in-hand"),
        ("XX", "malformed"),
        ("pass", "may-play"),
    ],
)
def test_e20_bad_moves_are_refused_with_the_reason(act: str, code: str) -> None:
    table = Table(3).lie("AS", "7C 8C 3C", "7D", top="7H", stock="2C", turn=1)
    assert table.code(act) == code


@pytest.mark.parametrize("move", [PlayCard("AS"), Draw(), Pass(), PlayCard("8S", "H")])
def test_e20_out_of_turn(move: object) -> None:
    table = Table(3).lie("AS 8S", "7C 8C 3C", "7D", top="7H", stock="2C", turn=1)
    assert table.refuse(0, move).code == "not-your-turn"


def test_e20_between_hands_and_after_the_end_nothing_is_played() -> None:
    table = Table(3).lie("KC", "7C", "AH", top="7H", turn=1).go("7C")
    assert table.refuse(0, PlayCard("KC")).code == "hand-over"
    table = Table(3, length="hand").lie("KC", "7C", "AH", top="7H", turn=1).go("7C")
    assert table.refuse(0, Draw()).code == "finished"
    assert table.refuse(0, NextHand(1)).code == "finished"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"do": "play", "card": "8H", "suit": "X"}, "suit-unknown"),
        ({"do": "play", "card": "8H", "suit": ""}, "suit-unknown"),
        ({"do": "play", "card": "8H", "suit": "SH"}, "suit-unknown"),
        ({"do": "play", "card": "8H", "suit": None}, "suit-unknown"),
        ({"do": "play", "card": "1H"}, "malformed"),
        ({"do": "play"}, "malformed"),
        ({"do": "draw", "card": "8H"}, "malformed"),
        ({"do": "next", "hand": True}, "malformed"),
        ({"do": "next", "hand": 0}, "malformed"),
        ({"do": "skip"}, "malformed"),
    ],
)
def test_e20_what_is_no_move_is_refused_when_it_is_read(raw: object, code: str) -> None:
    with pytest.raises(Illegal) as caught:
        RULES.decode(raw)  # type: ignore[arg-type]
    assert caught.value.code == code


# ---- every table --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "stock", "move"),
    [
        ("7C KH 8C 9H", "2C", PlayCard("KH")),
        ("3C 8C 4D 5D", "2C", PlayCard("8C", "D")),
        ("8C", "2C", PlayCard("8C")),
        ("3C 4D", "2C", Draw()),
        ("3C 4D", "", Pass()),
    ],
)
def test_p9_the_fallback_of_an_absent_seat(hand: str, stock: str, move: object) -> None:
    table = Table(3).lie("AS", hand, "7D", top="7H", stock=stock, turn=1)
    assert RULES.fallback(table.state, 1) == move
    with pytest.raises(ValueError):
        RULES.fallback(table.state, 0)


def test_p9_a_pending_pile_is_taken() -> None:
    table = Table(3, twos="on").lie("KS 9S", "2H 3H", "2D 8S", top="7H", stock="3C 4C 5C", turn=1).go("2H")
    assert RULES.fallback(table.state, 2) == Draw()


def test_p1_the_defaults_are_four_seats_without_specials_and_drawing_until_it_fits() -> None:
    from games.crazy_eights import GAME

    assert (GAME.default_seats, GAME.quick_seats, GAME.clock) == (4, 4, "3d")
    assert GAME.defaults == PLAIN
