"""Run every measurement, or those named on the command line (``engine``, ``moves``, ``sockets``, ``generate``), and keep what they say."""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib import import_module
from pathlib import Path

NAMES = ("engine", "moves", "sockets", "generate")


def prepare(folder: Path) -> None:
    """A database of the run's own, made anew, and Django on it."""
    shutil.rmtree(folder, ignore_errors=True)
    os.environ["TAPETE_VAR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0)
    connections.close_all()


def main(names: list[str]) -> None:
    """Print and write ``var/bench.json``; figures of measurements that were not run stay as they are."""
    out = Path(os.environ.get("TAPETE_VAR") or Path(__file__).resolve().parents[2] / "var").absolute()
    prepare(out / "bench")
    file = out / "bench.json"
    found = json.loads(file.read_text()) if file.exists() else {}
    for name in names:
        found[name] = import_module(f"tests.bench.bench_{name}").run()
        print(json.dumps({name: found[name]}, indent=2), flush=True)
    file.write_text(json.dumps(found, indent=2) + "\n")
    print(f"Written to {file}")


main(sys.argv[1:] or list(NAMES))
