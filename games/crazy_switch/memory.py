"""What everybody at the table could remember of the public log (W20); `games.kit.recall` keeps it.

Unlike in other shedding games a draw proves that nothing could be played: with a playable card it is refused (W8).
"""

from __future__ import annotations

from games.crazy_switch.cards import DRAW_TWO, WILDS
from games.crazy_switch.questions import target
from games.crazy_switch.state import State
from games.kit import recall
from games.kit.recall import Denial, Memory


def remember_denial(state: State, drawn: int = 0) -> Memory:
    """The seat to play holds nothing that goes. drawn: cards it has just drawn on top of that."""
    goal = target(state)
    return recall.remember_denial(state.memory, state.turn, Denial(goal.trait, goal.colour, WILDS, drawn))


def remember_draw(state: State, seat: int, count: int, *, own: bool) -> Memory:
    """The table's memory once the seat takes so many cards. own: it draws in its turn, for lack of a playable card (W8)."""
    if not count:
        return state.memory
    memory = remember_denial(state, count) if own else recall.remember_taken(state.memory, seat, count)
    return recall.remember_fresh(memory, seat, count)


def remember_stack(state: State) -> Memory:
    """The seat to play can't answer the stack: it holds no draw two. A wild draw four it may hold and be barred from (W15)."""
    assert state.pending is not None
    if state.pending.trait != DRAW_TWO:
        return state.memory
    return recall.remember_denial(state.memory, state.turn, Denial(DRAW_TWO, "", "", 0))
