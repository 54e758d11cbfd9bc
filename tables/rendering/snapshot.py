"""What a table's page is made of, read once and shared by all its viewers.

A snapshot is named by its stamp (match number, seq, notice_seq). A reader asks for the stamp with one query; only when it changed
is anything else read. The stamp is read first, so a snapshot may be newer than its stamp, never older: the next stamp comes soon.
"""

import datetime as dt
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.utils import timezone

from games import registry
from games.contract import Game, NeedMove, Over, Result, Rules
from tables.models import CLOCKS, ChatLine, Match, Player, RemarkSaid, Seat, Table
from tables.selectors import occupancy, states, tables as selectors
from tables.selectors.committed import COMMITTED, Stamp, stamp_of

log = logging.getLogger("tapete.rendering")

CHAT_SHOWN = 60
HAND_OVER_AFTER = dt.timedelta(days=7)
"""P4: from then on any seated player may hand a waiting seat without a clock to a CPU player."""


class Moment(NamedTuple):
    """What of a page changes by time alone. late: a seat may be handed over (P4). freeable: the chairs that may be freed (P7).

    night: which night is tallied (S26).
    """

    late: bool
    freeable: frozenset[int]
    night: int


@dataclass(frozen=True, slots=True)
class Viewer:
    """Everything about a person that changes what their page shows. Equal viewers share one render.

    seat: the seat they hold, None for a spectator. played: the seat they held at the end of the newest match, once it is over.
    returning: a seat they abandoned and may take back. host: they hold the host's rights.
    named: their name is known, so that sitting down asks for none. freed: the host freed their chair while they were away (P7).
    """

    seat: int | None = None
    played: int | None = None
    returning: int | None = None
    host: bool = False
    named: bool = False
    freed: bool = False


@dataclass
class Snapshot:
    """A table at one stamp. broken: the newest match can't be replayed; state and rules are then not to be used.

    visitors: seats of guests who could be mistaken for somebody at the table with an account (P17).
    """

    stamp: Stamp
    moment: Moment
    table: Table
    seats: Sequence[Seat]
    match: Match | None
    game: Game
    rules: Rules[Any, Any, Any] | None = None
    loaded: Any = None
    broken: bool = False
    chat: Sequence[ChatLine] = ()
    remarks: Sequence[RemarkSaid] = ()
    finishers: dict[int, int | None] = field(default_factory=dict)
    presence: dict[int, str] = field(default_factory=dict)
    visitors: frozenset[int] = frozenset()
    frames: dict[tuple[Viewer, str | None], Any] = field(default_factory=dict)
    drawn: dict[tuple[Any, ...], tuple[Any, str]] = field(default_factory=dict)
    """Regions as last drawn, by viewer, language and id, with what they were drawn from; handed on from snapshot to snapshot."""

    @property
    def running(self) -> bool:
        """A match is being played."""
        return self.match is not None and self.match.status == "running"

    @property
    def over(self) -> bool:
        """The newest match has ended, however it did."""
        return self.match is not None and self.match.status != "running"

    @property
    def result(self) -> Result | None:
        """The newest match's result, when the rules brought it to an end."""
        awaits = self.loaded.awaits if self.loaded else None
        return awaits.result if isinstance(awaits, Over) else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose act is waited for."""
        awaits = self.loaded.awaits if self.loaded and self.running else None
        return awaits.seats if isinstance(awaits, NeedMove) else ()

    @cached_property
    def names(self) -> Callable[[int, int], str]:
        """Who held a seat of the newest match after which event."""
        assert self.match is not None
        return occupancy.names(self.match)

    @property
    def clock_seconds(self) -> int | None:
        """Seconds for a turn at this table."""
        return CLOCKS[self.match.clock if self.match else self.table.clock]

    @property
    def decision_seconds(self) -> int | None:
        """Seconds for the awaited decision: those of a limit of the rules' own where that ends before the turn's clock does."""
        course: states.Course | None = self.loaded if self.running else None
        return course.limit.seconds if course and course.limit and not course.turn_first else self.clock_seconds

    def moment_with(self, match: Match | None) -> Moment:
        """The moment that it is now, with the newest match as just read."""
        return moment_of(match, match.table if match else self.table, self.seats, self.presence)

    def viewer(self, player_id: int | None) -> Viewer:
        """The viewer that a player is here; None: nobody is signed in."""
        if player_id is None:
            return Viewer()
        seat = next((seat.index for seat in self.seats if seat.player_id == player_id), None)
        back = next((seat.index for seat in self.seats if seat.returning_id == player_id and seat.player_id is None), None)
        played = next((index for index, player in self.finishers.items() if player == player_id), None)
        freed = seat is None and player_id in self.table.freed
        return Viewer(seat, played, back if seat is None else None, self.table.host_id == player_id, named=True, freed=freed)


def newest(code: str) -> tuple[int, Match | None, Stamp] | None:
    """Table id, newest match and stamp of the table of that code, in one or two queries; None when there is no such table."""
    match = Match.objects.select_related("table").filter(table__code=code).order_by("-number").first()
    if match:
        return match.table_id, match, stamp_of(match)
    table = Table.objects.filter(code=code).values_list("id", "notice_seq").first()
    return (table[0], None, (0, 0, table[1])) if table else None


def moment_of(match: Match | None, table: Table, seats: Sequence[Seat], near: Mapping[int, str]) -> Moment:
    """What the table's page shows by the time of day. near: as `selectors.tables.presence`."""
    now = timezone.now()
    late = bool(match and match.status == "running" and match.clock == "none" and now - match.turn_since >= HAND_OVER_AFTER)
    return Moment(late, selectors.freeable(table, match, seats, near), (timezone.localtime(now) - dt.timedelta(hours=12)).toordinal())


class Snapshots:
    """The latest snapshots, one a table, the least recently used dropped first."""

    def __init__(self, size: int = 400) -> None:
        self.size = size
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._guard = Lock()
        self._locks = [Lock() for _ in range(64)]

    def get(self, code: str, at_least: Stamp | None = None) -> Snapshot | None:
        """The table as it is now; None when there is none of that code. at_least: a stamp beyond which nothing newer is asked for."""
        # One reader builds, the others of the same table wait for it instead of building the same.
        with self._locks[hash(code) % len(self._locks)]:
            kept = self._kept.get(code)
            if kept and at_least and kept.stamp >= at_least and kept.moment == kept.moment_with(kept.match):
                return kept
            own = COMMITTED.get(code, at_least) if at_least else None
            if own and kept and kept.stamp[2] > own[0].table.notice_seq:
                own = None  # the table changed while that move was being made: ask for both
            found = (own[0].table_id, own[0], stamp_of(own[0])) if own else newest(code)
            if found is None:
                return None
            table_id, match, stamp = found
            if kept is None or (kept.stamp, kept.moment) != (stamp, kept.moment_with(match)):
                kept = read(table_id, match, stamp, earlier=kept, seats=own[1] if own else None)
                self._keep(code, kept)
        return kept

    def _keep(self, code: str, snapshot: Snapshot) -> None:
        with self._guard:
            self._kept[code] = snapshot
            self._kept.move_to_end(code)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything: for tests, whose databases begin anew under the same numbers."""
        with self._guard:
            self._kept.clear()


SNAPSHOTS = Snapshots()


class GameGone(Exception):  # noqa: N818 - named after the game
    """A table of a game that this site no longer has: there is no page to show."""


def game_of(slug: str) -> Game:
    """The game of that slug. Raises `GameGone`."""
    try:
        return registry.get(slug)
    except KeyError:
        raise GameGone(slug) from None


def read(
    table_id: int, match: Match | None, stamp: Stamp, *, earlier: Snapshot | None = None, seats: Sequence[Seat] | None = None
) -> Snapshot:
    """Everything of a table's page from the database; of an earlier snapshot is kept what only its notice_seq could have changed.

    seats: those of just this match and stamp, where they are known.
    """
    table = match.table if match else Table.objects.get(pk=table_id)
    if seats is None:
        seats = list(Seat.objects.filter(table_id=table_id).select_related("player").order_by("index"))
    if earlier and earlier.stamp[2] == stamp[2]:
        chat, near = earlier.chat, earlier.presence
    else:
        chat = list(ChatLine.objects.filter(table_id=table_id).order_by("-id")[:CHAT_SHOWN])[::-1]
        near = selectors.presence(table)
    moment, game = moment_of(match, table, seats, near), game_of((match or table).slug)
    snapshot = Snapshot(stamp, moment, table, seats, match, game, chat=chat, presence=near, visitors=_visitors(seats, stamp, earlier))
    if earlier and match and earlier.match and earlier.match.pk == match.pk:
        snapshot.drawn = earlier.drawn
    if match:
        _read_match(snapshot, match)
    return snapshot


def _visitors(seats: Sequence[Seat], stamp: Stamp, earlier: Snapshot | None) -> frozenset[int]:
    """The guests to mark (P17). Nobody's name is read again as long as the same people sit there: a new name is a new notice_seq."""
    if earlier and earlier.stamp[2] == stamp[2] and [seat.player_id for seat in earlier.seats] == [seat.player_id for seat in seats]:
        return earlier.visitors
    prefetch_related_objects(seats, "player")
    return selectors.namesakes(seats)


def _read_match(snapshot: Snapshot, match: Match) -> None:
    try:
        snapshot.rules = snapshot.game.versions[match.version]
        snapshot.loaded = states.current(match)
    except Exception:
        # One history that can't be replayed must not take its page, or any other, down with it.
        log.exception("match %s can't be replayed", match.pk)
        snapshot.broken = True
    if match.status != "running":
        snapshot.remarks = list(RemarkSaid.objects.filter(match=match).order_by("id"))
        # A guest who has signed in to an account since then is that account.
        rows = match.occupancies.order_by("number").values_list("seat", "player_id", "player__merged_into")
        snapshot.finishers = {seat: merged or player for seat, player, merged in rows}


def known(player: Player | Any) -> int | None:
    """The id of a signed-in player, None for anybody else."""
    return player.pk if getattr(player, "is_authenticated", False) else None
