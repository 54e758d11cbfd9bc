"""The CPU players of Crazy10s (T21). They are given a `Mind`, never a state, and take their chances from the stream of bits given to
them. How much they think is bounded by numbers of plays looked at and of imagined racks, never by time.

*Easy* makes a random play among the lower half by points. *Normal* makes the play with the most points. *Hard* also weighs what stays on
its rack, wilds above all, and what the rival could answer, imagined with unseen tiles. Once the bag is empty the rival's rack is known
from what is unseen, and *hard* plays the match out after each of its best plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from games.contract import Bits, Level
from games.crazy10s.board import GRIDS, STAR, Grid
from games.crazy10s.generate import Found, Spelling, find
from games.crazy10s.skill import LEAVE, Finish, best, kept, laid, leave, spread
from games.crazy10s.state import SCORELESS
from games.crazy10s.views import Mind, Move, Pass, Play, View, swap_of
from games.kit.imagine import shuffled
from games.kit.seats import after

MOST: Final = 12_000
"""So many plays at most are looked at for the turn at hand; hardly any rack but one with two wilds has more."""
CANDIDATES: Final = 5
"""So many plays *hard* looks at closely while the bag holds tiles,"""
FINISHES: Final = 8
"""and so many once it is empty."""
GLIMPSE: Final = 5
"""So many of the rival's tiles are imagined: what they could do on the board tells where it is open, at a fraction of the search."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined answers of *hard*; the other levels need none.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    grid = GRIDS[view.grid]
    plays = list(islice(find(view.board, grid, view.rack), MOST))
    if level == "easy":
        found = lower_half(plays, bits) if plays else None
    elif level == "normal":
        found = greedy(view, plays)
    elif view.bag:
        found = thoughtful(view, grid, plays, bits, samples)
    else:
        found = finishing(view, grid, plays)
    return Play(next(Spelling(grid, view.rack).ways(found))) if found else idle(view)


def lower_half(plays: Sequence[Found], bits: Bits) -> Found:
    """A random play of those that are no better than the median."""
    ranked = sorted(plays, key=lambda found: found.points)
    return ranked[bits.below((len(ranked) + 1) // 2)]


def greedy(view: View, plays: Sequence[Found]) -> Found | None:
    """The play with the most points; a lone zero only where nothing can be swapped."""
    found = max(plays, key=lambda each: each.points, default=None)
    return found if found and (found.points or not view.most_swapped) else None


def idle(view: View) -> Move:
    """What to do without a play: swap all but zeros and wilds; where the turn ends the match, only what is dearer than usual (T13)."""
    pool = [tile for tile in spread(view.unseen) if tile != STAR]
    usual = sum(map(int, pool)) / max(1, len(pool)) if view.scoreless == SCORELESS - 1 else 0
    unwanted = sorted((tile for tile in view.rack if tile != STAR and int(tile) > usual), reverse=True)
    given = unwanted[: view.most_swapped]
    return swap_of(given) if given else Pass()


# ---- hard ---------------------------------------------------------------------------------------------------------------------


def thoughtful(view: View, grid: Grid, plays: Sequence[Found], bits: Bits, samples: int) -> Found | None:
    """The play that does best with what stays on the rack and what the rival may answer. None: rather swap."""
    ranked = sorted(plays, key=lambda found: -promise(view, found))
    candidates: list[Found | None] = [*ranked[:CANDIDATES], None]
    boards = [laid(view.board, found) if found else view.board for found in candidates]
    values = [promise(view, found) for found in candidates]
    pool = spread(view.unseen)
    for _ in range(samples if plays else 0):
        tiles = shuffled(pool, bits)[:GLIMPSE]
        for place, board in enumerate(boards):
            answer = best(board, grid, tiles)
            values[place] -= answer.points / samples if answer else 0
    return candidates[values.index(max(values))]


def promise(view: View, found: Found | None) -> float:
    """The points of a play and the worth of what is kept; a swap keeps whatever is better than a tile from the bag."""
    if found is None:
        return sum([max(0.0, LEAVE[tile]) for tile in view.rack])
    return found.points + leave(kept(view.rack, found))


def finishing(view: View, grid: Grid, plays: Sequence[Found]) -> Found | None:
    """With an empty bag: the play after which the match ends best if both go on greedily. None: rather pass."""
    assert view.viewer is not None
    me, rival = view.viewer, after(view.viewer, len(view.held))
    racks = {me: list(view.rack), rival: spread(view.unseen)}
    lead = view.scores[me] - view.scores[rival]

    def margin(found: Found | None) -> int:
        end = Finish(view.board, grid, [racks[seat] for seat in sorted(racks)], me, me, lead, view.scoreless)
        end.play(found)
        return end.play_out()

    return max([*sorted(plays, key=lambda found: -found.points)[:FINISHES], None], key=margin)
