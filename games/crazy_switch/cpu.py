"""The CPU players of Crazy Switch (W20-W22). They are given a `Mind`, never a state, and take their chances, ties among them, from the
stream of bits given to them.

*Easy* plays a random card of those that go, a wild one as gladly as any, and always what it drew. *Normal* plays its longest colour
first and keeps wild cards for its last three cards. *Hard* has the same habits and some more: it aims skips and draw twos at a next
player who is short of cards, turns the game round before one, and counts what has been played to name a colour that the others lack.
Then it imagines the cards it can't see, consistently with all that was shown (who drew had nothing that went, W8), plays every candidate
out on each imagined deal, and leaves its habit only for something clearly better. All of them call their last card (W15).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.contract import Bits, Level
from games.crazy_switch.cards import DECK, DRAW_TWO, REVERSE, SKIP
from games.crazy_switch.skill import CODES, COLOUR, DRAW, IDLE, KEEP, NUMBER, PASS, POINTS, TRAIT, WILD, Act, Round, colour_counts
from games.crazy_switch.state import SEATS
from games.crazy_switch.views import Draw, Mind, Move, Pass, PlayCard, View
from games.kit import recall
from games.kit.colours import COLOURS
from games.kit.imagine import clearly_best, limited_dealer, one_of_the_best
from games.kit.recall import Hidden
from games.kit.shedding import seat_after

SHORT: Final = 2
"""Who holds so many cards or fewer is short of cards."""
AIM: Final = 3
"""What it is worth, in cards of one colour, to hit who is short of cards."""
LACKING: Final = 2.0
"""What it is worth, in cards of one's own, that the next player lacks the active colour."""
DOUBT: Final = 2.0
"""By how many standard errors another act must seem better than the habit."""
DECK_SIZE: Final = len(CODES)


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined deals of *hard*; the other levels need none.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if not view.playable:
        return Draw()
    if level == "easy":
        return _move(view, _any(view, bits))
    habit = sensible(view, bits) if level == "normal" else crafty(mind, bits)
    acts = candidates(view, habit)
    if level == "normal" or len(acts) == 1:
        return _move(view, habit)
    return _move(view, _sampled(mind, acts, bits, samples))


def _move(view: View, act: Act) -> Move:
    """The act as a move; what goes down to one card is called (W15)."""
    number, colour = act
    if number == DRAW:
        return Draw()
    if number == PASS:
        return Pass()
    card = CODES[number]
    return PlayCard(card, COLOURS[colour] if card in view.asks_colour else None, view.asks_call)


def _numbers(cards: Sequence[str]) -> list[int]:
    return [NUMBER[card] for card in cards]


# ---- habits (W21) -------------------------------------------------------------------------------------------------------------------


def _any(view: View, bits: Bits) -> Act:
    """A random card of those that may be played, a wild one with a random colour."""
    card = NUMBER[view.playable[bits.below(len(view.playable))]]
    return card, bits.below(WILD) if COLOUR[card] == WILD else COLOUR[card]


def _keeps(view: View, legal: Sequence[int]) -> bool:
    """Whether a wild card just drawn is kept: above three cards, with nothing else to play."""
    return view.may_pass and len(view.hand) > KEEP and all(COLOUR[card] == WILD for card in legal)


def sensible(view: View, bits: Bits) -> Act:
    """What *normal* does with a card to play: its longest colour first, the dearest of it; wild cards last."""
    legal, counts = _numbers(view.playable), colour_counts(_numbers(view.hand))
    if _keeps(view, legal):
        return IDLE
    plain = [card for card in legal if COLOUR[card] != WILD]
    if not plain:
        return legal[0], one_of_the_best(range(WILD), lambda colour: (counts[colour],), bits)
    card = one_of_the_best(plain, lambda card: (counts[COLOUR[card]], POINTS[card]), bits)
    return card, COLOUR[card]


def crafty(mind: Mind, bits: Bits) -> Act:
    """What *hard* does by habit: as `sensible`, but it hits who is short of cards and counts colours."""
    view = mind.view
    legal, counts = _numbers(view.playable), colour_counts(_numbers(view.hand))
    if _keeps(view, legal):
        return IDLE
    plain = [card for card in legal if COLOUR[card] != WILD]
    if not plain:
        return legal[0], one_of_the_best(range(WILD), lambda colour: named_worth(mind, counts, colour), bits)
    card = one_of_the_best(plain, lambda card: (_colour_worth(mind, counts, card) + AIM * _aimed(view, TRAIT[card]), POINTS[card]), bits)
    return card, COLOUR[card]


def _aimed(view: View, trait: str) -> bool:
    """Whether an action card is called for: the next player is short, and after a reverse one would follow who is not."""
    if view.held[view.next_seat] > SHORT:
        return False
    return trait in (SKIP, DRAW_TWO) or (trait == REVERSE and view.held[view.other_side] > SHORT)


def _colour_worth(mind: Mind, counts: Sequence[int], card: int) -> float:
    """How good it is to have the colour of the card active: own cards of it, and what whoever is next then has shown to lack."""
    view, trait = mind.view, TRAIT[card]
    if trait == REVERSE:
        follower = view.other_side
    else:
        follower = seat_after(view.next_seat, SEATS, view.direction) if trait in (SKIP, DRAW_TWO) else view.next_seat
    return counts[COLOUR[card]] + lacks(mind, follower, COLOUR[card])


def lacks(mind: Mind, seat: int, colour: int) -> float:
    """How surely the seat lacks the colour, in cards that this is worth: the less it has drawn since it had none, the more."""
    since = [each.since for each in mind.denials[seat] if each.colour == COLOURS[colour]]
    return LACKING / (1 + min(since)) if since else 0.0


def named_worth(mind: Mind, counts: Sequence[int], colour: int) -> tuple[float, int]:
    """How good it is to name the colour: own cards of it and what the next player lacks, which weighs less here, since a wild card is the
    last thing to go by; among equals, how many of it the others have played already.
    """
    view = mind.view
    played = sum(each[colour] for seat, each in enumerate(mind.colours) if seat != view.viewer)
    return counts[colour] + lacks(mind, view.next_seat, colour) / 2, played


# ---- imagined deals -------------------------------------------------------------------------------------------------------------------


def candidates(view: View, habit: Act) -> list[Act]:
    """The acts that *hard* weighs, the habit first: every plain card, a wild one with each colour of the hand, keeping what was drawn."""
    hand = _numbers(view.hand)
    own = {COLOUR[card] for card in hand if COLOUR[card] != WILD} or {0}
    acts = [habit]
    for card in _numbers(view.playable):
        acts += [(card, colour) for colour in sorted(own)] if COLOUR[card] == WILD else [(card, COLOUR[card])]
    if view.may_pass:
        acts.append(IDLE)
    return list(dict.fromkeys(acts))


def _sampled(mind: Mind, acts: list[Act], bits: Bits, samples: int) -> Act:
    """The act that does clearly best over the imagined deals; the habit where none does."""
    deal = limited_dealer(*hidden_cards(mind))

    def value(world: dict[int, list[int]], act: Act) -> int:
        table = imagined(mind, world)
        table.act(act)
        table.play_out()
        return worth_of(mind.view, table)

    return clearly_best(acts, max(1, samples), lambda: deal(bits), value, DOUBT)


def worth_of(view: View, table: Round) -> int:
    """How good the end of a game is for the viewer: to win it; among losses the fewer cards the better."""
    assert view.viewer is not None
    return 100 if table.winner == view.viewer else -len(table.hands[view.viewer])


def hidden_cards(mind: Mind) -> Hidden:
    """The cards the seat can't see, and what is known of where they lie. The stock's place is the number of seats."""
    view = mind.view
    needs = {seat: held for seat, held in enumerate(view.held) if seat != view.viewer} | {SEATS: view.stock}
    return recall.hidden_cards(DECK, (*mind.pile, *view.hand), NUMBER, needs, mind)


def imagined(mind: Mind, world: dict[int, list[int]]) -> Round:
    """The game as it would lie in that world."""
    view = mind.view
    assert view.turn is not None
    pile = _numbers(mind.pile)
    return Round(
        hands=[_numbers(view.hand) if seat == view.viewer else [card % DECK_SIZE for card in world[seat]] for seat in range(SEATS)],
        stock=[card % DECK_SIZE for card in world[SEATS]],
        played=pile[:-1],
        top=pile[-1],
        colour=COLOURS.index(view.colour),
        turn=view.turn,
        direction=view.direction,
        stack=view.stack,
        pending=view.pending,
        drawn=view.drawn,
        passes=0,
        house=view.house,
    )
