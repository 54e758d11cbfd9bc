"""What Django's system checks say of the settings before the site starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks

from games import registry


@checks.register()
def free_variants(app_configs: Any, **kwargs: Any) -> Sequence[checks.CheckMessage]:
    """Warn of words in ``FREE_VARIANTS`` that name no value of a game (C4): they would free nothing without a word."""
    known = {f"{game.slug}:{value.key}" for game in registry.all_games() for choice in game.choices for value in choice.values}
    wrong = [word for word in settings.FREE_VARIANTS if word not in known]
    hint = "Each is written as game:value, and they are separated by commas."
    return [checks.Warning(f"FREE_VARIANTS: no game has {word!r}", hint=hint, id="tables.W001") for word in wrong]
