"""The CPU players of Crazy Switch (W20-W22). They are given a `Mind`, never a state, and take their chances from the bits given to them."""

from __future__ import annotations

from games.contract import Bits, Level
from games.crazy_switch.cards import COLOURS
from games.crazy_switch.views import Draw, Mind, Move, PlayCard


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited."""
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if not view.playable:
        return Draw()
    card = view.playable[bits.below(len(view.playable))]
    return PlayCard(card, COLOURS[bits.below(4)] if card in view.asks_colour else None, view.asks_call)
