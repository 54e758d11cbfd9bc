"""People: guests and accounts are the same row, so that a guest becomes an account in place."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tables.passwords import normal

LONGEST_NAME = 24
"""Visible characters of a name (P17)."""
MOST_SIGNS = 240
"""Code points of a name: an emoji may have ten."""
MOST_SHOWN = 250
"""Code points of a name as it is shown at a table, with its number."""


class PlayerManager(BaseUserManager["Player"]):
    """Makes guests, accounts and staff."""

    def create_guest(self, name: str, **extra: Any) -> "Player":
        """A player without e-mail and password, who becomes an account by signing up later."""
        player = self.model(name=name, **extra)
        player.set_unusable_password()
        player.save(using=self._db)
        return player

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "Player":
        """An account."""
        player = self.model(email=self.normalize_email(email), is_guest=False, **extra)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "Player":
        """An account for the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person. A guest has a name and a session and nothing else; signing up fills in e-mail and password in the same row.

    e-mail notices go only to a confirmed address (P10): allauth's EmailAddress says which are.
    merged_into: the person whom this guest has turned out to be, who has all that was the guest's. Never somebody merged themselves.
    """

    DECKS: ClassVar = [
        ("clasica", _("Clásica")), ("cuatro", _("Cuatro colores")), ("grandes", _("Índices grandes")), ("nocturna", _("Nocturna")),
    ]  # fmt: skip
    MAIL: ClassVar = [("now", _("Al momento")), ("delay", _("Pasados diez minutos")), ("daily", _("Una vez al día")), ("off", _("Nunca"))]

    name = models.CharField(max_length=MOST_SIGNS)
    email = models.EmailField(null=True, blank=True, unique=True)
    is_guest = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    deck = models.CharField(max_length=10, choices=DECKS, default="clasica")
    language = models.CharField(max_length=5, blank=True, default="")
    mail_notices = models.CharField(max_length=5, choices=MAIL, default="now")
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged")

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar = []

    objects = PlayerManager()

    class Meta:
        indexes: ClassVar = [models.Index(Lower("name"), name="player_name")]

    def __str__(self) -> str:
        return self.name

    def set_password(self, raw_password: str | None) -> None:
        """Keep the hash of a password, None: of none that could be typed."""
        super().set_password(raw_password if raw_password is None else normal(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether that is the password. Hashes from before passwords were normalized still meet the very letters they were made of."""
        if raw_password is None:
            return super().check_password(None)
        plain = normal(raw_password)
        return super().check_password(plain) or (plain != raw_password and super().check_password(raw_password))


class PendingGuest(models.Model):
    """A guest whose browser may not have heard of it yet: the same browser asking again gets the same guest and session (P19).

    key: a digest of the random value in the browser's signed cookie; the value itself is kept nowhere. session_key: the session that
    the first answer told of. arrived_at: when the browser first came with it. Rows are worth something for a day and then swept.
    """

    key = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey("Player", null=True, on_delete=models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, blank=True, default="")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    arrived_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.player_id} since {self.at:%F %T}"
