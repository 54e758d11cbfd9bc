"""The page of a table in every phase. Looking at it changes nothing (P11)."""

import io
from typing import Any

import segno
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.models import Seat
from tables.rendering import PROTOCOL, Snapshot, Viewer, fill, known, platform, table_frame
from tables.services import presence, social
from tables.views import mail
from tables.views.answers import frame_answer, no_store, table_or_404
from tables.views.opening import own_text
from tables.views.visitors import unheard


@require_safe
@no_store
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The shell with every region of this viewer."""
    found = table_frame(code, known(request.user))
    if found is None:
        raise Http404
    snapshot, viewer, frame = found
    chair = unheard_chair(request, snapshot)
    if chair:
        title = platform.title_of(snapshot.table, snapshot.game)
        return render(request, "table/unheard.html", {"table": snapshot.table, "title": title, "name": chair.name})
    if viewer.seat is not None and request.user.is_authenticated:
        presence.visit(snapshot.table, request.user)
    token = get_token(request)
    regions = {key.removeprefix("r-"): mark_safe(fill(html, frame.stamp, token)) for key, html in frame.regions.items()}
    context = {"frame": frame, "r": regions, "csrf_token": token, **shell(request, snapshot, viewer)}
    return render(request, "table/page.html", context)


def unheard_chair(request: HttpRequest, snapshot: Snapshot) -> Seat | None:
    """The chair of a visitor who has sat down without hearing of it, and does not wish only to look (P19)."""
    guest = None if "mirar" in request.GET else unheard(request)
    return next((seat for seat in snapshot.seats if guest and seat.player_id == guest.pk), None)


def shell(request: HttpRequest, snapshot: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """What the page has around its regions."""
    table, game = snapshot.table, snapshot.game
    title = platform.title_of(table, game)
    return {
        "protocol": PROTOCOL,
        "table": table,
        "game": game,
        "og_title": f"{title} · Tapete",
        "og_text": _("%(game)s: abre el enlace para sentarte o mirar.") % {"game": _(game.title)},
        "phrases": [_(phrase) for phrase in social.PHRASES],
        "ask_mail": mail.may_ask(request, viewer),
        "game_sheets": game_files(game.slug, "table.css"),
        "game_scripts": game_files(game.slug, "table.js"),
        "fairness": own_text(game, "fairness"),
    }


def game_files(slug: str, name: str) -> list[str]:
    """The style sheet ``table.css`` or the module ``table.js`` that a game may bring along for its table, replay and puzzle."""
    path = f"games/{slug}/{name}"
    return [path] if finders.find(path) else []


@require_safe
@no_store
def state(request: HttpRequest, code: str) -> HttpResponse:
    """All regions of this viewer, to bring a page level and for the slow poll."""
    return frame_answer(request, code)


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The table's link as a QR code."""
    table = table_or_404(code)
    drawing = segno.make(settings.SITE_URL + reverse("table", args=[table.code]), error="m")
    body = io.BytesIO()
    drawing.save(body, kind="svg", scale=8, border=3, dark="#2b2118", light="#fdf8ea")
    return HttpResponse(body.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})
