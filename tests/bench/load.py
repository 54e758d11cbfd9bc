"""A load of many tables of four over real sockets: posts by HTTP, frames by websocket, all from one client loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

import psutil
import websockets

FRAME = re.compile(r"<!--frame (\d+) (\d+) (\d+)-->")
PATIENCE = 15.0
"""Seconds after which a frame that has not come is an error of the run."""


@dataclass
class Seat:
    """One person's page: a session, a socket, and the latest frame of it."""

    session: str
    frame: str = ""
    mark: tuple[int, int, int] = (0, 0, 0)
    arrived: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    socket: Any = None


@dataclass
class Place:
    """A table: where its moves go, where its socket is, who sits, and what is posted next.

    choose: given the seats, the seat that moves next and the fields of its form; None when the game is over.
    """

    post: str
    socket: str
    seats: list[Seat]
    choose: Callable[[Sequence[Seat]], tuple[Seat, dict[str, str]] | None]


@dataclass(frozen=True)
class Figures:
    """What a run measured. latency: seconds from POST to another player's frame, p50 and p95. cpu: seconds of the server a move."""

    moves: int
    per_second: float
    p50: float
    p95: float
    cpu: float

    def as_dict(self) -> dict[str, float]:
        """Rounded, in milliseconds where times are short."""
        return {
            "moves": self.moves,
            "moves_per_s": round(self.per_second, 1),
            "p50_ms": round(self.p50 * 1000, 1),
            "p95_ms": round(self.p95 * 1000, 1),
            "cpu_ms_per_move": round(self.cpu * 1000, 2),
        }


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(command: Sequence[str], port: int, ready: str):  # type: ignore[no-untyped-def]
    """A server of ours as a process of its own, from its ready line until it has ended."""
    environment = os.environ | {"PORT": str(port), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout
        for line in process.stdout:
            if ready in line:
                break
        else:
            raise RuntimeError(f"{command} ended before it was ready")
        yield psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def spent(process: psutil.Process) -> float:
    """Seconds of CPU that the process and its living children have used."""
    family = [process, *process.children(recursive=True)]
    return sum(sum(member.cpu_times()[:2]) for member in family)


class Http:
    """Posts over one kept connection; no more of HTTP than the measurement needs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None

    async def post(self, path: str, session: str, fields: dict[str, str]) -> int:
        """The status of the answer; its body is read and dropped."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(fields).encode()
        token = "a" * 32
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Cookie: sessionid={session}; csrftoken={token}\r\nX-CSRFToken: {token}\r\nHX-Request: true\r\n"
            f"Origin: http://localhost:{self.port}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        return await self.answer()

    async def answer(self) -> int:
        """Read one answer whole."""
        assert self.reader
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        length = re.search(r"content-length: (\d+)", head)
        if length:
            await self.reader.readexactly(int(length.group(1)))
        elif "chunked" in head:
            while (size := int((await self.reader.readline()).strip() or b"0", 16)) > 0:
                await self.reader.readexactly(size + 2)
            await self.reader.readline()
        return int(head.split(" ", 2)[1])


async def listen(seat: Seat, url: str, port: int) -> None:
    """Keep the seat's socket open, remember its latest frame and acknowledge each."""
    headers = {"Cookie": f"sessionid={seat.session}"}
    async with websockets.connect(
        url, additional_headers=headers, origin=f"http://localhost:{port}", compression=None, max_size=None
    ) as seat.socket:
        async for message in seat.socket:
            found = FRAME.match(message)
            if found is None:
                continue
            seat.frame, seat.arrived = message, time.perf_counter()
            seat.mark = (int(found[1]), int(found[2]), int(found[3]))
            seat.news.set()
            await seat.socket.send(f'{{"got": [{found[1]}, {found[2]}, {found[3]}]}}')


async def connected(seat: Seat) -> None:
    """Wait until the seat's socket is open."""
    async with asyncio.timeout(PATIENCE):
        while seat.socket is None:
            await asyncio.sleep(0.01)


async def reaches(seat: Seat, seq: int) -> None:
    """Wait until the seat's page shows at least that seq."""
    async with asyncio.timeout(PATIENCE):
        while seat.mark[1] < seq:
            seat.news.clear()
            await seat.news.wait()


async def play(place: Place, port: int, until: float, waits: list[float]) -> int:
    """Move after move at one table until the time is over; the number of moves."""
    http, moves = Http(port), 0
    while time.perf_counter() < until:
        chosen = place.choose(place.seats)
        if chosen is None:
            break
        mover, fields = chosen
        seq = max(seat.mark[1] for seat in place.seats)
        begun = time.perf_counter()
        # Busy is an answer too: a person tries again with the same token, and the time runs on.
        while (status := await http.post(place.post, mover.session, fields)) == 503:
            await asyncio.sleep(0.2)
        if status not in (200, 204):
            raise RuntimeError(f"{place.post}: {status}")
        for seat in place.seats:
            await reaches(seat, seq + 1)
        waits += [seat.arrived - begun for seat in place.seats if seat is not mover]
        moves += 1
    return moves


async def drive(places: Sequence[Place], port: int, seconds: float, process: psutil.Process, warm_up: float = 6.0) -> Figures:
    """Play at all places at once for so many seconds after a warm-up; what was measured."""
    listeners = []
    for place in places:
        listeners += [asyncio.create_task(listen(seat, place.socket, port)) for seat in place.seats]
        await asyncio.gather(*(connected(seat) for seat in place.seats))
    await asyncio.gather(*(play(place, port, time.perf_counter() + warm_up, []) for place in places))
    waits: list[float] = []
    before, begun = spent(process), time.perf_counter()
    moves = sum(await asyncio.gather(*(play(place, port, begun + seconds, waits) for place in places)))
    taken, cpu = time.perf_counter() - begun, spent(process) - before
    for task in listeners:
        task.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    cuts = quantiles(waits, n=20)
    return Figures(moves, moves / taken, cuts[9], cuts[18], cpu / moves)
