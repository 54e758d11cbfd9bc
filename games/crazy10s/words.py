"""Tiles and lines as they stand inside a sentence."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Token
from games.crazy10s.board import STAR, Tile
from games.crazy10s.views import ScoredLine

TILE_NAMES: Final = {
    "0": N_("cero"), "1": N_("uno"), "2": N_("dos"), "3": N_("tres"), "4": N_("cuatro"), "5": N_("cinco"), "6": N_("seis"),
    "7": N_("siete"), "8": N_("ocho"), "9": N_("nueve"), STAR: N_("comodín"),
}  # fmt: skip


def tile_token(tile: Tile) -> Token:
    """The tile as it stands inside a sentence."""
    return Token("★" if tile == STAR else tile, TILE_NAMES[tile])


def line_words(line: ScoredLine) -> dict[str, object]:
    """A line as parameters of a sentence: its ends, its values added up, and the sum."""
    return {"ends": f"{line.cells[0].name}–{line.cells[-1].name}", "values": " + ".join(map(str, line.values)), "sum": line.sum}
