"""People: names, guests, and a guest's belongings moving into an account."""

from __future__ import annotations

import unicodedata
from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import ChatLine, Honour, NoticeSent, Player, Seat, Table, Watching
from tables.services import grants, puzzle
from tables.services.absence import leave
from tables.services.errors import Refused
from tables.services.publish import touch
from tables.services.seating import renumber, renumber_everywhere
from tables.services.writing import lock_running, locked_table

LONGEST_NAME = 24

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that count as letters or symbols but show nothing."""

MOST_MARKS = 2
"""Combining marks on one letter; more of them climb over the lines around."""


def clean(raw: str) -> str:
    """Text as it may be shown in one line: composed, without control, invisible, direction and surrogate signs, single spaces."""
    composed = unicodedata.normalize("NFC", "".join(sign for sign in raw if unicodedata.category(sign) != "Cs"))
    kept: list[str] = []
    marks = 0
    for sign in composed:
        category = unicodedata.category(sign)
        marks = marks + 1 if category[0] == "M" else 0
        if category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
        elif category[0] != "C" and sign not in BLANK and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())


def clean_name(raw: str) -> str:
    """A name of 1 to 24 visible signs (P17). Raises `Refused` ("name-empty", "name-long")."""
    name = clean(raw[:1000])
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refused("name-empty", _("Escribe un nombre."))
    if len(name) > LONGEST_NAME:
        raise Refused("name-long", _("El nombre puede tener 24 letras como mucho."))
    return name


def make_guest(name: str, *, deck: str = "clasica", language: str = "") -> Player:
    """A person with a name and nothing else. Raises `Refused` for the name."""
    known = language if language in dict(settings.LANGUAGES) else ""
    return Player.objects.create_guest(clean_name(name), deck=deck if deck in dict(Player.DECKS) else "clasica", language=known)


@transaction.atomic
def rename(player: Player, *, name: str) -> Player:
    """Give a person another name, also where they sit. Raises `Refused` for the name."""
    player.name = clean_name(name)
    player.save(update_fields=["name"])
    renumber_everywhere(player)
    return player


@transaction.atomic
def adopt_guest(guest: Player, *, account: Player) -> None:
    """Move what a guest has to the account in which the same person has signed in: seats, hosted tables, chat, honours, puzzles, grants.

    Where both sit at one table, the account keeps its seat and the guest's is left (a person holds one seat a table). The history
    names no user and stays; `merged_into` says who the guest was.
    """
    if guest.pk == account.pk or not guest.is_guest:
        return
    # Pages lock their row before the table's: so do we, or both might wait for each other.
    Watching.objects.filter(player=guest).update(player=account)
    seats = Seat.objects.filter(player=guest).order_by("table_id")
    for table_id in seats.values_list("table_id", flat=True):
        table = locked_table(table_id)
        lock_running(table)
        if table.host_id == guest.pk:
            table.host = account
            table.save(update_fields=["host"])
        if table.seats.filter(player=account).exists():
            with suppress(Refused):  # a match that can't be replayed stays as it is, and must not lock its people out
                leave(table, player=guest)
        else:
            table.seats.filter(player=guest).update(player=account)
        renumber(table)
        touch(table)
    Seat.objects.filter(returning=guest).update(returning=account)
    Table.objects.filter(host=guest).update(host=account)
    for model in (ChatLine, Honour):
        model._default_manager.filter(player=guest).update(player=account)
    puzzle.hand_over(guest, account)
    grants.hand_over(guest, account)
    NoticeSent.objects.filter(player=guest).delete()
    guest.is_active, guest.merged_into = False, account
    guest.save(update_fields=["is_active", "merged_into"])
