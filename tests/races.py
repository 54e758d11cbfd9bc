"""A person's move against the end of its time, in earnest: real time, two worker processes, several alarms for each turn.

Used by a short test and by a long one (`make soak`).
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from django.db import close_old_connections, connection, connections
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from games.choque.views import Keep
from tables.models import Match, Player
from tables.selectors import states
from tables.services import absence, jobs
from tables.services.play import play_move
from tests import factories as make
from tests.live import ROOT, LiveSite
from tests.tables.limits import DRAW, act, dealt

ALARMS = 3
"""More alarms than the one that a turn has, so that both workers are at it."""
APART = 0.15
"""Seconds around its end over which the moves of a batch are spread."""
PATIENCE = 90.0
MARGIN = 0.2
"""Seconds before its move for which a thread waits in short steps."""


class Race(NamedTuple):
    """A match whose time runs. move: what the person does around its end. seq: of the board that they see."""

    match: Match
    player: Any
    move: Any
    seq: int


def choosing(place: int) -> Race:
    """The person holds the drawn card and has six seconds for the choice (C7)."""
    match = dealt(make.people(f"Ana {place}", f"Luis {place}"), clock="30s")
    assert act(match, DRAW).status == "done"
    return _race(match, Keep())


def drawing(place: int) -> Race:
    """The person has the shortest clock for a turn in which nothing goes (C3)."""
    return _race(dealt(make.people(f"Ana {place}", f"Luis {place}"), clock="15s"), DRAW)


def _race(match: Match, move: Any) -> Race:
    match.refresh_from_db()
    for _ in range(ALARMS):
        jobs.defer("turn_clock", at=match.deadline, match=match.pk, turn=match.turn)
    return Race(match, make.holder(match, 0), move, match.seq)


@contextmanager
def two_workers(folder: Path) -> Iterator[None]:
    """Two `manage.py worker` on the test's database for the block."""
    database: dict[str, Any] = connection.settings_dict
    settings = {"CPU_PACE": 0, "CHANCE": "tests.stacked"}
    running = []
    for number in (1, 2):
        place = folder / f"worker-{number}"
        place.mkdir(parents=True)
        environment = LiveSite(place, database, settings).environment()
        command = [sys.executable, "manage.py", "worker"]
        running.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
    try:
        for process in running:
            assert process.stdout and b"ready" in process.stdout.readline()
        yield
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.communicate(timeout=30)


def run(begin: Callable[[int], Race], places: range) -> Counter[str]:
    """Every person moves around the end of their time; what became of the moves. Exactly one of move and clock is recorded each time.

    begin: makes the race of a place; each runs while the next ones are being made.
    """
    outcomes: dict[int, str] = {}
    races, threads = [], []
    for number, place in enumerate(places):
        races.append(begin(place))
        threads.append(threading.Thread(target=_move, args=(races[-1], number / len(places), outcomes)))
        threads[-1].start()
    for thread in threads:
        thread.join(PATIENCE)
    _until(lambda: not _alarms(races))
    for race in races:
        _check(race, outcomes[race.match.pk])
        _leave(race.match)
    return Counter(outcomes.values())


def _leave(match: Match) -> None:
    """Everybody goes, so that the workers have done with the match."""
    for player in Player.objects.filter(seats__table=match.table):
        absence.abandon(match.table, player=player)


def _move(race: Race, share: float, outcomes: dict[int, str]) -> None:
    """Move at a moment from `APART` before the deadline to as long after it."""
    assert race.match.deadline
    moment = race.match.deadline.timestamp() + APART * (2 * share - 1)
    raw = make.text_of(race.match, race.move)
    gate = threading.Event()
    gate.wait(max(0.0, moment - MARGIN - timezone.now().timestamp()))
    close_old_connections()
    try:
        while timezone.now().timestamp() < moment:
            gate.wait(0.001)
        outcomes[race.match.pk] = play_move(race.match.pk, player=race.player, seq=race.seq, raw=raw).status
    finally:
        connections.close_all()


def _alarms(races: Sequence[Race]) -> int:
    """Alarms of these turns that have not been heard yet."""
    turns = {(race.match.pk, race.match.turn) for race in races}
    waiting = ProcrastinateJob.objects.filter(task_name="tables.tasks.turn_clock", status__in=("todo", "doing"))
    return sum((job.args["match"], job.args["turn"]) in turns for job in waiting)


def _until(holds: Callable[[], bool]) -> None:
    gate = threading.Event()
    end = timezone.now().timestamp() + PATIENCE
    while not holds():
        assert timezone.now().timestamp() < end, "the workers do not come to an end"
        gate.wait(0.3)


def _check(race: Race, status: str) -> None:
    """One answer to the awaited decision, the person's exactly when they were told so; row and history agree."""
    later = race.match.events.filter(kind="played", seq__gt=race.seq).order_by("seq")
    rows = list(takewhile(lambda row: row.seat == 0, later))
    first = rows[0]
    moved = states.rules_of(race.match).encode(race.move)
    assert (first.seq, first.cause) == (race.seq + 1, "person" if status == "done" else "clock"), (status, rows)
    assert status in ("done", "late")
    assert (status == "done") <= (first.payload == moved)
    assert len([row for row in rows if row.payload == {"do": "draw"}]) == (1 if race.move == DRAW else 0)
    assert len([row for row in rows if row.payload != {"do": "draw"}]) == 1
    match = Match.objects.get(pk=race.match.pk)
    course = states.advance(match, states.begin(match), match.events.filter(seq__lte=match.seq).order_by("seq"))
    assert {field: getattr(match, field) for field in states.PROJECTED} == states.projected(course)
