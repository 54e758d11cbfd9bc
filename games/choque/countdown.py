"""The fuse of a bomb and the midnight clock count turn hand-overs in the same way (C12, C22).

A countdown is the number of turns that are still to begin until it is at zero, the one of that moment counted. It shows 3 from the first
turn that begins after the card, which is not counted; so it starts one higher.
"""

from __future__ import annotations

from typing import Final

HANDOVERS: Final = 3
"""What a countdown shows at first."""
STARTED: Final = HANDOVERS + 1
"""A countdown whose card has just been played: the turn that begins next does not count."""


def count_down(left: int) -> int:
    """The countdown once another turn has begun, whosever it is: a skipped seat's is none."""
    return left - 1


def shown(left: int) -> int:
    """What the table shows of it."""
    return min(left, HANDOVERS)
