"""Crazy Eights (*Ochos locos*): match the top card, name a suit with an eight, get rid of your cards. Rules: `rules_v1`."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Game
from games.crazy_eights import texts
from games.crazy_eights.cpu import choose
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.screen import SCREEN, STATUS
from games.crazy_eights.state import SEATS

GAME: Final = Game(
    slug="crazy-eights",
    title=N_("Ochos locos"),
    tagline=N_("Palo con palo, número con número, y el ocho manda."),
    crowd=N_("De dos a siete"),
    seats=SEATS,
    default_seats=4,
    quick_seats=4,
    choices=texts.CHOICES,
    versions={1: RULES},
    screen=SCREEN,
    choose=choose,
    samples={"easy": 0, "normal": 0, "hard": 40},
    lines={**texts.LINES, **texts.TO_YOU, **STATUS},
    refusals=texts.REFUSALS,
    reasons=texts.REASONS,
    clock="3d",
    icon=("8h", "qs", "2d"),
    decks=True,
)
