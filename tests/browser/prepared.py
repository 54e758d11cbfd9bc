"""Matches of which every card is known beforehand: the playthroughs of the rules, played by services or by hand at the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import Played, Shuffled
from games.sueca.rules_v1 import RULES
from games.sueca.views import NextRound, PlayCard
from tables.models import Match, Player
from tables.services.play import play_move
from tests import factories
from tests.browser.helpers import aside
from tests.browser.people import Person
from tests.games.sueca.playthrough import SCRIPT


class Prepared:
    """A match of four people who will do what is written. moves: what is still to come, as (seat, move)."""

    def __init__(self, orders: Sequence[Sequence[int]], moves: Sequence[tuple[int, Any]], **how: Any) -> None:
        self.moves = list(moves)
        self.people: list[Player] = []
        self.match: Match = aside(lambda: self._start(orders, how))

    def _start(self, orders: Sequence[Sequence[int]], how: dict[str, Any]) -> Match:
        self.people = factories.people("Ana", "Luis", "Eva", "Leo")
        table = factories.gathered(self.people, **how)
        factories.stack(table, orders)
        return factories.started(table)

    def forward(self, moves: int) -> Prepared:
        """Have the next moves made without a page."""
        for _ in range(moves):
            seat, move = self.moves.pop(0)
            aside(lambda seat=seat, move=move: self._make(seat, move))
        self.match.refresh_from_db()
        return self

    def _make(self, seat: int, move: Any) -> None:
        self.match.refresh_from_db()
        raw = factories.text_of(self.match, move)
        outcome = play_move(self.match.pk, player=self.people[seat], seq=self.match.seq, raw=raw, token="")
        assert outcome.status == "done", outcome

    def rest(self, left: int) -> Prepared:
        """Make all moves without a page but the last ones of the round: so many cards are left to be laid by hand."""
        ends = [k for k, (_seat, move) in enumerate(self.moves) if isinstance(move, NextRound)]
        return self.forward((ends[0] if ends else len(self.moves)) - left)

    def by_hand(self, persons: Sequence[Person]) -> None:
        """Lay the cards that come before the end of the round, each at the page of its player."""
        while self.moves and isinstance(self.moves[0][1], PlayCard):
            seat, move = self.moves.pop(0)
            persons[seat].play(move.card)
        self.match.refresh_from_db()


def golden(name: str) -> Prepared:
    """A playthrough of the rules' tests as a match, begun and not yet played."""
    options: dict[str, str] = {}
    orders, moves, state = [], [], None
    for line in SCRIPT.lines(name):
        if not line or line.startswith(("  ", "#", "refuse ")):
            continue
        if line.startswith("options "):
            options = dict(zip(("count", "revoke"), line.split()[1:], strict=True))
            state = RULES.start(["person"] * 4, options)
            continue
        steps = list(SCRIPT.events(line, state))
        state = steps[-1][-1]
        for event, *_ in steps:
            if isinstance(event, Shuffled):
                orders.append(event.order)
            elif isinstance(event, Played):
                moves.append((event.seat, event.move))
    return Prepared(orders, moves, **options)
