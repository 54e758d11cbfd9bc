"""The forms of the doors at which nobody is told who has an account: sign-up, reset, and the new password behind a mailed link."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    ResetPasswordForm as BaseResetForm,
    ResetPasswordKeyForm as BaseNewPasswordForm,
    SignupForm as BaseSignupForm,
    UserTokenForm as BaseTokenForm,
)
from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tables.adapter import guest_of, may_mail
from tables.models import LONGEST_NAME, Player
from tables.names import shortened
from tables.passwords import normal
from tables.services import addresses, people
from tables.services.errors import Refused
from tables.views.visitors import BACKEND, person

PENDING, PROVED = "sign_up", "proved"
"""Keys of the session: the sign-up that waits for its mail's button, as email, hash and where to go; the address that was shown here."""


class SignupForm(BaseSignupForm):
    """Asks for the mailbox to be shown first. The answer is the same for every address, and so is what is done for it."""

    def validate_unique_email(self, value: str) -> Any:
        """The address. Whose it is, nobody is told."""
        return value

    def clean(self) -> dict[str, Any]:
        """The fields. Raises ValidationError when too many mails to that address were asked for."""
        data: dict[str, Any] = super().clean()
        if not self.errors and not may_mail(data["email"]):
            raise get_adapter().validation_error("rate_limited")
        return data

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Make a guest an account whose address this browser has shown already; else mail the link and wait."""
        email, password = addresses.normal(self.cleaned_data["email"]), make_password(normal(self.cleaned_data["password1"]))
        guest = guest_of(request) or visitor(request, email)
        guest = Player.objects.get(pk=guest.pk)
        if request.session.get(PROVED) == email and addresses.mailable(email) == guest:
            people.become_account(guest, email=email, password=password)
            login(request, guest, backend=BACKEND)
            return None, redirect(onward(request))
        wish = EmailAddress.objects.add_email(request, guest, email)
        get_adapter().send_link(request, wish, sign_up=True)
        request.session[PENDING] = {"email": email, "password": password, "next": onward(request)}
        return None, redirect("account_email_verification_sent")


def onward(request: HttpRequest) -> str:
    """Where the form wants to go afterwards, if that is on this site."""
    wished = request.POST.get("next", "")
    return wished if wished.startswith("/") and get_adapter().is_safe_url(wished) else "/"


def visitor(request: HttpRequest, email: str) -> Player:
    """The guest as whom somebody signs up who was nobody yet: named after the address, which they may change."""
    try:
        name = people.clean_name(shortened(email.partition("@")[0], LONGEST_NAME))
    except Refused:
        name = _("Visita")
    with person(request, fallback=name) as guest:
        return guest


class ResetForm(BaseResetForm):
    """Mails a link to whoever has the address: an account, a guest who confirmed it, or the account that waits for its confirmation."""

    def clean_email(self) -> str:
        """The address; whose it is stays inside. Raises ValidationError when too many mails to it were asked for."""
        email = addresses.normal(self.cleaned_data["email"])
        person = addresses.mailable(email)
        self.users = [person] if person else []
        if not may_mail(email):
            raise get_adapter().validation_error("rate_limited")
        return email


class TokenForm(BaseTokenForm):
    """A link's person must still be one: who was merged away has no password to set."""

    def _get_user(self, uidb36: str) -> Any:
        user = super()._get_user(uidb36)
        return user if user and user.is_active else None


class NewPasswordForm(BaseNewPasswordForm):
    """The new password behind a mailed link, which shows the mailbox as well."""

    def save(self) -> None:
        """Keep it."""
        people.reset(Player.objects.get(pk=self.user.pk), password=make_password(normal(self.cleaned_data["password1"])))
        self.user.refresh_from_db()
