"""`make soak`: how strong the CPU players of each game are against each other, and what happens in real time. Takes long.

Each game writes its own report.
"""

import sys
from importlib import import_module
from pathlib import Path

import pytest

if __name__ == "__main__":
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/strength.py")):
        import_module(f"tests.games.{path.parent.name}.strength").TRIAL.main()
    SCRIPTS = [str(path) for path in sorted(Path(__file__).parent.glob("*.py")) if not path.name.startswith("__")]
    sys.exit(pytest.main(["-s", "-o", "faulthandler_timeout=0", *SCRIPTS]))
