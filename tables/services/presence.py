"""Who looks at a table: one row for each open page, kept fresh by the page's heartbeat. Only seated people's looks are news."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from tables.models import Seat, Watching
from tables.services.publish import touch

FRESH = dt.timedelta(seconds=75)
"""A page that gave no sign for so long counts for nothing: three heartbeats."""


def state_of(table_id: int, player_id: int) -> str:
    """ "here" with a page in front, "away" with one behind, "gone" without."""
    since = timezone.now() - FRESH
    visible = list(Watching.objects.filter(table_id=table_id, player_id=player_id, seen_at__gte=since).values_list("visible", flat=True))
    return "here" if any(visible) else "away" if visible else "gone"


def look(table_id: int, *, player_id: int | None, channel: str, visible: bool) -> None:
    """A page shows the table, in front or not."""
    with transaction.atomic():
        before = state_of(table_id, player_id) if player_id else ""
        values = {"table_id": table_id, "player_id": player_id, "visible": visible, "seen_at": timezone.now()}
        Watching.objects.update_or_create(channel=channel, defaults=values)
        _tell(table_id, player_id, before)


def leave(channel: str) -> None:
    """A page is gone."""
    with transaction.atomic():
        row = Watching.objects.filter(channel=channel).first()
        if row is None:
            return
        before = state_of(row.table_id, row.player_id) if row.player_id else ""
        row.delete()
        _tell(row.table_id, row.player_id, before)


def _tell(table_id: int, player_id: int | None, before: str) -> None:
    """Publish the change of a seated person's presence; a spectator's is no news."""
    if player_id is None or state_of(table_id, player_id) == before:
        return
    seat = Seat.objects.select_related("table").filter(table_id=table_id, player_id=player_id).first()
    if seat:
        touch(seat.table)
