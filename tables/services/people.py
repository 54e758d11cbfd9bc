"""People: names, guests, and a guest's belongings moving into an account."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from contextlib import suppress

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import LONGEST_NAME, MOST_SIGNS, ChatLine, Honour, NoticeSent, Player, Seat, Table, Watching
from tables.names import EMOJI_STYLE, FLAG, JOINER, KEYCAP, LONGEST_CLUSTER, characters, extends, imitates, pictured
from tables.services import addresses, grants, puzzle
from tables.services.absence import leave
from tables.services.errors import Refused
from tables.services.publish import touch, turn_out
from tables.services.seating import renumber, renumber_everywhere
from tables.services.writing import lock_running, locked_table

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs that count as letters, marks or symbols but show nothing."""

STYLES = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
"""Variation selectors: they show nothing by themselves."""

MOST_MARKS = 2
"""Combining marks on one letter; more of them climb over the lines around."""


def clean(raw: str) -> str:
    """Text as it may be shown in one line: composed, without control, invisible, direction and surrogate signs, single spaces.

    Invisible signs stay where they hold an emoji together: in families, flags, hearts, keycaps.
    """
    composed = unicodedata.normalize("NFC", "".join(sign for sign in raw if unicodedata.category(sign) != "Cs"))
    flags = {place for found in FLAG.finditer(composed) for place in range(*found.span())}
    kept: list[str] = []
    marks = 0
    for place, sign in enumerate(composed):
        category = unicodedata.category(sign)
        marks = marks + 1 if category[0] == "M" else 0
        if category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
        elif (
            place in flags
            or ((sign == JOINER or sign in STYLES) and _holds(kept, sign, composed[place + 1 : place + 2]))
            or (category[0] != "C" and sign not in BLANK and sign not in STYLES and marks <= MOST_MARKS)
        ):
            kept.append(sign)
    return " ".join("".join(kept).split())


def _holds(kept: Sequence[str], sign: str, following: str) -> bool:
    """Whether an invisible sign belongs to an emoji, between what was kept and the sign that follows."""
    last = kept[-1] if kept else " "
    if sign == JOINER:
        base = next((before for before in reversed(kept[-4:]) if not extends(before)), " ")
        return last != JOINER and pictured(base) and bool(following) and pictured(following)
    return sign == EMOJI_STYLE and (pictured(last) or last in "‼⁉©®™" or following == KEYCAP)


def clean_name(raw: str) -> str:
    """A name of 1 to 24 visible characters that imitates nobody of the house (P17).

    Raises `Refused` ("name-empty", "name-long", "name-house").
    """
    name = clean(raw[:1000])
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refused("name-empty", _("Escribe un nombre."))
    seen = characters(name)
    if len(seen) > LONGEST_NAME or len(name) > MOST_SIGNS or any(len(one) > LONGEST_CLUSTER for one in seen):
        raise Refused("name-long", _("El nombre puede tener 24 letras como mucho."))
    if imitates(name):
        raise Refused("name-house", _("Ese nombre parece de la casa o de la máquina: elige otro, para que nadie se confunda."))
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
    """Merge a guest into another person, an account or a guest, whom the same person has shown to be.

    All that a guest has goes along: seats, hosted tables, chat, honours, puzzles, grants, addresses. Where both sit at one table, the one
    who stays keeps their own seat and the guest's is left (a person holds one seat a table). The history names no user and stays;
    `merged_into` says who the guest was. Every open page of the guest comes back as whoever its browser is then.
    """
    if guest.pk == account.pk or not guest.is_guest:
        return
    # Two merges at once come one after the other, and the later one finds nothing left to move.
    if not Player.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True, is_active=True).exists():
        return
    # Pages lock their row before the table's: so do we, or both might wait for each other.
    Watching.objects.filter(player=guest).update(player=account)
    _move_seats(guest, account)
    Seat.objects.filter(returning=guest).update(returning=account)
    Table.objects.filter(host=guest).update(host=account)
    for model in (ChatLine, Honour):
        model._default_manager.filter(player=guest).update(player=account)
    puzzle.hand_over(guest, account)
    grants.hand_over(guest, account)
    addresses.hand_over(guest, account)
    _move_notices(guest, account)
    Player.objects.filter(merged_into=guest).update(merged_into=account)
    guest.is_active, guest.merged_into = False, account
    guest.save(update_fields=["is_active", "merged_into"])
    turn_out(guest.pk)


def _move_seats(guest: Player, account: Player) -> None:
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


def _move_notices(guest: Player, account: Player) -> None:
    """What was told to the guest was told to the person."""
    told = set(NoticeSent.objects.filter(player=account).values_list("match", "channel", "turn"))
    for row in NoticeSent.objects.filter(player=guest):
        if (row.match_id, row.channel, row.turn) in told:
            row.delete()
        else:
            NoticeSent.objects.filter(pk=row.pk).update(player=account)


@transaction.atomic
def prove(wish: EmailAddress, *, browser: Player | None) -> Player:
    """Somebody has pressed the button behind a mailed link: the address is theirs. Who they are from now on.

    browser: who the pressing browser was. See `tables.services.addresses` for who becomes whom.
    Raises `Refused` ("link-used", "closed", "accounts", "sign-in").
    """
    addresses.lock(wish.email)
    fresh = EmailAddress.objects.filter(pk=wish.pk, verified=False).select_related("user").first()
    if fresh is None:
        raise Refused("link-used", _("Este enlace ya no sirve."))
    claim = addresses.weigh(fresh, browser)
    if claim.person is None:
        raise Refused(claim.refused, _("Esta dirección es de otra cuenta."))
    for guest in claim.joining:
        adopt_guest(guest, account=claim.person)
    addresses.settle(fresh.email, claim.person)
    claim.person.refresh_from_db()
    return claim.person


@transaction.atomic
def become_account(guest: Player, *, email: str, password: str) -> None:
    """The same row goes on as an account. email: one that the guest has confirmed. password: already hashed."""
    addresses.lock(email)
    guest.is_guest, guest.email, guest.password = False, addresses.normal(email), password
    addresses.settle(email, guest)
    guest.save(update_fields=["is_guest", "email", "password"])
    EmailAddress.objects.filter(user=guest).update(primary=False)
    EmailAddress.objects.filter(user=guest, email=guest.email).update(primary=True)
    turn_out(guest.pk)


@transaction.atomic
def reset(player: Player, *, password: str) -> None:
    """A password chosen behind a link that was mailed to the person: they read that mailbox, and go on as an account.

    Every other browser is signed out by it. password: already hashed.
    """
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk").first()
    email = confirmed.email if confirmed else addresses.normal(player.email or "")
    if player.is_guest and email:
        become_account(player, email=email, password=password)
        return
    player.password = password
    if email and not confirmed:
        addresses.lock(email)
        owner = addresses.person_of(email)
        if owner:
            adopt_guest(owner, account=player)
        addresses.settle(email, player)
    player.save(update_fields=["password"])
    turn_out(player.pk)
