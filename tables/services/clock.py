"""Turn clocks: only the server's clock decides, deadlines are absolute times in the database (P2, P3)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils import timezone

from tables.models import HistoryEvent, Match, Pulse
from tables.selectors import states
from tables.selectors.seats import absent, due
from tables.services import jobs, machine
from tables.services.writing import Pen, open_pen

BEAT = dt.timedelta(seconds=5)
"""How often the worker leaves its heartbeat."""

MISSED_BEATS = 15
"""Seconds without a heartbeat from which on the service counts as having been down."""

MISSES = 2
"""Timed-out turns in a row after which a CPU player plays on (P3)."""

MOST_MOVES = 200
"""Moves that the clock makes in one turn at most."""


def played_for(course: states.Course, seat: int, seq: int) -> bool:
    """Whether the clock has played for the seat since event `seq`."""
    return any(step.seq > seq and step.seat == seat and step.cause == "clock" for step in course.tail)


# ---- downtime ---------------------------------------------------------------------------------------------------------------


def down_since(now: dt.datetime) -> dt.datetime | None:
    """When the service went down, if its heartbeat is older than it should be; None while it runs as usual."""
    pulse = Pulse.objects.order_by("pk").first()
    return pulse.at if pulse and (now - pulse.at).total_seconds() > MISSED_BEATS else None


def restore(pen: Pen, since: dt.datetime) -> bool:
    """Give a running turn back the time that ran while the service was down; whether there was any. The history says so."""
    began = max(since, pen.course.turn_since)
    given = HistoryEvent.objects.filter(match=pen.match, kind="clock-restored", at__gt=began).order_by("-seq").first()
    began = given.at if given else began
    seconds = round((pen.now - began).total_seconds())
    if seconds <= 0 or not any(end > since for end in pen.course.ends):
        return False
    pen.note("clock-restored", payload={"seconds": seconds})
    return True


def overdue(pen: Pen) -> bool:
    """Whether the awaited decision's time is up. A clock that ran while the service was down gets that time back first."""
    deadline = pen.course.deadline
    if deadline is None or pen.now < deadline:
        return False
    since = down_since(pen.now)
    if since and restore(pen, since):
        return pen.course.deadline is not None and pen.now >= pen.course.deadline
    return True


# ---- at zero ----------------------------------------------------------------------------------------------------------------


def expire(match_id: int, *, turn: str) -> None:
    """The time of a turn is up: a *normal* CPU player makes the waiting decisions for whoever is absent, to the turn's end (P2, C3).

    Where only a limit of the rules' own is over, their fallback is played and the turn goes on with the time it has (C7).
    Does nothing when the match has moved on to another turn, and comes back later when there is more time.
    """
    for _ in range(MOST_MOVES):
        match = Match.objects.select_related("table").get(pk=match_id)
        if match.status != "running" or match.turn != turn or match.deadline is None:
            return
        if not _act(match):
            return


def _act(match: Match) -> bool:
    """One decision at zero; whether to look again."""
    if match.deadline and timezone.now() < match.deadline:
        jobs.defer("turn_clock", at=match.deadline, match=match.pk, turn=match.turn)
        return False
    course = states.current(match)
    seats = list(match.table.seats.order_by("index"))
    seat = due(course.awaits, seats)
    if seat is not None:
        return machine.play_cpu(match.pk, seq=match.seq)
    seat = absent(course.awaits, seats)
    if seat is None:
        return False
    choice = choose(match, course, seat)
    with transaction.atomic():
        return _record(match, seat, choice)


def choose(match: Match, course: states.Course, seat: int) -> machine.Choice:
    """What is played at zero. Who let a limit of the rules' own pass gets the rules' fallback, whichever clock ended it (C7)."""
    if course.limit and not course.asked_late:
        return machine.Choice(states.rules_of(match).fallback(course.state, seat))
    return machine.decide(match, course, seat, "normal", awaited_only=True)


def _record(match: Match, seat: int, choice: machine.Choice) -> bool:
    pen = open_pen(match.pk)
    if pen.course.seq != match.seq or pen.match.status != "running":
        return True
    if not overdue(pen):
        given = bool(pen.rows)
        pen.finish()
        return given
    timed_out = pen.course.turn_first
    machine.write(pen, seat, choice, cause="clock")
    if timed_out:
        _count_miss(pen, seat, match.turn)
    pen.finish()
    return True


def _count_miss(pen: Pen, index: int, turn: str) -> None:
    """Two timed-out turns in a row, and a CPU player plays the seat on (P3). A tap that only moves the show on is nobody's turn."""
    seat = pen.seats[index]
    if pen.match.show or pen.course.turn == turn:
        return
    seat.misses += 1
    pen.touch(seat)
    if seat.misses >= MISSES and not pen.course.over:
        seat.stand_in = "missed"
        pen.occupy("stood-in", seat, level="normal", cause="clock", payload={"why": "missed"})
