"""Mails as plain text and HTML, in the reader's language, with a link back to the table and one that ends the mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from tables.models import Match, Player
from tables.notices import bounces, unsubscribe
from tables.notices.wire import Letter
from tables.slow import let_go
from tables.zones import in_words


def send_turn(player: Player, address: str, match: Match) -> None:
    """Tell one person of one table that waits. Raises as `bounces.send`."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        line = describe(player, match)
        _send(player, address, _("Te toca: %(table)s") % {"table": line["title"]}, "turn", {"match": line})


def send_waiting(player: Player, address: str, matches: Sequence[Match]) -> None:
    """Tell one person of all tables that wait. Raises as `bounces.send`."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        lines = [describe(player, match) for match in matches]
        subject = (
            _("Te toca: %(table)s") % {"table": lines[0]["title"]} if len(lines) == 1 else _("Te toca en %(n)s mesas") % {"n": len(lines)}
        )
        _send(player, address, subject, "daily", {"matches": lines})


def describe(player: Player, match: Match) -> dict[str, Any]:
    """A waiting table in plain words: nothing of the game that not everybody may know."""
    game = _(registry.get(match.slug).title)
    names = match.table.seats.exclude(player=player).exclude(name="").order_by("index").values_list("name", flat=True)
    return {
        "title": match.table.title or game,
        "game": game,
        "names": list(names),
        "deadline": in_words(match.deadline) if match.deadline else "",
        "link": f"{settings.SITE_URL}{reverse('table', args=[match.table.code])}",
    }


def _send(player: Player, address: str, subject: str, template: str, context: dict[str, Any]) -> None:
    stop = unsubscribe.address(player)
    context = {**context, "name": player.name, "stop": stop, "site": settings.SITE_URL, "language": translation.get_language()}
    mail = Letter(
        subject=subject,
        body=render_to_string(f"mail/{template}.txt", context),
        to=[address],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
    mail.attach_alternative(render_to_string(f"mail/{template}.html", context), "text/html")
    let_go()
    bounces.send(mail)


def send_again(email: str) -> None:
    """Ask the reader of a paused address, in the language of the page, whether mails arrive again. Raises as `bounces.send`."""
    link = f"{settings.SITE_URL}{reverse('mail-again', args=[bounces.token(email)])}"
    letter = Letter(subject=_("¿Te llegan nuestros correos?"), body=render_to_string("mail/again.txt", {"link": link}), to=[email])
    let_go()
    bounces.send(letter)
