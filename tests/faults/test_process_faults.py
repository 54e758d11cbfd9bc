"""A killed process and a lost Postgres: no acknowledged move is lost, nothing waits for ever, the histories replay."""

from __future__ import annotations

import datetime as dt
import io
import json
import threading
import urllib.parse
import urllib.request
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tables.models import Match, Player
from tables.selectors import states
from tests import factories as make
from tests.faults.test_worker_faults import cut_connections
from tests.live import LiveSite

KEY = "a key that test and site share, so that sessions made here hold there"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live(CPU_PACE=0, CHANCE="tests.stacked", SECRET_KEY=KEY)]

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def _same_key(settings: Any) -> None:
    settings.SECRET_KEY = KEY


class Browser:
    """A person's session, as cookies."""

    def __init__(self, site: LiveSite, player: Player) -> None:
        client = Client()
        client.force_login(player, backend=BACKEND)
        self.site = site
        self.cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={'c' * 32}"

    def post(self, path: str, **form: Any) -> str:
        """Post a form as htmx does; the outcome that the answer's header names, or "" when there was no good answer."""
        headers = {"Cookie": self.cookie, "X-CSRFToken": "c" * 32, "HX-Request": "true", "Origin": self.site.url}
        request = urllib.request.Request(self.site.url + path, urllib.parse.urlencode(form).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return str(response.headers.get("X-Tapete-Outcome", ""))
        except OSError:
            return ""


def until(holds: Callable[[], bool], *, seconds: float = 40) -> None:
    """Wait for a condition on the database."""
    gate = threading.Event()
    deadline = timezone.now().timestamp() + seconds
    while not holds():
        assert timezone.now().timestamp() < deadline, "it does not come"
        gate.wait(0.1)


class Players:
    """The four people of a match, playing by HTTP as fast as they can until told to stop; `told` are the acknowledged events."""

    def __init__(self, site: LiveSite, match: Match) -> None:
        self.match, self.told = match, set[str]()
        self.browsers = [Browser(site, make.holder(match, seat)) for seat in range(4)]
        self.tokens = count()
        self.halt = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *error: object) -> None:
        self.halt.set()
        self.thread.join(60)

    def run(self) -> None:
        """Play whoever's turn it is."""
        try:
            while not self.halt.is_set() and self.play():
                pass
        finally:
            connection.close()

    def play(self) -> bool:
        """One move by HTTP; False when the match is over. One that was not answered is sent again with the same token."""
        self.match.refresh_from_db()
        if self.match.status != "running":
            return False
        seat, seq, raw = make.fallback(self.match)
        form = {"match": self.match.number, "seq": seq, "move": raw, "token": f"t{next(self.tokens)}"}
        while not self.halt.is_set():
            outcome = self.browsers[seat].post(f"/m/{self.match.table.code}/jugada/", **form)
            if outcome in ("done", "repeated"):
                self.told.add(f"{seat}:{raw}")
                return True
            self.halt.wait(0.2)
        return False


def check_nothing_lost(match: Match, told: set[str]) -> None:
    """Every acknowledged move is in the history, once, and the rows agree with it."""
    states.PREFIXES.clear()
    rules = states.rules_of(match)
    played = [f"{row.seat}:{json.dumps(rules.encode(rules.decode(row.payload)))}" for row in match.events.filter(kind="played")]
    assert told <= set(played)
    assert len(played) == len(set(played))


def test_no_acknowledged_move_is_lost_when_the_process_is_killed(live_site: LiveSite) -> None:
    match = make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    players = Players(live_site, match)
    with players:
        for moves in (6, 16):
            until(lambda moves=moves: len(players.told) >= moves)
            live_site.kill()
            live_site.start()
        players.thread.join(120)
    match.refresh_from_db()
    assert match.status == "over"
    assert len(players.told) == 40
    check_nothing_lost(match, players.told)


def test_boards_come_back_after_every_connection_was_cut(live_site: LiveSite) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    players = Players(live_site, match)
    with players:
        until(lambda: len(players.told) >= 4)
    cut_connections()
    players.halt.clear()
    before = len(players.told)
    for _ in range(4):
        assert players.play()
    assert len(players.told) == before + 4
    check_nothing_lost(match, players.told)
    call_command("verify_histories", stdout=io.StringIO())


def test_the_cpu_players_play_on_after_a_crash(live_site: LiveSite) -> None:
    live_site.kill()
    match = make.started(make.opened(make.people("Ana")[0], ("easy", "easy", "easy")))
    with connection.cursor() as cursor:
        cursor.execute("update procrastinate_jobs set status = 'doing'")  # the dead process had begun them
    live_site.start()
    until(lambda: not Match.objects.get(pk=match.pk).machine)
    assert match.events.filter(kind="played", cause="cpu").count() == 3


def test_an_overdue_turn_ends_without_anybody_opening_the_page(live_site: LiveSite) -> None:
    with time_machine.travel(dt.datetime.now(dt.UTC) - dt.timedelta(seconds=25)):
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
    until(lambda: match.events.filter(cause="clock").exists())
    row = match.events.get(cause="clock")
    assert match.deadline
    assert dt.timedelta() <= row.at - match.deadline < dt.timedelta(seconds=5)
