"""What everybody at the table of a shedding game could remember, and what it says of the cards that can't be seen.

It is kept with the state, because a view of one moment can't tell it, and given to CPU players only. A card is a code of two letters:
its trait (a rank, a number or an action), then its colour (a suit or a colour). Equal cards are interchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

from games.kit.imagine import Limit
from games.kit.seats import put
from games.kit.tricks import without

LATEST: Final = 4
"""So many denials of a seat are remembered."""

type Cards = tuple[str, ...]


class Face(NamedTuple):
    """What was to be matched when a seat showed that no card of its hand went.

    trait: the one that would have matched, None under a wild's named colour. colour: the one that would have; "" when none would.
    wild: the traits that would have gone anyway.
    """

    trait: str | None
    colour: str
    wild: str


class Lack(NamedTuple):
    """What a seat has shown, or at least made believe: it lacked a card for this face once it had drawn so many cards.

    after: that number; a card that is shown against the face was drawn later, and moves it on by one. A draw changes nothing here.
    """

    face: Face
    after: int


class Denial(NamedTuple):
    """A `Lack` as a CPU player is told of it: `Face`, and how many of the seat's cards it has drawn after that and not shown."""

    trait: str | None
    colour: str
    wild: str
    since: int


class Memory(NamedTuple):
    """What everybody remembers of a hand; all but the first go by seat.

    recycled: what the last reshuffle put into the stock and nobody has shown since. fresh: how many cards each seat has drawn since
    that reshuffle and not shown. drawn: how many it has drawn in all. lacks: what it has shown to lack, oldest first.
    """

    recycled: Cards
    fresh: tuple[int, ...]
    drawn: tuple[int, ...]
    lacks: tuple[tuple[Lack, ...], ...]

    @property
    def denials(self) -> tuple[tuple[Denial, ...], ...]:
        """What each seat has shown to lack, oldest first, as a CPU player is told."""
        told = []
        for drawn, lacks in zip(self.drawn, self.lacks, strict=True):
            told.append(tuple([Denial(*face, drawn - after) for face, after in lacks]))
        return tuple(told)


def blank(seats: int) -> Memory:
    """What is remembered before the first card."""
    none = (0,) * seats
    return Memory((), none, none, ((),) * seats)


def matches(card: str, face: Face | Denial) -> bool:
    """Whether the card could have been played when its holder showed that nothing could."""
    return card[1] == face.colour or card[0] == face.trait or card[0] in face.wild


def _with_lack(lacks: tuple[Lack, ...], face: Face, after: int) -> tuple[Lack, ...]:
    older = [each for each in lacks if each.face != face]
    return (*older[1 - LATEST :], Lack(face, after))


def remember_denial(memory: Memory, seat: int, face: Face) -> Memory:
    """The seat shows that it holds nothing that goes."""
    recycled, fresh, drawn, lacks = memory
    return Memory(recycled, fresh, drawn, put(lacks, seat, _with_lack(lacks[seat], face, drawn[seat])))


def remember_draw(memory: Memory, seat: int, count: int, lacked: Face | None = None) -> Memory:
    """So many cards have come from the stock into the hand of the seat. lacked: what it has shown by that to have lacked before, if
    anything.
    """
    recycled, fresh, drawn, lacks = memory
    if lacked:
        lacks = put(lacks, seat, _with_lack(lacks[seat], lacked, drawn[seat]))
    if recycled:
        fresh = put(fresh, seat, fresh[seat] + count)
    return Memory(recycled, fresh, put(drawn, seat, drawn[seat] + count), lacks)


def remember_reshuffle(memory: Memory, stock: Iterable[str]) -> Memory:
    """The played cards have become the stock: everybody knows which, nobody in what order."""
    return Memory(tuple(sorted(stock)), (0,) * len(memory.fresh), memory.drawn, memory.lacks)


def remember_play(memory: Memory, seat: int, card: str, left: int) -> Memory:
    """A card is shown: was it drawn lately, was it one of those that went back into the stock?

    left: cards that the seat still holds. Of two equal cards nobody can tell which one it was; no more can be fresh than there are.
    """
    recycled, fresh, drawn, lacks = memory
    if lacks[seat]:
        lacks = put(lacks, seat, _shown(lacks[seat], card, drawn[seat], left))
    if fresh[seat]:
        back = card in recycled
        fresh = put(fresh, seat, min(fresh[seat] - back, left))
        recycled = without(recycled, card) if back else recycled
    return Memory(recycled, fresh, drawn, lacks)


def _shown(lacks: tuple[Lack, ...], card: str, drawn: int, left: int) -> tuple[Lack, ...]:
    """What still says something: a card shown against it was drawn after it, or nothing was lacking."""
    kept = [Lack(each.face, each.after + 1) if matches(card, each.face) else each for each in lacks]
    return tuple([each for each in kept if drawn - left < each.after <= drawn])


# ---- what it says of the hidden cards -----------------------------------------------------------------------------------------


class Hidden(NamedTuple):
    """The cards that a seat can't see, as `games.kit.imagine.limited_dealer` wants them.

    cards: their numbers, plus the size of `number` for each further copy of the same one. needs: how many of them each place holds: an
    opponent's seat, or the number of seats for the stock. limits: how many of which cards a place holds at most.
    """

    cards: list[int]
    needs: dict[int, int]
    limits: dict[int, list[Limit]]


class Remembered(Protocol):
    """What a CPU player's mind holds of the table's `Memory`."""

    @property
    def recycled(self) -> Cards:
        """As in `Memory`."""

    @property
    def fresh(self) -> tuple[int, ...]:
        """As in `Memory`."""

    @property
    def denials(self) -> tuple[tuple[Denial, ...], ...]:
        """As in `Memory`."""


def unseen(deck: Iterable[str], seen: Iterable[str]) -> Counter[str]:
    """The cards of the deck that are not among those seen: on the pile, or in one's own hand."""
    left = Counter(deck)
    left.subtract(seen)
    return left


def hidden_cards(deck: Iterable[str], seen: Iterable[str], number: Mapping[str, int], needs: dict[int, int], mind: Remembered) -> Hidden:
    """What may lie where.

    seen: the cards that lie open or are the seat's own. number: a number for every card, from 0. needs: as in `Hidden`. Only lately drawn
    cards can be among those that went back into the stock, and the stock holds no others; of what a seat has shown to lack it holds
    only what it drew after that.
    """
    stock, size = len(mind.fresh), len(number)
    away = {number[card] + size * copy: card for card, copies in unseen(deck, seen).items() for copy in range(copies)}
    limits = {seat: [_limit(away, each) for each in mind.denials[seat]] for seat in needs if seat != stock}
    if mind.recycled:
        back = Counter(mind.recycled)
        again = frozenset(each for each, card in away.items() if each // size < back[card])
        for seat, found in limits.items():
            found.append(Limit(again, mind.fresh[seat]))
        limits[stock] = [Limit(frozenset(away) - again, 0)]
    return Hidden(list(away), needs, limits)


def _limit(away: Mapping[int, str], denial: Denial) -> Limit:
    return Limit(frozenset(number for number, card in away.items() if matches(card, denial)), denial.since)
