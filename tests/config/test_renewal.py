"""A session lives as long as it is used (P18)."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.renewal import BATCH, forget_dead
from tables.models import NoticeSent, Player
from tables.services import clearing
from tables.tasks import work_sessions
from tests import factories as make

START = dt.datetime(2027, 1, 1, 12, tzinfo=dt.UTC)
YEAR = 365 * 24 * 3600

pytestmark = pytest.mark.django_db


def guest_client() -> Client:
    client = Client()
    client.force_login(Player.objects.create_guest("Inés"))
    client.get("/")  # the test client signs in without an answer; the first page begins the year
    return client


def test_p18_a_guest_who_comes_once_a_month_is_known_after_three_years() -> None:
    with time_machine.travel(START, tick=False) as clock:
        client = guest_client()
        for _month in range(36):
            clock.shift(dt.timedelta(days=31))
            assert client.get("/").wsgi_request.user.is_authenticated


def test_p18_who_stays_away_for_over_a_year_is_not_known_any_more() -> None:
    with time_machine.travel(START, tick=False) as clock:
        client = guest_client()
        clock.shift(dt.timedelta(days=366))
        assert not client.get("/").wsgi_request.user.is_authenticated


def test_a_renewal_comes_once_a_week_and_sends_the_cookie_for_a_whole_year() -> None:
    with time_machine.travel(START, tick=False) as clock:
        client = guest_client()
        key = client.cookies["sessionid"].value
        for days, renewed in ((1, False), (5, False), (1, True), (1, False), (6, True)):
            clock.shift(dt.timedelta(days=days))
            answer = client.get("/")
            assert ("sessionid" in answer.cookies) is renewed
            if renewed:
                assert answer.cookies["sessionid"].value == key
                assert answer.cookies["sessionid"]["max-age"] == YEAR
                assert Session.objects.get(pk=key).expire_date == timezone.now() + dt.timedelta(seconds=YEAR)


def test_a_visitor_gets_no_session_by_looking() -> None:
    answer = Client().get("/")
    assert "sessionid" not in answer.cookies
    assert not Session.objects.exists()


def test_dead_sessions_are_cleared_in_batches_and_living_ones_stay() -> None:
    now = timezone.now()
    dead = [Session(session_key=f"dead{n}", session_data="", expire_date=now - dt.timedelta(seconds=1)) for n in range(BATCH + 3)]
    Session.objects.bulk_create([*dead, Session(session_key="living", session_data="", expire_date=now + dt.timedelta(days=1))])
    assert forget_dead(limit=1) == BATCH
    work_sessions(0)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["living"]


def test_the_language_a_browser_speaks_does_not_run_out_while_it_comes() -> None:
    with time_machine.travel(START, tick=False) as clock:
        client = Client()
        client.post("/preferencias/", {"language": "en"})
        for _month in range(24):
            clock.shift(dt.timedelta(days=31))
            answer = client.get("/")
            assert answer["Content-Language"] == "en" and answer.cookies["django_language"]["max-age"] == YEAR
        client.cookies["django_language"] = "tlh"
        assert "django_language" not in client.get("/").cookies
        assert "django_language" not in Client().get("/").cookies


def test_what_was_told_is_forgotten_a_month_after_the_match_and_not_before() -> None:
    with time_machine.travel(START, tick=False) as clock:
        running, ended = (make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(2))
        for match in (running, ended):
            NoticeSent.objects.create(match=match, player=make.holder(match, 0), channel="mail", turn="1")
        type(ended).objects.filter(pk=ended.pk).update(status="over", ended_at=START)
        clock.shift(clearing.KEPT)
        assert clearing.forget_notices() == 0
        clock.shift(1)
        work_sessions(0)
        assert list(NoticeSent.objects.values_list("match", flat=True)) == [running.pk]
