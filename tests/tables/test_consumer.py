"""The socket: frames for each viewer, one in flight, identity, presence, garbage."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from threading import Barrier
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.test import Client

from config import hints
from config.asgi import application
from config.listening import ARRIVING, Mailbox, arriving
from config.sockets import READERS
from tables.middleware import BUCKETS
from tables.models import Match, Player, Table, Watching
from tables.rendering import SNAPSHOTS
from tables.services import social
from tables.services.publish import turn_out
from tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30
"""Seconds that are waited at most for what must come; on a busy machine it comes late."""

FRAME = re.compile(r"<!--frame (\d+) (\d+) (\d+)-->")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Caches of the process know nothing of other tests' databases, and readers give their connections back."""
    SNAPSHOTS.clear()
    BUCKETS.clear()
    yield
    together = Barrier(READERS._max_workers)

    def close() -> None:
        together.wait(10)
        connections.close_all()

    for done in [READERS.submit(close) for _ in range(READERS._max_workers)]:
        done.result()


def cookie_of(player: Player | None) -> str:
    """The cookie header of a browser in which the player is signed in."""
    if player is None:
        return ""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def socket(code: str, cookie: str = "") -> WebsocketCommunicator:
    """A page's socket, through origin check and session like a real one."""
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"accept-language", b"es"), (b"cookie", cookie.encode())]
    return WebsocketCommunicator(application, f"/ws/m/{code}/", headers=headers)


def stamp(text: str) -> tuple[int, ...]:
    """The numbers a frame begins with."""
    found = FRAME.match(text)
    assert found, text[:80]
    return tuple(int(number) for number in found.groups())


async def opened(code: str, cookie: str = "") -> tuple[WebsocketCommunicator, str]:
    """A connected socket and its first frame, confirmed."""
    page = socket(code, cookie)
    connected, _protocol = await page.connect(timeout=PATIENCE)
    assert connected
    first = await page.receive_from(timeout=PATIENCE)
    await page.send_to(text_data=json.dumps({"got": stamp(first)}))
    return page, first


def run(scene: Callable[[], Awaitable[Any]]) -> Any:
    """Play a scene of sockets on a loop of its own."""
    return asyncio.run(scene())  # type: ignore[arg-type]


def table_of_four() -> tuple[list[Player], Table, Match]:
    """Four guests and their running match."""
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players)
    return players, table, make.started(table)


@database_sync_to_async
def play(match: Match) -> None:
    """The awaited person plays."""
    assert make.play_one(match).status == "done"


def test_each_viewer_gets_their_own_frame() -> None:
    """A seat's frame has its ten cards, a spectator's none, and a move reaches all of them."""
    players, table, match = table_of_four()
    cookies = [cookie_of(player) for player in players]

    async def scene() -> None:
        pages = [await opened(table.code, cookie) for cookie in [*cookies, ""]]
        hands = [len(re.findall(r"<li data-card=", first)) for _page, first in pages]
        assert hands == [10, 10, 10, 10, 0]
        before = stamp(pages[4][1])
        await play(match)
        for page, _first in pages:
            text = await frame_with(page, lambda text: stamp(text)[1] == match_seq(before) + 1)
            assert "hx-swap-oob" in text
            await page.disconnect()

    run(scene)


def match_seq(numbers: tuple[int, ...]) -> int:
    """The seq of a stamp."""
    return numbers[1]


async def frame_with(page: WebsocketCommunicator, wanted: Callable[[str], bool]) -> str:
    """Receive and confirm frames, ever newer ones, until the wanted one."""
    last: tuple[int, ...] = (0, 0, 0)
    for _ in range(20):
        text = await page.receive_from(timeout=PATIENCE)
        assert stamp(text) >= last
        last = stamp(text)
        await page.send_to(text_data=json.dumps({"got": last}))
        if wanted(text):
            return text
    raise AssertionError("the frame does not come")


def test_one_frame_is_in_flight_and_the_newest_state_wins() -> None:
    """Unconfirmed, nothing more is sent; confirmed, one frame brings the page level however much happened."""
    players, table, match = table_of_four()

    async def scene() -> None:
        page = socket(table.code)
        await page.connect(timeout=PATIENCE)
        first = await page.receive_from(timeout=PATIENCE)
        for _ in range(4):
            await play(match)
        assert await page.receive_nothing(timeout=0.3)
        await page.send_to(text_data=json.dumps({"got": stamp(first)}))
        second = await page.receive_from(timeout=PATIENCE)
        assert stamp(second)[1] == stamp(first)[1] + 4
        await page.send_to(text_data=json.dumps({"got": stamp(second)}))
        assert await page.receive_nothing(timeout=0.3)
        await page.disconnect()

    assert players
    run(scene)


def test_only_changed_regions_are_sent() -> None:
    """A line of chat sends the lines, and neither hands nor board."""
    players, table, _match = table_of_four()

    async def scene() -> None:
        page, _first = await opened(table.code)
        await database_sync_to_async(social.say)(table, player=players[0], text="hola")
        text = await frame_with(page, lambda text: "hola" in text)
        assert 'id="r-lines"' in text
        assert not any(f'id="{region}"' in text for region in ("r-hand", "r-seats", "r-centre", "r-log", "r-panel"))
        await page.disconnect()

    run(scene)


def test_all_brings_the_page_level_again() -> None:
    """{"all": true} sends every region, also when nothing changed."""
    _players, table, _match = table_of_four()

    async def scene() -> None:
        page, first = await opened(table.code)
        await page.send_to(text_data='{"all": true}')
        again = await page.receive_from(timeout=PATIENCE)
        ids = re.compile(r'id="(r-[a-z]+)" hx-swap-oob')
        assert ids.findall(again) == ids.findall(first)
        await page.disconnect()

    run(scene)


JUNK = ["x", "[]", "7", "null", '"a"', "{", "[" * 400, '{"got": ' + "1" * 600 + "}", "\xed\xa0\x80", "\0"]


@pytest.mark.parametrize("junk", JUNK)
def test_garbage_closes_politely(junk: str) -> None:
    """What no page of ours sends ends the socket with a code of its own; others live."""
    _players, table, match = table_of_four()

    async def scene() -> None:
        other, _first = await opened(table.code)
        page, _first = await opened(table.code)
        await page.send_to(text_data=junk)
        closed = await page.receive_output(timeout=PATIENCE)
        assert closed == {"type": "websocket.close", "code": 4400} or closed["code"] == 4400
        await play(match)
        await frame_with(other, lambda text: True)
        await other.disconnect()

    run(scene)


def test_odd_messages_of_the_right_shape_change_nothing() -> None:
    """Unknown keys and wrong types are ignored, bytes close the socket."""
    _players, table, match = table_of_four()

    async def scene() -> None:
        page, _first = await opened(table.code)
        for odd in ('{"move": {"card": "ah"}}', '{"visible": "yes"}', '{"type": "table.changed"}', '{"got": "x"}', '{"here": []}'):
            await page.send_to(text_data=odd)
        assert await page.receive_nothing(timeout=0.2)
        await play(match)
        await frame_with(page, lambda text: True)
        await page.send_to(bytes_data=b"\xff\x00")
        assert (await page.receive_output(timeout=PATIENCE))["code"] == 4400

    run(scene)


def test_an_unknown_table_closes_with_4404() -> None:
    """No table, no group, no error."""

    async def scene() -> None:
        for code in ("zzzzzzzz", "a.b", "x" * 300):
            page = socket(code)
            await page.connect(timeout=PATIENCE)
            assert (await page.receive_output(timeout=PATIENCE))["code"] == 4404

    run(scene)


def test_the_sockets_of_an_ended_session_close_with_4401() -> None:
    """Signing out ends the sockets opened under that session; the page comes back as who it is now."""
    players, table, _match = table_of_four()
    cookie = cookie_of(players[0])
    key = cookie.partition("=")[2]

    async def scene() -> None:
        page, _first = await opened(table.code, cookie)
        await database_sync_to_async(end_session)(key)
        assert (await page.receive_output(timeout=PATIENCE))["code"] == 4401

    run(scene)


def test_a_new_password_turns_out_every_open_page_of_its_person_and_no_other() -> None:
    """P18: the pages come back as whoever their browser is then; the person is known only after the session was read."""
    players, table, _match = table_of_four()
    cookies = [cookie_of(players[0]), cookie_of(players[0]), cookie_of(players[1])]

    async def scene() -> None:
        pages = [(await opened(table.code, cookie))[0] for cookie in cookies]
        await database_sync_to_async(turn_out)(players[0].pk)
        for page in pages[:2]:
            while (said := await page.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
                await page.send_to(text_data=json.dumps({"got": stamp(said["text"])}))
            assert said["code"] == 4401
        await pages[2].disconnect()

    run(scene)


def end_session(key: str) -> None:
    """Sign out elsewhere."""
    from config.sessions import SessionStore

    SessionStore(key).delete()


def test_forms_in_frames_carry_the_browsers_own_token() -> None:
    """A form that came by a socket works without script too: it holds the token of the browser's cookie."""
    (host,) = make.people("Ana")
    table = make.opened(host)
    browser = Client(enforce_csrf_checks=True)
    browser.get(f"/m/{table.code}/")
    token = browser.cookies["csrftoken"].value

    async def scene() -> str:
        page, first = await opened(table.code, f"csrftoken={token}")
        await page.disconnect()
        return first

    first = run(scene)
    assert f'name="csrfmiddlewaretoken" value="{token}"' in first and "\0" not in first
    data = {"name": "Luis", "csrfmiddlewaretoken": token}
    assert browser.post(f"/m/{table.code}/sentarse/", data).status_code == 303


def test_another_origin_is_refused() -> None:
    """The handshake of a page of another site, port or scheme meets a closed door."""
    _players, table, _match = table_of_four()

    async def scene() -> None:
        for origin in (b"https://evil.example", b"http://localhost:1", b"https://localhost"):
            page = WebsocketCommunicator(application, f"/ws/m/{table.code}/", headers=[(b"host", b"localhost"), (b"origin", origin)])
            connected, _code = await page.connect(timeout=PATIENCE)
            assert not connected

    run(scene)


def test_presence_follows_the_sockets() -> None:
    """Looking, looking away and leaving are rows, and news for the others only where somebody sits."""
    players, table, _match = table_of_four()
    cookie = cookie_of(players[0])

    async def scene() -> None:
        watcher, _first = await opened(table.code)
        page, _first = await opened(table.code, cookie)
        await frame_with(watcher, lambda text: "presente" in text)
        await page.send_to(text_data='{"visible": false}')
        await frame_with(watcher, lambda text: "en otra página" in text)
        await page.disconnect()
        await frame_with(watcher, lambda text: "ausente" in text)
        await watcher.disconnect()

    run(scene)
    assert not Watching.objects.exists()


def test_a_socket_can_not_move() -> None:
    """No message on a socket plays a card: commands come by HTTP alone."""
    players, table, match = table_of_four()
    seat, seq, raw = make.fallback(match)
    cookie = cookie_of(make.holder(match, seat))

    async def scene() -> None:
        page, _first = await opened(table.code, cookie)
        await page.send_to(text_data=json.dumps({"move": json.loads(raw), "seq": seq, "match": 1}))
        assert await page.receive_nothing(timeout=0.3)
        await page.disconnect()

    run(scene)
    match.refresh_from_db()
    assert match.seq == seq and players


def test_a_session_that_ended_unheard_is_noticed_at_the_next_sign_of_life() -> None:
    """The hint that closes a session's sockets may get lost; the page's heartbeat makes up for it."""
    players, table, _match = table_of_four()
    cookie = cookie_of(players[0])

    async def scene() -> None:
        page, _first = await opened(table.code, cookie)
        await page.send_to(text_data='{"here": true}')
        assert await page.receive_nothing(timeout=0.3)
        await database_sync_to_async(Session.objects.all().delete)()
        await page.send_to(text_data='{"here": true}')
        assert (await page.receive_output(timeout=PATIENCE))["code"] == 4401

    run(scene)


def test_who_leaves_before_their_turn_is_never_read_or_drawn() -> None:
    """In a storm many handshakes belong to pages that have given up: they cost nothing, and the ones behind them come sooner."""
    _players, table, _match = table_of_four()

    async def scene() -> None:
        for _ in range(ARRIVING):
            await arriving().acquire()
        pages = [socket(table.code) for _ in range(5)]
        for page in pages:
            assert (await page.connect(timeout=PATIENCE))[0], "accepted at once"
        for page in pages[:4]:
            await page.disconnect()
        arriving().release()
        await pages[4].receive_from(timeout=PATIENCE)
        await pages[4].disconnect()

    with connection.cursor() as cursor:
        cursor.execute("select last_value from tables_watching_id_seq")
        before = cursor.fetchone()[0]
    run(scene)
    with connection.cursor() as cursor:
        cursor.execute("select last_value from tables_watching_id_seq")
        assert cursor.fetchone()[0] <= before + 1


def test_a_backlog_of_hints_is_one_hint() -> None:
    """However much happens while a page is being drawn: what waits is one word, and the newest stamp."""

    async def scene() -> None:
        box = Mailbox()
        for seq in (3, 9, 4):
            box.put({"type": "table.changed", "stamp": [1, seq, 0]})
        box.put({"type": "identity.changed"})
        assert (await box.get())["stamp"] == (1, 9, 0)
        assert (await box.get())["type"] == "identity.changed"
        box.put({"type": "table.changed", "stamp": (1, 9, 0)})
        box.put({"type": "table.changed", "stamp": None})
        assert (await box.get())["stamp"] is None

    run(scene)


def test_an_outbox_keeps_the_newest_groups_and_one_hint_of_each() -> None:
    """Hints that the layer does not take are bounded."""

    async def scene() -> None:
        box = hints.Outbox()
        for number in range(hints.MOST + 5):
            box.put(f"table.{number}", {"type": "table.changed", "stamp": (1, 1, 1)})
            box.put(f"table.{number}", {"type": "table.changed", "stamp": (1, 2, 1)})
        assert len(box.waiting) == hints.MOST
        assert {hint["stamp"] for _since, hint in box.waiting.values()} == {(1, 2, 1)}
        assert ("table.0", "table.changed") not in box.waiting

    run(scene)
