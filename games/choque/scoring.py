"""What a game is worth and how it ended (C8, C15, C16, C25)."""

from __future__ import annotations

from games.choque.faces import WORTH
from games.choque.questions import following
from games.choque.state import State, faces_of
from games.choque.views import Ending, Sheet
from games.contract import Json, Result
from games.kit.shedding import left_over, places


def _blocked_winner(state: State, left: tuple[int, ...]) -> int:
    """The fewest points, then the fewest cards, then the seat whose turn would come first (C8)."""
    seats = state.frame.seats
    first = following(state, state.turn)
    return min(range(seats), key=lambda seat: (left[seat], len(state.hands[seat]), (seat - first) * state.direction % seats))


def sheet_of(state: State, ending: Ending) -> Sheet:
    """The sheet of a game that has just ended. The seat to play has gone out, or was the last one to pass."""
    cards = tuple([faces_of(state, hand) for hand in state.hands])
    left = tuple([left_over(hand, WORTH) for hand in cards])
    winner = state.turn if ending == "out" else _blocked_winner(state, left)
    return Sheet(ending, winner, left, cards, tuple([sum(left) - own for own in left]))


def result_of(state: State) -> Result:
    """The result of a game that is over. The winner is first and alone (C15); the others go by points left, then by cards."""
    sheet = state.frame.sheet
    assert sheet is not None
    order = [(seat != sheet.winner, sheet.left[seat], len(sheet.cards[seat])) for seat in range(state.frame.seats)]
    facts: dict[str, Json] = {"variant": state.frame.key, "left": list(sheet.left), "cards": [len(hand) for hand in sheet.cards]}
    return Result(sheet.scores, places(order), sheet.ending, facts)
