"""The preview of a half-made move, and moves composed from the fields of a form without script."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games import registry
from tables.middleware import BUCKETS
from tables.models import HistoryEvent, Match, Player, Table
from tables.rendering import SNAPSHOTS
from tests import factories as make

pytestmark = pytest.mark.django_db

DRAFTING = [game.slug for game in registry.all_games() if game.draft]
PLAIN = [game.slug for game in registry.all_games() if not game.draft]
ONE_TILE = json.dumps({"play": [[6, 6, "*", 4]]})


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def begun(slug: str) -> tuple[Match, list[Player]]:
    """A match of people at a game."""
    names = ("Ana", "Luis", "Eva", "Leo")[: registry.get(slug).default_seats]
    persons = make.people(*names)
    return make.started(make.gathered(persons, slug=slug)), persons


def client_of(player: Player) -> Client:
    """The browser of somebody."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def ask(client: Client, table: Table, move: str = ONE_TILE) -> Any:
    """Ask what a draft would be worth."""
    return client.post(f"/m/{table.code}/borrador/", {"move": move}, headers={"X-Requested-With": "fetch"})


@pytest.mark.parametrize("slug", DRAFTING)
def test_a_seated_viewer_gets_a_fragment_in_and_out_of_turn_and_nothing_is_recorded(slug: str) -> None:
    match, persons = begun(slug)
    events = HistoryEvent.objects.count()
    for person in persons:
        answer = ask(client_of(person), match.table)
        assert answer.status_code == 200
        assert answer.content.decode().startswith('<div class="draft" id="r-draft"')
        assert "\0" not in answer.content.decode()
        assert answer.headers["Cache-Control"] == "no-store"
    match.refresh_from_db()
    assert HistoryEvent.objects.count() == events


@pytest.mark.parametrize("slug", DRAFTING)
def test_a_draft_costs_four_queries_at_most(slug: str, django_assert_max_num_queries: Any) -> None:
    match, persons = begun(slug)
    client = client_of(persons[0])
    ask(client, match.table)
    with django_assert_max_num_queries(4):
        assert ask(client, match.table).status_code == 200


@pytest.mark.parametrize("slug", DRAFTING)
def test_onlookers_and_strangers_draft_nothing(slug: str) -> None:
    match, _persons = begun(slug)
    (other,) = make.people("Marta")
    for client in (client_of(other), Client()):
        answer = ask(client, match.table)
        assert answer.status_code == 403
        assert "solo puedes mirar" in answer.content.decode()
        assert "r-draft" not in answer.content.decode()


@pytest.mark.parametrize("slug", DRAFTING)
@pytest.mark.parametrize("move", ["", "{", "null", "[]", '{"pass": true}', '{"play": [[1e9, 0, "4", 4]]}', "[" * 1900, "9" * 3000])
def test_a_malformed_draft_is_a_sentence(slug: str, move: str) -> None:
    match, persons = begun(slug)
    answer = ask(client_of(persons[0]), match.table, move)
    assert answer.status_code == 400
    assert "No se entiende lo que ha llegado" in answer.content.decode()


@pytest.mark.parametrize("slug", DRAFTING)
@pytest.mark.parametrize(
    ("move", "sentence"), [({"play": []}, "No has puesto ninguna ficha"), ({"play": [[6, 6, "*"]]}, "Elige qué número es")]
)
def test_t22_what_is_missing_is_named_in_a_draft_and_in_a_move(slug: str, move: Any, sentence: str) -> None:
    match, persons = begun(slug)
    seat, seq, _raw = make.fallback(match)
    client = client_of(persons[seat])
    events = HistoryEvent.objects.count()
    sent = client.post(f"/m/{match.table.code}/jugada/", {"match": 1, "seq": seq, "token": "", "move": json.dumps(move)})
    for answer in (sent, ask(client, match.table, json.dumps(move))):
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
    assert HistoryEvent.objects.count() == events


@pytest.mark.parametrize("slug", DRAFTING)
def test_there_is_no_draft_without_a_running_match(slug: str) -> None:
    (ana,) = make.people("Ana")
    answer = ask(client_of(ana), make.opened(ana, ("person",), slug=slug))
    assert answer.status_code == 400
    assert "No hay ninguna partida" in answer.content.decode()


@pytest.mark.parametrize("slug", PLAIN)
def test_a_game_without_drafts_understands_none(slug: str) -> None:
    match, persons = begun(slug)
    assert ask(client_of(persons[0]), match.table).status_code == 400
    assert client_of(persons[0]).post(f"/m/{match.table.code}/jugada/", {"match": 1, "seq": match.seq}).status_code == 400


def test_a_draft_is_posted_and_its_table_exists(client: Client) -> None:
    match, _persons = begun(DRAFTING[0])
    assert client.get(f"/m/{match.table.code}/borrador/").status_code == 405
    assert client.post("/m/zzzzzzzz/borrador/", {"move": ONE_TILE}).status_code == 404


@pytest.mark.parametrize("slug", DRAFTING)
def test_a_form_without_a_move_is_composed_and_refused_in_words(slug: str) -> None:
    match, persons = begun(slug)
    seat, seq, _raw = make.fallback(match)
    client = client_of(persons[seat])
    events = HistoryEvent.objects.count()
    for fields, sentence in (({"act": "swap"}, "Elige qué fichas"), ({"act": "play"}, "No has puesto ninguna ficha")):
        answer = client.post(f"/m/{match.table.code}/jugada/", {"match": 1, "seq": seq, "token": "", **fields}, follow=True)
        assert answer.status_code == 200
        assert sentence in answer.content.decode()
    assert client.post(f"/m/{match.table.code}/jugada/", {"match": 1, "seq": seq, "act": "other"}).status_code == 400
    assert HistoryEvent.objects.count() == events
    course, _seat = make.waiting(match)
    tile = course.state.racks[seat][0]
    answer = client.post(f"/m/{match.table.code}/jugada/", {"match": 1, "seq": seq, "act": "swap", "swap3": tile})
    assert answer.status_code == 303
    match.refresh_from_db()
    assert match.seq > seq
