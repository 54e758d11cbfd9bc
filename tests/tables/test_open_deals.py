"""Deals whose code lies open from the start (W5): one person against CPU players, in a game that asks for it."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from tables import proof
from tables.forms import OpenForm
from tables.models import Honour, Match, Player, Table
from tables.rendering import SNAPSHOTS
from tables.rendering.platform import open_deal
from tables.selectors import states
from tables.services import lobby, machine
from tables.services.errors import Refused
from tests import factories as make
from tests.jobs import committing

pytestmark = pytest.mark.django_db

GAME = "crazy-switch"
CODE = "7K2MQ9XA0TBC"
PANEL = f"/abrir/{GAME}/"
MACHINES = ("easy", "normal", "hard")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()


def alone(name: str = "Ana", **options: str) -> Match:
    """One person against three CPU players."""
    (ana,) = make.people(name)
    return make.started(make.opened(ana, MACHINES, slug=GAME, **options))


def again(code: str = CODE, levels: tuple[str, ...] = MACHINES, **options: str) -> Match:
    """The deal of that code once more."""
    (ana,) = make.people("Ana")
    return lobby.same_deal(ana, slug=GAME, options=options, levels=levels, deal_code=code)


def shuffles(match: Match) -> list[Any]:
    return list(match.events.filter(kind="shuffled").order_by("seq").values_list("payload", flat=True))


def page(table: Table, player: Player | None = None) -> str:
    client = Client()
    if player:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return unescape(client.get(reverse("table", args=[table.code])).content.decode())


def test_w5_the_code_of_a_game_against_cpu_players_is_on_the_table_from_the_start() -> None:
    match = alone()
    shown, html = open_deal(match), page(match.table)
    assert match.open_code
    assert shown is not None
    assert shown.code == proof.grouped(match.deal_code)
    assert shown.code in html and shown.link in html and "Copiar enlace de la partida" in html
    assert match.nonce not in html


def test_w5_with_two_people_there_is_only_the_commitment() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana, ("person", "normal", "normal"), slug=GAME)
    lobby.sit(table, player=luis)
    match = make.started(table)
    html = page(table, ana)
    assert not match.open_code
    assert open_deal(match) is None
    assert match.commitment in html
    assert match.deal_code not in html and proof.grouped(match.deal_code) not in html


def test_w5_p5_nobody_else_sits_down_to_a_deal_whose_code_lies_open() -> None:
    """The only person's leaving ends the match, so that no seat of it is ever free for somebody who has read the code."""
    match = alone()
    (luis,) = make.people("Luis")
    with pytest.raises(Refused, match="full"):
        lobby.sit(match.table, player=luis)
    lobby.stand(match.table, player=make.holder(match, 0))
    match.refresh_from_db()
    assert match.status == "voided"
    with pytest.raises(Refused, match="closed"):
        lobby.sit(match.table, player=luis)


def test_w5_a_code_that_was_secret_stays_so_when_one_person_is_left() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana, ("person", "normal", "normal"), slug=GAME)
    lobby.sit(table, player=luis)
    match = make.started(table)
    lobby.stand(table, player=luis)
    match.refresh_from_db()
    assert match.status == "running" and open_deal(match) is None
    assert match.deal_code not in page(table, ana) and proof.grouped(match.deal_code) not in page(table, ana)


def test_other_games_keep_their_codes_to_the_end() -> None:
    (ana,) = make.people("Ana")
    match = lobby.quick_match(ana, slug=make.SLUG)
    assert not match.open_code
    assert proof.grouped(match.deal_code) not in page(match.table, ana)


def test_w5_the_link_opens_the_start_panel_with_that_deal_and_those_rules_and_changes_nothing() -> None:
    match = alone(rules="casa")
    deal = open_deal(match)
    assert deal is not None
    link = urlsplit(deal.link)
    assert link.path == PANEL
    assert parse_qs(link.query) == {"partida": [match.deal_code], "rules": ["casa"]}
    before = (Table.objects.count(), Match.objects.count(), Player.objects.count())
    html = unescape(Client().get(f"{link.path}?{link.query}").content.decode())
    assert deal.code in html and "Empezar" in html and "no cuenta en ninguna estadística" in html
    assert 'name="choice-rules" value="casa" checked' in html
    assert 'value="person"' not in html
    assert (Table.objects.count(), Match.objects.count(), Player.objects.count()) == before


@pytest.mark.parametrize(("slug", "first", "last"), [(GAME, "A tu izquierda", "A tu derecha"), ("sueca", "A tu derecha", "A tu izquierda")])
def test_w6_s4_the_next_to_play_is_named_on_the_side_where_they_will_sit(slug: str, first: str, last: str) -> None:
    assert [seat["label"] for seat in OpenForm(registry.get(slug), {}).seats] == [first, "Enfrente", last]


def test_w5_empezar_deals_the_same_cards_to_somebody_else() -> None:
    match = alone()
    form = {"partida": proof.grouped(match.deal_code), "name": "Luis", "choice-rules": "estandar"}
    answer = Client().post(PANEL, {**form, "seat-1": "easy", "seat-2": "normal", "seat-3": "hard"})
    other = Match.objects.exclude(pk=match.pk).get()
    assert answer.status_code == 303
    assert answer.headers["Location"] == reverse("table", args=[other.table.code])
    assert other.seat_kinds == ["person", "cpu", "cpu", "cpu"]
    assert (other.deal_code, other.open_code) == (match.deal_code, True)
    assert shuffles(other) == shuffles(match)
    assert states.current(other).state.hands == states.current(match).state.hands


def test_w5_other_rules_deal_the_same_cards() -> None:
    plain, house = again(rules="estandar"), again(rules="casa")
    assert plain.options != house.options
    assert shuffles(plain) == shuffles(house)
    assert states.current(plain).state.hands == states.current(house).state.hands


def test_w4_w5_a_deal_that_had_to_be_repeated_is_repeated_alike() -> None:
    """The derived code of the issue is the number of the shuffle within the code's stream."""
    codes = (f"{number:012d}" for number in range(200))
    match = next(match for match in map(again, codes) if len(shuffles(match)) > 1)
    assert shuffles(again(match.deal_code)) == shuffles(match)
    assert [tuple(order) for order in shuffles(match)] == [proof.permutation(match.deal_code, k, 106) for k in (1, 2)]


def play_on(match: Match, decisions: int) -> None:
    """So many decisions of people and CPU players, or as many as there are."""
    for _ in range(decisions):
        match.refresh_from_db()
        if match.status != "running":
            return
        if match.machine:
            with committing():
                assert machine.play_cpu(match.pk, seq=match.seq)
        else:
            assert make.play_one(match).status == "done"


def test_p15_the_same_game_replays_move_by_move() -> None:
    """The stream of a CPU player's decision hangs on the code and the number of the decision alone."""
    first, second = again(), again()
    for match in (first, second):
        play_on(match, 25)
    told = [list(match.events.order_by("seq").values_list("kind", "seat", "payload", "cause")) for match in (first, second)]
    assert told[0] == told[1]
    assert sum(cause == "cpu" for *_, cause in told[0]) > 10


def test_w5_the_proof_of_an_open_deal_does_not_say_that_nobody_knew_it() -> None:
    match = again()
    play_on(match, 1000)
    html = Client().get(reverse("proof", args=[match.table.code, match.number])).content.decode()
    assert "Estuvo a la vista desde el principio" in html
    assert "nadie pudo elegir" not in html


def test_a_rematch_takes_other_cards() -> None:
    (ana,) = make.people("Ana")
    match = lobby.same_deal(ana, slug=GAME, options={}, levels=MACHINES, deal_code=CODE)
    assert match.table.deal_code == ""
    assert Table.objects.get(pk=match.table_id).deal_code == ""


@pytest.mark.parametrize("text", ["7K2M", "7K2M-Q9XA-0TBU", "7K2MQ9XA0TBC0", "¿?", "%00", "é" * 12])
def test_w5_what_is_no_code_is_answered_with_a_sentence(text: str) -> None:
    for answer in (Client().get(PANEL, {"partida": text}), Client().post(PANEL, {"partida": text, "name": "Ana"})):
        assert answer.status_code == 400
        assert "Ese código de partida no existe" in answer.content.decode()
    assert not Table.objects.exists()


def test_w5_a_game_that_keeps_its_codes_has_no_such_panel() -> None:
    answer = Client().get("/abrir/sueca/", {"partida": CODE})
    assert answer.status_code == 400
    assert "En este juego no se repite un reparto." in answer.content.decode()
    (ana,) = make.people("Ana")
    with pytest.raises(Refused, match="malformed"):
        lobby.same_deal(ana, slug="sueca", options={}, levels=MACHINES, deal_code=CODE)
    assert not Table.objects.exists()


@pytest.mark.parametrize("levels", [("person", "easy", "easy"), ("easy",) * 2, ("easy",) * 4, ("none",) * 3, ()])
def test_w5_it_is_always_one_person_and_three_cpu_players(levels: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="malformed"):
        again(levels=levels)
    assert not Table.objects.exists()


def test_w5_a_posted_person_is_refused() -> None:
    answer = Client().post(PANEL, {"partida": CODE, "name": "Ana", "seat-1": "person"})
    assert answer.status_code == 400
    assert not Table.objects.exists() and not Player.objects.exists()


def test_w5_a_link_with_a_rule_that_does_not_exist_opens_with_the_usual_ones() -> None:
    html = Client().get(PANEL, {"partida": CODE, "rules": "inventadas", "clock": "30s"}).content.decode()
    assert 'name="choice-rules" value="estandar" checked' in html


def test_w5_a_match_with_an_open_code_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one statistic that there is, honours, in a game whose code would lie open."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    make.play_out(make.one_round(make.gathered(persons)))
    counted = Honour.objects.count()
    assert counted
    opened = replace(registry.get(make.SLUG), open_code=lambda seats: True)
    monkeypatch.setitem(registry._registered(), make.SLUG, opened)  # type: ignore[arg-type]
    make.play_out(make.one_round(make.gathered(make.people("Zoe", "Ada", "Max", "Bob"))))
    assert Honour.objects.count() == counted


def test_codes_are_read_as_people_write_them() -> None:
    assert proof.read(" 7k2m-q9xa-otbc ") == CODE
    assert proof.read("ILO000000000") == "110000000000"
    assert proof.read("7K2MQ9XAUTBC") is None


def test_the_stream_of_a_thought_is_none_of_a_shuffle() -> None:
    """Every name of one kind differs from every one of the other kind, so that no CPU player sees a part of a shuffle."""
    assert proof.thought(CODE, 12, 3, 0) == b"7K2MQ9XA0TBC:cpu:12:3:0"
    names = {proof.thought(CODE, decision, seat, attempt) for decision in range(5) for seat in range(4) for attempt in range(2)}
    assert len(names) == 40
