"""The daily puzzle's positions, its judge and what it draws (T15-T17)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.contract import Illegal, Malformed
from games.crazy10s import codec
from games.crazy10s.board import BAG, EMPTY, PUZZLE_GRID, RACK, STAR, Square
from games.crazy10s.generate import Found, plays
from games.crazy10s.judge import judge, run_through
from games.crazy10s.puzzle import PUZZLE, Position, Solution, decode, encode, good, solve
from games.crazy10s.views import Placement, play_of
from games.kit.bits import Stream

SEEDS = [f"puzzle {number}" for number in range(8)]


def play(*placements: tuple[int, int, str, int]) -> Any:
    """A play as JSON."""
    return codec.encode(play_of([Placement(*each) for each in placements]))


def placements_of(raw: Any) -> list[Placement]:
    """The placements of a play's JSON."""
    return [Placement(*each) for each in raw["play"]]


def position(rack: str, **tiles: int) -> Any:
    """A position as JSON: rack, and tiles by the name of their square, e.g. ``F6=3``."""
    board = list(PUZZLE_GRID.empty)
    for name, value in tiles.items():
        board[PUZZLE_GRID.place(int(name[1:]) - 1, ord(name[0]) - ord("A"))] = value
    return encode(Position(PUZZLE_GRID, tuple(board), tuple(rack)))


@pytest.mark.parametrize("seed", SEEDS)
def test_t15_a_position_is_a_board_of_valid_lines_and_a_rack_of_seven_with_one_wild_at_most(seed: str) -> None:
    found = decode(PUZZLE.make(Stream(seed)).position)
    assert found.grid is PUZZLE_GRID
    assert len(found.rack) == RACK and found.rack.count(STAR) <= 1
    tiles = [square for place, value in enumerate(found.board) if value != EMPTY for square in [PUZZLE_GRID.square(place)]]
    runs = {run for square in tiles for across in (True, False) if len(run := run_through(found.board, PUZZLE_GRID, square, across)) > 1}
    assert len(runs) >= 3
    assert {sum(found.board[PUZZLE_GRID.place(*cell)] for cell in run) for run in runs} == {10}
    held = Counter(str(value) for value in found.board if value != EMPTY) + Counter(found.rack)
    assert not held - Counter(BAG), "a tile more than the bag has"


@pytest.mark.parametrize("seed", SEEDS)
def test_t16_the_stored_maximum_is_that_of_every_play_and_the_position_is_worth_a_day(seed: str) -> None:
    made = PUZZLE.make(Stream(seed))
    found = decode(made.position)
    all_plays = list(plays(found.board, found.grid, found.rack, full_rack=False))
    assert made.maximum == max(each.points for each in all_plays)
    assert len({each.points for each in all_plays}) >= 20
    assert min(len(each.placements) for each in all_plays if each.points == made.maximum) >= 4
    assert PUZZLE.judge(made.position, made.best).points == made.maximum


def test_t16_the_same_bits_make_the_same_position() -> None:
    assert PUZZLE.make(Stream("a")) == PUZZLE.make(Stream("a"))
    assert PUZZLE.make(Stream("a")).position != PUZZLE.make(Stream("b")).position


@pytest.mark.parametrize(
    ("scores", "tiles", "worth"),
    [(20, (4,), True), (19, (4,), False), (20, (3,), False), (20, (5, 3), False)],
)
def test_t16_too_few_scores_or_a_short_best_play_are_not_good_enough(scores: int, tiles: tuple[int, ...], worth: bool) -> None:
    best = tuple(Found(tuple((place, 1) for place in range(count)), 50) for count in tiles)
    assert good(Solution(scores, 50, best)) is worth


def test_t16_a_position_is_solved_exhaustively() -> None:
    """By hand: 4 and 6 below (or above) 6 and 4 make a square of two columns and a row of ten each."""
    found = solve(decode(position("46", F6=4, G6=6)))
    assert found.maximum == 30
    squares = {frozenset(PUZZLE_GRID.square(place).name for place, _ in each.squares) for each in found.best}
    assert squares == {frozenset({"F5", "G5"}), frozenset({"F7", "G7"})}


def test_t17_seven_tiles_in_one_play_add_nothing() -> None:
    made = next(each for each in map(PUZZLE.make, map(Stream, SEEDS)) if len(placements_of(each.best)) == RACK)
    found, placements = decode(made.position), placements_of(made.best)
    in_a_match = judge(found.board, found.grid, found.rack, placements)
    assert in_a_match.total == made.maximum + 20
    assert PUZZLE.judge(made.position, made.best).points == sum(line.points for line in in_a_match.lines) == made.maximum


def test_t17_a_lone_zero_is_a_play_of_no_points() -> None:
    board = position("0123456", F5=6, F6=4)
    assert PUZZLE.judge(board, play((6, 5, "0", 0))).points == 0


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (play((6, 5, "1", 1)), "column-sum"),
        (play((0, 0, "1", 1)), "not-joined"),
        (play((5, 5, "1", 1)), "occupied"),
        (play((11, 5, "0", 0)), "off-board"),
        (play((6, 5, "9", 9)), "not-on-rack"),
    ],
)
def test_t22_a_play_that_does_not_fit_is_refused_with_its_reason(raw: Any, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        PUZZLE.judge(position("0123456", F5=6, F6=4), raw)
    assert refused.value.code == code


@pytest.mark.parametrize("raw", [None, 7, [], {}, {"pass": True}, {"swap": ["0"]}, {"play": []}, {"play": [[6, 5, "0"]]}, {"play": "x"}])
def test_t22_anything_but_a_play_is_malformed(raw: Any) -> None:
    board = position("0123456", F5=6, F6=4)
    with pytest.raises(Malformed):
        PUZZLE.judge(board, raw)
    with pytest.raises(Malformed):
        PUZZLE.draft(board, raw)


def test_a_position_survives_its_stored_form() -> None:
    made = PUZZLE.make(Stream("a"))
    stored = json.loads(json.dumps(made.position))
    assert encode(decode(stored)) == made.position


def test_t15_what_is_drawn_before_sending_follows_from_board_and_rack_alone() -> None:
    """The solution is no argument of what is drawn; a draft draws its own score and nothing of others."""
    made = PUZZLE.make(Stream("a"))
    assert [region.id for region in PUZZLE.draw(made.position, None, True)] == ["r-centre", "r-draft", "r-hand"]
    assert [region.id for region in PUZZLE.draw(made.position, made.best, False)] == ["r-centre"]


def test_t7_a_laid_wild_is_drawn_as_one() -> None:
    board = position("*123456", F5=6, F6=4)
    (centre,) = PUZZLE.draw(board, play((6, 5, "*", 0)), False)
    cell = centre.context["board"]["rows"][6][5]
    assert (cell.text, cell.star, cell.fresh) == ("0", True, True)
    assert Square(cell.row, cell.col).name == "F7"
