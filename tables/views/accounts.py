"""Doors of accounts that differ from allauth's: confirming an address, a new password behind a link, the list of addresses."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.views import EmailView, PasswordResetFromKeyView
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.adapter import guest_of
from tables.models import Player, Seat
from tables.services import addresses, people
from tables.services.errors import Refused
from tables.signup import PENDING, PROVED
from tables.views.answers import SeeOther, no_store
from tables.views.visitors import BACKEND

NAMED = 3
"""Tables by which a page tells somebody who is meant."""


@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def confirm_email(request: HttpRequest, key: str) -> HttpResponse:
    """The page behind a mailed link. It says who asked for it and what its button does; the button does it (P10).

    Only this browser is signed in by it, as whoever the person is then. *No he sido yo* makes the link worthless.
    """
    found = EmailConfirmationHMAC.from_key(key)
    if found is None:
        return render(request, "account/email_confirm.html", {"gone": True}, status=404)
    wish: EmailAddress = found.email_address
    browser = Player.objects.get(pk=request.user.pk) if request.user.is_authenticated else None
    if request.method == "POST" and "no" in request.POST:
        EmailAddress.objects.filter(pk=wish.pk, verified=False).delete()
        return render(request, "account/email_confirm.html", {"declined": True})
    if request.method == "POST":
        try:
            return confirmed(request, wish, browser)
        except Refused as refused:
            if refused.code == "link-used":
                return render(request, "account/email_confirm.html", {"gone": True}, status=404)
    claim = addresses.weigh(wish, browser)
    status = 409 if request.method == "POST" else 200
    sign_up = {"sign_up": "cuenta" in request.GET, "chosen": (request.session.get(PENDING) or {}).get("email") == wish.email}
    return render(request, "account/email_confirm.html", {"claim": claim, **told(claim), **sign_up}, status=status)


def told(claim: addresses.Claim) -> dict[str, Any]:
    """What the page says of the people who would be one."""
    joining = [{"player": guest, "tables": tables_of(guest)} for guest in claim.joining]
    return {
        "asker_tables": tables_of(claim.asker),
        "joining": joining,
        "here": claim.browser is not None and claim.browser.pk == claim.asker.pk,
        "turned": claim.person is not None and (claim.browser is None or claim.browser.pk != claim.person.pk),
        "asker_out": claim.asker in claim.joining and claim.asker != claim.browser,
    }


def tables_of(player: Player) -> list[str]:
    """The tables at which somebody sits, by their titles or codes, the newest first."""
    seats = Seat.objects.filter(player=player, table__closed_at=None).select_related("table").order_by("-table_id")[:NAMED]
    return [seat.table.title or seat.table.code for seat in seats]


def confirmed(request: HttpRequest, wish: EmailAddress, browser: Player | None) -> HttpResponse:
    """The button was pressed. Raises `Refused`, with nothing changed."""
    pending = request.session.get(PENDING) or {}
    person = people.prove(wish, browser=browser)
    onward = "/"
    if pending.get("email") == wish.email:
        onward = pending["next"]
        if person.is_guest:
            people.become_account(person, email=wish.email, password=pending["password"])
    sign_in(request, person)
    request.session.pop(PENDING, None)
    messages.success(request, _("%(email)s queda confirmada.") % {"email": wish.email})
    if not person.is_guest:
        return SeeOther(onward)
    request.session[PROVED] = wish.email
    if "cuenta" in request.GET:
        # Asked for in another browser, where the password was typed: who typed it there need not be who reads the mail.
        get_adapter().stash_verified_email(request, wish.email)
        return SeeOther(reverse("account_signup"))
    return SeeOther(reverse("home"))


def sign_in(request: HttpRequest, person: Player) -> None:
    """This browser is that person from now on, under a new session key."""
    if request.user.is_authenticated and request.user.pk != person.pk:
        logout(request)
    login(request, person, backend=BACKEND)


class NewPassword(PasswordResetFromKeyView):
    """Allauth's, but for one thing: opening the link signs nobody out, so that a guest's seats come along in the end."""

    def logout(self) -> None:
        """Nobody, by a GET."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Also whose password it is, and which guest of this browser would come along."""
        person, guest = getattr(self, "reset_user", None), guest_of(self.request)
        joins = guest if guest and person and guest.pk != person.pk else None
        return {**super().get_context_data(**kwargs), "person": person, "joins": joins}


class Addresses(EmailView):
    """Allauth's, but for one thing: only a confirmed address becomes the first one, whoever else has asked for it."""

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        address = self._get_email_address(request)
        if address and not address.verified:
            get_adapter().add_message(request, messages.ERROR, "account/messages/unverified_primary_email.txt")
            return redirect("account_email")
        return super()._action_primary(request, *args, **kwargs)
