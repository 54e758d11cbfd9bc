"""Several servers and a worker of their own, connected by Redis and the database alone."""

import asyncio
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
import websockets
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from tests import factories
from tests.live import ROOT, LiveSite


@pytest.fixture
def two_sites(transactional_db: None, redis_url: str, tmp_path: Path) -> Iterator[tuple[LiveSite, LiveSite]]:
    """Two servers without workers on one database and one Redis."""
    sites = tuple(LiveSite(tmp_path / name, connection.settings_dict) for name in ("first", "second"))
    try:
        for site in sites:
            site.start(worker=False, env={"REDIS_URL": redis_url})
        yield sites[0], sites[1]
    finally:
        for site in sites:
            site.stop()


def test_what_happens_on_one_server_reaches_the_sockets_of_the_other(two_sites: tuple[LiveSite, LiveSite], client: Client) -> None:
    first, second = two_sites
    host, friend = factories.people("Inés")[0], factories.account("Luis", "luis@tapete.example")
    table = factories.gathered([host])
    client.force_login(friend)
    key = client.session.session_key

    async def watch() -> tuple[str, int]:
        address = f"ws://localhost:{second.port}/ws/m/{table.code}/"
        cookie = {"Cookie": f"{django_settings.SESSION_COOKIE_NAME}={key}"}
        async with websockets.connect(address, origin=second.url, additional_headers=cookie) as socket:
            await socket.recv()
            await socket.send('{"got": 0}')
            await asyncio.to_thread(post, first, key, f"/m/{table.code}/sentarse/", {})
            news = await socket.recv()
            await asyncio.to_thread(post, first, key, "/cuenta/logout/", {})
            await socket.wait_closed()
            return str(news), socket.close_code or 0

    news, code = asyncio.run(asyncio.wait_for(watch(), 30))
    assert "Luis" in news
    assert code == 4401


def post(site: LiveSite, key: str, path: str, data: dict[str, str]) -> None:
    """A form sent by the person of a session."""
    token = "a" * 32
    headers = {"Cookie": f"{django_settings.SESSION_COOKIE_NAME}={key}; csrftoken={token}", "X-CSRFToken": token, "Origin": site.url}
    request = urllib.request.Request(site.url + path, urlencode(data).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 200


def test_a_worker_of_its_own_plays_the_cpu_players_and_ends_when_asked(two_sites: tuple[LiveSite, LiveSite]) -> None:
    (host,) = factories.people("Inés")
    match = factories.started(factories.opened(host, ("easy", "easy", "easy")))
    if factories.waiting(match)[1] == 0:
        factories.play_one(match)
    before = factories.waiting(match)[0].seq
    command = [sys.executable, "manage.py", "worker"]
    worker = subprocess.Popen(
        command, cwd=ROOT, env=two_sites[0].environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        deadline = time.monotonic() + 60
        while factories.waiting(match)[0].seq == before:
            assert time.monotonic() < deadline, "no CPU player moved"
            time.sleep(0.1)
    finally:
        worker.terminate()
        said = worker.communicate(timeout=30)[0]
    assert worker.returncode == 0
    assert said.startswith("The worker is ready.\n")
    assert "Traceback" not in said
