"""What each viewer may know, built up from nothing (E18). The only place where a state becomes a view."""

from __future__ import annotations

from typing import TypedDict

from games.crazy_eights.questions import asks_suit, may_draw, may_pass, playable
from games.crazy_eights.scoring import reason_of, result_of
from games.crazy_eights.state import State, target_of
from games.crazy_eights.views import Mind, View
from games.kit.shedding import draws_left


class _Own(TypedDict):
    """What a seat knows and may do that the others may not; nothing of it for a spectator (P14)."""

    hand: tuple[str, ...]
    playable: tuple[str, ...]
    asks_suit: tuple[str, ...]
    may_draw: bool
    may_pass: bool
    may_next: bool


NOTHING: _Own = {"hand": (), "playable": (), "asks_suit": (), "may_draw": False, "may_pass": False, "may_next": False}


def _own(state: State, seat: int) -> _Own:
    cards = playable(state, seat)
    mine = state.phase == "play" and seat == state.turn
    return {
        "hand": state.hands[seat],
        "playable": cards,
        "asks_suit": tuple([card for card in cards if asks_suit(state, seat, card)]),
        "may_draw": mine and may_draw(state),
        "may_pass": mine and may_pass(state),
        "may_next": state.phase == "between",
    }


def _awaited(state: State) -> tuple[int, ...]:
    match state.phase:
        case "play":
            return (state.turn,)
        case "between":
            return tuple(range(state.frame.seats))
    return ()


def _build(state: State, viewer: int | None, own: _Own, *, open_hands: bool) -> View:
    frame, phase = state.frame, state.phase
    running, ended = phase in ("play", "reshuffle"), phase in ("between", "over")
    return View(
        viewer=viewer,
        seats=frame.seats,
        rules=frame.rules,
        phase=phase,
        number=frame.number,
        dealer=frame.dealer,
        turn=state.turn if running else None,
        awaited=_awaited(state),
        direction=state.direction,
        top=state.pile[-1] if state.pile else None,
        top_by=state.top_by,
        named=state.named,
        stock=len(state.stock),
        pile=len(state.pile),
        pending=state.pending.cards if state.pending else 0,
        drawn=state.drawn,
        draws_left=draws_left(frame.rules.cap, state.drawn),
        hands=state.hands if open_hands else None,
        held=tuple([len(hand) for hand in state.hands]),
        wilds=frame.wilds,
        numbers=frame.numbers,
        totals=frame.totals,
        target=target_of(frame),
        sheets=frame.sheets,
        sheet=frame.sheets[-1] if ended else None,
        reason=reason_of(state) if phase == "over" else None,
        winners=result_of(state).winners if phase == "over" else (),
        **own,
    )


def view(state: State, viewer: int | None) -> View:
    """The table in the eyes of a seat, or of a spectator (None). Raises ValueError for any other number."""
    if viewer is None:
        return _build(state, None, NOTHING, open_hands=False)
    if not 0 <= viewer < state.frame.seats:
        raise ValueError(f"no seat {viewer} at this table")
    return _build(state, viewer, _own(state, viewer), open_hands=False)


def reveal(state: State) -> View:
    """Every hand, for the replay of a finished match (P16)."""
    return _build(state, None, NOTHING, open_hands=True)


def mind(state: State, seat: int) -> Mind:
    """The seat's view and what everybody could remember of the hand, for CPU players only (E19)."""
    memory = state.memory
    return Mind(view(state, seat), state.pile, memory.recycled, memory.fresh, memory.denials)
