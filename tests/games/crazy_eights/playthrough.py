"""Playthroughs as text: acts written by a person, outcomes written by the rules. A golden is never edited once it is released.

A line that starts with two blanks is an outcome, ``#`` opens a comment, every other line is an act:

    seats 3 draw=1 twos=on                   the number of seats and the choices that are not the default, once at the top
    deal KS .. | .. | .. ; 8D KH ; 2C 3C     the hands by seat in dealt order; what is turned up; the stock, next card first
    play KS draw 8H:S pass                   acts of whoever is to play; an eight with the suit it names
    shuffle 2 0 1                            the order in which the played cards become the stock
    totals 149 0 149    numbers 3 1 2        a match that has been going on: the points so far, or everybody's number
    lie KC | 3C | 9C ; 7H ; 2C ; 4C 5C       a hand that has been going on: the hands, the top card, the stock, the pile below
    next 2                                   seat 2 goes on to the next hand
    refuse play KS                           an act that the rules must refuse; the outcome is the code and the sentence

``python -m tests.games.crazy_eights.playthrough NAME`` writes the outcomes of one named golden anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.contract import Event, Illegal, Line, NeedMove, NeedShuffle, Over, Played, SeatRef, Shuffled, Token
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.state import State
from games.crazy_eights.views import NextHand
from games.registry import get
from tests.games.crazy_eights.tables import PLAIN, move_of, order_of

GOLDENS = Path(__file__).with_name("goldens")
NAMES = ("Ana", "Bea", "Caro", "Dani", "Eva", "Fani", "Gema")
GAME = get("crazy-eights")


def begin(words: list[str]) -> State:
    """The match before its first deal."""
    return RULES.start(["person"] * int(words[0]), {**PLAIN, **dict(word.split("=") for word in words[1:])})


def event_of(verb: str, words: list[str], state: State) -> Event:
    """The rule event of one word of an act."""
    if verb == "play":
        return Played(state.turn, move_of(words[0]))
    if verb == "next":
        return Played(int(words[0]), NextHand(state.frame.number))
    if verb == "shuffle":
        return Shuffled(tuple(map(int, words)))
    raise ValueError(f"no such act: {verb}")


def deal_of(rest: str, state: State) -> Event:
    hands, starter, *stock = rest.split(";")
    cards = [hand.split() for hand in hands.split("|")]
    return Shuffled(order_of(state, cards, starter, stock[0].split() if stock else ()))


def changed(verb: str, rest: str, state: State) -> State:
    """The state after an act that is no event: something that happened before the playthrough begins."""
    frame = state.frame
    if verb == "totals":
        return state._replace(frame=replace(frame, totals=tuple(map(int, rest.split()))))
    if verb == "numbers":
        numbers = tuple(map(int, rest.split()))
        return state._replace(frame=replace(frame, numbers=numbers, wilds=tuple("A" if each == 1 else str(each) for each in numbers)))
    hands, top, *more = [part.strip() for part in rest.split(";")]
    stock, pile = [*more, "", ""][:2]
    cards = tuple(tuple(hand.split()) for hand in hands.split("|"))
    return state._replace(frame=replace(frame, phase="play"), hands=cards, stock=tuple(stock.split()), pile=(*pile.split(), top))


def said(text: str, params: Any) -> str:
    """A sentence with the seats' names and the cards in it."""
    shown = {
        key: NAMES[value.seat] if isinstance(value, SeatRef) else value.short if isinstance(value, Token) else value
        for key, value in params.items()
    }
    return text.format(**shown)


def logged(line: Line) -> str:
    return f"  {'--' if line.heading else '  '} {said(GAME.lines[line.key], line.params)}"


def standing(state: State) -> str:
    """Where the match stands, as a spectator sees it, and what it waits for."""
    view = RULES.view(state, None)
    awaited = RULES.awaits(state)
    table = f"{view.top}{f' ({view.named})' if view.named else ''} {'>' if view.direction == 1 else '<'}"
    told = f"  = held {'-'.join(map(str, view.held))}, {table}, stock {view.stock}, {'-'.join(map(str, view.numbers or view.totals))}, "
    if isinstance(awaited, Over):
        result = awaited.result
        return told + f"over: {GAME.reasons[result.reason]}, winners {' '.join(NAMES[seat] for seat in result.winners)}"
    if isinstance(awaited, NeedShuffle):
        return told + f"shuffle {awaited.size}"
    assert isinstance(awaited, NeedMove)
    return told + f"{awaited.turn}: {'/'.join(NAMES[seat] for seat in awaited.seats)}"


def brought(event: Event, state: State) -> tuple[State, list[str]]:
    after = RULES.step(state, event)
    return after, [logged(line) for line in RULES.narrate(state, event, after, None)]


def outcomes(act: str, state: State) -> tuple[State, list[str]]:
    """The state after an act, and the lines that it brings about."""
    verb, _, rest = act.partition(" ")
    if verb == "refuse":
        return state, [refusal(rest, state)]
    if verb in ("totals", "numbers", "lie"):
        state = changed(verb, rest, state)
        return state, [standing(state)]
    lines = []
    if verb == "deal":
        state, lines = brought(deal_of(rest, state), state)
    else:
        for words in [[word] for word in rest.split()] if verb == "play" else [rest.split()]:
            state, more = brought(event_of(verb, words, state), state)
            lines += more
    return state, [*lines, standing(state)]


def refusal(act: str, state: State) -> str:
    verb, _, rest = act.partition(" ")
    try:
        RULES.step(state, event_of(verb, rest.split(), state))
    except Illegal as refused:
        return f"  ! {type(refused).__name__.lower()} {refused.code}: {said(GAME.refusals[refused.code], refused.params)}"
    raise AssertionError(f"not refused: {act}")


def told(lines: Iterable[str]) -> Iterator[str]:
    """The playthrough with its outcomes as the rules bring them about now."""
    state: State | None = None
    for line in lines:
        if line.startswith("  "):
            continue
        yield line
        if not line or line.startswith("#"):
            continue
        if line.startswith("seats "):
            state = begin(line.split()[1:])
            continue
        assert state is not None, "seats come first"
        state, more = outcomes(line, state)
        yield from more


def main() -> None:
    """Write the outcomes of the one golden named on the command line."""
    if len(sys.argv) != 2:
        raise SystemExit("one name, please: goldens are not blessed in bulk")
    path = GOLDENS / f"{sys.argv[1]}.txt"
    path.write_text("\n".join(told(path.read_text().splitlines())) + "\n")


if __name__ == "__main__":
    main()
