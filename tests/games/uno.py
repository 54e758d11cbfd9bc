"""Games of the common relative of Crazy Switch and Choque de Colores, played by another program, with the cards in the letters of both.

``uno.jsonl.gz`` beside this module holds them in rows. Where the shared record lies beside the clone, ``python -m tests.games.uno`` says
whether they are still the same steps.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "oracles" / "uno.jsonl.gz"
COLOURS = {"y": "A", "g": "T", "r": "C", "b": "V"}
TRAITS = {"skip": "S", "reverse": "R", "draw_2": "D", "wild": "W", "draw_4": "F", "wild_draw_4": "F"}
PENALTIES = {"D": 2, "F": 4}


class Step(NamedTuple):
    """One recorded step: the position before it, what was done, and what came of it.

    target: trait and colour to be matched. fitting: the cards of the hand that match, wild ones always and with each colour. action:
    "draw", or the card with, for a wild one, the colour named. brought: cards that the stock brought and a hand kept, in order.
    plays: the drawn card that was played at once ("" where none was). common: that program's rules are the ordinary ones in this step.
    diffs: in what they are not.
    """

    player: int
    target: str
    direction: int
    counts: tuple[int, ...]
    hand: tuple[str, ...]
    fitting: tuple[str, ...]
    action: str
    brought: tuple[str, ...]
    plays: str
    next: int
    direction_after: int
    target_after: str
    counts_after: tuple[int, ...]
    common: bool
    diffs: tuple[str, ...]


def card(word: str) -> str:
    """A card in our letters: ``r-5`` is ``5C``, ``wild`` is ``WX``, ``b-wild`` is ``WX:V``, a wild one that names violet."""
    colour, _, trait = word.rpartition("-")
    code = TRAITS.get(trait, trait)
    if code not in "WF":
        return code + COLOURS[colour]
    return f"{code}X:{COLOURS[colour]}" if colour else f"{code}X"


def step_of(told: dict[str, Any]) -> Step:
    """A step of the record in our letters."""
    drawn = [each for cards in told["drawn"].values() for each in cards]
    plays = told.get("auto_played", "")
    return Step(
        player=told["player"],
        target=TRAITS.get(told["target"][1], told["target"][1]) + COLOURS[told["target"][0]],
        direction=told["direction"],
        counts=tuple(told["counts"]),
        hand=tuple(map(card, told["hand"])),
        fitting=tuple(map(card, told["basic_legal"])),
        action="draw" if told["action"] == "draw" else card(told["action"]),
        brought=tuple(map(card, drawn)),
        plays=card(plays) if plays else "",
        next=told["next"],
        direction_after=told["direction_after"],
        target_after=TRAITS.get(told["target_after"][1], told["target_after"][1]) + COLOURS[told["target_after"][0]],
        counts_after=tuple(told["counts_after"]),
        common=told["common"],
        diffs=tuple(told.get("diffs", ())),
    )


def shared() -> Iterator[Step]:
    """The steps of the shared record, where it lies beside the clone. Raises FileNotFoundError where it does not."""
    with gzip.open(SHARED, "rt") as lines:
        for line in lines:
            yield from map(step_of, json.loads(line)["steps"])


def steps() -> Iterator[Step]:
    """The steps of the copy."""
    with gzip.open(HERE / "uno.jsonl.gz", "rt") as lines:
        for line in lines:
            row = [tuple(value) if isinstance(value, list) else value for value in json.loads(line)]
            yield Step(*row)


if __name__ == "__main__":
    sys.exit(None if list(steps()) == list(shared()) else "the copy is not the record")
