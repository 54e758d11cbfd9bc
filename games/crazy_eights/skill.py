"""Card sense for CPU players: which card to play, and how a hand goes on from there. Cards are numbers here, for speed.

A card's number is four times its rank (its place in `RANKS`) plus its suit (its place in `SUITS`). With two decks a number may be there
twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.crazy_eights.state import DRAW_TWO, WORTH
from games.kit.cards import SUITS, Card
from games.kit.shedding import differences, reverse, seat_after

RANKS: Final = "A23456789TJQK"
CARD: Final[list[Card]] = [rank + suit for rank in RANKS for suit in SUITS]
NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(CARD)}
POINTS: Final[list[int]] = [WORTH[card] for card in CARD]
ACE, TWO, QUEEN = RANKS.index("A"), RANKS.index("2"), RANKS.index("Q")
FREE: Final = 4
"""In place of a named suit: none is named, the top card itself is matched."""
DRAW: Final = -1
PASS: Final = -2
HELD, HELD_POINT, HELD_WILD, WON = 100, 2, 30, -300
"""What weighs against a seat: each plain card, each of its points, each wild card (it always goes); less than nothing: having won."""

type Act = tuple[int, int]
"""A card and the suit named with it, or `FREE`; or `DRAW` or `PASS` in place of the card."""


def longest_suit(hand: Sequence[int], wild: int) -> int:
    """The suit with the most cards in a hand, wild ones apart; among equals the dearest, then the first."""
    weight = [0, 0, 0, 0]
    for card in hand:
        if card >> 2 != wild:
            weight[card & 3] += 1000 + POINTS[card]
    return weight.index(max(weight))


def lay(hand: Sequence[int], legal: Sequence[int], wild: int) -> int:
    """The card that a sensible player lays (E19, *normal*): of the longest suit, the dearest of it; a wild one only if it must be.

    hand: all its cards. legal: those that may be played, at least one. wild: the rank that is wild for the player.
    """
    if len(legal) == 1:
        return legal[0]
    plain = [card for card in legal if card >> 2 != wild]
    if not plain:
        return legal[0]
    counts = [0, 0, 0, 0]
    for card in hand:
        if card >> 2 != wild:
            counts[card & 3] += 1
    return max(plain, key=lambda card: (counts[card & 3], POINTS[card], card))


@dataclass(slots=True)
class Round:
    """A hand as it may lie, changed by what is played in it.

    hands: by seat. stock: the next card last. played: the pile below the top card. named: a suit, or `FREE`. cap: most cards drawn in a
    turn. wilds: each seat's wild rank. winner: who has gone out, None as long as nobody has. blocked: everybody has passed.
    """

    hands: list[list[int]]
    stock: list[int]
    played: list[int]
    top: int
    named: int
    turn: int
    direction: int
    pending: int
    drawn: int
    passes: int
    wilds: list[int]
    cap: int
    reshuffle: bool
    queens: bool
    aces: bool
    twos: bool
    winner: int | None = None
    blocked: bool = False

    def legal(self) -> list[int]:
        """The cards that the seat to play may play (E4, E15, E17)."""
        hand, wild = self.hands[self.turn], self.wilds[self.turn]
        if self.pending:
            return [card for card in hand if card >> 2 == TWO != wild]
        named = self.named
        if named != FREE:
            return [card for card in hand if card & 3 == named or card >> 2 == wild]
        rank, suit = self.top >> 2, self.top & 3
        return [card for card in hand if card & 3 == suit or card >> 2 == rank or card >> 2 == wild]

    def glance(self) -> Act:
        """What a sensible player does in its turn."""
        legal = self.legal()
        if legal:
            hand, wild = self.hands[self.turn], self.wilds[self.turn]
            card = lay(hand, legal, wild)
            return card, longest_suit(hand, wild) if card >> 2 == wild else FREE
        if self.pending or (self.drawn < self.cap and (self.stock or (self.reshuffle and self.played))):
            return DRAW, FREE
        return PASS, FREE

    def act(self, act: Act) -> None:
        """The seat to play does this; it must be legal."""
        if act[0] == DRAW:
            self._draw()
        elif act[0] == PASS:
            self.passes += 1
            self.blocked = self.passes >= len(self.hands)
            self._next(0)
        else:
            self._play(*act)

    def _play(self, card: int, named: int) -> None:
        seat = self.turn
        self.hands[seat].remove(card)
        self.played.append(self.top)
        self.top, self.named, self.passes = card, named, 0
        if not self.hands[seat]:
            self.winner = seat
            return
        rank, skipped = card >> 2, 0
        if rank == QUEEN and self.queens:
            skipped = 1
        elif rank == ACE != self.wilds[seat] and self.aces:
            self.direction, skipped = reverse(self.direction, len(self.hands))
        elif rank == TWO != self.wilds[seat] and self.twos:
            self.pending += DRAW_TWO
        self._next(skipped)

    def _next(self, skipped: int) -> None:
        self.turn = seat_after(self.turn, len(self.hands), self.direction, skipped)
        self.drawn = 0

    def _draw(self) -> None:
        hand = self.hands[self.turn]
        for _ in range(self.pending or 1):
            if not self.stock and self.reshuffle:
                # Any order is as likely as another one: the imagined one does.
                self.stock, self.played = self.played, []
            if not self.stock:
                break
            hand.append(self.stock.pop())
            self.drawn += 1
        self.passes = 0
        if self.pending:
            self.pending = 0
            self._next(0)
        elif self.drawn >= self.cap and not self.legal():
            self._next(0)

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.winner is not None or self.blocked

    def play_on(self, turns: int) -> None:
        """Everybody goes on as a sensible player for so many turns, or until the hand is over."""
        for _ in range(turns):
            seat = self.turn
            while self.turn == seat and not self.over:
                self.act(self.glance())

    def lead(self, seat: int) -> int:
        """How well the seat stands against the average of the others, in hundredths of a card for each of them."""
        scores = self.scores() if self.over else ()
        burdens = [WON if self.over and scores[each] else self._burden(each) for each in range(len(self.hands))]
        return sum(burdens) - len(burdens) * burdens[seat]

    def _burden(self, seat: int) -> int:
        wild = self.wilds[seat]
        return sum([HELD_WILD if card >> 2 == wild else HELD + HELD_POINT * POINTS[card] for card in self.hands[seat]])

    def scores(self) -> tuple[int, ...]:
        """What the hand is worth to each seat (E10, E11)."""
        left = [sum([POINTS[card] for card in hand]) for hand in self.hands]
        if self.winner is None:
            return differences(left)
        return tuple([sum(left) if seat == self.winner else 0 for seat in range(len(left))])
