"""What a host may choose by the operator's leave (C4)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Grant(models.Model):
    """A person may open tables of a game with a value that needs a grant (`games.contract.Value.granted`).

    slug, value: the game and the key of the value. granted_by: who gave it, None when it was no person, or one who is gone.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="grants")
    slug = models.CharField(max_length=32)
    value = models.CharField(max_length=32)
    granted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    granted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "slug", "value"], name="one_grant_per_value")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.slug}:{self.value}"
