"""The served site: errors, static files, sockets, and what happens when its parts die."""

import asyncio
import gzip
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from pathlib import Path

import websockets

from config.embedded import Cluster
from tests.live import ROOT, LiveSite


def get(url: str, **headers: str) -> tuple[int, Message, bytes]:
    """Status, headers and body of an answer, whatever the status."""
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def eventually(check: Callable[[], bool], why: str, seconds: float = 30) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline, why
        time.sleep(0.1)


def test_static_texts_are_compressed_and_revalidated(site: LiveSite) -> None:
    address = f"{site.url}/static/admin/css/base.css"
    status, headers, plain = get(address)
    assert (status, headers["Content-Encoding"]) == (200, None)
    status, headers, small = get(address, Accept_Encoding="gzip, br")
    assert (headers["Content-Encoding"], headers["Vary"], int(headers["Content-Length"])) == ("gzip", "Accept-Encoding", len(small))
    assert gzip.decompress(small) == plain
    assert len(small) < len(plain) / 2
    status, _headers, body = get(address, If_None_Match=headers["ETag"])
    assert (status, body) == (304, b"")


def test_an_unknown_address_is_a_page_in_spanish_under_the_policy(site: LiveSite) -> None:
    status, headers, body = get(f"{site.url}/no/hay/tal/")
    assert status == 404
    assert "enlace" in body.decode()
    assert "Not Found" not in body.decode()
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Traceback" not in site.said()


def test_a_foreign_host_is_refused_without_a_word_in_the_log(site: LiveSite) -> None:
    assert get(site.url, Host="evil.example")[0] == 400
    assert "evil" not in site.said()


def test_sockets_of_strangers_and_without_address_are_refused(site: LiveSite) -> None:
    async def shake(origin: str, path: str) -> int:
        try:
            async with websockets.connect(f"ws://localhost:{site.port}{path}", origin=origin):
                return 101
        except websockets.InvalidStatus as refusal:
            return refusal.response.status_code

    assert asyncio.run(shake("http://localhost:9", "/")) == 403
    assert asyncio.run(shake(site.url, "/no/hay/tal/")) == 403
    assert "Traceback" not in site.said()


def test_a_second_server_on_the_same_folder_says_so(own_site: LiveSite) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", "0"]
    second = subprocess.run(command, cwd=ROOT, env=own_site.environment(), capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert second.stderr == "CommandError: This folder is being served already. For several servers set REDIS_URL.\n"


def test_a_taken_port_says_so(site: LiveSite, tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", str(site.port)]
    env = site.environment() | {"TAPETE_VAR": str(tmp_path)}
    second = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert "Another one: make run PORT=8001" in second.stderr
    assert "Traceback" not in second.stderr


def pid_file(site: LiveSite) -> Path:
    """Where the site's own Postgres notes its process."""
    return Cluster(site.folder / "postgres").data / "postmaster.pid"


def cluster_pid(site: LiveSite) -> int:
    """The process of the site's own Postgres."""
    return int(pid_file(site).read_text().split("\n")[0])


def test_it_comes_back_after_a_crash_and_after_a_lost_postgres(own_site: LiveSite) -> None:
    secret = (own_site.folder / "secret_key").read_text()
    own_site.kill()
    own_site.start()
    assert (own_site.folder / "secret_key").read_text() == secret
    lost = cluster_pid(own_site)
    os.kill(lost, signal.SIGKILL)
    eventually(lambda: pid_file(own_site).exists() and cluster_pid(own_site) != lost, "no new Postgres")
    eventually(lambda: get(own_site.url)[0] == 200, "no page after Postgres died")


def test_ctrl_c_ends_it_also_while_postgres_is_lost(own_site: LiveSite) -> None:
    os.kill(cluster_pid(own_site), signal.SIGKILL)
    own_site.stop()
    own_site.start()
    assert get(own_site.url)[0] == 200


def test_ctrl_c_ends_it_with_its_postgres_and_nothing_to_say(own_site: LiveSite) -> None:
    pid = cluster_pid(own_site)
    own_site.stop()
    eventually(lambda: not pid_file(own_site).exists(), f"Postgres {pid} is still there")
    lines = own_site.said().splitlines()
    assert [line for line in lines if "Traceback" in line or "ERROR" in line] == []
    assert lines[0] == f"Tapete is ready: {own_site.url}   (stop with Ctrl-C)"
    assert lines[1] == f"Mails are written to files in {own_site.folder}/mail"
