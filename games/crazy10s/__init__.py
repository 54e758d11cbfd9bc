"""Crazy10s: numbered tiles on a shared board, every line totals ten. Rules: `rules_v1`."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Game
from games.crazy10s import texts
from games.crazy10s.cpu import choose
from games.crazy10s.drafts import compose, draft
from games.crazy10s.puzzle import PUZZLE
from games.crazy10s.rules_v1 import RULES
from games.crazy10s.screen import SCREEN, STATUS
from games.crazy10s.state import SEATS

GAME: Final = Game(
    slug="crazy10s",
    title=N_("Crazy10s"),
    tagline=N_("Fichas con números: cada línea suma diez."),
    crowd=N_("Dos"),
    seats=SEATS,
    default_seats=2,
    quick_seats=2,
    choices=texts.CHOICES,
    versions={1: RULES},
    screen=SCREEN,
    choose=choose,
    samples={"easy": 0, "normal": 0, "hard": 4},
    lines={**texts.LINES, **texts.TO_YOU, **STATUS},
    refusals=texts.REFUSALS,
    reasons=texts.REASONS,
    clock="3d",
    icon=("t4", "tstar", "t6"),
    draft=draft,
    compose=compose,
    puzzles={1: PUZZLE},
)
