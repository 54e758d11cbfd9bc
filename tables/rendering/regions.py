"""Every region of a table's page for one viewer, built up from `Rules.view`: the only place that calls it for a live table."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language

from games.contract import Person, Rules, Setting, Status
from tables.models import Seat
from tables.names import initial
from tables.rendering import log, platform
from tables.rendering.fragments import render
from tables.rendering.frames import NOW, SEQ, Frame
from tables.rendering.snapshot import Snapshot, Viewer
from tables.selectors.tables import seat_name


def frame_of(snapshot: Snapshot, viewer: Viewer) -> Frame:
    """The frame of a viewer, rendered once for all equal viewers of the same language."""
    key = (viewer, get_language())
    found = snapshot.frames.get(key)
    if found is None:
        found = snapshot.frames[key] = build(snapshot, viewer)
    return found


def build(snapshot: Snapshot, viewer: Viewer) -> Frame:
    """Render everything. A match that can't be replayed shows a card instead of its board; the rest of the page works."""
    people = people_of(snapshot)
    board: dict[str, str] = {}
    status: Status | None = None
    body = "flat"
    setting = setting_of(snapshot, viewer, people)
    if snapshot.loaded is not None:
        view = snapshot.rules.view(snapshot.loaded.state, viewer.seat)  # type: ignore[union-attr]
        board = game_regions(snapshot, view, setting, viewer)
        status = snapshot.game.screen.status(view, setting)
        body = snapshot.game.screen.body_class(view)
    if platform.worth_a_mail(snapshot, viewer):
        body += " offers-mail"
    words = platform.status_words(snapshot, viewer, status, setting)
    shown = log.visible(snapshot, viewer)
    heard = " ".join(part for part in (log.latest(shown), words.plain + ".") if part)
    regions = {
        "r-where": platform.where(snapshot),
        "r-status": platform.status(words),
        "r-clock": platform.clock(snapshot),
        "r-rules": platform.rules(snapshot),
        "r-seal": platform.seal(snapshot),
        "r-leave": platform.leave(snapshot, viewer),
        "r-banner": platform.banner(snapshot, viewer, people),
        **(board or platform.empty_board(snapshot, viewer, people)),
        "r-after": platform.after(snapshot, viewer, people, setting.people),
        "r-log": log.region(shown),
        "r-lines": platform.chat_lines(snapshot, viewer),
        "r-live": platform.heard(f"{snapshot.stamp[0]}.{log.told_until(snapshot, shown)}", heard),
    }
    where = platform.title_of(snapshot.table, snapshot.game)
    title, meanwhile = f"{words.plain} · {where}", f"{words.meanwhile} · {where}" if words.meanwhile else ""
    regions["r-facts"] = facts(snapshot, viewer, body, title, meanwhile, words.mine)
    # The script puts the other title in once the show is over, or at once where there is none.
    return Frame(snapshot.stamp, regions, meanwhile or title, body, viewer.seat)


def acting(snapshot: Snapshot, viewer: Viewer) -> bool:
    """The viewer may act: a running match, and no stand-in plays their seat."""
    return snapshot.running and viewer.seat is not None and not snapshot.seats[viewer.seat].stand_in


def encoder_of(rules: Rules[Any, Any, Any] | None) -> Callable[[Any], str]:
    """What turns a move into the text of a button's value."""
    return (lambda move: json.dumps(rules.encode(move), separators=(",", ":"))) if rules else (lambda move: "")


def people_of(snapshot: Snapshot) -> tuple[Person, ...]:
    """The seats as screens see them. After a match it is about those who played it to its end, whoever sits there now."""
    return tuple(person(seat, snapshot) for seat in snapshot.seats)


def person(seat: Seat, snapshot: Snapshot) -> Person:
    """One seat: who or what holds it, and whether they look at the table."""
    name = seat_name(seat)
    kind: Literal["person", "cpu", "stand-in"] = "stand-in" if seat.stand_in else "cpu" if seat.level else "person"
    near = snapshot.presence.get(seat.player_id, "gone") if kind == "person" and seat.player_id else "here"
    level = seat.level if kind == "cpu" else None
    visitor = seat.index in snapshot.visitors
    return Person(seat.index, name, kind, near, initial(name), level=level, visitor=visitor)  # type: ignore[arg-type]


def players_of(snapshot: Snapshot, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """The people of the newest match: while it runs those seated; afterwards those who held the seats at its end."""
    if not snapshot.over or snapshot.match is None:
        return people
    names = snapshot.names
    found = []
    for one in people:
        name = str(names(one.seat, snapshot.stamp[1]))
        found.append(replace(one, name=name, initial=initial(name), visitor=one.visitor and one.name == name))
    return tuple(found)


def game_regions(snapshot: Snapshot, view: Any, setting: Setting, viewer: Viewer) -> dict[str, str]:
    """The game's own regions in the eyes of the setting's viewer. What is drawn from the same values is not drawn again."""
    shared = shared_context(snapshot, setting)
    common = (setting.people, setting.acting, snapshot.over)
    found = {}
    for region in snapshot.game.screen.regions(view, setting):
        key = (viewer, get_language(), region.id)
        source, html = snapshot.drawn.get(key, (None, ""))
        if source != (region, common):
            html = render(region.template, {**shared, **region.context})
            snapshot.drawn[key] = ((region, common), html)
        found[region.id] = html
    return found


def shared_context(snapshot: Snapshot, setting: Setting) -> dict[str, Any]:
    """What every template of a game's region gets on top of its own values."""
    match, code = snapshot.match, snapshot.table.code
    assert match is not None
    return {
        "setting": setting,
        "game": snapshot.game,
        "move_url": reverse("move", args=[code]),
        "draft_url": reverse("draft", args=[code]) if snapshot.game.draft else "",
        "replay_url": reverse("replay", args=[code, match.number]) if snapshot.over else "",
        "deal": platform.open_deal(match),
        "match_number": match.number,
        "seq": SEQ,
        "over": snapshot.over,
    }


def setting_of(snapshot: Snapshot, viewer: Viewer, people: tuple[Person, ...]) -> Setting:
    """What a live table's screen may know besides the view. people: as `people_of` gives them."""
    return Setting(viewer.seat, players_of(snapshot, people), acting(snapshot, viewer), False, encoder_of(snapshot.rules))


def facts(snapshot: Snapshot, viewer: Viewer, body: str, title: str, meanwhile: str, mine: bool) -> str:
    """What the page's script reads after each frame. meanwhile: the title while a show runs, or ""."""
    deadline = snapshot.match.deadline if snapshot.running and snapshot.match else None
    data = {
        "body-class": body,
        "lang": get_language(),
        "title": title,
        "meanwhile": meanwhile,
        "mine": "1" if mine else "",
        "deadline": int(deadline.timestamp() * 1000) if deadline else "",
        "now": NOW,
        "viewer": "" if viewer.seat is None else viewer.seat,
        "chat": snapshot.chat[-1].pk if snapshot.chat else 0,
    }
    return '<div id="r-facts" hidden' + "".join(f' data-{key}="{escape(str(value))}"' for key, value in data.items()) + "></div>"
