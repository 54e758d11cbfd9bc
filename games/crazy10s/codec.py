"""Moves as plain JSON and back. Whatever is not exactly one of these forms is refused as malformed.

{"play": [[7, 7, "4", 4], [7, 8, "*", 6]]}    {"pass": true}    {"swap": ["0", "5", "*"]}

A placement is row and column from 0, the tile, and its digit; a wild's may not be missing.
"""

from __future__ import annotations

from typing import Final

from games.contract import Json, Malformed
from games.crazy10s.board import RACK, STAR, TILES, Tile
from games.crazy10s.views import Move, Pass, Placement, Play, Swap, play_of, swap_of

FAR: Final = 1000
"""No board reaches so far; a larger coordinate is nonsense."""


def encode(move: Move) -> Json:
    """The move as JSON."""
    match move:
        case Play(placements):
            return {"play": [list(each) for each in placements]}
        case Pass():
            return {"pass": True}
        case Swap(tiles):
            return {"swap": list(tiles)}


def _tile(raw: Json) -> Tile:
    if not isinstance(raw, str) or raw not in TILES:
        raise Malformed()
    return raw


def _coordinate(raw: Json) -> int:
    # bool is an int to Python, but not to whoever reads the history.
    if type(raw) is not int or not -FAR < raw < FAR:
        raise Malformed()
    return raw


def _placement(raw: Json) -> Placement:
    if not isinstance(raw, list) or not 3 <= len(raw) <= 4:
        raise Malformed()
    row, col, tile, value = _coordinate(raw[0]), _coordinate(raw[1]), _tile(raw[2]), raw[3] if len(raw) == 4 else None
    if tile == STAR and value is None:
        raise Malformed("wild-without-digit")
    if type(value) is not int or not 0 <= value <= 9 or (tile != STAR and value != int(tile)):
        raise Malformed()
    return Placement(row, col, tile, value)


def _listed(raw: Json, empty: str) -> list[Json]:
    """At most as many things as a rack has tiles; none at all is refused by name."""
    if not isinstance(raw, list) or len(raw) > RACK:
        raise Malformed()
    if not raw:
        raise Malformed(empty)
    return raw


def decode(raw: Json) -> Move:
    """The move back from its JSON. Raises `Malformed` for anything else; a wild without a digit is named (T22)."""
    match raw:
        case {"play": placements, **rest} if not rest:
            return play_of([_placement(each) for each in _listed(placements, "nothing-laid")])
        case {"pass": True, **rest} if not rest:
            return Pass()
        case {"swap": tiles, **rest} if not rest:
            return swap_of([_tile(each) for each in _listed(tiles, "nothing-swapped")])
    raise Malformed()
