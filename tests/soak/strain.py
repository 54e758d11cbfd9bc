"""What strangers can do to a site, in figures: bodies of 500 MB, twenty-four wrong sign-ins at once, sixty first visits of the puzzle.

Run by `make soak`, or alone with ``python -m tests.soak.strain``: a site of its own on this machine, two minutes at most.
"""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import psutil

from config.embedded import Cluster
from tests.live import LiveSite

MEGABYTE = 2**20
BODY = 500
"""Megabytes of the big body."""
SIGN_INS = 24
VISITS = 60
PATIENCE = 60.0
"""Seconds after which any of this is given up."""


class Page:
    """Somebody who asks for one plain page again and again while other things go on."""

    def __init__(self, site: LiveSite, path: str = "/") -> None:
        self.site, self.path = site, path
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Ask until the block ends."""
        over = threading.Event()

        def ask() -> None:
            while not over.is_set():
                begun = time.perf_counter()
                self.statuses[fetch(self.site, self.path)[0]] += 1
                self.seconds.append(time.perf_counter() - begun)
                over.wait(0.02)

        thread = threading.Thread(target=ask)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def told(self) -> str:
        """Median and 95th percentile in milliseconds, and how often it was refused."""
        slow = sorted(self.seconds)[int(len(self.seconds) * 0.95)]
        refused = self.statuses.total() - self.statuses[200]
        middle = statistics.median(self.seconds)
        return f"a plain page: p50 {middle * 1000:.0f} ms, p95 {slow * 1000:.0f} ms, {refused} refused of {self.statuses.total()}"


def fetch(site: LiveSite, path: str, *, form: dict[str, str] | None = None, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    """Status, headers and text of an answer; status 0 where there was none."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    wire = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        if form is None:
            wire.request("GET", path, headers=named | {"Host": f"localhost:{site.port}"})
        else:
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Host": f"localhost:{site.port}", "Origin": site.url}
            wire.request("POST", path, body=urlencode(form), headers=named | kind)
        answer = wire.getresponse()
        return answer.status, answer.headers, answer.read().decode(errors="replace")
    except OSError:
        return 0, http.client.HTTPMessage(), ""
    finally:
        wire.close()


def at_once(count: int, act: Callable[[int], int]) -> Counter[int]:
    """Do something so many times at the same moment; how often each status came."""
    gate, found, lock = threading.Barrier(count), Counter[int](), threading.Lock()

    def run(number: int) -> None:
        gate.wait()
        status = act(number)
        with lock:
            found[status] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# ---- bodies -----------------------------------------------------------------------------------------------------------------


@contextmanager
def highest(site: LiveSite) -> Iterator[list[float]]:
    """Megabytes of memory of the server at the beginning, and the most while the block runs."""
    assert site.process is not None
    process, over = psutil.Process(site.process.pid), threading.Event()
    found = [process.memory_info().rss / MEGABYTE] * 2

    def sample() -> None:
        while not over.wait(0.02):
            found[1] = max(found[1], process.memory_info().rss / MEGABYTE)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


def body(site: LiveSite, *, chunked: bool) -> float:
    """Post the big body; by how many megabytes the server's memory grew at most."""
    how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {BODY * MEGABYTE}"
    part = b"%x\r\n" % MEGABYTE + b"x" * MEGABYTE + b"\r\n" if chunked else b"x" * MEGABYTE
    begun, sent, answer = time.perf_counter(), 0, b""
    with highest(site) as memory, socket.create_connection(("127.0.0.1", site.port), PATIENCE) as wire:
        wire.sendall(f"POST /cuenta/login/ HTTP/1.1\r\nHost: localhost:{site.port}\r\nConnection: close\r\n{how}\r\n\r\n".encode())
        with suppress(OSError):
            while sent < BODY:
                wire.sendall(part)
                sent += 1
            wire.sendall(b"0\r\n\r\n" if chunked else b"")
        with suppress(OSError):
            answer = wire.recv(200)
        time.sleep(1)
    first = answer.split(b"\r\n", 1)[0].decode() or "no answer"
    grown = memory[1] - memory[0]
    name = "chunked" if chunked else "with its length"
    print(f"{BODY} MB {name}: {sent} MB taken, {first}, +{grown:.0f} MB of memory, {time.perf_counter() - begun:.1f} s", flush=True)
    return grown


# ---- sign-ins ---------------------------------------------------------------------------------------------------------------


def sign_in(site: LiveSite, number: int) -> int:
    """A wrong sign-in from an address and for an account of its own."""
    sender = f"192.0.2.{number + 1}"
    _status, headers, text = fetch(site, "/cuenta/login/", X_Forwarded_For=sender)
    cookie = "; ".join(value.split(";", 1)[0] for value in headers.get_all("Set-Cookie") or [])
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)
    form = {"login": f"nadie{number}@example.org", "password": "una-que-no-es", "csrfmiddlewaretoken": found[1] if found else ""}
    return fetch(site, "/cuenta/login/", form=form, X_Forwarded_For=sender, Cookie=cookie)[0]


def sign_ins(site: LiveSite) -> Page:
    """All of them at once, while a page is asked for."""
    page, begun = Page(site), time.perf_counter()
    with page.asked():
        statuses = at_once(SIGN_INS, lambda number: sign_in(site, number))
        seconds = time.perf_counter() - begun
    print(f"{SIGN_INS} wrong sign-ins at once: {dict(statuses)} in {seconds:.1f} s; {page.told()}", flush=True)
    return page


# ---- the puzzle -------------------------------------------------------------------------------------------------------------


def visits(site: LiveSite) -> Page:
    """The first visits of the puzzle on a site that has no position yet, all at once, while a page is asked for."""
    page, begun = Page(site), time.perf_counter()
    with page.asked():
        statuses = at_once(VISITS, lambda number: fetch(site, "/diario/", X_Forwarded_For=f"198.51.100.{number + 1}")[0])
        answered = time.perf_counter() - begun
        while 'http-equiv="refresh"' in fetch(site, "/diario/")[2]:
            if time.perf_counter() - begun > PATIENCE:
                raise SystemExit("the puzzle never came")
            time.sleep(0.2)
        ready = time.perf_counter() - begun
    print(
        f"{VISITS} first visits of the puzzle: {dict(statuses)} in {answered:.1f} s, there after {ready:.1f} s; {page.told()}", flush=True
    )
    return page


def main() -> int:
    """Print the figures; 1 where one is not what it should be."""
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        site = LiveSite(Path(folder), None, {"PASSWORD_HASHERS": ["tables.hashing.PBKDF2"]})
        try:
            site.start(env={"TRUSTED_PROXIES": "1"})
            quiet = Page(site)
            with quiet.asked():
                time.sleep(3)
            print(f"nothing else going on; {quiet.told()}", flush=True)
            pages = [sign_ins(site), visits(site)]
            grown = [body(site.restart(), chunked=chunked) for chunked in (False, True)]
        finally:
            site.stop()
            shutil.rmtree(Cluster(Path(folder) / "postgres").home, ignore_errors=True)
    return int(any(page.statuses.total() != page.statuses[200] for page in pages) or max(grown) > 20)


if __name__ == "__main__":
    sys.exit(main())
