"""Sockets of a session close when it ends."""

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.test import Client

from config.sessions import SessionStore, session_group
from tables.models import Player


@pytest.mark.django_db(transaction=True)
def test_the_sockets_of_an_ended_session_hear_of_it_after_the_commit() -> None:
    layer = get_channel_layer()
    store = SessionStore()
    store.create()
    old = store.session_key
    async_to_sync(layer.group_add)(session_group(old), "socket")
    with transaction.atomic():
        store.cycle_key()
        assert waiting(layer) == []
    assert waiting(layer) == [{"type": "identity.changed"}]


def waiting(layer) -> list[dict]:
    """What lies in the test's channel of the in-memory layer."""
    queue = layer.channels.get("socket")
    return [] if queue is None else [queue.get_nowait()[1] for _ in range(queue.qsize())]


@pytest.mark.django_db
def test_the_group_name_gives_the_key_away_to_nobody() -> None:
    assert "abcdef" not in session_group("abcdef")
    assert session_group("abcdef") != session_group("abcdeg")


@pytest.mark.django_db(transaction=True)
def test_a_broken_channel_layer_does_not_stop_a_sign_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(Player.objects.create_guest("Inés"))
    key = client.session.session_key
    monkeypatch.setattr("config.hints.get_channel_layer", lambda: None)
    client.logout()
    assert not SessionStore().exists(key)
