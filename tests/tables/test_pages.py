"""Pages as a browser without script meets them: every phase, a whole game, and what comes in malformed."""

from __future__ import annotations

import datetime as dt
import json
import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

from games import registry
from games.contract import Game
from tables import middleware
from tables.middleware import BUCKETS
from tables.models import HistoryEvent, Match, Player, Seat, Table, Watching
from tables.rendering import SNAPSHOTS
from tables.services import clock, lobby, presence
from tests import factories as make
from tests.tables.limits import RESTS

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.S)
BUTTON = re.compile(r'<button[^>]*name="move"[^>]*value="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def signed_in(player: Player) -> Client:
    """A browser in which the player is signed in."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def four() -> tuple[list[Player], Table]:
    """Four guests at a table."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    return persons, make.gathered(persons)


def path(table: Table, rest: str = "") -> str:
    """An address of the table."""
    return f"/m/{table.code}/{rest}"


def moves_on(html: str) -> list[dict[str, str]]:
    """Every move that the page's forms can post, with the fields that go along."""
    found = []
    for _action, inner in FORM.findall(html):
        fields = {name: unescape(value) for name, value in HIDDEN.findall(inner) if name != "csrfmiddlewaretoken"}
        found += [{**fields, "move": unescape(value)} for value in BUTTON.findall(inner)]
    return found


def test_home_without_tables_says_what_to_do(client: Client) -> None:
    """An empty home offers the games and says how an open table comes about."""
    html = client.get("/").content.decode()
    assert "Jugar ahora" in html and "Abrir mesa" in html
    assert "Ahora no hay ninguna." in html
    assert "Te toca" not in html


def test_home_lists_my_turn_first() -> None:
    """A table that waits for the person stands in the first section, the others below."""
    _persons, table = four()
    match = make.started(table)
    _course, seat = make.waiting(match)
    mine, other = make.holder(match, seat), make.holder(match, (seat + 1) % 4)
    assert "Sentarme a jugar" in signed_in(mine).get("/").content.decode()
    html = signed_in(other).get("/").content.decode()
    assert "Sentarme a jugar" not in html and f"se espera a {mine.name}" in html


@pytest.mark.parametrize(("seconds", "words"), list(RESTS.items()))
def test_the_rest_of_a_turn_is_rounded_on_the_ring_and_on_the_home_page(seconds: int, words: str) -> None:
    table = make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="7d")
    match = make.started(table)
    _course, seat = make.waiting(match)
    with time_machine.travel("2030-05-01T12:00:00Z", tick=False):
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + dt.timedelta(seconds=seconds))
        page = signed_in(make.holder(match, seat))
        ring = re.search(r'id="r-clock".*?<span aria-hidden="true">([^<]+)</span>', page.get(path(table)).content.decode())
        assert ring and ring[1].replace("\N{NO-BREAK SPACE}", " ") == words
        number, unit = words.split()
        told = {"d": f"quedan {number} días", "h": f"quedan {number} horas", "min": f"quedan {number} minutos", "s": "queda un minuto"}[
            unit
        ]
        assert told.replace("quedan 1 minutos", "queda un minuto") in page.get("/").content.decode()


def test_s6_without_a_script_the_host_taps_a_partner_sees_the_pairs_picks_again_and_starts() -> None:
    (ana, luis, *_others), table = four()
    host, guest = signed_in(ana), signed_in(luis)

    def forms(action: str) -> list[str]:
        return [inner for address, inner in FORM.findall(host.get(path(table)).content.decode()) if address == path(table, action)]

    assert "Quien abrió la mesa elige su pareja y empieza." in guest.get(path(table)).content.decode()
    assert forms("empezar/") == []
    for partner, told in ((2, ("Ana y Eva", "Luis y Leo")), (1, ("Ana y Luis", "Eva y Leo"))):
        assert f'name="partner" value="{partner}" aria-pressed="false"' in forms("pareja/")[0]
        answer = host.post(path(table, "pareja/"), {"partner": partner})
        assert answer.status_code == 303 and not Match.objects.exists()
        assert forms("pareja/")[0].count('aria-pressed="true"') == 1
        for page in (host, guest):
            assert all(f"<li>{pair}</li>" in page.get(path(table)).content.decode() for pair in told)
    fields = dict(HIDDEN.findall(forms("empezar/")[0]))
    host.post(path(table, "empezar/"), {"seen": unescape(fields["seen"]), "partner": fields["partner"]})
    assert [seat.name for seat in Seat.objects.filter(table=table).order_by("index")] == ["Ana", "Eva", "Luis", "Leo"]


def test_p7_everybody_reads_what_the_pairs_were_before_the_host_changed_them() -> None:
    (ana, luis, *_others), table = four()
    make.play_out(make.one_round(table))
    assert "Antes: " not in signed_in(luis).get(path(table)).content.decode()
    lobby.pick_partner(table, host=ana, index=3)
    SNAPSHOTS.clear()
    html = signed_in(luis).get(path(table)).content.decode()
    assert "<li>Ana y Leo</li>" in html and "Antes: Ana y Eva, Luis y Leo." in html


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_a_deck_is_offered_only_where_it_changes_a_card(game: Game) -> None:
    """On the opening form, to a visitor who sits down, and in the menu."""
    (ana,) = make.people("Ana")
    table = make.opened(ana, ("person",) * (game.default_seats - 1), slug=game.slug)
    offers = [
        client.get(address).content.decode() for client in (signed_in(ana), Client()) for address in (f"/abrir/{game.slug}/", path(table))
    ]
    shown = {("La baraja que tú ves" in html, 'name="deck"' in html) for html in offers}
    assert shown == {(game.decks, game.decks)}
    assert "Sentarme" in offers[-1]


def test_p11_opening_a_link_changes_nothing(client: Client) -> None:
    """GET and HEAD seat nobody, make no guest and no session (P11), however often."""
    _persons, table = four()
    make.started(table)
    before = (
        Player.objects.count(),
        Seat.objects.values_list("player", flat=True).count(),
        HistoryEvent.objects.count(),
        Watching.objects.count(),
    )
    for rest in ("", "estado/", "qr.svg", "1/", "1/partida.json", "1/reparto/"):
        assert client.get(path(table, rest)).status_code == client.head(path(table, rest)).status_code
    after = (
        Player.objects.count(),
        Seat.objects.values_list("player", flat=True).count(),
        HistoryEvent.objects.count(),
        Watching.objects.count(),
    )
    assert before == after
    assert "sessionid" not in client.cookies


COMMANDS = "sentarse levantarse silla sillas reglas pareja empezar jugada abandonar he-vuelto ceder charla burla revancha liberar nombre"


@pytest.mark.parametrize("rest", COMMANDS.split())
def test_commands_refuse_get(client: Client, rest: str) -> None:
    """No GET changes anything: commands answer 405."""
    _persons, table = four()
    assert client.get(path(table, f"{rest}/")).status_code == 405


def test_opening_a_table_makes_a_guest_and_leads_to_the_link(client: Client) -> None:
    """One screen: name, rules, chairs; then the table with its link."""
    data = {
        "name": "Inés", "title": "Los jueves", "deck": "grandes", "choice-count": "end", "choice-revoke": "allowed",
        "seat-1": "person", "seat-2": "hard", "seat-3": "easy", "clock": "1d", "visibility": "public",
    }  # fmt: skip
    answer = client.post("/abrir/sueca/", data)
    assert answer.status_code == 303
    table = Table.objects.get()
    assert (table.title, table.clock, table.visibility) == ("Los jueves", "1d", "public")
    assert table.options == {"count": "end", "revoke": "allowed"}
    assert table.host and (table.host.name, table.host.deck) == ("Inés", "grandes")
    html = client.get(answer["Location"]).content.decode()
    assert f"/m/{table.code}/" in html and "Copiar" in html and 'data-deck="grandes"' in html
    assert "Los jueves" in client.get("/").content.decode()


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"name": "x" * 25}, {"clock": "2m"}, {"seat-1": "god"}, {"choice-count": "never"}, {"visibility": "all"}]
)
def test_a_bad_opening_form_gets_a_sentence_and_no_guest(client: Client, change: dict[str, str]) -> None:
    """Nothing comes into being, and the page says why."""
    answer = client.post("/abrir/sueca/", {"name": "Inés", **change})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Player.objects.exists() and not Table.objects.exists()


def test_p1_play_now_deals_at_once(client: Client) -> None:
    """One click, no name: three CPU players and a dealt hand."""
    answer = client.post("/jugar/sueca/")
    assert answer.status_code == 303
    html = client.get(answer["Location"]).content.decode()
    assert len(re.findall(r'<li data-card="', html)) == 10


def test_gathering_sitting_and_pairing_without_script(client: Client) -> None:
    """Three people sit down by forms; the host taps a partner and the game starts (S5, S6)."""
    (host,) = make.people("Ana")
    table = make.opened(host)
    for name in ("Luis", "Eva", "Leo"):
        browser = Client()
        assert "Sentarme" in browser.get(path(table)).content.decode()
        assert browser.post(path(table, "sentarse/"), {"name": name}).status_code == 303
        assert "Levantarme" in browser.get(path(table)).content.decode()
    late = Client()
    refused = late.post(path(table, "sentarse/"), {"name": "Tarde"}, follow=True)
    assert "La mesa está completa" in refused.content.decode()
    assert not Player.objects.filter(name="Tarde").exists()
    browser = signed_in(host)
    assert "¿Con quién juegas?" in browser.get(path(table)).content.decode()
    assert browser.post(path(table, "empezar/"), {"partner": "3"}).status_code == 303
    assert Match.objects.get().status == "running"
    assert [seat.name for seat in Seat.objects.order_by("index")] == ["Ana", "Luis", "Leo", "Eva"]


@pytest.mark.long
@pytest.mark.parametrize("count", ["real", "end"])
@pytest.mark.parametrize("revoke", ["impeded", "allowed"])
def test_a_whole_game_by_forms_alone(count: str, revoke: str) -> None:
    """Four browsers without script play from the deal to the end, only by what their pages offer."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons, count=count, revoke=revoke)
    match = make.one_round(table)
    browsers = {player.pk: signed_in(player) for player in persons}
    for _ in range(60):
        match.refresh_from_db()
        if match.status != "running":
            break
        _course, seat = make.waiting(match)
        browser = browsers[make.holder(match, seat).pk]
        page = browser.get(path(table)).content.decode()
        plain = json.loads(make.fallback(match)[2])
        offered = [form for form in moves_on(page) if json.loads(form["move"]) == plain]
        assert offered, page
        answer = browser.post(path(table, "jugada/"), offered[0])
        assert answer.status_code == 303
    assert match.status == "over"
    for browser in browsers.values():
        html = browser.get(path(table)).content.decode()
        assert "¿Revancha?" in html and "Ver la repetición" in html
    assert browsers[persons[0].pk].get(path(table, "1/")).status_code == 200


def test_a_refused_move_says_why_and_changes_nothing() -> None:
    """Out of turn: one sentence, no event, the same board."""
    _persons, table = four()
    match = make.started(table)
    seat, seq, raw = make.fallback(match)
    other = make.holder(match, (seat + 1) % 4)
    data = {"match": "1", "seq": str(seq), "move": raw, "token": ""}
    answer = signed_in(other).post(path(table, "jugada/"), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and answer["X-Tapete-Outcome"] == "refused"
    html = answer.content.decode()
    assert html.startswith(f"<!--frame 1 {seq} ")
    assert re.search(r'id="r-toast" hx-swap-oob="true"[^>]*><p>No es tu turno', html)
    match.refresh_from_db()
    assert match.seq == seq
    page = signed_in(other).post(path(table, "jugada/"), data, follow=True).content.decode()
    assert "No es tu turno" in page


def test_an_accepted_move_answers_with_the_new_board() -> None:
    """The sender's regions come back at the new seq, an earlier seq is stale, the same token is repeated."""
    _persons, table = four()
    match = make.started(table)
    seat, seq, raw = make.fallback(match)
    browser = signed_in(make.holder(match, seat))
    data = {"match": "1", "seq": str(seq), "move": raw, "token": "abc"}
    first = browser.post(path(table, "jugada/"), data, headers={"HX-Request": "true"})
    assert first["X-Tapete-Outcome"] == "done" and first.content.decode().startswith(f"<!--frame 1 {seq + 1} ")
    again = browser.post(path(table, "jugada/"), data, headers={"HX-Request": "true"})
    assert again["X-Tapete-Outcome"] == "repeated"
    stale = browser.post(path(table, "jugada/"), {**data, "token": "other"}, headers={"HX-Request": "true"})
    assert stale["X-Tapete-Outcome"] == "stale" and "Mientras tanto" in stale.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"move": "{"}, {"move": "[" * 3000}, {"move": '{"card": "zz"}'}, {"move": "\0"}, {"move": "x" * 50_000}, {"seq": "-1"},
        {"seq": "1" * 40}, {"match": "99"}, {"match": "x"}, {"token": "t" * 41}, {"token": "\x07"}, {"move": json.dumps({"a": {"b": []}})},
    ],
)  # fmt: skip
def test_malformed_moves_are_400_with_a_sentence(change: dict[str, str]) -> None:
    """Whatever comes in, the answer is one Spanish sentence and the history stays as it was."""
    _persons, table = four()
    match = make.started(table)
    seat, seq, raw = make.fallback(match)
    before = HistoryEvent.objects.count()
    data = {"match": "1", "seq": str(seq), "move": raw, "token": "", **change}
    answer = signed_in(make.holder(match, seat)).post(path(table, "jugada/"), data)
    assert answer.status_code == 400
    html = answer.content.decode()
    assert "Traceback" not in html and "Volver al inicio" in html
    assert HistoryEvent.objects.count() == before


def test_the_seat_comes_from_the_session_alone(client: Client) -> None:
    """A stranger, and a spectator with a session, can't act for a seat, whatever the form says."""
    _persons, table = four()
    match = make.started(table)
    seat, seq, raw = make.fallback(match)
    data = {"match": "1", "seq": str(seq), "move": raw, "seat": str(seat), "player": "1"}
    assert client.post(path(table, "jugada/"), data).status_code == 403
    (watcher,) = make.people("Mirón")
    assert signed_in(watcher).post(path(table, "jugada/"), data).status_code == 403
    match.refresh_from_db()
    assert match.seq == seq


def test_names_and_chat_are_text_everywhere() -> None:
    """Markup in names, titles and chat is shown as typed, in pages, frames and attributes."""
    nasty = "<b>\"x'&</b>"
    persons = make.people(nasty, "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    table.title = "<script>alert(1)</script>"
    table.save()
    make.started(table)
    browser = signed_in(persons[0])
    assert browser.post(path(table, "charla/"), {"text": "<img src=x onerror=alert(1)>"}).status_code == 303
    for rest in ("", "estado/"):
        html = browser.get(path(table, rest)).content.decode()
        assert nasty not in html and "<script>alert" not in html and "<img src=x" not in html
        assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "<script>alert" not in browser.get("/").content.decode()


def test_p8_spectators_read_the_chat_and_do_not_write(client: Client) -> None:
    """A spectator's page has the lines and no field; a post is refused (P8, S27)."""
    persons, table = four()
    signed_in(persons[1]).post(path(table, "charla/"), {"text": "Hola a todos"})
    html = client.get(path(table)).content.decode()
    assert "Hola a todos" in html and 'name="text"' not in html
    assert client.post(path(table, "charla/"), {"text": "yo también"}).status_code == 403
    own = signed_in(persons[1]).get(path(table)).content.decode()
    assert "<li class=own>" in own


def test_p16_replay_export_and_proof_lead_to_the_table_until_the_end() -> None:
    """While a match runs its replay's addresses redirect, for seats and strangers alike (P16)."""
    persons, table = four()
    match = make.started(table)
    match.refresh_from_db()
    for browser in (Client(), signed_in(persons[0])):
        for rest in ("1/", "1/?paso=3&ojos=todas", "1/paso/", "1/partida.json", "1/reparto/"):
            answer = browser.get(path(table, rest))
            assert answer.status_code == 302 and answer["Location"] == path(table)
            assert match.deal_code not in answer.content.decode()


@pytest.mark.long
def test_the_replay_works_by_links_alone() -> None:
    """Every step answers, eyes change what is seen, the log links to steps, odd numbers are brought into bounds."""
    persons, table = four()
    match = make.play_out(make.one_round(table))
    browser = signed_in(persons[0])
    html = browser.get(path(table, "1/")).content.decode()
    last = match.events.filter(kind__in=("shuffled", "played")).count()
    assert f"Paso {last} de {last}" in html
    for step in range(last + 1):
        page = browser.get(path(table, f"1/?paso={step}&ojos=1")).content.decode()
        assert f"Paso {step} de {last}" in page
    links = re.findall(r'href="([^"]*paso=\d+[^"]*)" data-step', html)
    assert len(links) > last
    assert browser.get(unescape(links[0])).status_code == 200
    for odd in ("paso=999999999999", "paso=-1", "paso=x", "ojos=9", "ojos=%00", "paso=²"):
        assert browser.get(path(table, f"1/?{odd}")).status_code == 200
    assert browser.get(path(table, "7/")).status_code == 404
    step = browser.get(path(table, "1/paso/?paso=3&ojos=todas")).content.decode()
    assert 'id="r-seats" hx-swap-oob="true"' in step and "\0" not in step


def test_the_export_proves_the_deal() -> None:
    """The export holds the history and the deal proof, and the page says that they agree."""
    persons, table = four()
    match = make.play_out(make.one_round(table))
    body = signed_in(persons[0]).get(path(table, "1/partida.json")).json()
    assert [event["seq"] for event in body["events"]] == list(range(1, match.seq + 1))
    assert body["deal"]["commitment"] == match.commitment
    assert match.nonce in signed_in(persons[0]).get(path(table, "1/reparto/")).content.decode()


def test_a_match_that_can_not_be_replayed_shows_a_card() -> None:
    """A history that today's rules refuse: its page and replay say so, every other page works."""
    persons, table = four()
    match = make.started(table)
    HistoryEvent.objects.create(match=match, seq=match.seq + 1, kind="played", seat=0, payload={"no": "move"}, cause="person")
    Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
    browser = signed_in(persons[0])
    answer = browser.get(path(table))
    assert answer.status_code == 200 and "La partida 1 no se puede mostrar" in answer.content.decode()
    Match.objects.filter(pk=match.pk).update(status="voided")
    assert "La partida 1 no se puede mostrar" in browser.get(path(table, "1/")).content.decode()
    assert browser.get("/").status_code == 200


def test_p5_an_abandoned_seat_is_offered(client: Client) -> None:
    """Who left is offered the way back, a stranger the seat (P5)."""
    _persons, table = four()
    match = make.started(table)
    leaver = make.holder(match, 2)
    assert signed_in(leaver).post(path(table, "abandonar/")).status_code == 303
    assert "He vuelto" in signed_in(leaver).get(path(table)).content.decode()
    html = client.get(path(table)).content.decode()
    assert "su silla está libre" in html
    assert client.post(path(table, "sentarse/"), {"index": "2", "name": "Nueva"}).status_code == 303
    assert len(re.findall(r'<li data-card="', client.get(path(table)).content.decode())) == 10
    assert "He vuelto" not in signed_in(leaver).get(path(table)).content.decode()


def test_s25_the_rematch_is_answered_and_the_host_pairs_again() -> None:
    """The host's tap changes the pairs; four yeses to them, then match 2 starts under the same link (S25)."""
    persons, table = four()
    make.play_out(make.one_round(table))
    host = signed_in(persons[0])
    assert "¿Con quién juegas?" in host.get(path(table)).content.decode()
    host.post(path(table, "pareja/"), {"partner": "1"})
    assert "Empezar la partida" not in host.get(path(table)).content.decode()
    for player in persons:
        assert signed_in(player).post(path(table, "revancha/"), {"answer": "yes"}).status_code == 303
    assert "Empezar la partida" in host.get(path(table)).content.decode()
    host.post(path(table, "empezar/"), {"partner": "1"})
    assert Match.objects.filter(table=table).count() == 2
    assert signed_in(persons[0]).post(path(table, "revancha/"), {"answer": "maybe"}).status_code == 400


def test_tables_are_never_stored_by_caches_and_say_no_secret_in_previews(client: Client) -> None:
    """no-store on every table page; the preview's title names the table only."""
    _persons, table = four()
    make.started(table)
    answer = client.get(path(table))
    assert "no-store" in answer["Cache-Control"]
    assert re.search(r'og:title" content="Mesa de Sueca · Tapete"', answer.content.decode())


def test_addresses_that_lead_nowhere_are_404_in_spanish(client: Client) -> None:
    """Unknown codes, odd codes, unknown games."""
    for address in ("/m/zzzzzzzz/", "/m/%00/", "/abrir/parchis/", "/reglas/parchis/", "/m/zzzzzzzz/1/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "Aquí no hay nada" in answer.content.decode()


def test_too_many_posts_get_429_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever posts faster than a person meets a sentence, not an error."""
    monkeypatch.setattr(middleware, "time", SimpleNamespace(monotonic=lambda: 0.0))
    persons, table = four()
    browser = signed_in(persons[0])
    answers = [browser.post(path(table, "nombre/"), {"name": ""}).status_code for _ in range(80)]
    assert answers[0] == 303 and answers[-1] == 429
    assert "Demasiadas veces seguidas" in browser.post(path(table, "nombre/"), {"name": "x"}).content.decode()


def test_the_page_speaks_the_persons_language() -> None:
    """Preference before cookie before browser; the cookie is set for strangers too."""
    (ana,) = make.people("Ana")
    browser = signed_in(ana)
    browser.post("/preferencias/", {"language": "pt"})
    ana.refresh_from_db()
    assert ana.language == "pt"
    assert 'lang="pt"' in browser.get("/", headers={"Accept-Language": "en"}).content.decode()
    assert 'lang="en"' in Client().get("/", headers={"Accept-Language": "en"}).content.decode()
    assert 'lang="es"' in Client().get("/", headers={"Accept-Language": "fi"}).content.decode()
    assert translation.get_language() == "es"


def test_preferences_refuse_what_is_none_of_theirs() -> None:
    """A bad name gets a sentence, an unknown deck is ignored, ?next can't leave the site."""
    (ana,) = make.people("Ana")
    browser = signed_in(ana)
    assert browser.post("/preferencias/", {"name": "   "}).status_code == 400
    answer = browser.post("/preferencias/", {"name": "Ana María", "deck": "oro", "next": "https://example.org/"})
    assert answer["Location"] == "/preferencias/"
    ana.refresh_from_db()
    assert (ana.name, ana.deck) == ("Ana María", "clasica")


def test_a_cheap_look_is_two_queries_at_most(django_assert_max_num_queries: Any) -> None:
    """A page of a table already rendered asks for session, person and the stamp, nothing else of the table."""
    persons, table = four()
    make.started(table)
    browser = signed_in(persons[0])
    browser.get(path(table, "estado/"))
    with django_assert_max_num_queries(3):
        browser.get(path(table, "estado/"))


def test_p4_after_a_week_the_waiting_seat_can_be_handed_over() -> None:
    """Without a clock the offer appears by time alone, also on a page rendered before, and works (P4)."""
    _persons, table = four()
    with time_machine.travel("2030-05-01T12:00:00Z", tick=False) as now:
        match = make.started(table)
        seat, _seq, _raw = make.fallback(match)
        browser = signed_in(make.holder(match, (seat + 1) % 4))
        assert "una semana sin jugar" not in browser.get(path(table)).content.decode()
        early = browser.post(path(table, "ceder/"), {"index": str(seat)}, follow=True).content.decode()
        assert 'role="alert"><p>' in early
        now.shift(dt.timedelta(days=7))
        assert "una semana sin jugar" in browser.get(path(table)).content.decode()
        assert browser.post(path(table, "ceder/"), {"index": str(seat)}).status_code == 303
        assert Seat.objects.get(table=table, index=seat).stand_in == "handed"


def test_p7_a_silent_seat_can_be_freed_after_a_day() -> None:
    """The host sees the button a day after the end, and whoever opens the link then sits down (P7)."""
    persons, table = four()
    with time_machine.travel("2030-05-01T12:00:00Z", tick=False) as now:
        make.play_out(make.one_round(table))
        host = signed_in(persons[0])
        host.post(path(table, "revancha/"), {"answer": "yes"})
        assert "Liberar la silla" not in host.get(path(table)).content.decode()
        now.shift(dt.timedelta(hours=24))
        html = host.get(path(table)).content.decode()
        assert html.count(">Liberar la silla<") == 3
        silent = Seat.objects.get(table=table, player=persons[3])
        assert host.post(path(table, "liberar/"), {"index": str(silent.index)}).status_code == 303
        assert "Sentarme" in Client().get(path(table)).content.decode()


def test_p7_before_the_first_match_the_host_frees_a_chair_without_a_page_and_its_person_hears_of_it() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.opened(ana, ("person", "easy", "easy"))
    lobby.sit(table, player=luis)
    host, guest = signed_in(ana), signed_in(luis)
    assert host.get(path(table)).content.decode().count(">Liberar la silla<") == 1
    assert "Liberar la silla" not in guest.get(path(table)).content.decode()

    presence.look(table.pk, player_id=luis.pk, channel="luis", visible=False)
    assert "Liberar la silla" not in host.get(path(table)).content.decode()
    page = host.post(path(table, "liberar/"), {"index": "1"}, follow=True).content.decode()
    assert "Solo se puede liberar la silla de quien no tiene la mesa abierta." in page
    presence.leave("luis")
    assert host.post(path(table, "liberar/"), {"index": "1"}).status_code == 303
    assert not Seat.objects.filter(table=table, player=luis).exists()

    told = "Mientras no estabas, quien lleva la mesa liberó tu silla"
    html = guest.get(path(table)).content.decode()
    assert f"{told}. Puedes sentarte otra vez." in html and "Sentarme" in html
    for other in (host, Client(), signed_in(eva)):
        assert told not in other.get(path(table)).content.decode()
    lobby.sit(table, player=eva)
    assert f"{told}, y ya no queda ninguna libre. Puedes mirar." in guest.get(path(table)).content.decode()
    lobby.stand(table, player=eva)
    assert guest.post(path(table, "sentarse/")).status_code == 303
    assert told not in guest.get(path(table)).content.decode()


def test_e1_the_host_sees_how_many_chairs_there_may_be() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.gathered([ana, luis, eva], slug="crazy-eights")
    host = signed_in(ana)
    assert 'id="chair-count"' in host.get(path(table)).content.decode()
    assert 'id="chair-count"' not in signed_in(luis).get(path(table)).content.decode()
    assert 'id="chair-count"' not in signed_in(ana).get(path(make.opened(ana))).content.decode()
    assert host.post(path(table, "sillas/"), {"count": "6"}).status_code == 303
    assert table.seats.count() == 6
    answer = host.post(path(table, "sillas/"), {"count": "2"}, follow=True).content.decode()
    assert "Hay más personas sentadas que sillas quedarían." in answer
    assert table.seats.count() == 6
    assert host.post(path(table, "sillas/"), {"count": "siete"}).status_code == 400


def test_an_answer_that_several_questions_have_comes_with_its_own() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.gathered([ana, luis], slug="crazy-eights", queens="on")
    html = signed_in(luis).get(path(table)).content.decode()
    for told in ("Las damas: Saltan.", "Los ases: Cartas corrientes.", "Los doses: Cartas corrientes.", "<b>Hasta poder jugar.</b>"):
        assert told in html


def test_p17_a_guest_is_marked_in_play_who_could_be_mistaken_for_an_account_at_the_table() -> None:
    account = make.account("Ána", "ana@example.org")
    guest, other = make.people("ANA", "Luis")
    table = make.gathered([account, guest, other], slug="crazy-eights")
    lobby.set_chairs(table, host=account, count=3)
    make.started(table)
    shown = {player: regions_of(signed_in(player).get(path(table)).content.decode()) for player in (account, other)}
    assert shown[account].count("de visita") == shown[other].count("de visita") == 1
    assert "ANA 2" in shown[other]


def regions_of(html: str) -> str:
    """The plates of a table's page."""
    return html[html.index('id="r-seats"') : html.index('id="r-centre"')]


def test_p7_changed_rules_are_shown_to_everybody() -> None:
    """Before the rematch the host changes a rule and the clock: every page says so, and earlier yeses are cleared (P7)."""
    persons, table = four()
    make.play_out(make.one_round(table))
    signed_in(persons[1]).post(path(table, "revancha/"), {"answer": "yes"})
    data = {"choice-count": "end", "choice-revoke": "impeded", "clock": "1d", "visibility": "link"}
    assert signed_in(persons[2]).post(path(table, "reglas/"), data).status_code == 403
    assert signed_in(persons[0]).post(path(table, "reglas/"), data).status_code == 303
    for browser in (signed_in(persons[1]), Client()):
        html = browser.get(path(table)).content.decode()
        assert "En la próxima partida cambia esto:" in html
        assert "Se cuenta al final." in html and "Cada jugada tiene un día." in html
        assert "dice que sí" not in html
    assert signed_in(persons[0]).post(path(table, "reglas/"), {**data, "clock": "1y"}).status_code == 400


def test_p2_the_log_says_that_the_clock_played() -> None:
    """A timed-out turn is told in words, to everybody (P2)."""
    _persons, table = four()
    table.clock = "1d"
    table.save()
    match = make.started(table)
    seat, _seq, _raw = make.fallback(match)
    match.refresh_from_db()
    assert match.deadline
    with time_machine.travel(match.deadline + dt.timedelta(seconds=5), tick=False):
        clock.expire(match.pk, turn=match.turn)
    html = Client().get(path(table)).content.decode()
    assert f"Se acabó el tiempo de {make.holder(match, seat).name}" in html


def test_p3_a_stand_in_offers_the_way_back() -> None:
    """While a CPU player plays one's seat, the page offers *He vuelto* and no card can be played (P3)."""
    _persons, table = four()
    match = make.started(table)
    seat, _seq, _raw = make.fallback(match)
    player = make.holder(match, seat)
    Seat.objects.filter(table=table, index=seat).update(stand_in="missed")
    SNAPSHOTS.clear()
    browser = signed_in(player)
    html = browser.get(path(table)).content.decode()
    assert "He vuelto" in html and not moves_on(html)
    browser.post(path(table, "he-vuelto/"))
    assert moves_on(browser.get(path(table)).content.decode())
