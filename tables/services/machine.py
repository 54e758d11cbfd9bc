"""The CPU players' turns: a mind is thought about in a child process, then the move is recorded if the match has not moved on."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.contract import LEVELS, Illegal, Level, NeedMove, Played
from tables import proof, thinking
from tables.models import Match, Seat
from tables.selectors import states
from tables.selectors.seats import driven, due
from tables.services.writing import Pen, open_pen

log = logging.getLogger("tapete.machine")

TRIES = 2
"""A CPU player that raises, hangs or answers illegally is asked once more, then the game's fallback is played (P9)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided. failures: what went wrong on the way, as short words."""

    move: Any
    failures: tuple[str, ...] = ()


def decide(match: Match, course: states.Course, seat: int, level: Level, *, awaited_only: bool = False) -> Choice:
    """A legal move for an awaited seat, thought about outside of any transaction.

    awaited_only: it is decided for a person (P2): no more than the waiting decision, so nobody is accused in a person's name.
    """
    rules = states.rules_of(match)
    failures = []
    for attempt in range(TRIES):
        try:
            move = _think(match, course, seat, level, attempt)
        except thinking.Failed as failed:
            failures.append(failed.why)
            continue
        if awaited_only and rules.free(move):
            return Choice(rules.fallback(course.state, seat), tuple(failures))
        return Choice(move, tuple(failures))
    log.error("match %s: the CPU player of seat %s failed (%s); the fallback is played", match.pk, seat, ", ".join(failures))
    return Choice(rules.fallback(course.state, seat), tuple(failures))


def _think(match: Match, course: states.Course, seat: int, level: Level, attempt: int) -> Any:
    """One try. Raises `thinking.Failed`."""
    game, rules = states.game_of(match), states.rules_of(match)
    try:
        mind = rules.mind(course.state, seat)
    except Exception as error:
        raise thinking.Failed("raised") from error
    bits = proof.thought(match.deal_code, course.told, seat, attempt)
    move = thinking.think(game.choose, mind, level, bits, game.samples[level])
    try:
        rules.step(course.state, Played(seat, rules.decode(rules.encode(move))))
    except Illegal as error:
        raise thinking.Failed("illegal") from error
    except Exception as error:
        raise thinking.Failed("nonsense") from error
    return move


def level_of(seat: Seat) -> Level:
    """The level at which a seat is played; a stand-in is *normal*."""
    return next((level for level in LEVELS if level == seat.level), "normal")


def write(pen: Pen, seat: int, choice: Choice, *, cause: str) -> None:
    """Add the failures on the way, and the move."""
    for why in choice.failures:
        pen.note("cpu-failed", seat=seat, payload={"why": why})
    pen.play(seat, choice.move, cause=cause)


def play_cpu(match_id: int, *, seq: int) -> bool:
    """Play the CPU player's turn that waits after event `seq`; whether it was played. Does nothing when the match has moved on."""
    match = Match.objects.select_related("table").get(pk=match_id)
    if match.status != "running" or match.seq != seq:
        return False
    course = states.current(match)
    seats = list(match.table.seats.order_by("index"))
    seat = due(course.awaits, seats)
    if seat is None or not isinstance(course.awaits, NeedMove):
        return False
    choice = decide(match, course, seat, level_of(seats[seat]))
    with transaction.atomic():
        pen = open_pen(match_id)
        if pen.course.seq != seq or due(pen.course.awaits, pen.seats) != seat:
            return False
        write(pen, seat, choice, cause="cpu")
        pen.finish()
    return True


def consult(match_id: int, *, turn: str) -> None:
    """Ask the CPU players that may not tap what moves the show on whether they want to do something else: an accusation (S30).

    Each is asked once a turn; what is no more than the tap stays undone (P12). Does nothing when the match has moved on.
    """
    match = Match.objects.select_related("table").get(pk=match_id)
    course = states.current(match)
    if match.status != "running" or match.turn != turn or not isinstance(course.awaits, NeedMove):
        return
    seats = list(match.table.seats.order_by("index"))
    for seat in course.awaits.seats:
        if driven(seats[seat]) and _volunteer(match, course, seat, level_of(seats[seat])):
            return


def _volunteer(match: Match, course: states.Course, seat: int, level: Level) -> bool:
    """Play what the seat wants to do besides the tap, if anything; whether it was played."""
    rules = states.rules_of(match)
    choice = decide(match, course, seat, level)
    if rules.encode(choice.move) == rules.encode(rules.fallback(course.state, seat)):
        return False
    with transaction.atomic():
        pen = open_pen(match.pk)
        if pen.course.turn != course.turn or not driven(pen.seats[seat]):
            return False
        try:
            write(pen, seat, choice, cause="cpu")
        except Illegal:
            return False
        pen.finish()
    return True
