"""What the contract suite must be told of Sueca; see ``tests/contract/drive.py``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from games.contract import Bits, Result
from games.kit.cards import SUITS
from games.kit.imagine import shuffled
from games.sueca.state import DECK, SEATS, STRENGTH, State, trump_card
from games.sueca.views import View

ENDINGS = ("marks", "capote", "blanqueada", "capote-blanqueada", "revoke-true", "revoke-false")


def conserved(state: State) -> None:
    """Forty different cards, in hands, on the table or taken (S1); a counted round is worth 120 (S3)."""
    laid = [play.card for trick in state.tricks for play in trick.plays] + [play.card for play in state.plays]
    cards = Counter([*laid, *(card for hand in state.hands for card in hand)])
    assert cards == ({} if state.phase == "deal" else Counter(DECK))
    for sheet in state.frame.history:
        assert sum(sheet.points) == 120
        assert sum(sheet.trick_counts) == 10
        assert sorted(sheet.cards[0] + sheet.cards[1]) == sorted(DECK)


def agrees(state: State, result: Result) -> None:
    """Partners share points and place; the winners have four marks, or a verdict in their favour (S14, S21)."""
    assert result.points[:2] == result.points[2:] == state.frame.marks
    assert result.ranks[:2] == result.ranks[2:]
    assert set(result.ranks) == {1, 2}
    if state.verdict is None:
        assert [result.points[seat] for seat in result.winners] == [4, 4]
        assert min(result.points) < 4


def twin(state: State, viewer: int | None, bits: Bits) -> State | None:
    """The same table with the hidden cards lying otherwise: the hands of the others are mixed, and the tricks that only a memory has."""
    if state.phase == "deal":
        return None
    known = trump_card(state.frame)
    others = [seat for seat in range(SEATS) if seat != viewer]
    mixed = shuffled([card for seat in others for card in state.hands[seat] if card != known], bits)
    hands, dealt = list(state.hands), list(state.frame.dealt)
    for seat in others:
        old = state.hands[seat]
        hands[seat] = tuple(card if card == known else mixed.pop() for card in old)
        changed = dict(zip(old, hands[seat], strict=True))
        dealt[seat] = tuple(changed.get(card, card) for card in dealt[seat])
    frame: Any = replace(state.frame, dealt=tuple(dealt), annulled=tuple(replace(gone, hand=()) for gone in state.frame.annulled))
    return state._replace(frame=frame, hands=tuple(hands))  # type: ignore[arg-type]


def steered(state: State, bits: Bits) -> tuple[int, ...]:
    """A deal that gives the seats 0 and 2 all the trumps and the best of the rest: a capote is likely."""
    trump = SUITS[bits.below(len(SUITS))]
    best = sorted(DECK, key=lambda card: (card[1] != trump, -STRENGTH[card]))
    halves = [shuffled(best[:20], bits), shuffled(best[20:], bits)]
    if state.frame.dealer % 2:
        # The other side deals: the card it turns up must be one of those trumps.
        place = next(place for place, card in enumerate(halves[0]) if card[1] == trump)
        halves[0][place], halves[1][19] = halves[1][19], halves[0][place]
    seats = [(state.frame.dealer + turn) % SEATS for turn in range(1, SEATS + 1)]
    return tuple(DECK.index(halves[seat % 2].pop(0)) for seat in seats for _ in range(10))


def telling(view: View) -> str:
    """The view without the rounds already counted, which lay open on the table (P12)."""
    return repr(replace(view, count=None, history=()))


def hidden(state: State, viewer: int | None) -> set[str]:
    """Every card in a hand that is not the viewer's, but for the trump; and those of tricks before the last one (S29)."""
    if state.verdict:
        return set()
    held = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand} - {trump_card(state.frame)}
    older = {play.card for trick in state.tricks[:-1] for play in trick.plays} - {trump_card(state.frame)}
    return {repr(card) for card in held | older}
