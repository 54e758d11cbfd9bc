"""Games played by another program, step by step with Clásica: what may be played in every position, and what comes of it.

That program differs from the rules page in a few ways, and exactly these are mapped or left out here:

- a draw two or wild draw four makes the next player draw in the same step (C11: a pile that waits; the next player takes it here);
- a drawn card that fits by colour is played at once (C7: JUGAR), one that fits otherwise stays in the hand (left out);
- it offers a wild draw four only with nothing else to play (C6: always), so its plain matching is compared;
- between two a reverse passes the turn (C10: play again), and a last card keeps its effect (C15: nothing): left out, as the record marks
  them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.choque.questions import fitting
from games.choque.rules_v1 import RULES
from games.choque.state import Card, State, faces_of, top_of
from games.choque.variants import CLASICA
from games.choque.views import Draw
from games.contract import Played
from tests.games import uno
from tests.games.choque.tables import move_of
from tests.games.uno import PENALTIES, Step

DECK = CLASICA.sides[0].deck
ONLY_OFFERS = ("legal set: wild_draw_4 offered only when nothing else is legal",)
"""The difference that says nothing of what comes of a step."""


def cards(faces: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple((DECK.index(face),) for face in faces)


def position(step: Step) -> State:
    """Our state in the recorded position. Cards that make no difference are filled in with the same one."""
    trait, colour = step.target
    state = RULES.start(["person"] * len(step.counts), {"variant": "clasica"})
    top = trait + ("X" if trait in "WF" else colour)
    hands = [cards(step.hand) if seat == step.player else cards(("0V",) * count) for seat, count in enumerate(step.counts)]
    drawn = (*((step.plays[:2],) if step.plays else ()), *step.brought)
    return state._replace(
        frame=replace(state.frame, phase="play"),
        turn=step.player,
        direction=step.direction,
        hands=tuple(hands),
        stock=cards((*drawn, *("0V",) * 8)),
        pile=cards((top,)),
        colour=colour,
        seen=1,
    )


def test_c5_c6_what_fits_agrees_in_every_recorded_position() -> None:
    compared = Counter[str]()
    for step in uno.steps():
        state = position(step)
        ours = fitting(state, faces_of(state, state.hands[step.player]))
        assert sorted(set(ours)) == sorted({word[:2] for word in step.fitting})
        compared["with cards that fit" if ours else "with none"] += 1
    assert compared == {"with cards that fit": 3925, "with none": 1698}


def after(step: Step) -> State:
    """Our state after the step: a drawn card that fits is played, and a pile is taken."""
    state = RULES.step(position(step), Played(step.player, move_of(step.action)))
    if step.plays:
        assert state.stage == "drawn"
        state = RULES.step(state, Played(step.player, move_of(step.plays)))
    if state.pending:
        assert state.pending.cards == PENALTIES[top_of(state)[0]]
        state = RULES.step(state, Played(state.turn, Draw()))
    return state


def test_c7_c10_c11_what_comes_of_it_agrees_in_every_step_that_is_common() -> None:
    compared = Counter[str]()
    for step in uno.steps():
        if not (step.common or step.diffs == ONLY_OFFERS):
            continue
        state = after(step)
        assert tuple(map(len, state.hands)) == step.counts_after
        assert state.colour == step.target_after[1]
        assert top_of(state)[0] == step.target_after[0]
        assert state.direction == step.direction_after
        if state.phase == "play":
            assert state.turn == step.next
        else:
            assert min(step.counts_after) == 0
        compared["draw" if step.action == "draw" else step.action[0] if step.action[0] in "SRDWF" else "number"] += 1
    assert compared == {"number": 2709, "draw": 1535, "D": 302, "S": 295, "R": 254, "W": 160, "F": 124}


def test_the_copy_is_the_record() -> None:
    """Where the shared record lies beside the clone, the copy says the same."""
    if not uno.SHARED.exists():
        pytest.skip("the record is not here")
    assert list(uno.steps()) == list(uno.shared())
