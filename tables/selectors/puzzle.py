"""The daily puzzle's calendar and tallies. The day is the server's, in the one zone of the setting ``DAILY_TIME_ZONE`` (T15)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Min, Q

from tables.models import Player, PuzzleDay, PuzzleResult

ONE_DAY = dt.timedelta(days=1)


# ---- the calendar -----------------------------------------------------------------------------------------------------------


def zone() -> ZoneInfo:
    """The zone whose calendar counts."""
    return ZoneInfo(settings.DAILY_TIME_ZONE)


def today(now: dt.datetime) -> dt.date:
    """The puzzle's day at a moment."""
    return now.astimezone(zone()).date()


def end_of(day: dt.date) -> dt.datetime:
    """The moment at which a day ends, in UTC: 23, 24 or 25 hours after it began."""
    return dt.datetime.combine(day + ONE_DAY, dt.time(), zone()).astimezone(dt.UTC)


def first_day(slug: str) -> dt.date | None:
    """The oldest day that was ever made, None when none was."""
    found: dt.date | None = PuzzleDay.objects.filter(slug=slug).aggregate(first=Min("day"))["first"]
    return found


# ---- results ----------------------------------------------------------------------------------------------------------------


def stored(slug: str, day: dt.date) -> PuzzleDay | None:
    """The position of a day, None when it was never made."""
    return PuzzleDay.objects.filter(slug=slug, day=day).first()


def result_of(day: PuzzleDay, player: Player | None) -> PuzzleResult | None:
    """What a person has sent for a day, None when they have not, or are nobody yet."""
    return PuzzleResult.objects.filter(day=day, player=player).first() if player else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A ranked result among all that were sent on that day. senders: how many, this one included.

    better: it has more points than so many percent of the others, rounded down; None where there are no others.
    """

    better: int | None
    senders: int


def standing(result: PuzzleResult) -> Standing | None:
    """Where a result stands among its day's ranked ones; None for a late one, which is out of the ranking (T15)."""
    if not result.ranked:
        return None
    others = PuzzleResult.objects.filter(day=result.day_id, ranked=True).exclude(pk=result.pk)
    tally = others.aggregate(all=Count("pk"), below=Count("pk", filter=Q(points__lt=result.points)))
    return Standing(tally["below"] * 100 // tally["all"] if tally["all"] else None, tally["all"] + 1)


def sent(day: PuzzleDay) -> int:
    """How many results a day has that were sent on it."""
    return PuzzleResult.objects.filter(day=day, ranked=True).count()


def streak(player: Player | None, slug: str, now_on: dt.date) -> int:
    """How many days in a row, up to today, the person has sent on the day itself. A day that still runs does not break it."""
    if player is None:
        return 0
    days = PuzzleResult.objects.filter(player=player, day__slug=slug, ranked=True).order_by("-day__day").values_list("day__day", flat=True)
    count, expected = 0, now_on
    for day in days.iterator(chunk_size=100):
        if day == now_on - ONE_DAY and count == 0:
            expected = day
        if day != expected:
            break
        count, expected = count + 1, expected - ONE_DAY
    return count


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar. percent: of the maximum, of the person's own result; None where they have none."""

    day: dt.date
    percent: int | None


def percent(result: PuzzleResult) -> int:
    """A result in percent of its day's maximum, rounded down, so that only the maximum itself is 100."""
    return result.points * 100 // result.day.maximum


def month(player: Player | None, slug: str, first: dt.date, last: dt.date) -> list[Cell]:
    """The days from first to last."""
    own = PuzzleResult.objects.none()
    if player:
        own = PuzzleResult.objects.filter(player=player, day__slug=slug, day__day__range=(first, last)).select_related("day")
    percents = {result.day.day: percent(result) for result in own}
    days = [first + ONE_DAY * step for step in range((last - first).days + 1)]
    return [Cell(day, percents.get(day)) for day in days]
