"""Giving and taking back what lets a host choose some tables (C4), and the check of it. Whoever joins needs nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from games.contract import Game
from tables.models import Grant, Player
from tables.selectors.grants import lacking
from tables.services.errors import Refused

log = logging.getLogger("tapete.grants")


def give(player: Player, *, slug: str, value: str, by: Player | None) -> bool:
    """Let the person choose the value; whether it was new to them."""
    _grant, new = Grant.objects.get_or_create(player=player, slug=slug, value=value, defaults={"granted_by": by})
    if new:
        log.info("%s:%s granted to player %s by %s", slug, value, player.pk, by and by.pk)
    return new


def take_back(player: Player, *, slug: str, value: str, by: Player | None) -> bool:
    """Take it back; whether they had it. Matches under way go on."""
    gone, _rows = Grant.objects.filter(player=player, slug=slug, value=value).delete()
    if gone:
        log.info("%s:%s taken from player %s by %s", slug, value, player.pk, by and by.pk)
    return bool(gone)


@transaction.atomic
def hand_over(guest: Player, account: Player) -> None:
    """What a guest was granted goes to the account in which the same person has signed in."""
    for grant in Grant.objects.filter(player=guest):
        Grant.objects.get_or_create(
            player=account, slug=grant.slug, value=grant.value, defaults={"granted_by": grant.granted_by, "granted_at": grant.granted_at}
        )
        grant.delete()


def check(host: Player | None, game: Game, options: Mapping[str, str]) -> None:
    """Raises `Refused` ("not-granted") when the options choose what this host may not."""
    missing = lacking(host, game, options)
    if missing:
        names = ", ".join(f"«{_(value.label).rstrip('.')}»" for value in missing)
        sentence = _("Para abrir una mesa de %(game)s con %(names)s hace falta un permiso, que da quien lleva el sitio.")
        raise Refused("not-granted", sentence % {"game": _(game.title), "names": names})
