"""What each viewer may know, built up from nothing (W20). The only place where a state becomes a view."""

from __future__ import annotations

from typing import TypedDict

from games.crazy_switch.questions import asks_call, asks_colour, draw_refusal, following, may_pass, playable, target
from games.crazy_switch.scoring import result_of
from games.crazy_switch.state import DRAW_LIMIT, SEATS, Hand, State
from games.crazy_switch.views import DrawRefusal, Mind, View
from games.kit.shedding import seat_after


class _Own(TypedDict):
    """What a seat knows and may do that the others may not; nothing of it for a spectator (P14)."""

    hand: Hand
    playable: Hand
    asks_colour: Hand
    asks_call: bool
    may_draw: bool
    may_pass: bool
    draw_refusal: DrawRefusal | None


NOTHING: _Own = {
    "hand": (), "playable": (), "asks_colour": (), "asks_call": False, "may_draw": False, "may_pass": False, "draw_refusal": None,
}  # fmt: skip


def _own(state: State, seat: int) -> _Own:
    mine = state.phase == "play" and seat == state.turn
    if not mine:
        return {**NOTHING, "hand": state.hands[seat]}
    cards, refusal = playable(state, seat), draw_refusal(state)
    return {
        "hand": state.hands[seat],
        "playable": cards,
        "asks_colour": tuple([card for card in cards if asks_colour(state, seat, card)]),
        "asks_call": asks_call(state, seat),
        "may_draw": refusal is None,
        "may_pass": may_pass(state),
        "draw_refusal": refusal,
    }


def _build(state: State, viewer: int | None, own: _Own, *, open_hands: bool) -> View:
    frame, phase = state.frame, state.phase
    seat = state.turn if viewer is None else viewer
    result = result_of(state) if phase == "over" else None
    return View(
        viewer=viewer,
        house=frame.house,
        phase=phase,
        deals=frame.deals,
        turn=state.turn if phase in ("play", "reshuffle") else None,
        awaited=(state.turn,) if phase == "play" else (),
        direction=state.direction,
        top=state.pile[-1] if state.pile else None,
        top_by=state.top_by,
        colour=state.colour,
        match=target(state) if state.pile else None,
        stock=len(state.stock),
        pile=len(state.pile),
        pending=state.pending.cards if state.pending else 0,
        stack=state.pending.trait if state.pending else "",
        drawn=state.drawn,
        draw_limit=DRAW_LIMIT,
        lost=state.lost,
        next_seat=following(state, seat),
        other_side=seat_after(seat, SEATS, -state.direction),
        hands=state.hands if open_hands else None,
        held=tuple([len(hand) for hand in state.hands]),
        sheet=frame.sheet,
        reason=result.reason if result else None,
        winners=result.winners if result else (),
        **own,
    )


def view(state: State, viewer: int | None) -> View:
    """The table in the eyes of a seat, or of a spectator (None). Raises ValueError for any other number."""
    if viewer is None:
        return _build(state, None, NOTHING, open_hands=False)
    if not 0 <= viewer < SEATS:
        raise ValueError(f"no seat {viewer} at this table")
    return _build(state, viewer, _own(state, viewer), open_hands=False)


def reveal(state: State) -> View:
    """Every hand, for the replay of a finished game (P16)."""
    return _build(state, None, NOTHING, open_hands=True)


def mind(state: State, seat: int) -> Mind:
    """The seat's view and what everybody could remember of the log, for CPU players only (W20)."""
    memory = state.memory
    return Mind(view(state, seat), state.pile, memory.recycled, memory.fresh, memory.denials, state.colours)
