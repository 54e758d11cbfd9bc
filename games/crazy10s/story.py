"""What the log says of each event: plays with the score of each line, passes, and of a swap how many tiles (T8, T20)."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Event, Line, SeatRef, Shuffled
from games.crazy10s.board import STAR, Square
from games.crazy10s.scoring import result_of
from games.crazy10s.state import State
from games.crazy10s.views import Placement, ScoredLine, Turn, Verdict
from games.crazy10s.words import line_words, tile_token


def recent(state: State) -> int | None:
    """All events may be told: whatever is said lies on the board for everybody (T20)."""
    return None


def _who(seat: int) -> dict[str, object]:
    return {"who": SeatRef(seat)}


def _scored(line: ScoredLine) -> Line:
    """A line's values with its bonuses and what they come to (T9)."""
    key = "line" + "-doubled" * any(line.doubled) + "-times" * (line.factor > 1)
    return Line(key, {**line_words(line), "factor": line.factor, "points": line.points})


def _headline(turn: Turn, verdict: Verdict) -> Line:
    where = Square(turn.placements[0].row, turn.placements[0].col).name
    if verdict.lone_zero:
        return Line("lone-zero", {**_who(turn.seat), "square": where}, mark=str(turn.number))
    return Line("plays", {**_who(turn.seat), "points": turn.points}, mark=str(turn.number))


def _was_wild(each: Placement) -> Line:
    """A laid wild is an ordinary tile of its digit (T7): only whoever reads the match back is told which it was."""
    return Line("wild", {"square": Square(each.row, each.col).name, "digit": tile_token(str(each.value))}, afterwards=True)


def _play(turn: Turn, verdict: Verdict) -> list[Line]:
    wilds = [each for each in turn.placements if each.tile == STAR]
    return [
        _headline(turn, verdict),
        *[_was_wild(each) for each in wilds],
        *([] if verdict.lone_zero else map(_scored, verdict.lines)),
        *([Line("full-rack", {"points": verdict.bonus})] if verdict.bonus else []),
    ]


def _turn(turn: Turn) -> list[Line]:
    if turn.verdict:
        return _play(turn, turn.verdict)
    if not turn.swapped:
        return [Line("passes", _who(turn.seat), mark=str(turn.number))]
    key = "swaps-one" if turn.swapped == 1 else "swaps"
    return [Line(key, {**_who(turn.seat), "count": turn.swapped}, mark=str(turn.number))]


def _ended(before: State, after: State) -> list[Line]:
    """How the match ended and who won it (T12, T13)."""
    ending, seat = after.ending, before.turn
    assert ending is not None
    if ending.reason == "out":
        gained = {**_who(seat), "other": SeatRef(1 - seat), "points": ending.change[seat]}
        lines = [Line("out", gained, lasting=True)]
    else:
        lost = [Line("loses", {**_who(each), "points": value}, lasting=True) for each, value in enumerate(ending.left)]
        lines = [Line("scoreless", lasting=True), *lost]
    winners, totals = result_of(after).winners, {"best": max(after.scores), "least": min(after.scores)}
    won = Line("wins", {**_who(winners[0]), **totals}, lasting=True) if len(winners) == 1 else Line("draw", totals, lasting=True)
    return [*lines, won]


def narrate(before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
    """The lines of one event: the same for everybody, since only what lies open is ever told."""
    if isinstance(event, Shuffled):
        if before.phase == "lots":
            return [Line("lots", _who(after.starter), lasting=True)]
        return [Line("drawn", lasting=True)] if before.phase == "deal" else []
    assert after.last is not None
    lines = _turn(after.last)
    if before.bag and not after.bag:
        lines.append(Line("bag-empty", lasting=True))
    return [*lines, *_ended(before, after)] if after.ending else lines
