"""What a CPU player remembers follows from what its seat was shown, also when the table turns over (C20, C27).

The twins of the contract's secrecy suite keep the other faces still whenever the table may turn; here they do not. Two positions that
look the same to a seat before and after an event must be the same to its mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.choque.cpu import choose
from games.choque.rules_v1 import RULES
from games.choque.state import State
from games.contract import Event, Illegal, NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream
from tests.games.choque.hooks import exchanged, laid_out

GAMES, SEATS = 120, 3
TWICE = "turned back at once"


def turnings(seed: str) -> Iterator[tuple[State, Event, State]]:
    """Every event of a game by which the table turns, with the states around it."""
    bits, state = Stream(seed), RULES.start(["cpu"] * SEATS, {"variant": "dia-y-noche"})
    while not isinstance(awaited := RULES.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            event: Event = Shuffled(bits.permutation(awaited.size))
        else:
            seat = awaited.seats[0]
            event = Played(seat, choose(RULES.mind(state, seat), ("easy", "normal")[seat % 2], bits, 0))
        after = RULES.step(state, event)
        if after.turned > state.turned:
            yield state, event, after
        state = after


def look_alikes(state: State, viewer: int, bits: Stream) -> Iterator[State]:
    """The position with some of what lies hidden exchanged, in one way each.

    Faces of the side in play among rivals and the stock but for its next card; other faces among stock and pile, and within each hand.
    """
    cards = [*state.pile, *(card for hand in state.hands for card in hand), *state.stock]
    owners = ["pile"] * len(state.pile) + [str(seat) for seat, hand in enumerate(state.hands) for _ in hand] + ["stock"] * len(state.stock)
    places = {owner: [place for place, each in enumerate(owners) if each == owner] for owner in owners}
    rivals = [place for seat in range(SEATS) if seat != viewer for place in places.get(str(seat), ())]
    stock, pile = places.get("stock", []), places["pile"]
    pools = [(state.side, [*stock[1:], *rivals]), (1 - state.side, [*stock, *pile[:-1]])]
    pools += [(1 - state.side, places.get(str(seat), [])) for seat in range(SEATS)]
    for side, pool in pools:
        yield laid_out(state, exchanged(cards, side, set(pool).__contains__, bits))


def kind(state: State, after: State) -> str:
    """How the table turned: twice, as cards came into a hand, or otherwise."""
    if after.turned - state.turned > 1:
        return TWICE
    return "with new cards" if sum(map(len, after.hands)) > sum(map(len, state.hands)) else "with none"


def test_c20_c27_positions_that_look_the_same_around_a_turn_over_leave_the_same_in_mind() -> None:
    bits, compared = Stream("alike"), Counter[str]()
    for state, event, after in (each for number in range(GAMES) for each in turnings(f"turning {number}")):
        for viewer in range(SEATS):
            shown = [RULES.view(each, viewer) for each in (state, after)]
            for alike in look_alikes(state, viewer, bits):
                try:
                    later = RULES.step(alike, event)
                except Illegal:
                    continue
                if alike != state and [RULES.view(each, viewer) for each in (alike, later)] == shown:
                    assert RULES.mind(later, viewer) == RULES.mind(after, viewer)
                    compared[kind(state, after)] += 1
    assert min(compared[each] for each in ("with none", "with new cards", TWICE)) > 10, compared
