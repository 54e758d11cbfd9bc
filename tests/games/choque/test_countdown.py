"""Whom a countdown hits: the fuse of a bomb (C12) and the midnight clock (C22) count turn hand-overs by one and the same table.

Seat 0 plays the card and play is clockwise. The acts are those of the turns that follow: ``.`` an ordinary turn, ``S`` Saltar, ``R``
Reversa.
Worked out by hand: the first turn that begins is not counted, the fourth one is hit. With four players and ``S..`` for example the turns
begin at 1 (not counted), 3 (2 is skipped: one hand-over), 0, 1.
"""

from __future__ import annotations

import pytest

from games.choque.countdown import HANDOVERS, STARTED, count_down, shown
from games.choque.state import EXPLOSION, Card
from games.choque.variants import DIA_Y_NOCHE
from tests.games.choque.tables import Table

BY_HAND = {
    2: {"...": 0, "S..": 1, ".S.": 1, "..S": 1, "R..": 1, ".R.": 1, "SS.": 0, "SR.": 0, "RS.": 0, ".RS": 0, "SSS": 1, "RRR": 1},
    3: {
        "...": 1, "S..": 2, ".S.": 2, "..S": 2, "R..": 1, ".R.": 0, "..R": 2, "SS.": 0, "SR.": 1, "RS.": 0, "RR.": 2, "SSS": 1, "RRR": 0,
    },
    4: {
        "...": 0, "S..": 1, ".S.": 1, "..S": 1, "R..": 2, ".R.": 0, "..R": 2, "SS.": 2, "SR.": 1, "RS.": 1, "RR.": 2, "SSS": 3, "RRR": 0,
    },
    5: {
        "...": 4, "S..": 0, ".S.": 0, "..S": 0, "R..": 3, ".R.": 0, "..R": 2, "SS.": 1, "SR.": 1, "RS.": 2, "RR.": 2, "SSS": 2, "RRR": 0,
    },
    6: {
        "...": 4, "S..": 5, ".S.": 5, "..S": 5, "R..": 4, ".R.": 0, "..R": 2, "SS.": 0, "SR.": 1, "RS.": 3, "RR.": 2, "SSS": 1, "SRS": 0,
    },
}  # fmt: skip
CASES = [(seats, acts, hit) for seats, told in BY_HAND.items() for acts, hit in told.items()]
OTHERS = ("9C", "9T", "8C", "8T", "7C", "7T")
FACES = {".": "5A", "S": "SA", "R": "RA"}
each_case = pytest.mark.parametrize(("seats", "acts", "hit"), CASES, ids=[f"{seats}{acts}" for seats, acts, _ in CASES])


def two(face: str) -> Card:
    """A day face with a plain night face behind it."""
    return DIA_Y_NOCHE.sides[0].deck.index(face), DIA_Y_NOCHE.sides[1].deck.index("1E")


def one(table: Table, face: str) -> Card:
    return (table.variant.sides[0].deck.index(face),)


def play(table: Table, face: str) -> None:
    """Whoever's turn it is holds just that card besides four others, and plays it."""
    turn, card = table.state.turn, two(face) if table.variant is DIA_Y_NOCHE else one(table, face)
    rest = tuple(two("9V") if table.variant is DIA_Y_NOCHE else one(table, "9V") for _ in range(4))
    hands = [*table.state.hands]
    hands[turn] = (*rest, card)
    table.state = table.state._replace(hands=tuple(hands))
    table.go(face)


def follow(table: Table, first: str, acts: str) -> Table:
    """The card, and the turns that follow it."""
    play(table, first)
    for act in acts:
        play(table, FACES[act])
    return table


@each_case
def test_c12_the_fuse_hits_whose_turn_begins_at_zero(seats: int, acts: str, hit: int) -> None:
    table = Table(seats).lie(*OTHERS[:seats], top="1A", stock="0A 0T 0C 0V 1T")
    follow(table, "BA", acts[:2])
    assert table.view(None).fuse == 1
    assert table.state.fuse is not None and table.state.fuse.left == 1
    play(table, FACES[acts[2]])
    assert table.news[-1] == f"explodes:{hit}:{EXPLOSION}"
    assert table.state.turn == hit
    assert table.view(None).fuse is None
    assert len(table.state.stock) == 1


@each_case
def test_c22_midnight_strikes_by_the_same_table(seats: int, acts: str, hit: int) -> None:
    table = Table(seats, "dia-y-noche").lie(*OTHERS[:seats], top="1A")
    follow(table, "KA", acts[:2])
    assert (table.view(None).midnight, table.state.side) == (1, 0)
    play(table, FACES[acts[2]])
    assert (table.state.turn, table.state.side) == (hit, 1)
    assert f"midnight:{hit}" in table.news
    assert table.view(None).midnight is None


@pytest.mark.parametrize(("seats", "acts", "hit"), [case for case in CASES if case[1][2] == "."])
def test_c12_the_view_tells_who_is_hit_if_nobody_skips_any_more(seats: int, acts: str, hit: int) -> None:
    table = Table(seats).lie(*OTHERS[:seats], top="1A", stock="0A 0T 0C 0V 1T")
    follow(table, "BA", acts[:2])
    assert table.view(None).fuse_at == hit


def test_c12_without_skips_the_bomber_is_0_1_0_4_4_places_away() -> None:
    assert [BY_HAND[seats]["..."] for seats in (2, 3, 4, 5, 6)] == [0, 1, 0, 4, 4]


def test_c12_c22_one_function_counts_for_both() -> None:
    left, told = STARTED, []
    while left:
        left = count_down(left)
        told.append(shown(left))
    assert told == [3, 2, 1, 0]
    assert shown(STARTED) == HANDOVERS
