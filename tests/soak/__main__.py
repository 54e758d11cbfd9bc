"""`make soak`: how strong the CPU players of each game are against each other. Takes long; each game writes its own report."""

from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/strength.py")):
        import_module(f"tests.games.{path.parent.name}.strength").TRIAL.main()
