"""Moves as plain JSON and back. Whatever is not exactly one of these forms is refused as malformed.

{"do": "play", "card": "7A"}    {"do": "play", "card": "WX", "colour": "T"}    {"do": "colour", "colour": "L"}
{"do": "draw"}    {"do": "keep"}    {"do": "pass"}

A key that says nothing is left out: ``"colour": null`` is no form of a move.
"""

from __future__ import annotations

from typing import Final

from games.choque.faces import COLOUR_NAMES, WORTH
from games.choque.views import Draw, Keep, Move, NameColour, Pass, PlayCard
from games.contract import Json, Malformed

PLAIN: Final[dict[str, Move]] = {"draw": Draw(), "keep": Keep(), "pass": Pass()}
KEYS: Final = {"play": frozenset({"do", "card", "colour"}), "colour": frozenset({"do", "colour"})}


def encode(move: Move) -> Json:
    """The move as JSON."""
    match move:
        case PlayCard(face, None):
            return {"do": "play", "card": face}
        case PlayCard(face, colour):
            return {"do": "play", "card": face, "colour": colour}
        case NameColour(colour):
            return {"do": "colour", "colour": colour}
    return {"do": next(name for name, plain in PLAIN.items() if plain == move)}


def _colour(raw: Json) -> str:
    """A colour of one of the sides; the rules know which side is in play."""
    if not isinstance(raw, str) or raw not in COLOUR_NAMES:
        raise Malformed("colour-unknown")
    return raw


def decode(raw: Json) -> Move:
    """The move back from its JSON. Raises `Malformed` for anything else; with an unknown colour it says so."""
    if not isinstance(raw, dict):
        raise Malformed()
    act = raw.get("do")
    if not isinstance(act, str):
        raise Malformed()
    if act in PLAIN and len(raw) == 1:
        return PLAIN[act]
    if act not in KEYS or not KEYS[act].issuperset(raw):
        raise Malformed()
    if act == "colour":
        return NameColour(_colour(raw.get("colour")))
    face = raw.get("card")
    if not isinstance(face, str) or face not in WORTH:
        raise Malformed()
    return PlayCard(face, _colour(raw["colour"]) if "colour" in raw else None)
