"""What the environment says, turned into the shapes that settings want. Pure functions; only `own_secret` touches a file."""

import contextlib
import os
import secrets
import socket
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

YES = {"1", "true", "yes", "on"}


def flag(name: str, default: bool = False) -> bool:
    """Whether a variable says yes; an empty or missing one gives the default."""
    value = os.environ.get(name, "").strip().lower()
    return value in YES if value else default


def words(name: str) -> list[str]:
    """The comma-separated parts of a variable, without blanks."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def zone(name: str, default: str) -> str:
    """The time zone that a variable names, e.g. ``Europe/Madrid``. Raises ValueError when there is no such zone."""
    value = os.environ.get(name, "").strip() or default
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name}: there is no time zone {value!r}") from None
    return value


def redis(url: str) -> dict[str, Any]:
    """A host of the channel layer. One that hangs is given up soon, one that is gone is noticed, a closed connection is replaced."""
    alive = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
    options = {getattr(socket, name): value for name, value in alive.items() if hasattr(socket, name)}  # macOS lacks one
    short = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0, "retry": Retry(NoBackoff(), 1)}
    keepalive = {} if url.startswith("unix:") else {"socket_keepalive": True, "socket_keepalive_options": options}
    return {"address": url, **short, **keepalive}


def own_secret(path: Path) -> str:
    """The key kept in a file that only its owner can read, made at the first use.

    Two processes that start at the same moment get the same key: the file appears complete or not at all.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def database(url: str) -> dict[str, Any]:
    """Django's settings for ``postgresql://user:password@host:port/name``; a socket folder goes in ``?host=``.

    Raises ValueError for any other scheme.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ValueError("DATABASE_URL must begin with postgresql://")
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")) or "tapete",
        "USER": unquote(parts.username or query.pop("user", "")),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or query.pop("port", "")),
        "OPTIONS": query,
    }


def mailer(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for an e-mail address: ``smtp://user:password@host:587/?tls=1``, ``smtps://...``, or nothing for files.

    Raises ValueError for any other scheme.
    """
    if not url:
        return {"BACKEND": "django.core.mail.backends.filebased.EmailBackend", "OPTIONS": {"file_path": str(folder)}}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps"):
        raise ValueError("EMAIL_URL must begin with smtp:// or smtps://")
    options = {
        "host": parts.hostname or "localhost",
        "port": parts.port or (465 if parts.scheme == "smtps" else 25),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parse_qs(parts.query).get("tls", ["0"])[-1] in YES,
        "use_ssl": parts.scheme == "smtps",
        "timeout": 10,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
