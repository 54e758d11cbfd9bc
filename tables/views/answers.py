"""How a request of a table is answered: htmx gets the viewer's regions, everybody else a redirect, refusals a sentence."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from tables.models import Table
from tables.rendering import Stamp, known, packed, table_frame
from tables.services.errors import Refused, malformed, not_seated

STATUS = {"malformed": 400, "not-seated": 403, "not-host": 403, "not-granted": 403, "rate": 429}
"""HTTP statuses of refusals that are no news about the board; every other refusal is a normal answer with a sentence."""

no_store = cache_control(no_store=True)


class SeeOther(HttpResponseRedirect):
    """To the page that shows the result, by GET."""

    status_code = 303


def table_or_404(code: str) -> Table:
    """The table of that code."""
    found = Table.objects.filter(code=code).first()
    if found is None:
        raise Http404
    return found


def frame_answer(
    request: HttpRequest, code: str, *, sentence: str = "", outcome: str = "done", status: int = 200, at_least: Stamp | None = None
) -> HttpResponse:
    """All regions of the asking viewer, and the sentence of a refusal. at_least: a stamp known to be committed."""
    found = table_frame(code, known(request.user), at_least=at_least)
    if found is None:
        raise Http404
    frame = found[2]
    said = f"<p>{escape(sentence)}</p>" if sentence else ""
    toast = f'<div id="r-toast" class="toast" role="alert">{said}</div>'
    body = packed(frame, frame.regions, toast=toast, csrf=get_token(request))
    return HttpResponse(body, status=status, headers={"X-Tapete-Outcome": outcome})


def answer(
    request: HttpRequest, code: str, *, sentence: object = "", outcome: str = "done", refusal: str = "", at_least: Stamp | None = None
) -> HttpResponse:
    """The answer to a post at a table. refusal: the code of a `Refused`, "" when it was done. at_least: a stamp known to be committed."""
    text = str(sentence)
    status = STATUS.get(refusal, 200)
    if getattr(request, "htmx", False):
        return frame_answer(request, code, sentence=text, outcome=outcome, status=status, at_least=at_least)
    if status != 200:
        return refuse(request, status, text)
    if text:
        messages.error(request, text)
    return SeeOther(reverse("table", args=[code]))


def refuse(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The error page of a status with a sentence of our own."""
    body = render_to_string(f"{status}.html", {"status": status, "sentence": sentence}, request)
    return HttpResponse(body, status=status)


def table_post(view: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A view that posts to a table: ``view(request, table)`` calls a service; None means done. `Refused` becomes its sentence."""

    @require_POST
    @no_store
    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponse:
        table = table_or_404(code)
        try:
            found = view(request, table)
        except Refused as refused:
            return answer(request, code, sentence=refused.sentence, outcome="refused", refusal=refused.code)
        return found or answer(request, code)

    return wrapped


def player_of(request: HttpRequest) -> Any:
    """The signed-in player. Raises `Refused` when nobody is."""
    if not request.user.is_authenticated:
        raise not_seated()
    return request.user


def whole_number(request: HttpRequest, field: str, *, optional: bool = False) -> Any:
    """A form field as a whole number from 0. Raises `Refused` for anything else."""
    raw = request.POST.get(field, "")
    if raw == "" and optional:
        return None
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 9):
        raise malformed()
    return int(raw)
