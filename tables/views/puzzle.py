"""The daily puzzle: today's, past days, drafts and sending. Only sending makes a guest (P11)."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import registry
from games.contract import Game, Json
from tables.models import PuzzleDay
from tables.rendering import puzzle as pages
from tables.selectors import puzzle as selectors
from tables.services import puzzle as service
from tables.services.errors import Refused, malformed
from tables.services.play import read
from tables.views.answers import STATUS, SeeOther, no_store, refuse
from tables.views.play import composed
from tables.views.table import game_files
from tables.views.visitors import person

STATUSES = {**STATUS, "no-day": 404, "no-puzzle": 503, "making": 503}
ILLEGAL = 422
"""Status of a refused move's page, which shows the draft again."""


def game_or_404() -> Game:
    """The game that brings the puzzle."""
    game = registry.puzzling()
    if game is None:
        raise Http404
    return game


@require_safe
@no_store
def today(request: HttpRequest) -> HttpResponse:
    """Today's puzzle (T16)."""
    return day_page(request, selectors.today(timezone.now()))


@require_safe
@no_store
def day(request: HttpRequest, day: dt.date) -> HttpResponse:
    """A past day's puzzle, or today's."""
    return day_page(request, day)


def day_page(request: HttpRequest, day: dt.date) -> HttpResponse:
    """The page of a day, or a sentence."""
    try:
        return shown(request, service.day_of(game_or_404(), day))
    except Refused as refused:
        if refused.code == "making":
            return render(request, "puzzle/soon.html", {"section": "puzzle", "sentence": refused.sentence})
        return refuse(request, STATUSES[refused.code], str(refused.sentence))


def shown(request: HttpRequest, day: PuzzleDay, *, draft: Json = None, sentence: object = "", status: int = 200) -> HttpResponse:
    """The page, with a draft laid out and what is wrong with it. Raises `Refused`."""
    asked = pages.Asked(
        player=request.user if request.user.is_authenticated else None,
        token=get_token(request),
        draft=draft,
        own=request.GET.get("ver") == "mia",
        month=month_in(request.GET.get("mes", "")),
    )
    context = {**pages.page(day, asked), **files(day.slug), "sentence": sentence, "section": "puzzle"}
    return render(request, "puzzle/page.html", context, status=status)


def month_in(raw: str) -> dt.date | None:
    """The month of an address, e.g. ``2026-03``; None when it names none."""
    try:
        return dt.date.fromisoformat(f"{raw}-01") if len(raw) == 7 else None
    except ValueError:
        return None


def files(slug: str) -> dict[str, Any]:
    """What the game brings along."""
    sheets = game_files(slug, "table.css") + game_files(slug, "puzzle.css")
    return {"game_sheets": sheets, "game_scripts": game_files(slug, "table.js"), "slug": slug}


@require_POST
@no_store
def send(request: HttpRequest, day: dt.date) -> HttpResponse:
    """Send a move. What is refused comes back with its draft; what is done leads to the result."""
    try:
        position = service.day_of(game_or_404(), day)
        value = value_of(request, position)
    except Refused as refused:
        return refused_page(request, day, refused)
    try:
        result = sent(request, position, value)
    except Refused as refused:
        return refused_page(request, day, refused, value)
    if not result.first:
        messages.info(request, _("Ya habías enviado una jugada: cuenta la primera."))
    return SeeOther(reverse("puzzle-day", args=[day]))


def value_of(request: HttpRequest, position: PuzzleDay) -> Json:
    """The move of the form: its JSON text, or put together from plain fields. Raises `Refused`."""
    value = read(request.POST["move"] if "move" in request.POST else composed(request, position.slug))
    if value is None:
        raise malformed()
    return value


def sent(request: HttpRequest, position: PuzzleDay, value: Json) -> service.Sent:
    """Send it for the person, who becomes a guest now if they were nobody. Raises `Refused`, and nobody has become a guest then."""
    with person(request, fallback=_("Visita")) as player:
        return service.send(player, day=position, value=value)


def refused_page(request: HttpRequest, day: dt.date, refused: Refused, draft: Json = None) -> HttpResponse:
    """What can be mended is said on the page, the draft still laid out; everything else is an error page."""
    if refused.code in STATUSES:
        return refuse(request, STATUSES[refused.code], str(refused.sentence))
    try:
        return shown(request, service.day_of(game_or_404(), day), draft=draft, sentence=refused.sentence, status=ILLEGAL)
    except Refused as again:
        return refuse(request, STATUSES[again.code], str(again.sentence))


@require_POST
@no_store
def draft(request: HttpRequest, day: dt.date) -> HttpResponse:
    """What a draft would be worth: a fragment for the script, else the page with the draft laid out. Changes nothing."""
    scripted = "X-Requested-With" in request.headers
    try:
        position = service.day_of(game_or_404(), day)
        value = value_of(request, position)
        if not scripted:
            return shown(request, position, draft=value)
        return HttpResponse(pages.draft(position, value, get_token(request)))
    except Refused as refused:
        if scripted:
            return refuse(request, STATUSES.get(refused.code, ILLEGAL), str(refused.sentence))
        return refused_page(request, day, refused)
