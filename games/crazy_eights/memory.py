"""What everybody at the table could remember of a hand (E19): kept with the state, because a view of one moment can't tell it."""

from __future__ import annotations

from typing import Final

from games.crazy_eights.questions import target
from games.crazy_eights.state import Memory, State
from games.crazy_eights.views import Denial
from games.kit.cards import Card
from games.kit.tricks import without

LATEST: Final = 4
"""So many denials of a seat are remembered."""


def _put[T](items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def matches(card: Card, denial: Denial) -> bool:
    """Whether the card could have been played when its holder showed that nothing could."""
    return card[1] == denial.suit or card[0] == denial.rank or card[0] == denial.wild


def remember_denial(state: State, drawn: int = 0) -> Memory:
    """The seat to play holds nothing that goes, or so it seems. drawn: cards it has just drawn on top of that."""
    cards, fresh, denials = state.memory
    seat, goal = state.turn, target(state)
    new = Denial(goal.trait, goal.colour, state.frame.wilds[seat], drawn)
    older = [each._replace(since=each.since + drawn) for each in denials[seat] if each[:3] != new[:3]]
    return Memory(cards, fresh, _put(denials, seat, (*older[1 - LATEST :], new)))


def remember_draw(state: State, count: int) -> Memory:
    """The table's memory once the seat to play draws so many cards; unless they were pending, it seems to have had nothing to play."""
    if not count:
        return state.memory
    seat = state.turn
    if state.pending:
        cards, fresh, denials = state.memory
        memory = Memory(cards, fresh, _put(denials, seat, tuple([each._replace(since=each.since + count) for each in denials[seat]])))
    else:
        memory = remember_denial(state, count)
    return memory._replace(fresh=_put(memory.fresh, seat, memory.fresh[seat] + count)) if memory.recycled else memory


def remember_play(memory: Memory, seat: int, card: Card, left: int) -> Memory:
    """The table's memory once a card is shown: was it drawn lately, was it one of those that went back into the stock?

    left: cards that the seat still holds. Of two equal cards nobody can tell which one it was; no more can be fresh than there are.
    """
    cards, fresh, denials = memory
    if denials[seat]:
        denials = _put(denials, seat, _shown(denials[seat], card, left))
    if fresh[seat]:
        back = card in cards
        fresh = _put(fresh, seat, min(fresh[seat] - back, left))
        cards = without(cards, card) if back else cards
    return Memory(cards, fresh, denials)


def _shown(denials: tuple[Denial, ...], card: Card, left: int) -> tuple[Denial, ...]:
    """The denials that still say something: a card shown against one was drawn after it, or the denial was none."""
    kept = []
    for each in denials:
        since = each.since - matches(card, each)
        if 0 <= since < left:
            kept.append(each._replace(since=since))
    return tuple(kept)
