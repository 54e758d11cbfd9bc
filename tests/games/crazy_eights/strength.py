"""How much stronger each level of the CPU players of Crazy Eights is than the one below (P15), among two, four and six players.

``python -m tests.games.crazy_eights.strength`` plays with the default choices.
"""

from __future__ import annotations

from pathlib import Path

from tests.contract.meetings import Trial, crowds

TRIAL = Trial(
    "crazy-eights",
    "Crazy Eights",
    Path(__file__).parent,
    meetings=(("normal", "easy", 60), ("hard", "normal", 40)),
    tables=crowds(2, 4, 6),
    unit="matches",
)

if __name__ == "__main__":
    TRIAL.main()
