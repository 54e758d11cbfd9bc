"""Reading a person's tables, complete and by index: right at 500 tables."""

from __future__ import annotations

from django.db.models import Exists, F, Func, JSONField, OuterRef, Q, QuerySet, Subquery

from tables.models import Match, Player, Seat, Table


def turns(player: Player) -> QuerySet[Match]:
    """Every running match that waits for the person to act, the most urgent first. A stand-in's seat waits for nobody."""
    index = Func(F("table__seats__index"), function="to_jsonb", output_field=JSONField())
    return (
        Match.objects.filter(status="running", table__seats__player=player, table__seats__stand_in="")
        .annotate(mine=index)
        .filter(awaited__contains=F("mine"))
        .select_related("table")
        .order_by(F("deadline").asc(nulls_last=True), "turn_since", "pk")
    )


def others(player: Player) -> QuerySet[Table]:
    """The person's other open tables, the newest first: gathering, in play without waiting for the person, or after a match."""
    mine = Q(seats__player=player) | Q(seats__returning=player)
    return (
        Table.objects.filter(mine, closed_at=None)
        .exclude(pk__in=Subquery(turns(player).order_by().values("table")))
        .distinct()
        .order_by("-created_at")
    )


def public() -> QuerySet[Table]:
    """Public tables with a free chair, the newest first."""
    free = Seat.objects.filter(table=OuterRef("pk"), player=None, level="")
    return Table.objects.filter(visibility="public", closed_at=None).filter(Exists(free)).select_related("host").order_by("-created_at")
