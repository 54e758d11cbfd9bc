"""How much stronger each level of the CPU players of Crazy10s is than the one below (P15), and how their matches end.

``python -m tests.games.crazy10s.strength`` plays with the default choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.contract.meetings import Trial
from tests.games.crazy10s.census import census, last_state, told

CENSUS = 1000
"""So many matches between *easy* and *normal* are counted by their endings."""


class CountedTrial(Trial):
    """A trial whose report also counts endings."""

    def report(self) -> Iterator[str]:
        """The lines of the report, as they become known."""
        yield from super().report()
        yield "endings, " + told(CENSUS, census(last_state(f"soak {number}") for number in range(CENSUS)))


TRIAL = CountedTrial(
    "crazy10s",
    "Crazy10s",
    Path(__file__).parent,
    meetings=(("normal", "easy", 40), ("hard", "normal", 200)),
    tables={"": (2, {})},
    unit="matches",
    weighs=lambda mind: True,
)

if __name__ == "__main__":
    TRIAL.main()
