"""How accounts come about and what happens to the guest who was there before."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from tables.models import Player
from tables.services import people


class AccountAdapter(DefaultAccountAdapter):
    """Signing up fills in the guest's own row; signing in to another account brings the guest's seats along."""

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
