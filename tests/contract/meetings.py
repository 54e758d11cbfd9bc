"""How much stronger each level of a game's CPU players is than the one below (P15): ``python -m tests.games.<package>.strength``.

Two levels take every other seat, and change places with every game. A fixed number of games is played, then more of them until the 95 %
lower bound (Wilson) of the stronger level's share of games lies above one half, at most 100,000. The report is written to
``strength.txt`` in the game's folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from games.contract import Choose, Game, Level, NeedShuffle, Options, Over, Played, Shuffled
from games.kit.bits import Stream
from games.registry import get

MOST = 100_000
PACE_GAMES = 20
"""So many games among normal players, before and after the meetings, tell how long such a game takes."""


@dataclass
class Meeting:
    """Games between two levels. won: those of the stronger alone. thinking: processor seconds of each hard choice worth timing."""

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


@dataclass(frozen=True)
class Trial:
    """What is measured of a game.

    title: the game's name in the report. folder: where the report goes. unit: what is played, "games" or "matches".
    tables: by how they are called in the report ("" where there is only one), the number of seats and the choices that are no default.
    meetings: the stronger level, the weaker one, and the least number of games of theirs at each table.
    weighs: whether the choice of this mind is worth timing.
    allowed: a hard move may take the time of so many games among normal players, where that is measured.
    """

    slug: str
    title: str
    folder: Path
    meetings: Sequence[tuple[Level, Level, int]]
    tables: Mapping[str, tuple[int, Options]]
    unit: str = "games"
    weighs: Callable[[Any], bool] = lambda mind: len(mind.view.playable) > 1
    allowed: int | None = None

    @property
    def game(self) -> Game:
        return get(self.slug)

    def play(self, table: str, levels: Sequence[Level], seed: str, thinking: list[float]) -> tuple[int, ...]:
        """One game; its winning seats."""
        game, bits = self.game, Stream(seed)
        rules = game.versions[game.version]
        state = rules.start(["cpu"] * len(levels), {**game.defaults, **self.tables[table][1]})
        while not isinstance(awaited := rules.awaits(state), Over):
            if isinstance(awaited, NeedShuffle):
                state = rules.step(state, Shuffled(bits.permutation(awaited.size)))
                continue
            seat = awaited.seats[0]
            mind, level = rules.mind(state, seat), levels[seat]
            begun = process_time()
            move = game.choose(mind, level, bits, game.samples[level])
            if level == "hard" and self.weighs(mind):
                thinking.append(process_time() - begun)
            state = rules.step(state, Played(seat, move))
        return awaited.result.winners

    def meet(self, table: str, stronger: Level, weaker: Level, least: int) -> Meeting:
        """So many games, and more while the bound is not above one half. A game that both levels win is not won by the stronger."""
        meeting, (seats, _options) = Meeting(stronger, weaker), self.tables[table]
        for number in count():
            if number >= MOST or (number >= least and meeting.bound > 0.5):
                return meeting
            side = number % 2
            levels = [stronger if seat % 2 == side else weaker for seat in range(seats)]
            winners = self.play(table, levels, f"{table}{stronger} {weaker} {number}", meeting.thinking)
            meeting.won += all(seat % 2 == side for seat in winners)
            meeting.games += 1
        raise AssertionError("count() ends")

    def pace(self) -> float:
        """Seconds of the processor for a game among normal players, all tables alike."""
        begun = process_time()
        for table, (seats, _options) in self.tables.items():
            for number in range(PACE_GAMES):
                self.play(table, ["normal"] * seats, f"{table}pace {number}", [])
        return (process_time() - begun) / PACE_GAMES / len(self.tables)

    def report(self) -> Iterator[str]:
        """The lines of the report, as they become known."""
        game, thinking = self.game, list[float]()
        yield f"{self.title}: levels of the CPU players (P15)"
        yield f"rules version {game.version}; samples: " + ", ".join(f"{level} {number}" for level, number in game.samples.items())
        before = self.pace() if self.allowed else 0.0
        for table in self.tables:
            for stronger, weaker, least in self.meetings:
                meeting = self.meet(table, stronger, weaker, least)
                thinking += meeting.thinking
                yield (
                    f"{table}{stronger:>6} over {weaker:<6}: {meeting.games} {self.unit}, share {meeting.share:.3f}, "
                    f"95 % lower bound {meeting.bound:.3f}{'' if meeting.bound > 0.5 else '  NOT ABOVE ONE HALF'}"
                )
        yield from self.times(thinking, (before + self.pace()) / 2 if self.allowed else None)

    def times(self, thinking: list[float], pace: float | None) -> Iterator[str]:
        """How long hard moves took; pace: seconds of a game among normal players, where they are measured by it."""
        usual, longest = mean(thinking), sorted(thinking)[int(0.999 * len(thinking))]
        told = f"a hard move ({len(thinking)} of them): mean {usual * 1000:.0f} ms"
        if pace is None:
            yield f"{told}, 99.9 % under {longest * 1000:.0f} ms"
            return
        yield f"a game among normal players: {pace * 1000:.1f} ms"
        yield (
            f"{told} = {usual / pace:.1f} normal games; "
            f"99.9 % under {longest * 1000:.0f} ms = {longest / pace:.1f} (allowed: {self.allowed})"
        )

    def main(self) -> None:
        """Play, tell, and write the report."""
        lines = []
        for line in self.report():
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
            lines.append(line)
        (self.folder / "strength.txt").write_text("\n".join(lines) + "\n")


def crowds(*seats: int) -> dict[str, tuple[int, Options]]:
    """Tables of a `Trial` that differ by their number of seats alone."""
    return {f"{number} players, ": (number, {}) for number in seats}


def bits_drawn(choose: Choose[Any], mind: Any, samples: int) -> int:
    """How many numbers a hard choice draws from its stream of bits: what bounds its thinking (P15)."""

    class Counted(Stream):
        drawn = 0

        def below(self, limit: int) -> int:
            self.drawn += 1
            return super().below(limit)

    bits = Counted("count")
    choose(mind, "hard", bits, samples)
    return bits.drawn
