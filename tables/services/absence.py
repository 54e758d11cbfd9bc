"""Leaving, coming back, and handing on the seat of somebody who does not move (P4-P6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.models import Match, Player, Seat, Table
from tables.selectors.seats import driven
from tables.selectors.tables import seat_of
from tables.services import errors
from tables.services.errors import Refused
from tables.services.publish import touch
from tables.services.seating import open_table_of, pass_host, pen_of, renumber, take_over
from tables.services.writing import Pen

PATIENCE = timedelta(days=7)
"""How long a table without clock waits before the others may hand the seat on (P4)."""


@transaction.atomic
def abandon(table: Table, *, player: Player) -> None:
    """*Abandonar*: a CPU player plays the seat on; without a match the chair is free (P5). Raises `Refused` ("not-seated", "closed")."""
    leave(open_table_of(table), player=player)


def leave(table: Table, *, player: Player) -> None:
    """As `abandon`, on a locked table. The host's rights go on (P6); a table without persons and match closes."""
    pen = pen_of(table)
    seat = seat_of(table, player)
    if seat is None:
        raise errors.not_seated()
    if pen:
        _leave_match(pen, seat.index, player)
    else:
        _free(table, seat)
    if table.host_id == player.pk:
        pass_host(table, after=seat.index)
    if not table.seats.filter(player__isnull=False).exists():
        table.closed_at = timezone.now()
        table.save(update_fields=["closed_at"])
    touch(table)


def _leave_match(pen: Pen, index: int, player: Player) -> None:
    seat = pen.seats[index]
    seat.player, seat.returning, seat.stand_in, seat.misses = None, player, "left", 0
    pen.occupy("left", seat, level="normal", cause="person")
    if not any(other.player_id for other in pen.seats):
        pen.void("abandoned")
    pen.finish()


def _free(table: Table, seat: Seat) -> None:
    seat.player, seat.returning, seat.name, seat.sat_at, seat.answer, seat.misses = None, None, "", None, None, 0
    seat.save()
    renumber(table)


def match_of(table: Table) -> Pen:
    """The table's running match, locked. Raises `Refused` ("no-match")."""
    pen = pen_of(table)
    if pen is None:
        raise errors.no_match()
    return pen


@transaction.atomic
def come_back(table: Table, *, player: Player) -> Seat:
    """*He vuelto*: the person plays the seat again, unless somebody else has taken it (P3, P5). Tapped twice, it is done once.

    Raises `Refused` ("no-match", "taken", "not-seated", "closed").
    """
    pen = match_of(open_table_of(table))
    mine = next((seat for seat in pen.seats if seat.player_id == player.pk), None)
    if mine and not mine.stand_in:
        return mine
    seat = mine or next((seat for seat in pen.seats if seat.returning_id == player.pk), None)
    if seat is None:
        if pen.match.occupancies.filter(player=player).exists():
            raise Refused("taken", _("Otra persona ha ocupado tu silla. Puedes mirar."))
        raise errors.not_seated()
    take_over(pen, seat, player, kind="came-back")
    pen.finish()
    return seat


@transaction.atomic
def hand_over(table: Table, *, player: Player, index: int) -> None:
    """Hand the waiting seat to a CPU player after seven days without its move, at a table without clock (P4).

    Raises `Refused` ("not-seated", "no-match", "not-yet", "closed").
    """
    pen = match_of(open_table_of(table))
    by = next((seat for seat in pen.seats if seat.player_id == player.pk), None)
    if by is None:
        raise errors.not_seated()
    if by.index in pen.match.awaited or not may_hand_over(pen.match, pen.seats, index):
        raise Refused("not-yet", _("Solo se puede ceder una silla que lleva siete días sin jugar en una mesa sin reloj."))
    seat = pen.seats[index]
    seat.stand_in = "handed"
    pen.occupy("handed", seat, level="normal", cause="person", payload={"by": by.index})
    pen.finish()


def may_hand_over(match: Match, seats: Sequence[Seat], index: int) -> bool:
    """Whether the seat with that index may be handed to a CPU player now (P4)."""
    waits = match.status == "running" and match.clock == "none" and match.deadline is None and index in match.awaited
    return waits and not driven(seats[index]) and timezone.now() - match.turn_since >= PATIENCE
