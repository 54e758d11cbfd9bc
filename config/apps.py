"""The glue as an application, so that its commands are found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Serving, translating and checking."""

    name = "config"
