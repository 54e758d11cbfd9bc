"""The CPU players of Crazy Eights (E19). They are given a `Mind`, never a state, and take their chances from the stream of bits given
to them.

*Easy* makes a random legal move. *Normal* plays as `skill.lay` says: it keeps its wild cards, plays its longest suit and gets rid of the
dear cards in it. *Hard* picks a few acts that look good, as `shrewd` tells, and imagines the cards it can't see, consistently with all
that was shown: which cards lie on the pile, which went back into the stock, who drew or passed on what (taking it that nobody draws who
could play). On each imagined deal it plays each of those acts out for a few turns, and does what looks best unless another act turns out
clearly better.
"""

from __future__ import annotations

from typing import Final

from games.contract import Bits, Level
from games.crazy_eights.shrewd import Glance
from games.crazy_eights.skill import CARD, DRAW, FREE, NUMBER, RANKS, Act, Round, lay, longest_suit
from games.crazy_eights.state import deck_of
from games.crazy_eights.views import Draw, Mind, Move, NextHand, Pass, PlayCard, View
from games.kit import recall
from games.kit.cards import SUITS, Card
from games.kit.imagine import clearly_best, limited_dealer
from games.kit.recall import Hidden

NO_CAP: Final = 1_000
DECK_SIZE: Final = len(CARD)
FEW: Final = 3
"""So many acts are played out: more of them would only give luck more chances to mislead, and take longer."""
AHEAD: Final = 8
"""So many turns are played out. What follows hangs on the cards drawn: played to the end, the same deals told less and took longer."""
DOUBT: Final = 1.0
"""By how many standard errors another act must seem better than the one that looks best."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined deals of *hard*; the other levels need none.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if view.phase == "between":
        return NextHand(view.number)
    if not view.playable:
        return Draw() if view.may_draw else Pass()
    if level == "easy":
        moves = legal_moves(view)
        return moves[bits.below(len(moves))]
    if level == "normal":
        return _move(view, sensible(view))
    acts = candidates(mind)
    return _move(view, acts[0] if len(acts) == 1 else _sampled(mind, acts, bits, samples))


def legal_moves(view: View) -> list[Move]:
    """Every legal move of the viewer, who holds a card to play."""
    moves: list[Move] = []
    for card in view.playable:
        moves += [PlayCard(card, suit) for suit in SUITS] if card in view.asks_suit else [PlayCard(card)]
    return [*moves, Draw()] if view.may_draw else moves


def _move(view: View, act: Act) -> Move:
    card, suit = act
    if card == DRAW:
        return Draw()
    code = CARD[card]
    return PlayCard(code, SUITS[suit] if code in view.asks_suit else None)


def _wild(view: View) -> int:
    assert view.viewer is not None
    return RANKS.index(view.wilds[view.viewer])


def _numbers(cards: tuple[Card, ...]) -> list[int]:
    return [NUMBER[card] for card in cards]


def sensible(view: View) -> Act:
    """What *normal* does with a card to play: it never draws then."""
    hand, wild = _numbers(view.hand), _wild(view)
    card = lay(hand, _numbers(view.playable), wild)
    return card, longest_suit(hand, wild) if card >> 2 == wild else FREE


def candidates(mind: Mind) -> list[Act]:
    """The acts that *hard* weighs, the one that looks best first: `FEW` plays, of equal wild cards only one.

    Drawing is weighed only where it spares a wild card or takes what is pending.
    """
    view, wild = mind.view, _wild(mind.view)
    cards = _numbers(view.playable)
    wilds = [card for card in cards if card >> 2 == wild]
    acts: list[Act] = [(card, FREE) for card in cards if card >> 2 != wild]
    acts += [(card, suit) for card in wilds[:1] for suit in range(len(SUITS))]
    acts = sorted(acts, key=Glance(mind).weigh, reverse=True)[:FEW]
    if view.may_draw and (view.pending or len(wilds) == len(cards)):
        acts.append((DRAW, FREE))
    return acts


# ---- hard ---------------------------------------------------------------------------------------------------------------------


def _sampled(mind: Mind, acts: list[Act], bits: Bits, samples: int) -> Act:
    """The act that does clearly best over the imagined deals; the sensible one where none does."""
    deal, seat = limited_dealer(*hidden_cards(mind)), mind.view.viewer or 0

    def value(world: dict[int, list[int]], act: Act) -> int:
        table = imagined(mind, world)
        table.act(act)
        table.play_on(AHEAD)
        return table.lead(seat)

    return clearly_best(acts, max(1, samples), lambda: deal(bits), value, DOUBT)


def hidden_cards(mind: Mind) -> Hidden:
    """The cards the seat can't see, and what is known of where they lie. The stock's place is the number of seats."""
    view = mind.view
    needs = {seat: held for seat, held in enumerate(view.held) if seat != view.viewer} | {view.seats: view.stock}
    return recall.hidden_cards(deck_of(view.seats), (*mind.pile, *view.hand), NUMBER, needs, mind)


def imagined(mind: Mind, world: dict[int, list[int]]) -> Round:
    """The hand as it would lie in that world."""
    view, rules = mind.view, mind.view.rules
    count = view.seats
    assert view.turn is not None
    hands = [_numbers(view.hand) if seat == view.viewer else [card % DECK_SIZE for card in world[seat]] for seat in range(count)]
    pile = _numbers(mind.pile)
    return Round(
        hands=hands,
        stock=[card % DECK_SIZE for card in world[count]],
        played=pile[:-1],
        top=pile[-1],
        named=SUITS.index(view.named) if view.named else FREE,
        turn=view.turn,
        direction=view.direction,
        pending=view.pending,
        drawn=view.drawn,
        passes=0,
        wilds=[RANKS.index(rank) for rank in view.wilds],
        cap=NO_CAP if rules.cap is None else rules.cap,
        reshuffle=rules.reshuffle,
        queens=rules.queens,
        aces=rules.aces,
        twos=rules.twos,
    )
