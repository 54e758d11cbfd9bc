"""The daily puzzle: a position for each calendar day, made once; the first move a person sends counts (T15-T17)."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from games import registry
from games.contract import Game, Illegal, Json, Malformed, Puzzle
from tables import dice, thinking
from tables.models import Player, PuzzleDay, PuzzleResult
from tables.selectors import puzzle as selectors
from tables.services import jobs
from tables.services.errors import Refused
from tables.services.sentences import refusal, unreadable

log = logging.getLogger("tapete.puzzle")

PATIENCE = 60.0
"""Seconds after which the making of a position is given up."""


AGAIN = dt.timedelta(minutes=10)
"""The wait after a position that could not be made."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a move. result: what counts. first: it is this very move, now or by an earlier press."""

    result: PuzzleResult
    first: bool


# ---- positions --------------------------------------------------------------------------------------------------------------


def no_day(sentence: str) -> Refused:
    """A day that nobody may see."""
    return Refused("no-day", sentence)


def day_of(game: Game, day: dt.date) -> PuzzleDay:
    """The position of a day (T16). Not for tomorrow, also when its position is there already. Nobody's request makes one: the worker does.

    Raises `Refused` ("no-day" for the future and for days before the first puzzle; "making" while there is none yet).
    """
    today = selectors.today(timezone.now())
    if day > today:
        raise no_day(_("Ese puzzle todavía no ha salido: cada día sale uno, a medianoche."))
    found = selectors.stored(game.slug, day)
    if found:
        return found
    first = selectors.first_day(game.slug) or today
    if day < min(first, today):
        raise no_day(_("Ese día aún no había puzzle."))
    order(day)
    raise Refused("making", _("Estamos preparando el puzzle de ese día."))


def order(day: dt.date, *, after: dt.timedelta = dt.timedelta()) -> None:
    """Have the worker make the position of a day, unless it is about to."""
    key = f"puzzle-{day}"
    if not jobs.under_way(key):
        jobs.defer_once("puzzle", key=key, at=timezone.now() + after if after else None, day=day.isoformat())


def make(game: Game, day: dt.date) -> PuzzleDay:
    """The position of any day. Takes seconds, so never in a request nor in a transaction; two at once are prevented by the job's lock,
    and where a command makes it meanwhile, the first one written counts (T16). Raises `Refused` ("no-puzzle").
    """
    found = selectors.stored(game.slug, day)
    return found or _create(game, day)


def _create(game: Game, day: dt.date) -> PuzzleDay:
    version = max(game.puzzles)
    puzzle = game.puzzles[version]
    try:
        made = thinking.apart(puzzle.make, dice.seed(), PATIENCE)
        if puzzle.judge(made.position, made.best).points != made.maximum:
            raise thinking.Failed("wrong", "the best move does not make the maximum")
    except (thinking.Failed, Illegal) as error:
        log.error("the puzzle of %s could not be made: %s", day, error)
        raise Refused("no-puzzle", _("El puzzle de ese día no está listo. Prueba dentro de un momento.")) from error
    kept = {"version": version, "position": made.position, "maximum": made.maximum, "best": made.best}
    return PuzzleDay.objects.get_or_create(slug=game.slug, day=day, defaults=kept)[0]


def prepare() -> None:
    """See that today's and tomorrow's positions are there, or will be."""
    game = registry.puzzling()
    if game:
        today = selectors.today(timezone.now())
        for day in (today, today + selectors.ONE_DAY):
            if not selectors.stored(game.slug, day):
                order(day)


def fulfil(day: dt.date) -> None:
    """Make the position of a day that was ordered. What fails is tried again later, however many ask meanwhile."""
    game = registry.puzzling()
    if game is None:
        return
    try:
        make(game, day)
    except Refused:
        order(day, after=AGAIN)


def judging(day: PuzzleDay) -> tuple[Game, Puzzle]:
    """The game and the version of its puzzle that made the position. Raises `Refused` ("no-puzzle") when they are gone."""
    try:
        game = registry.get(day.slug)
        return game, game.puzzles[day.version]
    except KeyError:
        raise Refused("no-puzzle", _("Este puzzle ya no se puede jugar.")) from None


# ---- sending ----------------------------------------------------------------------------------------------------------------


def send(player: Player, *, day: PuzzleDay, value: Json) -> Sent:
    """Send a move for a day. Only the first one a person sends counts; a further one gets that result.

    What comes after the day's midnight counts for that day all the same, out of the ranking (T15).
    Raises `Refused` ("malformed", "illegal" with the rules' own sentence, "no-puzzle").
    """
    earlier = selectors.result_of(day, player)
    if earlier:
        return Sent(earlier, earlier.move == value)
    game, puzzle = judging(day)
    try:
        judged = puzzle.judge(day.position, value)
    except Malformed as error:
        raise unreadable(game, error) from error
    except Illegal as error:
        raise Refused("illegal", refusal(game, error, ())) from error
    now = timezone.now()
    ranked = day.day == selectors.today(now)
    kept = {"move": judged.move, "points": judged.points, "ranked": ranked, "at": now}
    # Two presses at once meet at the constraint, and the second gets the first one's row.
    result, created = PuzzleResult.objects.get_or_create(day=day, player=player, defaults=kept)
    return Sent(result, created or result.move == judged.move)


def hand_over(guest: Player, account: Player) -> None:
    """A guest's results go to the account; where both have one for a day, the earlier stays. Inside the caller's transaction."""
    for result in PuzzleResult.objects.select_for_update().filter(player=guest):
        other = PuzzleResult.objects.filter(player=account, day=result.day_id).first()
        if other and (other.at, other.pk) < (result.at, result.pk):
            result.delete()
            continue
        if other:
            other.delete()
        result.player = account
        result.save(update_fields=["player"])
