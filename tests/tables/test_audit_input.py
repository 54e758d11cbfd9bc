"""Whatever any field of any form holds, there is an answer below 500, in words, and nothing is recorded."""

from __future__ import annotations

import itertools

import pytest
from django.test import Client

from tables.middleware import BUCKETS
from tables.models import HistoryEvent, Player, Seat
from tables.rendering import SNAPSHOTS
from tests import factories as make

pytestmark = pytest.mark.django_db

ODD = ("\0", b"\xed\xa0\x80", "٣", "9" * 4000, "[" * 2000, "x" * 20_000)
FIELDS = {
    "sentarse/": ("index", "name", "deck"),
    "silla/": ("index", "holder"),
    "reglas/": ("choice-revoke", "choice-count", "clock", "visibility"),
    "pareja/": ("partner", "seen"),
    "empezar/": ("partner",),
    "jugada/": ("match", "seq", "token", "move"),
    "ceder/": ("index",),
    "he-vuelto/": (),
    "charla/": ("text", "token"),
    "burla/": ("match", "key"),
    "revancha/": ("answer",),
    "liberar/": ("index",),
    "nombre/": ("name",),
}
PAGES = {
    "/abrir/sueca/": ("title", "name", "clock", "visibility", "seat-1", "choice-revoke", "deck"),
    "/preferencias/": ("name", "deck", "language", "mail_notices", "next"),
    "/avisos/correo/": ("email", "mesa", "no"),
    "/avisos/baja/x/": ("x",),
    "/idioma/": ("language", "next"),
    "/cuenta/login/": ("login", "password", "next"),
    "/cuenta/signup/": ("email", "password1", "next"),
    "/cuenta/password/reset/": ("email",),
}


def signed_in(player: Player) -> Client:
    """A browser in which the player is signed in; a fault of ours is an answer, not an exception."""
    client = Client(raise_request_exception=False)
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def bodies(fields: tuple[str, ...], good: dict[str, str]) -> list[dict[str, object]]:
    """Forms in which one field is odd and the others are as they should be, or missing."""
    found: list[dict[str, object]] = [{}]
    for field, odd in itertools.product(fields, ODD):
        found.append({**good, field: odd})
    return found


def test_no_field_of_a_table_s_forms_is_more_than_its_forms_can_bear() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    good = {"match": "1", "seq": str(match.seq), "index": "1", "move": '{"do":"ask"}', "text": "hola"}
    events = HistoryEvent.objects.count()
    browser = signed_in(persons[0])
    for path, fields in FIELDS.items():
        for body in bodies(fields, {key: good[key] for key in fields if key in good}):
            BUCKETS.clear()
            SNAPSHOTS.clear()
            answer = browser.post(f"/m/{match.table.code}/{path}", body)
            assert answer.status_code < 500, (path, body)
    assert HistoryEvent.objects.count() == events
    assert sorted(Seat.objects.filter(table=match.table_id).values_list("player_id", flat=True)) == sorted(one.pk for one in persons)


@pytest.mark.parametrize("path", PAGES)
def test_no_field_of_any_page_is_more_than_it_can_bear(path: str) -> None:
    (ana,) = make.people("Ana")
    browsers = (signed_in(ana), Client(raise_request_exception=False))
    for body in bodies(PAGES[path], {}):
        for browser in browsers:
            BUCKETS.clear()
            assert browser.post(path, body).status_code < 500, body
            assert browser.get(path, body).status_code < 500, body


@pytest.mark.parametrize(
    "address",
    [
        "/m/{code}/{odd}/",
        "/m/{odd}/",
        "/m/{code}/1/?paso={odd}&ojos={odd}",
        "/reglas/{odd}/",
        "/abrir/{odd}/",
        "/avisos/baja/{odd}/",
        "/cuenta/confirm-email/{odd}/",
        "/?{odd}",
    ],
)
def test_no_address_is_more_than_the_site_can_bear(address: str) -> None:
    code = ""
    if "{code}" in address:
        code = make.play_out(make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))).table.code
    browser = Client(raise_request_exception=False)
    for odd in ("%00", "%ED%A0%80", "..%2f..", "9" * 300, "-1", "%D9%A3", "x" * 3000, "%FF", "Sueca%0A"):
        assert browser.get(address.format(code=code, odd=odd)).status_code < 500, odd
