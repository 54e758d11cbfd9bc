"""The language of a page, a bound on how fast one person may post, and by what a visitor's browser is known."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from tables import dice, hashing
from tables.services import visitors

type GetResponse = Callable[[HttpRequest], HttpResponse]

RATE = 10.0
"""Posts a second that one person may keep up."""
BURST = 60.0
"""Posts at once: a page that comes back online sends what it kept."""
UNSUBSCRIBE = "/avisos/baja/"
STRANGER_RATE, STRANGER_BURST = 1.0, 40.0
"""The same for one address without a session: every post there can make a guest."""
DRAFT = "/borrador/"
"""Where such addresses end at which nothing comes into being: a draft is asked for with each tile that is laid."""


class Language:
    """Speaks the player's language, else the cookie's, else the browser's. Must stand after the authentication."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.spoken = {code for code, _name in settings.LANGUAGES}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Switch the language on, and off again whatever happens."""
        language = self.choose(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        page = response.headers.get("Content-Type", "").startswith("text/html")
        if request.method == "GET" and page and chosen in self.spoken and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            speak(response, chosen)  # its year begins anew with every page: nothing that is used runs out
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def choose(self, request: HttpRequest) -> str:
        """The language code for this request."""
        wished = getattr(request.user, "language", "") if settings.SESSION_COOKIE_NAME in request.COOKIES else ""
        return wished if wished in self.spoken else translation.get_language_from_request(request)


def speak(response: HttpResponse, language: str) -> None:
    """Have the browser remember a language for a year from now."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


class Buckets:
    """One leaking bucket a key, the least recently used dropped first. Kept in the process: the bound holds for each process."""

    def __init__(self, size: int = 20_000) -> None:
        self.size = size
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str, rate: float, burst: float) -> bool:
        """Whether one more is within bounds: at most `burst` at once and `rate` a second in the long run."""
        now = time.monotonic()
        with self._lock:
            left, since = self._kept.pop(key, (burst, now))
            left = min(burst, left + (now - since) * rate)
            allowed = left >= 1
            self._kept[key] = (left - 1 if allowed else left, now)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return allowed

    def clear(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._kept.clear()


BUCKETS = Buckets()


class RateLimit:
    """Answers 429 with a sentence to whoever posts faster than any person could."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on, or refuse."""
        if request.method == "POST" and not self.allowed(request):
            sentence = _("Demasiadas veces seguidas: espera un momento y vuelve a probar.")
            body = render_to_string("429.html", {"status": 429, "sentence": sentence}, request)
            return HttpResponse(body, status=429, headers={"Retry-After": "5"})
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """503 with a sentence for whose password can't be looked at now; nobody else notices."""
        if not isinstance(error, hashing.Full):
            return None
        sentence = _("Ahora mismo entra mucha gente a la vez: prueba otra vez en unos segundos.")
        body = render_to_string("503.html", {"status": 503, "sentence": sentence}, request)
        return HttpResponse(body, status=503, headers={"Retry-After": "5"})

    def allowed(self, request: HttpRequest) -> bool:
        """Whether this post is within the bounds of its person, or of its address.

        Big mail providers post the one-click unsubscriptions of all their people from few addresses; each bears our signature.
        """
        if request.path_info.startswith(UNSUBSCRIBE):
            return True
        if request.user.is_authenticated:
            return BUCKETS.take(f"player {request.user.pk}", RATE, BURST)
        if request.path_info.endswith(DRAFT):
            return BUCKETS.take(f"drafts {address_of(request)}", RATE, BURST)
        return BUCKETS.take(f"address {address_of(request)}", STRANGER_RATE, STRANGER_BURST)


def address_of(request: HttpRequest) -> str:
    """The client's address: the last one that a trusted proxy wrote, never what a client claims."""
    return address_in(request.META.get("HTTP_X_FORWARDED_FOR", ""), str(request.META.get("REMOTE_ADDR", "")))


def address_in(forwarded: str, peer: str) -> str:
    """The same from the header X-Forwarded-For and the address at the other end of the connection."""
    count = settings.TRUSTED_PROXIES
    chain = [part.strip() for part in forwarded.split(",") if part.strip()]
    return chain[-count] if count and len(chain) >= count else peer


BARRED = ("account_email", "account_change_password", "account_set_password", "account_reauthenticate")
"""Pages about an address or password, which a guest does not have. (Names of addresses.)"""


class Guests:
    """Sends guests from the pages of accounts to the sign-up page, and accounts from there to theirs."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Redirect who is at the wrong door."""
        name = (request.resolver_match.url_name if request.resolver_match else "") or ""
        if name in BARRED and request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        if name == "account_signup" and request.user.is_authenticated and not request.user.is_guest:
            return redirect("preferences")
        return None


VISIT_AGE = 7 * 24 * 3600
"""Seconds for which a visitor's cookie is worth something: longer than any page waits for its button."""
VISIT = signing.TimestampSigner(salt="tapete.visit")


def visit_of(request: HttpRequest) -> str:
    """The secret by which a visitor's browser is known when it asks again (P19); "" without one, or with one that is not of ours."""
    try:
        return VISIT.unsign(request.COOKIES.get(settings.VISIT_COOKIE_NAME, ""), max_age=VISIT_AGE + 3600)
    except signing.BadSignature:
        return ""


class Visits:
    """Gives a visitor's browser a secret with every page that has a form, and takes it away once the browser comes as somebody.

    Nothing is written for it before a form is posted. Only scripts of ours could read it, and they can't: the cookie is HttpOnly, and
    with https its name keeps neighbouring hosts from planting one. Must stand behind the authentication.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on."""
        name = settings.VISIT_COOKIE_NAME
        came = name in request.COOKIES and request.user.is_authenticated
        if came:
            visitors.arrived(visit_of(request), request.user)  # type: ignore[arg-type]
        response = self.get_response(request)
        if came:
            response.delete_cookie(name, samesite="Lax")
        elif request.META.get("CSRF_COOKIE_NEEDS_UPDATE") and not request.user.is_authenticated and not visit_of(request):
            response.set_cookie(
                name, VISIT.sign(dice.secret()), max_age=VISIT_AGE, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
            )  # fmt: skip
        return response
