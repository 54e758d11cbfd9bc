"""How much stronger each level of the CPU players of Sueca is than the one below (P15): ``python -m tests.games.sueca.strength``.

Two levels meet as pairs, seats alternating. A fixed number of games is played, then more of them until the 95 % lower bound (Wilson)
of the stronger level's share of games lies above one half, at most 100,000. The report is written to ``strength.txt`` beside this file.
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

MATCHES: tuple[tuple[Level, Level, int], ...] = (("normal", "easy", 1000), ("hard", "normal", 200), ("hard", "easy", 60))
MOST = 100_000
NORMAL_GAMES = 40
ALLOWED = 30
"""A hard move may take the time of so many games among normal players."""
REPORT = Path(__file__).with_name("strength.txt")


@dataclass
class Meeting:
    """Games between two levels. won: those of the stronger. thinking: processor seconds of each hard choice among two cards or more."""

    stronger: Level
    weaker: Level
    games: int = 0
    won: int = 0
    thinking: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def bound(self) -> float:
        """The lower end of Wilson's 95 % interval of the share."""
        z, n = 1.96, self.games
        middle = self.share + z * z / (2 * n)
        spread = z * sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n)


def game(levels: list[Level], seed: str, thinking: list[float]) -> tuple[int, ...]:
    """One game; its winning seats."""
    sueca = get("sueca")
    rules, bits = sueca.versions[sueca.version], Stream(seed)
    state = rules.start(["cpu"] * 4, sueca.defaults)
    while not isinstance(awaited := rules.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            state = rules.step(state, Shuffled(bits.permutation(awaited.size)))
            continue
        seat = awaited.seats[0]
        mind, level = rules.mind(state, seat), levels[seat]
        begun = process_time()
        move = sueca.choose(mind, level, bits, sueca.samples[level])
        if level == "hard" and len(mind.view.playable) > 1:
            thinking.append(process_time() - begun)
        state = rules.step(state, Played(seat, move))
    return awaited.result.winners


def meet(stronger: Level, weaker: Level, least: int) -> Meeting:
    """So many games, and more while the bound is not above one half."""
    meeting = Meeting(stronger, weaker)
    for number in count():
        if number >= MOST or (number >= least and meeting.bound > 0.5):
            return meeting
        side = number % 2
        levels = [stronger if seat % 2 == side else weaker for seat in range(4)]
        meeting.won += side in game(levels, f"{stronger} {weaker} {number}", meeting.thinking)
        meeting.games += 1
    raise AssertionError("count() ends")


def normal_game() -> float:
    """Seconds of the processor for a game among normal players."""
    begun = process_time()
    for number in range(NORMAL_GAMES):
        game(["normal"] * 4, f"pace {number}", [])
    return (process_time() - begun) / NORMAL_GAMES


def report() -> Iterator[str]:
    """The lines of the report, as they become known."""
    sueca = get("sueca")
    yield "Sueca: levels of the CPU players (P15)"
    yield f"rules version {sueca.version}; samples: " + ", ".join(f"{level} {number}" for level, number in sueca.samples.items())
    pace, thinking = normal_game(), []
    for stronger, weaker, least in MATCHES:
        meeting = meet(stronger, weaker, least)
        thinking += meeting.thinking
        yield (
            f"{stronger:>6} over {weaker:<6}: {meeting.games} games, share {meeting.share:.3f}, "
            f"95 % lower bound {meeting.bound:.3f}{'' if meeting.bound > 0.5 else '  NOT ABOVE ONE HALF'}"
        )
    pace = (pace + normal_game()) / 2
    longest = sorted(thinking)[int(0.999 * len(thinking))]
    yield f"a game among normal players: {pace * 1000:.1f} ms"
    yield (
        f"a hard move ({len(thinking)} of them): mean {mean(thinking) * 1000:.0f} ms = {mean(thinking) / pace:.1f} normal games; "
        f"99.9 % under {longest * 1000:.0f} ms = {longest / pace:.1f} (allowed: {ALLOWED})"
    )


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
