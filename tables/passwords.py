"""What a password must be, in our own words: Django's have no Portuguese for all of theirs, and speak of fields by their English names."""

import unicodedata
from typing import Any

from django.contrib.auth import password_validation as django
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tables.hashing import LONGEST


class NotTooLong:
    """More than anybody types."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError."""
        if len(password) > LONGEST:
            raise ValidationError(self.get_error_message(), code="password_too_long")

    def get_error_message(self) -> str:
        """Why it was refused."""
        return _("La contraseña puede tener %(n)s caracteres como mucho.") % {"n": LONGEST}

    def get_help_text(self) -> str:
        """Nothing: who thinks of it?"""
        return ""


def normal(raw: str) -> str:
    """A password as it is hashed: the same letters make the same password, whatever keyboard composes them how (NFKC, RFC 8265)."""
    return unicodedata.normalize("NFKC", raw)


class NotTheAddress(django.UserAttributeSimilarityValidator):
    """Too much like what the account says of its owner."""

    def get_error_message(self) -> str:
        """Why it was refused."""
        return _("La contraseña se parece demasiado a tu correo.")

    def get_help_text(self) -> str:
        """What is asked for."""
        return _("Que no se parezca a tu correo.")


class LongEnough(django.MinimumLengthValidator):
    """Too short."""

    def get_error_message(self) -> str:
        """Why it was refused."""
        return _("La contraseña tiene que tener %(n)s caracteres o más.") % {"n": self.min_length}

    def get_help_text(self) -> str:
        """What is asked for."""
        return _("%(n)s caracteres o más.") % {"n": self.min_length}


class NotCommon(django.CommonPasswordValidator):
    """One that everybody uses."""

    def get_error_message(self) -> str:
        """Why it was refused."""
        return _("Esa contraseña la usa mucha gente: elige otra.")

    def get_help_text(self) -> str:
        """What is asked for."""
        return _("Que no la use todo el mundo.")


class NotOnlyDigits(django.NumericPasswordValidator):
    """Digits alone."""

    def get_error_message(self) -> str:
        """Why it was refused."""
        return _("La contraseña no puede ser solo de números.")

    def get_help_text(self) -> str:
        """What is asked for."""
        return _("Que no sean solo números.")
