"""The CPU players of Crazy10s (T21). They are given a `Mind`, never a state, and take their chances from the stream of bits given to
them. How much they think is bounded by numbers of plays looked at and of imagined racks, never by time.

*Easy* makes a random play among the lower half by points. *Normal* makes the play with the most points. *Hard* also weighs what stays on
its rack, wilds above all, and what the rival could answer, imagined with racks of unseen tiles. Once the bag is empty the rival's rack
is known from what is unseen, and *hard* plays the match out for each of its best plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from games.contract import Bits, Level
from games.crazy10s.board import GRIDS, RACK, STAR, Grid, Tile
from games.crazy10s.generate import Found, Spelling, find
from games.crazy10s.skill import LEAVE, Finish, best, kept, laid, leave, spread
from games.crazy10s.state import SCORELESS
from games.crazy10s.views import Mind, Move, Pass, Play, View, swap_of
from games.kit.imagine import shuffled
from games.kit.seats import after

MOST: Final = 12_000
"""So many plays at most are looked at for the turn at hand; very few racks with two wilds have more."""
FINISHES: Final = 10
CANDIDATES: Final = 6
"""So many plays *hard* looks at closely."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined racks of *hard*; the other levels need none.
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
    else:
        found = thoughtful(view, grid, plays, bits, samples)
    return Play(next(Spelling(grid, view.rack).ways(found))) if found else idle(view)


def lower_half(plays: Sequence[Found], bits: Bits) -> Found:
    """A random play of those that are no better than the median."""
    ranked = sorted(plays, key=lambda found: found.points)
    return ranked[bits.below((len(ranked) + 1) // 2)]


def greedy(view: View, plays: Sequence[Found]) -> Found | None:
    """The play with the most points, of equal ones that which keeps the better tiles; a lone zero only where nothing can be swapped."""
    found = max(plays, key=lambda each: (each.points, leave(kept(view.rack, each))), default=None)
    return found if found and (found.points or not view.most_swapped) else None


def idle(view: View) -> Move:
    """What to do without a play: swap all but the tiles that go with anything; where the turn ends the match, only the dear ones (T13)."""
    pool = spread(view.unseen)
    last = view.scoreless == SCORELESS - 1
    usual = sum([int(tile) for tile in pool if tile != STAR]) / max(1, len(pool))
    unwanted = [tile for tile in view.rack if tile not in (STAR, "0") and not (last and int(tile) <= usual)]
    unwanted.sort(key=lambda tile: -int(tile))
    given = unwanted[: view.most_swapped]
    return swap_of(given) if given else Pass()


# ---- hard ---------------------------------------------------------------------------------------------------------------------


def thoughtful(view: View, grid: Grid, plays: Sequence[Found], bits: Bits, samples: int) -> Found | None:
    """The play that does best with what stays on the rack and what the rival may answer; None: rather swap or pass."""
    if not view.bag:
        return finishing(view, grid, plays)
    ranked = sorted(plays, key=lambda found: -promise(view, found))
    candidates: list[Found | None] = [*ranked[:CANDIDATES], None]
    values = [promise(view, found) for found in candidates]
    for _ in range(samples):
        rack = rival_rack(view, bits)
        for place, found in enumerate(candidates):
            answer = best(laid(view.board, found) if found else view.board, grid, rack)
            values[place] -= answer.points / samples if answer else 0.0
    return candidates[values.index(max(values))]


def promise(view: View, found: Found | None) -> float:
    """Points of a play and the worth of what is kept; a swap keeps what is better than a tile from the bag."""
    if found is None:
        return sum([max(0.0, LEAVE[tile]) for tile in view.rack])
    return found.points + leave(kept(view.rack, found))


def rival_rack(view: View, bits: Bits) -> list[Tile]:
    """A rack that the rival may hold."""
    assert view.viewer is not None
    return shuffled(spread(view.unseen), bits)[: view.held[after(view.viewer, len(view.held))]]


def finishing(view: View, grid: Grid, plays: Sequence[Found]) -> Found | None:
    """With an empty bag: the play, or a pass, after which the match ends best if both go on greedily. The rival's rack is known."""
    assert view.viewer is not None
    me = view.viewer
    rival = after(me, len(view.held))
    ranked = sorted(plays, key=lambda found: (-len(found.squares) * 0 - found.points))
    best_margin, choice = None, None
    for found in [*ranked[:FINISHES], None]:
        racks = [list(view.rack), spread(view.unseen)]
        if me:
            racks.reverse()
        table = Finish(view.board, grid, racks, me, me, view.scores[me] - view.scores[rival], view.scoreless)
        table.play(found)
        margin = table.play_out()
        if best_margin is None or margin > best_margin:
            best_margin, choice = margin, found
    return choice
