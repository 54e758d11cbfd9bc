"""The page of the daily puzzle. Before somebody has sent a move, nothing here reads the solution (T15)."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from games.contract import Game, Json, Malformed, Puzzle, Region, Setting
from tables.models import Player, PuzzleDay, PuzzleResult
from tables.rendering.fragments import render
from tables.rendering.frames import CSRF
from tables.selectors import puzzle as selectors
from tables.services.puzzle import judging
from tables.services.sentences import unreadable

BAR = 10
"""Signs of the bar in the shared text."""

ALONE = Setting(viewer=None, people=(), acting=True, replay=False, encode=str)
"""Nobody sits at a puzzle."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is asked for. player: None for nobody yet. draft: tiles to lay out before sending. own: after sending, to see the own
    move on the board instead of the best. month: of the calendar, by its first day; None for that of the puzzle. token: of the forms.
    """

    player: Player | None
    token: str
    draft: Json = None
    own: bool = False
    month: dt.date | None = None


# ---- words ------------------------------------------------------------------------------------------------------------------


def day_words(day: dt.date) -> str:
    """A day without its weekday, e.g. "12 de marzo"; with the year when it is not this one."""
    this_year = day.year == selectors.today(timezone.now()).year
    return formats.date_format(day, "MONTH_DAY_FORMAT" if this_year else "DATE_FORMAT")


def long_day(day: dt.date) -> str:
    """A day with its weekday, e.g. "Jueves 12 de marzo"."""
    weekday = formats.date_format(day, "l")
    return f"{weekday[:1].upper()}{weekday[1:]} {day_words(day)}"


def zone_words() -> str:
    """The zone by its city, e.g. "Hora de Madrid"."""
    return _("Hora de %(city)s") % {"city": settings.DAILY_TIME_ZONE.rpartition("/")[2].replace("_", " ")}


def left_of(day: dt.date) -> str:
    """How long a day still lasts, short; "" when it is over."""
    minutes = int((selectors.end_of(day) - timezone.now()).total_seconds() // 60)
    if minutes < 0:
        return ""
    return _("%(n)s h") % {"n": minutes // 60} if minutes >= 60 else _("%(n)s min") % {"n": max(1, minutes)}


def streak_words(days: int) -> str:
    """A streak in words."""
    return ngettext("un día", "%(n)s días", days) % {"n": days}


def standing_words(standing: selectors.Standing | None, today: bool) -> str:
    """Where a result stands, as a sentence."""
    if standing is None:
        return _("Fuera de la clasificación: llegó después de la medianoche de su día.")
    if standing.better is None:
        return _("De momento, nadie más lo ha enviado.") if today else _("Nadie más lo envió ese día.")
    values = {"better": standing.better, "n": standing.senders - 1}
    if standing.better == 0:
        return (
            ngettext("El otro envío tiene tantos puntos o más.", "Los otros %(n)s envíos tienen tantos puntos o más.", values["n"]) % values
        )
    return ngettext("Mejor que el otro envío.", "Mejor que el %(better)s %% de los otros %(n)s envíos.", values["n"]) % values


def share_text(result: PuzzleResult, standing: selectors.Standing | None, streak: int) -> str:
    """What may be shown to people who have not sent yet: no points, for points and percent together would tell the maximum."""
    percent = selectors.percent(result)
    full = percent * BAR // 100
    day = result.day.day
    lines = [_("Tapete · Puzzle del %(day)s") % {"day": day_words(day)}]
    lines.append(f"{'▰' * full}{'▱' * (BAR - full)} " + _("%(percent)s %% del máximo") % {"percent": percent})
    more = [_("mejor que el %(better)s %%") % {"better": standing.better}] if standing and standing.better else []
    more += [_("racha: %(streak)s") % {"streak": streak_words(streak)}] if result.ranked and streak > 1 else []
    lines += [" · ".join(more)] if more else []
    return "\n".join([*lines, settings.SITE_URL + reverse("puzzle-day", args=[day])])


# ---- regions ----------------------------------------------------------------------------------------------------------------


def addresses(day: PuzzleDay) -> dict[str, Any]:
    """What a game's templates get on top of their own values: the same names as at a table."""
    send, draft = reverse("puzzle-send", args=[day.day]), reverse("puzzle-draft", args=[day.day])
    return {"setting": ALONE, "move_url": send, "draft_url": draft, "match_number": 0, "seq": 0, "over": False, "puzzle": True}


def drawn(game: Game, day: PuzzleDay, region: Region, token: str) -> SafeString:
    """A region of the game as HTML."""
    html = render(region.template, {**addresses(day), "game": game, **region.context})
    return mark_safe(html.replace(CSRF, token))


def board(day: PuzzleDay, laid: Json, token: str, *, acting: bool) -> dict[str, SafeString]:
    """The game's regions by id, without ``r-``. Raises `Refused` ("malformed", "no-puzzle")."""
    game, puzzle = judging(day)
    try:
        parts = puzzle.draw(day.position, laid, acting)
    except Malformed as error:
        raise unreadable(game, error) from error
    return {part.id.removeprefix("r-"): drawn(game, day, part, token) for part in parts}


def draft(day: PuzzleDay, laid: Json, token: str) -> str:
    """What a half-made move would be worth. Raises `Refused` ("malformed", "no-puzzle")."""
    game, puzzle = judging(day)
    try:
        return drawn(game, day, puzzle.draft(day.position, laid), token)
    except Malformed as error:
        raise unreadable(game, error) from error


# ---- the page ---------------------------------------------------------------------------------------------------------------


def page(day: PuzzleDay, asked: Asked) -> dict[str, Any]:
    """Everything of a day's page for one person. Raises `Refused` ("malformed", "no-puzzle")."""
    today = selectors.today(timezone.now())
    result = selectors.result_of(day, asked.player)
    streak = selectors.streak(asked.player, day.slug, today)
    laid = asked.draft if result is None else result.move if asked.own else day.best
    return {
        "day": day.day,
        "is_today": day.day == today,
        "title": long_day(day.day),
        "zone": zone_words(),
        "left": left_of(day.day),
        "streak": streak,
        "sent": selectors.sent(day),
        "r": board(day, laid, asked.token, acting=result is None),
        "own": asked.own,
        "style": judging(day)[1].style,
        "result": outcome(result, streak) if result else None,
        "before": yesterday(day, asked, streak) if result is None else None,
        **month_of(asked.player, day, asked.month, today),
    }


def outcome(result: PuzzleResult, streak: int) -> dict[str, Any]:
    """A result with its solution. Only for whoever has sent it."""
    day = result.day
    game, puzzle = judging(day)
    today = day.day == selectors.today(timezone.now())
    standing = selectors.standing(result)
    return {
        "day": day.day,
        "points": result.points,
        "maximum": day.maximum,
        "percent": selectors.percent(result),
        "ranked": result.ranked,
        "standing": standing_words(standing, today),
        "streak": streak_words(streak) if streak else "",
        "best": told(game, puzzle, day, day.best),
        "mine": told(game, puzzle, day, result.move),
        "share": share_text(result, standing, streak),
    }


def told(game: Game, puzzle: Puzzle, day: PuzzleDay, move: Json) -> SafeString:
    """A move in words."""
    return drawn(game, day, puzzle.tell(day.position, move), "")


def yesterday(day: PuzzleDay, asked: Asked, streak: int) -> dict[str, Any] | None:
    """The result of the day before, to look at while this one is open."""
    before = selectors.stored(day.slug, day.day - selectors.ONE_DAY)
    result = selectors.result_of(before, asked.player) if before else None
    return {**outcome(result, streak), "title": long_day(result.day.day)} if result else None


def month_of(player: Player | None, day: PuzzleDay, wished: dt.date | None, today: dt.date) -> dict[str, Any]:
    """The calendar of one month: its days from the first puzzle to today, and the months beside it."""
    oldest = selectors.first_day(day.slug) or today
    first = min(max((wished or day.day).replace(day=1), oldest.replace(day=1)), today.replace(day=1))
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    cells = selectors.month(player, day.slug, max(first, min(oldest, today)), min(last, today))
    earlier, later = first - selectors.ONE_DAY, last + selectors.ONE_DAY
    name = formats.date_format(first, "F" if first.year == today.year else "YEAR_MONTH_FORMAT")
    return {
        "cells": [{"day": cell.day, "percent": cell.percent, "today": cell.day == today, "here": cell.day == day.day} for cell in cells],
        "month": name[:1].upper() + name[1:],
        "earlier": earlier.replace(day=1) if earlier >= oldest else None,
        "later": later if later <= today else None,
    }


def card(game: Game, player: Player | None) -> Mapping[str, Any]:
    """Today's puzzle on the home page. Makes no position: where there is none yet, there is no picture."""
    today = selectors.today(timezone.now())
    day = selectors.stored(game.slug, today)
    result = selectors.result_of(day, player) if day else None
    puzzle = game.puzzles.get(day.version) if day else None
    return {
        "game": game,
        "title": long_day(today),
        "left": left_of(today),
        "sent": selectors.sent(day) if day else 0,
        "streak": selectors.streak(player, game.slug, today),
        "result": result,
        "picture": drawn(game, day, puzzle.card(day.position), "") if day and puzzle else "",
    }
