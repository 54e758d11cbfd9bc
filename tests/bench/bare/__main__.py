"""Serve the bare pipeline on the port given, with the site's own server."""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.bare.settings"

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server


def main() -> None:
    """Serve until terminated."""
    from channels.routing import ProtocolTypeRouter, URLRouter

    from config.handler import get_asgi_application

    pages = get_asgi_application()
    from django.db import connections

    from config.sockets import SameOrigin, SessionUser
    from tests.bench.bare.urls import TABLES, websocket_urlpatterns

    with connections["default"].cursor() as cursor:
        cursor.execute(TABLES)
    connections.close_all()
    sockets = SameOrigin(SessionUser(URLRouter(websocket_urlpatterns)))
    Server(
        ProtocolTypeRouter({"http": pages, "websocket": sockets}),
        endpoints=build_endpoint_description_strings(host="127.0.0.1", port=int(sys.argv[1])),
        ready_callable=lambda: print("ready", flush=True),
        server_name="",
    ).run()


main()
