"""Every way in which a game of Crazy Switch ends, and what the house rules bring about, comes up in a bounded number of games."""

from __future__ import annotations

from collections import Counter

import pytest

from games.contract import NeedShuffle, Over, Played, Shuffled, alone
from games.crazy_switch.cards import DECK
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import SEATS, State
from games.kit.bits import Stream
from games.kit.imagine import shuffled
from tests.games.crazy_switch.tables import laid

GAMES = 40
"""So many whole games under each set of rules."""
REMNANTS = 300
"""At most so many games with a few numbers only: five in the hands, one on the pile, one in the stock. They end with the rarest ending."""
ALL = ("gone out", "blocked", "blocked with a tie", "stack taken", "missed call", "forced pass")
LONG = 400
"""Two equal cards that nobody else can match may wander for ever in a remnant: it is given up after so many acts."""


def remnant(options: dict[str, str], bits: Stream) -> State:
    """The middle of a game that has lost most of its cards: only so can it be blocked (W11, decision 8)."""
    cards = shuffled([card for card in DECK if card[0].isdigit()], bits)
    hands = [[cards.pop() for _ in range(1 + (seat == 0))] for seat in range(SEATS)]
    return laid(RULES.start(alone(SEATS), options), hands, cards.pop(), cards[:1])


def play(state: State, bits: Stream, seen: Counter[str], most: int) -> None:
    """Play at random to the end, but at most so many acts, and count what happens."""
    for _ in range(most):
        if isinstance(awaited := RULES.awaits(state), Over):
            result = awaited.result
            seen["gone out" if result.reason == "out" else "blocked with a tie" if result.facts["tied"] else "blocked"] += 1
            return
        if isinstance(awaited, NeedShuffle):
            state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
        else:
            seat = awaited.seats[0]
            moves = RULES.moves(state, seat)
            state = RULES.step(state, Played(seat, moves[bits.below(len(moves))]))
        taken = {news.what for news in state.news}
        seen["missed call"] += "missed-call" in taken
        seen["stack taken"] += state.frame.house and "takes" in taken
        seen["forced pass"] += "no-cards" in taken
    seen["given up"] += 1


@pytest.mark.long
def test_census(capsys: pytest.CaptureFixture[str]) -> None:
    seen, remnants = Counter[str](), 0
    for rules in ("estandar", "casa"):
        options = {"rules": rules}
        for number in range(GAMES):
            play(RULES.start(alone(SEATS), options), Stream(f"whole {rules} {number}"), seen, 20_000)
        assert rules == "casa" or seen["gone out"] == GAMES, "whole games end, and none blocked"
    while remnants < 2 * REMNANTS and not all(seen[what] for what in ALL):
        rules = ("estandar", "casa")[remnants % 2]
        bits = Stream(f"remnant {rules} {remnants // 2}")
        play(remnant({"rules": rules}, bits), bits, seen, LONG)
        remnants += 1
    with capsys.disabled():
        print(f"\n  {2 * GAMES} games and {remnants} remnants: " + ", ".join(f"{what} {count}" for what, count in seen.most_common()))  # noqa: T201
    for what in ALL:
        assert seen[what] > 0, what
    assert seen["given up"] < remnants / 4
