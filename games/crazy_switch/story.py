"""What the log says of each event (W19): plays, draws, passes and reshuffles are public, drawn cards are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.contract import Event, Line, Played, SeatRef
from games.crazy_switch.cards import card_token, colour_token
from games.crazy_switch.scoring import result_of
from games.crazy_switch.state import State
from games.crazy_switch.views import Draw, Pass, PlayCard


def recent(state: State) -> int | None:
    """All events may be told: the log is public, and so is whatever lay on the pile."""
    return None


def _who(seat: int) -> dict[str, object]:
    return {"who": SeatRef(seat)}


def _dealt(state: State) -> list[Line]:
    """The deal; one that is repeated (W4) says no more than that."""
    if state.phase == "deal":
        return [Line("deal-again", lasting=True)]
    back = [Line("starter-back", {"card": card_token(card)}, lasting=True) for card in state.frame.returned]
    return [*back, Line("dealt", {**_who(state.turn), "card": card_token(state.pile[-1])}, lasting=True)]


def _played(seat: int, move: PlayCard, after: State) -> list[Line]:
    """The play, and the last card if it was called: under *Estándar* it calls itself (W14)."""
    card = card_token(move.card)
    if move.colour:
        lines = [Line("plays-wild", {**_who(seat), "card": card, "colour": colour_token(move.colour)})]
    else:
        lines = [Line("plays", {**_who(seat), "card": card})]
    if move.call or (not after.frame.house and len(after.hands[seat]) == 1):
        lines.append(Line("last-card", _who(seat)))
    return lines


def _happened(state: State) -> list[Line]:
    """What the event brought about by itself, in the order in which it happened (W15b)."""
    lines = []
    for what, seat, count in state.news:
        key = f"{what}-one" if count == 1 else what
        lines.append(Line(key, {**_who(seat), "count": count} if count > 1 else _who(seat)))
    return lines


def _ended(after: State) -> list[Line]:
    """How the game ended, and who wins what (W12, W13)."""
    sheet = after.frame.sheet
    assert sheet is not None
    lines = [Line("goes-out", _who(sheet.winners[0]), lasting=True) if sheet.ending == "out" else Line("blocked", lasting=True)]
    for seat in result_of(after).winners:
        points = sheet.scores[seat]
        key = ("shares" if sheet.tied else "wins") + ("-one" if points == 1 else "")
        lines.append(Line(key, {**_who(seat), "points": points}, lasting=True))
    return lines


def narrate(before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
    """The lines of one event: the same for everybody, since only what lies open is ever told. A move's first one has the turn's number."""
    if isinstance(event, Played):
        move = event.move
        assert isinstance(move, PlayCard | Draw | Pass)
        lines = _played(event.seat, move, after) if isinstance(move, PlayCard) else []
        if isinstance(move, Pass):
            lines = [Line("keeps", _who(event.seat))]
    elif before.debt:
        lines = [Line("reshuffles", lasting=True)]
    else:
        return _dealt(after)
    lines += _happened(after)
    if isinstance(event, Played) and lines:
        lines[0] = replace(lines[0], mark=str(before.turn_number))
    return [*lines, *_ended(after)] if after.phase == "over" else lines
