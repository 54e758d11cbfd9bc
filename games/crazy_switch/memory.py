"""What everybody at the table could remember of the public log (W20); `games.kit.recall` keeps it.

Unlike in other shedding games a draw proves that nothing could be played: with a playable card it is refused (W8).
"""

from __future__ import annotations

from games.crazy_switch.cards import DRAW_TWO, WILDS
from games.crazy_switch.questions import target
from games.crazy_switch.state import State
from games.kit import recall
from games.kit.recall import Face, Memory


def _face(state: State) -> Face:
    """What has to be matched; wild cards go anyway."""
    goal = target(state)
    return Face(goal.trait, goal.colour, WILDS)


def remember_denial(state: State) -> Memory:
    """The table's memory once the seat to play has shown that it holds nothing that goes."""
    return recall.remember_denial(state.memory, state.turn, _face(state))


def remember_draw(state: State, seat: int, count: int, *, own: bool) -> Memory:
    """The table's memory once the seat takes so many cards. own: it draws in its turn, for lack of a playable card (W8)."""
    if not count:
        return state.memory
    return recall.remember_draw(state.memory, seat, count, _face(state) if own else None)


def remember_stack(state: State) -> Memory:
    """The seat to play can't answer the stack: it holds no draw two. A wild draw four it may hold and be barred from (W15)."""
    assert state.pending is not None
    if state.pending.trait != DRAW_TWO:
        return state.memory
    return recall.remember_denial(state.memory, state.turn, Face(DRAW_TWO, "", ""))
