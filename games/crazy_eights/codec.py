"""Moves as plain JSON and back. Whatever is not exactly one of these forms is refused as malformed.

{"do": "play", "card": "KS"}    {"do": "play", "card": "8H", "suit": "S"}    {"do": "draw"}    {"do": "pass"}    {"do": "next", "hand": 3}
"""

from __future__ import annotations

from typing import Final

from games.contract import Json, Malformed
from games.crazy_eights.state import WORTH
from games.crazy_eights.views import Draw, Move, NextHand, Pass, PlayCard
from games.kit.cards import SUITS

KEYS: Final = {
    "play": (frozenset({"do", "card"}), frozenset({"do", "card", "suit"})),
    "draw": (frozenset({"do"}),),
    "pass": (frozenset({"do"}),),
    "next": (frozenset({"do", "hand"}),),
}
LAST_HAND: Final = 1_000_000
"""No match gets so far; a larger number is nonsense."""


def encode(move: Move) -> Json:
    """The move as JSON."""
    match move:
        case PlayCard(card, None):
            return {"do": "play", "card": card}
        case PlayCard(card, suit):
            return {"do": "play", "card": card, "suit": suit}
        case Draw():
            return {"do": "draw"}
        case Pass():
            return {"do": "pass"}
        case NextHand(number):
            return {"do": "next", "hand": number}


def _number(raw: Json) -> int:
    # bool is an int to Python, but not to whoever reads the history.
    if type(raw) is not int or not 1 <= raw <= LAST_HAND:
        raise Malformed()
    return raw


def _play(raw: dict[str, Json]) -> PlayCard:
    card = raw["card"]
    if not isinstance(card, str) or card not in WORTH:
        raise Malformed()
    if "suit" not in raw:
        return PlayCard(card)
    suit = raw["suit"]
    if not isinstance(suit, str) or len(suit) != 1 or suit not in SUITS:
        raise Malformed("suit-unknown")
    return PlayCard(card, suit)


def decode(raw: Json) -> Move:
    """The move back from its JSON. Raises `Malformed` for anything else; with an unknown suit it says so (E20)."""
    if not isinstance(raw, dict):
        raise Malformed()
    act = raw.get("do")
    if not isinstance(act, str) or frozenset(raw) not in KEYS.get(act, ()):
        raise Malformed()
    match act:
        case "play":
            return _play(raw)
        case "draw":
            return Draw()
        case "pass":
            return Pass()
    return NextHand(_number(raw["hand"]))
