"""A table of Crazy Eights for tests: hands, starter and stock are written down, cards are played by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.contract import NeedShuffle, Shuffled
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.state import State, deck_of
from games.crazy_eights.views import Draw, NextHand, Pass, PlayCard
from tests.contract import table

PLAIN = {"draw": "until", "reshuffle": "yes", "queens": "off", "aces": "off", "twos": "off", "length": "match"}


def order_of(state: State, hands: Sequence[Sequence[str]], starter: str, stock: Sequence[str] = ()) -> tuple[int, ...]:
    """The shuffle that deals these hands (by seat, in dealt order), this starter and this stock, next card first; the rest follows.

    starter: "8H KS" turns up the eight first, which goes back.
    """
    seats, deck = state.frame.seats, deck_of(state.frame.seats)
    laps = max(map(len, hands))
    first = state.turn
    cards = [hands[(first + step) % seats][lap] for lap in range(laps) for step in range(seats) if lap < len(hands[(first + step) % seats])]
    wanted = [*cards, *starter.split(), *stock]
    left = Counter(deck)
    left.subtract(wanted)
    assert min(left.values()) >= 0, f"too many of {[card for card, count in left.items() if count < 0]}"
    wanted += list(left.elements())
    places: dict[str, list[int]] = {}
    for place, card in enumerate(deck):
        places.setdefault(card, []).append(place)
    return tuple(places[card].pop(0) for card in wanted)


def move_of(word: str) -> PlayCard | Draw | Pass:
    """``draw``, ``pass``, ``KS``, or ``8H:S`` for an eight that names spades."""
    if word in ("draw", "pass"):
        return Draw() if word == "draw" else Pass()
    card, _, suit = word.partition(":")
    return PlayCard(card, suit or None)


class Table(table.Table):
    """A match in progress, with the plainest choices but for those that are named."""

    def __init__(self, seats: int = 3, **options: str) -> None:
        super().__init__(RULES, seats, {**PLAIN, **options})

    def deal(self, *hands: str, starter: str, stock: str = "") -> Table:
        return self.take(Shuffled(order_of(self.state, [hand.split() for hand in hands], starter, stock.split())))

    def lie(self, *hands: str, top: str, stock: str = "", pile: str = "", turn: int = 1, **changes: Any) -> Table:
        """A position in the middle of a hand, without the cards that make no difference."""
        frame = replace(self.state.frame, phase="play")
        cards = tuple(tuple(hand.split()) for hand in hands)
        where = {"hands": cards, "stock": tuple(stock.split()), "pile": (*pile.split(), top), "turn": turn}
        self.state = self.state._replace(frame=frame, **{**where, **changes})
        return self

    def go(self, acts: str) -> Table:
        """Acts in turn, whoever's turn it is; see `move_of`."""
        for word in acts.split():
            self.do(self.state.turn, move_of(word))
        return self

    def shuffle(self) -> Table:
        """Chance brings the order as it is."""
        awaited = RULES.awaits(self.state)
        assert isinstance(awaited, NeedShuffle)
        return self.take(Shuffled(tuple(range(awaited.size))))

    def next(self, seat: int = 0) -> Table:
        return self.do(seat, NextHand(self.state.frame.number))

    def code(self, acts: str) -> str:
        """The code with which the act of the seat to play is refused."""
        return self.refuse(self.state.turn, move_of(acts)).code

    def moves(self, seat: int | None = None) -> list[str]:
        """All that the seat (who is to play, when not given) may do, as in `move_of`."""
        told = []
        for move in RULES.moves(self.state, self.state.turn if seat is None else seat):
            if isinstance(move, PlayCard):
                told.append(move.card + (f":{move.suit}" if move.suit else ""))
            else:
                told.append(type(move).__name__.lower())
        return told

    def said(self) -> list[str]:
        """The keys of the log lines of the last event, told to a spectator."""
        before = RULES.start(["person"] * self.state.frame.seats, self.options)
        for event in self.events[:-1]:
            before = RULES.step(before, event)
        return [line.key for line in RULES.narrate(before, self.events[-1], self.state, None)]
