"""Reading one table."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.models import Honour, Match, Player, Seat, Table, Watching
from tables.names import folded

FRESH = dt.timedelta(seconds=75)
"""An open page counts for so long after its last sign of life: three heartbeats."""

SILENCE = dt.timedelta(hours=24)
"""After a match the host may free the chair of a person from whom no answer has come for so long (P7)."""

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


def arrivals(seats: Iterable[Seat]) -> str:
    """When the newest of those who sit at a table came, as text: it changes whenever a chair changes hands. "" at an empty table."""
    return max((seat.sat_at.isoformat() for seat in seats if seat.sat_at), default="")


def partner_of(table: Table, seats: Sequence[Seat], last: Match | None) -> Seat | None:
    """The chair that plays with the host in the next match: the one they picked, else after a match the one opposite (S6, S25).

    What was picked counts for nothing once somebody else has sat down, or has the host's rights. None while a chair is free.
    """
    host = next((seat for seat in seats if seat.player_id and seat.player_id == table.host_id), None)
    if host is None or any(not seat.player_id and not seat.level for seat in seats):
        return None
    picked, ordered = table.pair, sorted(seats, key=lambda seat: seat.index)
    if picked and picked["host"] == host.player_id and picked["seen"] == arrivals(seats):
        return next((seat for seat in ordered if seat.pk == picked["seat"] and seat is not host), None)
    return ordered[(ordered.index(host) + len(ordered) // 2) % len(ordered)] if last else None


def in_pairs(table: Table, seats: Sequence[Seat], partner: Seat) -> list[Seat]:
    """The chairs in playing order with that partner opposite the host, the others by arrival (S6)."""
    host = next(seat for seat in seats if seat.player_id == table.host_id)
    others = sorted(
        (seat for seat in seats if seat not in (host, partner)), key=lambda seat: (seat.sat_at is None, seat.sat_at, seat.index)
    )
    return [host, others[0], partner, others[1]]


def looking_at(now: dt.datetime) -> QuerySet[Watching]:
    """The open pages of people, in front or behind."""
    return Watching.objects.filter(player__isnull=False, seen_at__gt=now - FRESH)


def presence(table: Table) -> dict[int, str]:
    """How near each person with an open page is, by player: "here" with it in front, "away" otherwise. Others are "gone"."""
    rows = looking_at(timezone.now()).filter(table=table)
    found: dict[int, str] = {}
    for player, visible in rows.values_list("player_id", "visible"):
        if visible or player not in found:
            found[player] = "here" if visible else "away"
    return found


def freeable(table: Table, last: Match | None, seats: Iterable[Seat], near: Mapping[int, str]) -> frozenset[int]:
    """Indices of the chairs that the host may free now (P7).

    After a match those of whom no answer to the rematch has come for a day; before the first one those of people who have no page of the
    table open, at once. last: the table's newest match. near: as `presence`.
    """
    others = [seat for seat in seats if seat.player_id and seat.player_id != table.host_id]
    if last is None:
        return frozenset(seat.index for seat in others if seat.player_id not in near)
    if last.ended_at is None or timezone.now() - max(last.ended_at, table.rematch_asked_at or last.ended_at) < SILENCE:
        return frozenset()
    return frozenset(seat.index for seat in others if not seat.answer)


def looking(match: Match, player: Player) -> bool:
    """Whether the person has the match's table in front right now."""
    return presence(match.table).get(player.pk) == "here"


def namesakes(seats: Sequence[Seat]) -> frozenset[int]:
    """Indices of seats whose person is a guest who could be mistaken for somebody at the table with an account (P17)."""
    accounts = {folded(seat.player.name) for seat in seats if seat.player and not seat.player.is_guest}
    return frozenset(seat.index for seat in seats if seat.player and seat.player.is_guest and folded(seat.player.name) in accounts)


def guests_to_mark(seats: Sequence[Seat]) -> frozenset[int]:
    """Indices of seats whose person is a guest with the name of an account, at this table or elsewhere (P17)."""
    guests = {seat.index: seat.player.name.lower() for seat in seats if seat.player and seat.player.is_guest}
    if not guests:
        return frozenset()
    accounts = Player.objects.filter(is_guest=False).annotate(folded=Lower("name")).filter(folded__in=guests.values())
    names = set(accounts.values_list("folded", flat=True))
    return namesakes(seats) | {index for index, name in guests.items() if name in names}


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
