"""How much stronger each level of the CPU players of Crazy Switch is than the one below (P15), under both sets of rules.

``python -m tests.games.crazy_switch.strength`` plays both. Luck weighs much in this game: the least numbers of games are such that the
bound does not hang on stopping at a lucky moment.
"""

from __future__ import annotations

from pathlib import Path

from games.crazy_switch.state import SEATS
from tests.contract.meetings import Trial

TRIAL = Trial(
    "crazy-switch",
    "Crazy Switch",
    Path(__file__).parent,
    meetings=(("normal", "easy", 2000), ("hard", "normal", 4000)),
    tables={"Estándar, ": (SEATS, {"rules": "estandar"}), "De la casa, ": (SEATS, {"rules": "casa"})},
)

if __name__ == "__main__":
    TRIAL.main()
