"""Sitting down, standing up, and what the host decides before the start."""

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language

from tables.forms import deck_of, rules_from
from tables.models import Player, Table
from tables.services import lobby, people as persons
from tables.views.answers import SeeOther, answer, player_of, table_post, whole_number

BACKEND = "django.contrib.auth.backends.ModelBackend"


def guest_from(request: HttpRequest, fallback: str = "") -> Player:
    """A new guest with the name and deck of the form; not signed in yet. Raises `Refused` for a name that is none."""
    name = persons.clean_name(request.POST.get("name", "") or fallback)
    return persons.make_guest(name, deck=deck_of(request.POST), language=get_language() or "")


@table_post
def sit(request: HttpRequest, table: Table) -> HttpResponse:
    """Take a free or abandoned seat. A guest comes into being here and not before (P11)."""
    index = whole_number(request, "index", optional=True)
    with transaction.atomic():
        # One transaction: whoever finds the seat taken has not become a guest for nothing.
        player = request.user if request.user.is_authenticated else guest_from(request)
        lobby.sit(table, player=player, index=index)
    if not request.user.is_authenticated:
        login(request, player, backend=BACKEND)
    return SeeOther(table_path(table))


def table_path(table: Table) -> str:
    """The table's page."""
    return reverse("table", args=[table.code])


@table_post
def stand(request: HttpRequest, table: Table) -> HttpResponse:
    """Leave a seat while no match runs."""
    lobby.stand(table, player=player_of(request))
    return SeeOther(table_path(table))


@table_post
def seat(request: HttpRequest, table: Table) -> None:
    """The host gives a seat to a CPU player, or opens it to people."""
    lobby.set_seat(table, host=player_of(request), index=whole_number(request, "index"), holder=request.POST.get("holder", ""))


@table_post
def chairs(request: HttpRequest, table: Table) -> None:
    """The host says how many chairs the table has, before its first match."""
    lobby.set_chairs(table, host=player_of(request), count=whole_number(request, "count"))


@table_post
def edit_rules(request: HttpRequest, table: Table) -> None:
    """The host changes rules, clock or who may come, before the start (P7)."""
    options, clock, visibility = rules_from(request.POST, table)
    lobby.edit_rules(table, host=player_of(request), options=options, clock=clock, visibility=visibility)


@table_post
def partner(request: HttpRequest, table: Table) -> None:
    """The host says who plays with them; nothing begins yet (S6)."""
    seen = request.POST.get("seen", "")
    lobby.pick_partner(table, host=player_of(request), index=whole_number(request, "partner"), seen=seen)


@table_post
def start(request: HttpRequest, table: Table) -> HttpResponse:
    """The host starts, with the partner they tapped where the game has partners (S6)."""
    seen = request.POST.get("seen", "")
    lobby.start(table, host=player_of(request), partner=whole_number(request, "partner", optional=True), seen=seen)
    return SeeOther(table_path(table))


@table_post
def rename(request: HttpRequest, table: Table) -> HttpResponse:
    """Another name for oneself."""
    persons.rename(player_of(request), name=request.POST.get("name", ""))
    return answer(request, table.code)
