"""What all tests share: the real Postgres, the real Chromium, a served site, a Redis."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hypothesis import settings as hypothesis_settings

from config.embedded import Cluster
from tests import chromium
from tests.live import LiveSite, free_port

# Playwright's synchronous interface runs a loop in this thread; Django would refuse the database beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
CI = os.environ.get("CI") == "true"
BROWSER = {"page", "context", "browser", "new_context"}

# No wall clock decides over a test, and a run leaves no files behind.
hypothesis_settings.register_profile("tapete", deadline=None, database=None)
hypothesis_settings.load_profile("tapete")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use a browser; without one they are skipped, and in CI that is an error.

    They come last: once Playwright runs its loop in a thread, nothing asynchronous can be tested there any more. The long ones are the
    first of them, so that no worker waits for one at the end.
    """
    wanting = [item for item in items if BROWSER & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("browser")]
    for item in wanting:
        item.add_marker("browser")
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, item.get_closest_marker("long") is None))
    if not wanting or chromium.find():
        return
    if CI:
        raise pytest.UsageError("There is no Chromium, and CI must not skip the browser tests.")
    for item in wanting:
        item.add_marker(pytest.mark.skip(reason="no Chromium on this machine: install the package chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How Playwright starts the browser: the Chromium found, quiet, and without a sandbox only as root."""
    return {**browser_type_launch_args, "executable_path": chromium.find(), "args": chromium.FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Pages ask for Spanish unless a test says otherwise."""
    return {**browser_context_args, "locale": "es-ES"}


@pytest.fixture(autouse=True)
def _empty_queue(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test that really commits, the job queue is emptied: Django's flush knows nothing of its tables."""
    marker = request.node.get_closest_marker("django_db")
    commits = "transactional_db" in request.fixturenames or (marker and marker.kwargs.get("transaction"))
    if commits:
        request.getfixturevalue("transactional_db")
    yield
    if commits:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")


@pytest.fixture
def live_site(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[LiveSite]:
    """The site on this test's database: server and worker in a process of their own, at ``live_site.url``.

    The test may read and write the same database through models; what it commits the site sees. Time is the real one (a frozen
    clock does not reach another process): move deadlines in the database instead. Settings are replaced by
    ``@pytest.mark.live(CPU_PACE=0)`` or ``live_site.restart(CPU_PACE=0)``, environment by ``restart(env={...})``. Also there:
    ``stop``, ``kill`` (-9), ``start``, ``said()`` (the log), ``mails()``. With pytest-playwright's fixtures::

        def test_x(live_site, page):
            page.goto(live_site.url)
    """
    marker = request.node.get_closest_marker("live")
    site = LiveSite(tmp_path / "var", connection.settings_dict, dict(marker.kwargs) if marker else {})
    yield from running(site)


@pytest.fixture
def own_site(request: pytest.FixtureRequest) -> Iterator[LiveSite]:
    """A site like `live_site`, but on an embedded Postgres of its own in ``own_site.folder``: for tests that stop or kill it."""
    marker = request.node.get_closest_marker("live")
    # As root the server runs as somebody else, who may not enter pytest's own folders.
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield from running(LiveSite(Path(folder), None, dict(marker.kwargs) if marker else {}))
        shutil.rmtree(Cluster(Path(folder) / "postgres").home, ignore_errors=True)


def running(site: LiveSite) -> Iterator[LiveSite]:
    """A site, started and in the end stopped."""
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis that lives as long as the tests; without the program the test is skipped, and in CI fails."""
    program = shutil.which("redis-server")
    if program is None:
        if CI:
            pytest.fail("There is no redis-server, and CI must not skip its tests.")
        pytest.skip("no redis-server on this machine: install the package redis-server")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path_factory.mktemp("redis"))]
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    """Wait until somebody listens on a port, ten seconds at most."""
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")
