"""What happens in a stated number of games: every ending that full games can have, and everything that a table has of its own."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from games.choque.cpu import choose
from games.choque.rules_v1 import RULES
from games.choque.state import Happening
from games.choque.variants import VARIANTS
from games.contract import NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream

GAMES = 60
COMMON = {"draws", "reverses", "again", "piles", "takes"}
OF_A_TABLE = {
    "clasica": {"skips", "lights", "lights-more", "explodes"},
    "asedio": {"skips", "plants", "plants-none", "cancels", "absorbs"},
    "dia-y-noche": {"skips", "everybody", "hunts", "turns", "winds", "midnight"},
}
AT_AN_END = {"takes-none", "explodes-none"}
"""They need a stock and a pile that are both used up; ``test_rules`` shows them on positions with fewer cards (C8, C11, C13)."""


@pytest.mark.long
@pytest.mark.parametrize("variant", list(VARIANTS))
def test_census(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    happened, ended = Counter[str](), Counter[str]()
    for number in range(GAMES):
        bits, seats = Stream(f"{variant} census {number}"), 2 + number % 5
        state = RULES.start(["cpu"] * seats, {"variant": variant})
        while not isinstance(awaited := RULES.awaits(state), Over):
            if isinstance(awaited, NeedShuffle):
                state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
            else:
                seat = awaited.seats[0]
                level = ("easy", "normal")[number % 2]
                state = RULES.step(state, Played(seat, choose(RULES.mind(state, seat), level, bits, 0)))
            happened.update(news.what for news in state.news)
        ended[awaited.result.reason] += 1
    with capsys.disabled():
        print(f"\n  {variant}: " + ", ".join(f"{what} {count}" for what, count in happened.most_common()))  # noqa: T201
    assert set(happened) - AT_AN_END == COMMON | OF_A_TABLE[variant]
    assert ended == {"out": GAMES}


def test_every_piece_of_news_belongs_to_a_table() -> None:
    known = set(get_args(Happening.__value__))
    assert known == COMMON | AT_AN_END | set().union(*OF_A_TABLE.values())
