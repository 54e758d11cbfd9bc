"""A code that somebody types, in the field for it or as an address, leads to its table or deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import registry
from games.contract import alone
from tables import codes
from tables.models import Table
from tables.rendering.platform import DEAL_FIELD
from tables.views.answers import no_store

FIELD = "codigo"


class TypedCodes:
    """Sends an address with a mistyped code to the one that was meant; what was typed right never comes here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on, and look at a 404 once more."""
        response = self.get_response(request)
        if response.status_code == 404 and request.method in ("GET", "HEAD"):
            meant = codes.address(request.path_info)
            if meant and meant != request.path_info and leads_somewhere(meant):
                query = request.META.get("QUERY_STRING", "")
                response = HttpResponseRedirect(f"{meant}?{query}" if query else meant, headers={"Cache-Control": "no-store"})
        return response


def leads_somewhere(path: str) -> bool:
    """Whether there is such an address, of a table that there is."""
    try:
        found = resolve(path)
    except Resolver404:
        return False
    return Table.objects.filter(code=found.kwargs.get("code")).exists()


@require_safe
@no_store
def find(request: HttpRequest) -> HttpResponse:
    """The field for a code: leads to the table or the start panel of the deal, else says what is wrong with what was typed."""
    typed = request.GET.get(FIELD, "")[: codes.LONGEST]
    there = place_of(typed) if typed.strip() else ""
    if there:
        return HttpResponseRedirect(there)
    sentence = said_of(typed) if typed.strip() else ""
    context = {"section": "home", "typed": typed.replace("\0", ""), "refused": sentence, "code_field": FIELD}
    return render(request, "find.html", context, status=404 if sentence else 200)


def place_of(typed: str) -> str:
    """The address that a code or link means, "" when it means none."""
    path = re.sub(r"^.*?(?=/m/)", "", urlsplit(re.sub(r"\s", "", typed)).path, flags=re.IGNORECASE) if "/" in typed else ""
    meant = codes.address(path) if path else None
    if meant and leads_somewhere(meant):
        return meant
    code = codes.table(typed)
    if code and Table.objects.filter(code=code).exists():
        return reverse("table", args=[code])
    return deal_of(typed)


def deal_of(typed: str) -> str:
    """The start panel of the deal that a deal code or the link to one means; "" when it means none."""
    query = parse_qs(urlsplit(typed.strip()).query) if "?" in typed else {}
    deal = codes.read(query.get(DEAL_FIELD, [typed])[0], codes.DEAL_LENGTH)
    game = next((game for game in registry.all_games() if game.open_code(alone(game.quick_seats))), None)
    return f"{reverse('open-table', args=[game.slug])}?{DEAL_FIELD}={deal}" if deal and game else ""


def said_of(typed: str) -> str:
    """Why a typed text leads nowhere."""
    code = codes.table(typed)
    if code:
        return _("No hay ninguna mesa con el código %(code)s. Compáralo otra vez con el que te dieron.") % {"code": code}
    return _("Eso no es un código. El de una mesa tiene ocho letras y números, sin i, l, o ni u; el de una partida, doce.")
