"""Whether to ask a seated person, politely and once, for an address to tell them when it is their turn."""

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from tables.rendering import Snapshot, Viewer

SLOW = 86_400
"""Only tables with a turn of a day or more, or without a clock, are worth a mail."""


def should_ask(request: HttpRequest, snapshot: Snapshot, viewer: Viewer) -> bool:
    """The table waits for other people, slowly, and this person has neither a confirmed address nor said no."""
    if viewer.seat is None or not snapshot.running or viewer.seat in snapshot.awaited or request.session.get("no_mail"):
        return False
    seconds = snapshot.clock_seconds
    if seconds is not None and seconds < SLOW:
        return False
    waits = any(snapshot.seats[index].player_id for index in snapshot.awaited)
    return waits and not confirmed(request.user)


def confirmed(player: object) -> bool:
    """The player has an address they confirmed with a button (P10)."""
    return EmailAddress.objects.filter(user=player, verified=True).exists()
