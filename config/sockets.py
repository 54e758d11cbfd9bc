"""What every websocket passes before its consumer: the origin check and the session's key; and the threads that read for sockets.

Channels would send each message of every socket through the one shared thread; a slow query of one socket would stall all.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host

type Scope = dict[str, Any]

READERS = ThreadPoolExecutor(4, thread_name_prefix="reader")


def in_reader(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that reads the database, made awaitable: it runs on one of four threads shared by all sockets."""
    return database_sync_to_async(function, thread_sensitive=False, executor=READERS)


def header(scope: Scope, name: str) -> str:
    """The last header of that name, lower case as given; empty when there is none."""
    return dict(scope["headers"]).get(name.encode(), b"").decode("latin1")


class SameOrigin:
    """Lets a handshake through only from a page of this very site: same scheme, host and port.

    Channels' own validator accepts other ports and schemes.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Hand on or refuse with 403."""
        app = self.app if same_origin(scope) else WebsocketDenier()
        return await app(scope, receive, send)


def same_origin(scope: Scope) -> bool:
    """Whether the page that opens this socket came from where the socket goes."""
    host = header(scope, "host").lower()
    allowed = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return bool(allowed) and header(scope, "origin").lower() == f"{scheme(scope)}://{host}"


def scheme(scope: Scope) -> str:
    """https or http. Daphne gives websocket scopes no scheme, so it comes from the trusted proxy's header."""
    name, value = settings.SECURE_PROXY_SSL_HEADER or ("", "")
    forwarded = header(scope, name.removeprefix("HTTP_").lower().replace("_", "-"))
    return "https" if name and forwarded == value else "http"


class SessionUser:
    """Puts ``session_key`` into the scope: what the cookie says, unread.

    The consumer reads whose it is, after it has joined and when its turn has come: a storm of handshakes whose clients are gone again
    costs no query.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Hand on with the scope extended; the key is None without a cookie."""
        key = parse_cookie(header(scope, "cookie")).get(settings.SESSION_COOKIE_NAME) or None
        return await self.app({**scope, "user": AnonymousUser(), "session_key": key}, receive, send)


def user_of(key: str) -> tuple[Any, str | None]:
    """The user of a session key and the key, None when the session is gone. Checks the password hash like a request does."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user, request.session.session_key
