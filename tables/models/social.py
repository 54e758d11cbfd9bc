"""What people say and what is tallied after the end. Not moves: rows of the table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from tables.models.history import Match
from tables.models.people import MOST_SHOWN
from tables.models.table import Table


class ChatLine(models.Model):
    """A line of chat, up to 120 characters (P8), kept as the plain text that was typed. name: as shown at the table then."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=MOST_SHOWN)
    text = models.CharField(max_length=120)
    token = models.CharField(max_length=40, null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "-id"], name="chat_newest")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "token"], name="one_chat_line_per_token")]

    def __str__(self) -> str:
        return self.text


class RemarkSaid(models.Model):
    """A ready-made remark on a finished match, once a seat (S26). key: one of the game's remarks."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=32)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seat"], name="one_remark_per_seat")]

    def __str__(self) -> str:
        return self.key


class Honour(models.Model):
    """Something tallied of a match for the player who held the seat at its end (S26)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="honours")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="honours")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="honours")
    name = models.CharField(max_length=MOST_SHOWN)
    kind = models.CharField(max_length=24)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "at"], name="honour_newest")]

    def __str__(self) -> str:
        return self.kind
