"""Telling open pages that something changed: a hint without content, after the commit, that may get lost."""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import F

from tables.models import Table
from tables.selectors.committed import Stamp

log = logging.getLogger("tapete.publish")


def send(code: str, stamp: Stamp | None = None) -> None:
    """Tell every open page of the table, now. A broken layer is logged, never raised.

    stamp: what was committed, so that a process which has read that much already need not ask the database again.
    """
    try:
        async_to_sync(get_channel_layer().group_send)(f"table.{code}", {"type": "table.changed", "stamp": stamp})
    except Exception:
        log.warning("the channel layer did not take a message for table %s", code, exc_info=True)


def publish(code: str, stamp: Stamp | None = None) -> None:
    """Tell every open page of the table once the transaction has committed; nothing is sent when it rolls back."""
    transaction.on_commit(lambda: send(code, stamp), robust=True)


def touch(table: Table) -> None:
    """Count a change that is no event of a match (seats, chat, presence, answers), and publish it."""
    Table.objects.filter(pk=table.pk).update(notice_seq=F("notice_seq") + 1)
    publish(table.code)


def person_group(player_id: int) -> str:
    """The channel group of every open page of a person, in all their browsers."""
    return f"person.{player_id}"


def turn_out(player_id: int) -> None:
    """Have every open page of a person come back as whoever its browser is then, once the transaction has committed."""
    transaction.on_commit(lambda: _turn_out(player_id), robust=True)


def _turn_out(player_id: int) -> None:
    try:
        async_to_sync(get_channel_layer().group_send)(person_group(player_id), {"type": "identity.changed"})
    except Exception:
        log.warning("the channel layer did not take a message for player %s", player_id, exc_info=True)
