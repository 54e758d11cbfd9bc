"""What everybody at the table could remember of the public log and of the other faces (C20); `games.kit.recall` keeps the log's part.

A draw proves nothing: it is allowed with a playable card (C7). It is taken as a sign that nothing went, as people take it; and when the
drawn card does not go either, that is shown.
"""

from __future__ import annotations

from games.choque.faces import Face
from games.choque.questions import answers, target, wilds
from games.choque.state import Cards, State, faces_of, others_of
from games.kit import recall
from games.kit.recall import blank
from games.kit.seats import put
from games.kit.tricks import without


def _goal(state: State) -> recall.Face:
    """What has to be matched, and what goes anyway."""
    goal = target(state)
    return recall.Face(goal.trait, goal.colour, wilds(state))


def with_denial(state: State) -> State:
    """The seat to play has shown that it holds nothing that goes."""
    return state._replace(memory=recall.remember_denial(state.memory, state.turn, _goal(state)))


def with_no_answer(state: State) -> State:
    """The seat to play seems to hold no answer to the pending pile."""
    traits = answers(state)
    if not traits:
        return state
    return state._replace(memory=recall.remember_denial(state.memory, state.turn, recall.Face(None, "", traits)))


def with_taken(state: State, seat: int, count: int, *, own: bool) -> State:
    """The seat takes so many cards from the stock. own: it draws in its turn (C7), and seems to have held nothing that goes."""
    if not count:
        return state
    return state._replace(memory=recall.remember_draw(state.memory, seat, count, _goal(state) if own else None))


def with_play(state: State, seat: int, face: Face) -> State:
    """The seat has played a card, which is on the pile."""
    known = state.known[seat]
    if face in known:
        state = state._replace(known=put(state.known, seat, without(known, face)))
    memory = recall.remember_play(state.memory, seat, face, len(state.hands[seat]))
    return state._replace(memory=memory, seen=state.seen + 1)


def with_reshuffle(state: State, recycled: Cards, seen: int) -> State:
    """The cards below the top one have become the stock. seen: how many cards of that pile were known, the top one among them."""
    stock = () if seen <= len(recycled) else faces_of(state, recycled)
    return state._replace(memory=recall.remember_reshuffle(state.memory, stock), seen=1)


def _in_sight(state: State, seat: int) -> Cards:
    """The cards of a hand whose other faces have been seen: not those taken since the reshuffle for them is awaited."""
    hand, debt = state.hands[seat], state.debt
    return hand[: len(hand) - debt.had] if debt and debt.seat == seat else hand


def with_event(before: State, after: State) -> State:
    """The state after an event in which the table may have turned over, as everybody remembers it.

    What the rivals saw of a hand before is then what its holder sees; of cards that came into the hand by the same event they have not
    seen that face. What was known of the sides before is over. A table that has turned twice (C21, C22) lies as it lay.
    """
    if (after.turned - before.turned) % 2 == 0:
        return after
    kept = [[card for card in _in_sight(before, seat) if card in hand] for seat, hand in enumerate(after.hands)]
    known = tuple([others_of(before, tuple(cards)) for cards in kept])
    return after._replace(memory=blank(after.frame.seats), known=known, seen=1)
