"""Playthroughs as text: acts written by a person, outcomes written by the rules. A golden is never edited once it is released.

A line that starts with two blanks is an outcome, ``#`` opens a comment, every other line is an act. The first act opens the match;
``refuse <act>`` is an act that the rules must refuse, its outcome is the code and the sentence. All other acts are the game's own: its
``tests/games/<package>/playthrough.py`` describes them, says with a `Script` how they are read, and writes the outcomes of one named
golden anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.contract import Event, Game, Illegal, Line, NeedShuffle, Over, Rules, SeatRef, Token
from games.registry import get

NAMES = ("Ana", "Bea", "Caro", "Dani", "Eva", "Fani", "Gema", "Hilda", "Irene", "Julia")
"""Who sits in which seat."""


@dataclass(frozen=True)
class Script:
    """How the playthroughs of one version of a game are read.

    opening: the verb of the act that opens the match. begin: the state before any event, from what follows that verb.
    event: the rule event of a single act, from its verb, the rest and the state. Raises ValueError for a verb it does not know.
    standing: where the match stands, from a spectator's view: what comes before the seats that are waited for.
    several: verbs that are followed by several single acts, with what parts these (None: blanks).
    changes: acts that are no events, but something that happened before the playthrough begins: the state, from the rest and the state.
    chance: what is said where a shuffle is awaited.
    """

    slug: str
    version: int
    folder: Path
    opening: str
    begin: Callable[[str], Any]
    event: Callable[[str, str, Any], Event]
    standing: Callable[[Any], str]
    several: Mapping[str, str | None] = field(default_factory=dict)
    changes: Mapping[str, Callable[[str, Any], Any]] = field(default_factory=dict)
    chance: str = "shuffle {size}"

    @property
    def game(self) -> Game:
        return get(self.slug)

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return self.game.versions[self.version]

    @property
    def paths(self) -> list[Path]:
        """The goldens of the game."""
        return sorted(self.folder.glob("*.txt"))

    def lines(self, name: str) -> list[str]:
        """The text of a golden."""
        return (self.folder / f"{name}.txt").read_text().splitlines()

    # ---- what the rules say -----------------------------------------------------------------------------------------------------

    def told(self, lines: Iterable[str]) -> Iterator[str]:
        """The playthrough with its outcomes as the rules bring them about now."""
        state: Any = None
        for line in lines:
            if line.startswith("  "):
                continue
            yield line
            if not line or line.startswith("#"):
                continue
            verb, _, rest = line.partition(" ")
            if verb == self.opening:
                state = self.begin(rest)
                continue
            assert state is not None, f"{self.opening} comes first"
            state, brought = self.outcomes(verb, rest, state)
            yield from brought

    def outcomes(self, verb: str, rest: str, state: Any) -> tuple[Any, list[str]]:
        """The state after an act, and the lines that it brings about."""
        if verb == "refuse":
            return state, [self.refusal(rest, state)]
        if change := self.changes.get(verb):
            state = change(rest, state)
            return state, [self.where(state)]
        steps = list(self.events(f"{verb} {rest}", state))
        lines = [self.logged(line) for event, before, after in steps for line in self.rules.narrate(before, event, after, None)]
        last = steps[-1][-1]
        return last, [*lines, self.where(last)]

    def events(self, act: str, state: Any) -> Iterator[tuple[Event, Any, Any]]:
        """The rule events of an act, each with the states before and after it. Raises `Illegal` where the rules do."""
        verb, _, rest = act.partition(" ")
        for part in rest.split(self.several[verb]) if verb in self.several else [rest]:
            event = self.event(verb, part.strip(), state)
            after = self.rules.step(state, event)
            yield event, state, after
            state = after

    def refusal(self, act: str, state: Any) -> str:
        """The line of an act that must be refused."""
        try:
            list(self.events(act, state))
        except Illegal as refused:
            return f"  ! {type(refused).__name__.lower()} {refused.code}: {said(self.game.refusals[refused.code], refused.params)}"
        raise AssertionError(f"not refused: {act}")

    def logged(self, line: Line) -> str:
        """A line of the log."""
        mark = f"{line.mark:>2} " if line.mark else "-- " if line.heading else "   "
        return f"  {mark}{said(self.game.lines[line.key], line.params)}"

    def where(self, state: Any) -> str:
        """Where the match stands, as a spectator sees it, and what it waits for."""
        told, awaited = f"  = {self.standing(self.rules.view(state, None))}, ", self.rules.awaits(state)
        if isinstance(awaited, Over):
            result = awaited.result
            return f"{told}over: {self.game.reasons[result.reason]}, winners {' '.join(NAMES[seat] for seat in result.winners)}"
        if isinstance(awaited, NeedShuffle):
            return told + self.chance.format(size=awaited.size)
        return f"{told}{awaited.turn}: " + " or ".join("/".join(NAMES[seat] for seat in group) for group in awaited.groups)

    # ---- what the tests ask -----------------------------------------------------------------------------------------------------

    def check(self, path: Path) -> None:
        """A golden says what the rules say now. Raises AssertionError with the first line that differs."""
        stored = path.read_text().splitlines()
        for number, (now, line) in enumerate(zip(self.told(stored), stored, strict=True), start=1):
            assert now == line, f"line {number} is now {now!r}, was {line!r}"

    def covers(self, letter: str, numbers: Iterable[int]) -> None:
        """Every reason for an end has a golden; and every one of these rules is named in a comment of a golden that is about it."""
        texts = [path.read_text() for path in self.paths]
        for reason in self.game.reasons.values():
            assert any(f"over: {reason}, winners" in text for text in texts), f"no golden ends so: {reason}"
        comments = [line for text in texts for line in text.splitlines() if line.startswith("#")]
        named = {number for line in comments for number in re.findall(rf"{letter}\d+", line)}
        assert named >= {f"{letter}{number}" for number in numbers}, "rules without a golden"

    def main(self) -> None:
        """Write the outcomes of the one golden named on the command line."""
        if len(sys.argv) != 2:
            raise SystemExit("one name, please: goldens are not blessed in bulk")
        name = sys.argv[1]
        (self.folder / f"{name}.txt").write_text("\n".join(self.told(self.lines(name))) + "\n")


def said(text: str, params: Mapping[str, Any]) -> str:
    """A sentence with the seats' names and the cards in it."""
    return text.format(**{key: shown(value) for key, value in params.items()})


def shown(value: Any) -> Any:
    """A parameter of a sentence as it is read in a golden."""
    match value:
        case SeatRef(seat):
            return NAMES[seat]
        case Token(short=short):
            return short
    return value
