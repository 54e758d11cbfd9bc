"""Who is looking at which table, and what has been told to whom."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from tables.models.history import Match
from tables.models.table import Table


class Watching(models.Model):
    """An open page of a table. channel: the socket's name. visible: the page is in front. seen_at: the last sign of life.

    A socket whose process died leaves its row behind: rows older than a minute count for nothing and are swept.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watching")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="watching")
    channel = models.CharField(max_length=120, unique=True)
    visible = models.BooleanField(default=True)
    seen_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.channel


class NoticeSent(models.Model):
    """A notice that goes out, or did, so that the same turn is told once a channel. turn: the match's turn name.

    at: when somebody set about it. sent_at: when it had gone out; None while it is being sent, or when whoever sent it died over it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notices")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices_sent")
    channel = models.CharField(max_length=8)
    turn = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "channel", "turn"], name="one_notice_per_turn_and_channel")
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.turn}"


class PausedAddress(models.Model):
    """An e-mail address, in small letters, that its server refuses for good. code and reply: what the server said, for the operator.

    It hangs on the address, not on the person: addresses go from a guest to an account. Confirming the address anew removes it.
    """

    email = models.CharField(max_length=254, unique=True)
    at = models.DateTimeField(default=timezone.now)
    code = models.PositiveSmallIntegerField()
    reply = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return self.email


class Pulse(models.Model):
    """The heartbeat of the worker, one row: the time at which overdue turns were last looked after. A gap in it was a downtime."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
