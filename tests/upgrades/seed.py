"""What a dump for the upgrade tests holds: for every game one match under way, one that is over, one that everybody left.

Made by the services that people use, at one frozen moment. Whatever a later schema adds is sown here before its own dump is made.
"""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

from games import registry
from games.contract import Game
from tables.models import Match, NoticeSent, Player, Pulse, Table, Watching
from tables.selectors import puzzle as puzzles, states
from tables.services import absence, puzzle, rematch, social
from tests import factories as make
from tests.jobs import run_due_jobs

MOMENT = dt.datetime(2026, 11, 29, 18, 0, tzinfo=dt.UTC)
"""When everything in a dump happened."""

NAMES = ("Ana", "Luis", "Eva", "Leo", "Rita", "Iker")
BEGUN = 12
"""Events after which a match counts as under way."""


def sow() -> None:
    """Fill an empty database."""
    berta = make.account("Berta", "berta@example.org", mail_notices="delay", deck="nocturna")
    for game in registry.all_games():
        _under_way(game, berta)
        _finished(game, berta)
        _voided(game, berta)
        make.opened(make.people("Marta")[0], ("easy",) * (game.default_seats - 2) + ("person",), slug=game.slug, visibility="public")
    Pulse.objects.create(pk=1, at=timezone.now())
    _puzzle(berta)


def _puzzle(berta: Player) -> None:
    """Three days of the puzzle, and the results of an account and of a guest."""
    game = registry.puzzling()
    if game is None:
        return
    today = puzzles.today(timezone.now())
    for back in range(3):
        day = puzzle.make(game, today - puzzles.ONE_DAY * back)
        for player in (berta, make.people("Nuria")[0]):
            puzzle.send(player, day=day, value=day.best)


def _seated(game: Game, berta: Player) -> Table:
    return make.gathered([berta, *make.people(*NAMES[: game.default_seats - 1])], slug=game.slug, clock="3d")


def _under_way(game: Game, berta: Player) -> None:
    """With chat, a seat played on by a CPU player, an open page and a notice that went out."""
    match = make.play(make.started(_seated(game, berta)), until=lambda match: match.seq >= BEGUN)
    social.say(match.table, player=berta, text="¿Quién reparte? <3", token="palabra")
    absence.abandon(match.table, player=make.holder(match, game.default_seats - 1))
    run_due_jobs()
    match.refresh_from_db()
    Watching.objects.create(table=match.table, player=berta, channel=f"specific.{match.pk}")
    NoticeSent.objects.create(match=match, player=berta, channel="mail", turn=match.turn)


def _finished(game: Game, berta: Player) -> None:
    """With every remark that can be made, and two yeses to the next match."""
    match = make.play_out(make.started(_seated(game, berta)))
    result = states.result_of(match)
    assert result
    for seat in range(game.default_seats):
        for remark in game.remarks(result, seat)[:1]:
            social.remark(match, player=make.holder(match, seat), key=remark.key)
    for seat in (0, 1):
        rematch.answer(match.table, player=make.holder(match, seat), yes=True)


def _voided(game: Game, berta: Player) -> None:
    match: Match = make.started(_seated(game, berta))
    for seat in match.table.seats.order_by("index"):
        assert seat.player
        absence.abandon(match.table, player=seat.player)
