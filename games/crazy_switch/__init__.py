"""Crazy Switch: match colour, number or kind, hit the next player with what is not a number. Rules: `rules_v1`."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Game
from games.crazy_switch import texts
from games.crazy_switch.cpu import choose
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.screen import SCREEN, STATUS
from games.crazy_switch.state import SEATS

GAME: Final = Game(
    slug="crazy-switch",
    title=N_("Crazy Switch"),
    tagline=N_("Color con color, número con número, y cuidado con el siguiente."),
    crowd=N_("Cuatro"),
    seats=(SEATS,),
    default_seats=SEATS,
    quick_seats=SEATS,
    choices=texts.CHOICES,
    versions={1: RULES},
    screen=SCREEN,
    choose=choose,
    samples={"easy": 0, "normal": 0, "hard": 0},
    lines={**texts.LINES, **texts.TO_YOU, **STATUS},
    refusals=texts.REFUSALS,
    reasons=texts.REASONS,
    clock="3d",
    open_code=lambda seats: seats.count("person") == 1,
    icon=("u7a", "ust", "uwx"),
)
