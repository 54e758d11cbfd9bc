"""What may be done in a state of Crazy Switch: asked alike by the rules and by the view."""

from __future__ import annotations

from collections.abc import Iterable

from games.crazy_switch.cards import DRAW_FOUR, Card, is_wild
from games.crazy_switch.state import DRAW_LIMIT, Hand, State
from games.crazy_switch.views import DrawRefusal
from games.kit.shedding import Target, draws_left, fits, recyclable, seat_after


def target(state: State) -> Target:
    """What has to be matched: the active colour, or the number or kind of the top card; a wild one has none (W7)."""
    top = state.pile[-1]
    return Target(state.colour, None if is_wild(top) else top[0])


def barred(state: State, seat: int) -> bool:
    """Whether a wild draw four may not be played: under house rules with a card of the active colour in hand (W15)."""
    return state.frame.house and any(card[1] == state.colour for card in state.hands[seat])


def fitting(state: State, seat: int, cards: Iterable[Card]) -> list[Card]:
    """Those of the seat's cards that could be laid on the pile now, whoever's turn it is (W7, W15)."""
    goal, pending = target(state), state.pending
    if pending:
        found = [card for card in cards if card[0] == pending.trait]
    else:
        found = [card for card in cards if is_wild(card) or fits(card[1], card[0], goal)]
    if any(card[0] == DRAW_FOUR for card in found) and barred(state, seat):
        return [card for card in found if card[0] != DRAW_FOUR]
    return found


def playable(state: State, seat: int) -> Hand:
    """The cards that the seat may play in its turn, each code once, in the order of the hand; () out of turn."""
    if state.turn != seat or state.phase != "play":
        return ()
    return tuple(dict.fromkeys(fitting(state, seat, state.hands[seat])))


def can_play(state: State) -> bool:
    """Whether the seat to play holds a card that may be played."""
    return bool(fitting(state, state.turn, state.hands[state.turn]))


def asks_colour(state: State, seat: int, card: Card) -> bool:
    """Whether a colour must be named with the card: it is wild and not the last one (W9, W12)."""
    return is_wild(card) and len(state.hands[seat]) > 1


def asks_call(state: State, seat: int) -> bool:
    """Whether a play goes down to one card, and the rules want that called (W15)."""
    return state.frame.house and len(state.hands[seat]) == 2


def supply(state: State) -> bool:
    """Whether there is anything to draw: a stock, or played cards that may become one (W10)."""
    return bool(state.stock) or recyclable(state.pile) > 0


def draw_refusal(state: State) -> DrawRefusal | None:
    """Why the seat to play may not draw (W8); None when it may. A turn without anything to do passes by itself (W8, W11)."""
    if state.pending:
        return "must-answer"
    if not can_play(state):
        return None
    return "drawn-goes" if state.drawn else "may-play"


def must_pass(state: State) -> bool:
    """Whether the turn passes by itself: nothing to play, and no more to draw (W8, W11)."""
    return (draws_left(DRAW_LIMIT, state.drawn) == 0 or not supply(state)) and not can_play(state)


def may_pass(state: State) -> bool:
    """Whether the seat to play may keep the card it drew and pass (W8)."""
    return state.drawn > 0 and can_play(state)


def following(state: State, seat: int) -> int:
    """Whose turn comes after this seat's in the direction of play."""
    return seat_after(seat, len(state.hands), state.direction)


def turn_name(state: State) -> str:
    """The name of the turn, as `NeedMove.turn`: drawing does not change it."""
    return f"t{state.turn_number}"
