"""What a move costs: at most twelve queries, and the same number at every length of the history."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.models import HistoryEvent, Match, Seat
from tables.rendering import table_frame
from tables.selectors import states
from tables.selectors.committed import stamp_of
from tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 12


def queries_of_a_move(match: Match) -> list[str]:
    """The queries, BEGIN and COMMIT included, of one move of the awaited person."""
    from tables.services.play import play_move

    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    with CaptureQueriesContext(connection) as queries:
        assert play_move(match.pk, player=player, seq=seq, raw=raw, token=f"t{seq}").status == "done"
    return [query["sql"] for query in queries]


def grown(match: Match, length: int) -> Match:
    """The match with so many more events, which change nothing of the game."""
    match.refresh_from_db()
    now = timezone.now()
    HistoryEvent.objects.bulk_create(
        HistoryEvent(match=match, seq=match.seq + number, kind="cpu-failed", seat=0, payload={"why": "raised"}, cause="server", at=now)
        for number in range(1, length + 1)
    )
    Match.objects.filter(pk=match.pk).update(seq=match.seq + length, moved_at=now)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("clock", ["none", "3d"])
def test_a_move_costs_at_most_twelve_queries_the_same_at_every_length(clock: str) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock=clock))
    make.play(match, until=lambda match: match.seq >= 10)
    short = queries_of_a_move(match)
    grown(match, 1000 - match.seq)
    states.current(match)
    long = queries_of_a_move(match)
    assert [sql[:40] for sql in short] == [sql[:40] for sql in long]
    assert len(short) <= MOST, "\n".join(short)


def test_a_cold_move_reads_the_history_in_the_same_number_of_queries() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="3d"))
    make.play(match, until=lambda match: match.seq >= 10)
    warm = queries_of_a_move(match)
    states.PREFIXES.clear()
    assert len(queries_of_a_move(match)) <= len(warm)


def test_a_page_drawn_from_what_was_just_committed_asks_only_who_sat_where() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    player = make.holder(match, 0)
    assert table_frame(match.table.code, player.pk)
    make.play(match, until=lambda match: match.seq >= 4)
    queries_of_a_move(match)
    match.refresh_from_db()
    code, stamp = match.table.code, stamp_of(match)
    with CaptureQueriesContext(connection) as queries:
        assert table_frame(code, player.pk, at_least=stamp)
    assert ["tables_occupancy" in query["sql"] for query in queries] == [True]


@pytest.mark.parametrize("mates", [("person",) * 3, ("normal",) * 3])
def test_the_dearest_moves_cost_no_more(mates: Any, django_capture_on_commit_callbacks: Any) -> None:
    """A move that wakes a CPU player, and one that ends the match with honours."""
    from tables.services import lobby

    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.opened(persons[0], mates, clock="30s")
    for person, mate in zip(persons[1:], mates, strict=True):
        if mate == "person":
            lobby.sit(table, player=person)
    match = make.one_round(table)
    if mates[0] == "person":
        make.play(match, until=lambda match: match.seq == 40)
        Seat.objects.filter(table=table).update(misses=1)
        assert len(queries_of_a_move(match)) <= MOST
        match.refresh_from_db()
        assert match.status == "over"
    else:
        from tests.jobs import run_due_jobs

        run_due_jobs()
        Seat.objects.filter(table=table, index=0).update(misses=1)
        assert len(queries_of_a_move(match)) <= MOST
