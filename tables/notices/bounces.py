"""Addresses that a mail server refuses for good: paused until whoever reads them has shown that mails arrive again."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.dispatch import receiver
from django.utils import timezone

from tables.models import PausedAddress, Player

log = logging.getLogger("tapete.mail")

SALT = "tables.notices.bounces"

LINK_DAYS = 3
"""Days for which the link that ends a pause is good."""

OURS = frozenset({500, 502, 503, 504, 530, 534, 535, 538})
"""Refusals that say nothing of the address but that we are to speak otherwise to the server: the operator's business, tried again."""


class Undeliverable(Exception):  # noqa: N818 - it names a mail, as `Refused` names an act
    """A mail that its server refuses for good. address: whose. code: SMTP's number. paused: it is the address, not what the mail says."""

    def __init__(self, address: str, code: int, reply: str, *, paused: bool) -> None:
        super().__init__(f"{code} {reply}")
        self.address, self.code, self.reply, self.paused = address, code, reply, paused


@contextmanager
def judging(address: str) -> Iterator[None]:
    """Send one mail to one reader inside: what its server refuses for good leaves as `Undeliverable`, anything else as it was raised."""
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        if final(code):
            raise Undeliverable(address, code, words_of(reply), paused=True) from error
        raise
    except smtplib.SMTPDataError as error:
        if final(error.smtp_code):
            words = words_of(error.smtp_error)
            raise Undeliverable(address, error.smtp_code, words, paused=not of_content(words)) from error
        raise
    except ValueError as error:
        if isinstance(error, UnicodeError) or "Invalid address" in str(error):  # it can't even be written down for a server
            raise Undeliverable(address, 553, words_of(str(error)), paused=True) from error
        raise


def send(mail: EmailMessage) -> None:
    """Send a mail to its one reader.

    Raises `Undeliverable` where another try could not help, and OSError (smtplib's errors are such) where it may.
    """
    (address,) = mail.to
    with judging(address):
        mail.send()


def final(code: int) -> bool:
    """Whether an answer to the address or the text of a mail holds for good."""
    return 500 <= code < 600 and code not in OURS


def of_content(reply: str) -> bool:
    """Whether a server names the text, or its own rules about who may write, as the reason (RFC 3463).

    Others write the title of a table: it must not be in their power to silence a reader's address.
    """
    return reply.startswith(("5.6.", "5.7."))


def words_of(reply: bytes | str) -> str:
    """A server's words in one line, not too many of them."""
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return " ".join(text.replace("\0", "").split())[:200]


def settle(refusal: Undeliverable) -> None:
    """Keep in mind that an address is refused, and tell the operator."""
    log.warning("a mail was refused for good: %s", refusal)
    if refusal.paused:
        values = {"at": timezone.now(), "code": refusal.code, "reply": refusal.reply}
        PausedAddress.objects.update_or_create(email=refusal.address.lower(), defaults=values)


def lift(email: str) -> None:
    """Mails go to the address again: its reader has shown that they arrive."""
    PausedAddress.objects.filter(email=email.lower()).delete()


@receiver(email_confirmed)
def _confirmed(email_address: EmailAddress, **more: Any) -> None:
    lift(email_address.email)


@receiver(password_reset)
def _reset(user: Player, **more: Any) -> None:
    """The link of the reset has come in a mail."""
    lift(user.email or "")


def usable() -> QuerySet[EmailAddress]:
    """The addresses to which notices go: confirmed with a button (P10), and not paused."""
    paused = PausedAddress.objects.filter(email=Lower(OuterRef("email")))
    return EmailAddress.objects.filter(verified=True).exclude(Exists(paused))


def paused(email: str) -> bool:
    """Whether the address is paused."""
    return PausedAddress.objects.filter(email=email.strip().lower()).exists()


def paused_of(player: Player) -> str:
    """The person's address that is paused; "" when none is, they want no mails, or another address of theirs gets them."""
    if player.mail_notices == "off":
        return ""
    own = EmailAddress.objects.filter(user=player).order_by("-primary", "pk")
    stopped = own.filter(Exists(PausedAddress.objects.filter(email=Lower(OuterRef("email"))))).first()
    return "" if stopped is None or usable().filter(user=player).exists() else stopped.email


def give_up(player: Player) -> None:
    """The person wants no more of it: typing errors among their addresses are forgotten, and notices by mail are off."""
    stopped = EmailAddress.objects.filter(user=player).filter(Exists(PausedAddress.objects.filter(email=Lower(OuterRef("email")))))
    if stopped.filter(verified=True).exists():
        Player.objects.filter(pk=player.pk).update(mail_notices="off")
    stopped.filter(verified=False, primary=False).delete()


def token(email: str) -> str:
    """The signed part of the link that ends the pause of an address."""
    return signing.dumps(email.lower(), salt=SALT)


def email_of(signed: str) -> str:
    """Whose link it is; "" for an old, forged or broken one."""
    try:
        found = signing.loads(signed, salt=SALT, max_age=LINK_DAYS * 86_400)
    except (signing.BadSignature, ValueError):
        return ""
    return found if isinstance(found, str) else ""
