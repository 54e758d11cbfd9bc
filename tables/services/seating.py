"""Chairs: names shown at the table, and the host's rights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tables.models import Player, Seat, Table
from tables.names import folded
from tables.selectors.tables import running_match
from tables.services import errors
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


def renumber(table: Table, seats: Sequence[Seat] | None = None) -> None:
    """Write the names shown at the table. A seat that was left keeps its person's for the stand-in."""
    rows = list(Seat.objects.filter(table=table).select_related("player", "returning")) if seats is None else list(seats)
    people = sorted(
        (seat for seat in rows if seat.player or seat.returning), key=lambda seat: (seat.sat_at is None, seat.sat_at, seat.index)
    )
    names = numbered([(seat.player or seat.returning).name for seat in people])  # type: ignore[union-attr]
    for seat, name in zip(people, names, strict=True):
        if seat.name != name:
            seat.name = name
            Seat.objects.filter(pk=seat.pk).update(name=name)
    for seat in rows:
        if seat.name and not (seat.player or seat.returning):
            seat.name = ""
            Seat.objects.filter(pk=seat.pk).update(name="")


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
