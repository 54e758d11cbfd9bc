"""The three tables of Choque de Colores, side by side: which cards they are played with, and what answers what.

Everything else follows from that: there is a fuse where there are bombs, there are tokens where there are shields, and the table can
turn over where the cards have two faces. What each card does is the same wherever it occurs (`turns_v1.EFFECTS`).

                      Clásica (C9)      Asedio (C17, C18)          Día y Noche (C19): by day      by night
    numbers           76                76                         76                             76
    of their own      8 +2, 4 Bomba     8 +2, 4 Escudo             8 +1, 8 Saltar                 8 +5, 8 Todos pasan
    in common         8 Saltar, 8 Reversa                          8 Reversa, 4 Media vuelta, 4 Reloj de medianoche
    wild              4 Comodín, 4 Comodín +4                      4 Comodín                      4 Caza de color
    answers to        +2: +2            +2: +2, +4, Escudo         +1: +1                         +5: +5
                      +4: nothing       +4: +4, Escudo
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.choque.faces import (
    BOMB,
    DAY,
    DRAW_FIVE,
    DRAW_FOUR,
    DRAW_ONE,
    DRAW_TWO,
    EVERYBODY,
    HUNT,
    MIDNIGHT,
    NIGHT,
    NO_COLOUR,
    REVERSE,
    SHIELD,
    SKIP,
    TURN_OVER,
    WILD,
    Face,
)
from games.kit.colours import NUMBERS

CARDS: Final = 112
WILDS_OF_A_KIND: Final = 4


@dataclass(frozen=True)
class Side:
    """One side of the cards. coloured: the traits of one colour, as often as they occur, besides the numbers. wild: kinds of four each."""

    colours: str
    coloured: str
    wild: str

    @cached_property
    def deck(self) -> tuple[Face, ...]:
        """All 112 faces, by colour, equal ones together; a card holds its place here."""
        numbers = "".join(sorted("0" + NUMBERS[1:] * 2))
        plain = [trait + colour for colour in self.colours for trait in numbers + self.coloured]
        return (*plain, *(trait + NO_COLOUR for trait in self.wild for _ in range(WILDS_OF_A_KIND)))


@dataclass(frozen=True)
class Variant:
    """A table. sides: one, or day and night. answers: what may be played on the last card of a pending pile (C11, C17, C18, C23)."""

    key: str
    sides: tuple[Side, ...]
    answers: Mapping[str, str]


CLASICA: Final = Variant(
    "clasica",
    sides=(Side(DAY, coloured=SKIP * 2 + REVERSE * 2 + DRAW_TWO * 2 + BOMB, wild=WILD + DRAW_FOUR),),
    answers={DRAW_TWO: DRAW_TWO, DRAW_FOUR: ""},
)
ASEDIO: Final = Variant(
    "asedio",
    sides=(Side(DAY, coloured=SKIP * 2 + REVERSE * 2 + DRAW_TWO * 2 + SHIELD, wild=WILD + DRAW_FOUR),),
    answers={DRAW_TWO: DRAW_TWO + DRAW_FOUR + SHIELD, DRAW_FOUR: DRAW_FOUR + SHIELD},
)
DIA_Y_NOCHE: Final = Variant(
    "dia-y-noche",
    sides=(
        Side(DAY, coloured=SKIP * 2 + REVERSE * 2 + DRAW_ONE * 2 + TURN_OVER + MIDNIGHT, wild=WILD),
        Side(NIGHT, coloured=EVERYBODY * 2 + REVERSE * 2 + DRAW_FIVE * 2 + TURN_OVER + MIDNIGHT, wild=HUNT),
    ),
    answers={DRAW_ONE: DRAW_ONE, DRAW_FIVE: DRAW_FIVE},
)
VARIANTS: Final[Mapping[str, Variant]] = {variant.key: variant for variant in (CLASICA, ASEDIO, DIA_Y_NOCHE)}
