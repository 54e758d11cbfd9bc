"""The form with which a guest becomes an account."""

from typing import Any

from allauth.account.forms import SignupForm as BaseSignupForm
from allauth.account.utils import filter_users_by_email
from allauth.core import context

from tables.adapter import guest_of


class SignupForm(BaseSignupForm):
    """Allauth's own, but for one thing: an address that only this very guest has left for notices is not taken."""

    def validate_unique_email(self, value: str) -> Any:
        """The address; whether an account has it already is kept to ourselves, as allauth does."""
        guest = guest_of(context.request)
        if guest and {user.pk for user in filter_users_by_email(value)} == {guest.pk}:
            self.account_already_exists = False
            return value
        return super().validate_unique_email(value)
