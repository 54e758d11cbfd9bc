"""A table of Choque de Colores for tests: hands, start card and stock are written down as faces, cards are played by name.

Where cards have two faces, both are written with a stroke between them: ``7A/3E``. A card written with one face gets another one that is
not used elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.choque.faces import is_wild
from games.choque.rules_v1 import RULES
from games.choque.state import Card, Fuse, State
from games.choque.variants import VARIANTS, Variant
from games.choque.views import Draw, Keep, Move, NameColour, Pass, PlayCard
from games.contract import NeedShuffle, Shuffled
from games.kit.shedding import Pending
from tests.contract import table

WORDS: dict[str, Move] = {"draw": Draw(), "keep": Keep(), "pass": Pass()}


def move_of(word: str) -> Move:
    """``draw``, ``keep``, ``pass``, ``7A``, ``WX:T`` for a wild card that names turquoise, ``:T`` for naming it after a turn-over."""
    if word in WORDS:
        return WORDS[word]
    face, _, colour = word.partition(":")
    return PlayCard(face, colour or None) if face else NameColour(colour)


def word_of(move: Move) -> str:
    """The other way round."""
    match move:
        case PlayCard(face, colour):
            return face + (f":{colour}" if colour else "")
        case NameColour(colour):
            return f":{colour}"
    return type(move).__name__.lower()


class Box:
    """The cards of a table, taken out by their faces. A face that is taken too often raises AssertionError."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.left = [list(range(len(side.deck))) for side in variant.sides]

    def place(self, face: str) -> tuple[int, int]:
        """The side and the first free place of a face."""
        for side, places in enumerate(self.left):
            deck = self.variant.sides[side].deck
            found = next((place for place in places if deck[place] == face), None)
            if found is not None:
                places.remove(found)
                return side, found
        raise AssertionError(f"no {face} left in the box of {self.variant.key}")

    def cards(self, *lines: str) -> list[list[Card]]:
        """The cards of each line. Missing other faces are filled in last, from the dullest of what is left: numbers."""
        told = [[dict(self.place(face) for face in word.split("/")) for word in line.split()] for line in lines]
        return [[self.whole(card) for card in line] for line in told]

    def whole(self, card: dict[int, int]) -> Card:
        for side, places in enumerate(self.left):
            if side not in card:
                card[side] = places.pop(0)
        return tuple(card[side] for side in range(len(self.left)))


def order_of(variant: Variant, seats: int, first: int, hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> tuple[int, ...]:
    """The places in the day deck, as dealt to these hands by seat and to the stock, whose remainder follows as it comes."""
    laps = max(map(len, hands))
    dealt = [hands[(first + step) % seats][lap][0] for lap in range(laps) for step in range(seats)]
    dealt += [card[0] for card in rest]
    return (*dealt, *(place for place in range(len(variant.sides[0].deck)) if place not in set(dealt)))


def laid(state: State, hands: Sequence[str], top: str, stock: str = "", pile: str = "", **changes: Any) -> State:
    """A position in the middle of a game, without the cards that make no difference.

    night: the night side is in play. pending: "4D", cards and trait of the last one. fuse: "3:4", what it shows and the cards. colour: when
    it is not the top card's. Anything else is a field of the state.
    """
    variant, side = state.frame.variant, int(changes.pop("night", False))
    told = [tuple(line) for line in Box(variant).cards(*hands, top, stock, pile)]
    pending, fuse = changes.pop("pending", ""), changes.pop("fuse", "")
    seen = next(face for face in top.split("/") if face in variant.sides[side].deck)
    changes.setdefault("colour", "" if is_wild(seen) else seen[1])
    if pending:
        changes["pending"] = Pending(int(pending[:-1]), pending[-1])
    if fuse:
        changes["fuse"] = Fuse(*map(int, fuse.split(":")))
    frame = replace(state.frame, phase="play", sheet=None)
    where = {"hands": tuple(told[:-3]), "stock": told[-2], "pile": (*told[-1], *told[-3]), "seen": len(told[-1]) + 1, "side": side}
    return state._replace(frame=frame, **{"turn": 0, **where, **changes})


class Table(table.Table):
    """A game in progress."""

    def __init__(self, seats: int = 3, variant: str = "clasica") -> None:
        super().__init__(RULES, seats, {"variant": variant})
        self.variant = VARIANTS[variant]

    def begin(self, first: int = 0, pairs: Sequence[Card] = ()) -> Table:
        """Pair the faces as they are or as given, and let that seat start."""
        if len(self.variant.sides) > 1:
            other = dict(pairs)
            spare = [place for place in range(112) if place not in other.values()]
            self.take(Shuffled(tuple(other[place] if place in other else spare.pop(0) for place in range(112))))
        seats = self.state.frame.seats
        return self.take(Shuffled(tuple((first + step) % seats for step in range(seats))))

    def deal(self, *hands: str, stock: str, first: int = 0) -> Table:
        """Seven cards by seat, in dealt order; the stock as it lies before the start card is turned up."""
        told = Box(self.variant).cards(*hands, stock)
        self.begin(first, [card for line in told for card in line if len(card) > 1])
        return self.take(Shuffled(order_of(self.variant, self.state.frame.seats, first, told[:-1], told[-1])))

    def lie(self, *hands: str, top: str, stock: str = "", pile: str = "", **changes: Any) -> Table:
        """A position in the middle of a game; see `laid`."""
        self.state = laid(self.state, hands, top, stock, pile, **changes)
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

    def code(self, act: str, seat: int | None = None) -> str:
        """The code with which the act of the seat (to play, when not given) is refused."""
        return self.refuse(self.state.turn if seat is None else seat, move_of(act)).code

    def moves(self, seat: int | None = None) -> list[str]:
        """All that the seat (who is to play, when not given) may do, as in `move_of`."""
        return [word_of(move) for move in RULES.moves(self.state, self.state.turn if seat is None else seat)]

    def hand(self, seat: int) -> list[str]:
        """The faces of a hand."""
        return list(self.view(seat).hand)

    @property
    def held(self) -> list[int]:
        return [len(hand) for hand in self.state.hands]

    @property
    def news(self) -> list[str]:
        """What the last event brought about, as ``what:seat`` or ``what:seat:cards``."""
        return [f"{what}:{seat}" + (f":{cards}" if cards else "") for what, seat, cards in self.state.news]

    def said(self) -> list[str]:
        """The keys of the log lines of the last event, told to a spectator."""
        before: State = RULES.start(["person"] * self.state.frame.seats, self.options)
        for event in self.events[:-1]:
            before = RULES.step(before, event)
        return [line.key for line in RULES.narrate(before, self.events[-1], self.state, None)]
