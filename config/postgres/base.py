"""Django's Postgres backend that starts the embedded server at the first connection of a process, never at import."""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from psycopg import OperationalError

from config.stopping import STOP


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded cluster; the job queue asks for its parameters here too."""

    def get_connection_params(self) -> dict[str, Any]:
        """The parameters of a server that runs by now."""
        if settings.CLUSTER:
            with STOP.sheltered():
                settings.CLUSTER.ready()
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection; when there is none, the next one asks whether the server still runs."""
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            if settings.CLUSTER:
                settings.CLUSTER.doubt()
            raise
