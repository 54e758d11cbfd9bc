"""What a hand is worth, and how a match ends (E9-E12, E17)."""

from __future__ import annotations

from typing import Final

from games.contract import Result
from games.crazy_eights.state import WORTH, Frame, Hands, State, target_of
from games.crazy_eights.views import Ending, HandSheet
from games.kit.shedding import collected, differences, left_over, lowest, places

NO_CARDS: Final[tuple[str, ...]] = ()


def sheet_of(frame: Frame, hands: Hands, ending: Ending) -> HandSheet:
    """The sheet of a hand that has just ended (E9-E11, E17)."""
    left = tuple([left_over(hand, WORTH) for hand in hands])
    winners = (hands.index(NO_CARDS),) if ending == "out" else lowest(left)
    counting = frame.rules.length != "countdown"
    scores = (0,) * frame.seats
    if counting:
        scores = collected(left, winners) if ending == "out" else differences(left)
    totals = tuple([before + score for before, score in zip(frame.totals, scores, strict=True)])
    # A blocked hand lowers nobody (E17).
    lowered = winners if ending == "out" else ()
    numbers = tuple([number - (seat in lowered) for seat, number in enumerate(frame.numbers)])
    return HandSheet(
        number=frame.number,
        ending=ending,
        winners=winners,
        left=left,
        cards=hands if counting else (NO_CARDS,) * frame.seats,
        scores=scores,
        totals=totals,
        numbers=numbers,
        tied=len(winners) > 1,
        again=_again(frame, totals),
    )


def _reached(frame: Frame, totals: tuple[int, ...]) -> bool:
    goal = target_of(frame)
    return goal is not None and max(totals) >= goal


def _again(frame: Frame, totals: tuple[int, ...]) -> bool:
    """The target is reached, but the best totals are equal: another hand is played (E12)."""
    return _reached(frame, totals) and totals.count(max(totals)) > 1


def decides(frame: Frame, sheet: HandSheet) -> bool:
    """Whether the match is over with this hand (E12, E17)."""
    if frame.rules.length == "hand":
        return True
    if frame.rules.length == "countdown":
        return min(sheet.numbers) == 0
    return _reached(frame, sheet.totals) and not sheet.again


def reason_of(state: State) -> str:
    """Why a match that is over is over, as `Result.reason`."""
    match state.frame.rules.length:
        case "countdown":
            return "countdown"
        case "match":
            return "points"
    return state.frame.sheets[-1].ending


def _keys(frame: Frame) -> list[tuple[int, ...]]:
    """What the places go by: the number in Countdown, the points in a match, points and left-over cards in a single hand."""
    last = frame.sheets[-1]
    if frame.rules.length == "countdown":
        return [(number,) for number in frame.numbers]
    if frame.rules.length == "match":
        return [(-total,) for total in frame.totals]
    return [(-score, left) for score, left in zip(last.scores, last.left, strict=True)]


def result_of(state: State) -> Result:
    """The result of a match that is over. points: the totals, or in Countdown everybody's number."""
    frame = state.frame
    return Result(
        points=frame.numbers or frame.totals,
        ranks=places(_keys(frame)),
        reason=reason_of(state),
        facts={
            "hands": len(frame.sheets),
            "length": frame.rules.length,
            "totals": list(frame.totals),
            "numbers": list(frame.numbers),
            "tied": frame.sheets[-1].tied,
        },
    )
