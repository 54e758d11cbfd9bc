"""How accounts come about and what happens to the guest who was there before."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth
from django.contrib import messages
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tables.models import Player
from tables.notices import bounces
from tables.notices.wire import Letter
from tables.services import people
from tables.slow import let_go

log = logging.getLogger("tapete.mail")


class AccountAdapter(DefaultAccountAdapter):
    """Signing up fills in the guest's own row; signing in to another account brings the guest's seats along."""

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

    def new_user(self, request: HttpRequest) -> Player:
        """The row that a sign-up fills: the guest's where there is one, so that nothing has to be moved."""
        guest = guest_of(request)
        # Read anew: request.user is a lazy wrapper, and the row must be a real one to be saved.
        return Player.objects.get(pk=guest.pk) if guest else Player(is_guest=True)

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Give the account a name where it has none: the part of the address before the @, which its owner may change."""
        super().save_user(request, user, form, commit=False)
        if not user.name:
            user.name = (user.email or "?").partition("@")[0][: people.LONGEST_NAME]
        user.is_guest = False
        if commit:
            self.keep_confirmed(request, user)
            user.save()
        return user

    def keep_confirmed(self, request: HttpRequest, user: Player) -> None:
        """Addresses a guest left for notices make room for the account's; the same one, if confirmed, stays so."""
        left = EmailAddress.objects.filter(user_id=user.pk) if user.pk else EmailAddress.objects.none()
        if user.email and left.filter(email__iexact=user.email, verified=True).exists():
            self.stash_verified_email(request, user.email)
        left.delete()

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
