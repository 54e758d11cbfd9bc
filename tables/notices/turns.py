"""Who is to be told of which turn, checked again at the moment of sending."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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

DIED = dt.timedelta(minutes=5)
"""The age from which on a notice that was claimed and not sent is anybody's. No talk with a mail server takes that long."""

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


def tell(match_id: int, turn: str, player_id: int) -> bool:
    """Mail one person that it is their turn, if it still is; whether a mail went out.

    Checked now: still that turn and theirs, not looking, not told already, wanted, address confirmed. Not to be called in a transaction:
    the claim is committed before the mail server is talked to (`sending`).
    """
    player = next((waiting for waiting in waited_for(match_id, turn) if waiting.pk == player_id), None)
    if player is None or player.mail_notices == "off":
        return False
    match = Match.objects.select_related("table").get(pk=match_id)
    address = confirmed([player]).get(player.pk)
    claim = None if address is None or looking(match, player) else _claim(match, turn, player)
    if address is None or claim is None:
        return False
    with sending([claim]):
        send_turn(player, address, match)
    return True


def looks_on(match_id: int, turn: str, player_id: int) -> bool:
    """Whether the turn waits for the person, who was not told, and has the table in front or is being told: to be asked again later."""
    match = Match.objects.filter(pk=match_id).first()
    waiting = next((person for person in waited_for(match_id, turn) if person.pk == player_id), None)
    if match is None or waiting is None or waiting.mail_notices == "off" or not confirmed([waiting]):
        return False
    notice = NoticeSent.objects.filter(match=match, player=waiting, channel=CHANNEL, turn=turn).first()
    return notice.sent_at is None if notice else looking(match, waiting)


def _claim(match: Match, turn: str, player: Player) -> NoticeSent | None:
    """Note that the person is being told of the turn; None when it was noted before, also by somebody at the same moment.

    Whoever noted it long ago and never sent it has died, and the claim goes to who asks now.
    """
    now, notice = timezone.now(), {"match": match, "player": player, "channel": CHANNEL, "turn": turn}
    if NoticeSent.objects.filter(**notice, sent_at=None, at__lt=now - DIED).update(at=now):
        return NoticeSent.objects.get(**notice)
    try:
        with transaction.atomic():
            return NoticeSent.objects.create(**notice, at=now)
    except IntegrityError:
        return None


@contextmanager
def sending(claims: Sequence[NoticeSent]) -> Iterator[None]:
    """Around talking to a mail server: afterwards the claims say that the mail is out, or, when it was refused, are gone.

    So a mail that failed is tried again, and one is doubled only where the process dies between the server's yes and our note of it.
    """
    rows = NoticeSent.objects.filter(pk__in=[claim.pk for claim in claims])
    try:
        yield
    except BaseException:
        rows.delete()
        raise
    rows.update(sent_at=timezone.now())


def daily_readers() -> list[int]:
    """The people who want one mail a day and have an address that they confirmed."""
    wanted = Player.objects.filter(mail_notices="daily", is_active=True)
    return list(wanted.filter(Exists(usable().filter(user=OuterRef("pk")))).order_by("pk").values_list("pk", flat=True))


def is_daily_hour(now: dt.datetime) -> bool:
    """Whether the daily mails are due."""
    return timezone.localtime(now, timezone.get_default_timezone()).hour == DAILY_HOUR


def under_way(player_id: int) -> bool:
    """Whether a notice of the person is claimed and not sent: by somebody who is at it, or died over it."""
    return NoticeSent.objects.filter(player=player_id, channel=CHANNEL, sent_at=None).exists()


def tell_daily(player_id: int) -> bool:
    """Mail one person all turns that wait for them and that they were not told of; whether a mail went out. Not in a transaction."""
    player = Player.objects.filter(pk=player_id, mail_notices="daily").first()
    address = confirmed([player]).get(player.pk) if player else None
    if player is None or address is None:
        return False
    found = [(match, _claim(match, match.turn, player)) for match in home.turns(player) if not looking(match, player)]
    claims = [claim for _match, claim in found if claim]
    if claims:
        with sending(claims):
            send_waiting(player, address, [match for match, claim in found if claim])
    return bool(claims)
