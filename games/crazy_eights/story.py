"""What the log says of each event: plays, draws, passes and reshuffles are public, drawn cards are not (E18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.contract import Event, Line, Played, SeatRef
from games.crazy_eights.scoring import result_of
from games.crazy_eights.state import State
from games.crazy_eights.views import Draw, HandSheet, Pass, PlayCard
from games.kit.cards import card_token, suit_token
from games.kit.shedding import CLOCKWISE, seat_after


def recent(state: State) -> int | None:
    """All events may be told: the log is public, and so is whatever lay on the pile (E18)."""
    return None


def _who(seat: int) -> dict[str, object]:
    return {"who": SeatRef(seat)}


def _dealt(state: State) -> list[Line]:
    frame = state.frame
    back = [Line("starter-back", {"card": card_token(card)}, lasting=True) for card in frame.returned]
    first = SeatRef(seat_after(frame.dealer, frame.seats, CLOCKWISE))
    return [
        Line("hand", {"hand": frame.number}, heading=True, lasting=True),
        *back,
        Line("dealt", {**_who(frame.dealer), "card": card_token(state.pile[-1]), "first": first}, lasting=True),
    ]


def _played(before: State, seat: int, move: PlayCard, after: State) -> list[Line]:
    card = card_token(move.card)
    if move.suit:
        first = Line("plays-wild", {**_who(seat), "card": card, "suit": suit_token(move.suit)})
    else:
        first = Line("plays", {**_who(seat), "card": card})
    if after.frame.phase != "play":
        return [first]
    return [first, *_effects(before, seat, after)]


def _effects(before: State, seat: int, after: State) -> list[Line]:
    """What a special card brings about (E13-E15)."""
    lines = []
    usual = seat_after(seat, after.frame.seats, after.direction)
    if after.direction != before.direction:
        lines.append(Line("reverses"))
    if after.turn != usual:
        lines.append(Line("skips", _who(usual)))
    if after.pending:
        lines.append(Line("pending", {**_who(after.turn), "count": after.pending.cards}))
    return lines


def _drew(before: State, after: State) -> list[Line]:
    """What a draw, or the rest of one after a reshuffle, brought the seat that was to play."""
    seat = before.turn
    count = len(after.hands[seat]) - len(before.hands[seat])
    lines = [Line("draws-one", _who(seat))] if count == 1 else [Line("draws", {**_who(seat), "count": count})] if count else []
    if after.owed or after.turn_number == before.turn_number:
        return lines
    if not before.pending:
        return [*lines, Line("turn-passes", _who(seat))]
    # After a reshuffle, or with a card at least, something was taken (E15).
    return [*lines, Line("takes" if count or before.owed else "takes-none", _who(seat))]


def _counted(sheet: HandSheet) -> list[Line]:
    """Who scored how much, or whose number went down (E10, E11, E17)."""
    if sheet.numbers:
        lowered = sheet.winners if sheet.ending == "out" else ()
        return [Line("lowers", {**_who(seat), "number": sheet.numbers[seat]}, lasting=True) for seat in lowered] or [
            Line("nobody-lowers", lasting=True)
        ]
    lines = [
        Line("scores-one" if points == 1 else "scores", {**_who(seat), "points": points}, lasting=True)
        for seat, points in enumerate(sheet.scores)
        if points
    ]
    return lines or [Line("nobody-scores", lasting=True)]


def _ended(after: State) -> list[Line]:
    """The end of a hand, and perhaps of the match."""
    sheet = after.frame.sheets[-1]
    end = Line("goes-out", _who(sheet.winners[0]), lasting=True) if sheet.ending == "out" else Line("blocked", lasting=True)
    lines = [end, *_counted(sheet)]
    if sheet.again:
        points = max(sheet.totals)
        lines.append(Line("tied-one" if points == 1 else "tied", {"points": points}, lasting=True))
    if after.phase == "over":
        winners = result_of(after).winners
        lines.append(Line("wins", _who(winners[0]), lasting=True) if len(winners) == 1 else Line("drawn-match", lasting=True))
    return lines


def _said(before: State, event: Event, after: State) -> list[Line]:
    if not isinstance(event, Played):
        return [Line("reshuffles", lasting=True), *_drew(before, after)] if before.owed else _dealt(after)
    match event.move:
        case PlayCard():
            return _played(before, event.seat, event.move, after)
        case Draw():
            return _drew(before, after)
        case Pass():
            return [Line("passes", _who(event.seat))]
    return []


def narrate(before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
    """The lines of one event: the same for everybody, since only what lies open is ever told. A move's first one has the turn's number."""
    lines = _said(before, event, after)
    if isinstance(event, Played) and lines:
        lines[0] = replace(lines[0], mark=str(before.turn_number))
    if len(after.frame.sheets) > len(before.frame.sheets):
        lines += _ended(after)
    return lines
