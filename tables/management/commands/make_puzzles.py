"""Makes positions of the daily puzzle ahead of time (T16)."""

from __future__ import annotations

import datetime as dt
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import registry
from tables.selectors import puzzle as selectors
from tables.services import puzzle
from tables.services.errors import Refused

MOST = 1000


class Command(BaseCommand):
    """Days that have a position already keep it, so the command may be repeated."""

    help = "Make the positions of the daily puzzle from a date on; days that have one keep it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From when, and how many days."""
        parser.add_argument("--from", dest="first", type=dt.date.fromisoformat, help="first day, YYYY-MM-DD; today if not given")
        parser.add_argument("--days", type=int, default=7, help=f"how many days, 1 to {MOST}; 7 if not given")

    def handle(self, *args: Any, first: dt.date | None, days: int, **options: Any) -> None:
        """Make them one after another. Raises CommandError at the first that can't be made."""
        game = registry.puzzling()
        if game is None:
            raise CommandError("no game brings a puzzle")
        if not 1 <= days <= MOST:
            raise CommandError(f"--days must be 1 to {MOST}")
        start = first or selectors.today(timezone.now())
        made = 0
        for day in (start + selectors.ONE_DAY * step for step in range(days)):
            if selectors.stored(game.slug, day) is None:
                try:
                    puzzle.make(game, day)
                except Refused as refused:
                    raise CommandError(f"{day}: {refused.sentence}") from refused
                made += 1
        self.stdout.write(f"{made} positions made, {days - made} were there")
