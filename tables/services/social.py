"""What people say: chat while they sit (P8), one ready-made remark after the end (S26)."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.contract import N_
from tables.models import ChatLine, Match, Player, RemarkSaid, Table
from tables.selectors import states
from tables.selectors.occupancy import last_seat
from tables.selectors.tables import seat_of
from tables.services import errors
from tables.services.errors import Refused
from tables.services.people import clean
from tables.services.play import own_token
from tables.services.publish import touch

LONGEST_LINE = 120
LINES_AT_ONCE = 8
SPELL = timedelta(seconds=20)
"""At most `LINES_AT_ONCE` lines of one person in this time."""

PHRASES = (
    N_("¡Bien jugado!"), N_("¡Buena mano!"), N_("¡Vaya suerte!"), N_("Perdón, me he despistado."), N_("¡Venga, que es para hoy!"),
    N_("Ahora vuelvo."), N_("Gracias por la partida."), N_("¿Echamos otra?"),
)  # fmt: skip
"""Ready-made lines of chat, msgids: shown, and said, in the writer's language."""


@transaction.atomic
def say(table: Table, *, player: Player, text: str, token: str = "") -> ChatLine:
    """Write a line of chat; the same token again gives the earlier line.

    Raises `Refused` ("not-seated", "chat-empty", "chat-long", "rate").
    """
    words = clean(text[: LONGEST_LINE * 20])
    if not words:
        raise Refused("chat-empty", _("Escribe algo antes de enviar."))
    if len(words) > LONGEST_LINE:
        raise Refused("chat-long", _("Un mensaje puede tener 120 letras como mucho."))
    touch(table)  # locks the table's row: lines come one after another, and the limit counts them all
    seat = seat_of(table, player)
    if seat is None:
        raise errors.not_seated()
    mark = own_token(player, token)
    earlier = ChatLine.objects.filter(table=table, token=mark).first() if mark else None
    if earlier:
        return earlier
    now = timezone.now()
    if ChatLine.objects.filter(player=player, at__gt=now - SPELL).count() >= LINES_AT_ONCE:
        raise Refused("rate", _("Vas muy deprisa: espera unos segundos antes de escribir más."))
    return ChatLine.objects.create(table=table, player=player, name=seat.name, text=words, token=mark, at=now)


def remark(match: Match, *, player: Player, key: str) -> RemarkSaid:
    """Say one of the game's ready-made remarks on a finished match, once a seat (S26).

    Raises `Refused` ("not-seated", "not-over", "malformed", "remark-said").
    """
    result = states.result_of(match)
    if result is None:
        raise Refused("not-over", _("Eso se dice al acabar la partida."))
    seat = last_seat(match, player)
    if seat is None:
        raise errors.not_seated()
    if key not in {offered.key for offered in states.game_of(match).remarks(result, seat)}:
        raise errors.malformed()
    try:
        with transaction.atomic():
            said = RemarkSaid.objects.create(match=match, seat=seat, key=key)
            touch(match.table)
            return said
    except IntegrityError:
        raise Refused("remark-said", _("Ya has dicho lo tuyo de esta partida.")) from None
