"""A table at which drawing brings a card that fits: the rules then give six seconds of their own (C7), inside the turn's clock (C3)."""

from __future__ import annotations

from typing import Any

from games.choque.variants import VARIANTS
from games.choque.views import Draw, PlayCard
from tables.models import Match, Player
from tables.services.play import Outcome, play_move
from tests import factories as make
from tests.games.choque.tables import Box, order_of
from tests.jobs import committing

SLUG = "choque"
DRAW, DRAWN = Draw(), PlayCard("7A")
"""What the first seat does at the start, and the card that comes up then."""


def dealt(persons: list[Player], *, clock: str, host: str = "1T 2T 3T 1C 2C 3C 4V", stock: str = "7A 8A 9A 6A") -> Match:
    """A match of two at *Clásica*: the host begins on an amber five; with the hand as it stands here nothing goes, so it has to draw."""
    box = Box(VARIANTS["clasica"])
    hands = box.cards(host, "6T 7T 8T 6C 7C 8C 9V")
    table = make.opened(persons[0], ("person",), clock=clock, slug=SLUG)
    make.lobby.sit(table, player=persons[1])
    make.stack(table, [(0, 1), order_of(box.variant, 2, 0, hands, [card for line in box.cards("5A", stock) for card in line])])
    return make.started(table)


def act(match: Match, move: Any, *, seq: int | None = None) -> Outcome:
    """The host's move, on the present board unless an older one is named."""
    match.refresh_from_db()
    with committing():
        return play_move(match.pk, player=make.holder(match, 0), seq=match.seq if seq is None else seq, raw=make.text_of(match, move))


RESTS = {
    259_195: "3 d",
    216_000: "3 d",
    172_800: "2 d",
    172_700: "48 h",
    86_395: "24 h",
    7200: "2 h",
    3597: "60 min",
    90: "2 min",
    62: "1 min",
    45: "45 s",
}
"""How the rest of a turn is told, by its seconds: rounded, and never a whole unit less than there is."""
