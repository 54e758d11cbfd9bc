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
    scripts = [path for path in sorted(Path(__file__).parent.glob("*.py")) if path.name not in ("__init__.py", "__main__.py", "strain.py")]
    timed = pytest.main(["-s", "-o", "faulthandler_timeout=0", *map(str, scripts)])
    sys.exit(strained or timed)
