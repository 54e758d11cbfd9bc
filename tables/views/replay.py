"""The replay of a finished match, its deal proof and its export (P16). Works by links alone."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tables import proof as proofs
from tables.models import Match
from tables.rendering import platform, replay
from tables.selectors import states
from tables.views.answers import no_store, table_or_404
from tables.views.opening import game_or_404
from tables.views.table import game_files


def finished(code: str, number: int) -> Match | None:
    """The match when it is over, None while it runs."""
    table = table_or_404(code)
    match = Match.objects.select_related("table").filter(table=table, number=number).first() if number < 1_000_000 else None
    if match is None:
        raise Http404
    return match if match.status != "running" else None


@require_safe
@no_store
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The board at a step, the controls, the log with a link on every line."""
    match = finished(code, number)
    if match is None:
        return redirect("table", code=code)
    try:
        told = replay.tell(match)
    except states.Unreplayable:
        return render(request, "replay/broken.html", {"table": match.table, "number": number})
    return render(request, "replay/page.html", {**step_context(request, told), **extras(match)})


@require_safe
@no_store
def step(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The regions of another step, for the page's script."""
    match = finished(code, number)
    if match is None:
        return redirect("table", code=code)
    try:
        context = step_context(request, replay.tell(match))
    except states.Unreplayable:
        raise Http404 from None
    return HttpResponse(replay.fragments(context))


def step_context(request: HttpRequest, told: replay.Told) -> dict[str, Any]:
    """Everything of a page that depends on the step and on whose eyes."""
    step, eyes = chosen_step(request, told.last), chosen_eyes(request, len(told.match.seat_kinds))
    return replay.context(told, step, eyes)


def chosen_step(request: HttpRequest, last: int) -> int:
    """?paso=k, brought into bounds; the last step when it is no number."""
    raw = request.GET.get("paso", "")
    return min(int(raw), last) if raw.isascii() and raw.isdigit() and len(raw) < 7 else last


def chosen_eyes(request: HttpRequest, seats: int) -> int | None:
    """?ojos=seat, or None for every hand open."""
    raw = request.GET.get("ojos", "")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 3 and int(raw) < seats else None


def extras(match: Match) -> dict[str, Any]:
    """What the page has around its regions."""
    game = game_or_404(match.slug)
    return {
        "table": match.table,
        "game": game,
        "game_sheets": game_files(game.slug, "table.css"),
        "game_scripts": game_files(game.slug, "table.js"),
        "title": platform.title_of(match.table, game),
        "rules": platform.rules_listed(game, match.options),
        "proof": proof_of(match),
    }


def shuffles_of(match: Match) -> list[list[int]]:
    """Every recorded outcome of chance."""
    rows: Iterable[Any] = match.events.filter(kind="shuffled").order_by("seq").values_list("payload", flat=True)
    return [list(payload) for payload in rows]


def proof_of(match: Match) -> dict[str, Any]:
    """The deal proof: code, nonce, commitment, and what of the record disagrees with them."""
    shuffles = shuffles_of(match)
    wrong = proofs.check(match.deal_code, match.nonce, match.commitment, shuffles)
    return {
        "code": proofs.grouped(match.deal_code),
        "nonce": match.nonce,
        "commitment": match.commitment,
        "count": len(shuffles),
        "wrong": wrong,
        "open": match.open_code,
    }


@require_safe
@no_store
def proof(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The deal proof on a page of its own, with how to repeat it by hand."""
    match = finished(code, number)
    if match is None:
        return redirect("table", code=code)
    return render(request, "replay/proof.html", {"match": match, **extras(match)})


@require_safe
@no_store
def export(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The whole match as JSON."""
    match = finished(code, number)
    if match is None:
        return redirect("table", code=code)
    names: dict[int, list[str]] = {}
    for row in match.occupancies.order_by("number"):
        names.setdefault(row.seat, []).append(row.name or row.level)
    body = {
        "format": "tapete-match-1",
        "game": match.slug,
        "version": match.version,
        "options": match.options,
        "clock": match.clock,
        "number": match.number,
        "seats": [{"seat": seat, "kind": kind, "names": names.get(seat, [])} for seat, kind in enumerate(match.seat_kinds)],
        "deal": {"code": match.deal_code, "nonce": match.nonce, "commitment": match.commitment},
        "events": list(match.events.order_by("seq").values("seq", "kind", "seat", "payload", "cause", "at")),
        "status": match.status,
        "result": match.result,
    }
    name = f"tapete-{match.table.code}-{match.number}.json"
    response = JsonResponse(body, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
