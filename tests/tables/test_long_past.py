"""A long past costs nothing: the same queries and pages no longer at two thousand old tables, matches and lines than at a pageful."""

from __future__ import annotations

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.middleware import BUCKETS
from tables.models import ChatLine, Honour, Match, Player, Seat, Table, Watching
from tables.notices import turns
from tables.rendering import SNAPSHOTS
from tables.selectors import home
from tables.services import lobby, people as people_service, rematch
from tests import factories as make

pytestmark = pytest.mark.django_db

SOME, MANY = 60, 2000


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def signed_in(player: Player) -> Client:
    """A browser of that person's."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def old_tables(player: Player, count: int, *, status: str = "over", prefix: str = "v") -> list[Table]:
    """Tables at which the person and three namesakes of one another sit, after a match, or in one that waits for the person."""
    others = make.people("Luis", "Luis", "Eva")
    now = timezone.now()
    tables = Table.objects.bulk_create(
        Table(
            code=f"{prefix}{number}", slug=make.SLUG, clock="3d", title=f"{prefix}-{number}.", visibility="public",
            created_at=now + dt.timedelta(seconds=number),
        )
        for number in range(count)
    )  # fmt: skip
    names = ["Luis 1", player.name, "Luis 2", "Eva"]
    holders = [others[0], player, others[1], others[2]]
    Seat.objects.bulk_create(
        Seat(table=table, index=index, player=holders[index], name=names[index], sat_at=now, over=status != "running")
        for table in tables
        for index in range(4)
    )
    Match.objects.bulk_create(
        Match(
            table=table, number=1, slug=make.SLUG, version=1, options={}, clock="3d", seat_kinds=["person"] * 4, deal_code="x", nonce="x",
            commitment="x", awaited=[1], status=status, ended_at=None if status == "running" else now,
        )
        for table in tables
    )  # fmt: skip
    return tables


def analysed() -> None:
    """Let Postgres know how much there is, as it does by itself on a site that lives."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def cost(client: Client, address: str) -> tuple[list[str], int]:
    """The queries of a page, each by what it reads, and the bytes of the page."""
    client.get(address)
    SNAPSHOTS.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return [re.sub(r"\d+", "n", re.sub(r"IN \([^()]*\)", "IN (…)", query["sql"]))[:120] for query in queries], len(answer.content)


def rows_read(player: Player) -> int:
    """Rows and blocks that Postgres touches to find what the home page lists, by its own account."""
    read = 0

    def follow(plan: dict[str, Any]) -> None:
        nonlocal read
        read += (plan.get("Actual Rows", 0) + plan.get("Rows Removed by Filter", 0)) * plan.get("Actual Loops", 1)
        for part in plan.get("Plans", ()):
            follow(part)

    with CaptureQueriesContext(connection) as queries:
        list(home.turns(player))
        home.listed(player, (home.WAITING, home.ALIVE, home.PAST), 12)
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + query["sql"])
            follow(cursor.fetchone()[0][0]["Plan"])
    return read


# ---- pages ------------------------------------------------------------------------------------------------------------------


def test_pages_cost_the_same_after_a_pageful_and_after_two_thousand_tables() -> None:
    (ana,) = make.people("Ana")
    match = make.started(make.gathered([ana, *make.people("Ivo", "Zoe", "Pau")], clock="3d"))
    client = signed_in(ana)
    pages = ("/", "/mesas/", "/preferencias/", f"/m/{match.table.code}/", "/reglas/")
    old_tables(ana, SOME)
    analysed()
    few = {page: cost(client, page) for page in pages}
    read = rows_read(ana)
    old_tables(ana, MANY, prefix="w")
    analysed()
    for page in pages:
        queries, size = cost(client, page)
        assert queries == few[page][0], page
        assert size < few[page][1] + 6000, (page, size, few[page][1])
    assert cost(client, "/")[1] < 60_000
    assert rows_read(ana) < 2 * read + 200


def test_what_waits_is_all_in_reach_and_comes_first() -> None:
    (ana,) = make.people("Ana")
    old_tables(ana, 60, prefix="viejo")
    old_tables(ana, 70, status="running", prefix="toca")
    gathering = lobby.open_table(ana, slug=make.SLUG, options={}, clock="3d", visibility="link", seats=["person"] * 3, title="por-empezar.")
    client = signed_in(ana)
    html = client.get("/").content.decode()
    assert "Te toca en 70 mesas" in html
    assert len(re.findall(r"<h3>toca-\d+\.", html)) == 8
    assert f"/m/{gathering.code}/" in html, "what gathers comes before the past"
    seen: list[str] = []
    address = re.search(r'href="(/mesas/[^"]*)"', html)
    while address:
        page = client.get(unescape(address[1])).content.decode()
        assert len(page) < 60_000
        seen += re.findall(r"<b>([^<]+)</b>", page)
        address = re.search(r'rel="next" href="([^"]+)"', page)
    expected = [f"toca-{n}." for n in range(69, -1, -1)] + ["por-empezar."] + [f"viejo-{n}." for n in range(59, -1, -1)]
    assert seen == expected


@pytest.mark.parametrize("query", ["?grupo=9&tras=x", "?grupo=2&tras=nadie", "?grupo=2&tras=%00", "?tras=abc", "?grupo=x"])
def test_a_place_that_is_none_begins_the_list_anew(query: str) -> None:
    (ana,) = make.people("Ana")
    old_tables(ana, 3)
    assert signed_in(ana).get("/mesas/" + query).content.decode().count('<li><a href="/m/') == 3


def test_the_list_is_of_nobody_else() -> None:
    ana, luis = make.people("Ana", "Otro")
    old_tables(ana, 3)
    assert "v-1." not in signed_in(luis).get("/mesas/").content.decode()
    assert Client().get("/mesas/").status_code == 303


def test_a_table_leaves_the_past_with_its_rematch_and_goes_there_with_its_end() -> None:
    people = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.one_round(make.gathered(people))
    assert [group for group, _table in home.listed(people[0], range(3), 9).tables] != [home.PAST]
    make.play_out(match)
    assert [group for group, _table in home.listed(people[0], range(3), 9).tables] == [home.PAST]
    for player in people[1:]:
        rematch.answer(match.table, player=player, yes=True)
    make.started(match.table)
    assert all(home.PAST not in [group for group, _table in home.listed(player, range(3), 9).tables] for player in people)
    assert sum(home.turns(player).count() for player in people) == 1


def test_who_left_a_running_match_finds_the_table_again() -> None:
    from tables.services import absence

    people = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(people))
    absence.abandon(match.table, player=people[1])
    assert home.listed(people[1], range(3), 9).tables == [(home.ALIVE, match.table)]


def test_a_table_costs_the_same_however_much_was_played_and_said_there() -> None:
    people = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.one_round(make.gathered(people))
    make.play_out(match)
    client = signed_in(people[0])
    pages = ("/", f"/m/{match.table.code}/", f"/m/{match.table.code}/1/")
    few = {page: cost(client, page) for page in pages}
    yesterday = timezone.now() - dt.timedelta(days=2)
    Match.objects.bulk_create(
        Match(
            table=match.table, number=number, slug=match.slug, version=1, options=match.options, clock="none", seat_kinds=match.seat_kinds,
            deal_code="x", nonce="x", commitment="x", status="voided", ended_at=yesterday, seq=1,
        )
        for number in range(2, 500)
    )  # fmt: skip
    for player in people[1:]:
        rematch.answer(match.table, player=player, yes=True)
    make.play_out(make.one_round(Table.objects.get()))
    Honour.objects.bulk_create(
        Honour(match=match, table=match.table, player=people[0], name="Ana", kind="capote", at=yesterday) for _ in range(MANY)
    )
    ChatLine.objects.bulk_create(ChatLine(table=match.table, name="Ana", text="hola", at=yesterday) for _ in range(MANY))
    analysed()
    for page in (pages[0], pages[2]):
        queries, size = cost(client, page)
        assert queries == few[page][0], page
        assert size < few[page][1] + 3000, page
    queries, size = cost(client, pages[1])
    assert len(queries) <= len(few[pages[1]][0])
    assert size < few[pages[1]][1] + 12_000, "sixty lines of chat"


def test_a_daily_mail_asks_as_much_whatever_the_past() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            turns.tell_daily(eva.pk)
        return len(queries)

    eva = make.account("Eva", "eva@example.org", mail_notices="daily")
    old_tables(eva, SOME)
    few = asked()
    old_tables(eva, MANY, prefix="w")
    assert asked() == few


# ---- renaming ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["over", "running"])
def test_renaming_does_as_many_statements_at_five_hundred_tables_as_at_one(status: str) -> None:
    def statements(player: Player) -> int:
        with CaptureQueriesContext(connection) as queries:
            people_service.rename(player, name="Luis")
        return len(queries)

    one, many = make.people("Ana", "Ana")
    old_tables(one, 1, status=status, prefix="uno")
    tables = old_tables(many, 500, status=status)
    assert statements(one) == statements(many) <= 9
    shown = Seat.objects.filter(table__in=tables).order_by("table", "index").values_list("name", flat=True)
    assert list(shown) == ["Luis 1", "Luis 2", "Luis 3", "Eva"] * 500, "P17"
    people_service.rename(many, name="Marta")
    assert list(shown.all()) == ["Luis 1", "Marta", "Luis 2", "Eva"] * 500
    assert set(Table.objects.filter(pk__in=[table.pk for table in tables]).values_list("notice_seq", flat=True)) == {2}


def test_renaming_counts_also_where_one_may_come_back_to() -> None:
    from tables.services import absence

    people = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(people))
    absence.abandon(match.table, player=people[1])
    people_service.rename(people[1], name="Marta")
    assert Seat.objects.get(table=match.table, index=1).name == "Marta"


def test_renaming_tells_the_tables_with_an_open_page(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> None:
    from tables.services import publish

    (ana,) = make.people("Ana")
    tables = old_tables(ana, 5)
    Watching.objects.create(table=tables[3], channel="c")
    told: list[str] = []
    monkeypatch.setattr(publish, "send", lambda code, stamp=None: told.append(code))
    with django_capture_on_commit_callbacks(execute=True):
        people_service.rename(ana, name="Marta")
    assert told == [tables[3].code]


# ---- the admin --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["table", "match", "seat", "player", "chatline"])
def test_lists_of_the_admin_count_no_further_than_anybody_reads(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables.admin import Bounded

    (ana,) = make.people("Ana")
    old_tables(ana, 150)
    ChatLine.objects.bulk_create(ChatLine(table=Table.objects.all()[0], name="Ana", text="hola") for _ in range(150))
    monkeypatch.setattr(Bounded, "MOST", 120)
    boss = Player.objects.create_superuser("jefa@example.org", "una-clave-larga", name="Jefa")
    with CaptureQueriesContext(connection) as queries:
        answer = signed_in(boss).get(f"/admin/tables/{model}/")
    assert answer.status_code == 200
    counts = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
    assert all("LIMIT 120" in sql for sql in counts), counts
