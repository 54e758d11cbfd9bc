"""The socket of an open table page. It pushes regions and carries no command: moves come by HTTP."""

import json
import logging
import re
import time
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation

from config.sessions import session_group
from config.sockets import header, in_reader, user_of
from tables.middleware import BUCKETS
from tables.rendering import Frame, known, packed, table_frame
from tables.rendering.snapshot import newest
from tables.selectors.committed import Stamp
from tables.services import presence
from tables.services.publish import person_group

log = logging.getLogger("tapete.sockets")

CODE = re.compile(r"[A-Za-z0-9]{1,12}")
LONGEST = 500
"""Characters of the longest message that a page sends, generously."""
ASKED_RATE, ASKED_BURST = 1.0, 30.0
"""Wishes and signs of life a second, and at once: each costs a query, and a page has few reasons for them."""
PATIENCE = 30.0
"""Seconds a page may leave a frame unconfirmed while there is a newer one."""
IDENTITY_CHANGED, NO_TABLE, NONSENSE, TRY_AGAIN = 4401, 4404, 4400, 4503  # daphne sends none of the 10xx but 1000


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's page: brings it level at once, then sends what changed for it, one frame in flight."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler on the loop; channels would send every message of every socket through one shared thread."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Join first, then read, so that nothing falls in between."""
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.sent: Frame | None = None
        self.waiting_since = 0.0
        self.behind = False
        self.told: list[Stamp | None] = []
        self.table_id: int | None = None
        self.visible = True
        token = cookies_of(self.scope).get(settings.CSRF_COOKIE_NAME, "")
        self.csrf = token if token.isascii() and token.isalnum() else ""
        problem = await self.join()
        if problem:
            await self.close(problem)
            return
        await self.seen(True)
        await self.push()

    async def join(self) -> int:
        """Enter the groups, then read who this is now (the session may have ended since the handshake) and which table.

        The code to close with, 0 when all is well.
        """
        key = self.scope.get("session_key")
        self.user = self.scope["user"]
        self.groups_joined = [session_group(key)] if key else []
        if self.user.is_authenticated:
            self.groups_joined.append(person_group(self.user.pk))
        if CODE.fullmatch(self.code):
            self.groups_joined.append(f"table.{self.code}")
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        if key:
            self.user, live = await in_reader(user_of)(key)
            if live is None:
                return IDENTITY_CHANGED
        found = await in_reader(newest)(self.code) if CODE.fullmatch(self.code) else None
        self.table_id = found[0] if found else None
        return 0 if found else NO_TABLE

    async def disconnect(self, code: int) -> None:
        """Leave the groups, and the list of who looks."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.table_id is not None:
            await self.tell(await in_reader(presence.leave)(self.channel_name))

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Something happened at the table: a hint, which may come twice, late or never."""
        self.behind = True
        self.told.append(tuple(event["stamp"]) if event.get("stamp") else None)
        if not self.waiting_since:
            await self.push()
        elif time.monotonic() - self.waiting_since > PATIENCE:
            await self.close(TRY_AGAIN)

    async def identity_changed(self, event: dict[str, Any]) -> None:
        """The session ended or became another person's: the page must come back as who it is now."""
        await self.close(IDENTITY_CHANGED)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A confirmation, a heartbeat, or the wish to be brought level. Anything else closes the socket politely."""
        message = parsed(text_data)
        if message is None:
            await self.close(NONSENSE)
            return
        if "got" not in message and not BUCKETS.take(f"socket {self.channel_name}", ASKED_RATE, ASKED_BURST):
            await self.close(TRY_AGAIN)
            return
        if "got" in message or message.get("all"):
            self.waiting_since = 0.0
        if message.get("all"):
            self.sent, self.behind, self.told = None, True, [None]
        if isinstance(message.get("visible"), bool) or message.get("here"):
            await self.seen(message.get("visible", self.visible))
        if self.behind and not self.waiting_since:
            await self.push()

    async def seen(self, visible: bool) -> None:
        """The page gave a sign of life."""
        self.visible = bool(visible)
        if self.table_id is not None:
            look = in_reader(presence.look)
            await self.tell(await look(self.table_id, player_id=known(self.user), channel=self.channel_name, visible=self.visible))

    async def tell(self, news: bool) -> None:
        """Let the other pages of the table know of a change in who looks."""
        if news:
            try:
                await self.channel_layer.group_send(f"table.{self.code}", {"type": "table.changed", "stamp": None})
            except Exception:
                log.warning("the channel layer did not take a message for table %s", self.code, exc_info=True)

    async def push(self) -> None:
        """Send what differs from what was sent last; the newest state, never a backlog."""
        self.behind = False
        told, self.told = self.told, []
        # A hint without a stamp, or none at all, means: ask the database.
        at_least = max((stamp for stamp in told if stamp), default=None) if all(told) else None
        try:
            text = await in_reader(self.news)(at_least)
        except Exception:
            log.exception("no frame for a socket of table %s", self.code)
            await self.close(TRY_AGAIN)
            return
        if text:
            self.waiting_since = time.monotonic()
            await self.send(text_data=text)

    def news(self, at_least: Stamp | None) -> str:
        """The frame's text for this viewer, "" when nothing they see has changed."""
        with translation.override(language_of(self.user, self.scope)):
            found = table_frame(self.code, known(self.user), at_least=at_least)
        if found is None:
            return ""
        frame = found[2]
        if self.sent is not None and frame.stamp < self.sent.stamp:
            return ""
        changed = frame.changed(self.sent)
        if self.sent is not None and frame.stamp == self.sent.stamp and not changed:
            return ""
        self.sent = frame
        return packed(frame, changed, csrf=self.csrf)


def parsed(text: str | None) -> dict[str, Any] | None:
    """A page's message; None for what no page of ours sends."""
    if not text or len(text) > LONGEST:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def language_of(user: Any, scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket: the player's, the cookie's or the browser's."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, "accept-language")
    request.COOKIES = cookies_of(scope)
    wished = getattr(user, "language", "")
    return wished or translation.get_language_from_request(request)


def cookies_of(scope: dict[str, Any]) -> dict[str, str]:
    """The handshake's cookies."""
    return parse_cookie(header(scope, "cookie"))
