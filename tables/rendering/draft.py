"""What a half-made move would be worth, drawn from no more than its maker's own view. Nothing is recorded, nothing is locked."""

from __future__ import annotations

from games.contract import Json, Malformed
from tables.rendering.fragments import render
from tables.rendering.frames import fill
from tables.rendering.regions import people_of, setting_of, shared_context
from tables.rendering.snapshot import Snapshot, Viewer
from tables.services import errors
from tables.services.sentences import unreadable


def draft_of(snapshot: Snapshot, viewer: Viewer, value: Json, csrf: str) -> str:
    """The game's region for the move that a seated viewer is putting together. value: the move as the game encodes it.

    Raises `Refused` ("no-match", "not-seated", "malformed"); a game without drafts understands none.
    """
    rules, loaded, draft = snapshot.rules, snapshot.loaded, snapshot.game.draft
    if draft is None:
        raise errors.malformed()
    if not snapshot.running or loaded is None or rules is None:
        raise errors.no_match()
    if viewer.seat is None:
        raise errors.not_seated()
    setting = setting_of(snapshot, viewer, people_of(snapshot))
    try:
        region = draft(rules.view(loaded.state, viewer.seat), setting, value)
    except Malformed as error:
        raise unreadable(snapshot.game, error) from error
    html = render(region.template, {**shared_context(snapshot, setting), **region.context})
    return fill(html, snapshot.stamp, csrf)
