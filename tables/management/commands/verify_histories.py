"""Replays every stored match, judges every result of a puzzle again, and compares with what the rows say."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from games import registry
from games.contract import Json, Puzzle
from tables import proof
from tables.models import Match, PuzzleDay, PuzzleResult, Seat
from tables.selectors import states
from tables.selectors.seats import due
from tables.services.writing import locked_match

SEATED = frozenset({"sat", "left", "stood-in", "came-back", "handed"})
"""Events after which a seat has a new occupant."""


class Command(BaseCommand):
    """Exits non-zero and names every match, puzzle and field that differ. Locks, and holds in memory, one match at a time."""

    help = "Replay every stored match and judge every result of a puzzle again. Fails when anything differs from what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to begin, and how often to tell how far it is."""
        parser.add_argument("--since", type=dt.date.fromisoformat, metavar="YYYY-MM-DD", help="only what was played or sent since that day")
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="seconds between two lines of progress")

    def handle(self, *args: Any, since: dt.date | None = None, every: float = 5.0, **options: Any) -> None:
        """Check every match of every game and version, then every puzzle."""
        begin = dt.datetime.combine(since, dt.time(), timezone.get_default_timezone()) if since else None
        matches, wrong = self.check_matches(begin, every)
        days, results, more = self.check_puzzles(begin, every)
        if wrong or more:
            raise CommandError(f"{wrong} differences in {matches} matches, {more} in {results} results of {days} puzzles")
        self.stdout.write(f"{matches} matches agree with their histories, {results} results of {days} puzzles with their positions")

    def check_matches(self, begin: dt.datetime | None, every: float) -> tuple[int, int]:
        """How many matches were replayed, and how many differences they have."""
        found = Match.objects.filter(moved_at__gte=begin) if begin else Match.objects.all()
        sums = found.aggregate(matches=Count("pk"), events=Sum("seq", default=0))
        progress = Progress(self.stderr.write, every, sums["matches"], "matches", sums["events"])
        wrong = 0
        for pk in found.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=1000):
            # Locked, so that a move made meanwhile does not look like a difference.
            with transaction.atomic():
                match = locked_match(pk)
                for difference in differences(match):
                    wrong += 1
                    self.stderr.write(f"match {match.pk} (table {match.table.code}, number {match.number}): {difference}")
            progress.step(match.seq)
        return progress.done, wrong

    def check_puzzles(self, begin: dt.datetime | None, every: float) -> tuple[int, int, int]:
        """How many days and results were judged again, and how many differences they have."""
        results = PuzzleResult.objects.filter(at__gte=begin) if begin else PuzzleResult.objects.all()
        days = PuzzleDay.objects.all()
        if begin:
            days = days.filter(Q(created_at__gte=begin) | Exists(results.filter(day=OuterRef("pk"))))
        progress = Progress(self.stderr.write, every, results.count(), "results")
        checked = wrong = 0
        for day in days.order_by("pk").iterator(chunk_size=100):
            checked += 1
            for difference in puzzle_differences(day, results.filter(day=day).order_by("pk"), progress):
                wrong += 1
                self.stderr.write(f"puzzle {day.slug} of {day.day}: {difference}")
        return checked, progress.done, wrong


class Progress:
    """Tells now and then how far a long walk is, and how long the rest may take at the pace so far.

    total: of things. weight: of what they are made of (events of matches), by which the rest is estimated; 0 where all weigh the same.
    """

    def __init__(self, say: Callable[[str], object], every: float, total: int, noun: str, weight: int = 0) -> None:
        self.say, self.every, self.total, self.noun, self.weight = say, every, total, noun, weight
        self.done = self.carried = 0
        self.began = self.told = time.monotonic()

    def step(self, weight: int = 1) -> None:
        """One more is done."""
        self.done += 1
        self.carried += weight
        now = time.monotonic()
        if now - self.told < self.every:
            return
        self.told = now
        share = self.carried / self.weight if self.weight else self.done / max(1, self.total)
        left = (now - self.began) * (1 / share - 1) if share else 0.0
        events = f", {self.carried} of {self.weight} events" if self.weight else ""
        self.say(f"{self.done} of {self.total} {self.noun}{events}; about {max(0, round(left))} s left")


def puzzle_differences(day: PuzzleDay, results: QuerySet[PuzzleResult], progress: Progress) -> Iterator[str]:
    """What differs between a day's rows and what its own version of the puzzle says of them, one sentence each."""
    try:
        puzzle = registry.get(day.slug).puzzles[day.version]
    except KeyError:
        yield f"version {day.version} is gone"
        return
    best = _points(puzzle, day, day.best)
    if best != day.maximum:
        yield f"maximum: the row says {day.maximum}, the best move makes {best}"
    for result in results.iterator(chunk_size=500):
        progress.step()
        points = _points(puzzle, day, result.move)
        if points != result.points:
            yield f"result {result.pk}: the row says {result.points} points, the move makes {points}"
        elif isinstance(best, int) and result.points > best:
            yield f"result {result.pk}: {result.points} points are more than the maximum of {best}"


def _points(puzzle: Puzzle, day: PuzzleDay, move: Json) -> int | str:
    """What a move makes, or why it can't be said."""
    try:
        judged = puzzle.judge(day.position, move)
    except Exception as error:  # whatever a row that was tampered with brings about
        return f"nothing ({error!r})"
    return judged.points if judged.move == move else f"{judged.points}, but stands there in another form"


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
