"""Running matches for measurements, with a session for each person and a course that knows the next legal move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils.module_loading import import_string

from games.contract import NeedMove, NeedShuffle, Over, Played
from games.registry import get
from tables.models import HistoryEvent, Match, Player
from tables.selectors import states
from tests import factories
from tests.bench.load import Place, Seat


def session_of(player: Player) -> str:
    """A session of the player, as signing in makes one."""
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.create()
    return str(store.session_key)


class Course:
    """A match followed from outside: the state as the rules have it, and a random legal move of whoever is awaited."""

    def __init__(self, match: Match, chance: Random) -> None:
        self.match, self.chance = match, chance
        self.rules = get(match.slug).versions[match.version]
        self.state = self.rules.start(match.seat_kinds, match.options)
        self.seq = 0
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what the database has and this course has not."""
        for row in HistoryEvent.objects.filter(match=self.match, seq__gt=self.seq).order_by("seq"):
            event = states.rule_event(self.rules, row)
            if event is not None:
                self.state = self.rules.step(self.state, event)
            self.seq = row.seq

    def next_move(self) -> tuple[int, int, str] | None:
        """Seat, seq of the board and the move's text of a random legal move, which is stepped here too; None when it is over."""
        awaits = self.rules.awaits(self.state)
        if isinstance(awaits, NeedShuffle):
            self.catch_up()
            awaits = self.rules.awaits(self.state)
        if isinstance(awaits, Over):
            return None
        assert isinstance(awaits, NeedMove)
        seat = awaits.groups[0][0]
        move = self.chance.choice(self.rules.moves(self.state, seat) or ())
        board, self.seq = self.seq, self.seq + 1
        self.state = self.rules.step(self.state, Played(seat, move))
        return seat, board, json.dumps(self.rules.encode(move))


def matches(count: int) -> list[Match]:
    """So many running matches of four people each."""
    found = []
    for number in range(count):
        persons = factories.people(*(f"{name} {number}" for name in ("Ana", "Luis", "Eva", "Leo")))
        found.append(factories.started(factories.gathered(persons)))
    return found


def place_of(match: Match, port: int, chance: Random) -> Place:
    """The table of a match as the load knows it."""
    course = Course(match, chance)
    seats = [Seat(session_of(factories.holder(match, index))) for index in range(4)]

    def choose(seats: Sequence[Seat]) -> tuple[Seat, dict[str, str]] | None:
        found = course.next_move()
        if found is None:
            return None
        seat, seq, raw = found
        fields: dict[str, Any] = {"match": match.number, "seq": seq, "token": f"{match.pk}-{seq}", "move": raw}
        return seats[seat], fields

    code = match.table.code
    return Place(f"/m/{code}/jugada/", f"ws://localhost:{port}/ws/m/{code}/", seats, choose)
