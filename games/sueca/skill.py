"""Card sense for CPU players: which card to lay, and how a round goes on from there. Cards are numbers here, for speed.

A card's number is ten times its suit (its place in `SUITS`) plus its strength (S2), so that suit and strength are a look-up away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kit.cards import SUITS, Card
from games.sueca.state import DECK, POINTS, STRENGTH

NUMBER: Final[dict[Card, int]] = {card: 10 * SUITS.index(card[1]) + STRENGTH[card] for card in DECK}
CARD: Final[list[Card]] = sorted(NUMBER, key=lambda card: NUMBER[card])
SUIT: Final[list[int]] = [number // 10 for number in range(40)]
VALUE: Final[list[int]] = [POINTS[card] for card in CARD]
COST: Final[list[list[int]]] = [
    [10 * (VALUE[card] + 5 * (SUIT[card] == trump)) + card % 10 for card in range(40)] for trump in range(len(SUITS))
]
"""How much each card is missed, by trump: its points, five more for a trump, and then its strength."""
ACE: Final = 9
DEAR: Final = 7
"""A trick of so many points is worth a trump before everybody has played."""
CHEAP: Final = 2
"""A trick of so few points is not worth a trump even to the last."""


def beats(card: int, other: int, trump: int) -> bool:
    """Whether the card takes over from the one winning so far (S2)."""
    if SUIT[card] == SUIT[other]:
        return card > other
    return SUIT[card] == trump


def winner(table: Sequence[int], trump: int) -> int:
    """Which card of the table wins so far: its place in the order played."""
    place, best = 0, table[0]
    for index, card in enumerate(table):
        if beats(card, best, trump):
            place, best = index, card
    return place


def _least(cards: Sequence[int], trump: int) -> int:
    """The card that is missed least: worthless first, trumps late."""
    return min(cards, key=COST[trump].__getitem__)


def _lead(hand: Sequence[int], trump: int) -> int:
    """A plain ace, which hardly anybody beats, from the shortest suit; else a card that is missed least."""
    aces = [card for card in hand if card % 10 == ACE and SUIT[card] != trump]
    if not aces:
        return _least(hand, trump)
    suits = [SUIT[card] for card in hand]
    return min(aces, key=lambda card: (suits.count(SUIT[card]), card))


def _feed(legal: Sequence[int], trump: int) -> int:
    """The most points for the partner's trick, without spending a trump; aces stay where another card does nearly as well."""
    plain = [card for card in legal if SUIT[card] != trump]
    return max(plain, key=lambda card: (VALUE[card], card)) if plain else _least(legal, trump)


def _secure(best: int, table: Sequence[int], trump: int) -> bool:
    """Whether the winning card will most likely hold against who is still to play."""
    if len(table) == 3:
        return True
    return best % 10 == ACE or (SUIT[best] == trump != SUIT[table[0]])


def lay(legal: Sequence[int], table: Sequence[int], trump: int) -> int:
    """The card that an experienced player lays at a glance (S30, *normal*).

    legal: the cards that may be laid. table: the trick so far. Wins cheaply when the trick has points, feeds the partner who is
    winning, saves trumps, and plays low otherwise.
    """
    if len(legal) == 1:
        return legal[0]
    if not table:
        return _lead(legal, trump)
    place = winner(table, trump)
    best = table[place]
    if place == len(table) - 2:
        return _feed(legal, trump) if _secure(best, table, trump) else _least(legal, trump)
    winners = [card for card in legal if beats(card, best, trump)]
    taking = _take(winners, table, trump) if winners else None
    return _least(legal, trump) if taking is None else taking


def _take(winners: Sequence[int], table: Sequence[int], trump: int) -> int | None:
    """The card to win the trick with, None where it is not worth one. winners: the cards that take over now."""
    points = sum(map(VALUE.__getitem__, table))
    last = len(table) == 3
    plain = [card for card in winners if SUIT[card] != trump]
    if plain:
        # A plain card that wins for certain brings its own points home; short of that only the ace is trusted.
        return plain[-1] if last else next((card for card in plain if card % 10 == ACE), None)
    return min(winners) if points >= (CHEAP + 1 if last else DEAR) else None


def play_out(hands: list[list[int]], table: list[int], turn: int, trump: int, points: list[int], tricks: list[int]) -> None:
    """Everybody lays as `lay` says until the hands are empty. Changes its arguments.

    hands: by seat. table: the trick so far, whose next card is `turn`'s. points, tricks: by pair, added to.
    """
    while hands[turn] or table:
        if len(table) == 4:
            seat = (turn + winner(table, trump)) % 4
            points[seat % 2] += sum(map(VALUE.__getitem__, table))
            tricks[seat % 2] += 1
            table, turn = [], seat
            continue
        hand = hands[turn]
        legal = [card for card in hand if SUIT[card] == SUIT[table[0]]] or hand if table else hand
        card = lay(legal, table, trump)
        hand.remove(card)
        table.append(card)
        turn = (turn + 1) % 4


def worth_of_round(points: Sequence[int], tricks: Sequence[int], pair: int) -> int:
    """How good a finished round is for a pair: a hundred for each mark (S12-S17), and its points to tell equal ones apart."""
    own, other = points[pair], points[1 - pair]
    if own == other:
        return 60
    marks = 4 if not tricks[1 - pair] or not tricks[pair] else 2 if max(own, other) > 90 else 1
    return own + (100 * marks if own > other else -100 * marks)
