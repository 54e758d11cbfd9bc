"""A whole site in a process of its own, for tests that need real sockets, a real worker, or a process to kill."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection, connections

from tests import live_settings

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds a site may take to come up, on a machine with other things to do."""
QUEUE = "TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE"
"""What empties the job queue, of whose tables Django's flush knows nothing."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LiveSite:
    """Server and worker as `manage.py serve` runs them.

    folder: its own var folder, with ``mail/`` in it. database: parameters of an existing database (HOST, NAME, USER), or None
    for a Postgres of its own. settings: Django settings to replace. env: environment variables, e.g. EMAIL_URL.
    """

    def __init__(self, folder: Path, database: dict[str, Any] | None = None, settings: dict[str, Any] | None = None) -> None:
        self.folder = folder
        self.database = database
        self.settings = settings or {}
        self.env: dict[str, str] = {}
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = folder / "serve.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, env: dict[str, str] | None = None, worker: bool = True, **settings: Any) -> Self:
        """Start it and wait until it answers; ``env`` and settings add to those of earlier starts.

        Raises AssertionError with its log when it dies on the way.
        """
        self.env |= env or {}
        self.settings |= settings
        self.folder.mkdir(parents=True, exist_ok=True)
        extra = ["--no-migrate"] if self.database else []
        extra += [] if worker else ["--no-worker"]
        with self.log.open("ab") as log:
            command = [sys.executable, "manage.py", "serve", "--port", str(self.port), *extra]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment(), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.05)
        return self

    def environment(self) -> dict[str, str]:
        """The variables of the process."""
        own = {"TAPETE_VAR": str(self.folder), "DJANGO_SETTINGS_MODULE": "tests.live_settings", "PYTHONUNBUFFERED": "1"}
        if self.database:
            data = {key: quote(str(self.database[key]), safe="") for key in ("NAME", "HOST", "USER")}
            own["SECRET_KEY"] = django_settings.SECRET_KEY  # sessions made by the test's own client hold here too
            own["DATABASE_URL"] = "postgresql:///{NAME}?host={HOST}&user={USER}".format(**data)
        foreign = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "PORT", "EMAIL_URL", "PYTEST_CURRENT_TEST")
        inherited = {name: value for name, value in os.environ.items() if name not in foreign}
        return {**inherited, **own, live_settings.VARIABLE: live_settings.dumps(self.settings), **self.env}

    def answers(self) -> bool:
        """Whether it answers a request, with whatever."""
        try:
            urllib.request.urlopen(self.url, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def lives(self) -> bool:
        """Whether its process is there."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.end(signal.SIGINT)

    def kill(self) -> None:
        """End it at once, as a crash does (kill -9)."""
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> None:
        """Send a signal and wait; one that does not end within 20 s is killed and fails the test."""
        process, self.process = self.process, None
        if process is None or process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"did not end: {self.said()}") from None

    def restart(self, **how: Any) -> Self:
        """Stop and start again at the same address."""
        self.stop()
        return self.start(**how)

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def mails(self) -> list[str]:
        """The mails it wrote to files, oldest file first."""
        return [path.read_text() for path in sorted((self.folder / "mail").glob("*"))]


class Kept:
    """The one site of a test process that is kept running from module to module, on the test database, while all want the same of it.

    Another one is not started beside it: both workers would take jobs from one queue, and the pages of one hear nothing of the other.
    """

    def __init__(self) -> None:
        self.site: LiveSite | None = None
        self.wanted = ""

    def get(self, folder: Path, settings: dict[str, Any], *, worker: bool) -> LiveSite:
        """The site with these settings, which may be the one that runs. folder: where one lives that has to be started."""
        wanted = key(settings, worker=worker)
        if self.site is None or self.wanted != wanted:
            self.end()
            self.wanted, self.site = wanted, LiveSite(folder, connection.settings_dict, dict(settings))
            self.site.start(worker=worker)
        return self.site

    def still_good(self) -> bool:
        """Whether the site runs, and a test that started it anew left it as it was wanted."""
        site = self.site
        return site is not None and site.lives() and not site.env and json.loads(self.wanted)[0] == site.settings

    def end(self) -> None:
        """Stop it, and empty the database of what was played there."""
        site, self.site = self.site, None
        if site is None:
            return
        site.stop()
        call_command("flush", verbosity=0, interactive=False)
        with connection.cursor() as cursor:
            cursor.execute(QUEUE)
        # Beside Playwright's running loop this is another connection than the one that drops the database in the end.
        connections.close_all()


def key(settings: dict[str, Any], *, worker: bool = True) -> str:
    """What a module wants of its site, to be compared."""
    return json.dumps([settings, worker], sort_keys=True)
