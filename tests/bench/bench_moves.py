"""Queries and milliseconds of a move through `play_move`: at a short and at a long history, in the first and in the tenth hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream
from games.registry import get
from games.sueca.state import DECK, worth
from games.sueca.views import AskRedeal
from tables.models import Match
from tables.services.play import play_move
from tests import factories

SHORT, LONG = 10, 1000
HANDS = 10
MATCHES, MOVES = 4, 30
MOST_QUERIES = 12
MOST_RATIO = 1.3
NAMES = ("Ana", "Luis", "Eva", "Leo")
EIGHTS = "crazy-eights"
WEAK = [DECK.index(card) for card in sorted(DECK, key=lambda card: worth((card,)))]
"""A deal that gives the leader ten cards without points, whoever deals."""

type Cost = tuple[float, int]
"""Seconds and queries of a move."""


def match_with(length: int) -> Match:
    """A running match of Sueca with about so many events behind it: rounds dealt again for mano floja, as often as one likes (S11)."""
    table = factories.gathered(factories.people(*NAMES))
    factories.stack(table, [WEAK] * (length // 2 + 1))
    match = factories.started(table)
    while match.seq < length - 1:
        _course, seat = factories.waiting(match)
        raw = factories.text_of(match, AskRedeal())
        assert play_move(match.pk, player=factories.holder(match, seat), seq=match.seq, raw=raw).status == "done"
        match.refresh_from_db()
    return match


def match_in_hand(number: int) -> Match:
    """A running match of Crazy Eights that has just been dealt its hand of that number."""
    table = factories.gathered(factories.people(*NAMES), slug=EIGHTS, length="match")
    factories.stack(table, ten_hands())
    match = factories.started(table)
    return factories.play(match, until=lambda match: factories.waiting(match)[0].state.frame.number == number)


@cache
def ten_hands() -> list[tuple[int, ...]]:
    """The shuffles of a match of Crazy Eights of ten hands or more, if all play the plainest move; each hand long enough to be timed."""
    for seed in count():
        orders, lengths = plain_match(Stream(f"{EIGHTS} {seed}"))
        if len(lengths) >= HANDS and min(lengths[0], lengths[HANDS - 1]) > MOVES:
            return orders
    raise AssertionError("count() ends")


def plain_match(bits: Stream) -> tuple[list[tuple[int, ...]], list[int]]:
    """The shuffles of a match of Crazy Eights in which all play the plainest move, and how many moves each hand took."""
    game, orders, moves = get(EIGHTS), list[tuple[int, ...]](), dict[int, int]()
    rules = game.versions[game.version]
    state = rules.start(["person"] * len(NAMES), {**game.defaults, "length": "match"})
    while not isinstance(awaited := rules.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            orders.append(bits.permutation(awaited.size))
            state = rules.step(state, Shuffled(orders[-1]))
            continue
        number, seat = state.frame.number, awaited.seats[0]
        moves[number] = moves.get(number, 0) + 1
        state = rules.step(state, Played(seat, rules.fallback(state, seat)))
    return orders, list(moves.values())


def timed_move(match: Match) -> Cost:
    """The next move, whose reading and encoding are not counted."""
    seat, seq, raw = factories.fallback(match)
    player = factories.holder(match, seat)
    with CaptureQueriesContext(connection) as queries:
        begun = perf_counter()
        status = play_move(match.pk, player=player, seq=seq, raw=raw, token=f"{match.pk}-{seq}").status
        taken = perf_counter() - begun
    assert status == "done"
    return taken, len(queries)


def costs(groups: Mapping[str, Sequence[Match]]) -> dict[str, Any]:
    """The cost of the next moves in the matches of two groups, move by move in turn; and the second's time over the first's."""
    taken: dict[str, list[Cost]] = {name: [] for name in groups}
    for _ in range(MOVES):
        for place in range(MATCHES):
            for name, matches in groups.items():
                taken[name].append(timed_move(matches[place]))
    times = {name: median(seconds for seconds, _queries in found) for name, found in taken.items()}
    most = {name: max(number for _seconds, number in found) for name, found in taken.items()}
    first, second = times.values()
    found = {name: {"ms": round(times[name] * 1000, 2), "queries": most[name]} for name in groups}
    return {**found, "ratio": round(second / first, 3)}


def run() -> dict[str, Any]:
    """Both comparisons in a warm process, and what they are to stay below."""
    lengths = {f"at_{length}": [match_with(length) for _ in range(MATCHES)] for length in (SHORT, LONG)}
    hands = {f"hand_{number}": [match_in_hand(number) for _ in range(MATCHES)] for number in (1, HANDS)}
    return {"sueca": costs(lengths), "crazy_eights": costs(hands), "most_queries": MOST_QUERIES, "most_ratio": MOST_RATIO}
