"""Every kept dump of an older schema comes up to the present one, and what was under way goes on."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client, RequestFactory
from django.urls import reverse

from games import registry
from tables.middleware import BUCKETS
from tables.models import HistoryEvent, Match
from tests import factories as make
from tests.upgrades import dumps
from tests.upgrades.seed import MOMENT

HISTORY = "select match_id, seq, token, kind, seat, payload::text, cause, occupant, at from tables_historyevent order by match_id, seq"


def history() -> list[Any]:
    """Every event as the rows say it."""
    with connection.cursor() as cursor:
        cursor.execute(HISTORY)
        return cursor.fetchall()


@pytest.fixture(scope="module", params=dumps.dumps(), ids=lambda path: path.name)
def upgraded(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[list[Any]]:
    """A database that was filled from a dump and migrated; gives its history as it was before."""
    dump: Path = request.param
    with django_db_blocker.unblock(), dumps.database():
        dumps.load(dump)
        before = history()
        call_command("migrate", verbosity=0)
        with time_machine.travel(MOMENT + dt.timedelta(hours=1)):
            yield before


def verified() -> str:
    """What `verify_histories` says; raises when anything differs."""
    out = io.StringIO()
    call_command("verify_histories", stdout=out)
    return out.getvalue()


def test_every_migration_but_the_newest_left_a_dump() -> None:
    """Whoever adds a migration keeps a dump from before it."""
    graph = MigrationLoader(None).graph
    names = sorted(name for app, name in graph.nodes if app == "tables")
    assert [path.name for path in dumps.dumps()] == [f"{name}.sql.gz" for name in names[:-1]]


def test_the_histories_are_what_they_were_and_agree_with_the_rows(upgraded: list[Any]) -> None:
    assert len(upgraded) > 500
    assert history() == upgraded
    assert f"{Match.objects.count()} matches agree" in verified()


def test_the_dump_holds_a_match_of_every_kind_for_every_game_of_its_time(upgraded: list[Any]) -> None:
    slugs = set(Match.objects.values_list("slug", flat=True))
    assert slugs and slugs <= {game.slug for game in registry.all_games()}
    for slug in slugs:
        assert set(Match.objects.filter(slug=slug).values_list("status", flat=True)) == {"running", "over", "voided"}


def test_a_match_under_way_goes_on(upgraded: list[Any]) -> None:
    for match in Match.objects.filter(status="running"):
        board = Client().get(reverse("table", args=[match.table.code]))
        assert board.status_code == 200
        assert make.play_one(match).status == "done"
        assert HistoryEvent.objects.filter(match=match).count() > sum(row[0] == match.pk for row in upgraded)
    assert "agree" in verified()


def test_a_finished_match_is_told_again(upgraded: list[Any]) -> None:
    for match in Match.objects.filter(status="over"):
        code, number = match.table.code, match.number
        for address in (reverse("replay", args=[code, number]), reverse("proof", args=[code, number])):
            assert Client().get(address).status_code == 200
        export = Client().get(reverse("export", args=[code, number])).json()
        assert len(export["events"]) == sum(row[0] == match.pk for row in upgraded)


def test_an_account_signs_in_and_finds_its_tables(upgraded: list[Any]) -> None:
    BUCKETS.clear()
    client = Client()
    answer = client.post(reverse("account_login"), {"login": "berta@example.org", "password": "una-clave-larga"})
    assert answer.status_code == 302
    request = RequestFactory().get("/")
    request.session = client.session
    assert get_user(request).name == "Berta"
    assert client.get(reverse("home")).status_code == 200
