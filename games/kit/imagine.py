"""For CPU players: hidden cards imagined as they might lie, and moves weighed over many such imagined deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from games.contract import Bits


def shuffled[T](items: Sequence[T], bits: Bits) -> list[T]:
    """The items in random order, all orders equally likely."""
    mixed = list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = bits.below(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def deal_unseen(cards: Sequence[int], may_hold: Mapping[int, Sequence[int]], needs: Mapping[int, int], bits: Bits) -> dict[int, list[int]]:
    """One way in which the unseen cards may lie.

    cards: the unseen cards, as numbers. may_hold: the seats that may hold each card. needs: how many cards each seat holds unseen;
    they add up to the number of cards. A "seat" is any place with a number: a stock, or the part of a hand that was drawn lately.
    Where the exclusions can't all be met (somebody did not follow suit though able to), the card goes wherever there is room.
    """
    held: dict[int, list[int]] = {seat: [] for seat in needs}
    room = dict(needs)
    # The cards with the fewest homes first: they would find them taken.
    for card in sorted(shuffled(cards, bits), key=lambda each: len(may_hold[each])):
        seat = _draw_seat(may_hold[card], room, bits)
        if seat is None:
            seat = _make_room(may_hold, card, held, room)
        held[seat].append(card)
        room[seat] -= 1
    return held


def one_of_the_best[T](items: Sequence[T], value: Callable[[T], tuple[float, ...]], bits: Bits) -> T:
    """One of the items of the greatest value; ties are broken by the stream."""
    values = [value(item) for item in items]
    most = max(values)
    best = [item for item, worth in zip(items, values, strict=True) if worth == most]
    return best[bits.below(len(best))]


class Limit(NamedTuple):
    """A place holds at most so many of these cards."""

    cards: frozenset[int]
    most: int


def limited_dealer(
    cards: Sequence[int], needs: Mapping[int, int], limits: Mapping[int, Sequence[Limit]]
) -> Callable[[Bits], dict[int, list[int]]]:
    """Deals the unseen cards as they may lie, when it is known how many of which cards a place may hold at most.

    cards: the unseen cards, as numbers. needs: how many of them each place holds (a seat, a stock); they add up. limits: by place; a place
    that is not named may hold anything. Where the limits can't all be met (somebody did not do what they seemed to), a card goes
    wherever there is room.
    """
    bound = {card: {place: _applying(card, limits.get(place, ())) for place in needs} for card in cards}
    weight = {card: sum(map(len, places.values())) for card, places in bound.items()}
    plain = [card for card in cards if not weight[card]]
    strict = [card for card in cards if weight[card]]

    def deal(bits: Bits) -> dict[int, list[int]]:
        held: dict[int, list[int]] = {place: [] for place in needs}
        room = dict(needs)
        left = {place: [limit.most for limit in limits.get(place, ())] for place in needs}
        # The cards with the most limits first: they would find their homes taken.
        for card in sorted(shuffled(strict, bits), key=lambda each: -weight[each]):
            free = [place for place, found in bound[card].items() if all(left[place][k] > 0 for k in found)]
            home = _draw_seat(free, room, bits)
            if home is None:
                home = _draw_seat(tuple(needs), room, bits)
            assert home is not None, "the needs do not add up"
            held[home].append(card)
            room[home] -= 1
            for k in bound[card][home]:
                left[home][k] -= 1
        rest = shuffled(plain, bits)
        for place, count in room.items():
            held[place] += rest[:count]
            del rest[:count]
        # What was placed first must not lie first: a stock has an order.
        return {place: shuffled(found, bits) if limits else found for place, found in held.items()}

    return deal


def _applying(card: int, limits: Sequence[Limit]) -> list[int]:
    """Which of the limits count this card."""
    return [k for k, limit in enumerate(limits) if card in limit.cards]


def _draw_seat(seats: Sequence[int], room: Mapping[int, int], bits: Bits) -> int | None:
    """One of the seats, as likely as it has room; None when none has."""
    total = sum(room[seat] for seat in seats)
    if not total:
        return None
    place = bits.below(total)
    for seat in seats:
        place -= room[seat]
        if place < 0:
            return seat
    return None


def _make_room(may_hold: Mapping[int, Sequence[int]], card: int, held: dict[int, list[int]], room: dict[int, int]) -> int:
    """A seat for the card after another card has moved out of its way; failing that, any seat with room."""
    for seat in may_hold[card]:
        for other in held[seat]:
            free = next((home for home in may_hold[other] if room[home]), None)
            if free is not None:
                held[seat].remove(other)
                held[free].append(other)
                room[seat] += 1
                room[free] -= 1
                return seat
    return next(seat for seat, left in room.items() if left)


def best_on_average[T, World](candidates: Sequence[T], samples: int, imagine: Callable[[], World], value: Callable[[World, T], int]) -> T:
    """The candidate with the highest total value over so many imagined worlds, the same worlds for all; the first among equals."""
    totals = [0] * len(candidates)
    for _ in range(samples):
        world = imagine()
        for place, candidate in enumerate(candidates):
            totals[place] += value(world, candidate)
    return candidates[totals.index(max(totals))]


def clearly_best[T, World](
    candidates: Sequence[T], samples: int, imagine: Callable[[], World], value: Callable[[World, T], int], doubt: float
) -> T:
    """The candidate with the highest mean value over so many imagined worlds, the same worlds for all; the first one in case of doubt.

    The first candidate is the one to beat: another one is taken only if its mean advantage, compared world by world, is more than `doubt`
    of its standard errors. Where the outcome hangs on luck, few worlds prefer some candidate by chance.
    """
    ahead = [[0] * samples for _ in candidates]
    for number in range(samples):
        world = imagine()
        base = value(world, candidates[0])
        for place in range(1, len(candidates)):
            ahead[place][number] = value(world, candidates[place]) - base
    best, most = 0, 0.0
    for place in range(1, len(candidates)):
        mean = sum(ahead[place]) / samples
        error = sqrt(sum((each - mean) ** 2 for each in ahead[place])) / samples
        if mean > doubt * error and mean > most:
            best, most = place, mean
    return candidates[best]
