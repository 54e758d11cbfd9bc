"""What the screens of the games of four colours compute alike: chairs, whose move it is, how a hand is sorted, how colours are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from games.contract import Setting
from games.kit.colours import Colour, Play
from games.kit.seats import order_from


class Turning(Protocol):
    """A view with a seat to play. viewer: None for a spectator; turn: None where nobody is to play; phase: "play" in a turn."""

    @property
    def viewer(self) -> int | None: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def phase(self) -> str: ...


def chairs(viewer: int | None, seats: int) -> tuple[int, ...]:
    """The seats clockwise from the lower edge, whatever the direction of play: the viewer's own first, seat 0 for a spectator."""
    return order_from(viewer or 0, seats)


def mine(view: Turning, setting: Setting) -> bool:
    """Whether the viewer may act now."""
    return setting.acting and not setting.replay and view.phase == "play" and view.turn is not None and view.turn == view.viewer


def sorted_places[C](cards: Sequence[C], key: Callable[[C], Any]) -> list[int]:
    """For each card of a hand, at which place it stands when the hand is sorted; equal ones as they came."""
    order = sorted(range(len(cards)), key=lambda k: key(cards[k]))
    return [order.index(k) for k in range(len(cards))]


def naming(colours: Iterable[str], hand: Iterable[str], drawn: Callable[[str], Colour], value: Callable[[str], str]) -> tuple[Play, ...]:
    """One way to play for each colour. drawn: the colour as it is drawn; value: the move that names it."""
    held = Counter(card[1] for card in hand)
    return tuple(Play(value(colour), drawn(colour), held[colour]) for colour in colours)
