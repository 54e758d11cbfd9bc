"""What every page needs: the deck its person sees and the languages it can speak."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games import registry
from tables.models import Player


def site(request: HttpRequest) -> dict[str, Any]:
    """deck, decks and languages, each language under its own name, and whether there is a daily puzzle."""
    user = getattr(request, "user", None)
    deck = user.deck if user is not None and user.is_authenticated else "clasica"
    return {
        "deck": deck,
        "decks": Player.DECKS,
        "languages": settings.LANGUAGES,
        "site_url": settings.SITE_URL,
        "daily_puzzle": registry.puzzling() is not None,
    }
