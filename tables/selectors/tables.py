"""Reading one table."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections import Counter
from collections.abc import Sequence

from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.models import Honour, Match, Player, Seat, Table, Watching

FRESH = dt.timedelta(seconds=60)
"""An open page counts for so long after its last sign of life."""

NOON = 12


def seat_of(table: Table, player: Player | None) -> Seat | None:
    """The seat that the person holds at the table, if any. A stand-in may be playing it."""
    return Seat.objects.filter(table=table, player=player).first() if player and player.pk else None


def running_match(table: Table) -> Match | None:
    """The match being played at the table, if any."""
    return Match.objects.filter(table=table, status="running").order_by("-number").first()


def latest_match(table: Table) -> Match | None:
    """The table's match with the highest number, if any."""
    return Match.objects.filter(table=table).order_by("-number").first()


def seat_name(seat: Seat) -> str:
    """The name shown at the table, in the current language, as plain text."""
    if seat.name:
        return seat.name
    return _("CPU %(number)s") % {"number": seat.index + 1} if seat.level else _("Silla libre")


def presence(table: Table) -> dict[int, str]:
    """How near each person with an open page is, by player: "here" with it in front, "away" otherwise. Others are "gone"."""
    rows = Watching.objects.filter(table=table, player__isnull=False, seen_at__gt=timezone.now() - FRESH)
    found: dict[int, str] = {}
    for player, visible in rows.values_list("player_id", "visible"):
        if visible or player not in found:
            found[player] = "here" if visible else "away"
    return found


def looking(match: Match, player: Player) -> bool:
    """Whether the person has the match's table in front right now."""
    return presence(match.table).get(player.pk) == "here"


def folded(name: str) -> str:
    """The form in which two names count as the same: without case, width and accents."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def guests_to_mark(seats: Sequence[Seat]) -> frozenset[int]:
    """Indices of seats whose person is a guest with the name of an account: it could be mistaken for it (P17)."""
    guests = {seat.index: seat.player.name.lower() for seat in seats if seat.player and seat.player.is_guest}
    if not guests:
        return frozenset()
    accounts = Player.objects.filter(is_guest=False).annotate(folded=Lower("name")).filter(folded__in=guests.values())
    names = set(accounts.values_list("folded", flat=True))
    seated = {folded(seat.player.name) for seat in seats if seat.player and not seat.player.is_guest}
    return frozenset(index for index, name in guests.items() if name in names or folded(name) in seated)


def night(now: dt.datetime) -> dt.datetime:
    """When the present tally began: the last noon in the site's time zone (S26)."""
    local = now.astimezone(timezone.get_default_timezone())
    noon = local.replace(hour=NOON, minute=0, second=0, microsecond=0)
    return noon if local >= noon else (noon - dt.timedelta(days=1)).replace(hour=NOON)


def tally(table: Table) -> list[tuple[str, int]]:
    """The humiliations of the night: name and number, the most first (S26). A person who changed names counts once."""
    rows = Honour.objects.filter(table=table, at__gte=night(timezone.now())).order_by("at", "pk")
    counts: Counter[object] = Counter()
    names: dict[object, str] = {}
    for row in rows:
        key = row.player_id or row.name
        counts[key] += 1
        names[key] = row.name
    return [(names[key], number) for key, number in counts.most_common()]
