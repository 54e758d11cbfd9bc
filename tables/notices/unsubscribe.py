"""The signed link in every mail that ends the mails, without signing in (RFC 8058)."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tables.models import Player

SALT = "tables.notices.unsubscribe"


def token(player: Player) -> str:
    """The signed part of the person's link. It does not expire: an old mail must still be able to end the mails."""
    return signing.Signer(salt=SALT).sign_object(player.pk)


def address(player: Player) -> str:
    """The person's link."""
    return f"{settings.SITE_URL}{reverse('unsubscribe', args=[token(player)])}"


def player_of(signed: str) -> Player | None:
    """Whose link it is, the person whom a guest has turned out to be since; None for a forged or broken one."""
    try:
        found = Player.objects.select_related("merged_into").filter(pk=signing.Signer(salt=SALT).unsign_object(signed)).first()
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return found and (found.merged_into or found)


def stop(player: Player) -> None:
    """No more mails about turns for this person."""
    Player.objects.filter(pk=player.pk).update(mail_notices="off")
