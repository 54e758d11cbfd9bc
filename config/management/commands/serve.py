"""manage.py serve: pages, sockets and the job worker in one process on one event loop."""

import fcntl
import os
import socket
import time
from typing import IO, Any

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from config import server, worker
from config.listening import PULSE
from config.stopping import GRACE, STOP

LEAVING = b"leaving"
"""What stands in the file of the folder's only place while the server that holds it ends."""


class Command(BaseCommand):
    """Serve the site until Ctrl-C or SIGTERM."""

    help = "Serve the site with its worker, after migrating the database."

    def add_arguments(self, parser: CommandParser) -> None:
        """Port, address and what to leave out."""
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--bind", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all")
        parser.add_argument("--no-worker", action="store_true", help="another process runs `manage.py worker`")
        parser.add_argument("--no-migrate", action="store_true", help="the database is up to date")

    def handle(self, *args: Any, port: int, bind: str, no_worker: bool, no_migrate: bool, **options: Any) -> None:
        """Prepare, then serve; returns at the end."""
        worker.heed_signals()
        refuse_taken_port(bind, port)
        self.only_one = alone()
        if not os.environ.get("SITE_URL"):
            settings.SITE_URL = f"http://localhost:{port}"
            settings.CSRF_TRUSTED_ORIGINS = [settings.SITE_URL]
        if not no_migrate:
            call_command("migrate", verbosity=0)
            connections.close_all()  # this thread would keep a connection of the pool for ever
        from config.asgi import application

        jobs = [worker.watch_cluster()]
        jobs += [] if no_worker else [worker.work()]
        jobs += [PULSE.watch()] if settings.REDIS_URL else []
        site = server.SiteServer(
            application,
            build_endpoint_description_strings(host=bind, port=port),
            jobs=jobs,
            application_close_timeout=2,
            ready_callable=self.announce,
            server_name="",
        )
        STOP.gently = lambda: self.stop(site)
        site.run()

    def stop(self, site: server.SiteServer) -> None:
        """A signal asks us to end: the next server may wait for our place instead of being refused."""
        if self.only_one:
            os.write(self.only_one.fileno(), LEAVING)
        site.stop_gently()

    def announce(self) -> None:
        """Say where the site is and where its mails go."""
        self.stdout.write(f"Tapete is ready: {settings.SITE_URL}   (stop with Ctrl-C)")
        if settings.FREE_VARIANTS:
            self.stdout.write(f"Open to every host without a grant (FREE_VARIANTS): {', '.join(settings.FREE_VARIANTS)}")
        if settings.MAIL_FOLDER:
            self.stdout.write(f"Mails are written to files in {settings.MAIL_FOLDER}")
        self.stdout.flush()


def refuse_taken_port(bind: str, port: int) -> None:
    """Raise CommandError when the port is not free: daphne would only log it and end."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as error:
            raise CommandError(f"Cannot listen on port {port} ({error.strerror}). Another one: make run PORT=8001") from error


def alone() -> IO[bytes] | None:
    """Hold the folder's only place for a server whose pushes stay in its memory; None where Redis connects them.

    Waits for one that is leaving, which it does within `GRACE`. Raises CommandError when another server has the place.
    """
    if settings.REDIS_URL:
        return None
    place = open(settings.VAR / "serving", "ab", buffering=0)  # noqa: SIM115 - held while the process lives
    deadline = time.monotonic() + GRACE + 2
    while True:
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > deadline or not (settings.VAR / "serving").read_bytes():
                raise CommandError("This folder is being served already. For several servers set REDIS_URL.") from error
            time.sleep(0.1)
        else:
            place.truncate(0)
            return place
