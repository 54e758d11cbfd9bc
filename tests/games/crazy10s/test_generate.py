"""The move generator (T21): what it finds is exactly what the rules take, neither more nor less, and each once.

A brute force of the test's own tries every way to lay a small rack on a small board. On whole boards plays are changed at random, and
whatever the rules say of the result, the generator must have said the same.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, islice, permutations, product

import pytest
from hypothesis import given, settings, strategies as st

from games.contract import Bits, Illegal, Played
from games.crazy10s.board import BAG, EMPTY, PUZZLE_GRID, STAR, Board, Grid, Label, Tile
from games.crazy10s.generate import Spelling, find, plays
from games.crazy10s.judge import judge
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.state import State
from games.crazy10s.views import Placement, Play, play_of
from games.kit.bits import Stream
from games.kit.imagine import shuffled
from tests.contract.drive import cases, match
from tests.games.crazy10s.hooks import conserved

CASE = next(case for case in cases() if case.game.slug == "crazy10s")
SMALL = 4
LABELS: tuple[Label | None, ...] = (None, None, None, "DN", "DL", "TL")
SEARCHED = 15
"""So many small positions are tried by brute force."""
MATCHES = 4
"""So many random matches give the positions on whole boards."""
SOME = 100
"""So many plays at most are stepped in each position."""
CHANGED = 40
"""So many changed plays are tried in each position."""


# ---- brute force --------------------------------------------------------------------------------------------------------------


def brute(board: Board, grid: Grid, rack: tuple[Tile, ...]) -> dict[tuple[Placement, ...], int]:
    """Every valid play with its score: all squares, all tiles of the rack, all digits of a wild."""
    free = [grid.square(place) for place, value in enumerate(board) if value == EMPTY]
    found = {}
    for count in range(1, len(rack) + 1):
        for squares in combinations(free, count):
            for tiles in set(permutations(rack, count)):
                for values in product(*(range(10) if tile == STAR else (int(tile),) for tile in tiles)):
                    placements = tuple(
                        Placement(row, col, tile, value) for (row, col), tile, value in zip(squares, tiles, values, strict=True)
                    )
                    verdict = judge(board, grid, rack, placements)
                    if verdict.fault is None:
                        found[placements] = verdict.total
    return found


def grown(grid: Grid, bits: Bits, turns: int) -> Board:
    """A board after some random plays of random racks."""
    board = grid.empty
    for _ in range(turns):
        rack = shuffled(BAG, bits)[:3]
        if found := list(find(board, grid, rack)):
            play = found[bits.below(len(found))]
            board = tuple(dict(play.squares).get(place, value) for place, value in enumerate(board))
    return board


def small_grid(bits: Bits) -> Grid:
    return Grid("small", SMALL, tuple(LABELS[bits.below(len(LABELS))] for _ in range(SMALL**2)))


@pytest.mark.long
@settings(max_examples=SEARCHED, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 4), turns=st.integers(0, 3))
def test_t21_generator_equals_brute_force(seed: int, count: int, turns: int) -> None:
    bits = Stream(f"brute {seed}")
    grid = small_grid(bits)
    board = grown(grid, bits, max(turns, count - 1))
    rack = tuple(shuffled([tile for tile in BAG if tile != STAR], bits)[:count])
    told = list(plays(board, grid, rack))
    assert len(told) == len({each.placements for each in told})
    assert {each.placements: each.points for each in told} == brute(board, grid, rack)


@pytest.mark.long
@settings(max_examples=SEARCHED, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(2, 4), rack=st.sampled_from(["*", "**", "*0", "*4", "*19", "*00"]))
def test_t21_generator_equals_brute_force_with_wilds(seed: int, turns: int, rack: str) -> None:
    bits = Stream(f"wild {seed}")
    grid = small_grid(bits)
    board = grown(grid, bits, turns)
    told = list(plays(board, grid, tuple(rack)))
    assert len(told) == len({each.placements for each in told})
    assert {each.placements: each.points for each in told} == brute(board, grid, tuple(rack))


def test_t21_the_same_values_with_the_wild_elsewhere_are_another_play() -> None:
    found = {each.placements for each in plays(PUZZLE_GRID.empty, PUZZLE_GRID, "46*")}
    for one, other in ("46", "4*", "*6"):
        tiles = [Placement(5, 5, one, 4), Placement(5, 6, other, 6)]
        assert play_of(tiles).placements in found


def test_t21_wilds_are_spared_first() -> None:
    grid = PUZZLE_GRID
    for found in find(grid.empty, grid, "46*"):
        ways = [[each.tile for each in way] for way in Spelling(grid, "46*").ways(found)]
        wilds = [way.count(STAR) for way in ways]
        assert wilds == sorted(wilds)
        assert wilds[0] == sum((Counter(str(value) for _, value in found.squares) - Counter("46")).values())


def test_t21_no_tiles_no_plays() -> None:
    assert list(plays(PUZZLE_GRID.empty, PUZZLE_GRID, "")) == []


# ---- whole boards -------------------------------------------------------------------------------------------------------------


@cache
def positions(wild: bool) -> list[State]:
    """States of random matches in a turn, with a rack of five so that all its plays are soon known, one of them wild or none."""
    found = []
    for number in range(MATCHES):
        states = [before for before, event, _ in match(CASE, f"positions {number}") if isinstance(event, Played)]
        for state in states[4::5]:
            digits = [tile for tile in BAG[number::7] if tile != STAR][:5]
            rack = (STAR, *digits[:4]) if wild else tuple(digits)
            racks = tuple(rack if seat == state.turn else each for seat, each in enumerate(state.racks))
            found.append(state._replace(racks=racks, scoreless=0))
    return found


def changed(play: Play, other: Play, state: State, bits: Bits) -> Play:
    """The play with something changed: a tile dropped, moved or turned into another one, two values exchanged, or another play added."""
    tiles = list(play.placements)
    place = bits.below(len(tiles))
    row, col, tile, value = tiles[place]
    match bits.below(5):
        case 0:
            del tiles[place]
        case 1:
            tiles[place] = Placement(row + bits.below(3) - 1, col + bits.below(3) - 1, tile, value)
        case 2:
            new = state.racks[state.turn][bits.below(len(state.racks[state.turn]))]
            tiles[place] = Placement(row, col, new, bits.below(10) if new == STAR else int(new))
        case 3:
            last = tiles[-1]
            tiles[place], tiles[-1] = Placement(row, col, last.tile, last.value), Placement(last.row, last.col, tile, value)
        case _:
            tiles += [each for each in other.placements if each not in tiles]
    return play_of(tiles)


def accepted(state: State, play: Play) -> bool:
    try:
        RULES.step(state, Played(state.turn, play))
    except Illegal:
        return False
    return True


each_kind = pytest.mark.parametrize("wild", [False, True], ids=["digits", "wild"])


@each_kind
def test_t21_every_generated_play_is_accepted_and_scores_what_was_said(wild: bool) -> None:
    looked_at = 0
    for state in positions(wild):
        for placements, points in islice(plays(state.board, state.grid, state.racks[state.turn]), SOME):
            after = RULES.step(state, Played(state.turn, Play(placements)))
            assert after.latest_play is not None
            assert after.latest_play.points == points
            looked_at += 1
    assert looked_at > 1000


@each_kind
def test_t21_what_the_rules_take_is_what_is_generated(wild: bool) -> None:
    taken = refused = 0
    bits = Stream("changes")
    for state in positions(wild):
        known = [each.placements for each in plays(state.board, state.grid, state.racks[state.turn])]
        lookup = set(known)
        for _ in range(CHANGED if known else 0):
            one, other = (Play(known[bits.below(len(known))]) for _ in range(2))
            play = changed(one, other, state, bits)
            if not play.placements:
                continue
            valid = accepted(state, play)
            assert valid == (play.placements in lookup)
            taken, refused = taken + valid, refused + (not valid)
    assert taken > 100
    assert refused > 500


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_t6_every_line_totals_ten_and_no_tile_is_lost_in_any_match(seed: int) -> None:
    for _, _, after in match(CASE, f"property {seed}"):
        conserved(after)
