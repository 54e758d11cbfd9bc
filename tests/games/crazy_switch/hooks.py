"""What the contract suite must be told of Crazy Switch; see ``tests/contract/drive.py``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.contract import Bits, Result
from games.crazy_switch.cards import DECK, is_special
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import View
from games.kit.imagine import shuffled
from games.kit.shedding import seat_after

ENDINGS = ("out",)
UNREACHED = {"blocked"}
"""With all 106 cards the hands hold the active colour once there is nothing to draw; see `rules_v1`, decision 8."""


def conserved(state: State) -> None:
    """Every card is in a hand, in the stock or on the pile (W2), and what is remembered is no more than there is."""
    cards = Counter([*state.stock, *state.pile, *(card for hand in state.hands for card in hand)])
    assert cards == ({} if state.phase == "deal" else Counter(DECK))
    assert len(state.memory.recycled) >= sum(state.memory.fresh) >= 0
    assert all(fresh <= len(hand) for fresh, hand in zip(state.memory.fresh, state.hands, strict=True))


def agrees(state: State, result: Result) -> None:
    """Who went out wins and scores what the other three hold (W12)."""
    assert [len(state.hands[seat]) for seat in result.winners] == [0]
    assert result.points[result.winners[0]] == sum(result.facts["left"])  # type: ignore[arg-type]
    assert sum(result.points) == max(result.points)


def twin(state: State, viewer: int | None, bits: Bits) -> State | None:
    """The same table with the hidden cards lying otherwise: what the others hold and the stock are mixed.

    Where the next act may bring hidden cards to light (the end), or depends on them in public (whether the card drawn next goes, whether
    whoever follows answers a stack), those cards stay as they are.
    """
    if state.phase not in ("play", "reshuffle"):
        return None
    telling_seats = {viewer, state.turn}
    if state.frame.house:
        telling_seats |= {seat_after(state.turn, SEATS, 1), seat_after(state.turn, SEATS, -1)}
    ending = min(map(len, state.hands)) == 1
    others = [] if ending else [seat for seat in range(SEATS) if seat not in telling_seats]
    kept = state.stock[:1]
    mixed = shuffled([*state.stock[len(kept) :], *(card for seat in others for card in state.hands[seat])], bits)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(mixed.pop() for _ in state.hands[seat])
    return state._replace(hands=tuple(hands), stock=(*kept, *mixed))


def steered(state: State, bits: Bits) -> tuple[int, ...]:
    """A shuffle in which the special cards come early: everybody holds some, and the game is full of effects."""
    cards = DECK if state.phase == "deal" else state.pile[:-1]
    return tuple(sorted(shuffled(range(len(cards)), bits), key=lambda place: not is_special(cards[place])))


def telling(view: View) -> str:
    """The view without the sheet, when everything was laid open."""
    return repr(replace(view, sheet=None))


def hidden(state: State, viewer: int | None) -> set[str]:
    """Every card in another hand or in the stock, unless another copy of it lies open or is the viewer's own."""
    held = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    own = set(state.hands[viewer]) if viewer is not None else set()
    return {repr(card) for card in (held | set(state.stock)) - own - set(state.pile[-1:])}
