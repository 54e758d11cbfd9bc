"""The daily puzzle: one position a day, one result a person and day."""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils import timezone


class PuzzleDay(models.Model):
    """The position of a calendar day in the puzzle's time zone (T15), written once and never changed (a trigger refuses it).

    version: of the game's puzzle that made it and judges it. maximum, best: the solution; shown only to whoever has sent a move.
    """

    slug = models.CharField(max_length=32)
    day = models.DateField()
    version = models.PositiveSmallIntegerField()
    position = models.JSONField()
    maximum = models.PositiveIntegerField()
    best = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["slug", "day"], name="one_puzzle_per_day")]
        triggers: ClassVar = [pgtrigger.Protect(name="puzzle_kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.slug} {self.day}"


class PuzzleResult(models.Model):
    """The first move that a person sent for a day: what counts. Only its owner may become another (a guest's account, or nobody).

    ranked: it was sent on its own day, so it counts in the ranking and in the streak.
    """

    day = models.ForeignKey(PuzzleDay, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="puzzle_results")
    move = models.JSONField()
    points = models.PositiveIntegerField()
    ranked = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "player"], name="one_result_per_day_and_player")]
        indexes: ClassVar = [models.Index(fields=["day", "points"], name="puzzle_ranking", condition=models.Q(ranked=True))]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="result_kept",
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange("day", "move", "points", "ranked", "at"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.day_id}: {self.points}"
