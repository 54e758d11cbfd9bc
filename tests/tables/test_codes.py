"""Codes typed by hand, as an address or in the field, lead to the table or the deal; the way on is offered where they lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from games import registry
from games.contract import alone
from tables import codes, proof
from tables.models import Player, Table
from tests import factories as make

CODE = "01a7h1k0"
"""A table's code with every sign that is taken for another."""

TYPED = [
    "01A7H1K0", "o1a7hlk0", "OIA7HLKO", "01a7h1k0.", "01a7h1k0,", "«01a7h1k0»", "01a7-h1k0", "01a7 h1k0", " 01a7h1k0 ", "01a7–h1k0",
    "０１ａ７ｈ１ｋ０", "٠١a٧h١k٠", "01a7\u00a0h1k0", "(01a7h1k0)", "01a7h1k0…", "01a7h1k0\u200b",
]  # fmt: skip
"""What people make of it."""


@pytest.mark.parametrize("typed", TYPED)
def test_a_typed_code_is_read_as_it_was_meant(typed: str) -> None:
    assert codes.table(typed) == CODE


@pytest.mark.parametrize(
    "typed",
    [
        "https://tapete.example/m/01A7H1K0/", "tapete.example/m/01a7h1ko", "http://localhost:8000/m/01a7h1k0/?x=1#r-log", "/M/01A7H1K0/2/",
        "mira: https://a.example/m/01a7h1k0.",
    ],
)  # fmt: skip
def test_a_pasted_link_is_read_too(typed: str) -> None:
    assert codes.table(typed) == CODE


@pytest.mark.parametrize("typed", ["", "01a7h1k", "01a7h1k00", "u1a7h1k0", "01á7h1k0", "01a7h1k0a\u0301", "../../etc", "\0" * 8, "😀" * 8])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert codes.table(typed) is None


@given(st.text(max_size=40))
def test_reading_never_fails_and_is_settled_after_once(text: str) -> None:
    code = codes.table(text)
    assert code is None or codes.table(code) == code
    address = codes.address(f"/m/{text}/")
    assert address is None or codes.address(address) == address
    deal = proof.read(text)
    assert deal is None or proof.read(deal) == deal


@pytest.mark.parametrize("typed", ["abcd-efgh-jkm0", "ABCD EFGH JKMO", "abcd efgh jkmo.", "ＡＢＣＤＥＦＧＨＪＫＭ０", "«ABCD–EFGH–JKM0»"])
def test_a_deal_code_is_read_as_kindly(typed: str) -> None:
    assert proof.read(typed) == "ABCDEFGHJKM0"


# ---- addresses --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(db: None) -> Table:
    """A table of that code, with a finished match."""
    match = make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    make.play_out(match)
    Table.objects.update(code=CODE)
    return Table.objects.get()


@pytest.mark.parametrize("typed", TYPED)
def test_an_address_with_a_typed_code_leads_to_the_table(client: Client, table: Table, typed: str) -> None:
    for path in (f"/m/{typed}/", f"/m/{typed}"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/m/{CODE}/"), path
    assert client.head(f"/m/{typed}/").status_code == 302


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/m/O1A7HLK0/1/", f"/m/{CODE}/1/"),
        ("/m/O1A7HLK0/1", f"/m/{CODE}/1/"),
        ("/m/o1a7hlk0/1/?paso=3", f"/m/{CODE}/1/?paso=3"),
        ("/m/O1A7HLK0/1/reparto/", f"/m/{CODE}/1/reparto/"),
        ("/m/O1A7HLK0/1/partida.json", f"/m/{CODE}/1/partida.json"),
        ("/m/01a7h1k0/1/.", f"/m/{CODE}/1/"),
        ("/m/01a7h1k0/1.", f"/m/{CODE}/1/"),
        ("/M/01A7H1K0/", f"/m/{CODE}/"),
    ],
)
def test_addresses_below_the_table_are_mended_too(client: Client, table: Table, typed: str, meant: str) -> None:
    answer = client.get(typed)
    assert (answer.status_code, answer["Location"]) == (302, meant)
    assert client.get(meant).status_code == 200


@pytest.mark.parametrize(
    "path", ["/m/zzzzzzz0/", "/m/ZZZZZZZ0/", "/m/corta/", "/m/%00%00/", "/m/" + "o" * 3000, f"/m/{CODE}/99/", f"/m/{CODE}/nada/"]
)
def test_what_leads_nowhere_offers_the_way(client: Client, table: Table, path: str) -> None:
    answer = client.get(path)
    html = answer.content.decode()
    assert answer.status_code == 404
    assert 'action="/m/"' in html and "¿Tienes un código o un enlace?" in html


def test_a_mistyped_code_stands_in_the_field_of_the_404(client: Client, table: Table) -> None:
    assert 'value="zzzz&lt;zz0"' in client.get("/m/zzzz<zz0/").content.decode()


def test_a_post_to_a_mistyped_address_does_nothing(client: Client, table: Table) -> None:
    assert client.post("/m/O1A7HLKO/sentarse/", {"name": "Zoe"}).status_code == 404
    assert not Player.objects.filter(name="Zoe").exists()


# ---- the field --------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_home_has_a_field_for_codes(client: Client) -> None:
    assert 'name="codigo"' in client.get("/").content.decode()
    assert client.get("/m/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        *((text, f"/m/{CODE}/") for text in TYPED),
        ("https://tapete.example/m/01A7H1K0/", f"/m/{CODE}/"),
        ("tapete.example/m/01a7h1ko/1/?paso=4", f"/m/{CODE}/1/"),
        ("  https://tapete.example/m/01a7h1k0.", f"/m/{CODE}/"),
    ],
)
def test_the_field_leads_to_the_table(client: Client, table: Table, typed: str, place: str) -> None:
    answer = client.get("/m/", {"codigo": typed})
    assert (answer.status_code, answer["Location"]) == (302, place)


@pytest.mark.django_db
def test_the_field_takes_deal_codes_and_their_links(client: Client) -> None:
    (game,) = [game for game in registry.all_games() if game.open_code(alone(game.quick_seats))]
    place = f"/abrir/{game.slug}/?partida=ABCDEFGHJKM0"
    for typed in ("abcd-efgh-jkmo", f"https://tapete.example/abrir/{game.slug}/?partida=ABCD-EFGH-JKM0&x=1"):
        answer = client.get("/m/", {"codigo": typed})
        assert (answer.status_code, answer["Location"]) == (302, place)
    assert client.get(place).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["zzzzzzz0", "no es nada", "\0", "x" * 3000, "//evil.example/m/zzzzzzz0/", "https://evil.example/"])
def test_what_the_field_can_not_find_it_says(client: Client, typed: str) -> None:
    answer: Any = client.get("/m/", {"codigo": typed})
    assert answer.status_code == (404 if typed.strip() else 200)
    assert 'role="alert"' in answer.content.decode()
