"""What may be done in a state of Sueca, and who is waited for: asked alike by the rules and by the view."""

from __future__ import annotations

from typing import Final

from games.contract import Groups
from games.kit.tricks import allowed
from games.sueca.state import Hand, State, opponents, pair_seats, worth

WEAK_HAND: Final = 10
"""Points up to which the leader may ask for mano floja (S11)."""
ONE: Final[tuple[Groups, ...]] = (((0,),), ((1,),), ((2,),), ((3,),))
EVERYBODY: Final[Groups] = ((0, 1, 2, 3),)


def clean(state: State) -> Hand:
    """The cards with which the seat to play does not revoke (S10)."""
    return allowed(state.hands[state.turn], state.plays[0].card[1] if state.plays else None)


def playable(state: State) -> Hand:
    """The cards that the seat to play may lay: what follows suit (S10), or the whole hand where revoking is allowed (S20)."""
    if state.phase != "play":
        return ()
    return state.hands[state.turn] if state.frame.revoke_mode == "allowed" else clean(state)


def round_begun(state: State) -> bool:
    """The first card of the round has been laid."""
    return bool(state.plays or state.tricks)


def may_ask(state: State, seat: int) -> bool:
    """Whether the seat may ask for mano floja (S11): it leads the round, no card is laid, its hand is worth ten or less."""
    return state.phase == "play" and seat == state.turn and not round_begun(state) and worth(state.hands[seat]) <= WEAK_HAND


def accusable(state: State, seat: int) -> tuple[int, ...]:
    """The opponents whom a seat may accuse now (S21, S23): from the first card of the round until its count."""
    if state.frame.revoke_mode == "impeded" or state.phase not in ("play", "to-count") or not round_begun(state):
        return ()
    return opponents(seat)


def counted(state: State, number: int) -> bool:
    """Whether the round of that number has been counted."""
    return any(sheet.round == number for sheet in state.frame.history)


def groups(state: State) -> Groups:
    """Whose act is waited for: the seat to play, a player of each pair that has not tapped (S22), anybody (S24), or nobody."""
    match state.phase:
        case "play":
            return ONE[state.turn]
        case "to-count":
            return tuple(pair_seats(pair) for pair in (0, 1) if not state.tapped[pair])
        case "counted":
            return EVERYBODY
    return ()


def turn_name(state: State) -> str:
    """The name of the turn, as `NeedMove.turn`."""
    number = state.frame.round
    match state.phase:
        case "play":
            return f"r{number}-t{len(state.tricks) + 1}-s{state.turn}"
        case "to-count":
            return f"r{number}-count"
    return f"r{number}-next"
