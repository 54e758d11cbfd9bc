"""What everybody at the table could remember of a hand (E19); `games.kit.recall` keeps it."""

from __future__ import annotations

from games.crazy_eights.questions import target
from games.crazy_eights.state import State
from games.kit import recall
from games.kit.recall import Face, Memory


def _face(state: State) -> Face:
    """What the seat to play has to match, and with what it may go anyway."""
    goal = target(state)
    return Face(goal.trait, goal.colour, state.frame.wilds[state.turn])


def remember_denial(state: State) -> Memory:
    """The table's memory once the seat to play passes, or its turn passes at the maximum (E6, E8)."""
    return recall.remember_denial(state.memory, state.turn, _face(state))


def remember_draw(state: State, count: int) -> Memory:
    """The table's memory once the seat to play draws so many cards; unless they were pending, it seems to have had nothing to play."""
    if not count:
        return state.memory
    return recall.remember_draw(state.memory, state.turn, count, None if state.pending else _face(state))
