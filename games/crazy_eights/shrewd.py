"""How a shrewd player of Crazy Eights weighs a card at a glance (E19, *hard*): whether it leaves the next one with nothing to play, what
it is worth to be rid of, and what it leaves in the hand.

The weights were found over many matches against sensible players, among two, four and six. They count in cards held of a suit named; what
they say is mostly this: leave the next player without an answer, and never mind the longest suit.
"""

from __future__ import annotations

from typing import Final

from games.crazy_eights.skill import ACE, FREE, NUMBER, POINTS, QUEEN, RANKS, TWO, Act
from games.crazy_eights.state import deck_of
from games.crazy_eights.views import Mind
from games.kit.cards import SUITS
from games.kit.recall import unseen
from games.kit.shedding import reverse, seat_after

STUCK: Final = 20.0
"""The next player has nothing to play: it draws, or loses the turn."""
SPARED: Final = -40.0
"""A wild card is played where a plain one would do: only with good reason."""
RANK_KEPT: Final = 1.0
"""For each card of the same rank that stays in the hand: it takes the next suit round."""
LAST_OF_SUIT: Final = -1.0
"""The hand has no more of the suit."""
TURNED: Final = 0.6
"""The suit to follow changes: the others have been playing what they have of it."""
DEAR: Final = 0.02
"""For each point that leaves the hand ..."""
DEAR_LATE: Final = 0.1
"""... or rather so much where somebody may go out with the next cards: `LATE` of them or fewer."""
LATE: Final = 2


class Glance:
    """What the seat of a mind makes of its turn. Raises ValueError for a spectator's."""

    def __init__(self, mind: Mind) -> None:
        if mind.view.viewer is None:
            raise ValueError("a spectator has no turn")
        self.view, self.denials = mind.view, mind.denials
        self.seat = mind.view.viewer
        self.wilds = [RANKS.index(rank) for rank in mind.view.wilds]
        self.hidden = [NUMBER[card] for card in unseen(deck_of(mind.view.seats), (*mind.pile, *mind.view.hand)).elements()]
        self.plain = [card for card in map(NUMBER.__getitem__, mind.view.hand) if card >> 2 != self.wilds[self.seat]]

    def weigh(self, act: Act) -> float:
        """How good it looks to play this card, with the suit named if it is wild."""
        card, named = act
        after = self._wild(named) if card >> 2 == self.wilds[self.seat] else self._plain(card)
        return STUCK * self.next_is_stuck(card, named) + after

    def _wild(self, named: int) -> float:
        needless = any(NUMBER[card] in self.plain for card in self.view.playable)
        return sum([card & 3 == named for card in self.plain]) + (SPARED if needless else 0.0)

    def _plain(self, card: int) -> float:
        rest = [other for other in self.plain if other != card]
        late = min([held for seat, held in enumerate(self.view.held) if seat != self.seat]) <= LATE
        value = (DEAR_LATE if late else DEAR) * POINTS[card]
        value += RANK_KEPT * sum([other >> 2 == card >> 2 for other in rest])
        value += TURNED * (card & 3 != self.followed)
        return value if any(other & 3 == card & 3 for other in rest) else value + LAST_OF_SUIT

    @property
    def followed(self) -> int:
        """The suit that is to be followed now."""
        view = self.view
        return SUITS.index(view.named or view.top[1]) if view.top else FREE

    def next_is_stuck(self, card: int, named: int) -> float:
        """How likely it is that the next player has nothing to play on the card, or loses the turn by it (E13-E15)."""
        view, rank = self.view, card >> 2
        wild, direction = rank == self.wilds[self.seat], view.direction
        if rank == QUEEN and view.rules.queens:
            return 1.0
        if rank == ACE and view.rules.aces and not wild:
            direction, skipped = reverse(direction, view.seats)
            if skipped:
                return 1.0
        following = seat_after(self.seat, view.seats, direction)
        if rank == TWO and view.rules.twos and not wild:
            return self._lacks(view.held[following], sum([other >> 2 == TWO != self.wilds[following] for other in self.hidden]))
        return self._has_no_answer(following, named if named != FREE else card & 3, None if named != FREE else rank)

    def _has_no_answer(self, seat: int, suit: int, rank: int | None) -> float:
        """How likely the seat has no card of the suit nor of the rank, and no wild one. Part of its hand may be known to lack the suit."""
        held = self.view.held[seat]
        known = max([held - each.since for each in self.denials[seat] if each.colour == SUITS[suit]], default=0)
        same = sum([card >> 2 == rank for card in self.hidden])
        going = sum([card & 3 == suit or card >> 2 in (rank, self.wilds[seat]) for card in self.hidden])
        return self._lacks(max(0, held - known), going) * self._lacks(max(0, known), same)

    def _lacks(self, cards: int, going: int) -> float:
        """How likely so many unseen cards are none of those that go."""
        return float((1 - going / max(1, len(self.hidden))) ** cards)
