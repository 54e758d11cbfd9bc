"""What this process has just committed of running matches, so that its own pages need not ask the database for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from tables.models import Match, Seat

type Stamp = tuple[int, int, int]
"""Match number, seq, notice_seq."""

KEPT = 2000


class Committed:
    """The latest committed rows by table code: a match with its table, and its seats. Nobody changes them any more."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._rows: OrderedDict[str, tuple[Match, Sequence[Seat]]] = OrderedDict()
        self._lock = Lock()

    def put(self, match: Match, seats: Sequence[Seat]) -> None:
        """Remember rows. Call after the commit only."""
        code = match.table.code
        with self._lock:
            known = self._rows.get(code)
            if known is None or stamp_of(known[0]) <= stamp_of(match):
                self._rows[code] = (match, seats)
            self._rows.move_to_end(code)
            while len(self._rows) > self._kept:
                self._rows.popitem(last=False)

    def get(self, code: str, at_least: Stamp) -> tuple[Match, Sequence[Seat]] | None:
        """Rows that show that stamp or a later one; None when this process has not committed them."""
        with self._lock:
            found = self._rows.get(code)
        return found if found and stamp_of(found[0]) >= at_least else None

    def clear(self) -> None:
        """Forget everything, as a new process would."""
        with self._lock:
            self._rows.clear()


def stamp_of(match: Match) -> Stamp:
    """What a page made from this row shows."""
    return match.number, match.seq, match.table.notice_seq


COMMITTED = Committed()
