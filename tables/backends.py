"""Signing in with a password, looked at once."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


class OneLook(AuthenticationBackend):
    """Allauth's, and its answer is final: the other backends, kept for the sessions that name them, would hash the same password again."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        """The person. Raises PermissionDenied, which ends the search, when address and password do not go together."""
        person = super().authenticate(request, **credentials)
        if person is None:
            raise PermissionDenied
        return person
