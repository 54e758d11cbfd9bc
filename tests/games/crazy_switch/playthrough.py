"""The acts of the playthroughs of Crazy Switch (see ``tests/contract/goldens.py``):

    rules casa people 0 2                    the rules and the seats of persons (all four when left out), once at the top
    deal 7A .. | .. | .. | .. ; DA 9C ; 2C   the hands by seat in dealt order; what is turned up; the stock, next card first
    play 7A draw WX:T pass 7A!               acts of whoever is to play; a wild with the colour it names; ! calls the last card
    shuffle 2 0 1                            the order in which the played cards become the stock
    lie 9C | 3C | 9C | 1A ; WX:T ; 2C ; 4C   another game, South to play: the hands, the top card, the stock, the pile below

``python -m tests.games.crazy_switch.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

from pathlib import Path

from games.contract import Event, Played, SeatKind, Shuffled
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import View
from tests.contract.goldens import Script
from tests.games.crazy_switch.tables import laid, move_of, order_of


def begin(rest: str) -> State:
    """The game before its deal."""
    rules, _, people = rest.partition(" people ")
    persons = set(map(int, people.split())) if people else set(range(SEATS))
    kinds: list[SeatKind] = ["person" if seat in persons else "cpu" for seat in range(SEATS)]
    return RULES.start(kinds, {"rules": rules})


def event_of(verb: str, rest: str, state: State) -> Event:
    """The rule event of a single act."""
    match verb:
        case "deal":
            hands, starter, *stock = rest.split(";")
            cards = [hand.split() for hand in hands.split("|")]
            return Shuffled(order_of(cards, starter.split(), stock[0].split() if stock else ()))
        case "play":
            return Played(state.turn, move_of(rest))
        case "shuffle":
            return Shuffled(tuple(map(int, rest.split())))
    raise ValueError(f"no such act: {verb}")


def lie(rest: str, state: State) -> State:
    hands, top, *more = [part.strip() for part in rest.split(";")]
    stock, pile = [*more, "", ""][:2]
    begun = RULES.start(("person",) * SEATS, {"rules": "casa" if state.frame.house else "estandar"})
    return laid(begun, [hand.split() for hand in hands.split("|")], top, stock.split(), pile.split())


def standing(view: View) -> str:
    stack = f", stack {view.pending}{view.stack}" if view.pending else ""
    lost = f", lost {' '.join(map(str, view.lost))}" if view.lost else ""
    table = f"{view.top} ({view.colour}) {'>' if view.direction == 1 else '<'}"
    scores = f", {'-'.join(map(str, view.sheet.scores))}" if view.sheet else ""
    return f"held {'-'.join(map(str, view.held))}, {table}, stock {view.stock}{stack}{lost}{scores}"


SCRIPT = Script(
    "crazy-switch",
    1,
    Path(__file__).with_name("goldens"),
    opening="rules",
    begin=begin,
    event=event_of,
    standing=standing,
    several={"play": None},
    changes={"lie": lie},
)

if __name__ == "__main__":
    SCRIPT.main()
