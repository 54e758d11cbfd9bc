"""How much stronger each level of the CPU players of Choque de Colores is than the one below (P15), at each of the three tables.

``python -m tests.games.choque.strength`` plays with four players, who take every other seat, and with three at the table of
*Partida rápida* (C1). Luck weighs much in this game: the least numbers of games are such that the bound does not hang on stopping at a
lucky moment.
"""

from __future__ import annotations

from pathlib import Path

from games.choque.variants import VARIANTS
from tests.contract.meetings import Trial

TRIAL = Trial(
    "choque",
    "Choque de Colores",
    Path(__file__).parent,
    meetings=(("normal", "easy", 2000), ("hard", "normal", 6000)),
    tables={f"{key}, ": (4, {"variant": key}) for key in VARIANTS} | {"clasica a tres, ": (3, {"variant": "clasica"})},
)

if __name__ == "__main__":
    TRIAL.main()
