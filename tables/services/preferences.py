"""What a person prefers: name, deck, language, notices."""

from django.conf import settings
from django.db import transaction

from tables.models import Player
from tables.services.errors import malformed
from tables.services.people import rename


@transaction.atomic
def prefer(player: Player, *, name: str, deck: str, language: str, mail_notices: str) -> None:
    """Keep all four. A new name also counts where the person sits. Raises `Refused` for a name that is none or an unknown choice."""
    if deck not in dict(Player.DECKS) or mail_notices not in dict(Player.MAIL) or language not in ("", *dict(settings.LANGUAGES)):
        raise malformed()
    if name.strip() != player.name:  # one that was there before it would be refused may stay
        rename(player, name=name)
    player.deck, player.language, player.mail_notices = deck, language, mail_notices
    player.save(update_fields=["deck", "language", "mail_notices"])
