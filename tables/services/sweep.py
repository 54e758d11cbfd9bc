"""What finds everything that got lost: overdue turns, CPU turns without a job, open pages of dead processes, downtimes."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.utils import timezone

from tables.models import Match, Pulse, Table, Watching
from tables.selectors.tables import FRESH
from tables.services import clock, jobs
from tables.services.presence import seen
from tables.services.publish import touch
from tables.services.writing import open_pen

log = logging.getLogger("tapete.sweep")

LOST = dt.timedelta(seconds=10)
"""A CPU turn that waits longer has lost its job."""

BATCH = 500


def sweep() -> None:
    """One round: first the time of a downtime is given back, then come the overdue turns. Leaves the heartbeat at the end."""
    now = timezone.now()
    since = clock.down_since(now)
    if since:
        log.warning("the service was down since %s", since.isoformat(timespec="seconds"))
        restore_clocks(since)
    beat(now)
    overdue_turns(now)
    lost_cpu_turns(now)
    dead_pages(now)


def wake() -> None:
    """At the start of a worker: a heartbeat older than one beat says that there was none, however short the restart."""
    now = timezone.now()
    pulse = Pulse.objects.filter(pk=1).first()
    if pulse and now - pulse.at > clock.BEAT + dt.timedelta(seconds=1):
        restore_clocks(pulse.at)
        beat(now)


def beat(now: dt.datetime) -> None:
    """Leave the heartbeat."""
    if not Pulse.objects.filter(pk=1).update(at=now):
        Pulse.objects.bulk_create([Pulse(pk=1, at=now)], ignore_conflicts=True)


def restore_clocks(since: dt.datetime) -> None:
    """Give every running turn the time back that ran since then; the history says so."""
    # Also where a limit was over before: the turn's clock may have run on.
    for pk in Match.objects.filter(status="running", deadline__isnull=False).values_list("pk", flat=True).iterator():
        try:
            with transaction.atomic():
                pen = open_pen(pk)
                if pen.match.status == "running" and clock.restore(pen, since):
                    pen.finish()
        except Exception:
            log.exception("match %s: its clock could not be restored", pk)


def overdue_turns(now: dt.datetime) -> None:
    """See that every turn whose time is up has a job."""
    found = Match.objects.filter(status="running", deadline__lte=now).order_by("deadline")
    for pk, turn in found.values_list("pk", "turn")[:BATCH]:
        jobs.defer_once("turn_clock", key=f"clock-{pk}", match=pk, turn=turn)


def lost_cpu_turns(now: dt.datetime) -> None:
    """See that every CPU turn that has waited long has a job."""
    found = Match.objects.filter(status="running", machine=True, moved_at__lte=now - LOST).order_by("moved_at")
    for pk, seq in found.values_list("pk", "seq")[:BATCH]:
        jobs.defer_once("cpu_turn", key=f"cpu-{pk}", match=pk, seq=seq)


def dead_pages(now: dt.datetime) -> None:
    """Forget open pages whose process died, and show it at their tables."""
    dead = Watching.objects.filter(seen_at__lt=now - FRESH)
    for table in Table.objects.filter(pk__in=dead.values("table")):
        with transaction.atomic():
            gone = list(dead.filter(table=table, player__isnull=False).values_list("player_id", flat=True))
            dead.filter(table=table).delete()
            touch(table)
        seen(table.pk, gone)
