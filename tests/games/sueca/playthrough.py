"""Playthroughs as text: acts written by a person, outcomes written by the rules. A golden is never edited once it is released.

A line that starts with two blanks is an outcome, ``#`` opens a comment, every other line is an act:

    options real impeded                     the two choices of the host (S19, S20), once at the top
    deal AS .. | .. | .. | ..                the hands by seat, in dealt order
    lay 1 KH, 2 QC                           cards by seat
    ask 1    accuse 0 3 round 2    count 0 round 2    next 1 round 2
    refuse <act>                             an act that the rules must refuse; the outcome is the code and the sentence

``python -m tests.games.sueca.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from games.contract import Event, Illegal, Line, NeedMove, Over, Played, SeatRef, Shuffled, Token
from games.registry import get
from games.sueca.rules_v1 import RULES
from games.sueca.state import State
from games.sueca.views import Accuse, AskRedeal, Count, NextRound, PlayCard
from tests.games.sueca.tables import order_of

GOLDENS = Path(__file__).with_name("goldens")
NAMES = ("Ana", "Bea", "Caro", "Dani")
GAME = get("sueca")


def events_of(act: str, state: State) -> Iterator[Event]:
    """The rule events that an act stands for."""
    verb, _, rest = act.partition(" ")
    words = rest.split()
    if verb == "deal":
        yield Shuffled(order_of([hand.split() for hand in rest.split("|")], state.frame.dealer))
    elif verb == "lay":
        for play in rest.split(","):
            seat, card = play.split()
            yield Played(int(seat), PlayCard(card))
    elif verb == "ask":
        yield Played(int(words[0]), AskRedeal())
    elif verb == "accuse":
        yield Played(int(words[0]), Accuse(int(words[1]), int(words[3])))
    elif verb == "count":
        yield Played(int(words[0]), Count(int(words[2])))
    elif verb == "next":
        yield Played(int(words[0]), NextRound(int(words[2])))
    else:
        raise ValueError(f"no such act: {act}")


def said(text: str, params: Any) -> str:
    """A sentence with the seats' names and the cards in it."""
    shown = {
        key: NAMES[value.seat] if isinstance(value, SeatRef) else value.short if isinstance(value, Token) else value
        for key, value in params.items()
    }
    return text.format(**shown)


def logged(line: Line) -> str:
    mark = f"{line.mark:>2} " if line.mark else "-- " if line.heading else "   "
    return f"  {mark}{said(GAME.lines[line.key], line.params)}"


def standing(state: State) -> str:
    """Where the match stands, as a spectator sees it, and what it waits for."""
    view = RULES.view(state, None)
    awaited = RULES.awaits(state)
    sums = "?" if view.sums is None else f"{view.sums[0]}-{view.sums[1]}"
    told = f"  = marks {view.marks[0]}-{view.marks[1]}, pending {view.pending}, sums {sums}, "
    if isinstance(awaited, Over):
        result = awaited.result
        return told + f"over: {GAME.reasons[result.reason]}, winners {' '.join(NAMES[seat] for seat in result.winners)}"
    if isinstance(awaited, NeedMove):
        return told + f"{awaited.turn}: " + " or ".join("/".join(NAMES[seat] for seat in group) for group in awaited.groups)
    return told + "to be dealt"


def outcomes(act: str, state: State) -> tuple[State, list[str]]:
    """The state after an act, and the lines that it brings about."""
    if act.startswith("refuse "):
        return state, [refusal(act.removeprefix("refuse "), state)]
    lines = []
    for event in events_of(act, state):
        after = RULES.step(state, event)
        lines += [logged(line) for line in RULES.narrate(state, event, after, None)]
        state = after
    return state, [*lines, standing(state)]


def refusal(act: str, state: State) -> str:
    try:
        for event in events_of(act, state):
            RULES.step(state, event)
    except Illegal as refused:
        return f"  ! {type(refused).__name__.lower()} {refused.code}: {said(GAME.refusals[refused.code], refused.params)}"
    raise AssertionError(f"not refused: {act}")


def told(lines: Iterable[str]) -> Iterator[str]:
    """The playthrough with its outcomes as the rules bring them about now."""
    state: State | None = None
    for line in lines:
        if line.startswith("  "):
            continue
        yield line
        if not line or line.startswith("#"):
            continue
        if line.startswith("options "):
            count, revoke = line.split()[1:]
            state = RULES.start(["person"] * 4, {"count": count, "revoke": revoke})
            continue
        assert state is not None, "options come first"
        state, brought = outcomes(line, state)
        yield from brought


def main() -> None:
    """Write the outcomes of the one golden named on the command line."""
    if len(sys.argv) != 2:
        raise SystemExit("one name, please: goldens are not blessed in bulk")
    path = GOLDENS / f"{sys.argv[1]}.txt"
    path.write_text("\n".join(told(path.read_text().splitlines())) + "\n")


if __name__ == "__main__":
    main()
