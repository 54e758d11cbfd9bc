"""Telling open pages that something changed: a hint without content, after the commit, that may get lost."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from config import hints
from tables.models import Table, Watching
from tables.selectors.committed import Stamp
from tables.selectors.tables import FRESH


def send(code: str, stamp: Stamp | None = None) -> None:
    """Tell every open page of the table, now, without waiting for the channel layer. A broken one is logged, never raised.

    stamp: what was committed, so that a process which has read that much already need not ask the database again.
    """
    hints.tell(f"table.{code}", {"type": "table.changed", "stamp": stamp})


def publish(code: str, stamp: Stamp | None = None) -> None:
    """Tell every open page of the table once the transaction has committed; nothing is sent when it rolls back."""
    transaction.on_commit(lambda: send(code, stamp), robust=True)


def touch(table: Table) -> None:
    """Count a change that is no event of a match (seats, chat, presence, answers), and publish it."""
    Table.objects.filter(pk=table.pk).update(notice_seq=F("notice_seq") + 1)
    publish(table.code)


def touch_all(tables: Sequence[int]) -> None:
    """As `touch`, for many tables, by key: those at which no page is open are only counted."""
    Table.objects.filter(pk__in=tables).update(notice_seq=F("notice_seq") + 1)
    watched = Watching.objects.filter(table__in=tables, seen_at__gt=timezone.now() - FRESH)
    for code in watched.order_by("table__code").values_list("table__code", flat=True).distinct():
        publish(code)


def person_group(player_id: int) -> str:
    """The channel group of every open page of a person, in all their browsers."""
    return f"person.{player_id}"


def turn_out(player_id: int) -> None:
    """Have every open page of a person come back as whoever its browser is then, once the transaction has committed."""
    transaction.on_commit(lambda: hints.tell(person_group(player_id), {"type": "identity.changed"}), robust=True)
