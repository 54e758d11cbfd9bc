"""A table of Crazy Switch for tests: hands, start card and stock are written down, cards are played by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.contract import NeedShuffle, Shuffled
from games.crazy_switch.cards import DECK
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import Draw, Pass, PlayCard
from tests.contract import table

ESTANDAR, CASA = {"rules": "estandar"}, {"rules": "casa"}


def order_of(hands: Sequence[Sequence[str]], starter: Sequence[str] = (), stock: Sequence[str] = ()) -> tuple[int, ...]:
    """The shuffle that deals these hands (by seat, in dealt order), then turns up these cards, then this stock; the rest follows."""
    wanted = [hand[lap] for lap in range(len(hands[0])) for hand in hands] + [*starter, *stock]
    left = Counter(DECK)
    left.subtract(wanted)
    assert min(left.values()) >= 0, f"too many of {[card for card, count in left.items() if count < 0]}"
    wanted += list(left.elements())
    places: dict[str, list[int]] = {}
    for place, card in enumerate(DECK):
        places.setdefault(card, []).append(place)
    return tuple(places[card].pop(0) for card in wanted)


def move_of(word: str) -> PlayCard | Draw | Pass:
    """``draw``, ``pass``, ``7A``, ``WX:T`` for a wild card that names turquoise; an exclamation mark calls: ``7A!``, ``WX:T!``."""
    if word in ("draw", "pass"):
        return Draw() if word == "draw" else Pass()
    card, _, colour = word.rstrip("!").partition(":")
    return PlayCard(card, colour or None, word.endswith("!"))


def word_of(move: Any) -> str:
    """The move as `move_of` reads it."""
    if not isinstance(move, PlayCard):
        return type(move).__name__.lower()
    return move.card + (f":{move.colour}" if move.colour else "") + ("!" if move.call else "")


def laid(state: State, hands: Sequence[Sequence[str]], top: str, stock: Sequence[str] = (), pile: Sequence[str] = ()) -> State:
    """The state in the middle of a game, with these cards only. top: ``WX:T`` for a wild card that named turquoise."""
    card, _, colour = top.partition(":")
    return state._replace(
        frame=replace(state.frame, phase="play"),
        hands=tuple(map(tuple, hands)),
        stock=tuple(stock),
        pile=(*pile, card),
        colour=colour or card[1],
    )


class Table(table.Table):
    """A game in progress, under *Estándar* unless the house rules are asked for."""

    def __init__(self, rules: str = "estandar") -> None:
        super().__init__(RULES, SEATS, {"rules": rules})

    def seated(self, *kinds: Any) -> Table:
        """The same before the deal, with other people."""
        self.state = RULES.start(kinds, self.options)
        return self

    def deal(self, *hands: str, starter: str = "", stock: str = "") -> Table:
        return self.take(Shuffled(order_of([hand.split() for hand in hands], starter.split(), stock.split())))

    def lie(self, *hands: str, top: str, stock: str = "", pile: str = "", turn: int = 0, **changes: Any) -> Table:
        """A position in the middle of a game, without the cards that make no difference."""
        lain = laid(self.state, [hand.split() for hand in hands], top, stock.split(), pile.split())
        self.state = lain._replace(turn=turn, **changes)
        return self

    def go(self, acts: str) -> Table:
        """Acts in turn, whoever's turn it is; see `move_of`."""
        for word in acts.split():
            self.before = self.state
            self.do(self.state.turn, move_of(word))
        return self

    def shuffle(self, order: Sequence[int] = ()) -> Table:
        """Chance brings that order, or the order as it is."""
        awaited = RULES.awaits(self.state)
        assert isinstance(awaited, NeedShuffle)
        self.before = self.state
        return self.take(Shuffled(tuple(order) or tuple(range(awaited.size))))

    def code(self, act: str) -> str:
        """The code with which the act of the seat to play is refused."""
        return self.refuse(self.state.turn, move_of(act)).code

    def moves(self, seat: int | None = None) -> list[str]:
        """All that the seat (who is to play, when not given) may do, as in `move_of`."""
        return [word_of(move) for move in RULES.moves(self.state, self.state.turn if seat is None else seat)]

    def said(self) -> list[str]:
        """The keys of the log lines of the last event that `go` or `shuffle` brought."""
        return [line.key for line in RULES.narrate(self.before, self.events[-1], self.state, None)]

    @property
    def held(self) -> tuple[int, ...]:
        return tuple(map(len, self.state.hands))
