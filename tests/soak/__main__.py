"""`make soak`: how strong the CPU players of each game are against each other, a site under strain, and races in real time. Takes long.

Each game writes its own report.
"""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.soak import strain

if __name__ == "__main__":
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/strength.py")):
        import_module(f"tests.games.{path.parent.name}.strength").TRIAL.main()
    strained = strain.main()
    sys.exit(strained or pytest.main(["-s", "-o", "faulthandler_timeout=0", str(Path(__file__).with_name("races.py"))]))
