"""Sitting down, standing up, and what the host decides before the start."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tables.forms import rules_from
from tables.models import Table
from tables.services import lobby, people as persons
from tables.views.answers import SeeOther, answer, player_of, table_post, whole_number
from tables.views.visitors import person


@table_post
def sit(request: HttpRequest, table: Table) -> HttpResponse:
    """Take a free or abandoned seat. A guest comes into being here and not before (P11)."""
    index = whole_number(request, "index", optional=True)
    with person(request) as player:  # whoever finds the seat taken has not become a guest for nothing
        lobby.sit(table, player=player, index=index)
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
