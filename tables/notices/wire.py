"""Mails as they go over the wire: every header exact for mail programs, every line within bounds, nothing but seven bits.

Python's own folding writes a long address as an encoded word, which no mail program takes for an address, and here and there adds or drops
a blank where plain and encoded words meet.
"""

from __future__ import annotations

from email import policy as policies
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry, UniqueAddressHeader, UniqueUnstructuredHeader
from email.message import EmailMessage
from email.utils import formataddr, make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

LONGEST = 78
"""Signs of a header's line that mail programs like best (RFC 5322); 998 they must take."""


class Text(UniqueUnstructuredHeader, BaseHeader):  # type: ignore[misc]  # the library joins them at run time
    """What a header is given is what it says, also where it looks like an encoded word."""

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        """Keep the value."""
        kwds["parse_tree"], kwds["decoded"] = cls.value_parser(""), value


class Verbatim(Text):
    """An address or a fixed word for programs, in one line as it is. It holds ASCII without blanks, far below 998 signs."""

    def fold(self, *, policy: Any) -> str:
        """The header's one line."""
        return f"{self.name}: {self}{policy.linesep}"


class Words(Text):
    """A text for people: as it is where it is short and plain, else encoded whole, blanks included."""

    def fold(self, *, policy: Any) -> str:
        """The header's lines."""
        text = str(self)
        if text.isascii() and "=?" not in text and len(self.name) + len(text) + 2 <= LONGEST:
            return f"{self.name}: {text}{policy.linesep}"
        return f"{self.name}: {Header(text, 'utf-8', header_name=self.name).encode(linesep=policy.linesep)}{policy.linesep}"


class Mailboxes(UniqueAddressHeader, BaseHeader):  # type: ignore[misc]  # as above
    """Names and addresses: an address is never broken or encoded, a name that is not plain is encoded whole."""

    def fold(self, *, policy: Any) -> str:
        """The header's lines, a mailbox each."""
        return f"{self.name}: {f',{policy.linesep} '.join(self._mailbox(box, policy.linesep) for box in self.addresses)}{policy.linesep}"

    def _mailbox(self, box: Any, linesep: str) -> str:
        if box.display_name.isascii() and "=?" not in box.display_name:
            return formataddr((box.display_name, box.addr_spec))
        return f"{Header(box.display_name, 'utf-8', header_name=self.name).encode(linesep=linesep)}{linesep} <{box.addr_spec}>"


HEADERS = HeaderRegistry()
for name in ("List-Unsubscribe", "List-Unsubscribe-Post", "Message-ID", "Auto-Submitted"):
    HEADERS.map_to_type(name, Verbatim)
HEADERS.map_to_type("Subject", Words)
for name in ("From", "To"):
    HEADERS.map_to_type(name, Mailboxes)


class Letter(EmailMultiAlternatives):
    """A mail of ours."""

    def message(self, *, policy: Any = policies.default) -> EmailMessage:
        """The mail as it is sent. The address of a mail names our site, not the machine that it was sent from."""
        self.subject = " ".join(str(self.subject).split())
        self.extra_headers.setdefault("Message-ID", make_msgid(domain=urlsplit(settings.SITE_URL).hostname or "localhost"))
        self.extra_headers.setdefault("Auto-Submitted", "auto-generated")
        return super().message(policy=policy.clone(cte_type="7bit", header_factory=HEADERS))
