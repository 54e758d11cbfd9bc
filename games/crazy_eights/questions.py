"""What may be done in a state of Crazy Eights: asked alike by the rules and by the view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.crazy_eights.state import Hand, State
from games.kit.cards import Card
from games.kit.shedding import Target, draws_left, fits, recyclable


def is_wild(state: State, seat: int, card: str) -> bool:
    """Whether the card is wild for this seat: an 8 (E4), or the rank of its number (E17)."""
    return card[0] == state.frame.wilds[seat]


def target(state: State) -> Target:
    """What has to be matched: the top card, or the suit named with it (E4)."""
    return _target(state.pile[-1], state.named)


@cache
def _target(top: Card, named: str | None) -> Target:
    return Target(named, None) if named else Target(top[1], top[0])


def fitting(state: State, seat: int, cards: Iterable[Card]) -> list[Card]:
    """Those of the cards that this seat could lay on the pile now, whoever's turn it is (E4, E15, E17)."""
    wild = state.frame.wilds[seat]
    if state.pending:
        trait = state.pending.trait
        return [card for card in cards if card[0] == trait != wild]
    goal = target(state)
    return [card for card in cards if card[0] == wild or fits(card[1], card[0], goal)]


def playable(state: State, seat: int) -> Hand:
    """The cards that the seat may play in its turn, each code once, in the order of the hand; () out of turn."""
    if state.turn != seat or state.phase != "play":
        return ()
    return tuple(dict.fromkeys(fitting(state, seat, state.hands[seat])))


def can_play(state: State) -> bool:
    """Whether the seat to play holds a card that may be played."""
    return bool(fitting(state, state.turn, state.hands[state.turn]))


def asks_suit(state: State, seat: int, card: str) -> bool:
    """Whether a suit must be named with the card: it is wild for the seat and not its last one (E4, E16)."""
    return is_wild(state, seat, card) and len(state.hands[seat]) > 1


def supply(state: State) -> bool:
    """Whether there is anything to draw: a stock, or played cards that may become one (E7)."""
    return bool(state.stock) or (state.frame.rules.reshuffle and recyclable(state.pile) > 0)


def may_draw(state: State) -> bool:
    """Whether the seat to play may draw (E5, E6) or take the pending cards, be it none (E15)."""
    if state.pending:
        return True
    return draws_left(state.frame.rules.cap, state.drawn) != 0 and supply(state)


def may_pass(state: State) -> bool:
    """Whether the seat to play may pass: nothing to play and nothing to draw (E8)."""
    return not may_draw(state) and not can_play(state)


def turn_name(state: State) -> str:
    """The name of the turn, as `NeedMove.turn`: drawing does not change it."""
    number = state.frame.number
    return f"h{number}-t{state.turn_number}" if state.frame.phase == "play" else f"h{number}-next"
