"""Games of UNO played by another program, step by step with our rules (*Estándar*): what matches in every position, what comes of a play.

Compared are the steps at which that program keeps to ordinary rules; of what it does otherwise nothing is but this, which is mapped
here: it draws one card in a turn and passes, where ours goes on to three (W8); and it plays a drawn card at once, which in ours is a
move of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.contract import Played
from games.crazy_switch.cards import WILDS
from games.crazy_switch.questions import fitting
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import Draw
from tests.games import uno
from tests.games.crazy_switch.tables import ESTANDAR, laid, move_of
from tests.games.uno import PENALTIES, Step

FILLER = "1V"
"""Stands for cards that make no difference."""


def common() -> Iterator[Step]:
    return (step for step in uno.steps() if step.common)


def position(step: Step) -> State:
    """Our state in the recorded position, at a table of four; more players than ours matter nothing to matching."""
    seat = step.player % SEATS
    hands: list[tuple[str, ...]] = [(FILLER,) * count for count in (*step.counts, *(1,) * SEATS)[:SEATS]]
    hands[seat] = step.hand
    trait, colour = step.target
    drawn = (step.plays[:2], *step.brought) if step.plays else step.brought
    stock = (*drawn, *(FILLER,) * 8)
    top = f"{trait}X:{colour}" if trait in WILDS else step.target
    state = laid(RULES.start(["cpu"] * SEATS, ESTANDAR), hands, top, stock, [FILLER])
    return state._replace(turn=seat, direction=step.direction)


def test_w7_matching_is_ordinary_matching_with_every_wild_free() -> None:
    players = Counter[int]()
    for step in common():
        state = position(step)
        assert set(fitting(state, state.turn, step.hand)) == {word[:2] for word in step.fitting}
        if not step.fitting:
            assert RULES.moves(state, state.turn) == [Draw()], "with nothing to play one draws (W8)"
        players[len(step.counts)] += 1
    assert players == {2: 1120, 3: 966, 4: 857, 5: 920, 6: 1095}


def played(step: Step) -> State:
    """Our state after the step."""
    state = RULES.step(position(step), Played(step.player, move_of(step.action)))
    return RULES.step(state, Played(step.player, move_of(step.plays))) if step.plays else state


def test_w9_what_a_play_brings_about_at_a_table_of_four() -> None:
    compared = Counter[str]()
    for step in common():
        if len(step.counts) != SEATS:
            continue
        after, shown = played(step), step.plays or step.action
        assert tuple(map(len, after.hands)) == step.counts_after
        assert after.direction == step.direction_after
        assert after.pile[-1][0] + after.colour == step.target_after
        if shown != "draw" and step.counts_after[step.player]:
            assert after.turn == step.next
        if shown[0] in PENALTIES:
            hit = (step.player + step.direction) % SEATS
            assert after.hands[hit][-PENALTIES[shown[0]] :] == step.brought
        compared["draw" if step.action == "draw" else "number" if shown[0].isdigit() else shown[0]] += 1
    assert compared == {"number": 431, "draw": 244, "S": 52, "R": 47, "D": 35, "W": 27, "F": 21}
