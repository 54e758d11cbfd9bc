"""Tables, people and matches for tests, made by the services that people use.

ana, luis, eva, leo = people("Ana", "Luis", "Eva", "Leo")
match = started(gathered([ana, luis, eva, leo]))
play(match, until=lambda match: match.seq > 20)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from games import registry
from games.contract import NeedMove
from games.kit.cards import SUITS
from games.sueca.state import DECK
from tables import dice
from tables.models import Match, Player, Seat, Table
from tables.selectors import states
from tables.services import lobby, people as people_service
from tables.services.play import Outcome, play_move
from tests import stacked
from tests.jobs import committing

SLUG = "sueca"


def people(*names: str) -> list[Player]:
    """Guests of those names."""
    return [people_service.make_guest(name) for name in names]


def account(name: str, email: str, *, confirmed: bool = True, **extra: Any) -> Player:
    """Somebody with an account, whose address is confirmed or not."""
    from allauth.account.models import EmailAddress

    player = Player.objects.create_user(email, "una-clave-larga", name=name, **extra)
    EmailAddress.objects.create(user=player, email=email, verified=confirmed, primary=True)
    return player


def opened(host: Player, seats: Sequence[str] = ("person",) * 3, *, clock: str = "none", slug: str = SLUG, **options: str) -> Table:
    """A table with the host on seat 0; options: rule choices that differ from the defaults."""
    visibility = options.pop("visibility", "link")
    return lobby.open_table(host, slug=slug, options=options, clock=clock, visibility=visibility, seats=list(seats))


def gathered(persons: Sequence[Player], **more: Any) -> Table:
    """A table at which all of them sit in that order, the first as host."""
    chairs = max(len(persons), registry.get(more.get("slug", SLUG)).default_seats)
    table = opened(persons[0], ("person",) * (chairs - 1), **more)
    for player in persons[1:]:
        lobby.sit(table, player=player)
    return table


def stack(table: Table, orders: Sequence[Sequence[int]], code: str = "") -> None:
    """Have the shuffles of the table's next match come out as given (see `tests.stacked`), and all other chance as that deal code says."""
    table.deal_code = code or dice.deal_code()
    table.save(update_fields=["deal_code"])
    stacked.lay_down(table.deal_code, orders)


def sueca_deal(hands: Sequence[Sequence[str]], dealer: int = 0) -> list[int]:
    """The shuffle that gives seats 0 to 3 these ten cards each; the dealer's last is the trump."""
    order = [card for step in range(1, 5) for card in hands[(dealer + step) % 4]]
    return [DECK.index(card) for card in order]


CAPOTE = sueca_deal([[card for card in DECK if card[1] == suit] for suit in SUITS])
"""A first deal that ends the match in one round: seat 0 holds every trump, so seats 0 and 2 take all tricks (S17)."""


def one_round(table: Table, partner: int | None = 2) -> Match:
    """The table's next match, begun with the deal that ends it in one round."""
    stack(table, [CAPOTE])
    return started(table, partner)


def started(table: Table, partner: int | None = 2) -> Match:
    """The table's next match, begun by the host."""
    assert table.host
    table.refresh_from_db()
    return lobby.start(table, host=table.host, partner=partner if registry.get(table.slug).partners else None)


def holder(match: Match, seat: int) -> Player:
    """The person in a seat."""
    player = Seat.objects.get(table=match.table_id, index=seat).player
    assert player
    return player


def waiting(match: Match) -> tuple[states.Course, int]:
    """How the match stands, and the first seat that it waits for."""
    match.refresh_from_db()
    course = states.current(match)
    assert isinstance(course.awaits, NeedMove)
    return course, course.awaits.groups[0][0]


def text_of(match: Match, move: Any) -> str:
    """A move as a form's button carries it."""
    return json.dumps(states.rules_of(match).encode(move))


def fallback(match: Match) -> tuple[int, int, str]:
    """A legal move of the awaited seat: seat, seq, and the move's text."""
    course, seat = waiting(match)
    return seat, course.seq, text_of(match, states.rules_of(match).fallback(course.state, seat))


def play_one(match: Match, *, token: str = "") -> Outcome:
    """The awaited person plays the plainest legal move."""
    seat, seq, raw = fallback(match)
    with committing():
        return play_move(match.pk, player=holder(match, seat), seq=seq, raw=raw, token=token)


def play(match: Match, *, until: Callable[[Match], bool], most: int = 3000) -> Match:
    """Persons play plain legal moves until the condition holds, or the match is over."""
    for _ in range(most):
        match.refresh_from_db()
        if match.status != "running" or until(match):
            return match
        assert play_one(match).status == "done"
    raise AssertionError("the match does not get there")


def play_out(match: Match) -> Match:
    """Persons play plain legal moves to the end."""
    return play(match, until=lambda match: False)
