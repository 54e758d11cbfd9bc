"""From stored rows to HTML: the only package that calls `Rules.view`, `Rules.reveal` and `Rules.narrate`.

`table_frame` is what pages, answers to posts and sockets all use, so that they can't differ.
"""

from tables.rendering import platform
from tables.rendering.draft import draft_of
from tables.rendering.frames import PROTOCOL, Frame, fill, out_of_band, packed, prefix
from tables.rendering.regions import frame_of
from tables.rendering.snapshot import SNAPSHOTS, GameGone, Snapshot, Viewer, known
from tables.selectors.committed import Stamp

__all__ = [
    "PROTOCOL",
    "SNAPSHOTS",
    "Frame",
    "Snapshot",
    "Stamp",
    "Viewer",
    "draft_of",
    "fill",
    "frame_of",
    "known",
    "out_of_band",
    "packed",
    "platform",
    "prefix",
    "seen_by",
    "table_frame",
]


def table_frame(code: str, player_id: int | None, *, at_least: Stamp | None = None) -> tuple[Snapshot, Viewer, Frame] | None:
    """The table of that code as it is now in the eyes of a player (None: nobody signed in); None: no such table, or its game is gone.

    at_least: a stamp known to be committed; what this process has read of it already is taken without asking the database.
    """
    found = seen_by(code, player_id, at_least=at_least)
    return (*found, frame_of(*found)) if found else None


def seen_by(code: str, player_id: int | None, *, at_least: Stamp | None = None) -> tuple[Snapshot, Viewer] | None:
    """The same, not drawn."""
    try:
        snapshot = SNAPSHOTS.get(code, at_least)
    except GameGone:
        return None
    return (snapshot, snapshot.viewer(player_id)) if snapshot else None
