"""The acts of the playthroughs of Crazy Eights (see ``tests/contract/goldens.py``):

    seats 3 draw=1 twos=on                   the number of seats and the choices that are not the default, once at the top
    deal KS .. | .. | .. ; 8D KH ; 2C 3C     the hands by seat in dealt order; what is turned up; the stock, next card first
    play KS draw 8H:S pass                   acts of whoever is to play; an eight with the suit it names
    shuffle 2 0 1                            the order in which the played cards become the stock
    totals 149 0 149    numbers 3 1 2        a match that has been going on: the points so far, or everybody's number
    lie KC | 3C | 9C ; 7H ; 2C ; 4C 5C       a hand that has been going on: the hands, the top card, the stock, the pile below
    next 2                                   seat 2 goes on to the next hand

``python -m tests.games.crazy_eights.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from games.contract import Event, Played, Shuffled
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.state import State
from games.crazy_eights.views import NextHand, View
from tests.contract.goldens import Script
from tests.games.crazy_eights.tables import PLAIN, move_of, order_of


def begin(rest: str) -> State:
    """The match before its first deal."""
    seats, *options = rest.split()
    return RULES.start(["person"] * int(seats), {**PLAIN, **dict(word.split("=") for word in options)})


def event_of(verb: str, rest: str, state: State) -> Event:
    """The rule event of a single act."""
    match verb:
        case "deal":
            hands, starter, *stock = rest.split(";")
            cards = [hand.split() for hand in hands.split("|")]
            return Shuffled(order_of(state, cards, starter, stock[0].split() if stock else ()))
        case "play":
            return Played(state.turn, move_of(rest))
        case "next":
            return Played(int(rest), NextHand(state.frame.number))
        case "shuffle":
            return Shuffled(tuple(map(int, rest.split())))
    raise ValueError(f"no such act: {verb}")


def totals(rest: str, state: State) -> State:
    return state._replace(frame=replace(state.frame, totals=tuple(map(int, rest.split()))))


def numbers(rest: str, state: State) -> State:
    each = tuple(map(int, rest.split()))
    return state._replace(frame=replace(state.frame, numbers=each, wilds=tuple("A" if one == 1 else str(one) for one in each)))


def lie(rest: str, state: State) -> State:
    hands, top, *more = [part.strip() for part in rest.split(";")]
    stock, pile = [*more, "", ""][:2]
    cards = tuple(tuple(hand.split()) for hand in hands.split("|"))
    frame = replace(state.frame, phase="play")
    return state._replace(frame=frame, hands=cards, stock=tuple(stock.split()), pile=(*pile.split(), top))


def standing(view: View) -> str:
    table = f"{view.top}{f' ({view.named})' if view.named else ''} {'>' if view.direction == 1 else '<'}"
    return f"held {'-'.join(map(str, view.held))}, {table}, stock {view.stock}, {'-'.join(map(str, view.numbers or view.totals))}"


SCRIPT = Script(
    "crazy-eights",
    1,
    Path(__file__).with_name("goldens"),
    opening="seats",
    begin=begin,
    event=event_of,
    standing=standing,
    several={"play": None},
    changes={"totals": totals, "numbers": numbers, "lie": lie},
)

if __name__ == "__main__":
    SCRIPT.main()
