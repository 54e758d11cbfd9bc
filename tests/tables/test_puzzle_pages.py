"""The pages of the daily puzzle: who sees what before and after sending, drafts, late moves, the calendar, the home page (T15, T17)."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from games.crazy10s.board import Square
from games.crazy10s.puzzle import decode
from tables.middleware import BUCKETS
from tables.models import Player, PuzzleDay, PuzzleResult
from tests import factories as make, puzzles
from tests.jobs import run_due_jobs

pytestmark = pytest.mark.django_db

DAY = dt.date(2026, 3, 12)
NOON = dt.datetime(2026, 3, 12, 11, tzinfo=dt.UTC)
MIDNIGHT = dt.datetime(2026, 3, 12, 23, tzinfo=dt.UTC)
SEND, DRAFT = "/diario/2026-03-12/enviar/", "/diario/2026-03-12/borrador/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    """Noon of an ordinary day in Madrid, standing still; nobody has posted yet."""
    BUCKETS.clear()
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def day() -> PuzzleDay:
    """Today's position."""
    return puzzles.laid(DAY)


def body(answer: Any, status: int = 200) -> str:
    """The text of an answer of that status."""
    assert answer.status_code == status, answer.content[:500]
    return html.unescape(answer.content.decode())


def send(client: Client, move: Any, **more: Any) -> HttpResponse:
    """Post a move as the page's button does."""
    return client.post(SEND, {"move": json.dumps(move), **more})  # type: ignore[return-value]


def fields(move: Any) -> dict[str, str]:
    """A play as the form without script posts it."""
    found = {"act": "play", "match": "0", "seq": "0", "token": ""}
    for place, (row, col, tile, value) in enumerate(move["play"], 1):
        found |= {f"tile{place}": tile, f"row{place}": str(row + 1), f"col{place}": "ABCDEFGHIJK"[col].lower(), f"value{place}": str(value)}
    return found


def guest_with(client: Client, place: int = 1) -> PuzzleResult:
    """A browser whose guest has sent the place-th lowest score."""
    assert send(client, puzzles.worth(place)[1]).status_code == 303
    return PuzzleResult.objects.latest("pk")


# ---- looking and sending ----------------------------------------------------------------------------------------------------


def test_p11_looking_makes_nobody_a_guest_and_sending_does(day: PuzzleDay, client: Client) -> None:
    assert "Puzzle de hoy" in body(client.get("/diario/"))
    client.post(DRAFT, {"move": json.dumps(puzzles.worth(1)[1])})
    assert not Player.objects.exists()
    points, move = puzzles.worth(1)
    answer = send(client, move)
    assert (answer.status_code, answer["Location"]) == (303, "/diario/2026-03-12/")
    (guest,) = Player.objects.all()
    assert (guest.is_guest, guest.name, PuzzleResult.objects.get().player_id) == (True, "Visita", guest.pk)
    assert f"Enviado: {points} punto" in body(client.get("/diario/"))


def test_p11_a_refused_move_makes_nobody_a_guest(day: PuzzleDay, client: Client) -> None:
    page = body(send(client, {"play": [[0, 0, decode(day.position).rack[0], int(decode(day.position).rack[0])]]}), 422)
    assert "Alguna ficha nueva tiene que tocar una que ya esté en el tablero." in page
    assert not Player.objects.exists() and not PuzzleResult.objects.exists()


@pytest.mark.parametrize("raw", ["", "{", "null", '{"pass":true}', "[" * 1500, '{"play":[[1,1,"x",1]]}', "1" * 3000])
@pytest.mark.parametrize("address", [SEND, DRAFT])
def test_nonsense_is_one_spanish_sentence_and_changes_nothing(address: str, raw: str, day: PuzzleDay, client: Client) -> None:
    page = body(client.post(address, {"move": raw}), 400)
    assert "No se entiende lo que ha llegado." in page
    assert not PuzzleResult.objects.exists() and not Player.objects.exists()


@pytest.mark.parametrize(
    ("raw", "sentence"), [('{"play":[]}', "No has puesto ninguna ficha"), ('{"play":[[1,1,"*"]]}', "Elige qué número es")]
)
@pytest.mark.parametrize("address", [SEND, DRAFT])
def test_t22_what_is_missing_is_named(address: str, raw: str, sentence: str, day: PuzzleDay, client: Client) -> None:
    assert sentence in body(client.post(address, {"move": raw}), 400)
    assert not PuzzleResult.objects.exists() and not Player.objects.exists()


def test_t15_a_second_press_shows_the_first_result_and_says_so(day: PuzzleDay, client: Client) -> None:
    first = guest_with(client, 2)
    answer = send(client, puzzles.worth(-1)[1])
    assert answer.status_code == 303
    page = body(client.get(answer["Location"]))
    assert "Ya habías enviado una jugada: cuenta la primera." in page
    assert f"Enviado: {first.points} punto" in page
    assert PuzzleResult.objects.count() == 1


def test_t15_a_move_that_comes_after_midnight_says_that_it_is_out_of_the_ranking(day: PuzzleDay, client: Client, clock: Any) -> None:
    clock.move_to(MIDNIGHT - dt.timedelta(seconds=1))
    assert "le quedan" in body(client.get("/diario/"))
    clock.move_to(MIDNIGHT)
    answer = send(client, puzzles.worth(1)[1])
    assert answer["Location"] == "/diario/2026-03-12/"
    page = body(client.get(answer["Location"]))
    assert "Fuera de la clasificación: llegó después de la medianoche de su día." in page
    assert "Puzzle de otro día" in page and "mejor que el" not in page
    assert not PuzzleResult.objects.get().ranked


def test_signing_up_keeps_the_guests_result(day: PuzzleDay, client: Client) -> None:
    result = guest_with(client)
    client.post("/cuenta/signup/", {"email": "ines@example.org", "password1": "una-clave-muy-larga"})
    link = re.search(r"/cuenta/confirm-email/\S+", str(mail.outbox[-1].body))
    assert link
    client.post(link[0])
    player = Player.objects.get()
    assert (player.is_guest, player.puzzle_results.get().pk) == (False, result.pk)  # type: ignore[attr-defined]
    assert "Enviado:" in body(client.get("/diario/"))


def test_signing_in_to_an_account_brings_the_result_along(day: PuzzleDay, client: Client) -> None:
    account = make.account("Inés", "ines@example.org")
    result = guest_with(client)
    client.post("/cuenta/login/", {"login": "ines@example.org", "password": "una-clave-larga"})
    assert PuzzleResult.objects.get(pk=result.pk).player_id == account.pk
    assert "Enviado:" in body(client.get("/diario/"))


# ---- while it is being made -------------------------------------------------------------------------------------------------


def test_t16_a_day_that_is_being_made_asks_for_a_moment_and_brings_itself_level_without_script(client: Client) -> None:
    waiting = body(client.get("/diario/"))
    assert "Un momento" in waiting
    assert '<meta http-equiv="refresh" content="3">' in waiting
    assert "Estamos preparando" in body(send(client, {"play": []}), 503)
    run_due_jobs()
    assert "Un momento" not in body(client.get("/diario/"))


# ---- secrets ----------------------------------------------------------------------------------------------------------------


MAXIMUM = 7919
"""A maximum that stands in no page by chance."""


@pytest.fixture
def canary() -> PuzzleDay:
    """A day whose stored maximum and best play would be seen wherever they showed, with somebody else's result."""
    made = puzzles.made()
    marked = {"play": [[1, 1, "canary", 7919]]}
    found = PuzzleDay.objects.create(slug=puzzles.game().slug, day=DAY, version=1, position=made.position, maximum=MAXIMUM, best=marked)
    other = make.people("Otra")[0]
    PuzzleResult.objects.create(day=found, player=other, move={"play": [[2, 2, "canary", 6841]]}, points=6841, ranked=True)
    return found


def leaks(text: str) -> list[str]:
    """What of the solution, or of another's play, stands in a text."""
    return [word for word in ("7919", "6841", "canary") if word in text]


def test_t15_before_sending_no_byte_tells_maximum_best_play_or_others_plays(canary: PuzzleDay, client: Client) -> None:
    (luis,) = make.people("Luis")
    move = puzzles.worth(1)[1]
    for signed_in in (False, True):
        if signed_in:
            client.force_login(luis, backend="django.contrib.auth.backends.ModelBackend")
        answers = [
            client.get("/"),
            client.get("/diario/"),
            client.get("/diario/2026-03-12/"),
            client.get("/diario/2026-03-12/?ver=mia"),
            client.get("/diario/2026-03-12/?ver=mejor&mes=2026-03"),
            client.post(DRAFT, {"move": json.dumps(move)}),
            client.post(DRAFT, {"move": json.dumps(move)}, headers={"X-Requested-With": "fetch"}),
            client.post(DRAFT, fields(move)),
            client.post(DRAFT, {"move": '{"play":[[0,0,"1",1]]}'}, headers={"X-Requested-With": "fetch"}),
            send(client, {"play": [[0, 0, "1", 1]]}),
        ]
        for answer in answers:
            shown = answer.content.decode() + str(answer.headers) + str(answer.cookies)
            assert leaks(shown) == [], (answer.request["PATH_INFO"], leaks(shown))
    assert not PuzzleResult.objects.filter(player=luis).exists()


def test_the_canary_would_be_seen_after_sending(day: PuzzleDay, client: Client) -> None:
    before = body(client.get("/diario/"))
    guest_with(client, 1)
    after = body(client.get("/diario/"))
    assert f"de {day.maximum} posibles" in after and "posibles" not in before
    for row, col, *_ in day.best["play"]:
        name = f"fila {row + 1}, columna {'ABCDEFGHIJK'[col]}"
        assert re.search(rf'class="t[^"]*new"[^>]*aria-label="{name},', after), Square(row, col).name


def test_t15_the_shared_text_gives_nothing_away_to_who_has_not_sent(day: PuzzleDay, client: Client) -> None:
    """Points and percent together would tell the maximum; so there are no points, and no square and no tile."""
    result = guest_with(client, 12)
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", body(client.get("/diario/")), re.S)
    assert text
    lines = text[1].splitlines()
    percent = result.points * 100 // day.maximum
    assert lines[0] == "Tapete · Puzzle del 12 de marzo"
    assert lines[1] == "▰" * (percent // 10) + "▱" * (10 - percent // 10) + f" {percent} % del máximo"
    assert lines[-1].endswith("/diario/2026-03-12/")
    assert len(lines) == 3
    assert re.search(rf"\b{result.points}\b|\b{day.maximum}\b", " ".join(lines[:-1]).replace(f"{percent} %", "")) is None


def test_t15_after_sending_one_chooses_which_play_stands_on_the_board(day: PuzzleDay, client: Client) -> None:
    result = guest_with(client, 1)
    new = re.compile(r'class="t[^"]*new"[^>]*aria-label="fila (\d+), columna ([A-K])')
    best = {(int(row), col) for row, col in new.findall(body(client.get("/diario/")))}
    own = {(int(row), col) for row, col in new.findall(body(client.get("/diario/2026-03-12/?ver=mia")))}
    assert best == {(row + 1, "ABCDEFGHIJK"[col]) for row, col, *_ in day.best["play"]}
    assert own == {(row + 1, "ABCDEFGHIJK"[col]) for row, col, *_ in result.move["play"]}


# ---- drafts -----------------------------------------------------------------------------------------------------------------


def test_t15_a_draft_shows_its_score_at_once_and_is_recorded_nowhere(day: PuzzleDay, client: Client) -> None:
    points, move = puzzles.worth(6)
    fragment = body(client.post(DRAFT, {"move": json.dumps(move)}, headers={"X-Requested-With": "fetch"}))
    assert fragment.lstrip().startswith("<div") and "<html" not in fragment
    assert f"Enviar {points}" in fragment
    assert not PuzzleResult.objects.exists() and not Player.objects.exists()


def test_t15_drafts_of_a_visitor_are_free_though_not_without_bounds(day: PuzzleDay, client: Client) -> None:
    """A visitor's posts are few, because each may make a guest; a draft makes nobody, and there is one for every tile laid."""
    draft = {"data": {"move": json.dumps(puzzles.worth(1)[1])}, "headers": {"X-Requested-With": "fetch"}}
    statuses = [client.post(DRAFT, **draft).status_code for _ in range(60)]  # type: ignore[arg-type]
    assert set(statuses) == {200}
    assert 429 in [client.post(DRAFT, **draft).status_code for _ in range(120)]  # type: ignore[arg-type]
    assert send(client, puzzles.worth(1)[1]).status_code == 303, "drafts use up nothing of the rest"


def test_t18_without_script_a_form_is_checked_then_sent(day: PuzzleDay, client: Client) -> None:
    points, move = puzzles.worth(6)
    checked = body(client.post(DRAFT, fields(move)))
    assert f"Enviar {points}" in checked and "Escribe tu jugada" in checked
    row, col, *_ = move["play"][0]  # type: ignore[call-overload, index]
    assert f'value="{row + 1}"' in checked and f'value="{"ABCDEFGHIJK"[col]}"' in checked
    answer = client.post(SEND, fields(move))
    assert answer.status_code == 303
    assert PuzzleResult.objects.get().points == points


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"row1": "", "col1": ""}, "No has puesto ninguna ficha"), ({"row1": "77"}, "Esa casilla está fuera del tablero.")],
)
def test_t22_what_a_form_without_script_lacks_is_said(change: dict[str, str], sentence: str, day: PuzzleDay, client: Client) -> None:
    tile = next(tile for tile in decode(day.position).rack if tile != "*")
    form = {"act": "play", "tile1": tile, "row1": "1", "col1": "A", "value1": tile, **change}
    assert sentence in body(client.post(SEND, form), 422)
    checked = client.post(DRAFT, form)
    assert sentence in body(checked, checked.status_code)


# ---- days -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/diario/2026-03-13/", "/diario/2026-03-13/enviar/", "/diario/2026-03-13/borrador/"])
def test_t16_tomorrow_is_not_there_even_when_it_is_made(address: str, day: PuzzleDay, client: Client) -> None:
    puzzles.laid(DAY + dt.timedelta(days=1))
    answer = client.post(address, {"move": "{}"}) if address.count("-") == 2 and address.endswith("r/") else client.get(address)
    assert "todavía no ha salido" in body(answer, 404)


@pytest.mark.parametrize(
    "address", ["/diario/2026-02-30/", "/diario/2026-13-01/", "/diario/0000-00-00/", "/diario/ayer/", "/diario/2020-01-01/"]
)
def test_what_is_no_day_of_the_puzzle_is_a_page_that_is_not_there(address: str, day: PuzzleDay, client: Client) -> None:
    assert "Esta página no está" in body(client.get(address), 404)


def test_t15_a_past_day_is_played_out_of_the_ranking(client: Client, clock: Any) -> None:
    past = puzzles.laid(DAY - dt.timedelta(days=1))
    puzzles.laid(DAY, "another")
    assert "Día pasado: sin clasificación" in body(client.get("/diario/2026-03-11/"))
    assert client.post("/diario/2026-03-11/enviar/", {"move": json.dumps(puzzles.worth(3)[1])}).status_code == 303
    result = PuzzleResult.objects.get()
    assert (result.day_id, result.ranked) == (past.pk, False)
    assert "Fuera de la clasificación" in body(client.get("/diario/2026-03-11/"))
    assert "Cuenta solo lo primero que envíes" in body(client.get("/diario/")), "today is still open"


def test_t15_the_result_of_the_day_before_stands_beside_todays_puzzle(client: Client, clock: Any) -> None:
    clock.move_to(NOON - dt.timedelta(days=1))
    before = puzzles.laid(DAY - dt.timedelta(days=1), "another")
    points, move = puzzles.worth(4, "another")
    client.post("/diario/2026-03-11/enviar/", {"move": json.dumps(move)})
    clock.move_to(NOON)
    today = puzzles.laid(DAY)
    page = body(client.get("/diario/"))
    assert "Miércoles 11 de marzo" in page and f"de {before.maximum} posibles" in page
    assert f"de {today.maximum} posibles" not in page
    assert points


def test_t15_the_calendar_has_each_day_from_the_first_to_today(client: Client, clock: Any) -> None:
    puzzles.laid(dt.date(2026, 2, 26), "another")
    puzzles.laid(DAY)
    result = guest_with(client, 5)
    page = body(client.get("/diario/"))
    assert re.findall(r'href="/diario/(?:2026-03-(\d\d)/)?"[^>]*>(\d+)<', page) == [
        *[(f"{number:02}", str(number)) for number in range(1, 12)],
        ("", "12"),
    ]
    assert f">{result.points * 100 // result.day.maximum}<" in page
    earlier = body(client.get("/diario/2026-03-12/?mes=2026-02"))
    assert [number for number, _ in re.findall(r'href="/diario/2026-02-(\d\d)/"[^>]*>(\d+)<', earlier)] == ["26", "27", "28"]
    for odd in ("2026-13", "x", "9999-01", "0001-01", "2026-3", "2026-03-01"):
        assert client.get("/diario/2026-03-12/", {"mes": odd}).status_code == 200


@pytest.mark.parametrize(
    ("moment", "left"),
    [
        ("2026-03-28T23:00:00+00:00", "23 h"),
        ("2026-10-24T22:00:00+00:00", "25 h"),
        ("2026-03-12T22:00:00+00:00", "1 h"),
        ("2026-03-12T22:00:01+00:00", "59 min"),
        ("2026-03-12T22:59:59+00:00", "1 min"),
    ],
)
def test_t15_the_page_says_how_long_the_day_lasts(moment: str, left: str, client: Client, clock: Any) -> None:
    clock.move_to(dt.datetime.fromisoformat(moment))
    puzzles.laid(dt.datetime.fromisoformat(moment).astimezone(dt.timezone(dt.timedelta(hours=1 if "-03-" in moment else 2))).date())
    assert f"<b>{left}</b>" in body(client.get("/diario/"))


# ---- the home page ----------------------------------------------------------------------------------------------------------


def test_the_home_page_shows_todays_puzzle_and_makes_none(client: Client) -> None:
    page = body(client.get("/"))
    assert "El puzzle de hoy" in page and "Jueves 12 de marzo" in page and "miniboard" not in page
    assert not PuzzleDay.objects.exists()
    puzzles.laid(DAY)
    assert "miniboard" in body(client.get("/")) and "Resolverlo" in body(client.get("/"))
    result = guest_with(client, 2)
    page = body(client.get("/"))
    assert f"Has hecho {result.points} puntos." in page or "Has hecho un punto." in page
    assert "Ver el resultado" in page and "Tu racha: un día." in page


def test_the_puzzle_is_answered_in_the_readers_language_and_never_kept(day: PuzzleDay, client: Client) -> None:
    answer = client.get("/diario/", headers={"Accept-Language": "en"})
    assert answer.headers["Content-Language"] == "en"
    assert "no-store" in answer.headers["Cache-Control"]
