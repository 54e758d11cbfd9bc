"""Hints for open pages, handed to the loop and forgotten: no request, job or reader ever waits for the channel layer.

A hint says that something changed and carries nothing that could not be read again, so one that gets lost costs time and nothing else.
While the layer is dead or hangs, hints wait in a bounded outbox, one for each group, and pages are brought level without it.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import SyncToAsync, async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = logging.getLogger("tapete.hints")

type Hint = dict[str, Any]

PATIENCE = 2.0
"""Seconds that one hint, or one step of joining a group, may take."""
MOST = 2_000
"""Groups with a hint that waits; beyond them the oldest is dropped."""
LONGEST = 60.0
"""Seconds after which a waiting hint is dropped: by then every page has asked by itself."""
PAUSE = 1.0
"""Seconds between two tries while the layer does not take anything."""
DOWN = (OSError, TimeoutError, RedisError)
"""What a layer raises that is dead, hangs, is full or is just being restarted."""


def merged(earlier: Hint | None, later: Hint) -> Hint:
    """One hint that says what two of the same type say: the newer stamp, and none (ask the database) when either had none."""
    if earlier is None or "stamp" not in later:
        return later
    stamps = [earlier.get("stamp"), later["stamp"]]
    return {**later, "stamp": max(map(tuple, stamps)) if all(stamps) else None}


class Outbox:
    """The hints of one loop that wait to be sent. To be touched on that loop only.

    at_home: gives a hint to the pages of this very process, when the layer does not take it.
    """

    at_home: Callable[[str, Hint], None] = staticmethod(lambda group, hint: None)

    def __init__(self) -> None:
        self.waiting: OrderedDict[tuple[str, str], tuple[float, Hint]] = OrderedDict()
        self.sending: asyncio.Task[None] | None = None
        self.broken = False

    def put(self, group: str, hint: Hint, since: float | None = None) -> None:
        """Have the hint sent to the group as soon as the layer takes it."""
        key = (group, hint["type"])
        begun, earlier = self.waiting.get(key, (since or time.monotonic(), None))
        self.waiting[key] = (begun, merged(earlier, hint))
        while len(self.waiting) > MOST:
            self.waiting.popitem(last=False)
        if self.sending is None or self.sending.done():
            self.sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        while self.waiting:
            (group, _type), (since, hint) = self.waiting.popitem(last=False)
            if time.monotonic() - since > LONGEST:
                continue
            try:
                await send(group, hint)
            except DOWN as error:
                self._note(error)
                self.at_home(group, hint)
                self.put(group, hint, since)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("the channel layer refuses a hint for %s", group)
            else:
                self._note(None)

    def _note(self, error: BaseException | None) -> None:
        """Say once that the layer is broken, and once that it is well again."""
        if error and not self.broken:
            log.warning("the channel layer takes no hints (%s); pages ask by themselves meanwhile", str(error) or type(error).__name__)
        elif self.broken and not error:
            log.warning("the channel layer takes hints again")
        self.broken = error is not None


_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


def outbox() -> Outbox:
    """That of the running loop."""
    return _outboxes.setdefault(asyncio.get_running_loop(), Outbox())


async def send(group: str, hint: Hint) -> None:
    """Send now. Raises what the layer raises, and TimeoutError after `PATIENCE`."""
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(group, hint)


def tell(group: str, hint: Hint) -> None:
    """Have a hint sent to a group, from any thread or coroutine. Waits for nobody and raises nothing.

    On the loop that this thread works for; a thread without one, or whose loop has ended, sends at once and within `PATIENCE`.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        _tell_from_thread(group, hint)
    else:
        _outboxes.setdefault(loop, Outbox()).put(group, hint)


def _tell_from_thread(group: str, hint: Hint) -> None:
    loop: asyncio.AbstractEventLoop | None = getattr(SyncToAsync.threadlocal, "main_event_loop", None)  # as async_to_sync finds it
    try:
        if loop is None or loop.is_closed():
            async_to_sync(send, force_new_loop=True)(group, hint)
        else:
            loop.call_soon_threadsafe(lambda: outbox().put(group, hint))
    except Exception as error:
        log.warning("the channel layer did not take a hint (%s)", str(error) or type(error).__name__)
