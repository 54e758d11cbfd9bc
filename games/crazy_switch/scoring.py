"""What a game is worth and how it ended (W12, W13)."""

from __future__ import annotations

from games.contract import Result
from games.crazy_switch.cards import WORTH
from games.crazy_switch.state import Hands, State
from games.crazy_switch.views import Ending, Sheet
from games.kit.shedding import collected, left_over, lowest, places


def sheet_of(hands: Hands, ending: Ending) -> Sheet:
    """The sheet of a game that has just ended."""
    left = tuple([left_over(hand, WORTH) for hand in hands])
    winners = (hands.index(()),) if ending == "out" else lowest(left)
    return Sheet(ending, winners, left, hands, collected(left, winners), len(winners) > 1)


def result_of(state: State) -> Result:
    """The result of a game that is over. Winners are first, whatever they score, the others by what is left in the hand (W12, W13)."""
    sheet = state.frame.sheet
    assert sheet is not None
    return Result(
        points=sheet.scores,
        ranks=places([(seat not in sheet.winners, left) for seat, left in enumerate(sheet.left)]),
        reason=sheet.ending,
        facts={"house": state.frame.house, "deals": state.frame.deals, "left": list(sheet.left), "tied": sheet.tied},
    )
