"""Matches and their append-only history: the history is the game."""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.utils import timezone

from tables.models.people import MOST_SHOWN
from tables.models.table import Table

FROZEN = (
    "table", "number", "slug", "version", "options", "clock", "seat_kinds", "deal_code", "nonce", "commitment", "open_code", "started_at",
)  # fmt: skip
"""Fields of a match that are fixed at its start."""


class Match(models.Model):
    """One game at a table. What is fixed at the start never changes (a trigger refuses it); the rest is a projection of the history.

    number: 1, 2, 3... at its table. seat_kinds: "person" or "cpu" for each seat at the start.
    deal_code, nonce, commitment: the deal proof; nonce is secret until the end, deal_code too unless `open_code` (`Game.open_code`).
    Projections: status, result, awaited (seats that may act), show (the awaited act only moves the show on), turn, turn_since, deadline,
    seq and moved_at (of the last event), ended_at. machine (a CPU player must act now) depends on the seats as well.
    """

    STATUS: ClassVar = [("running", "running"), ("over", "over"), ("voided", "voided")]

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    slug = models.CharField(max_length=32)
    version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    clock = models.CharField(max_length=4)
    seat_kinds = models.JSONField()
    deal_code = models.CharField(max_length=12)
    nonce = models.CharField(max_length=32)
    commitment = models.CharField(max_length=64)
    open_code = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=timezone.now)

    status = models.CharField(max_length=8, choices=STATUS, default="running")
    result = models.JSONField(null=True, blank=True)
    awaited = models.JSONField(default=list)
    show = models.BooleanField(default=False)
    turn = models.CharField(max_length=64, default="")
    deadline = models.DateTimeField(null=True, blank=True)
    turn_since = models.DateTimeField(default=timezone.now)
    seq = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField(default=timezone.now)
    machine = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_match_per_number")]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="match_deadline", condition=models.Q(status="running")),
            models.Index(fields=["moved_at"], name="match_machine", condition=models.Q(status="running", machine=True)),
            models.Index(fields=["table", "-number"], name="match_newest"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="match_frozen",
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange(*FROZEN),
            ),
            pgtrigger.Protect(name="match_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class HistoryEvent(models.Model):
    """One event of a match, written once and never changed (a trigger refuses UPDATE and DELETE).

    seq: 1, 2, 3... in its match. token: the client's, unique in the match, so that a repeated post gets the earlier outcome.
    kind: of the rules "shuffled" (payload: the permutation) and "played" (payload: the encoded move); of the platform "sat", "left",
        "stood-in", "came-back", "clock-restored", "handed", "voided", "cpu-failed".
    cause: "person", "cpu", "clock" or "server". occupant: number of the `Occupancy` that held the seat. No user is named.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=40, null=True, blank=True)
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    payload = models.JSONField(null=True, blank=True)
    cause = models.CharField(max_length=6)
    occupant = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("match", "seq")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_event_per_seq"),
            models.UniqueConstraint(fields=["match", "token"], name="one_event_per_token"),
        ]
        triggers: ClassVar = [pgtrigger.Protect(name="history_append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.seq} {self.kind}"


class Occupancy(models.Model):
    """Who held a seat of a match from which event on; append-only. number: 1, 2, 3... in its match.

    player is kept by value: an erased account leaves its number and takes its row. name: as shown at the table then.
    level: the CPU level where a CPU player held it (also as a stand-in for a person).
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="occupancies")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("tables.Player", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="occupancies")
    name = models.CharField(max_length=MOST_SHOWN)
    level = models.CharField(max_length=6, blank=True, default="")
    from_seq = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("match", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="one_occupant_per_number")]
        triggers: ClassVar = [pgtrigger.Protect(name="occupancy_append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number}"
