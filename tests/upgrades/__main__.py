"""Keep a dump of the present schema: ``python -m tests.upgrades``, before a migration of `tables` is written.

The dump is named after the newest migration. One that is there already is never made anew: it shows what was.
"""

from __future__ import annotations

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"


def main() -> str:
    """Migrate and sow a database, and write down what it holds; what became of it, in words."""
    import time_machine
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    from tests.upgrades import dumps, seed

    ((_app, newest),) = MigrationLoader(connection).graph.leaf_nodes("tables")
    target = dumps.FOLDER / f"{newest}.sql.gz"
    if target.exists():
        sys.exit(f"{target.name} is there already.")
    with dumps.database():
        call_command("migrate", verbosity=0)
        with time_machine.travel(seed.MOMENT, tick=False):
            seed.sow()
        dumps.keep(target, settings.CLUSTER.bin / "pg_dump")
    return f"{target.name}: {target.stat().st_size // 1000} kB\n"


django.setup()
sys.stdout.write(main())
