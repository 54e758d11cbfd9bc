"""Writing history: one locked match, the events added to it, and everything that follows from them in the same transaction.

Services open a `Pen` inside their transaction, add events to it, and `finish` once. Only this module inserts `HistoryEvent` rows.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from games.contract import Game, NeedShuffle, Rules
from tables.models import HistoryEvent, Honour, Match, Occupancy, Seat, Table
from tables.notices.reach import reachable
from tables.selectors import states
from tables.selectors.committed import COMMITTED
from tables.selectors.seats import driven, due
from tables.services import errors, jobs
from tables.services.chance import dice
from tables.services.publish import publish

SHOW_WAIT = dt.timedelta(minutes=10)
"""How long a wait that only moves the show on lasts before anybody is told of it: the others must have had their look."""


def locked_match(match_id: int) -> Match:
    """The match with its row locked until the end of the transaction. Raises RuntimeError outside one, Match.DoesNotExist."""
    if not connection.in_atomic_block:
        raise RuntimeError("a match is locked inside a transaction only")
    return Match.objects.select_for_update(no_key=True, of=("self",)).select_related("table").get(pk=match_id)


def locked_table(table_id: int) -> Table:
    """The table with its row locked until the end of the transaction. Where a match is locked too, the table comes first."""
    if not connection.in_atomic_block:
        raise RuntimeError("a table is locked inside a transaction only")
    return Table.objects.select_for_update(no_key=True).get(pk=table_id)


def lock_running(table: Table) -> None:
    """Lock the row of the running match of a locked table, if there is one.

    Moves lock the match alone and write seats as they read them: whoever changes seats by the table must not come in between.
    """
    list(Match.objects.select_for_update(no_key=True).filter(table=table, status="running").values_list("pk"))


@dataclass
class Pen:
    """A locked match being written to. now: the one time of everything written."""

    match: Match
    course: states.Course
    seats: Sequence[Seat]
    now: dt.datetime
    rows: list[HistoryEvent] = field(default_factory=list)
    occupancies: list[Occupancy] = field(default_factory=list)
    changed: dict[int, Seat] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game of the match."""
        return states.game_of(self.match)

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules of the match."""
        return states.rules_of(self.match)

    @property
    def table(self) -> Table:
        """The table of the match."""
        return self.match.table

    def note(self, kind: str, *, seat: int | None = None, payload: Any = None, cause: str = "server", token: str | None = None) -> None:
        """Add one event. Raises `Illegal` with nothing added when the rules refuse it."""
        row = HistoryEvent(
            match=self.match, seq=self.course.seq + 1, token=token, kind=kind, seat=seat, payload=payload, cause=cause, at=self.now,
            occupant=None if seat is None else self.seats[seat].occupant,
        )  # fmt: skip
        self.course = states.after(self.match, self.course, row)
        self.rows.append(row)

    def play(self, seat: int, move: Any, *, cause: str, token: str | None = None) -> None:
        """Add a move and what chance brings after it. Raises `Illegal` with nothing added when the rules refuse it."""
        self.note("played", seat=seat, payload=self.rules.encode(move), cause=cause, token=token)
        self.throw()

    def throw(self) -> None:
        """Throw and record what the state needs of chance before anything else can happen (P13)."""
        while isinstance(self.course.awaits, NeedShuffle):
            order = dice().throw(self.match.deal_code, self.course.shuffles + 1, self.course.awaits.size)
            self.note("shuffled", payload=list(order))

    def void(self, why: str) -> None:
        """End the match without a winner."""
        self.note("voided", payload={"why": why})

    def occupy(self, kind: str, seat: Seat, *, level: str = "", cause: str = "server", payload: Any = None) -> None:
        """Add an event after which the seat has a new occupant: its present person, or a CPU player of that level."""
        number = max(other.occupant for other in self.seats) + 1
        self.note(kind, seat=seat.index, payload=payload, cause=cause)
        seat.occupant = number
        self.touch(seat)
        self.occupancies.append(
            Occupancy(
                match=self.match,
                number=number,
                seat=seat.index,
                player_id=seat.player_id,
                name=seat.name,
                level=level,
                from_seq=self.course.seq,
                at=self.now,
            )
        )

    def touch(self, seat: Seat) -> None:
        """Have the seat's row written at the end."""
        self.changed[seat.index] = seat

    def finish(self) -> None:
        """Write events, projections, seats and jobs, and have the pages told after the commit."""
        if not self.rows:
            return
        HistoryEvent.objects.bulk_create(self.rows)
        if self.occupancies:
            Occupancy.objects.bulk_create(self.occupancies)
        before = (self.match.turn, self.match.deadline)
        ended = self.course.over and self.match.status == "running"
        if ended:
            self._end()
        self._project()
        if self.changed:
            Seat.objects.bulk_update(
                self.changed.values(),
                ["player", "returning", "level", "stand_in", "misses", "answer", "occupant", "name", "sat_at", "over"],
            )
        self._jobs(*before)
        states.remember(self.match, self.course)
        transaction.on_commit(lambda: COMMITTED.put(self.match, self.seats), robust=True)
        publish(self.table.code, (self.match.number, self.match.seq, self.table.notice_seq))

    def _project(self) -> None:
        values = states.projected(self.course)
        values["machine"] = values["status"] == "running" and due(self.course.awaits, self.seats) is not None
        for name, value in values.items():
            setattr(self.match, name, value)
        self.match.save(update_fields=list(values))

    def _end(self) -> None:
        """The match is over: seats forget what belonged to it, CPU players say yes to a rematch (P7), honours are tallied (S26).

        A match whose code lies open counts for nothing: whoever has the code knows every hand.
        """
        result = None if self.course.voided else self.course.awaits.result
        kinds = self.game.honours(result) if result and not self.match.open_code else {}
        rows = [
            Honour(match=self.match, table=self.table, player_id=seat.player_id, name=seat.name, kind=kind, at=self.now)
            for seat in self.seats
            if seat.player_id
            for kind in kinds.get(seat.index, ())
        ]
        if rows:
            Honour.objects.bulk_create(rows)
        for seat in self.seats:
            vacate = seat.stand_in == "left"
            seat.answer = True if seat.level else None
            seat.stand_in, seat.misses, seat.returning, seat.over = "", 0, None, True
            if vacate:
                seat.name = ""
            self.touch(seat)

    def told(self, seat: Seat) -> bool:
        """Whether the seat's person wants to be told of a turn and can be."""
        return not driven(seat) and seat.reachable  # type: ignore[attr-defined]

    def _jobs(self, turn: str, deadline: dt.datetime | None) -> None:
        match = self.match
        if match.status != "running":
            return
        if match.machine:
            jobs.defer("cpu_turn", match=match.pk, seq=match.seq)
        if match.deadline and (match.turn, match.deadline) != (turn, deadline):
            jobs.defer("turn_clock", at=match.deadline, match=match.pk, turn=match.turn)
        if match.show and match.turn != turn and not match.machine and any(driven(self.seats[seat]) for seat in match.awaited):
            jobs.defer("consult", match=match.pk, turn=match.turn)
        if match.turn != turn and any(self.told(self.seats[seat]) for seat in match.awaited):
            jobs.defer("notify", at=self.now + SHOW_WAIT if match.show else None, match=match.pk, turn=match.turn)


def open_pen(match_id: int) -> Pen:
    """Lock the match and bring its state level. Raises `Refused` ("unreplayable"), Match.DoesNotExist."""
    match = locked_match(match_id)
    try:
        return pen_for(match, states.current(match))
    except states.Unreplayable as error:
        raise errors.unreplayable(match_id) from error


def pen_for(match: Match, course: states.Course) -> Pen:
    """A pen for a locked match whose state is known."""
    return Pen(match=match, course=course, seats=seats_to_write(match.table_id), now=timezone.now())


def seats_to_write(table_id: int) -> list[Seat]:
    """The seats of a table as a `Pen` needs them: each knows whether its person can be told of a turn."""
    return list(Seat.objects.filter(table_id=table_id).annotate(reachable=reachable()).order_by("index"))
