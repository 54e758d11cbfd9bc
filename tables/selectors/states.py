"""The state of a match: the fold of its history, with the committed prefixes of the latest matches kept in the process.

A state is never stored. `Course` is the fold's running value; `after` is the one function that takes it over an event, live, in the
replay and when histories are verified, and `projected` says what the match's row must hold then.
"""

from __future__ import annotations

import datetime as dt
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import DatabaseError, connection, transaction
from django.db.models import Q

from games import registry
from games.contract import Event, Game, Json, NeedMove, Over, Played, Result, Rules, Shuffled
from tables.models import CLOCKS, HistoryEvent, Match

TAIL = 60
"""How many of the latest events are kept for the log."""

KEPT = 400
"""How many matches the process remembers."""


class Unreplayable(Exception):  # noqa: N818 - named after the match
    """A match whose history can't be told again. Its page shows an error card with its number; every other page works."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.pk} (table {match.table_id}, number {match.number}) can't be replayed")
        self.match = match


class Step(NamedTuple):
    """One event of a match between the states before and after it. Platform events have no `event`, and leave the state as it is."""

    seq: int
    before: Any
    event: Event | None
    after: Any
    kind: str
    seat: int | None
    cause: str
    payload: Json
    at: dt.datetime


class Limit(NamedTuple):
    """A limit of the rules' own for the awaited decision (`NeedMove.limit`): its seconds, when it began and when it is over."""

    seconds: int
    since: dt.datetime
    ends: dt.datetime


@dataclass(frozen=True, slots=True)
class Course:
    """How a match stands after event `seq`.

    state, awaits: the rules' state and what it waits for. tail: the latest steps, oldest first. shuffles: how many there were.
    told: how many rule events, shuffles among them.
    turn, turn_since, turn_ends: the present turn, when it began and when its time is up; limit: that of the awaited decision alone.
    voided: it ended without a winner.
    """

    seq: int
    state: Any
    awaits: Any
    turn_since: dt.datetime
    moved_at: dt.datetime
    tail: tuple[Step, ...] = ()
    shuffles: int = 0
    told: int = 0
    turn: str = ""
    turn_ends: dt.datetime | None = None
    limit: Limit | None = None
    voided: bool = False
    ended_at: dt.datetime | None = None

    @property
    def ends(self) -> tuple[dt.datetime, ...]:
        """When the time of the turn and that of the awaited decision are up, as far as they have any."""
        return tuple(end for end in (self.turn_ends, self.limit and self.limit.ends) if end)

    @property
    def deadline(self) -> dt.datetime | None:
        """When the awaited decision must have been made: a limit never outlasts the turn's clock."""
        return min(self.ends, default=None)

    @property
    def turn_first(self) -> bool:
        """Whether the awaited decision ends with the turn's clock, not before it by a limit of its own."""
        return self.turn_ends is not None and self.turn_ends == self.deadline

    @property
    def asked_late(self) -> bool:
        """Whether the awaited decision came up when the turn's time was over already: nobody was waited for in it."""
        return self.limit is not None and self.turn_ends is not None and self.limit.since >= self.turn_ends

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.voided or isinstance(self.awaits, Over)


def game_of(match: Match) -> Game:
    """The game of a match. Raises `Unreplayable` when it is gone."""
    try:
        return registry.get(match.slug)
    except KeyError as error:
        raise Unreplayable(match) from error


def rules_of(match: Match) -> Rules[Any, Any, Any]:
    """The version of the rules that the match began with. Raises `Unreplayable` when it is gone."""
    try:
        return game_of(match).versions[match.version]
    except KeyError as error:
        raise Unreplayable(match) from error


# ---- the fold ---------------------------------------------------------------------------------------------------------------


def beginning(match: Match) -> Course:
    """Before the first event."""
    rules = rules_of(match)
    state = rules.start(match.seat_kinds, match.options)
    course = Course(seq=0, state=state, awaits=rules.awaits(state), turn_since=match.started_at, moved_at=match.started_at)
    return _turned(match, course, match.started_at)


def rule_event(rules: Rules[Any, Any, Any], row: HistoryEvent) -> Event | None:
    """The rules' event of a row; None for one of the platform's. Raises `Malformed` for an unreadable payload."""
    if row.kind == "shuffled":
        return Shuffled(tuple(row.payload or ()))
    if row.kind == "played":
        return Played(row.seat or 0, rules.decode(row.payload))
    return None


def after(match: Match, course: Course, row: HistoryEvent) -> Course:
    """The course after one more event. Raises `Illegal` when the rules refuse it, and ValueError on a gap in the numbers."""
    if row.seq != course.seq + 1:
        raise ValueError(f"event {row.seq} follows {course.seq}")
    rules = rules_of(match)
    event = rule_event(rules, row)
    state = course.state if event is None else rules.step(course.state, event)
    step = Step(row.seq, course.state, event, state, row.kind, row.seat, row.cause, row.payload, row.at)
    moved = replace(course, seq=row.seq, moved_at=row.at, tail=(*course.tail, step)[-TAIL:])
    if event is None:
        return _of_platform(moved, row)
    shuffles = course.shuffles + (row.kind == "shuffled")
    return _turned(match, replace(moved, state=state, awaits=rules.awaits(state), shuffles=shuffles, told=course.told + 1), row.at)


def _of_platform(course: Course, row: HistoryEvent) -> Course:
    if row.kind == "clock-restored":
        return _restored(course, dt.timedelta(seconds=(row.payload or {})["seconds"]), row.at)
    if row.kind == "voided":
        return replace(course, voided=True, turn="", turn_ends=None, limit=None, ended_at=row.at)
    return course


def _restored(course: Course, given: dt.timedelta, at: dt.datetime) -> Course:
    """The same with that time given back. A limit gets what ran of it, and nothing when it was over before."""
    limit = course.limit
    if limit and limit.ends > at - given:
        limit = limit._replace(ends=limit.ends + min(given, at - limit.since))
    return replace(course, turn_ends=course.turn_ends and course.turn_ends + given, limit=limit)


def _later(at: dt.datetime, seconds: int | None) -> dt.datetime | None:
    return None if seconds is None else at + dt.timedelta(seconds=seconds)


def _turned(match: Match, course: Course, at: dt.datetime) -> Course:
    """The same with turn, limit and when they end as of now: the turn's end changes only when the turn's name does."""
    awaits = course.awaits
    if isinstance(awaits, Over):
        return replace(course, turn="", turn_ends=None, limit=None, ended_at=at)
    if not isinstance(awaits, NeedMove):
        return course
    if awaits.turn != course.turn:
        course = replace(course, turn=awaits.turn, turn_since=at, turn_ends=_later(at, CLOCKS[match.clock]), limit=None)
    if awaits.limit == (course.limit and course.limit.seconds):
        return course
    ends = _later(at, awaits.limit)
    return replace(course, limit=Limit(awaits.limit, at, ends) if awaits.limit and ends else None)


def result_json(result: Result) -> dict[str, Json]:
    """A result as the match's row keeps it."""
    kept = {"points": result.points, "ranks": result.ranks, "reason": result.reason, "facts": dict(result.facts)}
    return json.loads(json.dumps(kept))


def result_of(match: Match) -> Result | None:
    """The result that a match's row keeps; None while it runs, and when it was voided."""
    if match.result is None:
        return None
    kept = match.result
    return Result(tuple(kept["points"]), tuple(kept["ranks"]), kept["reason"], kept["facts"])


PROJECTED = ("status", "result", "awaited", "show", "turn", "turn_since", "deadline", "seq", "moved_at", "ended_at")


def projected(course: Course) -> dict[str, Any]:
    """What the match's row must hold, by field."""
    waits = course.awaits if isinstance(course.awaits, NeedMove) and not course.voided else None
    finished = isinstance(course.awaits, Over) and not course.voided
    return {
        "status": "voided" if course.voided else "over" if finished else "running",
        "result": result_json(course.awaits.result) if finished else None,
        "awaited": list(waits.seats) if waits else [],
        "show": bool(waits and waits.show),
        "turn": course.turn,
        "turn_since": course.turn_since,
        "deadline": course.deadline,
        "seq": course.seq,
        "moved_at": course.moved_at,
        "ended_at": course.ended_at,
    }


# ---- the cache --------------------------------------------------------------------------------------------------------------


class Prefixes:
    """Courses of committed histories, the latest matches only. Safe between threads: courses are frozen."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._courses: OrderedDict[tuple[int, str], Course] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: Match) -> Course | None:
        """The longest known prefix of the match."""
        with self._lock:
            course = self._courses.get((match.pk, match.commitment))
            if course:
                self._courses.move_to_end((match.pk, match.commitment))
            return course

    def put(self, match: Match, course: Course) -> None:
        """Remember a committed prefix, unless a longer one is known."""
        key = (match.pk, match.commitment)
        with self._lock:
            known = self._courses.get(key)
            if known is None or known.seq < course.seq:
                self._courses[key] = course
            self._courses.move_to_end(key)
            while len(self._courses) > self._kept:
                self._courses.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a new process would."""
        with self._lock:
            self._courses.clear()


PREFIXES = Prefixes()


def remember(match: Match, course: Course) -> None:
    """Keep a course in the cache once it is committed: a rollback would leave a state that never was."""
    if connection.in_atomic_block:
        transaction.on_commit(lambda: PREFIXES.put(match, course), robust=True)
    else:
        PREFIXES.put(match, course)


# ---- reading ----------------------------------------------------------------------------------------------------------------


def advance(match: Match, course: Course, rows: Iterable[HistoryEvent]) -> Course:
    """The course over further rows. Raises `Unreplayable` whatever is wrong with them."""
    try:
        for row in rows:
            course = after(match, course, row)
    except (Unreplayable, DatabaseError):
        raise
    except Exception as error:
        raise Unreplayable(match) from error
    return course


def begin(match: Match) -> Course:
    """Before the first event. Raises `Unreplayable`."""
    try:
        return beginning(match)
    except (Unreplayable, DatabaseError):
        raise
    except Exception as error:
        raise Unreplayable(match) from error


def known(match: Match) -> Course:
    """The longest prefix known without asking the database, not beyond the row's seq."""
    course = PREFIXES.get(match)
    return course if course and course.seq <= match.seq else begin(match)


def current(match: Match) -> Course:
    """How the match stands at its row's seq. A miss of the cache reads only the events after the known prefix."""
    course = known(match)
    if course.seq < match.seq:
        rows = match.events.filter(seq__gt=course.seq, seq__lte=match.seq).order_by("seq")
        course = advance(match, course, rows)
        if course.seq != match.seq:
            raise Unreplayable(match)
        remember(match, course)
    return course


def current_with_token(match: Match, token: str) -> tuple[Course, HistoryEvent | None]:
    """As `current`, and the earlier event of a repeated token, in one query."""
    course = known(match)
    rows = list(match.events.filter(Q(seq__gt=course.seq) | Q(token=token)).order_by("seq"))
    earlier = next((row for row in rows if row.token == token), None)
    course = advance(match, course, [row for row in rows if row.seq > course.seq])
    if course.seq != match.seq:
        raise Unreplayable(match)
    remember(match, course)
    return course, earlier


def walk(match: Match, rows: Iterable[HistoryEvent] | None = None) -> Iterator[Step]:
    """Every event of the match from the first to the last, platform events too. rows: those events, where they are read already.

    Raises `Unreplayable`.
    """
    course = begin(match)
    for row in match.events.order_by("seq").iterator(chunk_size=500) if rows is None else rows:
        course = advance(match, course, (row,))
        yield course.tail[-1]


def at(match: Match, step: int) -> Any:
    """The rules' state after the first `step` rule events of the match (0: before the first). Raises `Unreplayable`."""
    rules = rules_of(match)
    rows = match.events.filter(kind__in=("shuffled", "played")).order_by("seq")[:step]
    try:
        state = rules.start(match.seat_kinds, match.options)
        for row in rows:
            event = rule_event(rules, row)
            state = state if event is None else rules.step(state, event)
    except DatabaseError:
        raise
    except Exception as error:
        raise Unreplayable(match) from error
    return state
