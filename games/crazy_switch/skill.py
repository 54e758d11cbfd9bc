"""Card sense for CPU players: how a game may go on from a position. Cards are numbers here, for speed: places in `CODES`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.crazy_switch.cards import ACTIONS, DECK, DRAW_FOUR, DRAWS, NO_COLOUR, REVERSE, SKIP, WORTH, Card
from games.crazy_switch.state import DRAW_LIMIT, SEATS
from games.kit.colours import COLOURS
from games.kit.shedding import is_blocked, seat_after

CODES: Final[list[Card]] = list(dict.fromkeys(DECK))
NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(CODES)}
TRAIT: Final[list[str]] = [card[0] for card in CODES]
COLOUR: Final[list[int]] = [(COLOURS + NO_COLOUR).index(card[1]) for card in CODES]
"""A place in `cards.COLOURS`, or `WILD`."""
WILD: Final = len(COLOURS)
POINTS: Final[list[int]] = [WORTH[card] for card in CODES]
KEEP: Final = 3
"""A wild card is kept for the last three cards (W21)."""
DRAW: Final = -1
PASS: Final = -2
LONG: Final = 400
"""A game imagined to its end is broken off after so many acts, and valued as lost by everybody."""

type Act = tuple[int, int]
"""A card and the colour that is active after it; or `DRAW` or `PASS` in place of the card."""

IDLE: Final[Act] = (PASS, WILD)
TAKE: Final[Act] = (DRAW, WILD)


def colour_counts(hand: Sequence[int]) -> list[int]:
    """How many cards of each colour a hand holds, in the order of `cards.COLOURS`; wild ones apart."""
    counts = [0] * (WILD + 1)
    for card in hand:
        counts[COLOUR[card]] += 1
    return counts[:WILD]


def lay(hand: Sequence[int], legal: Sequence[int], counts: Sequence[int]) -> int:
    """The card that a sensible player lays of those that may be played: of its longest colour, the dearest; a wild one only if it must."""
    if len(legal) == 1:
        return legal[0]
    plain = [card for card in legal if COLOUR[card] != WILD]
    if not plain:
        return legal[0]
    return max(plain, key=lambda card: (counts[COLOUR[card]], POINTS[card]))


@dataclass(slots=True)
class Round:
    """A game as it may lie, changed by what is played in it.

    hands: by seat. stock: the next card last. played: the pile below the top card. top: the card on it. colour: the active one, a place in
    `cards.COLOURS`. stack, pending: what answers a stack and how many cards it is, or "" and 0. drawn: cards drawn in this turn.
    passes: forced passes in a row. winner: who has gone out, None as long as nobody has.
    """

    hands: list[list[int]]
    stock: list[int]
    played: list[int]
    top: int
    colour: int
    turn: int
    direction: int
    stack: str
    pending: int
    drawn: int
    passes: int
    house: bool
    winner: int | None = None
    blocked: bool = False

    def legal(self) -> list[int]:
        """The cards that the seat to play may play (W7, W15)."""
        hand, colour = self.hands[self.turn], self.colour
        if self.stack:
            stack = self.stack
            found = [card for card in hand if TRAIT[card] == stack]
        else:
            trait = TRAIT[self.top]
            found = [card for card in hand if COLOUR[card] == colour or COLOUR[card] == WILD or TRAIT[card] == trait]
        if self.house and any(TRAIT[card] == DRAW_FOUR for card in found) and any(COLOUR[card] == colour for card in hand):
            return [card for card in found if TRAIT[card] != DRAW_FOUR]
        return found

    def glance(self) -> Act:
        """What a sensible player does in its turn; taking a stack that it can't answer is a draw."""
        legal, hand = self.legal(), self.hands[self.turn]
        if not legal:
            more = self.stack or (self.drawn < DRAW_LIMIT and (self.stock or self.played))
            return TAKE if more else IDLE
        counts = colour_counts(hand)
        card = lay(hand, legal, counts)
        if COLOUR[card] != WILD:
            return card, COLOUR[card]
        if self.drawn and len(hand) > KEEP:
            return IDLE
        return card, counts.index(max(counts))

    def act(self, act: Act) -> None:
        """The seat to play does this; it must be legal."""
        card, colour = act
        if card == DRAW:
            self._draw()
        elif card == PASS:
            self.passes = 0 if self.drawn else self.passes + 1
            self.blocked = is_blocked(self.passes, SEATS)
            self._next(0)
        else:
            self._play(card, colour)

    def _play(self, card: int, colour: int) -> None:
        seat = self.turn
        self.hands[seat].remove(card)
        self.played.append(self.top)
        self.top, self.colour, self.passes = card, colour, 0
        if not self.hands[seat]:
            self.winner = seat
            return
        trait, skipped = TRAIT[card], 0
        if trait == REVERSE:
            self.direction = -self.direction
        elif trait == SKIP:
            skipped = 1
        elif trait in DRAWS and self.house:
            self.stack, self.pending = trait, self.pending + DRAWS[trait]
        elif trait in DRAWS:
            self._take(seat_after(seat, SEATS, self.direction), DRAWS[trait])
            skipped = 1
        self._next(skipped)

    def _next(self, skipped: int) -> None:
        self.turn = seat_after(self.turn, SEATS, self.direction, skipped)
        self.drawn = 0

    def _take(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock:
                # Any order is as likely as another one: the imagined one does.
                self.stock, self.played = self.played, []
            if not self.stock:
                return
            self.hands[seat].append(self.stock.pop())

    def _draw(self) -> None:
        if self.stack:
            self._take(self.turn, self.pending)
            self.stack, self.pending = "", 0
            self._next(0)
            return
        self._take(self.turn, 1)
        self.drawn, self.passes = self.drawn + 1, 0

    def play_out(self) -> None:
        """Everybody goes on as a sensible player until the game is over, or has been going on for long."""
        for _ in range(LONG):
            if self.winner is not None or self.blocked:
                return
            self.act(self.glance())


def is_action(card: int) -> bool:
    """Whether the card is a skip, a reverse or a draw two."""
    return TRAIT[card] in ACTIONS
