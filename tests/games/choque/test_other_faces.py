"""Día y Noche: what is sent tells nobody what is behind a card (C20).

An attacker keeps everything that one seat is sent over 200 games, as bytes, and learns from the first half of them, where the truth is
given to it. In the second half it guesses. It must do no better than the same attacker who is given each view with its lists put in
order: a hand and the faces in sight as the sets of cards that they are to people.

That the attacks find what is there to find is shown on streams that leak: hands in their old order, faces in the order of the hand, a field
that gives the other colour away.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from typing import Any

import pytest

from games.choque.cpu import choose
from games.choque.rules_v1 import RULES
from games.choque.state import Card, State
from games.contract import NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream

GAMES = 200
SEATS = 3
VIEWER = 1
SIGMAS = 3.5
"""By so many standard errors the bytes must not, and the leaks must, be better than what people see."""


@dataclass(frozen=True)
class Turned:
    """A turn-over: the states around it, and what the seat was sent before and after it."""

    before: State
    after: State
    sent: dict[str, Any]
    sent_after: dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A state, and what the seat was sent of it."""

    state: State
    sent: dict[str, Any]


def sent(state: State) -> dict[str, Any]:
    """What the seat is sent, all of it, as it comes out of the bytes."""
    told: dict[str, Any] = json.loads(json.dumps(asdict(RULES.view(state, VIEWER))))
    return told


def matured(state: State, last: State) -> State:
    """The state just before the table turned: the card of the last act is played already."""
    return last._replace(hands=tuple(tuple(card for card in hand if card != state.pile[-1]) for hand in last.hands))


@cache
def games() -> tuple[tuple[tuple[Turned, ...], tuple[Moment, ...]], ...]:
    """By game: its turn-overs, and every fifth moment."""
    return tuple(played(f"attack {number}") for number in range(GAMES))


def played(seed: str) -> tuple[tuple[Turned, ...], tuple[Moment, ...]]:
    bits, state = Stream(seed), RULES.start(["cpu"] * SEATS, {"variant": "dia-y-noche"})
    turns, moments, count = list[Turned](), list[Moment](), 0
    while not isinstance(awaited := RULES.awaits(state), Over):
        last = state
        if isinstance(awaited, NeedShuffle):
            state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
        else:
            seat = awaited.seats[0]
            state = RULES.step(state, Played(seat, choose(RULES.mind(state, seat), ("easy", "normal")[seat % 2], bits, 0)))
        if state.turned > last.turned and state.phase == "play" and sum(map(len, state.hands)) <= sum(map(len, last.hands)):
            before = matured(state, last)
            turns.append(Turned(before, state, sent(before), sent(state)))
        count += 1
        if count % 5 == 0 and state.phase == "play":
            moments.append(Moment(state, sent(state)))
    return tuple(turns), tuple(moments)


# ---- which face is behind which: places in lists ----------------------------------------------------------------------------------------

type Lists = Callable[[Turned], Iterator[tuple[list[str], list[str], list[str]]]]
"""Of a turn-over: faces as listed before, the faces as listed after, and what truly is behind each of the first."""


def face(state: State, card: Card, side: int) -> str:
    return state.sides[side].deck[card[side]]


def truth(state: State, seat: int, listed: Sequence[str], side: int) -> list[str]:
    """What is behind each of the listed faces of a hand; of equal faces in the order of the state, which is what is feared to be told."""
    behind: dict[str, list[str]] = {}
    for card in sorted(state.hands[seat], key=lambda card: card[side]):
        behind.setdefault(face(state, card, side), []).append(face(state, card, 1 - side))
    return [behind[each].pop(0) for each in listed]


def own(turned: Turned) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """The seat's own hand before and after the turn-over: may it know which card became which?"""
    listed = turned.sent["hand"]
    yield listed, turned.sent_after["hand"], truth(turned.before, VIEWER, listed, turned.before.side)


def rivals(turned: Turned) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """A rival's other faces before and after: may the others know which card shows which?"""
    for seat in range(SEATS):
        if seat != VIEWER:
            listed = turned.sent["others"][seat]
            yield listed, turned.sent_after["others"][seat], truth(turned.before, seat, listed, 1 - turned.before.side)


def own_in_old_order(turned: Turned) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """A leak: the hand is not sorted anew."""
    cards, side = turned.before.hands[VIEWER], turned.before.side
    before, after = ([face(turned.before, card, each) for card in cards] for each in (side, 1 - side))
    yield before, after, after


def rivals_in_order_of_the_hand(turned: Turned) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """A leak: other faces are sent in the order of the hand, and a hand keeps its order."""
    for seat in range(SEATS):
        if seat != VIEWER:
            cards, side = turned.before.hands[seat], turned.before.side
            shown, later = ([face(turned.before, card, each) for card in cards] for each in (1 - side, side))
            yield shown, later, later


def tidy(lists: Lists) -> Lists:
    """What people see: the same as sets, in an order that the faces alone determine."""

    def ordered(turned: Turned) -> Iterator[tuple[list[str], list[str], list[str]]]:
        for listed, after, behind in lists(turned):
            pairs = sorted(zip(listed, behind, strict=True))
            yield [each for each, _ in pairs], sorted(after), [each for _, each in pairs]

    return ordered


def hits(lists: Lists) -> tuple[int, float, float]:
    """Right guesses of the attacker who learns by places; how many pure luck would have, and the standard error of that.

    For every length of a list and every place in it it learns at which place of the later list the same card stood most often.
    """
    half, learnt = GAMES // 2, dict[tuple[int, int], Counter[int]]()
    for turns, _ in games()[:half]:
        for turned in turns:
            for _, after, behind in lists(turned):
                for place, each in enumerate(behind):
                    learnt.setdefault((len(after), place), Counter()).update(spot for spot, other in enumerate(after) if other == each)
    right, luck, spread = 0, 0.0, 0.0
    for turns, _ in games()[half:]:
        for turned in turns:
            for _, after, behind in lists(turned):
                for place, each in enumerate(behind):
                    seen = learnt.get((len(after), place))
                    chance = after.count(each) / len(after)
                    right += after[seen.most_common(1)[0][0] if seen else 0] == each
                    luck, spread = luck + chance, spread + chance * (1 - chance)
    return right, luck, sqrt(spread)


@pytest.mark.parametrize("lists", [own, rivals])
def test_c20_places_in_lists_tell_no_more_than_what_people_see(lists: Lists) -> None:
    right, luck, error = hits(lists)
    seen, _, _ = hits(tidy(lists))
    assert luck > 100
    assert right - luck < SIGMAS * error
    assert right - seen < SIGMAS * error * sqrt(2)


@pytest.mark.parametrize("lists", [own_in_old_order, rivals_in_order_of_the_hand])
def test_c20_the_attack_by_places_finds_a_leak(lists: Lists) -> None:
    right, luck, error = hits(lists)
    assert right - luck > 5 * error


# ---- what colour is behind: every field of what is sent -------------------------------------------------------------------------------

BUCKETS = 11
FIELDS = sorted(sent(RULES.start(["cpu"] * SEATS, {"variant": "dia-y-noche"})))


def bucket(value: object) -> int:
    """A field's value, put into one of a few boxes by its bytes."""
    return sum(place * byte for place, byte in enumerate(json.dumps(value).encode(), start=1)) % BUCKETS


def behind_top(state: State) -> Card:
    return state.pile[-1]


def behind_next(state: State) -> Card:
    return state.stock[0]


def behind_first(state: State) -> Card:
    return state.hands[VIEWER][0]


def behind_last(state: State) -> Card:
    return state.hands[VIEWER][-1]


SECRETS = [behind_top, behind_next, behind_first, behind_last]


def guessed(secret: Callable[[State], Card], read: Callable[[Moment], object]) -> tuple[int, int, float]:
    """Right guesses of the colour behind a card from one thing that is sent, of how many; and the share of the best guess without it."""
    half, learnt, plain = GAMES // 2, dict[tuple[bool, int], Counter[str]](), dict[bool, Counter[str]]()
    right, right_plain, tries = 0, 0, 0
    for number, (_, moments) in enumerate(games()):
        for moment in moments:
            state = moment.state
            if not (state.stock and state.hands[VIEWER]):
                continue
            night, box = state.side == 1, bucket(read(moment))
            colour = face(state, secret(state), 1 - state.side)[1]
            if number < half:
                learnt.setdefault((night, box), Counter())[colour] += 1
                plain.setdefault(night, Counter())[colour] += 1
                continue
            usual = plain[night].most_common(1)[0][0]
            seen = learnt.get((night, box))
            right += (seen.most_common(1)[0][0] if seen else usual) == colour
            right_plain += usual == colour
            tries += 1
    return right, tries, right_plain / tries


@pytest.mark.parametrize("secret", SECRETS)
def test_c20_no_field_tells_the_colour_behind_an_own_card_the_pile_or_the_stock(secret: Callable[[State], Card]) -> None:
    for field in FIELDS:
        right, tries, share = guessed(secret, lambda moment, field=field: moment.sent[field])  # type: ignore[misc]
        # The same card is guessed at several times in a row: a game counts as some four independent guesses.
        error = sqrt(share * (1 - share) * tries) * 2
        assert right - share * tries < SIGMAS * error, field


@pytest.mark.parametrize("secret", SECRETS)
def test_c20_the_attack_by_fields_finds_a_leak(secret: Callable[[State], Card]) -> None:
    right, tries, share = guessed(secret, lambda moment: secret(moment.state)[1 - moment.state.side] // 26)
    assert right > 0.8 * tries
    assert right - share * tries > 5 * sqrt(tries)
