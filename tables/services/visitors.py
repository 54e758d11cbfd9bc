"""Guests whose browser may never have heard the answer that made them: the same browser gets the same guest again (P19)."""

from __future__ import annotations

import datetime as dt
import hashlib

from django.db import connection
from django.utils import timezone

from tables.models import PendingGuest, Player
from tables.services.clearing import clear

WINDOW = dt.timedelta(days=1)
"""How long a browser that has heard nothing yet may ask again for the guest it made."""

GRACE = dt.timedelta(seconds=10)
"""How long, once the browser has come as that guest, posts count that were already on their way."""


def key_of(visit: str) -> str:
    """The name under which a browser's secret is kept."""
    return hashlib.sha256(visit.encode()).hexdigest()


def pending(visit: str) -> PendingGuest:
    """The row of a browser, locked until the end of the transaction and made if there was none: posts of one browser wait here for
    each other. Its player is None where nobody was made yet, or too long ago. Raises RuntimeError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a pending guest is locked inside a transaction only")
    key, now = key_of(visit), timezone.now()
    # Unlike "do nothing", an update locks a row that is there already: nobody can sweep it away before it is read.
    row = PendingGuest(key=key, at=now)
    PendingGuest.objects.bulk_create([row], update_conflicts=True, unique_fields=["key"], update_fields=["key"])
    row = PendingGuest.objects.select_related("player").get(key=key)
    if not _counts(row, now):
        row.player, row.session_key, row.at, row.arrived_at = None, "", now, None
    return row


def found(visit: str) -> PendingGuest | None:
    """The row of a browser as it is, where its guest may still be had; for looking only."""
    row = PendingGuest.objects.select_related("player").filter(key=key_of(visit)).first()
    return row if row and _counts(row, timezone.now()) else None


def _counts(row: PendingGuest, now: dt.datetime) -> bool:
    late = now - row.at > WINDOW or (row.arrived_at is not None and now - row.arrived_at > GRACE)
    return not late and row.player is not None and row.player.is_guest and row.player.is_active


def keep(row: PendingGuest, player: Player, session_key: str) -> None:
    """Note whom the browser has become, in the transaction in which `pending` gave the row."""
    row.player, row.session_key, row.arrived_at = player, session_key, None
    row.save()


def arrived(visit: str, player: Player) -> None:
    """The browser has come as somebody: from now on its secret makes nobody into the guest any more, but for posts on their way.

    Where it came as somebody else than the guest it made, at once.
    """
    rows = PendingGuest.objects.filter(key=key_of(visit))
    rows.exclude(player=player).delete()
    rows.filter(arrived_at=None).update(arrived_at=timezone.now())


def forget(limit: int = 100) -> int:
    """Delete rows that are worth nothing any more, in at most `limit` statements of bounded size; how many."""
    return clear(PendingGuest.objects.filter(at__lt=timezone.now() - WINDOW).order_by("at"), limit)
