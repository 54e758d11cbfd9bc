"""Who looks at a table: one row for each open page, kept fresh by the page's heartbeat. Only seated people's looks are news."""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tables.models import Player, Seat, Table, Watching
from tables.selectors.tables import FRESH

VISIT = dt.timedelta(minutes=10)


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
    # By itself, after the commit: a chair's row is never waited for while the table's is held.
    transaction.on_commit(lambda: seen(table_id, [player_id]), robust=True)
    return True


def seen(table_id: int, player_ids: Iterable[int]) -> None:
    """Note that a page of theirs opened or closed just now (P6)."""
    Seat.objects.filter(table_id=table_id, player_id__in=player_ids).update(seen_at=timezone.now())


def visit(table: Table, player: Player) -> None:
    """A seated person has loaded the table's page. Where there is no script, no socket tells of it; noted once in ten minutes."""
    chair = Seat.objects.filter(table=table, player=player)
    chair.exclude(seen_at__gt=timezone.now() - VISIT).update(seen_at=timezone.now())
