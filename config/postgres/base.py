"""Django's Postgres backend that starts the embedded server at the first connection of a process, never at import."""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded cluster; the job queue asks for its parameters here too."""

    def get_connection_params(self) -> dict[str, Any]:
        """The parameters of a server that runs by now."""
        if settings.CLUSTER:
            settings.CLUSTER.start()
        return super().get_connection_params()
