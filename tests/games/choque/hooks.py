"""What the contract suite must be told of Choque de Colores; see ``tests/contract/drive.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.choque.countdown import STARTED
from games.choque.faces import HUNT, TURN_OVER, WORTH, is_number
from games.choque.state import Card, State, faces_of, others_of, top_of
from games.choque.views import View
from games.contract import Bits, Result
from games.kit.imagine import shuffled

ENDINGS = ("out",)
UNREACHED = {"blocked"}
"""With all 112 cards in play somebody always holds one that goes; ``test_rules`` blocks hands on positions with fewer cards (C8)."""


def conserved(state: State) -> None:
    """Every card is in a hand, in the stock or on the pile (C9, C19); what was seen of hands and pile is there; countdowns run down."""
    cards = [*state.stock, *state.pile, *(card for hand in state.hands for card in hand)]
    for side in range(1 if state.phase == "pairing" else len(state.sides)):
        assert sorted(card[side] for card in cards) == list(range(112))
    for hand, known in zip(state.hands, state.known, strict=True):
        faces = list(faces_of(state, hand))
        for face in known:
            faces.remove(face)
    assert 0 <= state.seen <= len(state.pile)
    waiting = state.debt is not None and state.debt.why == "hunt"
    for left in (state.fuse.left if state.fuse else None, state.midnight):
        assert left is None or waiting or 1 <= left < STARTED
    assert state.pending is None or state.pending.cards > 0
    assert len(state.memory.recycled) >= sum(state.memory.fresh) >= 0


def agrees(state: State, result: Result) -> None:
    """Who went out is the only winner, and everybody scores what the others hold (C15, C16, C25)."""
    left = [sum(WORTH[face] for face in faces_of(state, hand)) for hand in state.hands]
    assert result.points == tuple(sum(left) - own for own in left)
    assert [len(state.hands[seat]) for seat in result.winners] == [0]


# ---- states that look the same --------------------------------------------------------------------------------------------------------


def exchanged(cards: Sequence[Card], side: int, pool: Callable[[int], bool], bits: Bits) -> list[Card]:
    """The cards with their faces of a side mixed among those at the places that the pool takes in."""
    places = [place for place in range(len(cards)) if pool(place)]
    mixed = [cards[place][side] for place in shuffled(places, bits)]
    told = list(cards)
    for place, face in zip(places, mixed, strict=True):
        told[place] = (*cards[place][:side], face, *cards[place][side + 1 :])
    return told


def twin(state: State, viewer: int | None, bits: Bits) -> State | None:
    """The same table with what the viewer can't see lying otherwise (C20): the side in play of rivals' hands and stock, and the other side
    of the own hand, the pile and the stock (of everything, for a spectator).

    What the next act may bring to light stays as it is: the next card of the stock, whose fit is public; what a hunt would turn up; hands
    that are about to be counted; other faces when the table may turn before the next view.
    """
    if state.phase not in ("play", "reshuffle"):
        return None
    hands, seats = state.hands, state.frame.seats
    cards = [*state.pile, *(card for hand in hands for card in hand), *state.stock]
    owner = ["pile"] * len(state.pile) + [str(seat) for seat, hand in enumerate(hands) for _ in hand] + ["stock"] * len(state.stock)
    first_of_stock = len(cards) - len(state.stock)
    two_sided, turning = len(state.sides) > 1, _turns(state)
    ending = min(map(len, hands)) == 1 or state.passes == seats - 1
    hunting = state.phase == "reshuffle" or any(face[0] == HUNT for face in faces_of(state, hands[state.turn]))
    secret = [str(seat) for seat in range(seats) if seat != viewer and not ending and not (turning and seat == state.turn)]

    def hidden_face(place: int) -> bool:
        return owner[place] in secret or (owner[place] == "stock" and place > first_of_stock and not hunting)

    told = exchanged(cards, state.side, hidden_face, bits)
    if two_sided and not turning:
        mine = {"pile", "stock", str(viewer)} if viewer is not None else set(owner)
        told = exchanged(told, 1 - state.side, lambda place: owner[place] in mine, bits)
    return laid_out(state, told)


def _turns(state: State) -> bool:
    """Whether the next act may turn the table over, and bring to light what is behind a card."""
    return state.midnight == 1 or any(face[0] == TURN_OVER for face in faces_of(state, state.hands[state.turn]))


def laid_out(state: State, cards: Sequence[Card]) -> State:
    """The state with these cards in the order pile, hands, stock."""
    left, hands = list(cards), []
    pile, left = left[: len(state.pile)], left[len(state.pile) :]
    for hand in state.hands:
        hands.append(tuple(left[: len(hand)]))
        left = left[len(hand) :]
    return state._replace(pile=tuple(pile), hands=tuple(hands), stock=tuple(left))


# ---- the rest -------------------------------------------------------------------------------------------------------------------------


def steered(state: State, bits: Bits) -> tuple[int, ...]:
    """A shuffle in which the cards with effects come early where there are any to shuffle: more happens."""
    match state.phase:
        case "deal":
            deck = state.sides[0].deck
            return tuple(sorted(shuffled(range(112), bits), key=lambda place: is_number(deck[place]) and place % 3 > 0))
        case "reshuffle":
            size = len(state.pile) - 1
        case "seat":
            size = state.frame.seats
        case _:
            size = len(state.stock)
    return tuple(shuffled(range(size), bits))


def telling(view: View) -> str:
    """The view without the sheet, for which all hands are laid open."""
    return repr(replace(view, sheet=None))


def hidden(state: State, viewer: int | None) -> set[str]:
    """Every face that the viewer can't see, on either side (C20, C26), unless an equal one is in sight."""
    seen = {top_of(state)} if state.pile else set()
    lying = set(faces_of(state, state.stock)) | set(others_of(state, (*state.stock, *state.pile)))
    for seat, hand in enumerate(state.hands):
        own = seat == viewer
        (seen if own else lying).update(faces_of(state, hand))
        (lying if own or viewer is None else seen).update(others_of(state, hand))
    return {repr(face) for face in lying - seen}
