"""What each viewer may know, built up from nothing (C20, C26). The only place where a state becomes a view."""

from __future__ import annotations

from typing import TypedDict

from games.choque.countdown import shown
from games.choque.faces import Face, is_wild
from games.choque.questions import (
    acting,
    answers,
    draw_refusal,
    drawn,
    falls_on,
    following,
    may_pass,
    must_name,
    playable,
    target,
)
from games.choque.scoring import result_of
from games.choque.state import State, faces_of, others_of, top_of
from games.choque.views import DrawRefusal, Mind, View
from games.kit.shedding import seat_after

type Faces = tuple[Face, ...]


class _Own(TypedDict):
    """What a seat knows and may do that the others may not; nothing of it for a spectator (P14)."""

    hand: Faces
    drawn: Face | None
    playable: Faces
    asks_colour: Faces
    may_draw: bool
    may_keep: bool
    may_pass: bool
    may_name: bool
    draw_refusal: DrawRefusal | None


class _Running(TypedDict):
    """The fuse of a bomb and the midnight clock: public (C26)."""

    fuse: int | None
    fuse_at: int | None
    explosion: int
    midnight: int | None
    midnight_at: int | None


NOTHING: _Own = {
    "hand": (), "drawn": None, "playable": (), "asks_colour": (), "may_draw": False, "may_keep": False, "may_pass": False,
    "may_name": False, "draw_refusal": None,
}  # fmt: skip


def _own(state: State, seat: int) -> _Own:
    hand = faces_of(state, state.hands[seat])
    if not acting(state, seat):
        return {**NOTHING, "hand": hand}
    cards, refusal = playable(state, seat), draw_refusal(state)
    return {
        "hand": hand,
        "drawn": drawn(state),
        "playable": cards,
        "asks_colour": tuple([face for face in cards if is_wild(face)]),
        "may_draw": refusal is None,
        "may_keep": state.stage == "drawn",
        "may_pass": may_pass(state),
        "may_name": must_name(state),
        "draw_refusal": refusal,
    }


def _running(state: State) -> _Running:
    fuse, midnight = state.fuse, state.midnight
    return {
        "fuse": shown(fuse.left) if fuse else None,
        "fuse_at": falls_on(state, fuse.left) if fuse else None,
        "explosion": fuse.cards if fuse else 0,
        "midnight": shown(midnight) if midnight else None,
        "midnight_at": falls_on(state, midnight) if midnight else None,
    }


def _build(state: State, viewer: int | None, own: _Own, hands: tuple[Faces, ...] | None, others: tuple[Faces, ...]) -> View:
    phase, seats = state.phase, state.frame.seats
    seat = state.turn if viewer is None else viewer
    result = result_of(state) if phase == "over" else None
    begun = bool(state.pile)
    return View(
        viewer=viewer,
        variant=state.frame.key,
        phase=phase,
        turn=state.turn if phase in ("play", "reshuffle") else None,
        stage=state.stage,
        awaited=(state.turn,) if phase == "play" else (),
        direction=state.direction,
        two_sided=len(state.sides) > 1,
        night=state.side == 1,
        turned=state.turned,
        colours=state.sides[state.side].colours,
        top=top_of(state) if begun else None,
        top_by=state.top_by,
        turned_up=state.turned_up,
        colour=state.colour,
        match=target(state) if begun else None,
        stock=len(state.stock),
        pile=len(state.pile),
        pending=state.pending.cards if state.pending else 0,
        answers=answers(state),
        tokens=state.tokens,
        lost=state.lost,
        last_card=tuple([place for place, hand in enumerate(state.hands) if len(hand) == 1]),
        others=others,
        next_seat=following(state, seat),
        other_side=seat_after(seat, seats, -state.direction),
        hands=hands,
        held=tuple([len(hand) for hand in state.hands]),
        sheet=state.frame.sheet,
        reason=result.reason if result else None,
        winners=result.winners if result else (),
        **_running(state),
        **own,
    )


def view(state: State, viewer: int | None) -> View:
    """The table in the eyes of a seat, or of a spectator (None), who sees counts only. Raises ValueError for any other number."""
    seats = state.frame.seats
    if viewer is None:
        return _build(state, None, NOTHING, None, ((),) * seats)
    if not 0 <= viewer < seats:
        raise ValueError(f"no seat {viewer} at this table")
    others = tuple([() if seat == viewer else others_of(state, hand) for seat, hand in enumerate(state.hands)])
    return _build(state, viewer, _own(state, viewer), None, others)


def reveal(state: State) -> View:
    """Both sides of every hand, for the replay of a finished game (P16)."""
    hands = tuple([faces_of(state, hand) for hand in state.hands])
    return _build(state, None, NOTHING, hands, tuple([others_of(state, hand) for hand in state.hands]))


def mind(state: State, seat: int) -> Mind:
    """The seat's view and what everybody could remember, for CPU players only (C27)."""
    seen = faces_of(state, state.pile[len(state.pile) - state.seen :])
    return Mind(view(state, seat), seen, state.known, state.memory.denials)
