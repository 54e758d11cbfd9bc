"""The rules' refusals as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.contract import Game, Illegal, Malformed, SeatRef, Token
from tables.models import Seat
from tables.selectors.tables import seat_name
from tables.services import errors


def refusal(game: Game, illegal: Illegal, seats: Sequence[Seat]) -> str:
    """One sentence in the current language, as plain text, for a move that the rules refuse."""
    text = game.refusals.get(illegal.code)
    if text is None:
        return _("Esa jugada no vale ahora.")
    return _(text).format(**{key: _word(value, seats) for key, value in illegal.params.items()})


def unreadable(game: Game, malformed: Malformed) -> errors.Refused:
    """Why data is no move at all: in the game's words where it names what is missing, else as for any nonsense."""
    if malformed.code == "malformed" or malformed.code not in game.refusals:
        return errors.malformed()
    return errors.Refused("malformed", refusal(game, malformed, ()))


def _word(value: object, seats: Sequence[Seat]) -> object:
    if isinstance(value, SeatRef):
        return seat_name(seats[value.seat])
    if isinstance(value, Token):
        return _(value.label)
    return value
