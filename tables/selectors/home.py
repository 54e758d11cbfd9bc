"""Reading a person's tables: complete, by index, without reading the past; right at 500 that wait and at any number of old ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, Func, JSONField, OuterRef, Q, QuerySet, Subquery

from tables.models import Match, Player, Seat, Table

WAITING, ALIVE, PAST = range(3)
"""The groups of a person's tables, in the order of the list: waiting for the person's act, gathering or in play, after a match."""


def turns(player: Player) -> QuerySet[Match]:
    """Every running match that waits for the person to act, the most urgent first. A stand-in's seat waits for nobody."""
    index = Func(F("table__seats__index"), function="to_jsonb", output_field=JSONField())
    return (
        Match.objects.filter(status="running", table__seats__player=player, table__seats__stand_in="", table__seats__over=False)
        .annotate(mine=index)
        .filter(awaited__contains=F("mine"))
        .select_related("table")
        .order_by(F("deadline").asc(nulls_last=True), "turn_since", "pk")
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list of tables goes on: behind the table of that code, in that group."""

    group: int
    code: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A part of a person's tables: each with its group, in order. further: where it goes on, None at its end."""

    tables: list[tuple[int, Table]]
    further: Place | None


def listed(player: Player, groups: Iterable[int], most: int, after: Place | None = None) -> Listed:
    """The person's open tables of those groups, the newest of each first, at most so many, from a place on."""
    before = Table.objects.filter(code=after.code).values_list("pk", flat=True).first() if after else None
    found: list[tuple[int, int]] = []
    for group in groups:
        if after and group < after.group:
            continue
        seats = _seats(player, group)
        if before and after and group == after.group:
            seats = [some.filter(table__lt=before) for some in seats]
        wanted = most + 1 - len(found)
        ids = {pk for some in seats for pk in some.order_by("-table_id").values_list("table_id", flat=True)[:wanted]}
        found += [(group, pk) for pk in sorted(ids, reverse=True)[:wanted]]
    tables = Table.objects.in_bulk([pk for _group, pk in found])
    shown = [(group, tables[pk]) for group, pk in found[:most] if pk in tables]
    return Listed(shown, Place(shown[-1][0], shown[-1][1].code) if shown and len(found) > most else None)


def _seats(player: Player, group: int) -> list[QuerySet[Seat]]:
    """The chairs whose tables make a group. In two parts, each by its own index: chairs that the person holds, and may come back to."""
    index = Func(OuterRef("index"), function="to_jsonb", output_field=JSONField())
    mine = Seat.objects.filter(player=player, over=group == PAST, table__closed_at=None)
    if group == PAST:
        return [mine]
    waits = Exists(Match.objects.filter(table=OuterRef("table"), status="running", awaited__contains=index)) & Q(stand_in="")
    if group == WAITING:
        return [mine.filter(waits)]
    return [mine.exclude(waits), Seat.objects.filter(returning=player, over=False, table__closed_at=None)]


def newest(tables: Iterable[Table]) -> dict[int, Match]:
    """The newest match of each of the tables that has one, by table. However many a table has played, one is read."""
    of_table = Match.objects.filter(table=OuterRef("pk")).order_by("-number").values("pk")[:1]
    newest = Table.objects.filter(pk__in=[table.pk for table in tables]).values(newest=Subquery(of_table))
    return {match.table_id: match for match in Match.objects.filter(pk__in=newest)}


def public() -> QuerySet[Table]:
    """Public tables with a free chair, the newest first."""
    free = Seat.objects.filter(table=OuterRef("pk"), player=None, level="")
    return Table.objects.filter(visibility="public", closed_at=None).filter(Exists(free)).select_related("host").order_by("-created_at")
