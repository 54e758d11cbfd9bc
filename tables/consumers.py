"""The socket of an open table page. It pushes regions and carries no command: moves come by HTTP."""

import asyncio
import json
import logging
import re
import time
from contextlib import suppress
from typing import Any
from uuid import uuid4

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.utils import await_many_dispatch
from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation

from config import hints
from config.listening import LOOK, Ear, Mailbox, arriving
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

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Run until the socket is closed. Channels would wait for the channel layer, even before the handshake."""
        self.scope, self.base_send = scope, send
        self.mailbox = Mailbox()
        self.ear: Ear | None = None
        self.own_ear: Ear | None = None
        self.arrival: asyncio.Task[None] | None = None
        try:
            with suppress(StopConsumer):
                await await_many_dispatch([receive, self.mailbox.get], self.dispatch)
        finally:
            self.go()

    def go(self) -> None:
        """Stop whatever runs beside this socket."""
        for ear in (self.ear, self.own_ear):
            if ear:
                ear.close()
        if self.arrival:
            self.arrival.cancel()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler on the loop; channels would send every message of every socket through one shared thread."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept at once; everything that costs something waits for its turn in `arrive`, so that one who leaves again costs nothing."""
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.channel_name = f"page.{uuid4().hex}"
        self.sent: Frame | None = None
        self.waiting_since = 0.0
        self.behind, self.arrived = False, False
        self.told: list[Stamp | None] = []
        self.table_id: int | None = None
        self.visible = True
        self.key: str | None = self.scope.get("session_key")
        self.user = self.scope["user"]
        token = cookies_of(self.scope).get(settings.CSRF_COOKIE_NAME, "")
        self.csrf = token if token.isascii() and token.isalnum() else ""
        groups = [session_group(self.key)] if self.key else []
        if CODE.fullmatch(self.code):
            groups.append(f"table.{self.code}")
        self.ear = Ear(groups, self.mailbox)
        await self.accept()
        self.arrival = asyncio.create_task(self.arrive())

    async def arrive(self) -> None:
        """Join first, then read, so that nothing falls in between. Until it is done, what comes by the socket is only noted."""
        assert self.ear
        try:
            await self.ear.near()
            async with arriving():
                problem = await self.identify()
                if problem:
                    await self.close(problem)
                    return
                shown = self.visible
                await self.seen()
                await self.push()
                if self.visible != shown:
                    await self.seen()
        except Exception:
            log.exception("a socket of table %s could not be brought level", self.code)
            await self.close(TRY_AGAIN)
            return
        self.arrived = True
        if self.behind:
            self.mailbox.put(LOOK)

    async def identify(self) -> int:
        """Read who this is now and which table. The code to close with, 0 when all is well.

        A key whose session has ended is nobody's; the page that was drawn for somebody else sees that in its first frame.
        """
        if self.key:
            self.user, self.key = await in_reader(user_of)(self.key)
        if self.user.is_authenticated:
            # Known only now. What was said to this person a moment ago is made good by the heartbeat, which reads the session again.
            self.own_ear = Ear([person_group(self.user.pk)], self.mailbox)
        found = await in_reader(newest)(self.code) if CODE.fullmatch(self.code) else None
        self.table_id = found[0] if found else None
        return 0 if found else NO_TABLE

    async def disconnect(self, code: int) -> None:
        """Leave the groups, and the list of who looks."""
        self.go()
        if self.arrival:
            with suppress(asyncio.CancelledError):
                await self.arrival
        if self.table_id is not None:
            self.tell(await in_reader(presence.leave)(self.channel_name))

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Something happened at the table: a hint, which may come twice, late or never."""
        self.behind = True
        self.told.append(tuple(event["stamp"]) if event.get("stamp") else None)
        if not self.arrived:
            return
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
            self.behind, self.told = True, [None]
            self.sent = self.sent if not self.arrived else None
        alive = isinstance(message.get("visible"), bool) or message.get("here")
        if alive:
            self.visible = bool(message.get("visible", self.visible))
        if not self.arrived:
            return
        if alive and not await self.still_the_same():
            await self.close(IDENTITY_CHANGED)
            return
        if alive:
            await self.seen()
        if self.behind and not self.waiting_since:
            await self.push()

    async def still_the_same(self) -> bool:
        """Whether the session is still this person's: the hint that ended it may have been lost."""
        if not self.key:
            return True
        user, key = await in_reader(user_of)(self.key)
        return key is not None and known(user) == known(self.user)

    async def seen(self) -> None:
        """The page gave a sign of life."""
        if self.table_id is not None:
            look = in_reader(presence.look)
            self.tell(await look(self.table_id, player_id=known(self.user), channel=self.channel_name, visible=self.visible))

    def tell(self, news: bool) -> None:
        """Let the other pages of the table know of a change in who looks."""
        if news:
            hints.tell(f"table.{self.code}", LOOK)

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
