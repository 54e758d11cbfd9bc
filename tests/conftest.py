"""What all tests share: the real Postgres, the real Chromium, a served site, a Redis."""

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psutil
import pytest
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from hypothesis import settings as hypothesis_settings
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import blocking_manager_key

from config.embedded import Cluster
from tests import chromium
from tests.live import QUEUE, Kept, LiveSite, free_port, key

# Playwright's synchronous interface runs a loop in this thread; Django would refuse the database beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
HERE = Path(__file__).parent
CI = os.environ.get("CI") == "true"
BROWSER = {"page", "context", "browser", "new_context"}
OWN_PROCESS = {"live_site", "own_site", "two_sites"}

# No wall clock decides over a test, and a run leaves no files behind.
hypothesis_settings.register_profile("tapete", deadline=None, database=None)
hypothesis_settings.load_profile("tapete")


KEPT = pytest.StashKey[Kept]()
MIGRATED = "tapete_tests_migrated"
"""The database from which the workers of a run but the first copy theirs."""
MOST_WORKERS = 8
MEMORY = 1.5e9
"""Bytes that a worker may need with its site and its browser."""


class Turn:
    """A place in the folder that the workers of a run share, which one of them has at a time until it is done."""

    def __init__(self, folder: Path) -> None:
        self.file = open(folder / "migrated", "a+")  # noqa: SIM115 - held until the end of the run
        self.before = 0
        self.all = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()

    def wait(self) -> bool:
        """Wait for the place: whether another worker had it before. That one was done."""
        fcntl.flock(self.file, fcntl.LOCK_EX)
        self.file.seek(0)
        self.before = len(self.file.read())
        return self.before > 0

    def done(self) -> None:
        """Leave the place to the others."""
        self.file.write(".")
        self.file.flush()
        fcntl.flock(self.file, fcntl.LOCK_UN)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two workers a core: half the time they wait for a browser, a server or a worker process. Fewer where memory is short."""
    return max(1, min(2 * (os.process_cpu_count() or 1), MOST_WORKERS, int(psutil.virtual_memory().available / MEMORY)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in order, say which belong together, and mark those that use a browser.

    Without a browser first, and of those the short ones, so that a mistake shows soon; then the long ones. Tests with a browser come last:
    once Playwright runs its loop in a thread, nothing asynchronous can be tested there any more. Those on one kind of site stand together,
    the largest kind last, each with its long tests first, so that no worker waits for a long one at the end.

    Handed out to workers are the short tests by module, the cases of the contract by case, all others one by one.
    """
    wanting = [item for item in items if BROWSER & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("browser")]
    for item in wanting:
        item.add_marker("browser")
    for item in items:
        if OWN_PROCESS & set(getattr(item, "fixturenames", ())):
            item.add_marker("long")
    kinds = Counter(kind_of_site(item) for item in wanting)
    items.sort(key=lambda item: place(item, kinds))
    for item in items:
        if not any(item.get_closest_marker(name) for name in ("browser", "long", "xdist_group")):
            item.add_marker(pytest.mark.xdist_group(str(item.path.relative_to(HERE))))
    if not wanting or chromium.find():
        return
    if CI:
        raise pytest.UsageError("There is no Chromium, and CI must not skip the browser tests.")
    for item in wanting:
        item.add_marker(pytest.mark.skip(reason="no Chromium on this machine: install the package chromium"))


def kind_of_site(item: pytest.Item) -> str:
    """What the test wants of its site, "" where it uses none that is kept."""
    if "site" not in getattr(item, "fixturenames", ()):
        return ""
    module = getattr(item, "module", None)
    return key(getattr(module, "SITE", {}), worker=getattr(module, "WORKER", True))


def place(item: pytest.Item, kinds: Counter[str]) -> tuple[Any, ...]:
    """Where the test comes in a run."""
    long = item.get_closest_marker("long") is not None
    if item.get_closest_marker("browser"):
        kind = kind_of_site(item)
        return 2, kinds[kind], kind, not long
    group = item.get_closest_marker("xdist_group")
    return int(long or "site" in getattr(item, "fixturenames", ())), 0, group.args[0] if group else "", False


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """No site runs beside a test that does not use it: its worker would find the test's jobs, and its rows would be found by the test."""
    if "site" not in getattr(item, "fixturenames", ()) and (kept := item.config.stash.get(KEPT, None)) and kept.site:
        with item.config.stash[blocking_manager_key].unblock():
            kept.end()


@pytest.fixture(scope="session")
def _kept(pytestconfig: pytest.Config, django_db_setup: None, django_db_blocker: Any) -> Iterator[Kept]:
    """The site that is kept from module to module."""
    kept = pytestconfig.stash[KEPT] = Kept()
    yield kept
    with django_db_blocker.unblock():
        kept.end()


@pytest.fixture(scope="session")
def _turn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Turn]:
    """Whose turn it is among the workers of a run to make the test database: the first one migrates, the others copy."""
    shared = tmp_path_factory.getbasetemp().parent if os.environ.get("PYTEST_XDIST_WORKER") else tmp_path_factory.getbasetemp()
    with Turn(shared) as turn:
        yield turn


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None, _turn: Turn) -> None:
    """Where another worker has a migrated database already, a copy of it will do."""
    if _turn.wait():
        connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any, _turn: Turn) -> Iterator[None]:
    """The test database, also where no test of the run asks for it by a mark: pytest-django leaves it out then."""
    config: Any = None
    with django_db_blocker.unblock():
        if not connection.settings_dict["NAME"].startswith("test_"):
            config = setup_databases(verbosity=0, interactive=False, aliases={"default"})
        with connection.creation._nodb_cursor() as cursor:
            if _turn.before in (0, _turn.all - 1):  # nobody's yet, or nobody's any more
                cursor.execute(f"DROP DATABASE IF EXISTS {MIGRATED}")
            if _turn.before == 0 and _turn.all > 1:
                source = connection.ops.quote_name(connection.settings_dict["NAME"])
                connection.close()
                cursor.execute(f"CREATE DATABASE {MIGRATED} TEMPLATE {source}")
        _turn.done()
    yield
    if config:
        with django_db_blocker.unblock():
            teardown_databases(config, verbosity=0)


@pytest.fixture
def site(request: pytest.FixtureRequest, _kept: Kept, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[LiveSite]:
    """A site like `live_site` that all tests share whose modules want the same: ``SITE`` holds the settings to replace.

    What one test leaves at its tables does not concern the next one. The tests may use the database. A module with ``WORKER = False`` does
    the worker's jobs itself, at the time it wants.
    """
    with django_db_blocker.unblock():
        # For each test, because a test without a site ends the one that runs; where none did, it is the same as before.
        folder = _kept.site.folder if _kept.site else tmp_path_factory.mktemp("site") / "var"
        yield _kept.get(folder, getattr(request.module, "SITE", {}), worker=getattr(request.module, "WORKER", True))
        if not _kept.still_good():
            _kept.end()


@pytest.fixture(scope="session", autouse=True)
def _static_files_found_once() -> Iterator[None]:
    """Every test client looks for all static files anew when it is made; they do not change during a run."""
    from config.static import StaticFiles

    look, found = StaticFiles.add_files_from_finders, dict[str, Any]()

    def add(self: Any) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFiles, "add_files_from_finders", add)
        yield


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """pytest-django's, but the site's own middleware answers for static files: Django's handler knows no names that tell their content."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application)
        server = LiveServer("localhost")
    yield server
    server.stop()


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
            cursor.execute(QUEUE)


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
