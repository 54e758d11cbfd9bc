"""Moves as plain JSON and back. Whatever is not exactly one of these forms is refused as malformed.

{"do": "play", "card": "7A"}    {"do": "play", "card": "WX", "colour": "T"}    {"do": "play", "card": "7A", "call": true}
{"do": "draw"}    {"do": "pass"}

A key that says nothing is left out: ``"call": false`` and ``"colour": null`` are no forms of a move.
"""

from __future__ import annotations

from typing import Final

from games.contract import Json, Malformed
from games.crazy_switch.cards import WORTH
from games.crazy_switch.views import Draw, Move, Pass, PlayCard
from games.kit.colours import COLOURS

PLAY_KEYS: Final = frozenset({"do", "card", "colour", "call"})


def encode(move: Move) -> Json:
    """The move as JSON."""
    match move:
        case PlayCard(card, colour, call):
            told: dict[str, Json] = {"do": "play", "card": card}
            if colour is not None:
                told["colour"] = colour
            if call:
                told["call"] = True
            return told
        case Draw():
            return {"do": "draw"}
        case Pass():
            return {"do": "pass"}


def _play(raw: dict[str, Json]) -> PlayCard:
    card = raw.get("card")
    if not isinstance(card, str) or card not in WORTH or not PLAY_KEYS.issuperset(raw):
        raise Malformed()
    if raw.get("call", True) is not True:
        raise Malformed()
    if "colour" not in raw:
        return PlayCard(card, None, "call" in raw)
    colour = raw["colour"]
    if not isinstance(colour, str) or len(colour) != 1 or colour not in COLOURS:
        raise Malformed("colour-unknown")
    return PlayCard(card, colour, "call" in raw)


def decode(raw: Json) -> Move:
    """The move back from its JSON. Raises `Malformed` for anything else; with an unknown colour it says so."""
    if not isinstance(raw, dict):
        raise Malformed()
    act = raw.get("do")
    if act == "play":
        return _play(raw)
    if act == "draw" and len(raw) == 1:
        return Draw()
    if act == "pass" and len(raw) == 1:
        return Pass()
    raise Malformed()
