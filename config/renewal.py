"""Sessions that live as long as they are used, and the end of those that are not."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

RENEWED = "renewed"
"""Under this name a session keeps when its year last began, in seconds since 1970."""

WEEK = 7 * 24 * 3600
"""Seconds between two renewals: each writes the session's row once, and sends the cookie once more."""

BATCH = 1000
"""Dead sessions removed in one statement."""


class Renewal:
    """Lets the year of a person's session begin anew while they keep coming, once a week at most.

    A guest has nothing but this cookie: it must not end 365 days after the first visit, however often they came since (P18). Must stand
    right behind the session's own middleware, which saves what is changed here and sends the cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on; afterwards renew what is due. Visitors without a session get none by this."""
        response = self.get_response(request)
        session = request.session
        # Whoever came without the cookie and was not signed in has no session worth reading.
        if settings.SESSION_COOKIE_NAME in request.COOKIES or session.modified:
            now = int(timezone.now().timestamp())
            if session.get(SESSION_KEY) and (session.modified or now - session.get(RENEWED, 0) >= WEEK):
                session[RENEWED] = now
        return response


def forget_dead(limit: int = 100) -> int:
    """Delete sessions whose time is over, in at most `limit` statements of bounded size; how many.

    Their cookies have gone from the browsers, and a socket that was opened under one finds it ended at its next reconnect.
    """
    gone = 0
    for _ in range(limit):
        dead = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date").values("pk")[:BATCH]
        count, _models = Session.objects.filter(pk__in=list(dead.values_list("pk", flat=True))).delete()
        gone += count
        if count < BATCH:
            break
    return gone
