"""How open pages hear of changes: each has an ear in the channel layer, and the process brings them level when the layer fails.

No page waits for the layer. An ear that can't join its groups goes on trying, while its page is told every few seconds to look for
itself; the same happens to all pages of a process whose own pulse does not come back through Redis, and once when it does again.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from channels.layers import get_channel_layer

from config.hints import DOWN, PATIENCE, Hint, Outbox, merged

log = logging.getLogger("tapete.hints")

LOOK: Hint = {"type": "table.changed", "stamp": None}
"""The hint to a page to ask the database itself."""
BEAT = 2.0
"""Seconds between two pulses of a process through the layer."""
SPREAD = 3.0
"""Seconds over which the pages of a process are told to look for themselves."""
AGAIN = 5.0
"""Seconds within which an ear that could not join tries again."""
ARRIVING = 2
"""New pages that are brought level at once: half of the readers are left to the tables that play."""


class Mailbox:
    """What a page has been told and has not looked at yet: one hint of each type, however many came."""

    def __init__(self) -> None:
        self._kept: dict[str, Hint] = {}
        self._news = asyncio.Event()

    def put(self, hint: Hint) -> None:
        """Add a hint."""
        self._kept[hint["type"]] = merged(self._kept.get(hint["type"]), hint)
        self._news.set()

    async def get(self) -> Hint:
        """The oldest hint, once there is one."""
        await self._news.wait()
        hint = self._kept.pop(next(iter(self._kept)))
        if not self._kept:
            self._news.clear()
        return hint


class Ear:
    """Joins groups of the layer and puts what it hears into a mailbox, until closed."""

    def __init__(self, groups: Sequence[str], mailbox: Mailbox) -> None:
        self.groups, self.mailbox = groups, mailbox
        self._joined, self._tries = asyncio.Event(), 0
        self._task = asyncio.get_running_loop().create_task(self._listen())
        EARS.add(self)

    async def near(self) -> None:
        """Wait until the groups are joined, and no longer than `PATIENCE`: a late ear has its page look once more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if PULSE.down else PATIENCE):
                await self._joined.wait()

    def close(self) -> None:
        """Leave. Nothing is waited for."""
        EARS.discard(self)
        self._task.cancel()

    async def _listen(self) -> None:
        while True:
            if not PULSE.down:
                try:
                    await self._hear_from(get_channel_layer())
                except DOWN:
                    pass  # the pulse says so for all
                except Exception:
                    log.exception("a page can't hear")
            await asyncio.sleep(random.uniform(AGAIN / 4, AGAIN))
            self.mailbox.put(LOOK)

    async def _hear_from(self, layer: Any) -> None:
        """Join, and pass on what is heard. Raises what the layer raises, and leaves in any case."""
        channel, late = "", self._tries > 0
        self._tries += 1
        try:
            async with asyncio.timeout(PATIENCE):
                channel = await layer.new_channel()
                for group in self.groups:
                    await layer.group_add(group, channel)
            self._joined.set()
            if late:
                self.mailbox.put(LOOK)
            while True:
                self.mailbox.put(await layer.receive(channel))
        finally:
            if channel:
                await self._leave(layer, channel)

    async def _leave(self, layer: Any, channel: str) -> None:
        for group in self.groups:
            with suppress(*DOWN):
                async with asyncio.timeout(PATIENCE):
                    await layer.group_discard(group, channel)


EARS: WeakSet[Ear] = WeakSet()
"""Those of all open pages of this process."""


def tell_here(group: str, hint: Hint) -> None:
    """Tell the pages of this very process, without the layer."""
    for ear in list(EARS):
        if group in ear.groups:
            ear.mailbox.put(hint)


class Pulse:
    """Whether what this process sends through the layer comes back to it.

    A Redis that hangs refuses nothing, one that was restarted has forgotten what was said meanwhile, and neither can be told from silence.
    """

    def __init__(self) -> None:
        self.down = False
        self._channel: str | None = None
        self._number = 0

    async def watch(self) -> None:
        """Beat for ever. Pages look for themselves while no pulse comes back, and once when one does again."""
        while True:
            well = await self._beats()
            if well == self.down:
                self.down = not well
                log.warning("the channel layer %s", "is back" if well else "does not answer; pages look for themselves")
            elif well:
                await asyncio.sleep(BEAT)
                continue
            await self._have_all_look()

    async def _beats(self) -> bool:
        """One pulse; whether it came back in time."""
        self._number += 1
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(PATIENCE):
                self._channel = self._channel or await layer.new_channel("pulse.")
                await layer.send(self._channel, {"type": "pulse", "number": self._number})
                while (await layer.receive(self._channel))["number"] != self._number:
                    pass
        except Exception as error:
            if not isinstance(error, DOWN):
                log.exception("the channel layer fails")
            self._channel = None
            return False
        return True

    async def _have_all_look(self) -> None:
        ears = list(EARS)
        for ear in ears:
            ear.mailbox.put(LOOK)
            await asyncio.sleep(SPREAD / len(ears))
        if not ears:
            await asyncio.sleep(SPREAD)


PULSE = Pulse()
Outbox.at_home = staticmethod(tell_here)

_arriving: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def arriving() -> asyncio.Semaphore:
    """The bound on pages that are brought level at the same time, of the running loop. First come, first served."""
    return _arriving.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(ARRIVING))
