"""The acts of Sueca's playthroughs (see ``tests/contract/goldens.py``):

    options real impeded                     the two choices of the host (S19, S20), once at the top
    deal AS .. | .. | .. | ..                the hands by seat, in dealt order
    lay 1 KH, 2 QC                           cards by seat
    ask 1    accuse 0 3 round 2    count 0 round 2    next 1 round 2

``python -m tests.games.sueca.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

from pathlib import Path

from games.contract import Event, Played, Shuffled
from games.sueca.rules_v1 import RULES
from games.sueca.state import State
from games.sueca.views import Accuse, AskRedeal, Count, NextRound, PlayCard, View
from tests.contract.goldens import Script
from tests.games.sueca.tables import order_of


def begin(rest: str) -> State:
    """The match before its first deal."""
    count, revoke = rest.split()
    return RULES.start(["person"] * 4, {"count": count, "revoke": revoke})


def event_of(verb: str, rest: str, state: State) -> Event:
    """The rule event of a single act."""
    if verb == "deal":
        return Shuffled(order_of([hand.split() for hand in rest.split("|")], state.frame.dealer))
    seat, *words = rest.split()
    match verb:
        case "lay":
            return Played(int(seat), PlayCard(words[0]))
        case "ask":
            return Played(int(seat), AskRedeal())
        case "accuse":
            return Played(int(seat), Accuse(int(words[0]), int(words[2])))
        case "count":
            return Played(int(seat), Count(int(words[1])))
        case "next":
            return Played(int(seat), NextRound(int(words[1])))
    raise ValueError(f"no such act: {verb}")


def standing(view: View) -> str:
    sums = "?" if view.sums is None else f"{view.sums[0]}-{view.sums[1]}"
    return f"marks {view.marks[0]}-{view.marks[1]}, pending {view.pending}, sums {sums}"


SCRIPT = Script(
    "sueca",
    1,
    Path(__file__).with_name("goldens"),
    opening="options",
    begin=begin,
    event=event_of,
    standing=standing,
    several={"lay": ","},
    chance="to be dealt",
)

if __name__ == "__main__":
    SCRIPT.main()
