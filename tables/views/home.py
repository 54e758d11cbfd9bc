"""The home page: where it is your turn first, then everything else."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from games import registry
from games.contract import Game
from tables.models import Match, Seat, Table
from tables.rendering import platform, puzzle
from tables.selectors import home as selectors
from tables.selectors.tables import seat_name
from tables.views.answers import SeeOther, no_store
from tables.views.mail import confirmed

SHOWN = 30
"""Open tables of others."""

TURNS_SHOWN, OTHERS_SHOWN = 8, 8
"""One's own tables on the home page: those that wait, the most urgent first, and the others, the newest first."""

CODE = re.compile(r"[0-9A-Za-z]{1,12}")

PAGE = 50
"""One's own tables on a page of their list."""


@require_safe
@no_store
def home(request: HttpRequest) -> HttpResponse:
    """Your turn tables, your other tables, the games, the open tables."""
    turns: list[dict[str, Any]] = []
    others = selectors.Listed([], None)
    waiting = 0
    if request.user.is_authenticated:
        urgent = list(selectors.turns(request.user).values_list("pk", flat=True))
        waiting = len(urgent)
        turns = turn_rows(list(selectors.turns(request.user).filter(pk__in=urgent[:TURNS_SHOWN])), request.user.pk)
        others = selectors.listed(request.user, (selectors.ALIVE, selectors.PAST), OTHERS_SHOWN)
    ask_mail = bool(others.tables) and not request.session.get("no_mail") and not confirmed(request.user)
    context = {
        "turns": turns,
        "waiting": waiting,
        "others": table_rows(others),
        "more": waiting > len(turns) or others.further is not None,
        "games": registry.all_games(),
        "public": public_rows(list(selectors.public()[:SHOWN])),
        "ask_mail": ask_mail,
        "section": "home",
        "daily": daily(request),
    }
    return render(request, "home.html", context)


@require_safe
@no_store
def tables(request: HttpRequest) -> HttpResponse:
    """All of the person's tables, a page at a time: what waits for them, what is played or gathers, what is over; each the newest first."""
    if not request.user.is_authenticated:
        return SeeOther(reverse("home"))
    after = place_of(request.GET.get("grupo", ""), request.GET.get("tras", ""))
    found = selectors.listed(request.user, (selectors.WAITING, selectors.ALIVE, selectors.PAST), PAGE, after)
    rows = table_rows(found)
    headings = {selectors.WAITING: _("Te toca"), selectors.ALIVE: _("En marcha"), selectors.PAST: _("Acabadas")}
    groups = [(words, [row for row in rows if row["group"] == group]) for group, words in headings.items()]
    context = {
        "section": "home",
        "groups": [(words, some) for words, some in groups if some],
        "further": found.further,
        "first": after is None,
    }
    return render(request, "tables.html", context)


def place_of(group: str, code: str) -> selectors.Place | None:
    """Where a page begins, as its address says; None for the beginning."""
    return selectors.Place(int(group), code) if group in ("0", "1", "2") and CODE.fullmatch(code) else None


def daily(request: HttpRequest) -> Mapping[str, Any] | None:
    """Today's puzzle, None where no game brings one."""
    game = registry.puzzling()
    return puzzle.card(game, request.user if request.user.is_authenticated else None) if game else None


def known_game(slug: str) -> Game | None:
    """The game, None when a stored table names one that is gone: such rows are left out, the page works."""
    try:
        return registry.get(slug)
    except KeyError:
        return None


def seats_of(tables: list[int]) -> dict[int, list[Seat]]:
    """The seats of tables, by table."""
    found: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table_id__in=tables).order_by("index"):
        found.setdefault(seat.table_id, []).append(seat)
    return found


def turn_rows(matches: list[Match], player_id: int) -> list[dict[str, Any]]:
    """What the page says of each match that waits for the person."""
    seats = seats_of([match.table_id for match in matches])
    rows = []
    for match in matches:
        game = known_game(match.slug)
        if game:
            names = [seat_name(seat) for seat in seats[match.table_id] if seat.player_id != player_id]
            rows.append(
                {
                    "match": match,
                    "game": game,
                    "title": platform.title_of(match.table, game),
                    "url": reverse("table", args=[match.table.code]),
                    "time": time_left(match),
                    "names": joined(names),
                    "words": _("Hay que seguir adelante: la mesa te espera.") if match.show else _("La mesa espera tu jugada."),
                }
            )
    return rows


def time_left(match: Match) -> str:
    """How long the turn still lasts, in words."""
    if match.deadline is None:
        return _("sin prisa")
    number, unit = platform.rest(max(60.0, (match.deadline - timezone.now()).total_seconds()))
    words = {
        "d": ngettext("queda un día", "quedan %(n)s días", number),
        "h": ngettext("queda una hora", "quedan %(n)s horas", number),
        "min": ngettext("queda un minuto", "quedan %(n)s minutos", number),
    }
    return words[unit] % {"n": number}


def joined(names: list[str]) -> str:
    """Names as a list in words."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s y %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def table_rows(found: selectors.Listed) -> list[dict[str, Any]]:
    """What a page says of each table of the person, in their order."""
    tables = [table for _group, table in found.tables]
    seats = seats_of([table.pk for table in tables])
    newest = selectors.newest(tables)
    rows = []
    for group, table in found.tables:
        game = known_game(table.slug)
        if game:
            words = state_words(newest.get(table.pk), seats.get(table.pk, []))
            title = platform.title_of(table, game)
            if group == selectors.WAITING:
                words = time_left(newest[table.pk])
            rows.append({"group": group, "game": game, "title": title, "url": reverse("table", args=[table.code]), "words": words})
    return rows


def state_words(match: Match | None, seats: list[Seat]) -> str:
    """What a table waits for."""
    if match is None:
        free = sum(1 for seat in seats if platform.is_free(seat))
        if free:
            return ngettext("falta una persona por sentarse", "faltan %(n)s personas por sentarse", free) % {"n": free}
        return _("está completa y por empezar")
    if match.status != "running":
        return _("la partida acabó; falta contestar a la revancha")
    names = [seat_name(seat) for seat in seats if seat.index in match.awaited]
    return _("se espera a %(names)s") % {"names": joined(names)} if names else _("en juego")


def public_rows(tables: list[Table]) -> list[dict[str, Any]]:
    """What the page says of each open table."""
    seats = seats_of([table.pk for table in tables])
    rows = []
    for table in tables:
        game = known_game(table.slug)
        if game:
            dots = [not platform.is_free(seat) for seat in seats.get(table.pk, [])]
            free = dots.count(False)
            missing = ngettext("Falta una persona", "Faltan %(n)s personas", free) % {"n": free}
            words = f"{_(game.title)} · {missing} · {platform.clock_words(table.clock)}"
            rows.append({"title": platform.title_of(table, game), "url": reverse("table", args=[table.code]), "words": words, "dots": dots})
    return rows
