"""Replays every stored match and compares what the rows say with what the history says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tables import proof
from tables.models import Match, Seat
from tables.selectors import states
from tables.selectors.seats import due
from tables.services.writing import locked_match

SEATED = frozenset({"sat", "left", "stood-in", "came-back", "handed"})
"""Events after which a seat has a new occupant."""


class Command(BaseCommand):
    """Exits non-zero and names every match and field that differ. Locks, and holds in memory, one match at a time."""

    help = "Replay every stored match; compare projections, occupancies and chance. Fails when anything differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check every match of every game and version."""
        matches = wrong = 0
        for pk in Match.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=1000):
            matches += 1
            # Locked, so that a move made meanwhile does not look like a difference.
            with transaction.atomic():
                match = locked_match(pk)
                for difference in differences(match):
                    wrong += 1
                    self.stderr.write(f"match {match.pk} (table {match.table.code}, number {match.number}): {difference}")
        if wrong:
            raise CommandError(f"{wrong} differences in {matches} matches")
        self.stdout.write(f"{matches} matches agree with their histories")


def differences(match: Match) -> Iterator[str]:
    """What differs between a match's rows and its history, one sentence each."""
    try:
        course, shuffles, seated = _retell(match)
    except states.Unreplayable as error:
        yield f"history: can't be replayed: {error.__cause__!r}"
        return
    for name, value in states.projected(course).items():
        kept = getattr(match, name)
        if kept != value:
            yield f"{name}: the row says {kept!r}, the history {value!r}"
    seats = list(Seat.objects.filter(table=match.table_id).order_by("index"))
    waits = match.status == "running" and due(course.awaits, seats) is not None
    if match.machine != waits:
        yield f"machine: the row says {match.machine!r}, the seats {waits!r}"
    yield from _chance(match, shuffles)
    yield from _occupancies(match, seated)


def _retell(match: Match) -> tuple[states.Course, list[list[int]], list[tuple[int, int]]]:
    """The course at the end, every shuffle, and (seat, seq) of every change of an occupant. Raises `Unreplayable`."""
    course = states.begin(match)
    shuffles: list[list[int]] = []
    seated: list[tuple[int, int]] = []
    for row in match.events.order_by("seq").iterator(chunk_size=500):
        course = states.advance(match, course, (row,))
        if row.kind == "shuffled":
            shuffles.append(list(row.payload or ()))
        elif row.kind in SEATED:
            seated.append((row.seat or 0, row.seq))
    return course, shuffles, seated


def _chance(match: Match, shuffles: list[list[int]]) -> Iterator[str]:
    for wrong in proof.check(match.deal_code, match.nonce, match.commitment, shuffles):
        yield f"chance: {f'shuffle {wrong}' if wrong else 'commitment'} does not follow from the deal code"


def _occupancies(match: Match, seated: list[tuple[int, int]]) -> Iterator[str]:
    seats = len(match.seat_kinds)
    expected = [(number, number - 1, 0) for number in range(1, seats + 1)]
    expected += [(number, seat, seq) for number, (seat, seq) in enumerate(seated, start=seats + 1)]
    kept = list(match.occupancies.order_by("number").values_list("number", "seat", "from_seq"))
    if kept != expected:
        yield f"occupancies: the rows say {kept!r}, the history {expected!r}"
