"""The CPU players of Choque de Colores (C27). They are given a `Mind`, never a state, and take their chances, ties among them, from the
stream of bits given to them.

*Easy* plays a random card of those that go, a wild one as gladly as any, and always what it drew. *Normal* plays its longest colour
first, spares wild cards for its last three cards, answers a pile with the cheapest card that does, and looks at its rivals' other faces
before it turns the table over. *Hard* weighs whatever it may do, as `shrewd` tells: it leaves the next player without an answer, aims what
bites at whoever is short of cards, turns the direction before one, and leads the bomb to somebody else's place; what it has seen of
hands before the table turned it knows card by card. None of them imagines deals: see the decisions.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.choque.faces import WORTH, Face, is_wild
from games.choque.shrewd import TURNS, Glance, harmless
from games.choque.views import Draw, Keep, Mind, Move, NameColour, Pass, PlayCard, View
from games.contract import Bits, Level
from games.kit.imagine import one_of_the_best

SPARE: Final = 3
"""A wild card is spared for the last three cards."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: not needed, no level imagines deals.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if view.may_pass:
        return Pass()
    if not view.playable and not view.may_name:
        return Draw()
    if level == "easy":
        return _any(view, bits)
    return _sensible(mind, bits) if level == "normal" else _shrewd(mind, bits)


def _any(view: View, bits: Bits) -> Move:
    """A random card of those that may be played; a random colour."""
    colour = view.colours[bits.below(len(view.colours))]
    if view.may_name:
        return NameColour(colour)
    face = view.playable[bits.below(len(view.playable))]
    return PlayCard(face, colour if is_wild(face) else None)


# ---- normal -------------------------------------------------------------------------------------------------------------------------


def _sensible(mind: Mind, bits: Bits) -> Move:
    """What *normal* does."""
    view = mind.view
    if view.may_name:
        return NameColour(_longest(mind, bits))
    if view.pending:
        face = min(view.playable, key=WORTH.__getitem__)
        return PlayCard(face, _longest(mind, bits) if is_wild(face) else None)
    plain = [face for face in view.playable if not is_wild(face)]
    if plain:
        counts = Counter(face[1] for face in view.hand)
        return PlayCard(one_of_the_best(plain, lambda face: (_turning(view, face), counts[face[1]], WORTH[face]), bits))
    if view.may_keep and len(view.hand) > SPARE:
        return Keep()
    return PlayCard(view.playable[0], _longest(mind, bits))


def _turning(view: View, face: Face) -> int:
    """Whether a card that turns the table over is called for, 1, or better left in the hand, -1 (C20). 0 for any other."""
    if face[0] not in TURNS:
        return 0
    gain = harmless(view)
    return (gain > 0) - (gain < 0)


def _longest(mind: Mind, bits: Bits) -> str:
    """The colour of most own cards; among equals one of which the next player is known to hold the fewest."""
    view = mind.view
    counts = Counter(face[1] for face in view.hand)
    known = Counter(face[1] for face in mind.known[view.next_seat])
    return one_of_the_best(view.colours, lambda colour: (counts[colour], -known[colour]), bits)


# ---- hard ---------------------------------------------------------------------------------------------------------------------------


def _shrewd(mind: Mind, bits: Bits) -> Move:
    """What *hard* does: what looks best at a glance."""
    glance = Glance(mind)
    return one_of_the_best(candidates(mind.view), lambda move: (glance.weigh(move),), bits)


def candidates(view: View) -> list[PlayCard | NameColour | Keep]:
    """What the seat may do with a card or a colour. A pile that it can answer it never takes, nor draws with a card that goes."""
    if view.may_name:
        return [NameColour(colour) for colour in view.colours]
    plays = [PlayCard(face, colour) for face in view.playable for colour in (view.colours if is_wild(face) else (None,))]
    return [*plays, Keep()] if view.may_keep else [*plays]
