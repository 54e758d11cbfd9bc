"""What the contract suite must be told of Crazy Eights; see ``tests/contract/drive.py``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.contract import Bits, Result
from games.crazy_eights.state import State, deck_of, target_of
from games.crazy_eights.views import View
from games.kit.imagine import shuffled
from games.kit.shedding import draws_left

ENDINGS = ("out", "blocked", "points", "countdown")


def conserved(state: State) -> None:
    """Every card of the deck or decks is in a hand, in the stock or on the pile (E1); scores and numbers follow from the sheets."""
    cards = Counter([*state.stock, *state.pile, *(card for hand in state.hands for card in hand)])
    assert cards == ({} if state.phase == "deal" else Counter(deck_of(state.frame.seats)))
    frame = state.frame
    assert frame.totals == tuple(sum(sheet.scores[seat] for sheet in frame.sheets) for seat in range(frame.seats))
    gone_out = Counter(sheet.winners[0] for sheet in frame.sheets if sheet.ending == "out")
    assert all(number == 8 - gone_out[seat] for seat, number in enumerate(frame.numbers))
    assert len(state.memory.recycled) >= sum(state.memory.fresh) >= 0


def agrees(state: State, result: Result) -> None:
    """The winners of a match are alone at the top and past the target, or at zero; those of a single hand won it (E10-E12, E17)."""
    frame, last = state.frame, state.frame.sheets[-1]
    match frame.rules.length:
        case "countdown":
            assert [result.points[seat] for seat in result.winners] == [0]
        case "match":
            assert len(result.winners) == 1
            best = result.points[result.winners[0]]
            assert best >= (target_of(frame) or 0)
            assert best > max(points for seat, points in enumerate(result.points) if seat not in result.winners)
        case _:
            assert result.winners == last.winners
            assert len(frame.sheets) == 1


def twin(state: State, viewer: int | None, bits: Bits) -> State | None:
    """The same table with the hidden cards lying otherwise: what the others hold and the stock are mixed.

    Where the next act may bring hidden cards to light (the count of a hand) or depends on them in public (the last card that may be
    drawn), those cards stay as they are.
    """
    if state.phase not in ("play", "reshuffle"):
        return None
    cap = state.frame.rules.cap
    ending = min(map(len, state.hands)) == 1 or state.passes == state.frame.seats - 1
    decisive = draws_left(cap, state.drawn) == 1 or state.owed > 0
    others = [] if ending else [seat for seat in range(state.frame.seats) if seat != viewer and not (decisive and seat == state.turn)]
    kept = state.stock[:1] if decisive else ()
    mixed = shuffled([*state.stock[len(kept) :], *(card for seat in others for card in state.hands[seat])], bits)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(mixed.pop() for _ in state.hands[seat])
    return state._replace(hands=tuple(hands), stock=(*kept, *mixed))


def steered(state: State, bits: Bits) -> tuple[int, ...]:
    """A shuffle in which the eights and the dear cards come late: hands are cheap, and the stock runs out over them."""
    size = len(deck_of(state.frame.seats)) if state.phase == "deal" else len(state.pile) - 1
    cards = deck_of(state.frame.seats) if state.phase == "deal" else state.pile
    return tuple(sorted(shuffled(range(size), bits), key=lambda place: cards[place][0] in "8TJQK"))


def telling(view: View) -> str:
    """The view without the sheets of hands that were counted, when everything was laid open."""
    return repr(replace(view, sheets=(), sheet=None))


def hidden(state: State, viewer: int | None) -> set[str]:
    """Every card in another hand or in the stock (E18), unless another copy of it lies open or is the viewer's own."""
    held = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    own = set(state.hands[viewer]) if viewer is not None else set()
    return {repr(card) for card in (held | set(state.stock)) - own - set(state.pile[-1:])}
