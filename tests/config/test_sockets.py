"""Who may open a socket, and as whom."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from pytest_django import Settings

from config.sockets import same_origin, user_of
from tables.models import Player

HOST = b"localhost:8000"


def scope(origin: bytes | None, host: bytes = HOST, **more: bytes) -> dict:
    """A handshake as daphne hands it on."""
    headers = [(b"host", host), *((name.replace("_", "-").encode(), value) for name, value in more.items())]
    return {"type": "websocket", "headers": headers + ([(b"origin", origin)] if origin is not None else [])}


def test_a_page_of_this_very_site_may() -> None:
    assert same_origin(scope(b"http://localhost:8000"))
    assert same_origin(scope(b"HTTP://LocalHost:8000"))


@pytest.mark.parametrize(
    "origin",
    [None, b"", b"null", b"http://localhost", b"http://localhost:8001", b"https://localhost:8000", b"http://localhost:8000/", b"http://evil.example:8000",
     b"http://localhost:8000.evil.example", b"http://localhost:8000@evil.example"],
)  # fmt: skip
def test_nobody_else_may(origin: bytes | None) -> None:
    assert not same_origin(scope(origin))


def test_a_host_that_is_not_ours_may_not() -> None:
    assert not same_origin(scope(b"http://evil.example:8000", host=b"evil.example:8000"))
    assert not same_origin(scope(b"http://", host=b""))


def test_behind_a_trusted_proxy_the_scheme_is_the_one_it_says(settings: Settings) -> None:
    assert not same_origin(scope(b"https://localhost:8000", x_forwarded_proto=b"https"))
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert same_origin(scope(b"https://localhost:8000", x_forwarded_proto=b"https"))
    assert not same_origin(scope(b"http://localhost:8000", x_forwarded_proto=b"https"))
    assert not same_origin(scope(b"https://localhost:8000"))


@pytest.mark.django_db
def test_the_user_of_a_session_and_nobody_after_its_end(client: Client) -> None:
    player = Player.objects.create_guest("Inés")
    client.force_login(player)
    key = client.session.session_key
    assert client.session[SESSION_KEY] == str(player.pk)
    assert user_of(key) == (player, key)
    client.logout()
    assert user_of(key)[0].is_anonymous
