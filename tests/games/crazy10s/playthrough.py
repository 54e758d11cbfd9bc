"""The acts of the playthroughs of Crazy10s (see ``tests/contract/goldens.py``):

    map 13a                                  the board, once at the top
    lots 1                                   seat 1 begins
    deal 4600000 | 1234567 ; 89              the racks by seat; the bag, next tile first, as far as it matters
    lie 46 | 93* ; G6-6 G7|46 ; 89           a match that has been going on: racks, runs of tiles on the board, the whole bag
    scores 120 99    scoreless 4             ... and its scores, or its scoreless turns in a row
    play G7=4 H7=*6 / H8=4                   plays of whoever is to play, parted by strokes; ``*6`` is a wild that is a 6
    pass . . .                               passes of whoever is to play, a dot for each
    swap 13*                                 tiles given back by whoever is to play
    shuffle 2 0 1                            the bag's new order after a swap; without numbers it stays as it is

``python -m tests.games.crazy10s.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

from pathlib import Path

from games.contract import Event, Played, Shuffled
from games.crazy10s.board import STAR
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.state import State
from games.crazy10s.views import Pass, View, swap_of
from tests.contract.goldens import Script
from tests.games.crazy10s.tables import board_of, laying, order_of


def begin(rest: str) -> State:
    """The match before lots are drawn."""
    return RULES.start(["person"] * 2, {"map": rest})


def event_of(verb: str, rest: str, state: State) -> Event:
    """The rule event of a single act."""
    match verb:
        case "lots":
            return Shuffled((int(rest), 1 - int(rest)))
        case "deal":
            racks, _, bag = rest.partition(";")
            return Shuffled(order_of([rack.strip() for rack in racks.split("|")], bag.strip(), state.starter))
        case "shuffle":
            return Shuffled(tuple(map(int, rest.split())) or tuple(range(len(state.bag))))
        case "play":
            return Played(state.turn, laying(rest))
        case "swap":
            return Played(state.turn, swap_of(rest))
        case "pass":
            return Played(state.turn, Pass())
    raise ValueError(f"no such act: {verb}")


def lie(rest: str, state: State) -> State:
    racks, runs, bag = [*(part.strip() for part in rest.split(";")), ""][:3]
    held = tuple(tuple(rack.strip()) for rack in racks.split("|"))
    return state._replace(phase="play", racks=held, board=board_of(*runs.split()), bag=tuple(bag))


def scores(rest: str, state: State) -> State:
    return state._replace(scores=tuple(map(int, rest.split())))


def scoreless(rest: str, state: State) -> State:
    return state._replace(scoreless=int(rest))


def standing(view: View) -> str:
    laid = sum(value >= 0 for value in view.board)
    stars = f" ({STAR} {' '.join(square.name for square in view.stars)})" if view.stars else ""
    return f"{laid} laid{stars}, held {'-'.join(map(str, view.held))}, bag {view.bag}, {'-'.join(map(str, view.scores))}"


SCRIPT = Script(
    "crazy10s",
    1,
    Path(__file__).with_name("goldens"),
    opening="map",
    begin=begin,
    event=event_of,
    standing=standing,
    several={"play": "/", "pass": None},
    changes={"lie": lie, "scores": scores, "scoreless": scoreless},
)

if __name__ == "__main__":
    SCRIPT.main()
