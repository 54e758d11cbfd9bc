"""The Django application of the platform."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, people, clocks and sockets."""

    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the settings checked."""
        from tables import checks  # noqa: F401 - importing registers them
