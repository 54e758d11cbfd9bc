"""Whether to ask a seated person, politely and once, for an address to tell them when it is their turn."""

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from tables.rendering import Viewer


def may_ask(request: HttpRequest, viewer: Viewer) -> bool:
    """This person has neither a confirmed address nor said no. When they are asked is the table's affair: a class of its page."""
    return viewer.seat is not None and not request.session.get("no_mail") and not confirmed(request.user)


def confirmed(player: object) -> bool:
    """The player has an address they confirmed with a button (P10)."""
    return EmailAddress.objects.filter(user=player, verified=True).exists()
