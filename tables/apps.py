"""The Django application of the platform."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, people, clocks and sockets."""

    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"
