"""P19: an act that makes a person or a table, sent twice by the same browser, is one act. Answers get lost; browsers ask again."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable
from html import unescape
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from config.sessions import SessionStore
from games.registry import get
from tables import proof
from tables.middleware import BUCKETS, VISIT_AGE
from tables.models import Match, PendingGuest, Player, PuzzleResult, Seat, Table
from tables.rendering import SNAPSHOTS
from tables.selectors import puzzle as selectors
from tables.services import absence, clearing, lobby, rematch, visitors
from tables.tasks import work_visitors
from tests import factories as make, puzzles
from tests.config.test_served_site import eventually
from tests.live import ROOT, LiveSite
from tests.together import at_once

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
VISIT_COOKIE, SESSION_COOKIE, CSRF_COOKIE = settings.VISIT_COOKIE_NAME, settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
FORM = re.compile(r"<form[^>]*>.*?</form>", re.S)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def browser(*, like: Client | None = None) -> Client:
    """A browser without script that checks nothing away; like: with the cookies that another one has now."""
    client = Client(enforce_csrf_checks=True)
    for name, morsel in (like.cookies if like else {}).items():
        client.cookies[name] = morsel.value
    return client


def hidden(html: str, mark: str) -> dict[str, str]:
    """The hidden fields of the page's form that contains the mark."""
    form = next(form for form in FORM.findall(html) if mark in form)
    return {name: unescape(value) for name, value in HIDDEN.findall(form)}


class Act:
    """Something that makes a person: the page whose form does it, that form's address, a part of it, and what is typed."""

    def __init__(self, page: str, address: str, mark: str, **typed: str) -> None:
        self.page, self.address, self.mark, self.typed = page, address, mark, typed

    def fill(self, client: Client, **typed: str) -> dict[str, str]:
        """Open the page and fill in its form."""
        answer = client.get(self.page)
        assert answer.status_code == 200
        return {**hidden(answer.content.decode(), self.mark), **self.typed, **typed}

    def post(self, client: Client, fields: dict[str, str]) -> Any:
        """Send the form; the client keeps the answer's cookies."""
        return client.post(self.address, fields)

    def lose(self, client: Client, fields: dict[str, str]) -> Any:
        """Send the form and lose the answer: the browser has what it had."""
        return self.post(browser(like=client), fields)


def sitting() -> Act:
    (ana,) = make.people("Ana")
    table = make.opened(ana, ("person", "easy", "easy"))
    return Act(f"/m/{table.code}/", f"/m/{table.code}/sentarse/", "sentarse/", name="Luis")


def taking_a_seat_that_was_left() -> Act:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    absence.abandon(match.table, player=make.holder(match, 1))
    return Act(f"/m/{match.table.code}/", f"/m/{match.table.code}/sentarse/", "sentarse/", name="Luisa")


def opening() -> Act:
    return Act("/abrir/sueca/", "/abrir/sueca/", "csrf", name="Luis", clock="3d")


def playing_now() -> Act:
    return Act("/", "/jugar/sueca/", "csrf")


def playing_now_from_the_rules() -> Act:
    return Act("/reglas/sueca/", "/jugar/sueca/", "csrf")


def repeating_a_deal() -> Act:
    link = f"/abrir/crazy-switch/?partida={proof.grouped('ABCDEFGHJKMN')}"
    return Act(link, "/abrir/crazy-switch/", "partida", name="Luis")


def solving() -> Act:
    day = puzzles.laid(selectors.today(timezone.now()))
    return Act(f"/diario/{day.day}/", f"/diario/{day.day}/enviar/", "csrf", move=json.dumps(day.best))


ACTS = [sitting, taking_a_seat_that_was_left, opening, playing_now, playing_now_from_the_rules, repeating_a_deal, solving]
acts = pytest.mark.parametrize("scene", ACTS, ids=lambda scene: scene.__name__)


def census() -> tuple[int, ...]:
    """How much there is of what acts make."""
    return tuple(model.objects.count() for model in (Player, Table, Match, PuzzleResult))


def who(client: Client) -> int | None:
    """Who the browser is."""
    user = client.get("/").wsgi_request.user
    return user.pk if user.is_authenticated else None


@acts
def test_p19_a_lost_answer_makes_the_second_try_the_same_person_seat_and_table(scene: Callable[[], Act]) -> None:
    act, client = scene(), browser()
    fields = act.fill(client)
    first = act.lose(client, fields)
    assert first.status_code == 303 and SESSION_COOKIE in first.cookies
    made = census()
    assert who(client) is None

    second = act.post(client, fields)
    assert (second.status_code, second["Location"]) == (303, first["Location"])
    assert second.cookies[SESSION_COOKIE].value == first.cookies[SESSION_COOKIE].value
    assert census() == made
    player = Player.objects.get(pk=who(client))
    page = client.get(second["Location"])
    assert page.status_code == 200 and "Ya habías enviado" not in page.content.decode()
    assert Seat.objects.filter(player=player).count() <= 1


@acts
def test_p19_a_form_filled_in_anew_after_the_lost_answer_is_the_same_act(scene: Callable[[], Act]) -> None:
    act, client = scene(), browser()
    first = act.lose(client, act.fill(client))
    made = census()
    second = act.post(client, act.fill(client))
    assert second["Location"] == first["Location"] and census() == made


@pytest.mark.django_db(transaction=True)
@acts
def test_p19_three_at_once_are_one(scene: Callable[[], Act]) -> None:
    act, client = scene(), browser()
    fields, before = act.fill(client), Player.objects.count()
    answers = at_once([lambda: act.lose(client, fields)] * 3)
    assert [answer.status_code for answer in answers] == [303] * 3
    assert len({answer["Location"] for answer in answers}) == 1
    assert len({answer.cookies[SESSION_COOKIE].value for answer in answers}) == 1
    assert Player.objects.count() == before + 1
    assert Seat.objects.exclude(player=None).values("table", "player").distinct().count() == Seat.objects.exclude(player=None).count()
    client.cookies[SESSION_COOKIE] = answers[0].cookies[SESSION_COOKIE].value
    assert who(client) == PendingGuest.objects.get().player_id


def test_p19_the_session_of_the_second_answer_can_act() -> None:
    act, client = sitting(), browser()
    fields = act.fill(client)
    act.lose(client, fields)
    act.post(client, fields)
    html = client.get(act.page).content.decode()
    answer = client.post(act.page + "levantarse/", hidden(html, "Levantarme"))
    assert answer.status_code == 303
    assert not Seat.objects.filter(player__name="Luis").exists()


def test_p19_who_looks_again_after_the_lost_answer_is_offered_the_chair_at_the_full_table() -> None:
    act, client = sitting(), browser()
    first = act.lose(client, act.fill(client))
    html = client.get(act.page).content.decode()
    assert "Luis, tienes tu silla" in html and "Volver a mi silla" in html
    assert "Mesa completa" in client.get(f"{act.page}?mirar=1").content.decode()
    for other in (browser(), known()):
        assert "Volver a mi silla" not in other.get(act.page).content.decode()
    answer = client.post(act.address, hidden(html, "Volver a mi silla"))
    assert answer["Location"] == first["Location"]
    assert Seat.objects.get(player=who(client)).name == "Luis"
    assert "Levantarme" in client.get(act.page).content.decode()


def test_p19_whose_chair_the_host_freed_meanwhile_sits_down_again_as_the_same_person() -> None:
    act, client = sitting(), browser()
    fields = act.fill(client)
    act.lose(client, fields)
    luis, table = Player.objects.get(name="Luis"), Table.objects.get()
    assert table.host
    rematch.free_silent(table, host=table.host, index=1)
    assert act.post(client, fields).status_code == 303
    assert who(client) == luis.pk and Seat.objects.get(player=luis).index == 1


def test_p19_the_name_typed_last_counts() -> None:
    act, client = sitting(), browser()
    fields = act.fill(client)
    act.lose(client, fields)
    assert act.post(client, {**fields, "name": "Luisa", "deck": "cuatro"}).status_code == 303
    seat = Seat.objects.select_related("player").get(player=who(client))
    assert seat.player and (seat.name, seat.player.name, seat.player.deck) == ("Luisa", "Luisa", "cuatro")
    assert not Player.objects.filter(name="Luis").exists()


def test_p19_other_acts_of_a_browser_that_heard_nothing_are_the_same_persons() -> None:
    act, client = sitting(), browser()
    act.lose(client, act.fill(client))
    other = playing_now()
    other.post(client, other.fill(client))
    assert Seat.objects.filter(player=who(client)).count() == 2


def test_p19_a_changed_wish_is_another_table_of_the_same_person() -> None:
    act, client = opening(), browser()
    fields = act.fill(client)
    first = act.lose(client, fields)
    second = act.post(client, {**fields, "clock": "1d"})
    assert first["Location"] != second["Location"]
    assert set(Table.objects.values_list("host", "clock")) == {(who(client), "3d"), (who(client), "1d")}


def test_p11_what_is_refused_makes_nobody_and_keeps_nothing() -> None:
    act, client = sitting(), browser()
    fields, made = act.fill(client), census()
    assert act.post(client, {**fields, "name": " "}).status_code == 303
    lobby.sit(Table.objects.get(), player=make.people("Eva")[0])
    act.post(client, fields)
    assert Player.objects.count() == made[0] + 1 and not PendingGuest.objects.exists()
    assert SESSION_COOKIE not in client.cookies


def test_looking_keeps_nothing_and_gives_one_secret_that_no_script_reads() -> None:
    client = browser()
    answer = client.get("/")
    cookie = answer.cookies[VISIT_COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] == VISIT_AGE and cookie["path"] == "/"
    assert VISIT_COOKIE not in client.get("/abrir/sueca/").cookies
    assert not PendingGuest.objects.exists()


def test_guests_come_into_being_in_one_place_alone() -> None:
    """Whoever adds an act that makes a person does it by `views.visitors.person`, and it is repeatable."""
    makers = {
        path.relative_to(ROOT).as_posix()
        for folder in ("tables", "config", "games")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\b(make_guest|create_guest)\(", path.read_text()) and "migrations" not in path.parts
    }
    definitions = {"tables/models/people.py", "tables/services/people.py"}
    assert makers - definitions == {"tables/views/visitors.py"}


# ---- what somebody might try -------------------------------------------------------------------------------------------------


def test_who_knows_the_form_token_alone_becomes_somebody_else() -> None:
    act, client = sitting(), browser()
    fields = act.fill(client)
    act.lose(client, fields)
    thief = browser()
    thief.cookies[CSRF_COOKIE] = client.cookies[CSRF_COOKIE].value
    other = playing_now()
    assert other.post(thief, {"csrfmiddlewaretoken": fields["csrfmiddlewaretoken"]}).status_code == 303
    assert who(thief) not in (None, Player.objects.get(name="Luis").pk)


@pytest.mark.parametrize("value", ["", "x", "made-up", "made:up:thing", "\x00", "ñ" * 5000])
def test_a_secret_that_is_not_of_ours_binds_nobody(value: str) -> None:
    act, client = opening(), browser()
    fields = act.fill(client)
    client.cookies[VISIT_COOKIE] = value
    assert act.post(client, fields).status_code == 303
    assert not PendingGuest.objects.exists()


def test_an_old_secret_is_replaced_and_binds_nobody() -> None:
    act, client = opening(), browser()
    with time_machine.travel(NOON, tick=False) as now:
        fields = act.fill(client)
        before = client.cookies[VISIT_COOKIE].value
        now.shift(VISIT_AGE + 3601)
        stale = browser(like=client)
        assert act.post(stale, fields).status_code == 303
        assert not PendingGuest.objects.exists()
        client.get("/")
        assert client.cookies[VISIT_COOKIE].value != before


def test_once_the_browser_came_as_its_guest_its_secret_makes_nobody_into_them() -> None:
    """Somebody who planted the cookie, and waits, comes too late."""
    with time_machine.travel(NOON, tick=False) as now:
        act, client = sitting(), browser()
        fields = act.fill(client)
        planted = browser(like=client)
        act.post(client, fields)
        guest = who(client)
        assert not client.cookies[VISIT_COOKIE].value  # taken away with the first page
        now.shift(visitors.GRACE + dt.timedelta(seconds=1))
        other = playing_now()
        other.post(planted, other.fill(planted))
        assert who(planted) not in (None, guest)


def test_a_post_on_its_way_when_the_browser_came_as_its_guest_still_is_that_guests() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        act, client = sitting(), browser()
        fields = act.fill(client)
        late = browser(like=client)
        act.post(client, fields)
        guest = who(client)
        now.shift(visitors.GRACE - dt.timedelta(seconds=1))
        act.post(late, fields)
        assert who(late) == guest


def test_after_signing_out_the_browsers_next_guest_is_another_person() -> None:
    act, client = sitting(), browser()
    fields = act.fill(client)
    late = browser(like=client)
    act.post(client, fields)
    guest = who(client)
    client.post("/cuenta/logout/", hidden(client.get("/cuenta/logout/").content.decode(), "csrf"))
    assert who(client) is None
    other = playing_now()
    other.post(client, other.fill(client))
    assert who(client) not in (None, guest)
    other.post(late, other.fill(late))
    assert who(late) not in (None, guest), "a session that ended is not given out again"


def test_a_secret_is_worth_a_day() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        act, client = opening(), browser()
        fields = act.fill(client)
        first = act.lose(client, fields)
        now.shift(visitors.WINDOW + dt.timedelta(seconds=1))
        second = act.post(client, fields)
        assert second["Location"] != first["Location"]
        assert second.cookies[SESSION_COOKIE].value != first.cookies[SESSION_COOKIE].value
        assert Player.objects.count() == 2


def test_the_browser_that_signs_in_to_an_account_leaves_its_unheard_guest_behind() -> None:
    act, client = sitting(), browser()
    act.lose(client, act.fill(client))
    client.force_login(make.account("Ana", "ana@example.org"), backend="django.contrib.auth.backends.ModelBackend")
    client.get("/")
    assert not PendingGuest.objects.exists()


def test_rows_that_are_worth_nothing_are_swept_in_bounded_batches() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        PendingGuest.objects.bulk_create([PendingGuest(key=f"old {n}") for n in range(clearing.BATCH + 2)])
        now.shift(visitors.WINDOW + dt.timedelta(seconds=1))
        PendingGuest.objects.create(key="new")
        assert visitors.forget(limit=1) == clearing.BATCH
        work_visitors(0)
        assert list(PendingGuest.objects.values_list("key", flat=True)) == ["new"]


# ---- people who are known ----------------------------------------------------------------------------------------------------


def known() -> Client:
    """The browser of a guest who was here before."""
    client = browser()
    client.force_login(make.people("Luis")[0], backend="django.contrib.auth.backends.ModelBackend")
    return client


TABLES = [opening, playing_now, playing_now_from_the_rules, repeating_a_deal]
tables = pytest.mark.parametrize("scene", TABLES, ids=lambda scene: scene.__name__)


@tables
def test_p19_the_same_form_of_somebody_known_twice_is_one_table_and_a_new_form_another(scene: Callable[[], Act]) -> None:
    act, client = scene(), known()
    fields = act.fill(client)
    assert fields["act"]
    first = act.lose(client, fields)
    assert act.post(client, fields)["Location"] == first["Location"]
    assert Table.objects.count() == 1
    assert act.post(client, act.fill(client))["Location"] != first["Location"]
    assert Table.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@tables
def test_p19_the_same_form_three_times_at_once_is_one_table(scene: Callable[[], Act]) -> None:
    act, client = scene(), known()
    fields = act.fill(client)
    answers = at_once([lambda: act.lose(client, fields)] * 3)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer["Location"] for answer in answers}) == 1 and Table.objects.count() == 1


def test_p19_the_same_act_of_two_people_is_two_tables() -> None:
    ana, luis = make.people("Ana", "Luis")
    game = get("sueca")
    wish = {"slug": "sueca", "options": game.defaults, "clock": "none", "visibility": "link", "seats": ["easy"] * 3}
    opened = [lobby.open_once(host, "same", lambda host=host: lobby.open_table(host, **wish)) for host in (ana, luis, ana)]
    assert opened[0] == opened[2] != opened[1]


# ---- over the wire -----------------------------------------------------------------------------------------------------------


def asked(site: LiveSite, cookies: dict[str, str], method: str, address: str, body: str = "") -> HTTPConnection:
    """A connection on which that request has been sent, and nothing read yet."""
    connection = HTTPConnection("localhost", site.port, timeout=60)
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Referer": site.url + "/"}
    connection.request(method, address, body, {**headers, "Content-Type": "application/x-www-form-urlencoded"} if body else headers)
    return connection


def heard(connection: HTTPConnection, cookies: dict[str, str]) -> tuple[int, str]:
    """The answer's status and text; what cookies it sets are kept."""
    answer = connection.getresponse()
    text = answer.read().decode()
    for line in answer.headers.get_all("Set-Cookie") or ():
        cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
    connection.close()
    return answer.status, text


@pytest.mark.django_db(transaction=True)
def test_p19_over_http_a_thrown_away_answer_keeps_the_last_chair(live_site: LiveSite) -> None:
    act, cookies = sitting(), dict[str, str]()
    _status, html = heard(asked(live_site, cookies, "GET", act.page), cookies)
    body = urlencode({**hidden(html, act.mark), **act.typed})
    lost = asked(live_site, cookies, "POST", act.address, body)
    eventually(lambda: Seat.objects.filter(player__name="Luis").exists(), "the first post does nothing")
    lost.close()
    assert SESSION_COOKIE not in cookies

    assert heard(asked(live_site, cookies, "POST", act.address, body), cookies)[0] == 303
    luis = Player.objects.get(name="Luis")
    assert SessionStore(cookies[SESSION_COOKIE])[SESSION_KEY] == str(luis.pk)
    status, page = heard(asked(live_site, cookies, "GET", act.page), cookies)
    assert status == 200 and "Levantarme" in page
    assert Seat.objects.get(player=luis).index == 1
