"""How accounts come about, what is mailed on the way, and what happens to the guest who was there before."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import get_reset_password_url, request_password_reset
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context as allauth
from allauth.utils import build_absolute_uri
from django.contrib import messages
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tables.middleware import BUCKETS
from tables.models import Player
from tables.notices import bounces
from tables.notices.wire import Letter
from tables.passwords import normal
from tables.services import addresses, people
from tables.services.publish import turn_out
from tables.slow import let_go

log = logging.getLogger("tapete.mail")

MAIL_RATE, MAIL_BURST = 1 / 600, 5
"""Mails a second to one address that people ask for, and at once: nobody may use us to bury somebody in mails."""


def may_mail(email: str) -> bool:
    """Whether one more mail to the address is within bounds."""
    return BUCKETS.take(f"mail to {addresses.normal(email)}", MAIL_RATE, MAIL_BURST)


class AccountAdapter(DefaultAccountAdapter):
    """Signing in brings the guest of the browser along; links to confirm an address are mailed in one way for every door."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("Esta cuenta está cerrada."),
        "cannot_remove_primary_email": _("Es tu dirección principal: no se puede quitar."),
        "duplicate_email": _("Esa dirección ya está en tu cuenta."),
        "email_password_mismatch": _("El correo o la contraseña no son correctos."),
        "email_taken": _("Esa dirección ya tiene cuenta."),
        "enter_current_password": _("Esa no es tu contraseña de ahora."),
        "incorrect_code": _("Ese código no es correcto."),
        "incorrect_password": _("Esa contraseña no es correcta."),
        "invalid_login": _("El correo o la contraseña no son correctos."),
        "invalid_or_expired_key": _("Este enlace ya no sirve."),
        "invalid_password_reset": _("Este enlace ya no sirve."),
        "max_email_addresses": _("No caben más de %d direcciones."),
        "rate_limited": _("Demasiadas veces seguidas: espera un momento y vuelve a probar."),
        "same_as_current": _("Tiene que ser distinto de lo de ahora."),
        "too_many_login_attempts": _("Demasiados intentos: espera unos minutos y vuelve a probar."),
        "unknown_email": _("Ninguna cuenta usa esa dirección."),
        "unverified_primary_email": _("Antes hay que confirmar esa dirección."),
    }

    def render_mail(self, template_prefix: str, email: Any, context: Any, headers: Any = None) -> EmailMultiAlternatives:
        """A mail about accounts, fit for the wire like the notices. It is sent next: that may take a while, and needs no database."""
        made = super().render_mail(template_prefix, email, context, headers)
        let_go()
        return Letter(made.subject, made.body, made.from_email, made.to, headers=made.extra_headers, alternatives=made.alternatives)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of allauth's mails. What was done before stays done when the mail server refuses.

        A refusal for good pauses the address, about which a banner tells; of any other failure the page says so.
        """
        try:
            with bounces.judging(email):
                super().send_mail(template_prefix, email, context)
        except bounces.Undeliverable as refusal:
            bounces.settle(refusal)
        except OSError:  # smtplib's errors are such, too
            log.exception("a mail of %s did not leave", template_prefix)
            messages.error(allauth.request, _("El correo no ha podido salir. Pídelo otra vez dentro de unos minutos."))

    def send_link(self, request: HttpRequest, wish: EmailAddress, *, sign_up: bool = False) -> None:
        """Mail the link behind which the wish's address is confirmed. One mail, whoever has the address.

        sign_up: the wish is an account with it. Raises what the mail server raises.
        """
        if wish.verified:
            # The very person who asks has shown it before, in another browser: a link to the password is what they lack.
            request_password_reset(request, wish.email, [wish.user], default_token_generator)
            return
        path = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(wish).key])
        owner = addresses.mailable(wish.email)
        known = sign_up and owner is not None and not owner.is_guest
        context = {
            "user": wish.user,
            "activate_url": build_absolute_uri(request, path + ("?cuenta=1" if sign_up else "")),
            "password_reset_url": get_reset_password_url(request),
            "sign_up": sign_up,
        }
        self.send_mail(f"account/email/{'account_already_exists' if known else 'email_confirmation'}", wish.email, context)

    def clean_password(self, password: str, user: Any = None) -> str:
        """The password as it will be kept. Raises ValidationError."""
        return str(super().clean_password(normal(password), user))

    def set_password(self, user: Any, password: str) -> None:
        """Set it, and have every page that is open under the old one come back."""
        super().set_password(user, password)
        turn_out(user.pk)

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign in. The guest of this session, if another person than the account, hands everything over first."""
        guest = guest_of(request)
        if guest and guest.pk != user.pk:
            people.adopt_guest(Player.objects.get(pk=guest.pk), account=user)
        super().login(request, user)


def guest_of(request: HttpRequest) -> Any:
    """The guest of the session, None for an account or nobody."""
    user = request.user
    return user if user.is_authenticated and user.is_guest else None
