"""Playing a move: one transaction, whoever else is at it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, NoReturn

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.contract import Illegal, Json, Malformed, Settled
from tables.models import Match, Player, Seat
from tables.selectors import states
from tables.services import clock, errors
from tables.services.sentences import refusal, unreadable
from tables.services.writing import Pen, locked_match, pen_for

type Status = Literal["done", "repeated", "stale", "refused", "settled", "late"]

LONGEST = 2000
"""Characters of the longest move that is read at all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a move. seq: of the match now (of the earlier event, when repeated). sentence: for the person, or ""."""

    status: Status
    seq: int
    sentence: str = ""


def play_move(match_id: int, *, player: Player, seq: int, raw: str, token: str = "") -> Outcome:
    """Play a person's move, or say why not.

    seq: the number of the last event that the person saw; a move made on an older board is *stale*, unless it names its own moment.
    raw: the move as JSON text. token: the client's; the same again gets the earlier outcome. The seat is the player's, never the form's.
    Raises `Refused` ("no-match", "not-seated", "malformed", "unreplayable").
    """
    value = read(raw)
    mark = own_token(player, token)
    try:
        with transaction.atomic():
            return _play(match_id, player, seq, value, mark)
    except IntegrityError:
        # Somebody got in between in spite of the lock: the constraints hold, and the board that is shown now says the rest.
        match = Match.objects.get(pk=match_id)
        return _stale(match.seq)


def read(raw: str) -> Json:
    """JSON text of a form. Raises `Refused` ("malformed") for anything else, however long or deep."""
    if len(raw) > LONGEST:
        raise errors.malformed()
    try:
        value: Json = json.loads(raw, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise errors.malformed() from error
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def own_token(player: Player, token: str) -> str | None:
    """The client's token as it is stored: nobody can repeat, or guess, somebody else's."""
    return sha256(f"{player.pk}:{token}".encode("utf-8", "replace")).hexdigest()[:40] if token else None


def _play(match_id: int, player: Player, seq: int, value: Json, token: str | None) -> Outcome:
    try:
        match = locked_match(match_id)
    except Match.DoesNotExist:
        raise errors.no_match() from None
    try:
        course, earlier = states.current_with_token(match, token) if token else (states.current(match), None)
    except states.Unreplayable as error:
        raise errors.unreplayable(match_id) from error
    if earlier:
        return Outcome("repeated", earlier.seq)
    pen = pen_for(match, course)
    seat = next((seat for seat in pen.seats if seat.player_id == player.pk), None)
    if seat is None:
        raise errors.not_seated()
    try:
        move = pen.rules.decode(value)
    except Malformed as error:
        raise unreadable(pen.game, error) from error
    return _refuse(pen, seat, move, seq) or _record(pen, seat, move, token)


def _refuse(pen: Pen, seat: Seat, move: Any, seq: int) -> Outcome | None:
    """What stands against the move besides the rules; None when nothing does."""
    now = pen.course.seq
    free = pen.rules.free(move)
    if pen.match.status == "voided":
        return Outcome("refused", now, _("La partida se dio por abandonada: ya no se juega."))
    if seat.stand_in:
        return Outcome("refused", now, _("Una CPU juega por ti. Pulsa «He vuelto» para seguir tú."))
    if not free and seq != now:
        return _late(now) if clock.played_for(pen.course, seat.index, seq) else _stale(now)
    if not free and clock.overdue(pen):
        return _late(now)
    return None


def _record(pen: Pen, seat: Seat, move: Any, token: str | None) -> Outcome:
    try:
        pen.play(seat.index, move, cause="person", token=token)
    except Settled:
        return Outcome("settled", pen.course.seq)
    except Illegal as error:
        return Outcome("refused", pen.course.seq, refusal(pen.game, error, pen.seats))
    if seat.misses:
        seat.misses = 0
        pen.touch(seat)
    pen.finish()
    return Outcome("done", pen.course.seq)


def _stale(seq: int) -> Outcome:
    return Outcome("stale", seq, _("Mientras tanto la mesa ha cambiado. Mírala otra vez y decide."))


def _late(seq: int) -> Outcome:
    return Outcome("late", seq, _("Se acabó el tiempo: una CPU juega por ti."))
