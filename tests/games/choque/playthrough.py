"""The acts of the playthroughs of Choque de Colores (see ``tests/contract/goldens.py``):

    table asedio 3                           the table and the number of seats, once at the top
    pair    first 1                          faces are paired as they stand in the decks; seat 1 starts
    deal 7A .. | .. | .. ; SV WX 5C          seven cards by seat in dealt order; the stock before the start card is turned up
    shuffle 2 0 1                            the order in which cards become the stock; without one, as they lie
    play 7A WX:T draw keep :L pass           acts of whoever is to play; a wild card with its colour, a colour alone after a turn-over
    lie 7A 8A | 9T ; 5A ; 1V 2V ; 3C turn=1  a game that has been going on: hands, top card, stock, pile below; see `tables.laid`

``python -m tests.games.choque.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.choque.faces import SYMBOLS
from games.choque.rules_v1 import RULES
from games.choque.state import State
from games.choque.views import View
from games.contract import Event, NeedShuffle, Played, Shuffled
from tests.contract.goldens import Script
from tests.games.choque.tables import Box, laid, move_of, order_of

NUMBERS = ("turn", "direction", "midnight", "passes")


def begin(rest: str) -> State:
    """The game before anything happens."""
    variant, seats = rest.split()
    return RULES.start(["person"] * int(seats), {"variant": variant})


def dealt(rest: str, state: State) -> Shuffled:
    """The shuffle that deals these hands and this stock."""
    hands, stock = rest.split(";")
    told = Box(state.frame.variant).cards(*hands.split("|"), stock)
    return Shuffled(order_of(state.frame.variant, state.frame.seats, state.turn, told[:-1], told[-1]))


def event_of(verb: str, rest: str, state: State) -> Event:
    """The rule event of a single act."""
    seats = state.frame.seats
    match verb:
        case "play":
            return Played(state.turn, move_of(rest))
        case "pair":
            return Shuffled(tuple(range(112)))
        case "first":
            return Shuffled(tuple((int(rest) + step) % seats for step in range(seats)))
        case "deal":
            return dealt(rest, state)
        case "shuffle":
            awaited = RULES.awaits(state)
            as_it_lies = tuple(range(awaited.size)) if isinstance(awaited, NeedShuffle) else ()
            return Shuffled(tuple(map(int, rest.split())) or as_it_lies)
    raise ValueError(f"no such act: {verb}")


def lie(rest: str, state: State) -> State:
    words = rest.split()
    told: dict[str, Any] = dict(word.split("=") for word in words if "=" in word)
    for key in NUMBERS:
        if key in told:
            told[key] = int(told[key])
    if "tokens" in told:
        told["tokens"] = tuple(each == "1" for each in told["tokens"])
    hands, top, stock, pile = [*" ".join(word for word in words if "=" not in word).split(";"), "", "", ""][:4]
    return laid(state, hands.split("|"), top.strip(), stock, pile, **told)


def standing(view: View) -> str:
    colour = f" {SYMBOLS[view.colour]}" if view.colour else ""
    running = [
        ("pile", f"{view.pending} ({view.answers or 'no answer'})", view.pending),
        ("fuse", f"{view.fuse} ({view.explosion})", view.fuse),
        ("midnight", str(view.midnight), view.midnight),
        ("shields", "".join("x" if token else "-" for token in view.tokens), any(view.tokens)),
    ]
    extra = "".join(f", {name} {text}" for name, text, there in running if there)
    table = f"{view.top}{colour} {'>' if view.direction == 1 else '<'}{' night' if view.night else ''}"
    return f"held {'-'.join(map(str, view.held))}, {table}, stock {view.stock}{extra}{', choosing' if view.stage == 'drawn' else ''}"


SCRIPT = Script(
    "choque",
    1,
    Path(__file__).with_name("goldens"),
    opening="table",
    begin=begin,
    event=event_of,
    standing=standing,
    several={"play": None},
    changes={"lie": lie},
)

if __name__ == "__main__":
    SCRIPT.main()
