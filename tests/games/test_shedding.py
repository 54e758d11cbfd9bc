"""What shedding games share: matching, stock and reshuffle, limits, direction, pending cards, left-over points, blocked hands."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from games.kit.bits import Stream
from games.kit.imagine import Limit, clearly_best, limited_dealer
from games.kit.shedding import (
    Pending,
    Target,
    add_pending,
    collected,
    deal_round,
    differences,
    draw_from,
    draws_left,
    fits,
    is_blocked,
    left_over,
    longest_colour,
    lowest,
    places,
    recyclable,
    recycled,
    reverse,
    seat_after,
    turn_up,
    turn_up_first,
)


def test_colour_or_trait_matches_and_after_a_wild_the_colour_alone() -> None:
    assert fits("red", "7", Target("red", "skip"))
    assert fits("blue", "skip", Target("red", "skip"))
    assert not fits("blue", "7", Target("red", "skip"))
    assert not fits("blue", "wild", Target("red", None))


def test_the_longest_colour_and_the_first_among_equals() -> None:
    assert longest_colour("rbbg", "rgby") == "b"
    assert longest_colour("gr", "rgby") == "r"
    assert longest_colour("", "rgby") == "r"


def test_cards_go_round_and_who_has_all_of_theirs_is_left_out() -> None:
    assert deal_round("abcdefgh", [1, 3, 2], first=1) == ((("c",), ("a", "d", "f"), ("b", "e")), ("g", "h"))


def test_an_unfit_starter_goes_back_into_the_middle() -> None:
    opening = turn_up("Xabcde", lambda card: card == "X")
    assert opening == ("a", ("b", "X", "c", "d", "e"), ("X",))


@given(st.lists(st.sampled_from("Xa"), min_size=1, max_size=30).filter(lambda stock: "a" in stock))
def test_whatever_fits_comes_up_sooner_or_later(stock: list[str]) -> None:
    """Also where it lies in the lower half, which putting back into the middle alone would never reach."""
    opening = turn_up(stock, lambda card: card == "X")
    assert opening.starter == "a"
    assert Counter([opening.starter, *opening.stock]) == Counter(stock)


def test_when_nothing_fits_the_next_card_opens() -> None:
    opening = turn_up("XXX", lambda card: True)
    assert (opening.starter, opening.stock) == ("X", ("X", "X"))


def test_an_unfit_starter_goes_to_the_bottom_in_the_order_turned() -> None:
    assert turn_up_first("XYabc", lambda card: card in "XY") == ("a", ("b", "c", "X", "Y"), ("X", "Y"))
    assert turn_up_first("abc", lambda card: card in "XY") == ("a", ("b", "c"), ())
    with pytest.raises(ValueError, match="no card"):
        turn_up_first("XY", lambda card: True)


def test_a_draw_takes_what_there_is() -> None:
    assert draw_from((1, 2, 3), 2) == ((1, 2), (3,), 0)
    assert draw_from((1,), 4) == ((1,), (), 3)


def test_all_played_cards_but_the_top_one_become_the_stock() -> None:
    assert [recyclable(pile) for pile in ((), (1,), (1, 2, 3))] == [0, 0, 2]
    assert recycled((1, 2, 3, 4), (2, 0, 1)) == ((3, 1, 2), (4,))


@pytest.mark.parametrize(("cap", "drawn", "left"), [(None, 9, None), (3, 0, 3), (3, 2, 1), (3, 3, 0), (1, 4, 0)])
def test_draws_left_in_a_turn(cap: int | None, drawn: int, left: int | None) -> None:
    assert draws_left(cap, drawn) == left


def test_pending_cards_add_up() -> None:
    assert add_pending(add_pending(None, 2, "+2"), 2, "+2") == Pending(4, "+2")
    assert add_pending(Pending(2, "+2"), 4, "+4") == Pending(6, "+4")


def test_directions_and_skips() -> None:
    assert seat_after(3, 4, 1) == 0
    assert seat_after(0, 4, -1) == 3
    assert seat_after(1, 4, 1, skipped=1) == 3
    assert seat_after(0, 2, 1, skipped=1) == 0
    assert reverse(1, 4) == (-1, 0)
    assert reverse(1, 2) == (1, 1)


def test_a_hand_is_blocked_when_everybody_has_passed() -> None:
    assert [is_blocked(passes, 3) for passes in (0, 2, 3)] == [False, False, True]


def test_left_over_points() -> None:
    assert left_over("abb", {"a": 50, "b": 1}) == 52
    assert collected((7, 0, 5), (1,)) == (0, 12, 0)
    assert collected((9, 9, 20, 50), (0, 1)) == (79, 79, 0, 0)
    assert lowest((4, 2, 2)) == (1, 2)
    assert differences((10, 3, 9)) == (0, 13, 0)
    assert differences((10, 3, 3, 4)) == (0, 4, 4, 0)
    assert differences((5, 5)) == (0, 0)
    assert places([(-3,), (0,), (-3,), (2,)]) == (1, 3, 1, 4)


def test_imagined_cards_fill_every_place_within_its_limits() -> None:
    limits = {0: [Limit(frozenset({0, 1, 2, 3}), 1)], 8: [Limit(frozenset({4, 5}), 0)]}
    seen = set()
    for seed in range(100):
        held = limited_dealer(range(9), {0: 2, 3: 4, 8: 3}, limits)(Stream(str(seed)))
        assert {place: len(cards) for place, cards in held.items()} == {0: 2, 3: 4, 8: 3}
        assert sorted(card for cards in held.values() for card in cards) == list(range(9))
        assert len(set(held[0]) & {0, 1, 2, 3}) <= 1
        assert not set(held[8]) & {4, 5}
        seen.add(tuple(sorted(held[0])))
    assert len(seen) > 10


def test_limits_that_can_not_be_met_still_give_a_deal() -> None:
    held = limited_dealer(range(4), {0: 2, 1: 2}, {0: [Limit(frozenset(range(4)), 0)]})(Stream("lie"))
    assert {place: len(cards) for place, cards in held.items()} == {0: 2, 1: 2}


def test_the_first_candidate_is_left_only_for_one_that_is_clearly_better() -> None:
    bits = Stream("worlds")

    def worlds() -> int:
        return bits.below(100)

    assert clearly_best("ab", 30, worlds, lambda world, move: world + (move == "b"), 1.0) == "b"
    assert clearly_best("ab", 30, worlds, lambda world, move: world if move == "b" else 99 - world, 3.0) == "a"
    assert clearly_best("ab", 1, worlds, lambda world, move: 0, 1.0) == "a"
