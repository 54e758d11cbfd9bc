"""What the log says of each event (C26): plays, draws, passes and reshuffles are public, drawn cards and other faces are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.choque.faces import colour_token, face_token
from games.choque.scoring import result_of
from games.choque.state import State, top_of
from games.choque.views import Draw, Keep, NameColour, Pass, PlayCard
from games.contract import Event, Line, Played, SeatRef

COUNTED: Final = frozenset({"piles", "takes", "hunts", "explodes", "wins-blocked", "scores"})
"""What reads otherwise of a single card or point."""


def recent(state: State) -> int | None:
    """All events may be told: the log is public, and so is whatever was played."""
    return None


def _who(seat: int) -> dict[str, object]:
    return {"who": SeatRef(seat)}


def _counted(key: str, count: int) -> str:
    """The key of the line that tells so many."""
    return f"{key}-one" if count == 1 and key in COUNTED else key


def _chance(before: State, after: State) -> list[Line]:
    """What a shuffle brought; the pairing of faces and who starts are told with the deal (C2, C19)."""
    match before.phase:
        case "reshuffle":
            return [Line("reshuffles", lasting=True), *_happened(after)]
        case "deal":
            back = [Line("starter-back", {"card": face_token(face)}, lasting=True) for face in after.frame.returned]
            return [*back, Line("dealt", {**_who(after.turn), "card": face_token(top_of(after))}, lasting=True)]
        case "return":
            return [Line("mixed-in", lasting=True)]
    return []


def _played(seat: int, move: PlayCard, before: State, after: State) -> list[Line]:
    """The play, and the single card that is left (C14)."""
    card = {**_who(seat), "card": face_token(move.face)}
    if move.colour:
        lines = [Line("plays-wild", {**card, "colour": colour_token(move.colour)})]
    else:
        lines = [Line("answers" if before.pending else "plays", card)]
    return [*lines, Line("last-card", _who(seat))] if len(before.hands[seat]) == 2 else lines


def _did(event: Played, before: State, after: State) -> list[Line]:
    match event.move:
        case PlayCard() as move:
            return _played(event.seat, move, before, after)
        case NameColour(colour):
            return [Line("names", {**_who(event.seat), "colour": colour_token(colour)})]
        case Keep():
            return [Line("keeps", _who(event.seat))]
        case Pass():
            return [Line("passes", _who(event.seat))]
        case Draw():
            return []
    raise ValueError(f"no move: {event.move!r}")


def _turned(state: State) -> Line:
    """The side on which the table lies now, and its top card."""
    return Line("night-falls" if state.side else "day-breaks", {"card": face_token(top_of(state))}, lasting=True)


def _happened(state: State) -> list[Line]:
    """What the event brought about by itself, in the order in which it happened."""
    lines, last_turn = [], max((place for place, each in enumerate(state.news) if each.what == "turns"), default=None)
    for place, (what, seat, count) in enumerate(state.news):
        if what == "turns":
            # A table that midnight turns back at once is shown to nobody: its top card is not told (C20).
            lines.append(_turned(state) if place == last_turn else Line("turns", lasting=True))
        else:
            lines.append(Line(_counted(what, count), {**_who(seat), "count": count}))
    return lines


def _ended(after: State) -> list[Line]:
    """How the game ended, and what it was worth to everybody (C8, C15, C16)."""
    sheet = after.frame.sheet
    assert sheet is not None
    lines = [Line("goes-out", _who(sheet.winner), lasting=True) if sheet.ending == "out" else Line("blocked", lasting=True)]
    if sheet.ending == "blocked":
        left = sheet.left[sheet.winner]
        lines.append(Line(_counted("wins-blocked", left), {**_who(sheet.winner), "points": left}, lasting=True))
    ranks = result_of(after).ranks
    for seat in sorted(range(after.frame.seats), key=lambda seat: (ranks[seat], seat)):
        points = sheet.scores[seat]
        lines.append(Line(_counted("scores", points), {**_who(seat), "points": points}, lasting=True))
    return lines


def narrate(before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
    """The lines of one event: the same for everybody, since only what lies open is ever told. A move's first one has the turn's number."""
    if not isinstance(event, Played):
        return _chance(before, after)
    lines = [*_did(event, before, after), *_happened(after)]
    if lines:
        lines[0] = replace(lines[0], mark=str(before.turn_number))
    return [*lines, *_ended(after)] if after.phase == "over" else lines
