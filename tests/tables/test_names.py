"""Names (P17): visible characters, whole emoji, and names that imitate the house. Passwords that look alike are alike."""

from __future__ import annotations

import unicodedata

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from hypothesis import given, strategies as st

from tables.middleware import BUCKETS
from tables.models import ChatLine, Occupancy, Player, Seat, Table
from tables.names import characters, initial, shortened
from tables.rendering import SNAPSHOTS
from tables.services import lobby
from tables.services.errors import Refused
from tables.services.people import clean_name
from tests import factories as make

pytestmark = pytest.mark.django_db

FAMILY = "👨‍👩‍👧"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KISS = "👩🏻‍❤️‍💋‍👩🏿"
WHOLE = ["a", "ñ", "é", "q̃", FAMILY, "🇪🇸", "🇵🇹", SCOTLAND, "👍🏽", "1️⃣", "❤️", "🏳️‍🌈", KISS, "🙂‍↔️", "👩🏾‍⚕️"]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


# ---- visible characters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", WHOLE)
def test_p17_a_visible_character_is_one_and_stays_whole(one: str) -> None:
    assert characters(one) == [one] and characters(one * 3) == [one] * 3
    assert clean_name(f"Ana {one}") == f"Ana {one}"
    assert clean_name(one * 24 + "  ") == one * 24
    with pytest.raises(Refused, match="name-long"):
        clean_name(one * 25)
    assert shortened("x" + one * 30, 24) == "x" + one * 23 and initial(one + "x") == one.upper()


@given(st.text())
def test_characters_lose_nothing(text: str) -> None:
    assert "".join(characters(text)) == text and "" not in characters(text)
    assert len(shortened(text, 40, points=40)) <= 40


def test_p17_invisible_signs_stay_only_where_they_hold_an_emoji_together() -> None:
    """Two names that look the same are the same."""
    assert clean_name("A\u200dna\u200d") == "Ana" and clean_name("Ana\ufe0f\u034f") == "Ana" and clean_name("👨\u200d Ana") == "👨 Ana"
    with pytest.raises(Refused, match="name-long"):
        clean_name("👨" + "\u200d👨" * 10)  # one character of Unicode's, eleven pictures wide


def test_p17_the_longest_name_fits_everywhere_it_is_kept() -> None:
    """Twenty-four kisses at a table, with a number after them, in a match and in the chat."""
    ana, luis = make.people(KISS * 24, KISS * 24)
    match = make.started(make.gathered([ana, luis, *make.people("Eva", "Leo")]))
    assert sorted(Seat.objects.filter(name__endswith="2").values_list("name", flat=True)) == [f"{KISS * 24} 2"]
    assert Occupancy.objects.filter(match=match, name=f"{KISS * 24} 1").exists()
    from tables.services.social import say

    assert say(match.table, player=ana, text="👍🏽 " + FAMILY).text == f"👍🏽 {FAMILY}"
    assert ChatLine.objects.get().name == f"{KISS * 24} 1"


def test_a_title_is_cut_between_visible_characters() -> None:
    (ana,) = make.people("Ana")
    table = lobby.open_table(
        ana, slug=make.SLUG, options={}, clock="none", visibility="link", seats=["person"] * 3, title="x" * 37 + FAMILY + "y"
    )
    assert table.title == "x" * 37


# ---- the house's own names --------------------------------------------------------------------------------------------------

IMITATIONS = """
CPU 3|cpu3|C.P.U.|c p u 2|Сpu 1|ＣＰＵ|Máquina|MAQUINA|La máquina|maquína|M4qu1na|Administrador|administradora|Admin|a d m i n|Ad Min|4dm1n|
@dmin|аdmin|αdmin|ΑDΜΙΝ|ᴀᴅᴍɪɴ|🅰️🅳🅼🅸🅽|Ⓐⓓⓜⓘⓝ|El Administrador|Admin Pepe|admin2|Tapete|T a p e t e|Ta pete|T4pete|TAPETE oficial|Soporte|
Support|Suporte|Moderador|moderator|moderadora|Sistema|system|S1stema|Ordenador|Computer|computador|Robot|Robô|R0b0t|bot|b0t 7|Staff|
webmaster|Silla libre|Lugar livre|Free seat|adm\u200bin|a\u0301dmin|ad\u00admin|Robо\u0301t|máquina_2|CPU-4|cpu​ 1
""".replace("\n", "").split("|")
PEOPLE = """
Boto|Admir|Máximo|Robotina|Robotham|Tapetito|Sistina|Botella|Ana|Iñaki|José Luis|Mª Ángeles|Макс|Ελένη|Αννα|O'Brien|Ana 2|R2D2|Max 3|Ad|Min|
Soporta|Maquinista|Supporter|Mod|Root|Visita|1Inés1|Cipi|Admiral|Sr. Bo|Li Bo Te|Ordena|Computa|👨‍👩‍👧|3CPO|Moderata
""".replace("\n", "").split("|")


@pytest.mark.parametrize("name", IMITATIONS)
def test_p17_a_name_of_the_house_is_refused_in_any_spelling(name: str) -> None:
    with pytest.raises(Refused, match="name-house") as refused:
        clean_name(name)
    assert "elige otro" in str(refused.value.sentence)


@pytest.mark.parametrize("name", PEOPLE)
def test_p17_an_honest_name_is_not_refused(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("address", ["/abrir/sueca/", "/jugar/sueca/"])
def test_p17_who_opens_under_such_a_name_is_told_and_nobody_has_come_into_being(address: str) -> None:
    page = Client().post(address, {"name": "Administrador"})
    assert page.status_code == 400 and "parece de la casa" in page.content.decode()
    assert not Player.objects.exists()


def test_p17_every_place_where_a_name_is_set_refuses_it() -> None:
    """Sitting down, another name at the table, the preferences (what was typed stays there), signing up."""
    (host,) = make.people("Ana")
    table = make.opened(host)
    client = Client()
    client.post(f"/m/{table.code}/sentarse/", {"name": "CPU 3"})
    assert Player.objects.count() == 1
    client.post(f"/m/{table.code}/sentarse/", {"name": "Luis"})
    client.post(f"/m/{table.code}/nombre/", {"name": "Máquina"})
    page = client.post("/preferencias/", {"name": "Tapete"})
    assert page.status_code == 400 and 'value="Tapete"' in page.content.decode()
    stranger = Client()
    stranger.post("/cuenta/signup/", {"email": "soporte@example.org", "password1": "una-clave-muy-larga"})
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ana", "Luis", "Visita"]


def test_p17_who_had_such_a_name_before_may_keep_it_and_change_the_rest() -> None:
    player = Player.objects.create_guest("Robot")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post("/preferencias/", {"name": "Robot", "deck": "nocturna"}).status_code == 303
    player.refresh_from_db()
    assert (player.name, player.deck) == ("Robot", "nocturna")


@pytest.mark.parametrize("title", ["Soporte", "Adm1nistración", "Tapete", "TΑΡΕΤΕ"])
def test_a_title_that_speaks_for_the_house_is_refused(title: str) -> None:
    client = Client()
    page = client.post("/abrir/sueca/", {"name": "Ana", "title": title})
    assert page.status_code == 400 and "quien lleva el sitio" in page.content.decode() and not Table.objects.exists()


@pytest.mark.parametrize("title", ["El tapete verde", "Contra la máquina", "Robots y abuelas"])
def test_a_title_may_speak_of_machines_and_cloths(title: str) -> None:
    Client().post("/abrir/sueca/", {"name": "Ana", "title": title})
    assert Table.objects.get().title == title


def test_p17_names_that_look_the_same_get_numbers() -> None:
    """A Cyrillic A is an A to whoever looks at it."""
    first, second = make.people("Ana", "Аnа")
    table = make.opened(first)
    lobby.sit(table, player=second)
    assert list(table.seats.order_by("index").values_list("name", flat=True))[:2] == ["Ana 1", "Аnа 2"]


# ---- passwords --------------------------------------------------------------------------------------------------------------

COMPOSED, APART = "contraseña-de-inés-ﬁn", unicodedata.normalize("NFD", "contraseña-de-inés-fin")


def test_a_password_is_the_same_however_a_keyboard_composes_its_letters() -> None:
    player = make.account("Inés", "ines@example.org")
    player.set_password(APART)
    player.save()
    assert player.check_password(COMPOSED) and player.check_password(APART) and not player.check_password(COMPOSED.upper())
    client = Client()
    client.post("/cuenta/login/", {"login": "ines@example.org", "password": COMPOSED})
    assert client.session.get("_auth_user_id") == str(player.pk)


def test_a_hash_from_before_meets_the_letters_it_was_made_of() -> None:
    player = make.account("Inés", "ines@example.org")
    AbstractBaseUser.set_password(player, APART)
    player.save()
    assert player.check_password(APART) and not player.check_password(APART + "x")
