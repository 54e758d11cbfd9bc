"""The CPU players of Crazy Switch (W20-W22). They are given a `Mind`, never a state, and take their chances, ties among them, from the
stream of bits given to them.

*Easy* plays a random card of those that go, a wild one as gladly as any, and always what it drew. *Normal* plays its longest colour
first and keeps wild cards for its last three cards. *Hard* weighs every play, as `shrewd` tells: it aims skips and draws at a next player
who is short of cards, turns the game round before one, and counts what has been played to choose a colour that the others lack. None of
them imagines deals: what follows hangs so much on the cards drawn that games played out on a few dozen of them made *hard* no stronger.
All of them call their last card (W15).
"""

from __future__ import annotations

from typing import Final

from games.contract import Bits, Level
from games.crazy_switch.cards import WORTH, Card, is_wild
from games.crazy_switch.shrewd import Glance
from games.crazy_switch.views import Draw, Mind, Move, Pass, PlayCard, View
from games.kit.colours import COLOURS
from games.kit.imagine import one_of_the_best

KEEP: Final = 3
"""A wild card is kept for the last three cards (W21)."""

type Play = tuple[Card, str]
"""A card and the colour that is active after it."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: not needed, no level imagines deals.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if not view.playable:
        return Draw()
    if level == "easy":
        return _move(view, _any(view, bits))
    if _keeps(view):
        return Pass()
    return _move(view, sensible(view, bits) if level == "normal" else crafty(mind, bits))


def _move(view: View, play: Play) -> Move:
    """The play as a move; what goes down to one card is called (W15)."""
    card, colour = play
    return PlayCard(card, colour if card in view.asks_colour else None, view.asks_call)


def _any(view: View, bits: Bits) -> Play:
    """A random card of those that may be played, a wild one with a random colour."""
    card = view.playable[bits.below(len(view.playable))]
    return card, COLOURS[bits.below(len(COLOURS))] if is_wild(card) else card[1]


def _keeps(view: View) -> bool:
    """Whether a wild card just drawn is kept: above three cards, with nothing else to play."""
    return view.may_pass and len(view.hand) > KEEP and all(map(is_wild, view.playable))


def sensible(view: View, bits: Bits) -> Play:
    """What *normal* plays: its longest colour first, the dearest of it; wild cards last."""
    counts = {colour: sum([card[1] == colour for card in view.hand]) for colour in COLOURS}
    plain = [card for card in view.playable if not is_wild(card)]
    if not plain:
        return view.playable[0], one_of_the_best(COLOURS, lambda colour: (counts[colour],), bits)
    card = one_of_the_best(plain, lambda card: (counts[card[1]], WORTH[card]), bits)
    return card, card[1]


def crafty(mind: Mind, bits: Bits) -> Play:
    """What *hard* plays: what looks best at a glance; among equals the colour that the others have played most of."""
    view, glance = mind.view, Glance(mind)
    plays = [(card, colour) for card in view.playable for colour in (COLOURS if is_wild(card) else card[1])]
    return one_of_the_best(plays, lambda play: (glance.weigh(*play), played_by_others(mind, play[1])), bits)


def played_by_others(mind: Mind, colour: str) -> int:
    """How many cards of the colour the other seats have played in this game."""
    place = COLOURS.index(colour)
    return sum([counts[place] for seat, counts in enumerate(mind.colours) if seat != mind.view.viewer])
