"""Preferences, the address for notices, and saying no to them."""

from collections.abc import Mapping

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tables.adapter import may_mail
from tables.forms import deck_of
from tables.middleware import BUCKETS, address_of, speak
from tables.models import Player
from tables.notices import bounces, mail, unsubscribe as notices
from tables.services import addresses
from tables.services.errors import Refused
from tables.services.preferences import prefer
from tables.views.answers import SeeOther, no_store
from tables.views.mail import confirmed


def safe_next(request: HttpRequest, fallback: str) -> str:
    """Where the form wants to go afterwards, if that is on this site."""
    wished = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wished, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return wished if wished.startswith("/") and ours else fallback


@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def preferences(request: HttpRequest) -> HttpResponse:
    """Name, deck, language and notices. A visitor without a session can only choose a language."""
    refused: object = ""
    if request.method == "POST":
        try:
            return saved(request)
        except Refused as error:
            refused = error.sentence
    context = {
        "section": "you",
        "mail_choices": Player.MAIL,
        "mailable": request.user.is_authenticated and confirmed(request.user),
        "refused": refused,
        "name": request.POST.get("name", getattr(request.user, "name", "")),
    }
    return render(request, "preferences.html", context, status=400 if refused else 200)


def saved(request: HttpRequest) -> HttpResponse:
    """Keep what the form names, leave the rest. Raises `Refused` for a name that is none."""
    response = SeeOther(safe_next(request, reverse("preferences")))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        speak(response, language)
    if request.user.is_authenticated:
        prefer(
            request.user,
            name=request.POST.get("name", request.user.name),
            deck=deck_of(request.POST, request.user.deck),
            language=language if language in dict(settings.LANGUAGES) else request.user.language,
            mail_notices=request.POST.get("mail_notices", request.user.mail_notices),
        )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def mail_address(request: HttpRequest) -> HttpResponse:
    """Ask for an address, once and politely; nothing is sent to it but the question until it is confirmed (P10)."""
    if not request.user.is_authenticated:
        return SeeOther(reverse("account_login"))
    sentence = ""
    if request.method == "POST":
        code = table_code(request.POST)
        back = reverse("table", args=[code]) if code else reverse("preferences")
        if "no" in request.POST:
            bounces.give_up(request.user)
            request.session["no_mail"] = True
            return SeeOther(back)
        sentence = asked(request, request.POST.get("email", ""))
        if not sentence:
            email = addresses.normal(request.POST["email"])
            known = EmailAddress.objects.filter(user=request.user, email=email, verified=True).exists()
            return render(request, "notices/sent.html", {"back": back, "email": email, "known": known})
    context = {"table_code": table_code(request.GET), "refused": sentence, "email": request.POST.get("email", "")}
    return render(request, "notices/address.html", context, status=400 if sentence else 200)


def table_code(data: Mapping[str, str]) -> str:
    """The code of the table from which somebody came, "" when it is none."""
    code = data.get("mesa", "")
    return code if code.isascii() and code.isalnum() and len(code) <= 12 else ""


def asked(request: HttpRequest, raw: str) -> str:
    """Send the question to an address. A sentence when it is none; the same answer and one mail whoever else uses it."""
    email = addresses.normal(raw)[:254]
    try:
        validate_email(email)
    except ValidationError:
        return _("Eso no parece una dirección de correo. Revísala y prueba otra vez.")
    bounds = ((f"mail {request.user.pk}", 1 / 600, 5), (f"mail {address_of(request)}", 1 / 60, 20))
    if not all(BUCKETS.take(*bound) for bound in bounds) or not may_mail(email):
        # Nobody may use us to write to strangers.
        return _("Has pedido muchos correos seguidos. Espera unos minutos.")
    if bounces.paused(email) and EmailAddress.objects.filter(user=request.user, email__iexact=email, verified=True).exists():
        return ask_again(email)
    wish = EmailAddress.objects.add_email(request, request.user, email)
    if not wish.verified:
        bounces.lift(email)  # nothing but this question goes there yet, and a refusal pauses it again
        get_adapter().send_link(request, wish)
        if bounces.paused(email):
            return refused_address()
    return ""


def ask_again(email: str) -> str:
    """Send the link that ends the pause of a confirmed address. A sentence when it is refused once more."""
    try:
        mail.send_again(email)
    except bounces.Undeliverable as refusal:
        bounces.settle(refusal)
        return refused_address()
    return ""


def refused_address() -> str:
    """What to say when a server has just refused an address."""
    return _("El servidor de correo rechaza esa dirección. Revisa si está bien escrita, o deja otra.")


@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def mail_again(request: HttpRequest, signed: str) -> HttpResponse:
    """The link in the mail to a paused address: a button, and notices go there again."""
    email = bounces.email_of(signed)
    if request.method == "POST" and email:
        bounces.lift(email)
    return render(request, "notices/again.html", {"email": email, "done": request.method == "POST"}, status=200 if email else 404)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def unsubscribe(request: HttpRequest, signed: str) -> HttpResponse:
    """Say no to notices from a mail's link: a button, or the mail program's own one click (RFC 8058), without a session."""
    player = notices.player_of(signed)
    if player is None:
        return render(request, "notices/unsubscribe.html", {"unknown": True}, status=404)
    if request.method == "POST":
        notices.stop(player)
        return render(request, "notices/unsubscribe.html", {"done": True})
    return render(request, "notices/unsubscribe.html", {})
