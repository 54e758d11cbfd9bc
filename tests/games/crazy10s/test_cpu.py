"""The CPU players of Crazy10s (T21): what they are given, what they may do, and that they always know what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import get_type_hints

import pytest

from games.contract import LEVELS, Level, Played
from games.crazy10s import cpu
from games.crazy10s.board import STAR, TILES
from games.crazy10s.cpu import choose, finishing, greedy, idle, promise
from games.crazy10s.generate import find
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.skill import LEAVE, Finish, best, kept, laid, leave
from games.crazy10s.views import Mind, Move, Pass, Play, Swap, swap_of
from games.kit.bits import Stream
from tests.contract.meetings import bits_drawn
from tests.games.crazy10s.tables import Table, board_of, judged

levels = pytest.mark.parametrize("level", LEVELS)


def choice(table: Table, level: Level, seed: str = "", samples: int = 2) -> Move:
    return choose(RULES.mind(table.state, table.state.turn), level, Stream(seed), samples)


def points(table: Table, move: Move) -> int:
    """What a play scores when it is made."""
    after = RULES.step(table.state, Played(table.state.turn, move))
    assert after.last is not None
    return after.last.points


def all_points(table: Table) -> list[int]:
    """What the plays of who is to play score, fewest first."""
    state = table.state
    return sorted(found.points for found in find(state.board, state.grid, state.racks[state.turn]))


def test_t21_a_cpu_player_is_given_a_mind_and_no_state() -> None:
    assert get_type_hints(choose)["mind"] is Mind
    assert set(Mind.__slots__) == {"view"}


@levels
def test_only_an_awaited_seat_chooses(level: Level) -> None:
    table = Table().lie("46", "1", bag="22")
    with pytest.raises(ValueError):
        choose(RULES.mind(table.state, 1), level, Stream(""), 0)
    with pytest.raises(ValueError):
        choose(Mind(RULES.view(table.state, None)), level, Stream(""), 0)


def test_t21_easy_plays_at_random_among_the_lower_half() -> None:
    table = Table().lie("4615", "1", runs="G7-46 I6|37", bag="22")
    known = all_points(table)
    made = [points(table, choice(table, "easy", str(seed))) for seed in range(60)]
    assert max(made) <= known[(len(known) - 1) // 2]
    assert len({choice(table, "easy", str(seed)) for seed in range(60)}) > 5


def test_t21_normal_takes_the_most_points() -> None:
    table = Table().lie("4615*", "1", runs="G7-46 H8-4", bag="22")
    assert points(table, choice(table, "normal")) == all_points(table)[-1]


def test_t21_normal_rather_swaps_than_lays_a_lone_zero() -> None:
    table = Table().lie("0", "1", runs="G7-46", bag="22")
    view = table.view(0)
    plays = list(find(view.board, table.state.grid, view.rack))
    assert plays
    assert greedy(view, plays) is None
    assert greedy(replace(view, most_swapped=0, bag=0), plays) in plays


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_t21_wilds_are_not_laid_where_a_digit_does(level: Level) -> None:
    table = Table().lie("6*", "1", runs="G7-4", bag="22")
    for seed in range(10):
        move = choice(table, level, str(seed))
        assert isinstance(move, Play)
        assert not [each for each in move.placements if each.tile == STAR and each.value == 6] or len(move.placements) == 2


def test_t21_hard_keeps_a_wild_for_more_than_a_few_points() -> None:
    """What a wild is worth on the rack counts for a play that does without it, and not for one that lays it."""
    table = Table().lie("46*", "1111111", runs="G7-46", bag="1234567")
    view = table.view(0)
    plain, wild = (
        next(each for each in find(view.board, table.state.grid, view.rack) if [digit for _, digit in each.squares] == [value])
        for value in (4, 0)
    )
    assert promise(view, plain) - plain.points == LEAVE["6"] + LEAVE[STAR]
    assert promise(view, wild) - wild.points == LEAVE["4"] + LEAVE["6"]


def test_t21_what_is_kept_counts_wilds_only_where_digits_ran_out() -> None:
    board, grid = board_of("G7-4"), Table().state.grid
    found = next(each for each in find(board, grid, "6*") if [value for _, value in each.squares] == [6])
    assert kept("6*", found) == [STAR]
    assert kept("5*", found) == ["5"]
    assert leave("0*") == LEAVE["0"] + LEAVE[STAR]
    assert set(LEAVE) == set(TILES)


def test_t21_hard_looks_to_the_end_of_the_match() -> None:
    """The rival goes out next turn with a 9 at hand. Whoever ends the match gains what the other has left."""
    table = Table().lie("46", "19", runs="G7-19 G8-9", scores=(0, 0))
    view = table.view(0)
    plays = list(find(view.board, table.state.grid, view.rack))
    chosen = finishing(view, table.state.grid, plays)

    def margin(found: object) -> int:
        end = Finish(view.board, table.state.grid, [["4", "6"], ["1", "9"]], 0, 0, 0, 0)
        end.play(found)  # type: ignore[arg-type]
        return end.play_out()

    assert margin(chosen) == max(margin(found) for found in [*plays, None])


def test_t12_t13_the_imagined_end_counts_as_the_rules_do() -> None:
    table = Table().lie("46", "93*", runs="G6-6", scores=(50, 60))
    view, grid = table.view(0), table.state.grid
    found = max(find(view.board, grid, view.rack), key=lambda each: each.points)
    end = Finish(view.board, grid, [["4", "6"], ["9", "3", "*"]], 0, 0, -10, 0)
    end.play(found)
    assert end.over == (len(found.squares) == 2)
    assert not end.over or end.margin == -10 + found.points + 12
    end = Finish(view.board, grid, [["9"], ["8", "*"]], 1, 0, 5, 5)
    end.play(None)
    assert end.over
    assert end.margin == 5 + 9 - 8


def test_an_imagined_play_lies_as_the_rules_lay_it() -> None:
    table = Table().lie("4600000", "1")
    found = best(table.state.board, table.state.grid, "46")
    assert found is not None
    assert found.points == judged("G7=4 H7=6").total
    assert sorted(value for value in laid(table.state.board, found) if value >= 0) == [4, 6]


# ---- without a play -------------------------------------------------------------------------------------------------------------


@levels
def test_t8_without_a_play_they_swap_what_does_not_go_with_everything(level: Level) -> None:
    table = Table().lie("99*087", "1", runs="G7-4", bag="2222")
    state = table.state
    assert list(find(state.board, state.grid, "99")) == []
    lying = Table().lie("9987", "1", bag="2222")
    assert choice(lying, level) == swap_of("9987")
    assert idle(table.view(0)) == swap_of("9987")


@levels
def test_t8_no_more_than_the_bag_holds_and_the_dearest_first(level: Level) -> None:
    assert choice(Table().lie("8997", "1", bag="22"), level) == swap_of("99")


@levels
def test_t8_they_pass_with_nothing_to_play_and_nothing_to_swap(level: Level) -> None:
    assert choice(Table().lie("9987", "1"), level) == Pass()


def test_t13_before_the_sixth_scoreless_turn_only_dear_tiles_are_swapped() -> None:
    move = idle(Table().lie("9911", "1", bag="2222", scoreless=5).view(0))
    assert move == Swap(("9", "9"))


# ---- bounds -----------------------------------------------------------------------------------------------------------------------


@levels
def test_p15_the_same_bits_make_the_same_move(level: Level) -> None:
    table = Table().lie("46*02", "1111111", runs="G7-46 H8-4", bag="1234567")
    assert choice(table, level, "a") == choice(table, level, "a")


def test_p15_hard_is_bounded_by_samples() -> None:
    table = Table().lie("46500", "1111111", runs="G7-46 H8-4", bag="1234567")
    mind = RULES.mind(table.state, 0)
    once, thrice = (bits_drawn(choose, mind, samples) for samples in (1, 3))
    assert thrice == 3 * once > 0
    assert bits_drawn(choose, mind, 0) == 0


def test_p15_looking_is_bounded_by_a_number_of_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "MOST", 1)
    table = Table().lie("4615002", "1", runs="G7-46 H8-4", bag="22")
    first = next(find(table.state.board, table.state.grid, table.state.racks[0]))
    move = choice(table, "normal")
    assert isinstance(move, Play)
    assert points(table, move) == first.points
