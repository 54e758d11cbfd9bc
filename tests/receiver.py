"""A mail server on this machine that keeps the bytes it is given, or refuses them."""

from __future__ import annotations

import base64
import quopri
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller

from tests.live import free_port

WORD = re.compile(r"=\?utf-8\?([bq])\?([^? ]*)\?=", re.IGNORECASE)


class Receiver:
    """What came: envelopes and bytes. at_rcpt, at_data: the answer to an address or to a text, "" to take it."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], bytes]] = []
        self.asked: list[str] = []
        self.at_rcpt: dict[str, str] = {}
        self.at_data = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Take or refuse an address."""
        self.asked.append(address)
        if self.at_rcpt.get(address):
            return self.at_rcpt[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take or refuse a mail."""
        if self.at_data:
            return self.at_data
        self.mails.append((envelope.rcpt_tos, envelope.original_content))
        return "250 OK"


@contextmanager
def receiving(settings: Any) -> Iterator[Receiver]:
    """Have the site send to a receiver for the block."""
    receiver = Receiver()
    port = free_port()
    controller = Controller(receiver, hostname="127.0.0.1", port=port)
    options = {"host": "127.0.0.1", "port": port, "timeout": 10}
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}
    controller.start()
    try:
        yield receiver
    finally:
        controller.stop()


def header(raw: bytes, name: str) -> str:
    """A header as it stands in the bytes, its folds kept."""
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    found = re.search(rf"^{re.escape(name)}:([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)", head, re.MULTILINE | re.IGNORECASE)
    assert found, f"no {name} in {head}"
    return found[1].removeprefix(" ")


def unfolded(text: str) -> str:
    """A header's value in one line, as RFC 5322 puts it together."""
    return re.sub(r"\r\n(?=[ \t])", "", text)


def read(text: str) -> str:
    """A header's value as a mail program shows it (RFC 2047): blanks between encoded words go, everything else stays."""
    value = re.sub(r"(\?=)[ \t]+(?==\?)", r"\1", unfolded(text))
    parts, position = [], 0
    for word in WORD.finditer(value):
        parts.append(value[position : word.start()].encode("ascii"))
        plain = word[2].encode("ascii")
        parts.append(base64.b64decode(plain) if word[1].lower() == "b" else quopri.decodestring(plain.replace(b"_", b"=20")))
        position = word.end()
    return b"".join([*parts, value[position:].encode("ascii")]).decode("utf-8")
