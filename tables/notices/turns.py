"""Who is to be told of which turn, checked again at the moment of sending."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tables.models import Match, NoticeSent, Player, Seat
from tables.notices.bounces import usable
from tables.notices.mail import send_turn, send_waiting
from tables.selectors import home
from tables.selectors.tables import looking

CHANNEL = "mail"

DELAY = dt.timedelta(minutes=10)
"""The wait of those who chose to be told after a delay."""

DAILY_HOUR = 9
"""The hour, in the site's time zone, at which the daily mail goes out."""


def confirmed(players: Sequence[Player]) -> dict[int, str]:
    """The address of each of the people who has confirmed one with a button on a page (P10), and whose server takes mails, by person."""
    rows = usable().filter(user__in=players).order_by("primary")
    return dict(rows.values_list("user_id", "email"))


def waited_for(match_id: int, turn: str) -> list[Player]:
    """The people whose act a turn waits for, as long as it does. Seats only: never spectators, nor who has left."""
    match = Match.objects.filter(pk=match_id, status="running", turn=turn).first()
    if match is None:
        return []
    seats = Seat.objects.filter(table_id=match.table_id, index__in=match.awaited, player__isnull=False, stand_in="")
    return [seat.player for seat in seats.select_related("player") if seat.player]


@transaction.atomic
def tell(match_id: int, turn: str, player_id: int) -> bool:
    """Mail one person that it is their turn, if it still is; whether a mail went out.

    Checked now: still that turn and theirs, not looking, not told already, wanted, address confirmed. The row that says "told" and the
    mail belong together: when the mail server refuses, the row is gone again and the job may try once more.
    """
    player = next((waiting for waiting in waited_for(match_id, turn) if waiting.pk == player_id), None)
    if player is None or player.mail_notices == "off":
        return False
    match = Match.objects.select_related("table").get(pk=match_id)
    address = confirmed([player]).get(player.pk)
    if address is None or looking(match, player) or not _claim(match, turn, player):
        return False
    send_turn(player, address, match)
    return True


def looks_on(match_id: int, turn: str, player_id: int) -> bool:
    """Whether the turn still waits for the person, who has the table in front and was not told: to be asked again later."""
    match = Match.objects.filter(pk=match_id).first()
    waiting = next((person for person in waited_for(match_id, turn) if person.pk == player_id), None)
    if match is None or waiting is None or waiting.mail_notices == "off" or not confirmed([waiting]):
        return False
    told = NoticeSent.objects.filter(match=match, player=waiting, channel=CHANNEL, turn=turn).exists()
    return not told and looking(match, waiting)


def _claim(match: Match, turn: str, player: Player) -> bool:
    """Note that the person is told of the turn; False when it was noted before, also by somebody at the same moment."""
    try:
        with transaction.atomic():
            NoticeSent.objects.create(match=match, player=player, channel=CHANNEL, turn=turn)
    except IntegrityError:
        return False
    return True


def daily_readers() -> list[int]:
    """The people who want one mail a day and have an address that they confirmed."""
    wanted = Player.objects.filter(mail_notices="daily", is_active=True)
    return list(wanted.filter(Exists(usable().filter(user=OuterRef("pk")))).order_by("pk").values_list("pk", flat=True))


def is_daily_hour(now: dt.datetime) -> bool:
    """Whether the daily mails are due."""
    return timezone.localtime(now, timezone.get_default_timezone()).hour == DAILY_HOUR


@transaction.atomic
def tell_daily(player_id: int) -> bool:
    """Mail one person all turns that wait for them and that they were not told of; whether a mail went out."""
    player = Player.objects.filter(pk=player_id, mail_notices="daily").first()
    address = confirmed([player]).get(player.pk) if player else None
    if player is None or address is None:
        return False
    waiting = [match for match in home.turns(player) if not looking(match, player) and _claim(match, match.turn, player)]
    if waiting:
        send_waiting(player, address, waiting)
    return bool(waiting)
