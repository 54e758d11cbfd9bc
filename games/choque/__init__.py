"""Choque de Colores: match colour, number or symbol at three tables with bombs, shields, or cards of two faces. Rules: `rules_v1`."""

from __future__ import annotations

from typing import Final

from games.choque import texts
from games.choque.cpu import choose
from games.choque.rules_v1 import RULES, SEATS
from games.choque.screen import SCREEN, STATUS
from games.contract import N_, Game

GAME: Final = Game(
    slug="choque",
    title=N_("Choque de Colores"),
    tagline=N_("Color con color, y ojo con la mecha: tres mesas muy distintas."),
    crowd=N_("De dos a seis"),
    seats=SEATS,
    default_seats=4,
    quick_seats=3,
    choices=texts.CHOICES,
    versions={1: RULES},
    screen=SCREEN,
    choose=choose,
    samples={"easy": 0, "normal": 0, "hard": 0},
    lines={**texts.LINES, **texts.TO_YOU, **STATUS},
    refusals=texts.REFUSALS,
    reasons=texts.REASONS,
    clock="30s",
    guest_seats=4,
    icon=("u7t", "ubc", "uhx"),
)
