"""What every page needs: the deck its person sees and the languages it can speak."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from games import registry
from tables import dice
from tables.models import Player
from tables.notices import bounces


def site(request: HttpRequest) -> dict[str, Any]:
    """deck, decks and languages, each language under its own name, whether there is a daily puzzle, and what mails do not get through.

    unreachable: the person's paused address, looked up only by the pages that show it.
    act: what tells a form's second try from a second wish (`views.visitors.act_of`), another one in each form.
    who: the mark of this browser as this person.
    """
    user = getattr(request, "user", None)
    deck = user.deck if user is not None and user.is_authenticated else "clasica"
    return {
        "act": dice.secret,
        "deck": deck,
        "decks": Player.DECKS,
        "languages": settings.LANGUAGES,
        "site_url": settings.SITE_URL,
        "unreachable": lambda: bounces.paused_of(user) if user is not None and user.is_authenticated else "",
        "daily_puzzle": registry.puzzling() is not None,
        "who": mark_of(request),
    }


def mark_of(request: HttpRequest) -> str:
    """A mark of this browser as this person, "" for nobody. It changes with the session's key, and tells neither key nor person."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    return salted_hmac("tables.browser", f"{request.session.session_key}:{user.pk}", algorithm="sha256").hexdigest()[:16]
