"""Opening a table, taking chairs, changing the rules, starting. Every act locks the table's row."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import registry
from games.contract import LEVELS, Game, SeatKind, alone
from tables import dice, proof
from tables.models import CLOCKS, Match, Occupancy, Player, Seat, Table
from tables.names import shortened, speaks_for_us
from tables.selectors import states
from tables.selectors.tables import arrivals, in_pairs, latest_match, partner_of, running_match, seat_of
from tables.services import errors, grants
from tables.services.absence import leave
from tables.services.errors import Refused
from tables.services.people import clean
from tables.services.publish import touch
from tables.services.seating import hosted, open_table_of, pen_of, renumber, take_over
from tables.services.writing import Pen, seats_to_write

TABLES_AT_ONCE = 20
"""Tables that one person may open in ten minutes."""

LONGEST_TITLE = 40
"""Code points of a table's title."""

PARTNER = 2
"""Where the host's partner sits in games of two pairs; the host sits on 0."""


# ---- opening ----------------------------------------------------------------------------------------------------------------


@transaction.atomic
def open_table(
    host: Player, *, slug: str, options: Mapping[str, str], clock: str, visibility: str, seats: Sequence[str], title: str = ""
) -> Table:
    """Open a table with the host on seat 0.

    seats: for each of the others ``"person"`` (open to whoever has the link) or the level of a CPU player.
    Raises `Refused` ("malformed" for what no form of ours sends, "guest-seats", "not-granted", "title-house", "rate").
    """
    game = known_game(slug)
    _check_rules(game, options, clock, visibility)
    if any(holder not in ("person", *LEVELS) for holder in seats):
        raise errors.malformed()
    _check_chairs(game, host, len(seats) + 1)
    grants.check(host, game, options)
    since = timezone.now() - timedelta(minutes=10)
    if Table.objects.filter(host=host, created_at__gt=since).count() >= TABLES_AT_ONCE:
        raise Refused("rate", _("Has abierto muchas mesas seguidas. Espera unos minutos."))
    table = Table.objects.create(
        code=dice.table_code(), title=clean_title(title), host=host, slug=slug, options={**game.defaults, **options},
        clock=clock, visibility=visibility,
    )  # fmt: skip
    now = timezone.now()
    rows = [Seat(table=table, index=0, player=host, name=host.name, sat_at=now)]
    for index, holder in enumerate(seats, start=1):
        rows.append(_cpu(Seat(table=table, index=index), holder, index) if holder in LEVELS else Seat(table=table, index=index))
    Seat.objects.bulk_create(rows)
    return table


@transaction.atomic
def open_once(host: Player, act: str, opening: Callable[[], Table]) -> Table:
    """The table that this very act of the person has opened before, else the one that `opening` opens now (P19).

    act: names the act among all of that person's; "" for one that nothing names, which opens a table each time. Acts of one person
    wait for each other, so that the same one sent three times at once is one as well.
    """
    if not act:
        return opening()
    Player.objects.select_for_update(no_key=True).get(pk=host.pk)
    name = hashlib.sha256(f"{host.pk} {act}".encode()).hexdigest()
    found = Table.objects.filter(act=name).first()
    if found is None:
        found = opening()
        Table.objects.filter(pk=found.pk).update(act=name)
    return found


def clean_title(raw: str) -> str:
    """A table's title, cut to forty signs, none of them in two. Raises `Refused` ("title-house")."""
    title = shortened(clean(raw[:200]), LONGEST_TITLE, points=LONGEST_TITLE)
    if speaks_for_us(title):
        raise Refused("title-house", _("Ese nombre de mesa parece de quien lleva el sitio: elige otro."))
    return title


def known_game(slug: str) -> Game:
    """The game of that slug. Raises `Refused` ("malformed")."""
    try:
        return registry.get(slug)
    except KeyError:
        raise errors.malformed() from None


def _check_rules(game: Game, options: Mapping[str, str], clock: str, visibility: str) -> None:
    allowed = {choice.key: {value.key for value in choice.values} for choice in game.choices}
    if any(key not in allowed or value not in allowed[key] for key, value in options.items()):
        raise errors.malformed()
    if clock not in CLOCKS or visibility not in dict(Table.VISIBILITY):
        raise errors.malformed()


def chair_counts(game: Game, guest: bool, now: int = 0) -> tuple[int, ...]:
    """How many chairs a host may have at a table: no guest makes a big one (C1), but one that is there may stay as it is.

    now: how many it has.
    """
    return tuple(count for count in game.seats if count <= now or count in game.seats_for(guest))


def _check_chairs(game: Game, host: Player, count: int, now: int = 0) -> None:
    """Raises `Refused` ("malformed", "guest-seats")."""
    if count not in game.seats:
        raise errors.malformed()
    if count not in chair_counts(game, host.is_guest, now):
        sentence = _("Sin cuenta, una mesa tiene %(most)s sillas como mucho. Con una cuenta, hasta %(all)s.")
        raise Refused("guest-seats", sentence % {"most": game.guest_seats, "all": max(game.seats)})


def _cpu(seat: Seat, level: str, place: int) -> Seat:
    """The seat given to a CPU player. It arrives a blink after those before it, so that the order of arrival is that of the chairs."""
    seat.level, seat.answer, seat.player, seat.name = level, True, None, ""
    seat.sat_at = timezone.now() + timedelta(microseconds=place)
    return seat


# ---- chairs -----------------------------------------------------------------------------------------------------------------


@transaction.atomic
def sit(table: Table, *, player: Player, index: int | None = None) -> Seat:
    """Take a free chair, or, while a match runs, one that somebody has left (P5, P11). Who sits already keeps the chair.

    index: which one; None: one's own left chair, else the first free one. Raises `Refused` ("closed", "full", "taken").
    """
    fresh = open_table_of(table)
    mine = seat_of(fresh, player)
    if mine:
        return mine
    pen = pen_of(fresh)
    return _sit_down_in_match(pen, player, index) if pen else _sit_down(fresh, player, index)


def _pick(free: Sequence[Seat], index: int | None, player: Player) -> Seat:
    if not free:
        raise Refused("full", _("La mesa está completa: puedes mirar."))
    if index is None:
        return next((seat for seat in free if seat.returning_id == player.pk), free[0])
    for seat in free:
        if seat.index == index:
            return seat
    raise Refused("taken", _("Esa silla ya está ocupada."))


def _sit_down(table: Table, player: Player, index: int | None) -> Seat:
    free = [seat for seat in table.seats.order_by("index") if not seat.player_id and not seat.level]
    seat = _pick(free, index, player)
    # Whoever joins for a rematch has come to play it: the chair says yes (P7).
    seat.player, seat.sat_at, seat.misses, seat.answer = player, timezone.now(), 0, True
    seat.save(update_fields=["player", "sat_at", "misses", "answer"])
    if table.host_id is None:
        table.host = player
        table.save(update_fields=["host"])
    if player.pk in table.freed:
        table.freed = [freed for freed in table.freed if freed != player.pk]
        table.save(update_fields=["freed"])
    renumber(table)
    touch(table)
    seat.refresh_from_db()
    return seat


def _sit_down_in_match(pen: Pen, player: Player, index: int | None) -> Seat:
    seat = _pick([seat for seat in pen.seats if seat.stand_in == "left"], index, player)
    take_over(pen, seat, player)
    pen.finish()
    return seat


@transaction.atomic
def stand(table: Table, *, player: Player) -> None:
    """Leave the chair; in a running match that is *Abandonar* (P5). Raises `Refused` ("not-seated")."""
    leave(open_table_of(table), player=player)


@transaction.atomic
def set_seat(table: Table, *, host: Player, index: int, holder: str) -> Seat:
    """Give a chair without a person to a CPU player, or open it to people. holder: "person" or a level.

    Raises `Refused` ("not-host", "closed", "running", "taken", "malformed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    seat = fresh.seats.filter(index=index).first()
    if seat is None or holder not in ("person", *LEVELS):
        raise errors.malformed()
    if seat.player_id:
        raise Refused("taken", _("Esa silla ya está ocupada."))
    if holder == "person":
        seat.level, seat.answer, seat.sat_at = "", None, None
    else:
        _cpu(seat, holder, index)
    seat.save()
    touch(fresh)
    return seat


@transaction.atomic
def set_chairs(table: Table, *, host: Player, count: int) -> None:
    """Have so many chairs at a table that has not played yet. New ones are free; free ones go first, then those of CPU players.

    Raises `Refused` ("not-host", "closed", "running", "played", "seated", "guest-seats", "malformed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    if latest_match(fresh):
        raise Refused("played", _("En esta mesa ya se ha jugado: para ser más o menos, abre otra."))
    seats = list(fresh.seats.order_by("index"))
    _check_chairs(known_game(fresh.slug), host, count, len(seats))
    _remove_chairs(seats, len(seats) - count)
    Seat.objects.bulk_create([Seat(table=fresh, index=index) for index in range(len(seats), count)])
    touch(fresh)


def _remove_chairs(seats: Sequence[Seat], surplus: int) -> None:
    """Take so many chairs away, none with a person, and number the others anew. Raises `Refused` ("seated")."""
    empty = sorted((seat for seat in seats if not seat.player_id), key=lambda seat: (bool(seat.level), -seat.index))
    if surplus > len(empty):
        raise Refused("seated", _("Hay más personas sentadas que sillas quedarían. Que se levante alguien antes."))
    gone = {seat.pk for seat in empty[: max(0, surplus)]}
    Seat.objects.filter(pk__in=gone).delete()
    kept = [seat for seat in seats if seat.pk not in gone]
    for index, seat in enumerate(kept):
        seat.index = index
    Seat.objects.bulk_update(kept, ["index"])


@transaction.atomic
def edit_rules(table: Table, *, host: Player, options: Mapping[str, str], clock: str, visibility: str) -> Table:
    """Change rule choices, clock and visibility between matches. What changed is kept to be shown, and clears earlier yeses (P7).

    Raises `Refused` ("not-host", "closed", "running", "not-granted", "malformed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    game = known_game(fresh.slug)
    _check_rules(game, options, clock, visibility)
    grants.check(host, game, {**fresh.options, **options})
    new = {**game.defaults, **fresh.options, **options, "clock": clock, "visibility": visibility}
    old = {**game.defaults, **fresh.options, "clock": fresh.clock, "visibility": fresh.visibility}
    changed = [{"key": key, "from": old[key], "to": new[key]} for key in new if new[key] != old[key]]
    if not changed:
        return fresh
    fresh.options = {key: new[key] for key in game.defaults}
    fresh.clock, fresh.visibility, fresh.rematch_asked_at = clock, visibility, timezone.now()
    fresh.changes = _merged(fresh.changes, changed) if latest_match(fresh) else []
    fresh.save()
    fresh.seats.filter(player__isnull=False).exclude(player=host).update(answer=None)
    touch(fresh)
    return fresh


def _merged(earlier: Sequence[Mapping[str, str]], later: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Changes since the last match: first and last value of each, none where it came back."""
    found = {change["key"]: dict(change) for change in earlier}
    for change in later:
        found[change["key"]] = {**change, "from": found.get(change["key"], change)["from"]}
    return [change for change in found.values() if change["from"] != change["to"]]


@transaction.atomic
def pick_partner(table: Table, *, host: Player, index: int, seen: str = "") -> None:
    """Say who plays with the host, before the start; it can be changed until then (S6). After a match that clears earlier yeses (P7).

    index, seen: as for `start`. Raises `Refused` ("not-host", "closed", "running", "stale", "seats-open", "malformed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    seats, last = list(fresh.seats.order_by("index")), latest_match(fresh)
    _check_seen(seats, seen)
    _check_full(seats)
    _check_partner(fresh, known_game(fresh.slug), seats, index)
    if partner_of(fresh, seats, last) == seats[index]:
        return
    fresh.pair = {"host": host.pk, "seat": seats[index].pk, "seen": arrivals(seats)}
    if last:
        fresh.rematch_asked_at = timezone.now()
        fresh.seats.filter(player__isnull=False).exclude(player=host).update(answer=None)
    fresh.save(update_fields=["pair", "rematch_asked_at"])
    touch(fresh)


# ---- starting ---------------------------------------------------------------------------------------------------------------


@transaction.atomic
def start(table: Table, *, host: Player, partner: int | None = None, seen: str = "") -> Match:
    """Begin a match: chairs are put in order, the rules are locked, the first cards thrown (S6).

    partner: the seat index that plays with the host, in games of two pairs. After a match everybody must have said yes (P7), also to
        the pairs: they are those that everybody saw, or it is stale.
    seen: `selectors.tables.arrivals` of the chairs that the host saw; when somebody else has sat down since, it is stale. "": unknown.
    Raises `Refused` ("not-host", "closed", "running", "stale", "seats-open", "waiting-answers", "not-granted", "malformed").
    """
    fresh = hosted(table, host)
    if running_match(fresh):
        raise errors.running()
    seats, last = list(fresh.seats.order_by("index")), latest_match(fresh)
    _check_seen(seats, seen)
    agreed = partner_of(fresh, seats, last) if last and known_game(fresh.slug).partners else None
    if agreed and partner != agreed.index:
        raise stale()
    return begin(fresh, partner)


def begin(table: Table, partner: int | None) -> Match:
    """As `start`, on a locked table without a running match."""
    game = known_game(table.slug)
    seats = seats_to_write(table.pk)
    last = latest_match(table)
    _check_ready(table, game, seats, last, partner)
    grants.check(table.host, game, table.options)
    seats = _put_in_order(table, game, seats, partner)
    match = _new_match(table, game, seats, 1 if last is None else last.number + 1)
    table.deal_code, table.changes, table.pair, table.rematch_asked_at, table.host_before, table.freed = "", [], {}, None, "", []
    table.save(update_fields=["deal_code", "changes", "pair", "rematch_asked_at", "host_before", "freed"])
    pen = Pen(match=match, course=states.beginning(match), seats=seats, now=match.started_at)
    for seat in seats:
        seat.occupant, seat.answer, seat.stand_in, seat.misses, seat.returning = seat.index + 1, None, "", 0, None
        seat.over = False
        pen.touch(seat)
        pen.occupancies.append(
            Occupancy(
                match=match,
                number=seat.occupant,
                seat=seat.index,
                player_id=seat.player_id,
                name=seat.name,
                level=seat.level,
                from_seq=0,
                at=match.started_at,
            )
        )
    pen.throw()
    pen.finish()
    return match


def _check_seen(seats: Iterable[Seat], seen: str) -> None:
    """Raises `Refused` ("stale")."""
    if seen and seen != arrivals(seats):
        raise stale()


def stale() -> Refused:
    """What the host decided on is no more."""
    return Refused("stale", _("Mientras tanto la mesa ha cambiado. Mírala otra vez y decide."))


def _check_full(seats: Sequence[Seat]) -> None:
    """Raises `Refused` ("seats-open")."""
    if any(not seat.player_id and not seat.level for seat in seats):
        raise Refused("seats-open", _("Faltan jugadores: espera a que se ocupen todas las sillas, o dáselas a una CPU."))


def _check_partner(table: Table, game: Game, seats: Sequence[Seat], partner: int | None) -> None:
    """Raises `Refused` ("malformed")."""
    if not game.partners or partner is None or partner not in range(len(seats)) or seats[partner].player_id == table.host_id:
        raise errors.malformed()


def _check_ready(table: Table, game: Game, seats: Sequence[Seat], last: Match | None, partner: int | None) -> None:
    _check_full(seats)
    if last and any(seat.player_id and seat.player_id != table.host_id and not seat.answer for seat in seats):
        raise Refused("waiting-answers", _("Aún no han dicho todos que sí a la revancha."))
    if game.partners:
        _check_partner(table, game, seats, partner)


def _put_in_order(table: Table, game: Game, seats: list[Seat], partner: int | None) -> list[Seat]:
    """The host on 0, the others in their order around the table; in pairs the partner opposite, the others by arrival (S6)."""
    if game.partners and partner is not None:
        order = in_pairs(table, seats, seats[partner])
    else:
        host = next(place for place, seat in enumerate(seats) if seat.player_id == table.host_id)
        order = seats[host:] + seats[:host]
    for index, seat in enumerate(order):
        seat.index = index
    Seat.objects.bulk_update(order, ["index"])
    return order


def _new_match(table: Table, game: Game, seats: Sequence[Seat], number: int) -> Match:
    code, nonce = table.deal_code or dice.deal_code(), dice.nonce()
    now = timezone.now()
    kinds: list[SeatKind] = ["person" if seat.player_id else "cpu" for seat in seats]
    return Match.objects.create(
        table=table, number=number, slug=table.slug, version=game.version, options=table.options, clock=table.clock,
        seat_kinds=kinds, deal_code=code, nonce=nonce,
        commitment=proof.commitment(code, nonce), open_code=game.open_code(kinds), started_at=now, turn_since=now, moved_at=now,
    )  # fmt: skip


@transaction.atomic
def quick_match(player: Player, *, slug: str) -> Match:
    """*Jugar ahora*: a table without clock against CPU players of level *normal*, started at once (P1). Raises `Refused`."""
    game = known_game(slug)
    others = ["normal"] * (game.quick_seats - 1)
    table = open_table(player, slug=slug, options=game.defaults, clock="none", visibility="link", seats=others)
    return begin(open_table_of(table), PARTNER if game.partners else None)


@transaction.atomic
def same_deal(player: Player, *, slug: str, options: Mapping[str, str], levels: Sequence[str], deal_code: str) -> Match:
    """The deal of that code once more, card by card, at a new table against CPU players of these levels, started at once.

    options: need not be those of the match that the code is of; the cards are the same. Raises `Refused` ("malformed" where the game
    keeps its codes secret or a level is none, "not-granted", "rate").
    """
    table = open_table(player, slug=slug, options=options, clock="none", visibility="link", seats=levels)
    table.deal_code = deal_code
    table.save(update_fields=["deal_code"])
    fresh = open_table_of(table)
    if not set(levels) <= set(LEVELS) or not known_game(slug).open_code(alone(len(levels) + 1)):
        raise errors.malformed()
    return begin(fresh, None)
