"""Telling open pages that something changed: a hint without content, after the commit, that may get lost."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from config import hints
from tables.models import Table
from tables.selectors.committed import Stamp


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
