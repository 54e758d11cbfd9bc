"""The CPU players of Sueca (S30). They are given a `Mind`, never a state, and take their chances from the stream of bits given to them.

*Easy* lays a random card that follows suit. *Normal* lays as `skill.lay` says. *Hard* imagines the unseen cards, consistently with who
did not follow which suit and with the dealer's trump, and plays every candidate out on each imagined deal. Nobody of them revokes;
they accuse on public proof alone: a seat that did not follow a suit and lays one of that suit later in the same round.
"""

from __future__ import annotations

from games.contract import Bits, Level
from games.kit.cards import SUITS, Card
from games.kit.imagine import best_on_average, deal_unseen
from games.kit.tricks import allowed
from games.sueca.skill import CARD, NUMBER, SUIT, VALUE, lay, play_out, winner, worth_of_round
from games.sueca.state import SEATS
from games.sueca.views import Accuse, AskRedeal, Count, Mind, Move, NextRound, Play, PlayCard, View

type World = list[list[int]]


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined deals of *hard*; the other levels need none.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    proven = [seat for seat in view.may_accuse if _denials(mind, seat)[1]]
    if proven:
        return Accuse(proven[0], view.round)
    if view.phase == "to-count":
        return Count(view.round)
    if view.phase == "counted":
        return NextRound(view.round)
    if view.may_ask and level != "easy":
        return AskRedeal()
    return PlayCard(_card(mind, level, bits, samples))


def _card(mind: Mind, level: Level, bits: Bits, samples: int) -> Card:
    view = mind.view
    legal = allowed(view.hand, view.trick.plays[0].card[1] if view.trick.plays else None)
    if len(legal) == 1:
        return legal[0]
    if level == "easy":
        return legal[bits.below(len(legal))]
    numbers = sorted(NUMBER[card] for card in legal)
    if level == "normal":
        return CARD[lay(numbers, _numbers(view.trick.plays), _trump(view))]
    return CARD[_sampled(mind, numbers, bits, samples)]


def _numbers(plays: tuple[Play, ...]) -> list[int]:
    return [NUMBER[play.card] for play in plays]


def _trump(view: View) -> int:
    return SUITS.index(view.trump[1]) if view.trump else -1


def _remembered(mind: Mind) -> list[tuple[Play, ...]]:
    """The plays of the round, trick by trick, the one on the table last."""
    return [*(trick.plays for trick in mind.tricks), mind.view.trick.plays]


def _denials(mind: Mind, seat: int) -> tuple[set[str], bool]:
    """The suits that a seat has shown to lack, and whether it showed one of them afterwards: the proof of a revoke (S21)."""
    lacks: set[str] = set()
    proven = False
    for plays in _remembered(mind):
        for play in plays:
            if play.seat != seat:
                continue
            led = plays[0].card[1]
            if play.card[1] in lacks:
                proven = True
                lacks.discard(play.card[1])
            if play.card[1] != led:
                lacks.add(led)
    return lacks, proven


def _sampled(mind: Mind, legal: list[int], bits: Bits, samples: int) -> int:
    """The card that does best over the imagined deals (*hard*)."""
    view = mind.view
    me, trump = view.viewer, _trump(view)
    assert me is not None
    own = [NUMBER[card] for card in view.hand]
    unseen, may_hold, needs, known = hidden_cards(mind, me)
    points, tricks = _so_far(mind)
    table = _numbers(view.trick.plays)

    def imagine() -> World:
        held = deal_unseen(unseen, may_hold, needs, bits)
        return [own if seat == me else sorted(held[seat] + known[seat]) for seat in range(SEATS)]

    def value(world: World, card: int) -> int:
        hands = [sorted(hand) if seat == me else hand.copy() for seat, hand in enumerate(world)]
        hands[me].remove(card)
        got, took = points.copy(), tricks.copy()
        play_out(hands, [*table, card], (me + 1) % SEATS, trump, got, took)
        return worth_of_round(got, took, me % 2)

    return best_on_average(_different(legal, set(unseen)), max(1, samples), imagine, value)


def hidden_cards(mind: Mind, me: int) -> tuple[list[int], dict[int, list[int]], dict[int, int], list[list[int]]]:
    """The cards nobody has shown, the seats that may hold each, how many each seat holds of them, and what is known of each hand."""
    view = mind.view
    shown = {NUMBER[play.card] for plays in _remembered(mind) for play in plays} | {NUMBER[card] for card in view.hand}
    known: list[list[int]] = [[] for _ in range(SEATS)]
    if view.trump and NUMBER[view.trump] not in shown:
        known[view.dealer].append(NUMBER[view.trump])
    unseen = [card for card in range(len(CARD)) if card not in shown and card not in known[view.dealer]]
    others = [seat for seat in range(SEATS) if seat != me]
    lacks = {seat: {SUITS.index(suit) for suit in _denials(mind, seat)[0]} for seat in others}
    may_hold = {card: [seat for seat in others if SUIT[card] not in lacks[seat]] for card in unseen}
    needs = {seat: view.held[seat] - len(known[seat]) for seat in others}
    return unseen, may_hold, needs, known


def _so_far(mind: Mind) -> tuple[list[int], list[int]]:
    """Points and tricks of each pair in this round, as a person who counts along knows them."""
    points, tricks, trump = [0, 0], [0, 0], _trump(mind.view)
    for trick in mind.tricks:
        table = _numbers(trick.plays)
        pair = trick.plays[winner(table, trump)].seat % 2
        points[pair] += sum(VALUE[card] for card in table)
        tricks[pair] += 1
    return points, tricks


def _different(legal: list[int], unseen: set[int]) -> list[int]:
    """The legal cards without those that do just the same as a lower one: worth as much, and no unseen card lies between them."""
    kept: list[int] = []
    for card in sorted(legal):
        twin = kept[-1] if kept else -1
        same = kept and SUIT[twin] == SUIT[card] and VALUE[twin] == VALUE[card]
        if not (same and unseen.isdisjoint(range(twin, card))):
            kept.append(card)
    return kept
