"""A table and its seats."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tables.models.people import MOST_SHOWN

CLOCKS: dict[str, int | None] = {
    "none": None, "15s": 15, "20s": 20, "30s": 30, "45s": 45, "1m": 60, "10m": 600, "1d": 86_400, "3d": 259_200, "7d": 604_800,
}  # fmt: skip
"""Seconds for a turn, by the key of the clock choice."""


class Table(models.Model):
    """A place with a link, where one match after another is played.

    code: the short code in the link. options: the host's rule choices, editable until a match starts.
    deal_code: the code of the next match's deal where it is given beforehand (the same deal once more), else "".
    rematch_asked_at: when the yeses to a rematch were last cleared, if they were (P7); else the end of the match counts.
    act: a digest of who opened it by which act, so that the same act sent twice opens one table (P19); null where no form said.
    freed: ids of the people whose chair the host freed (P7) and who have not sat down since: their page tells them.
    pair: whom the host has picked to play with in the next match (S6), as {"host": player, "seat": seat, "seen": arrivals} by primary keys:
        see `selectors.tables.partner_of`. {} for nobody.
    changes: what the host changed since the last match, as [{"key", "from", "to"}], shown to everyone (P7).
    host_before: the name of an absent host whose rights went to the present one (P6), shown until the next match begins.
    """

    VISIBILITY: ClassVar = [("link", _("quien tenga el enlace")), ("public", _("cualquiera: sale en «Mesas abiertas»"))]

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=40, blank=True, default="")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted")
    slug = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    clock = models.CharField(max_length=4, choices=[(key, key) for key in CLOCKS], default="3d")
    visibility = models.CharField(max_length=6, choices=VISIBILITY, default="link")
    created_at = models.DateTimeField(default=timezone.now)
    deal_code = models.CharField(max_length=12, blank=True, default="")
    closed_at = models.DateTimeField(null=True, blank=True)
    rematch_asked_at = models.DateTimeField(null=True, blank=True)
    changes = models.JSONField(default=list, blank=True)
    host_before = models.CharField(max_length=250, blank=True, default="")
    act = models.CharField(max_length=64, null=True, blank=True, unique=True)
    freed = models.JSONField(default=list, blank=True)
    pair = models.JSONField(default=dict, blank=True)
    notice_seq = models.PositiveIntegerField(default=0)
    """Counts what changes without a move: seats, chat, presence, answers. Stamps the frames that carry those."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-created_at"], name="table_public", condition=models.Q(visibility="public", closed_at=None))
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A chair at a table. index: in playing order; during a match the index is the rules' seat.

    player: the person who holds it, if any. level: the CPU level when it was given to a CPU player, else "".
    stand_in: a CPU player plays it on for the person, who may come back ("missed": two turns timed out, P3; "handed": P4), or for
        a person who left ("left", P5: then player is None and returning names whose it was).
    misses: turns timed out in a row. answer: to the rematch (None: not yet). occupant: number of the present `Occupancy` in the
    running match. seen_at: when the person's last page of the table opened or closed (P6); while one is open, `Watching` says so.
    over: the table's newest match is over, so that what is played and gathers is found without reading the past.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    returning = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    level = models.CharField(max_length=6, blank=True, default="")
    stand_in = models.CharField(max_length=6, blank=True, default="")
    misses = models.PositiveSmallIntegerField(default=0)
    answer = models.BooleanField(null=True, blank=True)
    occupant = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=MOST_SHOWN, blank=True, default="")
    """The name shown at this table: the person's, with a number where two are the same (P17)."""
    sat_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    over = models.BooleanField(default=False)

    class Meta:
        ordering = ("table", "index")
        indexes: ClassVar = [models.Index(fields=["player", "over", "-table"], name="seat_newest")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_index", deferrable=models.Deferrable.DEFERRED),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.index}"
