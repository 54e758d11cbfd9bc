"""One served site for all browser tests of a module: what one test leaves at its tables does not concern the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases

from tests.live import LiveSite


@pytest.fixture(scope="session")
def _database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database, also where no test of the run asks for it by a mark: pytest-django leaves it out then."""
    if connection.settings_dict["NAME"].startswith("test_"):
        yield
        return
    with django_db_blocker.unblock():
        config = setup_databases(verbosity=0, interactive=False, aliases={"default"})
    yield
    with django_db_blocker.unblock():
        teardown_databases(config, verbosity=0)


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, _database: None, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[LiveSite]:
    """As `live_site`, but for the whole module, whose ``SITE`` holds the settings to replace. The tests may use the database.

    A module with ``WORKER = False`` does the worker's jobs itself, at the time it wants.
    """
    with django_db_blocker.unblock():
        served = LiveSite(tmp_path_factory.mktemp("site") / "var", connection.settings_dict, getattr(request.module, "SITE", {}))
        try:
            yield served.start(worker=getattr(request.module, "WORKER", True))
        finally:
            served.stop()
            call_command("flush", verbosity=0, interactive=False)
            with connection.cursor() as cursor:
                cursor.execute("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")
            # Beside Playwright's running loop this is another connection than the one that drops the database in the end.
            connections.close_all()
