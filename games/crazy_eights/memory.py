"""What everybody at the table could remember of a hand (E19): kept with the state, because a view of one moment can't tell it."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.crazy_eights.questions import target
from games.crazy_eights.state import DECK, Face, Lack, Memory, State
from games.crazy_eights.views import Denial
from games.kit.cards import Card
from games.kit.seats import put
from games.kit.shedding import Target
from games.kit.tricks import without

LATEST: Final = 4
"""So many denials of a seat are remembered."""


def matches(card: Card, denial: Denial) -> bool:
    """Whether the card could have been played when its holder showed that nothing could."""
    return card[1] == denial.suit or card[0] == denial.rank or card[0] == denial.wild


@cache
def _face(goal: Target, wild: str) -> Face:
    denial = Denial(goal.trait, goal.colour, wild, 0)
    return Face(*denial[:3], frozenset(card for card in DECK if matches(card, denial)))


def denials(memory: Memory) -> tuple[tuple[Denial, ...], ...]:
    """What each seat has shown to lack, as a CPU player is told."""
    told = []
    for drawn, lacks in zip(memory.drawn, memory.lacks, strict=True):
        told.append(tuple([Denial(face.rank, face.suit, face.wild, drawn - after) for face, after in lacks]))
    return tuple(told)


def _denied(state: State) -> tuple[Lack, ...]:
    """What the seat to play has shown to lack once it holds nothing that goes, or so it seems."""
    seat, memory = state.turn, state.memory
    face = _face(target(state), state.frame.wilds[seat])
    older = [each for each in memory.lacks[seat] if each.face != face]
    return (*older[1 - LATEST :], Lack(face, memory.drawn[seat]))


def remember_denial(state: State) -> Memory:
    """The table's memory once the seat to play passes, or its turn passes at the maximum."""
    recycled, fresh, drawn, lacks = state.memory
    return Memory(recycled, fresh, drawn, put(lacks, state.turn, _denied(state)))


def remember_draw(state: State, count: int) -> Memory:
    """The table's memory once the seat to play draws so many cards; unless they were pending, it seems to have had nothing to play."""
    if not count:
        return state.memory
    seat = state.turn
    recycled, fresh, drawn, lacks = state.memory
    if not state.pending:
        lacks = put(lacks, seat, _denied(state))
    if recycled:
        fresh = put(fresh, seat, fresh[seat] + count)
    return Memory(recycled, fresh, put(drawn, seat, drawn[seat] + count), lacks)


def remember_play(memory: Memory, seat: int, card: Card, left: int) -> Memory:
    """The table's memory once a card is shown: was it drawn lately, was it one of those that went back into the stock?

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


def _shown(lacks: tuple[Lack, ...], card: Card, drawn: int, left: int) -> tuple[Lack, ...]:
    """What still says something: a card shown against it was drawn after it, or nothing was lacking."""
    kept = [Lack(each.face, each.after + 1) if card in each.face.cards else each for each in lacks]
    return tuple([each for each in kept if drawn - left < each.after <= drawn])
