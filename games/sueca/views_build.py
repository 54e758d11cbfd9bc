"""What each viewer may know, built up from nothing (S29). The only place where a state becomes a view."""

from __future__ import annotations

from typing import TypedDict

from games.sueca.questions import accusable, groups, may_ask, playable
from games.sueca.scoring import is_blanqueada, is_capote, reason_of, winner_pair
from games.sueca.state import SEATS, Pair, State, board_trick, pair_of, pair_seats, sums, trump_card
from games.sueca.views import Annulled, Mind, View


class _Own(TypedDict):
    """What a seat knows and may do that the others may not; nothing of it for a spectator (P14)."""

    hand: tuple[str, ...]
    playable: tuple[str, ...]
    may_ask: bool
    may_count: bool
    may_next: bool
    may_accuse: tuple[int, ...]


NOTHING: _Own = {"hand": (), "playable": (), "may_ask": False, "may_count": False, "may_next": False, "may_accuse": ()}


def _own(state: State, seat: int) -> _Own:
    return {
        "hand": state.hands[seat],
        "playable": playable(state) if seat == state.turn else (),
        "may_ask": may_ask(state, seat),
        "may_count": state.phase == "to-count" and not state.tapped[pair_of(seat)],
        "may_next": state.phase == "counted",
        "may_accuse": accusable(state, seat),
    }


def _public_sums(state: State) -> Pair | None:
    """The running sums with the count in real time; with the count at the end those of the count, never before (S19)."""
    if state.phase == "deal":
        return None
    history = state.frame.history
    if history and history[-1].round == state.frame.round:
        return history[-1].points
    return sums(state.tricks) if state.frame.count_mode == "real" else None


def _build(state: State, viewer: int | None, own: _Own, *, open_hands: bool) -> View:
    frame, over = state.frame, state.phase == "over"
    hands, trick = state.hands, board_trick(state)
    return View(
        viewer=viewer,
        count_mode=frame.count_mode,
        revoke_mode=frame.revoke_mode,
        phase=state.phase,
        round=frame.round,
        trick_number=trick.number,
        dealer=frame.dealer,
        leader=trick.plays[0].seat if trick.plays else state.turn,
        turn=state.turn if state.phase == "play" else None,
        awaited=tuple(sorted(seat for group in groups(state) for seat in group)),
        trump=trump_card(frame),
        hands=hands if open_hands else None,
        held=(len(hands[0]), len(hands[1]), len(hands[2]), len(hands[3])),
        trick=trick,
        last_trick=state.tricks[-1] if state.tricks else None,
        marks=frame.marks,
        pending=frame.pending,
        sums=sums(state.tricks) if open_hands else _public_sums(state),
        tapped=state.tapped,
        count=frame.history[-1] if frame.history else None,
        history=frame.history,
        annulled=frame.annulled if open_hands else tuple(Annulled(gone.round, gone.seat, None) for gone in frame.annulled),
        verdict=state.verdict,
        reason=reason_of(state) if over else None,
        winners=pair_seats(winner_pair(state)) if over else (),
        blanqueada=is_blanqueada(state),
        capote=is_capote(state),
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
    """Every hand, for the replay of a finished match (P16), also the weak hands of rounds dealt again (S11)."""
    return _build(state, None, NOTHING, open_hands=True)


def mind(state: State, seat: int) -> Mind:
    """The seat's view and every finished trick of the round, for CPU players only (S30)."""
    return Mind(view(state, seat), state.tricks)
