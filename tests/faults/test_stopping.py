"""SIGTERM and Ctrl-C: a server and a worker are gone in time, whatever they are at, and what was acknowledged is kept."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.db import connection, connections, transaction

from config.embedded import Cluster
from tables.models import Match
from tests import endings, factories as make
from tests.faults.test_process_faults import KEY, Browser, until
from tests.live import ROOT, LiveSite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live(CPU_PACE=0, SECRET_KEY=KEY)]


@pytest.fixture(autouse=True)
def _same_key(settings: Any) -> None:
    settings.SECRET_KEY = KEY


def test_five_rounds_end_in_time_and_lose_nothing(live_site: LiveSite) -> None:
    codes = endings.run(live_site, 5)
    assert set(codes) == {0}, "a polite end"


class Post:
    """A move in flight: it waits in the database for as long as somebody else holds the match's row."""

    def __init__(self, site: LiveSite, match: Match) -> None:
        seat, seq, raw = make.fallback(match)
        self.form = {"match": match.number, "seq": seq, "move": raw, "token": "once"}
        self.browser, self.path = Browser(site, make.holder(match, seat)), f"/m/{match.table.code}/jugada/"
        self.outcome: str | None = None
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        """Send it and wait."""
        try:
            self.outcome = self.browser.post(self.path, **self.form)
        finally:
            connections.close_all()


@contextmanager
def held(site: LiveSite) -> Iterator[tuple[Match, Post]]:
    """A match whose row is held during the block, and the move that waits for it."""
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    post = Post(site, match)
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        post.thread.start()
        until(waits)
        yield match, post
    post.thread.join(30)


def waits() -> bool:
    """Whether somebody waits for a row."""
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
        return bool(cursor.fetchone()[0])


def played(match: Match) -> int:
    """Moves recorded."""
    return match.events.filter(kind="played").count()


@pytest.mark.parametrize("number", endings.SIGNALS)
def test_a_post_in_flight_is_answered_before_the_end(live_site: LiveSite, number: Any) -> None:
    process = live_site.process
    assert process
    with held(live_site) as (match, post):
        process.send_signal(number)
        time.sleep(0.5)  # the process is at its end by now
        assert process.poll() is None
    assert post.outcome == "done"
    assert process.wait(endings.LATEST) == 0
    assert played(match) == 1


@pytest.mark.parametrize("number", endings.SIGNALS)
def test_a_post_that_never_ends_does_not_keep_the_process(live_site: LiveSite, number: Any) -> None:
    process = live_site.process
    assert process
    with held(live_site) as (match, post):
        assert endings.ended(number, process) == [128 + number]
    live_site.process = None
    assert post.outcome == "", "what is not committed was not acknowledged"
    assert played(match) == 0
    live_site.start()
    assert post.browser.post(post.path, **post.form) == "done"
    assert played(match) == 1


def test_a_second_signal_ends_it_at_once_and_frees_the_folder(live_site: LiveSite) -> None:
    process = live_site.process
    assert process
    with held(live_site) as (match, post):
        process.send_signal(endings.SIGNALS[1])
        time.sleep(1)
        assert process.poll() is None
        begun = time.monotonic()
        assert endings.ended(endings.SIGNALS[1], process) == [130]
        assert time.monotonic() - begun < endings.GRACE / 2, "not by the watchdog"
    live_site.process = None
    live_site.start()
    assert post.outcome == "" and played(match) == 0


@pytest.mark.parametrize("moment", ["setting up", "migrating"])
def test_a_signal_while_it_starts_leaves_no_postgres_behind(moment: str, tmp_path: Path) -> None:
    folder = Path("/tmp") / f"tapete-{tmp_path.name}-{time.monotonic_ns()}"
    site, cluster = LiveSite(folder), Cluster(folder / "postgres")
    folder.chmod(0o755)
    try:
        with site.log.open("ab") as log:
            command = [sys.executable, "manage.py", "serve", "--port", str(site.port)]
            process = subprocess.Popen(command, cwd=ROOT, env=site.environment(), stdout=log, stderr=log)
        if moment == "setting up":
            until(lambda: cluster.home.joinpath("data.new").exists())
        else:
            until(lambda: bool(servers(cluster)))
            time.sleep(1)
        assert endings.ended(endings.SIGNALS[0], process) == [143]
        until(lambda: not servers(cluster))
        site.start()
        site.stop()
        assert "Traceback" not in site.said()
    finally:
        site.kill()
        cluster.desert()


def servers(cluster: Cluster) -> list[int]:
    """The processes of a cluster."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.name() == "postgres" and process.cwd() == str(cluster.data):
                found.append(process.pid)
        except psutil.Error:
            continue
    return found
