"""The rematch on the same table, under the same link (P7, S25)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import Match, Player, Seat, Table
from tables.selectors.tables import freeable, latest_match, presence, running_match, seat_of
from tables.services import errors, grants
from tables.services.absence import leave
from tables.services.errors import Refused
from tables.services.lobby import begin, known_game
from tables.services.publish import touch
from tables.services.seating import hosted, open_table_of, renumber


@transaction.atomic
def answer(table: Table, *, player: Player, yes: bool) -> Match | None:
    """Answer whether to play again. A no frees the seat. The match that begins, or already began by another click, if any.

    Where the host picks a partner, the host starts it once all have said yes. No yes counts while the rules need a grant that the host
    lacks (C4): they must be changed first. Raises `Refused` ("not-seated", "no-match", "not-granted", "closed").
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
    grants.check(fresh.host, known_game(fresh.slug), fresh.options)
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
    """Free the chair of somebody who is gone: see `selectors.tables.freeable`. Their page will tell them, and they may sit down again.

    Raises `Refused` ("not-host", "running", "not-yet", "closed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    seat = fresh.seats.filter(index=index).first()
    last = latest_match(fresh)
    if seat is None or not freeable(fresh, last, [seat], presence(fresh)):
        if last:
            raise Refused("not-yet", _("Solo se puede liberar la silla de quien lleva 24 horas sin dar señales."))
        raise Refused("not-yet", _("Solo se puede liberar la silla de quien no tiene la mesa abierta."))
    fresh.freed = [*fresh.freed, seat.player_id]
    fresh.save(update_fields=["freed"])
    seat.player, seat.name, seat.sat_at, seat.answer = None, "", None, None
    seat.save()
    renumber(fresh)
    touch(fresh)
