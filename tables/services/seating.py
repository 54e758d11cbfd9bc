"""Chairs: names shown at the table, and the host's rights."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Q

from tables.models import Match, Player, Seat, Table
from tables.names import folded
from tables.selectors.tables import running_match
from tables.services import errors
from tables.services.publish import touch_all
from tables.services.writing import Pen, locked_table, open_pen


def numbered(names: Sequence[str]) -> list[str]:
    """Names as shown at one table, in order of arrival: the same ones get numbers, all of them (P17)."""
    counts = Counter(folded(name) for name in names)
    taken = {folded(name) for name in names if counts[folded(name)] == 1}
    shown: list[str] = []
    for name in names:
        if counts[folded(name)] > 1:
            number = next(n for n in range(1, 99) if folded(f"{name} {n}") not in taken)
            name = f"{name} {number}"
            taken.add(folded(name))
        shown.append(name)
    return shown


class Chair(NamedTuple):
    """What of a seat decides over the name shown there. person: the name of who holds it or may come back to it, None for nobody."""

    pk: int
    sat_at: dt.datetime | None
    place: int
    person: str | None


def shown_names(chairs: Iterable[Chair]) -> dict[int, str]:
    """The name shown at each chair of one table. A seat that was left keeps its person's for the stand-in."""
    chairs = list(chairs)
    people = sorted((chair for chair in chairs if chair.person is not None), key=lambda chair: (chair.sat_at is None, *chair[1:3]))
    names = numbered([chair.person or "" for chair in people])
    return {chair.pk: "" for chair in chairs} | {chair.pk: name for chair, name in zip(people, names, strict=True)}


def renumber(table: Table, seats: Sequence[Seat] | None = None) -> None:
    """Write the names shown at the table."""
    rows = list(Seat.objects.filter(table=table).select_related("player", "returning")) if seats is None else list(seats)
    people = {seat.pk: seat.player or seat.returning for seat in rows}
    names = shown_names(Chair(seat.pk, seat.sat_at, seat.index, who.name if (who := people[seat.pk]) else None) for seat in rows)
    for seat in rows:
        if seat.name != names[seat.pk]:
            seat.name = names[seat.pk]
            Seat.objects.filter(pk=seat.pk).update(name=seat.name)


def renumber_everywhere(player: Player) -> None:
    """Write the names shown at all tables at which the person sits or may come back to, and have their open pages told.

    At two thousand tables as many statements as at one, and none that reads what was played: their rows are locked for moments only.
    """
    theirs = Seat.objects.filter(Q(player=player) | Q(returning=player)).values("table")
    tables = list(Table.objects.select_for_update(no_key=True).filter(pk__in=theirs).order_by("pk").values_list("pk", flat=True))
    # Moves lock the match alone and write seats as they read them.
    list(Match.objects.select_for_update(no_key=True).filter(table__in=tables, status="running").order_by("pk").values_list("pk"))
    rows = Seat.objects.filter(table__in=tables).values_list("pk", "table", "sat_at", "index", "name", "player__name", "returning__name")
    at_table: dict[int, list[Chair]] = {}
    before: dict[int, str] = {}
    for pk, table, sat_at, index, name, holder, leaver in rows:
        before[pk] = name
        at_table.setdefault(table, []).append(Chair(pk, sat_at, index, leaver if holder is None else holder))
    names = {pk: name for chairs in at_table.values() for pk, name in shown_names(chairs).items() if name != before[pk]}
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_seat SET name = new.name FROM unnest(%s::bigint[], %s::text[]) AS new (id, name) WHERE tables_seat.id = new.id",
            [list(names), list(names.values())],
        )
    touch_all(tables)


def open_table_of(table: Table) -> Table:
    """The table, locked. Raises `Refused` when it has closed."""
    fresh = locked_table(table.pk)
    if fresh.closed_at:
        raise errors.closed()
    return fresh


def pen_of(table: Table) -> Pen | None:
    """The running match of a locked table, locked too; None without one, also when it ended while its lock was waited for."""
    match = running_match(table)
    pen = open_pen(match.pk) if match else None
    return None if pen is None or pen.course.over else pen


def hosted(table: Table, host: Player) -> Table:
    """The table, locked, for its host. Raises `Refused` for anybody else, and when it has closed."""
    fresh = open_table_of(table)
    if fresh.host_id != host.pk:
        raise errors.not_host()
    return fresh


def pass_host(table: Table, *, after: int) -> None:
    """The host's rights go to the next seated person after that seat, in playing order (P6); to nobody when there is none."""
    seats = list(Seat.objects.filter(table=table).order_by("index"))
    order = [seats[(after + step) % len(seats)] for step in range(1, len(seats) + 1)]
    table.host_id = next((seat.player_id for seat in order if seat.player_id), None)
    table.save(update_fields=["host"])


def take_over(pen: Pen, seat: Seat, player: Player, *, kind: str = "sat") -> None:
    """Have a person act in a seat that a stand-in played; kind: "sat" or "came-back"."""
    for other in pen.seats:
        if other.returning_id == player.pk and other is not seat:
            other.returning = None
            pen.touch(other)
    seat.player, seat.returning, seat.stand_in, seat.misses, seat.sat_at = player, None, "", 0, pen.now
    renumber(pen.table, pen.seats)
    pen.occupy(kind, seat, cause="person")
