"""P6: the rights of a host who does not come any more go to somebody who does."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client

from tables.models import Player, Table
from tables.selectors.tables import FRESH
from tables.services import absence, lobby, presence, rematch, sweep
from tables.tasks import work_hosts
from tests.factories import gathered, one_round, people, play
from tests.jobs import committing, pass_time

START = dt.datetime(2027, 1, 1, 12, tzinfo=dt.UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def look(table: Table, player: Player) -> None:
    with committing():
        presence.look(table.pk, player_id=player.pk, channel=f"page-{player.pk}", visible=True)


def close(player: Player) -> None:
    with committing():
        presence.leave(f"page-{player.pk}")


def host_of(table: Table) -> Player | None:
    work_hosts(0)
    return Table.objects.get(pk=table.pk).host


def test_p6_after_a_day_without_a_page_the_next_who_has_one_is_host(clock: Any) -> None:
    ana, luis, eva, leo = people("Ana", "Luis", "Eva", "Leo")
    table = gathered([ana, luis, eva, leo])
    clock.shift(dt.timedelta(hours=1))
    look(table, ana)
    close(ana)
    clock.shift(dt.timedelta(hours=23, minutes=59))
    look(table, leo)
    assert host_of(table) == ana
    clock.shift(dt.timedelta(minutes=1))
    look(table, leo)
    assert host_of(table) == leo
    page = Client()
    page.force_login(eva)
    assert "Ana lleva más de un día sin venir: ahora lleva la mesa Leo." in page.get(f"/m/{table.code}/").content.decode()
    # She comes back as a player, and what she did as host is somebody else's now.
    look(table, ana)
    assert host_of(table) == leo
    assert lobby.start(table, host=leo, partner=0)
    assert not Table.objects.get(pk=table.pk).host_before


def test_p6_an_open_page_keeps_the_rights_however_long(clock: Any) -> None:
    ana, luis = people("Ana", "Luis")
    table = gathered([ana, luis])
    look(table, ana)
    for _ in range(30):
        pass_time(clock, hours=1)
        look(table, ana)
        look(table, luis)
    assert host_of(table) == ana


def test_p6_a_page_without_script_counts_as_well(clock: Any) -> None:
    ana, luis = people("Ana", "Luis")
    table = gathered([ana, luis])
    page = Client()
    page.force_login(ana)
    clock.shift(dt.timedelta(hours=20))
    page.get(f"/m/{table.code}/")
    clock.shift(dt.timedelta(hours=20))
    look(table, luis)
    assert host_of(table) == ana
    clock.shift(dt.timedelta(hours=4))
    look(table, luis)
    assert host_of(table) == luis


def test_p6_a_page_whose_process_died_counts_until_it_is_missed(clock: Any) -> None:
    ana, luis = people("Ana", "Luis")
    table = gathered([ana, luis])
    clock.shift(dt.timedelta(hours=20))
    look(table, ana)
    clock.shift(FRESH + dt.timedelta(seconds=1))
    sweep.dead_pages(START + dt.timedelta(hours=20) + FRESH + dt.timedelta(seconds=1))
    clock.shift(dt.timedelta(hours=23))
    look(table, luis)
    assert host_of(table) == ana


def test_p6_without_open_pages_who_was_here_last_is_host_and_it_does_not_go_round(clock: Any) -> None:
    ana, luis, eva = people("Ana", "Luis", "Eva")
    table = gathered([ana, luis, eva])
    clock.shift(dt.timedelta(hours=2))
    look(table, luis)
    close(luis)
    clock.shift(dt.timedelta(hours=22))
    assert host_of(table) == luis
    for _ in range(5):
        clock.shift(dt.timedelta(days=1))
        assert host_of(table) == luis
    look(table, eva)
    assert host_of(table) == eva


def test_p6_nothing_is_taken_while_a_match_runs_or_for_a_day_after_it(clock: Any) -> None:
    ana, luis, eva, leo = people("Ana", "Luis", "Eva", "Leo")
    table = gathered([ana, luis, eva, leo])
    match = one_round(table)
    clock.shift(dt.timedelta(days=3))
    look(table, luis)
    assert host_of(table) == ana
    play(match, until=lambda match: match.status != "running")
    clock.shift(dt.timedelta(hours=23))
    look(table, luis)
    assert host_of(table) == ana
    clock.shift(dt.timedelta(hours=1))
    look(table, luis)
    assert host_of(table) == luis
    rematch.free_silent(table, host=luis, index=0)


def test_p6_nobody_else_sits_there_or_the_table_has_closed(clock: Any) -> None:
    ana, luis = people("Ana", "Luis")
    table = gathered([ana])
    clock.shift(dt.timedelta(days=2))
    look(table, luis)
    assert host_of(table) == ana
    absence.abandon(table, player=ana)
    assert host_of(table) is None
