"""Who acts: the person of the session, or a visitor who becomes a guest by the act. The only place where guests come into being (P11).

An answer that gets lost takes the new session with it. So the guest is bound to what the browser had before (`middleware.visit_of`):
asking again it gets the same guest, the same session and, by `act_of`, the same table (P19).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import SESSION_KEY, login
from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils.translation import get_language

from config.sessions import SessionStore
from tables.forms import deck_of
from tables.middleware import visit_of
from tables.models import PendingGuest, Player
from tables.services import people, preferences, visitors

BACKEND = "django.contrib.auth.backends.ModelBackend"

ASIDE = ("csrfmiddlewaretoken", "act", "name", "deck")
"""Fields that don't make an act another one: a name that was mended before the second try is still the same table."""


@contextmanager
def person(request: HttpRequest, fallback: str = "") -> Iterator[Player]:
    """The person who acts, in one transaction with the act; afterwards a visitor is signed in as the guest they have become.

    fallback: the name of a guest whose form asks for none. Raises `Refused` for a name that is none; then, and whenever the act
    raises, nobody has become a guest.
    """
    if request.user.is_authenticated:
        with transaction.atomic():
            yield request.user
        return
    raw = request.POST.get("name", "")
    name = people.clean_name(raw) if raw else ""
    with transaction.atomic():
        visit = visit_of(request)
        row = visitors.pending(visit) if visit else None
        session = session_of(row)
        guest = row.player if row and row.player and session else made(request, name or fallback)
        yield guest
        if session:
            sign_in_again(request, guest, session)
        else:
            sign_in(request, guest, row)
    if session:
        # What was typed last counts: the first answer was not seen.
        deck = deck_of(request.POST, guest.deck)
        preferences.prefer(
            guest, name=name or guest.name, deck=deck, language=guest.language, mail_notices=guest.mail_notices
        )  # fmt: skip


def made(request: HttpRequest, name: str) -> Player:
    """A new guest, not signed in yet."""
    return people.make_guest(name, deck=deck_of(request.POST), language=get_language() or "")


def session_of(row: PendingGuest | None) -> SessionStore | None:
    """The session that the browser was told of before, as long as it is that guest's: signing out or up has ended it."""
    if row is None or row.player is None:
        return None
    session = SessionStore(row.session_key)
    return session if session.get(SESSION_KEY) == str(row.player_id) else None


def unheard(request: HttpRequest) -> Player | None:
    """The guest whom a visitor's browser has made without hearing of it; None for everybody else. For looking only."""
    visit = "" if request.user.is_authenticated else visit_of(request)
    row = visitors.found(visit) if visit else None
    return row.player if row and session_of(row) else None


def sign_in(request: HttpRequest, guest: Player, row: PendingGuest | None) -> None:
    """Sign in a new guest. The session is written now: whoever waits for the row finds it whole."""
    login(request, guest, backend=BACKEND)
    request.session.save()
    if row:
        visitors.keep(row, guest, request.session.session_key or "")


def sign_in_again(request: HttpRequest, guest: Player, session: SessionStore) -> None:
    """Answer with the session that the browser should have had from the first answer."""
    session.modified = True
    request.session = session
    request.user = guest
    rotate_token(request)


def act_of(request: HttpRequest, kind: str) -> str:
    """What names this act among those of its person, "" where nothing does. kind: what is done, e.g. the address.

    A visitor is nowhere yet: the same wish is the same act. Somebody who is known may well want a second table like the first, so the
    page's own token tells a second try from a second wish.
    """
    token = request.POST.get("act", "") if request.user.is_authenticated else visit_of(request)
    if not token:
        return ""
    fields = sorted((key, values) for key, values in request.POST.lists() if key not in ASIDE)
    return hashlib.sha256(json.dumps([kind, token, fields]).encode()).hexdigest()
