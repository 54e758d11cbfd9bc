"""Games of UNO played by another program, step by step with our rules (*Estándar*): what matches in every position, what comes of a play.

Only the steps at which that program keeps to ordinary rules are in the file; of what it does otherwise nothing is compared but this,
which is mapped here: it draws one card in a turn and passes, where ours goes on to three (W8); and it plays a drawn card at once,
which in ours is a move of its own.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.contract import Played
from games.crazy_switch.cards import DRAWS, is_wild
from games.crazy_switch.questions import fitting
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import Draw, PlayCard
from tests.games.crazy_switch.tables import ESTANDAR, laid

DATA = Path(__file__).parent / "data" / "uno.jsonl.gz"
COLOUR = {"y": "A", "g": "T", "r": "C", "b": "V"}
TRAIT = {"skip": "S", "reverse": "R", "draw_2": "D", "wild": "W", "wild_draw_4": "F", **{str(number): str(number) for number in range(10)}}
FILLER = "1V"
"""Stands for cards that make no difference."""


def records() -> list[dict[str, Any]]:
    with gzip.open(DATA, "rt") as lines:
        return [json.loads(line) for line in lines]


def card_of(text: str) -> str:
    """``r-7`` as a card of ours; a wild one with or without the colour that it names."""
    if text.startswith("wild"):
        return f"{TRAIT[text]}X"
    colour, _, trait = text.partition("-")
    return f"{TRAIT[trait]}X" if trait.startswith("wild") else TRAIT[trait] + COLOUR[colour]


def move_of(text: str) -> PlayCard:
    card = card_of(text)
    return PlayCard(card, COLOUR[text[0]] if is_wild(card) else None)


def position(step: dict[str, Any]) -> State:
    """Our state in the recorded position, at a table of four; more players than ours matter nothing to matching."""
    seat = step["player"] % SEATS
    hands = [[FILLER] * count for count in (step["counts"] + [1] * SEATS)[:SEATS]]
    hands[seat] = [card_of(each) for each in step["hand"]]
    drawn = [card_of(step["auto"])] if "auto" in step else [card_of(each) for cards in step["drawn"].values() for each in cards]
    colour, trait = step["target"]
    top = f"{TRAIT[trait]}X:{COLOUR[colour]}" if trait.startswith("wild") else TRAIT[trait] + COLOUR[colour]
    stock = [*drawn, *[FILLER] * (step["draw_pile"] - len(drawn))]
    state = laid(RULES.start(["cpu"] * SEATS, ESTANDAR), hands, top, stock, [FILLER])
    return state._replace(turn=seat, direction=step["direction"])


def test_w7_matching_is_ordinary_matching_with_every_wild_free() -> None:
    compared, counts = 0, Counter[int]()
    for record in records():
        for step in record["steps"]:
            state = position(step)
            cards = [card_of(each) for each in step["hand"]]
            assert set(fitting(state, state.turn, cards)) == {card_of(each) for each in step["basic_legal"]}
            if not step["basic_legal"]:
                assert RULES.moves(state, state.turn) == [Draw()], "with nothing to play one draws (W8)"
            compared += 1
            counts[record["players"]] += 1
    assert compared == 4958
    assert counts == {2: 1120, 3: 966, 4: 857, 5: 920, 6: 1095}


def played(step: dict[str, Any]) -> State:
    """Our state after the step."""
    state = position(step)
    if step["action"] != "draw":
        return RULES.step(state, Played(state.turn, move_of(step["action"])))
    after = RULES.step(state, Played(state.turn, Draw()))
    return RULES.step(after, Played(state.turn, move_of(step["auto"]))) if "auto" in step else after


def test_w9_what_a_play_brings_about_at_a_table_of_four() -> None:
    compared = Counter[str]()
    for record in records():
        if record["players"] != SEATS:
            continue
        for step in record["steps"]:
            after = played(step)
            kind = step["action"].partition("-")[2] or "draw"
            assert [len(hand) for hand in after.hands] == step["counts_after"]
            assert after.direction == step["direction_after"]
            assert (after.colour, after.pile[-1][0]) == (COLOUR[step["target_after"][0]], TRAIT[step["target_after"][1]])
            if step["counts_after"][step["player"]] and not (kind == "draw" and "auto" not in step):
                assert after.turn == step["next"]
            for seat, cards in step["drawn"].items():
                if kind != "draw":
                    assert after.hands[int(seat)][-DRAWS[TRAIT[kind]] :] == tuple(map(card_of, cards))
            compared["number" if kind.isdigit() else kind] += 1
    assert compared == {"number": 431, "draw": 244, "skip": 52, "reverse": 47, "draw_2": 35, "wild": 27, "wild_draw_4": 21}


@pytest.mark.skipif(not (shared := Path(__file__).parents[4] / "shared" / "oracles" / "uno.jsonl.gz").exists(), reason="only where it lies")
def test_the_file_holds_every_common_step() -> None:
    with gzip.open(shared, "rt") as lines:
        whole = [json.loads(line) for line in lines]
    kept = records()
    assert [(one["id"], len(one["steps"])) for one in kept] == [
        (one["id"], sum(step["common"] for step in one["steps"])) for one in whole
    ]  # fmt: skip
    for one, other in zip(kept, whole, strict=True):
        common = [step for step in other["steps"] if step["common"]]
        assert all(
            step[key] == full[key] for step, full in zip(one["steps"], common, strict=True) for key in ("hand", "basic_legal", "action")
        )
