"""What the log says of each event (S29). Where revoking is allowed no line tells whether a card followed suit (S20)."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Event, Line, Played, SeatRef
from games.kit.cards import card_token
from games.sueca.scoring import is_blanqueada, winner_pair
from games.sueca.state import SEATS, State, pair_seats, partner, trump_card
from games.sueca.views import Accuse, AskRedeal, Count, CountSheet, Play, PlayCard, Trick, Verdict


def recent(state: State) -> int | None:
    """How many of the latest events the log may tell: those of the current trick and the last one, and the taps after them.

    None, all of them, once the match is over (P16).
    """
    if state.phase == "over":
        return None
    last = SEATS if state.tricks else 0
    return last + len(state.plays) + sum(state.tapped)


def _both(seat: int) -> dict[str, object]:
    return {"who": SeatRef(seat), "partner": SeatRef(partner(seat))}


def _dealt(state: State) -> list[Line]:
    frame = state.frame
    trump = trump_card(frame)
    assert trump is not None
    return [
        Line("round", {"round": frame.round}, heading=True, lasting=True),
        Line("dealt", {"who": SeatRef(frame.dealer), "card": card_token(trump)}, lasting=True),
    ]


def _laid_key(before: State, card: str) -> str:
    """The word for laying a card: only leading is named where revoking is allowed."""
    if not before.plays:
        return "leads"
    if before.frame.revoke_mode == "allowed":
        return "plays"
    if card[1] == before.plays[0].card[1]:
        return "follows"
    trump = trump_card(before.frame)
    return "ruffs" if trump and card[1] == trump[1] else "discards"


def _laid(before: State, play: Play, after: State) -> list[Line]:
    number = str(len(before.tricks) + 1)
    lines = [Line(_laid_key(before, play.card), {"who": SeatRef(play.seat), "card": card_token(play.card)}, mark=number)]
    if len(after.tricks) > len(before.tricks):
        lines.append(_taken(after.tricks[-1], number))
    return lines


def _taken(trick: Trick, number: str) -> Line:
    assert trick.best is not None
    card = next(play.card for play in trick.plays if play.seat == trick.best)
    return Line("takes", {"who": SeatRef(trick.best), "card": card_token(card)}, mark=number)


def _count_line(sheet: CountSheet) -> Line:
    if sheet.marker is None:
        return Line("count-tie", {"pending": sheet.pending_after}, lasting=True, late=True)
    winner, loser = pair_seats(sheet.marker)[0], pair_seats(1 - sheet.marker)[0]
    given = sheet.marks[sheet.marker]
    params = {
        **_both(winner),
        "loser": SeatRef(loser),
        "loser_partner": SeatRef(partner(loser)),
        "won": max(sheet.points),
        "lost": min(sheet.points),
        "marks": given,
    }
    if sheet.kind == "capote":
        return Line("count-capote", params, lasting=True, late=True)
    return Line({1: "count-one", 2: "count-two"}.get(given, "count-more"), params, lasting=True, late=True)


def _verdict_line(verdict: Verdict) -> Line:
    loser = verdict.accused if verdict.guilty else verdict.accuser
    key = "verdict-true" if verdict.guilty else "verdict-false"
    return Line(key, {**_both(loser), "accused": SeatRef(verdict.accused), "round": verdict.round}, lasting=True)


def _ending(after: State) -> list[Line]:
    who = _both(pair_seats(winner_pair(after))[0])
    lines = [Line("blanqueada", who, lasting=True, late=True)] if is_blanqueada(after) else []
    return [*lines, Line("wins", who, lasting=True, late=True)]


def _said(before: State, event: Played, after: State) -> list[Line]:
    who = SeatRef(event.seat)
    match event.move:
        case PlayCard(card):
            return _laid(before, Play(event.seat, card), after)
        case AskRedeal():
            return [Line("redeal", {"who": who}, lasting=True)]
        case Accuse(accused):
            return [Line("accuses", {"who": who, "accused": SeatRef(accused)}, lasting=True)]
        case Count():
            return [Line("counts", {"who": who})]
    return []


def narrate(before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
    """The lines of one event: the same for everybody, since only what lies open is ever told.

    `Line.lasting` are the starts of rounds, what interrupts them, and results; single cards fade with their trick (S29).
    """
    if not isinstance(event, Played):
        return _dealt(after)
    lines = _said(before, event, after)
    if len(after.frame.history) > len(before.frame.history):
        lines.append(_count_line(after.frame.history[-1]))
    if after.verdict:
        lines.append(_verdict_line(after.verdict))
    return lines + _ending(after) if after.phase == "over" else lines
