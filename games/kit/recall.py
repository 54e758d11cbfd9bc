"""What everybody at the table of a shedding game could remember, and what it says of the cards that can't be seen.

It is kept with the state, because a view of one moment can't tell it, and given to CPU players only. A card is a code of two letters:
its trait (a rank, a number or an action), then its colour (a suit or a colour). Equal cards are interchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.kit.imagine import Limit
from games.kit.tricks import without

LATEST: Final = 4
"""So many denials of a seat are remembered."""

type Cards = tuple[str, ...]


class Denial(NamedTuple):
    """A seat has shown, or at least made believe, that no card of its hand could be played: it passed, or drew a card.

    trait: the one that would have matched, None under a wild's named colour. colour: the one that would have; "" when none would.
    wild: the traits that would have gone anyway. since: how many of the seat's cards it has drawn after that and not shown.
    """

    trait: str | None
    colour: str
    wild: str
    since: int


class Memory(NamedTuple):
    """What everybody remembers of a hand; the tuples `fresh` and `denials` go by seat.

    recycled: what the last reshuffle put into the stock and nobody has shown since. fresh: how many cards each seat has drawn since
    that reshuffle and not shown. denials: what each seat has shown to lack, oldest first.
    """

    recycled: Cards
    fresh: tuple[int, ...]
    denials: tuple[tuple[Denial, ...], ...]


def blank(seats: int) -> Memory:
    """What is remembered before the first card."""
    return Memory((), (0,) * seats, ((),) * seats)


def put[T](items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at that place."""
    return (*items[:seat], item, *items[seat + 1 :])


def matches(card: str, denial: Denial) -> bool:
    """Whether the card could have been played when its holder showed that nothing could."""
    return card[1] == denial.colour or card[0] == denial.trait or card[0] in denial.wild


def remember_denial(memory: Memory, seat: int, denial: Denial) -> Memory:
    """The seat shows that it holds nothing that goes; `denial.since` of its cards it has just drawn on top of that."""
    older = [each._replace(since=each.since + denial.since) for each in memory.denials[seat] if each[:3] != denial[:3]]
    return memory._replace(denials=put(memory.denials, seat, (*older[1 - LATEST :], denial)))


def remember_taken(memory: Memory, seat: int, count: int) -> Memory:
    """The seat takes so many cards, which says nothing of what it held before."""
    later = tuple([each._replace(since=each.since + count) for each in memory.denials[seat]])
    return memory._replace(denials=put(memory.denials, seat, later))


def remember_fresh(memory: Memory, seat: int, count: int) -> Memory:
    """So many cards have come from the stock into the hand of the seat."""
    return memory._replace(fresh=put(memory.fresh, seat, memory.fresh[seat] + count)) if memory.recycled else memory


def remember_reshuffle(memory: Memory, stock: Iterable[str]) -> Memory:
    """The played cards have become the stock: everybody knows which, nobody in what order."""
    return Memory(tuple(sorted(stock)), (0,) * len(memory.fresh), memory.denials)


def remember_play(memory: Memory, seat: int, card: str, left: int) -> Memory:
    """A card is shown: was it drawn lately, was it one of those that went back into the stock?

    left: cards that the seat still holds. Of two equal cards nobody can tell which one it was; no more can be fresh than there are.
    """
    cards, fresh, denials = memory
    if denials[seat]:
        denials = put(denials, seat, _shown(denials[seat], card, left))
    if fresh[seat]:
        back = card in cards
        fresh = put(fresh, seat, min(fresh[seat] - back, left))
        cards = without(cards, card) if back else cards
    return Memory(cards, fresh, denials)


def _shown(denials: tuple[Denial, ...], card: str, left: int) -> tuple[Denial, ...]:
    """The denials that still say something: a card shown against one was drawn after it, or the denial was none."""
    kept = []
    for each in denials:
        since = each.since - matches(card, each)
        if 0 <= since < left:
            kept.append(each._replace(since=since))
    return tuple(kept)


# ---- what it says of the hidden cards -----------------------------------------------------------------------------------------


class Hidden(NamedTuple):
    """The cards that a seat can't see, as `games.kit.imagine.limited_dealer` wants them.

    cards: their numbers, plus the size of `number` for each further copy of the same one. needs: how many of them each place holds: an
    opponent's seat, or the number of seats for the stock. limits: how many of which cards a place holds at most.
    """

    cards: list[int]
    needs: dict[int, int]
    limits: dict[int, list[Limit]]


def hidden_cards(deck: Sequence[str], seen: Iterable[str], number: Mapping[str, int], needs: dict[int, int], memory: Memory) -> Hidden:
    """What may lie where.

    seen: the cards that lie open or are the seat's own. number: a number for every card, from 0. needs: as in `Hidden`. Only lately drawn
    cards can be among those that went back into the stock, and the stock holds no others; of what a seat has shown to lack it holds
    only what it drew after that.
    """
    left, stock, size = Counter(deck), len(memory.fresh), len(number)
    left.subtract(seen)
    unseen = {number[card] + size * copy: card for card, copies in left.items() for copy in range(copies)}
    limits = {seat: [_limit(unseen, each) for each in memory.denials[seat]] for seat in needs if seat != stock}
    if memory.recycled:
        back = Counter(memory.recycled)
        again = frozenset(each for each, card in unseen.items() if each // size < back[card])
        for seat, found in limits.items():
            found.append(Limit(again, memory.fresh[seat]))
        limits[stock] = [Limit(frozenset(unseen) - again, 0)]
    return Hidden(list(unseen), needs, limits)


def _limit(unseen: Mapping[int, str], denial: Denial) -> Limit:
    return Limit(frozenset(number for number, card in unseen.items() if matches(card, denial)), denial.since)
