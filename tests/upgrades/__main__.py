"""Keep a dump of the present schema: ``python -m tests.upgrades``, before a migration of `tables` is added.

The dump is named after the newest migration. One that is there already is never made anew: it shows what was.
"""

from __future__ import annotations

import os
import sys

import time_machine

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.upgrades import dumps, seed


def main() -> None:
    """Migrate and sow a database, and write down what it holds."""
    (newest,) = (name for app, name in MigrationLoader(connection).graph.leaf_nodes("tables"))
    target = dumps.FOLDER / f"{newest}.sql.gz"
    if target.exists():
        sys.exit(f"{target.name} is there already.")
    with dumps.database():
        call_command("migrate", verbosity=0)
        with time_machine.travel(seed.MOMENT, tick=False):
            seed.sow()
        dumps.keep(target, settings.CLUSTER.bin / "pg_dump")
    print(f"{target.name}: {target.stat().st_size // 1000} kB")


main()
