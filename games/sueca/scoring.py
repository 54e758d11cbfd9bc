"""The count of a round, the cross, and how a match ends (S12-S18)."""

from __future__ import annotations

from typing import Final

from games.contract import Json, Result
from games.sueca.state import SEATS, TRICKS, Frame, Pair, State, opponents, pair_of, pair_seats, taken, worth
from games.sueca.views import CountKind, CountSheet, Trick, Verdict

GOAL: Final = 4
"""Marks that win a game (S14)."""
OWN_MARKS: Final[dict[CountKind, int]] = {"one": 1, "two": 2, "all-with-trick": 2, "capote": 4, "tie": 0}


def kind_of(points: Pair, trick_counts: Pair) -> CountKind:
    """What a round was: 61-90 (S12), 91-119 (S13), 60-60 (S15), 120 with a trick left (S16) or without (S17)."""
    if max(trick_counts) == TRICKS:
        return "capote"
    best = max(points)
    if best == 60:
        return "tie"
    if best == 120:
        return "all-with-trick"
    return "two" if best > 90 else "one"


def sheet_of(frame: Frame, tricks: tuple[Trick, ...]) -> CountSheet:
    """The count of a finished round, pending marks given or kept (S12-S17)."""
    cards = (taken(tricks, 0), taken(tricks, 1))
    points = (worth(cards[0]), worth(cards[1]))
    counts = (sum(trick.best in (0, 2) for trick in tricks), sum(trick.best in (1, 3) for trick in tricks))
    kind = kind_of(points, counts)
    marker = None if kind == "tie" else int(points[1] > points[0])
    given = 0 if marker is None else OWN_MARKS[kind] + frame.pending
    marks = (given if marker == 0 else 0, given if marker == 1 else 0)
    return CountSheet(
        round=frame.round,
        cards=cards,
        points=points,
        trick_counts=counts,
        kind=kind,
        marker=marker,
        marks=marks,
        cross_before=frame.marks,
        # A surplus is not kept (S14).
        cross_after=(min(GOAL, frame.marks[0] + marks[0]), min(GOAL, frame.marks[1] + marks[1])),
        pending_before=frame.pending,
        pending_after=frame.pending + 1 if marker is None else 0,
    )


def is_capote(state: State) -> bool:
    """The match ended with a capote (S17)."""
    return state.phase == "over" and state.verdict is None and state.frame.history[-1].kind == "capote"


def is_blanqueada(state: State) -> bool:
    """The match ended four to nothing after two counted rounds or more, and by no verdict (S18)."""
    frame = state.frame
    return state.phase == "over" and state.verdict is None and min(frame.marks) == 0 and len(frame.history) > 1


def loser_pair(verdict: Verdict) -> int:
    """The pair that a verdict makes lose the game (S21)."""
    return pair_of(verdict.accused if verdict.guilty else verdict.accuser)


def winner_pair(state: State) -> int:
    """The pair that won a match that is over."""
    if state.verdict:
        return 1 - loser_pair(state.verdict)
    return int(state.frame.marks[1] > state.frame.marks[0])


def reason_of(state: State) -> str:
    """Why a match that is over is over, as `Result.reason`."""
    if state.verdict:
        return "revoke-true" if state.verdict.guilty else "revoke-false"
    endings = ["capote"] * is_capote(state) + ["blanqueada"] * is_blanqueada(state)
    return "-".join(endings) or "marks"


def result_of(state: State) -> Result:
    """The result of a match that is over. points: marks on the seat's own cross; after a verdict it keeps its marks (S23)."""
    frame, verdict, won = state.frame, state.verdict, winner_pair(state)
    revoke: Json = None
    if verdict:
        revoke = {"accuser": verdict.accuser, "accused": verdict.accused, "round": verdict.round, "guilty": verdict.guilty}
    return Result(
        points=tuple(frame.marks[pair_of(seat)] for seat in range(SEATS)),
        ranks=tuple(1 if pair_of(seat) == won else 2 for seat in range(SEATS)),
        reason=reason_of(state),
        facts={
            "capote": is_capote(state),
            "blanqueada": is_blanqueada(state),
            "marks": list(frame.marks),
            "rounds": len(frame.history),
            "winners": list(pair_seats(won)),
            "losers": list(opponents(won)),
            "revoke": revoke,
        },
    )
