"""Moves as plain JSON and back. Whatever is not exactly one of the five forms is refused as malformed.

{"do": "play", "card": "AS"}    {"do": "ask"}    {"do": "accuse", "seat": 1, "round": 3}
{"do": "count", "round": 3}     {"do": "next", "round": 3}
"""

from __future__ import annotations

from typing import Final

from games.contract import Json, Malformed
from games.sueca.state import POINTS, SEATS
from games.sueca.views import Accuse, AskRedeal, Count, Move, NextRound, PlayCard

KEYS: Final[dict[str, frozenset[str]]] = {
    "play": frozenset({"do", "card"}),
    "ask": frozenset({"do"}),
    "accuse": frozenset({"do", "seat", "round"}),
    "count": frozenset({"do", "round"}),
    "next": frozenset({"do", "round"}),
}
LAST_ROUND: Final = 1_000_000
"""No match gets so far; a larger number is nonsense."""


def encode(move: Move) -> Json:
    """The move as JSON."""
    match move:
        case PlayCard(card):
            return {"do": "play", "card": card}
        case AskRedeal():
            return {"do": "ask"}
        case Accuse(accused, number):
            return {"do": "accuse", "seat": accused, "round": number}
        case Count(number):
            return {"do": "count", "round": number}
        case NextRound(number):
            return {"do": "next", "round": number}


def _number(raw: Json, low: int, high: int) -> int:
    # bool is an int to Python, but not to whoever reads the history.
    if type(raw) is not int or not low <= raw <= high:
        raise Malformed()
    return raw


def _card(raw: Json) -> str:
    if not isinstance(raw, str) or raw not in POINTS:
        raise Malformed()
    return raw


def decode(raw: Json) -> Move:
    """The move back from its JSON. Raises `Malformed` for anything else."""
    if not isinstance(raw, dict):
        raise Malformed()
    act = raw.get("do")
    if not isinstance(act, str) or act not in KEYS or raw.keys() != KEYS[act]:
        raise Malformed()
    if act == "play":
        return PlayCard(_card(raw["card"]))
    if act == "ask":
        return AskRedeal()
    number = _number(raw["round"], 1, LAST_ROUND)
    if act == "accuse":
        return Accuse(_number(raw["seat"], 0, SEATS - 1), number)
    return Count(number) if act == "count" else NextRound(number)
