"""How much stronger each level of the CPU players of Crazy Eights is than the one below (P15), among two, four and six players.

``python -m tests.games.crazy_eights.strength`` plays with the default choices. Two levels take every other seat, and change places with
every match. A fixed number of matches is played, then more of them until the 95 % lower bound (Wilson) of the stronger level's share of
matches lies above one half, at most 100,000. The report is written to ``strength.txt`` beside this file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import mean
from time import process_time

from games.contract import Level, NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream
from games.registry import get

MEETINGS: tuple[tuple[Level, Level, int], ...] = (("normal", "easy", 60), ("hard", "normal", 40))
TABLES = (2, 4, 6)
MOST = 100_000
REPORT = Path(__file__).with_name("strength.txt")


@dataclass
class Meeting:
    """Matches between two levels at a table. won: those of the stronger. thinking: processor seconds of each hard choice."""

    stronger: Level
    weaker: Level
    seats: int
    matches: int = 0
    won: int = 0
    thinking: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.won / self.matches

    @property
    def bound(self) -> float:
        """The lower end of Wilson's 95 % interval of the share."""
        z, n = 1.96, self.matches
        middle = self.share + z * z / (2 * n)
        spread = z * sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n)


def play(levels: list[Level], seed: str, thinking: list[float]) -> int:
    """One match; its winning seat."""
    eights = get("crazy-eights")
    rules, bits = eights.versions[eights.version], Stream(seed)
    state = rules.start(["cpu"] * len(levels), eights.defaults)
    while not isinstance(awaited := rules.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            state = rules.step(state, Shuffled(bits.permutation(awaited.size)))
            continue
        seat = awaited.seats[0]
        mind, level = rules.mind(state, seat), levels[seat]
        begun = process_time()
        move = eights.choose(mind, level, bits, eights.samples[level])
        if level == "hard" and len(mind.view.playable) > 1:
            thinking.append(process_time() - begun)
        state = rules.step(state, Played(seat, move))
    return awaited.result.winners[0]


def meet(stronger: Level, weaker: Level, seats: int, least: int) -> Meeting:
    """So many matches, and more while the bound is not above one half."""
    meeting = Meeting(stronger, weaker, seats)
    for number in count():
        if number >= MOST or (number >= least and meeting.bound > 0.5):
            return meeting
        side = number % 2
        levels = [stronger if seat % 2 == side else weaker for seat in range(seats)]
        meeting.won += play(levels, f"{stronger} {weaker} {seats} {number}", meeting.thinking) % 2 == side
        meeting.matches += 1
    raise AssertionError("count() ends")


def report() -> Iterator[str]:
    """The lines of the report, as they become known."""
    eights = get("crazy-eights")
    yield "Crazy Eights: levels of the CPU players (P15)"
    yield f"rules version {eights.version}; samples: " + ", ".join(f"{level} {number}" for level, number in eights.samples.items())
    thinking: list[float] = []
    for seats in TABLES:
        for stronger, weaker, least in MEETINGS:
            meeting = meet(stronger, weaker, seats, least)
            thinking += meeting.thinking
            yield (
                f"{seats} players, {stronger:>6} over {weaker:<6}: {meeting.matches} matches, share {meeting.share:.3f}, "
                f"95 % lower bound {meeting.bound:.3f}{'' if meeting.bound > 0.5 else '  NOT ABOVE ONE HALF'}"
            )
    longest = sorted(thinking)[int(0.999 * len(thinking))]
    yield f"a hard move ({len(thinking)} of them): mean {mean(thinking) * 1000:.0f} ms, 99.9 % under {longest * 1000:.0f} ms"


def main() -> None:
    """Play, tell, and write the report."""
    lines = []
    for line in report():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        lines.append(line)
    REPORT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
