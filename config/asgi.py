"""The site as an ASGI application: requests by Django, sockets by the consumers of tables."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from config.handler import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

# After the set-up: both read settings and models.
from config.sockets import SameOrigin, SessionUser  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402

# An address without a consumer is refused like any other stranger, instead of an error in the log.
sockets = URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier())])
application = ProtocolTypeRouter({"http": pages, "websocket": SameOrigin(SessionUser(sockets))})
