"""What the server lets in, on raw connections: each refusal is a sentence, comes before the bytes are kept, and the connection ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
import websockets
import yaml
from django.conf import settings
from django.db import connection
from django.test import Client

from config import doors
from tests import factories as make
from tests.live import ROOT, LiveSite

OPEN, SOCKETS, SECONDS = 5, 3, 2.0
"""The limits of the site under test: open requests and sockets of an address, seconds of a request."""


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A server with narrow limits behind one trusted proxy, and without a worker."""
    limits = {"REQUESTS_PER_ADDRESS": OPEN, "SOCKETS_PER_ADDRESS": SOCKETS, "REQUEST_TIMEOUT": SECONDS, "IDLE_TIMEOUT": SECONDS}
    found = LiveSite(tmp_path_factory.mktemp("doors"), connection.settings_dict, limits)
    try:
        yield found.start(worker=False, env={"TRUSTED_PROXIES": "1"})
    finally:
        found.stop()


def connect(site: LiveSite) -> socket.socket:
    """A connection of our own, on which nothing is sent yet."""
    return socket.create_connection(("127.0.0.1", site.port), 20)


def head(site: LiveSite, *lines: str, first: str = "POST /preferencias/ HTTP/1.1", address: str = "192.0.2.1") -> bytes:
    """A request's first line and headers."""
    return "\r\n".join([first, f"Host: localhost:{site.port}", f"X-Forwarded-For: {address}", *lines, "", ""]).encode()


def answer(wire: socket.socket) -> bytes:
    """All that comes until the other side closes; what was cut off by a reset is an error."""
    data = b""
    while part := wire.recv(65536):
        data += part
    return data


def asked(site: LiveSite, request: bytes) -> str:
    """The answer to a request after which the server closes."""
    with connect(site) as wire:
        wire.sendall(request)
        return answer(wire).decode()


def status(text: str) -> int:
    """The status of an answer."""
    return int(text.split(" ", 2)[1])


def memory(site: LiveSite) -> int:
    """Bytes that the server keeps in memory."""
    assert site.process is not None
    return int(psutil.Process(site.process.pid).memory_info().rss)


def flood(site: LiveSite, start: bytes, part: bytes, most: int) -> tuple[int, int, str]:
    """Send parts until the server has had enough: bytes sent, by how many its memory grew, its answer."""
    before, sent = memory(site), 0
    with connect(site) as wire:
        wire.sendall(start)
        try:
            while sent < most:
                wire.sendall(part)
                sent += len(part)
        except (ConnectionError, TimeoutError):
            pass
        try:
            text = answer(wire).decode()
        except ConnectionError:
            text = ""
    return sent, memory(site) - before, text


# ---- bodies -----------------------------------------------------------------------------------------------------------------


def test_a_body_is_refused_by_its_length_before_any_of_it_is_sent(site: LiveSite) -> None:
    text = asked(site, head(site, "Content-Length: 500000000", "Accept-Language: es"))
    assert status(text) == 413
    assert "Connection: close" in text
    assert "demasiado grande" in text


def test_who_asks_before_sending_is_not_told_to_go_on(site: LiveSite) -> None:
    text = asked(site, head(site, "Content-Length: 500000000", "Expect: 100-continue"))
    assert status(text) == 413
    assert " 100 " not in text


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_sentence_is_in_the_language_of_the_cookie_before_the_browser_s(language: str, site: LiveSite) -> None:
    text = asked(site, head(site, "Content-Length: 500000000", "Accept-Language: es", f"Cookie: django_language={language}"))
    assert f'lang="{language}"' in text
    assert "aquí no se envía" not in text


def test_fifty_megabytes_sent_in_spite_of_the_refusal_are_not_kept_and_the_sentence_arrives(site: LiveSite) -> None:
    sent, grown, text = flood(site, head(site, "Content-Length: 52428800"), b"x" * 2**20, 50 * 2**20)
    assert sent == 50 * 2**20
    assert status(text) == 413
    assert grown < 10 * 2**20


def test_a_chunked_body_is_cut_while_it_is_read(site: LiveSite) -> None:
    part = b"100000\r\n" + b"x" * 2**20 + b"\r\n"
    _sent, grown, text = flood(site, head(site, "Transfer-Encoding: chunked"), part, 50 * 2**20)
    assert status(text) == 413
    assert grown < 10 * 2**20


def test_a_body_of_64_kilobytes_is_read_also_in_chunks(site: LiveSite) -> None:
    body = b"a" * 65536
    assert status(asked(site, head(site, "Content-Length: 65536", "Connection: close") + body)) == 403, "no token"
    chunks = b"8000\r\n" + body[:0x8000] + b"\r\n8000\r\n" + body[0x8000:] + b"\r\n0\r\n\r\n"
    assert status(asked(site, head(site, "Transfer-Encoding: chunked", "Connection: close") + chunks)) == 403
    assert status(asked(site, head(site, "Transfer-Encoding: chunked") + chunks.replace(b"0\r\n\r\n", b"1\r\na\r\n0\r\n\r\n"))) == 413


# ---- heads ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "lines", "expected"),
    [
        (f"GET /{'a' * 9000} HTTP/1.1", (), 414),
        (f"GET /{'a' * 60_000} HTTP/1.1", (), 414),
        ("GET / HTTP/1.1", tuple(f"X-{k}: 1" for k in range(150)), 431),
        ("GET / HTTP/1.1", tuple(f"X-{k}: {'a' * 3000}" for k in range(8)), 431),
        ("GET / HTTP/1.1", (f"Cookie: a={'a' * 60_000}",), 431),
        ("GET / HTTP/1.1", ("Content-Length: many",), 400),
        ("GET / HTTP/1.1", ("Content-Length: 1", "Transfer-Encoding: chunked"), 400),
        ("GET  HTTP/1.1", (), 400),
        ("GET /\x80 HTTP/1.1", (), 400),
    ],
)
def test_a_head_that_is_too_big_or_none_gets_a_sentence(first: str, lines: tuple[str, ...], expected: int, site: LiveSite) -> None:
    text = asked(site, head(site, *lines, "Accept-Language: es", "Connection: close", first=first))
    assert status(text) == expected
    assert re.search(r"<main>.*<p>[^<]{20,}</p>", text)
    assert "Traceback" not in site.said()


# ---- time -------------------------------------------------------------------------------------------------------------------


def test_half_a_head_half_a_body_and_half_a_chunk_end_in_time_however_they_drip(site: LiveSite) -> None:
    halves = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        head(site, "Content-Length: 1000"),
        head(site, "Transfer-Encoding: chunked") + b"10\r\n",
    ]
    with ExitStack() as kept:
        wires = [kept.enter_context(connect(site)) for _ in halves]
        for wire, half in zip(wires, halves, strict=True):
            wire.sendall(half)
        dripped = 0
        try:
            while dripped < 200:
                wires[1].sendall(b"x")
                dripped += 1
                time.sleep(0.1)
                wires[1].setblocking(False)
                try:
                    early = wires[1].recv(1, socket.MSG_PEEK)
                except BlockingIOError:
                    early = b""
                wires[1].setblocking(True)
                if early:
                    break
        except ConnectionError:
            pass
        assert dripped < 200, "every byte gave it more time"
        for wire in wires:
            text = answer(wire).decode()
            assert status(text) == 408
            assert "a tiempo" in text


def test_an_idle_connection_ends_without_a_word_before_and_after_a_request(site: LiveSite) -> None:
    with connect(site) as fresh, connect(site) as used:
        used.sendall(head(site, first="GET /static/tapete/favicon.svg HTTP/1.1"))
        text = answer(used).decode()
        assert (text.count("HTTP/1.1 200"), text.count("HTTP/1.1")) == (1, 1)
        assert answer(fresh) == b""


# ---- how many at once -------------------------------------------------------------------------------------------------------


def test_open_requests_of_an_address_have_a_bound_and_other_addresses_do_not_notice(site: LiveSite) -> None:
    page = head(site, "Connection: close", first="GET /reglas/ HTTP/1.1")
    with ExitStack() as kept:
        for _ in range(OPEN):
            kept.enter_context(connect(site)).sendall(head(site, "Content-Length: 10"))
        text = asked(site, page)
        assert status(text) == 429
        assert "Retry-After" in text
        assert status(asked(site, page.replace(b"192.0.2.1", b"192.0.2.2"))) == 200
        assert status(asked(site, page.replace(b"192.0.2.1", b"192.0.2.1, 192.0.2.3"))) == 200, "what a client claims counts for nothing"
        assert status(asked(site, page.replace(b"GET /reglas/", b"GET /static/tapete/favicon.svg"))) == 200
    for _ in range(100):
        if status(asked(site, page)) == 200:
            break
        time.sleep(0.05)
    assert status(asked(site, page)) == 200, "what ended counts no more"


def test_a_provider_s_64_bits_of_ipv6_are_one_address(site: LiveSite) -> None:
    page = head(site, "Connection: close", first="GET /reglas/ HTTP/1.1", address="2001:db8:0:1::99")
    with ExitStack() as kept:
        for k in range(OPEN):
            kept.enter_context(connect(site)).sendall(head(site, "Content-Length: 10", address=f"2001:db8:0:1::{k}"))
        time.sleep(0.1)
        assert status(asked(site, page)) == 429
        assert status(asked(site, page.replace(b"2001:db8:0:1::99", b"2001:db8:0:2::99"))) == 200


@pytest.mark.django_db(transaction=True)
def test_connections_of_a_peer_have_a_bound_where_no_proxy_is_trusted(tmp_path: Path) -> None:
    direct = LiveSite(tmp_path / "var", connection.settings_dict, {"REQUESTS_PER_ADDRESS": 4, "SOCKETS_PER_ADDRESS": 4})
    try:
        direct.start(worker=False)
        with ExitStack() as kept:
            wires = [kept.enter_context(connect(direct)) for _ in range(2 * 4 + 4)]
            text = asked(direct, b"")
            assert status(text) == 429
            for wire in wires:
                wire.close()
            for _ in range(100):
                if "200" in asked(direct, head(direct, "Connection: close", first="GET /reglas/ HTTP/1.1")).split("\r\n", 1)[0]:
                    break
                time.sleep(0.05)
            else:
                pytest.fail("what ended still counts")
    finally:
        direct.stop()


def test_the_proxy_of_the_big_set_up_lets_no_more_in_and_gives_up_its_connections_first() -> None:
    proxy = (ROOT / "config" / "Caddyfile").read_text()
    sizes = {name: int(size) * 1024 for name, size in re.findall(r"(max_\w+) (\d+)KiB", proxy)}
    seconds = {name: int(size) for name, size in re.findall(r"(\w+) (\d+)s\n", proxy)}
    assert doors.LARGEST_BODY < sizes["max_size"] <= 2**20, "the servers' sentence comes first, the proxy's limit soon after"
    assert doors.LARGEST_HEAD < sizes["max_header_size"] <= 2**16
    assert seconds["keepalive"] < settings.IDLE_TIMEOUT
    assert settings.REQUEST_TIMEOUT <= seconds["read_header"] <= seconds["read_body"] <= 60
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert "./config/Caddyfile:/etc/caddy/Caddyfile:ro" in compose["proxy"]["volumes"]
    assert compose["web1"]["environment"]["TRUSTED_PROXIES"] == 1


# ---- sockets ----------------------------------------------------------------------------------------------------------------


def opened(site: LiveSite, code: str, address: str = "192.0.2.1", **options: Any) -> Any:
    """A spectator's socket."""
    headers = {"X-Forwarded-For": address}
    url = f"ws://localhost:{site.port}/ws/m/{code}/"
    return websockets.connect(url, origin=site.url, additional_headers=headers, **options)  # type: ignore[arg-type]


@pytest.fixture
def code(transactional_db: None) -> str:
    """The code of a table."""
    return str(make.gathered(make.people("Ana", "Luis")).code)


def test_a_socket_too_many_is_closed_with_a_code_of_its_own(site: LiveSite, code: str) -> None:
    async def scene() -> tuple[int, int]:
        kept = [await opened(site, code) for _ in range(SOCKETS)]
        async with opened(site, code) as crowded:
            await crowded.wait_closed()
            too_many = crowded.close_code
        async with opened(site, code, address="192.0.2.7") as elsewhere:
            assert "<!--frame" in str(await elsewhere.recv())
        for page in kept:
            await page.close()
        async with opened(site, code) as again:
            assert "<!--frame" in str(await again.recv())
        return int(too_many or 0), len(kept)

    assert asyncio.run(asyncio.wait_for(scene(), 30)) == (4429, SOCKETS)


def test_frames_and_messages_have_an_end_in_one_piece_in_many_and_compressed(site: LiveSite, code: str) -> None:
    async def closed(pieces: Any, **options: Any) -> int:
        async with opened(site, code, **options) as page:
            try:
                await page.send(pieces)
                for _ in range(3):
                    await page.recv()
            except websockets.ConnectionClosed:
                return 0
            return len(pieces)

    async def scene() -> None:
        async with opened(site, code) as page:
            assert not page.protocol.extensions, "nothing compressed is taken"
        assert await asyncio.wait_for(closed("x" * 40_000), 20) == 0
        assert await asyncio.wait_for(closed(["x" * 900] * 30), 20) == 0
        assert await asyncio.wait_for(closed([""] * 2000), 20) == 0
        assert await asyncio.wait_for(closed(["x" * 15_000] * 3), 20) == 0

    asyncio.run(scene())


def test_a_flood_of_pings_ends_the_socket(site: LiveSite, code: str) -> None:
    async def scene() -> None:
        async with opened(site, code) as page:
            with pytest.raises(websockets.ConnectionClosed):
                for _ in range(2000):
                    await page.ping(os.urandom(8))
                    await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(scene(), 30))


def test_what_a_page_says_in_a_minute_is_far_from_the_limits(site: LiveSite, code: str) -> None:
    async def scene() -> str:
        async with opened(site, code) as page:
            await page.recv()
            for _ in range(60):
                await page.send(json.dumps({"got": [1, 2, 3]}))
            await page.send(json.dumps({"all": True}))
            return str(await page.recv())

    assert "<!--frame" in asyncio.run(asyncio.wait_for(scene(), 30))


@pytest.mark.django_db
def test_a_body_too_big_for_django_is_413_too(client: Client) -> None:
    assert client.post("/preferencias/", {"name": "x" * 70_000}).status_code == 413
