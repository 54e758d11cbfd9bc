"""Shedding games: get rid of your cards by matching the top one. What Crazy Eights and its relatives have in common.

A card is whatever the game likes. Where its face matters it has a *colour* (a suit or a colour) and a *trait* (a rank, a number or an
action). Stock and pile are tuples: the stock's next card comes first, the pile's top card last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

CLOCKWISE: Final = 1
"""The direction in playing order; the other one is its negative."""


# ---- matching -----------------------------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """What a card must match. trait: None when only the colour counts, because a wild card named it."""

    colour: str
    trait: str | None


def fits(colour: str, trait: str, target: Target) -> bool:
    """Whether a card of this face, played as itself, goes on the target: the colour or the trait is the same."""
    return colour == target.colour or trait == target.trait


def longest_colour(colours: Iterable[str], order: Sequence[str]) -> str:
    """The colour that occurs most often; among equals the first in `order`, which holds all of them."""
    counts = dict.fromkeys(order, 0)
    for colour in colours:
        counts[colour] += 1
    return max(order, key=counts.__getitem__)


# ---- dealing, stock and reshuffle ---------------------------------------------------------------------------------------------


def deal_round[C](cards: Sequence[C], sizes: Sequence[int], first: int) -> tuple[tuple[tuple[C, ...], ...], tuple[C, ...]]:
    """Hands by seat and the rest, dealt one card at a time from the seat `first` on; who has all of theirs is left out.

    sizes: how many cards each seat gets.
    """
    hands: list[list[C]] = [[] for _ in sizes]
    place = 0
    for lap in range(max(sizes)):
        for step in range(len(sizes)):
            seat = (first + step) % len(sizes)
            if lap < sizes[seat]:
                hands[seat].append(cards[place])
                place += 1
    return tuple(map(tuple, hands)), tuple(cards[place:])


class Opening[C](NamedTuple):
    """The first card of a pile. returned: the cards that were turned before it and went back, in order."""

    starter: C
    stock: tuple[C, ...]
    returned: tuple[C, ...]


def turn_up[C](stock: Sequence[C], unfit: Callable[[C], bool]) -> Opening[C]:
    """Turn the top card of the stock; one that is unfit goes back into the middle, and another is turned.

    The middle is place ``n // 2`` among the n cards that are left. That way only the upper half ever comes up; once all of it has
    proven unfit, cards go to the bottom instead, and when no card at all is fit the next one opens nevertheless.
    """
    rest, returned = list(stock), list[C]()
    half, most = len(rest) // 2 + 1, 2 * len(rest)
    while unfit(rest[0]) and len(returned) < most:
        card = rest.pop(0)
        rest.insert(len(rest) // 2 if len(returned) < half else len(rest), card)
        returned.append(card)
    return Opening(rest[0], tuple(rest[1:]), tuple(returned))


def turn_up_first[C](stock: Sequence[C], unfit: Callable[[C], bool]) -> Opening[C]:
    """The first fit card of the stock opens; those turned before it go to the bottom, in that order. Raises ValueError without one."""
    for place, card in enumerate(stock):
        if not unfit(card):
            returned = tuple(stock[:place])
            return Opening(card, (*stock[place + 1 :], *returned), returned)
    raise ValueError("no card of the stock can open")


class Supply[C](NamedTuple):
    """What a draw brought. missing: how many of the wanted cards the stock could not supply."""

    taken: tuple[C, ...]
    stock: tuple[C, ...]
    missing: int


def draw_from[C](stock: tuple[C, ...], wanted: int) -> Supply[C]:
    """Take so many cards from the top of the stock, or as many as there are."""
    taken = stock[:wanted]
    return Supply(taken, stock[wanted:], wanted - len(taken))


def recyclable[C](pile: Sequence[C]) -> int:
    """How many played cards may become a new stock: all but the top one."""
    return max(0, len(pile) - 1)


def recycled[C](pile: Sequence[C], order: Sequence[int]) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """The new stock and what stays of the pile. order: a permutation of ``range(recyclable(pile))``."""
    return tuple([pile[place] for place in order]), tuple(pile[-1:])


# ---- draw limits and pending draws --------------------------------------------------------------------------------------------


def draws_left(cap: int | None, drawn: int) -> int | None:
    """How many cards may still be drawn in a turn. cap: the limit for a turn, None for none."""
    return None if cap is None else max(0, cap - drawn)


class Pending(NamedTuple):
    """Cards that the next player must take unless they answer. cards: how many. trait: what answers and adds to them."""

    cards: int
    trait: str


def add_pending(pending: Pending | None, cards: int, trait: str) -> Pending:
    """The pile of pending cards after one more card of that trait."""
    return Pending(cards + (pending.cards if pending else 0), trait)


# ---- direction, skipping, blocked hands -----------------------------------------------------------------------------------------


def seat_after(seat: int, count: int, direction: int, skipped: int = 0) -> int:
    """Whose turn follows. direction: 1 in playing order, -1 against it. skipped: how many seats lose their turn."""
    return (seat + direction * (1 + skipped)) % count


def reverse(direction: int, count: int) -> tuple[int, int]:
    """The direction after a reverse, and how many seats it skips: between two it acts as a skip and turns nothing round."""
    return (direction, 1) if count == 2 else (-direction, 0)


def is_blocked(passes: int, count: int) -> bool:
    """Whether a hand is blocked: every player in a row has passed with nothing to play and nothing to draw."""
    return passes >= count


# ---- left-over points -----------------------------------------------------------------------------------------------------------


def left_over[C](hand: Iterable[C], worth: Mapping[C, int]) -> int:
    """The points of the cards left in a hand."""
    return sum([worth[card] for card in hand])


def collected(left: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Scores by seat where a winner collects what all the others have left, be there one winner or several."""
    return tuple([sum(left) - points if seat in winners else 0 for seat, points in enumerate(left)])


def lowest(left: Sequence[int]) -> tuple[int, ...]:
    """The seats with the least left-over points: the winners of a blocked hand."""
    return tuple([seat for seat, points in enumerate(left) if points == min(left)])


def differences(left: Sequence[int]) -> tuple[int, ...]:
    """Scores by seat of a blocked hand: the lowest collect the difference to each opponent; several split the total, rounded down."""
    best, winners = min(left), lowest(left)
    share = (sum(left) - best * len(left)) // len(winners)
    return tuple([share if seat in winners else 0 for seat in range(len(left))])


def places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by seat, 1 is best: the smaller the key the better; equal keys share a place."""
    return tuple([1 + sum(other < key for other in keys) for key in keys])
