"""The rights of a host who does not come any more go to somebody who does (P6)."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from tables.models import Match, Seat, Table
from tables.selectors.tables import SILENCE, looking_at, running_match
from tables.services.publish import touch
from tables.services.writing import locked_table

log = logging.getLogger("tapete.hosting")

BATCH = 500

SEEN = Greatest(Coalesce("seen_at", "sat_at"), "sat_at")
"""When the person in a seat was last known to be at the table, apart from pages that are open now."""


def waiting_for_host(now: dt.datetime) -> QuerySet[Table]:
    """The tables where nothing is played, whose host has had no page open for a day, and where somebody else has been seen since.

    Nobody is handed the rights who was seen less lately than the host: so a table that all have forgotten is left alone.
    """
    seats = Seat.objects.filter(table=OuterRef("pk"))
    pages = looking_at(now).filter(table=OuterRef("pk"))
    played = Match.objects.filter(table=OuterRef("pk")).filter(Q(status="running") | Q(ended_at__gt=now - SILENCE))
    others = seats.filter(player__isnull=False).exclude(player=OuterRef("host"))
    idle = Table.objects.filter(closed_at=None, host__isnull=False)
    idle = idle.annotate(host_seen=Subquery(seats.filter(player=OuterRef("host")).values(seen=SEEN)[:1]))
    idle = idle.filter(~Exists(played), ~Exists(pages.filter(player=OuterRef("host"))), host_seen__lte=now - SILENCE)
    awake = others.filter(player__in=looking_at(now).filter(table=OuterRef("table")).values("player"))
    later = others.annotate(seen=SEEN).filter(seen__gt=OuterRef("host_seen"))
    return idle.filter(Exists(awake) | Exists(later)).order_by("pk")


def pass_absent(now: dt.datetime) -> int:
    """Hand the rights of absent hosts on; at how many tables."""
    passed = 0
    for pk in waiting_for_host(now).values_list("pk", flat=True)[:BATCH]:
        try:
            passed += _pass(pk, now)
        except Exception:
            log.exception("table %s: the host's rights could not be passed on", pk)
    return passed


@transaction.atomic
def _pass(pk: int, now: dt.datetime) -> bool:
    table = locked_table(pk)
    # Somebody may have come, sat down, left or started while the lock was waited for.
    if running_match(table) or not waiting_for_host(now).filter(pk=pk).exists():
        return False
    seats = list(table.seats.annotate(seen=SEEN).filter(player__isnull=False).order_by("index"))
    place = next(at for at, seat in enumerate(seats) if seat.player_id == table.host_id)
    following = seats[place + 1 :] + seats[:place]
    near = set(looking_at(now).filter(table=table).values_list("player_id", flat=True))
    # The next person who has the table open, else who was here last: nobody is helped by another absent host.
    heir = next((seat for seat in following if seat.player_id in near), None) or max(following, key=lambda seat: seat.seen)
    table.host_before, table.host_id = seats[place].name, heir.player_id
    table.save(update_fields=["host_before", "host"])
    touch(table)
    return True
