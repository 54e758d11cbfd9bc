"""The one module of games that knows Django: it makes templates, pictures and catalogues of the games part of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """All games."""

    name = "games"

    def ready(self) -> None:
        """Find the games now: a broken one stops the start, not the first visitor."""
        from games import registry

        registry.all_games()
