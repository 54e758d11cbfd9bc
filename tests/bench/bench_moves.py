"""Queries and milliseconds of a move through `play_move`, at a short and at a long history."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.sueca.state import DECK, worth
from games.sueca.views import AskRedeal
from tables.models import Match
from tables.services.play import play_move
from tests import factories

SHORT, LONG = 10, 1000
MATCHES, MOVES = 4, 30
MOST_QUERIES = 12
MOST_RATIO = 1.3
WEAK = [DECK.index(card) for card in sorted(DECK, key=lambda card: worth((card,)))]
"""A deal that gives the leader ten cards without points, whoever deals."""


def match_with(length: int) -> Match:
    """A running match with about so many events behind it: rounds dealt again for mano floja, to which there is no limit (S11)."""
    table = factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"))
    factories.stack(table, [WEAK] * (length // 2 + 1))
    match = factories.started(table)
    while match.seq < length - 1:
        _course, seat = factories.waiting(match)
        raw = factories.text_of(match, AskRedeal())
        assert play_move(match.pk, player=factories.holder(match, seat), seq=match.seq, raw=raw).status == "done"
        match.refresh_from_db()
    return match


def timed_move(match: Match) -> tuple[float, int]:
    """Seconds and queries of the next move, whose reading and encoding are not counted."""
    seat, seq, raw = factories.fallback(match)
    player = factories.holder(match, seat)
    with CaptureQueriesContext(connection) as queries:
        begun = perf_counter()
        status = play_move(match.pk, player=player, seq=seq, raw=raw, token=f"{match.pk}-{seq}").status
        taken = perf_counter() - begun
    assert status == "done"
    return taken, len(queries)


def run() -> dict[str, Any]:
    """Both lengths, move by move in turn, in a warm process."""
    groups = {length: [match_with(length) for _ in range(MATCHES)] for length in (SHORT, LONG)}
    taken: dict[int, list[tuple[float, int]]] = {SHORT: [], LONG: []}
    for _ in range(MOVES):
        for place in range(MATCHES):
            for length, matches in groups.items():
                taken[length].append(timed_move(matches[place]))
    times = {length: median(seconds for seconds, _queries in found) for length, found in taken.items()}
    found: dict[str, Any] = {
        f"at_{length}": {"ms": round(times[length] * 1000, 2), "queries": max(number for _seconds, number in taken[length])}
        for length in times
    }
    return found | {"ratio_long_to_short": round(times[LONG] / times[SHORT], 3), "most_queries": MOST_QUERIES, "most_ratio": MOST_RATIO}
