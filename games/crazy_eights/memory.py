"""What everybody at the table could remember of a hand (E19); `games.kit.recall` keeps it."""

from __future__ import annotations

from games.crazy_eights.questions import target
from games.crazy_eights.state import State
from games.kit import recall
from games.kit.recall import Denial, Memory


def remember_denial(state: State, drawn: int = 0) -> Memory:
    """The seat to play holds nothing that goes, or so it seems. drawn: cards it has just drawn on top of that."""
    goal = target(state)
    return recall.remember_denial(state.memory, state.turn, Denial(goal.trait, goal.colour, state.frame.wilds[state.turn], drawn))


def remember_draw(state: State, count: int) -> Memory:
    """The table's memory once the seat to play draws so many cards; unless they were pending, it seems to have had nothing to play."""
    if not count:
        return state.memory
    memory = recall.remember_taken(state.memory, state.turn, count) if state.pending else remember_denial(state, count)
    return recall.remember_fresh(memory, state.turn, count)
