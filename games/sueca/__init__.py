"""Sueca: four at the table, two pairs, a trump in sight. Rules: `rules_v1`."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Game
from games.sueca import texts
from games.sueca.cpu import choose
from games.sueca.rules_v1 import RULES
from games.sueca.screen import SCREEN, STATUS

GAME: Final = Game(
    slug="sueca",
    title=N_("Sueca"),
    tagline=N_("La baza, el triunfo a la vista y la cruz de bolitas."),
    crowd=N_("Cuatro, en parejas"),
    seats=(4,),
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
    partners=True,
    clockwise=False,
    icon=("ks", "7h", "ah"),
    decks=True,
    remarks=texts.remarks,
    honours=texts.honours,
)
