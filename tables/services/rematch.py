"""The rematch on the same table, under the same link (P7, S25)."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.models import Match, Player, Seat, Table
from tables.selectors.tables import latest_match, running_match, seat_of
from tables.services import errors
from tables.services.absence import leave
from tables.services.errors import Refused
from tables.services.lobby import begin, known_game
from tables.services.publish import touch
from tables.services.seating import hosted, open_table_of, renumber

SILENCE = timedelta(hours=24)
"""After so long without an answer the host may free a seat (P7)."""


@transaction.atomic
def answer(table: Table, *, player: Player, yes: bool) -> Match | None:
    """Answer whether to play again. A no frees the seat. The match that begins, or already began by another click, if any.

    Where the host picks a partner, the host starts it once all have said yes. Raises `Refused` ("not-seated", "no-match", "closed").
    """
    fresh = open_table_of(table)
    seat = seat_of(fresh, player)
    if seat is None:
        raise errors.not_seated()
    running = running_match(fresh)
    if running:
        return running
    if latest_match(fresh) is None:
        raise errors.no_match()
    if not yes:
        leave(fresh, player=player)
        return None
    Seat.objects.filter(pk=seat.pk).update(answer=True)
    touch(fresh)
    if known_game(fresh.slug).partners or not all_said_yes(fresh):
        return None
    return begin(fresh, None)


def all_said_yes(table: Table) -> bool:
    """Whether every chair is taken and everybody wants to play again; CPU players always do."""
    return all(seat.level or (seat.player_id and seat.answer) for seat in table.seats.all())


@transaction.atomic
def free_silent(table: Table, *, host: Player, index: int) -> None:
    """Free the seat of somebody who has not answered for 24 hours. Raises `Refused` ("not-host", "running", "not-yet", "closed")."""
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    seat = fresh.seats.filter(index=index).first()
    if seat is None or not may_free(fresh, seat):
        raise Refused("not-yet", _("Solo se puede liberar la silla de quien lleva 24 horas sin contestar."))
    seat.player, seat.name, seat.sat_at, seat.answer = None, "", None, None
    seat.save()
    renumber(fresh)
    touch(fresh)


def may_free(table: Table, seat: Seat) -> bool:
    """Whether the host may free the seat now (P7)."""
    last = latest_match(table)
    if last is None or last.ended_at is None or seat.player_id is None or seat.answer or seat.player_id == table.host_id:
        return False
    asked = max(last.ended_at, table.rematch_asked_at or last.ended_at)
    return timezone.now() - asked >= SILENCE
