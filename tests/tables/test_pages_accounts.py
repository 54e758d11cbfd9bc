"""Guests become accounts in place, or bring their seats along; addresses are confirmed with a button (P10, P11)."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from tables.middleware import BUCKETS
from tables.models import Player, Seat, Table
from tables.notices import unsubscribe
from tables.rendering import SNAPSHOTS
from tests import factories as make

pytestmark = pytest.mark.django_db

SIGNUP = {"email": "ines@example.org", "password1": "una-clave-muy-larga"}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()
    cache.clear()


def guest_at_a_table(client: Client) -> Table:
    """A browser whose guest has opened a table."""
    client.post("/abrir/sueca/", {"name": "Inés", "deck": "nocturna"})
    return Table.objects.get()


def confirm_link() -> str:
    """The confirmation address in the newest mail."""
    found = re.search(r"https?://[^/\s]+(/cuenta/confirm-email/[^\s]+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def test_a_guest_signs_up_in_place(client: Client) -> None:
    """Same row, name, deck, seat and host's rights once the mail's button is pressed; the session key changes."""
    table = guest_at_a_table(client)
    before, key = Player.objects.get(), client.session.session_key
    assert "Sigues siendo Inés" in client.get("/cuenta/signup/").content.decode()
    assert client.post("/cuenta/signup/", SIGNUP)["Location"] == "/cuenta/confirm-email/"
    assert Player.objects.get().is_guest and "sigues jugando de visita" in client.get("/cuenta/confirm-email/").content.decode()
    assert client.post(confirm_link()).status_code == 303
    after = Player.objects.get()
    assert (after.pk, after.name, after.deck, after.is_guest) == (before.pk, "Inés", "nocturna", False)
    assert after.email == "ines@example.org" and after.check_password(SIGNUP["password1"])
    assert Seat.objects.get(table=table, index=0).player == after and Table.objects.get().host == after
    assert client.session.session_key != key
    assert "Levantarme" in client.get(f"/m/{table.code}/").content.decode()


def test_signing_in_brings_the_guests_seats_along(client: Client) -> None:
    """The account gets the guest's seat, and the guest is nobody any more."""
    account = make.account("Inés Ruiz", "ines@example.org")
    table = guest_at_a_table(client)
    guest = Player.objects.get(is_guest=True)
    answer = client.post("/cuenta/login/", {"login": "ines@example.org", "password": "una-clave-larga"})
    assert answer.status_code == 302
    assert Seat.objects.get(table=table, index=0).player == account
    guest.refresh_from_db()
    assert not guest.is_active and guest.merged_into == account
    assert "Levantarme" in client.get(f"/m/{table.code}/").content.decode()


def test_a_wrong_password_moves_nothing(client: Client) -> None:
    """A failed sign-in leaves the guest where they are."""
    make.account("Inés Ruiz", "ines@example.org")
    table = guest_at_a_table(client)
    answer = client.post("/cuenta/login/", {"login": "ines@example.org", "password": "otra"})
    assert answer.status_code == 200
    assert Seat.objects.get(table=table, index=0).player == Player.objects.get(is_guest=True)


@pytest.mark.parametrize("page", ["email/", "password/change/", "password/set/", "reauthenticate/"])
def test_guests_are_led_from_account_pages_to_the_sign_up(client: Client, page: str) -> None:
    """A guest has neither address nor password to manage."""
    guest_at_a_table(client)
    answer = client.get(f"/cuenta/{page}")
    assert answer.status_code == 302 and answer["Location"].startswith("/cuenta/signup/")


def test_p10_an_address_counts_after_a_button_only(client: Client) -> None:
    """GET of the link shows a button and confirms nothing; POST confirms (P10)."""
    guest_at_a_table(client)
    answer = client.post("/avisos/correo/", {"email": "ines@example.org"})
    assert answer.status_code == 200 and "Mira tu correo" in answer.content.decode()
    link = confirm_link()
    for _ in range(2):
        html = Client().get(link).content.decode()
        assert "Sí, es la mía" in html
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified


def test_a_guest_with_a_confirmed_address_signs_up_with_it(client: Client) -> None:
    """The address left for notices is not "taken" by its own guest, and stays confirmed."""
    guest_at_a_table(client)
    client.post("/avisos/correo/", {"email": "ines@example.org"})
    client.post(confirm_link())
    client.post("/cuenta/signup/", SIGNUP)
    player = Player.objects.get()
    assert not player.is_guest and player.email == "ines@example.org"
    assert EmailAddress.objects.get().verified


def test_an_address_of_another_account_is_not_given_away(client: Client) -> None:
    """The answer is the same whether or not somebody has the address, and it stays theirs."""
    account = make.account("Otra", "otra@example.org")
    guest_at_a_table(client)
    answer = client.post("/avisos/correo/", {"email": "otra@example.org"})
    assert answer.status_code == 200 and "Mira tu correo" in answer.content.decode()
    assert EmailAddress.objects.get(verified=True).user == account
    client.post("/cuenta/signup/", {**SIGNUP, "email": "otra@example.org"})
    assert EmailAddress.objects.get(verified=True).user == account


def test_nobody_writes_to_strangers_through_us(client: Client) -> None:
    """After a few addresses one person has to wait."""
    guest_at_a_table(client)
    answers = [client.post("/avisos/correo/", {"email": f"p{number}@example.org"}).status_code for number in range(7)]
    assert answers == [200] * 5 + [400] * 2 and len(mail.outbox) == 5


@pytest.mark.parametrize("email", ["", "x", "a@b", "a" * 400 + "@example.org", "a\0@example.org"])
def test_a_bad_address_gets_a_sentence(client: Client, email: str) -> None:
    """Nothing is sent, the page says why."""
    guest_at_a_table(client)
    answer = client.post("/avisos/correo/", {"email": email})
    assert answer.status_code == 400 and "no parece una dirección" in answer.content.decode()
    assert not mail.outbox


def test_the_polite_question_comes_while_others_are_awaited() -> None:
    """Asked at a slow table that waits for somebody else, which a class of the body says, and never again after a no."""
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players, clock="3d")
    match = make.started(table)
    _course, seat = make.waiting(match)
    asked = []
    for number in (seat, (seat + 1) % 4):
        client = Client()
        client.force_login(make.holder(match, number), backend="django.contrib.auth.backends.ModelBackend")
        page = client.get(f"/m/{table.code}/").content.decode()
        assert "¿Te avisamos por correo" in page
        asked.append(re.search(r'<body class="[^"]* offers-mail"', page) is not None)
    assert asked == [False, True]
    answer = client.post("/avisos/correo/", {"no": "1", "mesa": table.code})
    assert answer["Location"] == f"/m/{table.code}/"
    assert "¿Te avisamos por correo" not in client.get(f"/m/{table.code}/").content.decode()


def test_unsubscribing_needs_a_press_but_no_session() -> None:
    """GET shows a button, POST (the mail program's one click too, without form token) ends the mails (RFC 8058)."""
    account = make.account("Inés", "ines@example.org")
    address = f"/avisos/baja/{unsubscribe.token(account)}/"
    browser = Client(enforce_csrf_checks=True)
    assert "No quiero más correos" in browser.get(address).content.decode()
    account.refresh_from_db()
    assert account.mail_notices == "now"
    assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    account.refresh_from_db()
    assert account.mail_notices == "off"
    assert browser.get("/avisos/baja/forged/").status_code == 404


def test_signing_out_shows_a_button_first() -> None:
    """GET of the sign-out address signs nobody out."""
    account = make.account("Inés", "ines@example.org")
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    assert "¿Salir de tu cuenta?" in client.get("/cuenta/logout/").content.decode()
    assert "_auth_user_id" in client.session
    client.post("/cuenta/logout/")
    assert "_auth_user_id" not in client.session


def test_every_form_carries_its_token(client: Client) -> None:
    """Plain forms work with the token of their own page, and without it are refused in words."""
    browser = Client(enforce_csrf_checks=True)
    (host,) = make.people("Ana")
    table = make.opened(host)
    html = browser.get(f"/m/{table.code}/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)
    assert token and "\0" not in html
    refused = browser.post(f"/m/{table.code}/sentarse/", {"name": "Luis"})
    assert refused.status_code == 403 and "vuelve a cargarla" in refused.content.decode()
    accepted = browser.post(f"/m/{table.code}/sentarse/", {"name": "Luis", "csrfmiddlewaretoken": token[1]})
    assert accepted.status_code == 303
