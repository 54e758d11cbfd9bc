"""How much stronger each level of the CPU players of Sueca is than the one below (P15): ``python -m tests.games.sueca.strength``."""

from __future__ import annotations

from pathlib import Path

from tests.contract.meetings import Trial

TRIAL = Trial(
    "sueca",
    "Sueca",
    Path(__file__).parent,
    meetings=(("normal", "easy", 1000), ("hard", "normal", 200), ("hard", "easy", 60)),
    tables={"": (4, {})},
    allowed=30,
)

if __name__ == "__main__":
    TRIAL.main()
