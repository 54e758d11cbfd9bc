"""Who may choose what needs a grant (C4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings

from games.contract import Game, Value
from tables.models import Grant, Player


def locked(player: Player | None, game: Game) -> Sequence[Value]:
    """The values of the game's choices that the person may not choose as a host. player: None for who has no name yet.

    The setting ``FREE_VARIANTS`` frees values for everybody, each written as ``slug:value``.
    """
    asked = [value for choice in game.choices for value in choice.values if value.granted]
    closed = [value for value in asked if f"{game.slug}:{value.key}" not in settings.FREE_VARIANTS]
    if not closed or player is None:
        return closed
    held = set(Grant.objects.filter(player=player, slug=game.slug).values_list("value", flat=True))
    return [value for value in closed if value.key not in held]


def lacking(player: Player | None, game: Game, options: Mapping[str, str]) -> Sequence[Value]:
    """Those of `locked` that the options choose."""
    chosen = {options.get(choice.key, choice.default) for choice in game.choices}
    return [value for value in locked(player, game) if value.key in chosen]
