"""Who looks at a table: one row for each open page, kept fresh by the page's heartbeat. Only seated people's looks are news."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tables.models import Seat, Table, Watching
from tables.selectors.tables import FRESH


def state_of(table_id: int, player_id: int) -> str:
    """ "here" with a page in front, "away" with one behind, "gone" without."""
    since = timezone.now() - FRESH
    visible = list(Watching.objects.filter(table_id=table_id, player_id=player_id, seen_at__gte=since).values_list("visible", flat=True))
    return "here" if any(visible) else "away" if visible else "gone"


def look(table_id: int, *, player_id: int | None, channel: str, visible: bool) -> bool:
    """A page shows the table, in front or not. True when that is news for the others: the caller tells them, from its own loop."""
    with transaction.atomic():
        before = state_of(table_id, player_id) if player_id else ""
        values = {"table_id": table_id, "player_id": player_id, "visible": visible, "seen_at": timezone.now()}
        Watching.objects.update_or_create(channel=channel, defaults=values)
        return _is_news(table_id, player_id, before)


def leave(channel: str) -> bool:
    """A page is gone. True when that is news for the others."""
    with transaction.atomic():
        row = Watching.objects.filter(channel=channel).first()
        if row is None:
            return False
        before = state_of(row.table_id, row.player_id) if row.player_id else ""
        row.delete()
        return _is_news(row.table_id, row.player_id, before)


def _is_news(table_id: int, player_id: int | None, before: str) -> bool:
    """Count the change of a seated person's presence, so that the frames that carry it are newer; a spectator's is no news.

    Nothing is published here: a thread of the sockets that waits for the loop would keep a stopping process from ending.
    """
    if player_id is None or state_of(table_id, player_id) == before:
        return False
    if not Seat.objects.filter(table_id=table_id, player_id=player_id).exists():
        return False
    Table.objects.filter(pk=table_id).update(notice_seq=F("notice_seq") + 1)
    return True
