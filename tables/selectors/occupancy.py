"""Who sat where, from when: the history itself names no user."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable

from tables.models import Match, Occupancy, Player, Seat
from tables.selectors.tables import seat_name


def names(match: Match) -> Callable[[int, int], str]:
    """A function from (seat, seq) to the name of whoever held the seat after event `seq`. One query."""
    rows: dict[int, list[Occupancy]] = defaultdict(list)
    for row in match.occupancies.order_by("number"):
        rows[row.seat].append(row)
    starts = {seat: [row.from_seq for row in held] for seat, held in rows.items()}

    def name(seat: int, seq: int) -> str:
        place = max(0, bisect_right(starts[seat], seq) - 1)
        return occupant_name(rows[seat][place])

    return name


def occupant_name(row: Occupancy) -> str:
    """The name shown then, in the current language for CPU players."""
    return seat_name(Seat(index=row.seat, name=row.name, level=row.level))


def last_seat(match: Match, player: Player) -> int | None:
    """The seat that the person held when the match ended, if any."""
    last: dict[int, Occupancy] = {}
    for row in match.occupancies.order_by("number"):
        last[row.seat] = row
    mine = {player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)}
    return next((seat for seat, row in sorted(last.items()) if row.player_id in mine), None)
