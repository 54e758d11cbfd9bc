"""Rows of the database. Rules never read them; only `tables.services` writes them."""

from tables.models.grants import Grant
from tables.models.history import HistoryEvent, Match, Occupancy
from tables.models.notices import NoticeSent, PausedAddress, Pulse, Watching
from tables.models.people import LONGEST_NAME, MOST_SIGNS, PendingGuest, Player
from tables.models.puzzle import PuzzleDay, PuzzleResult
from tables.models.social import ChatLine, Honour, RemarkSaid
from tables.models.table import CLOCKS, Seat, Table

__all__ = [
    "CLOCKS",
    "LONGEST_NAME",
    "MOST_SIGNS",
    "ChatLine",
    "Grant",
    "HistoryEvent",
    "Honour",
    "Match",
    "NoticeSent",
    "Occupancy",
    "PausedAddress",
    "PendingGuest",
    "Player",
    "Pulse",
    "PuzzleDay",
    "PuzzleResult",
    "RemarkSaid",
    "Seat",
    "Table",
    "Watching",
]
