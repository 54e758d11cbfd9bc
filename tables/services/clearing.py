"""What nobody asks for any more, deleted in statements of bounded size."""

from __future__ import annotations

import datetime as dt

from django.db.models import Model, QuerySet
from django.utils import timezone

from tables.models import NoticeSent

BATCH = 1000
"""Rows deleted in one statement."""

KEPT = dt.timedelta(days=30)
"""How long after its end a match keeps the list of what was told of its turns: while it ran it kept the same from being told twice."""


def clear(rows: QuerySet[Model], limit: int) -> int:
    """Delete those rows, in their order, in at most `limit` statements; how many."""
    gone = 0
    for _ in range(limit):
        found = list(rows.values_list("pk", flat=True)[:BATCH])
        rows.model._default_manager.filter(pk__in=found).delete()
        gone += len(found)
        if len(found) < BATCH:
            break
    return gone


def forget_notices(limit: int = 100) -> int:
    """Delete what is known of notices of matches that ended long ago; how many."""
    return clear(NoticeSent.objects.filter(match__ended_at__lt=timezone.now() - KEPT).order_by("pk"), limit)
