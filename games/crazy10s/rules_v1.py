"""Crazy10s, version 1 of its rules.

Two players lay numbered tiles on a shared board, so that every line of two or more tiles that gets a new one totals exactly ten. A line
scores its values, more on bonus squares. Instead of a play one may pass or swap tiles. The match ends when a rack is emptied with an
empty bag, or when six turns in a row have scored nothing.

Source: the rules page of the table, numbered T1 to T22, which settles what the telling of the game leaves open. What each number says
is quoted where it is applied. House decisions of this module, where the page is silent:

1. Lots. The first ``Shuffled`` is a permutation of the two seats; its first begins (T14). The second one orders the bag: it names places
   in `board.BAG`, next tile first. Seven tiles go to who begins, the next seven to the other.
2. A swap draws from the front of the bag, and the tiles given back go behind; then ``Shuffled(order)`` names places in that bag, and
   the turn ends with it. Swapping the sixth time in a row without score ends the match at once, before the shuffle; what was drawn
   counts (T8, T13).
3. A play is faulty for one reason at a time: its single tiles first, then the centre or the joining, then the linking, then the sums of
   rows before columns (T22).
4. A turn is scoreless when it scores 0, whatever it is: besides pass, swap and a lone zero that can't happen, because every line of a
   play has ten points at least (T13).
5. A rack emptied with tiles left in the bag is refilled as far as they go; only the play that leaves both empty ends the match (T12).
6. A lone zero that empties the rack with an empty bag ends the match by T12, also when it is the sixth scoreless turn.
7. Places go by points after the ending is counted (T12, T13).

Moves as text: see `codec`. Public are the board, which of its tiles are wilds, scores, the sizes of bag and racks, and every turn; of a
swap only how many tiles. Racks are their holders' alone, and the bag is nobody's (T8, T20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.contract import (
    Awaits,
    Event,
    Illegal,
    NeedMove,
    NeedShuffle,
    Options,
    Over,
    Played,
    SeatKind,
    SeatRef,
    Shuffled,
)
from games.crazy10s import codec, story, views_build
from games.crazy10s.board import BAG, GRIDS, MATCH_GRID, RACK, STAR, Square, Tile
from games.crazy10s.judge import judge, laid_on
from games.crazy10s.scoring import ending_of, result_of
from games.crazy10s.state import SCORELESS, SEATS, State
from games.crazy10s.views import Move, Pass, Placement, Play, Reason, Swap, Turn
from games.crazy10s.words import tile_token
from games.kit.seats import after, put

MAPS: Final = frozenset({MATCH_GRID.id})
"""The maps a match may be played on (T2)."""


# ---- chance -------------------------------------------------------------------------------------------------------------------


def _shuffle(state: State, order: tuple[int, ...]) -> State:
    awaited = RULES.awaits(state)
    if not isinstance(awaited, NeedShuffle):
        raise Illegal("not-now")
    if sorted(order) != list(range(awaited.size)):
        raise Illegal("bad-shuffle")
    match state.phase:
        case "lots":
            return state._replace(phase="deal", starter=order[0], turn=order[0])
        case "deal":
            return _deal(state, order)
    bag = tuple([state.bag[place] for place in order])
    return _next_turn(state._replace(phase="play", bag=bag))


def _deal(state: State, order: tuple[int, ...]) -> State:
    """Fill the bag and both racks (T1)."""
    bag = tuple([BAG[place] for place in order])
    first, second = bag[:RACK], bag[RACK : 2 * RACK]
    racks = (first, second) if state.turn == 0 else (second, first)
    return state._replace(phase="play", bag=bag[2 * RACK :], racks=racks)


# ---- turns --------------------------------------------------------------------------------------------------------------------


def _next_turn(state: State) -> State:
    return state._replace(turn=after(state.turn, len(state.racks)), turn_number=state.turn_number + 1)


def _less(rack: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The rack without these tiles, which are on it."""
    left = list(rack)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def _end(state: State, reason: Reason) -> State:
    """The match is over, at once (T12, T13)."""
    ending = ending_of(state.racks, state.scores, state.turn, reason)
    scores = tuple([before + change for before, change in zip(ending.before, ending.change, strict=True)])
    return state._replace(phase="over", scores=scores, ending=ending)


def _score(state: State, turn: Turn) -> State:
    """Write down a turn that its seat has just finished; the state goes on or is over."""
    scores = put(state.scores, turn.seat, state.scores[turn.seat] + turn.points)
    scoreless = 0 if turn.points else state.scoreless + 1
    latest = turn if turn.placements else state.latest_play
    told = state._replace(scores=scores, scoreless=scoreless, last=turn, latest_play=latest)
    if not told.bag and not told.racks[turn.seat]:
        return _end(told, "out")
    return _end(told, "scoreless") if scoreless >= SCORELESS else told


def _play(state: State, seat: int, placements: tuple[Placement, ...]) -> State:
    """Lay tiles, score and refill the rack (T1, T3, T9). Raises `Illegal` as `judge` says."""
    verdict = judge(state.board, state.grid, state.racks[seat], placements)
    if verdict.fault:
        raise Illegal(verdict.fault.code, **verdict.fault.params)
    rest = _less(state.racks[seat], [each.tile for each in placements])
    wanted = RACK - len(rest)
    stars = tuple([Square(each.row, each.col) for each in placements if each.tile == STAR])
    laid = state._replace(
        board=laid_on(state.board, state.grid, placements),
        stars=(*state.stars, *stars),
        racks=put(state.racks, seat, (*rest, *state.bag[:wanted])),
        bag=state.bag[wanted:],
    )
    told = _score(laid, Turn(state.turn_number, seat, placements, verdict, 0))
    return told if told.ending else _next_turn(told)


def _swap(state: State, seat: int, tiles: tuple[Tile, ...]) -> State:
    """Draw as many tiles as are given back; the bag is shuffled next (T8)."""
    rack, count = state.racks[seat], len(tiles)
    if not tiles:
        raise Illegal("nothing-swapped")
    if lacking := Counter(tiles) - Counter(rack):
        raise Illegal("not-on-rack", tile=tile_token(min(lacking)))
    if count > len(state.bag):
        raise Illegal("swap-too-large", bag=len(state.bag))
    racks = put(state.racks, seat, (*_less(rack, tiles), *state.bag[:count]))
    changed = state._replace(racks=racks, bag=(*state.bag[count:], *tiles))
    told = _score(changed, Turn(state.turn_number, seat, (), None, count))
    return told if told.ending else told._replace(phase="swap")


def _pass(state: State, seat: int) -> State:
    told = _score(state, Turn(state.turn_number, seat, (), None, 0))
    return told if told.ending else _next_turn(told)


def _move(state: State, seat: int, move: Move) -> State:
    if type(seat) is not int or not 0 <= seat < len(state.racks):
        raise Illegal("not-seated")
    if state.phase == "over":
        raise Illegal("finished")
    if state.phase != "play":
        raise Illegal("shuffling")
    if seat != state.turn:
        raise Illegal("not-your-turn", who=SeatRef(state.turn))
    match move:
        case Play(placements):
            return _play(state, seat, placements)
        case Swap(tiles):
            return _swap(state, seat, tiles)
        case Pass():
            return _pass(state, seat)
    raise Illegal("malformed")


# ---- the contract -------------------------------------------------------------------------------------------------------------


class Crazy10sV1:
    """The rules as `games.contract.Rules`; it holds nothing, all facts are in the state."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before lots are drawn for who begins (T14). Options: the map, see `texts.CHOICES`.

        Raises ValueError for other than two seats, for an unknown option, and for an unknown or missing value.
        """
        if len(seats) not in SEATS:
            raise ValueError("Crazy10s wants two seats")
        if set(options) != {"map"} or options["map"] not in MAPS:
            raise ValueError("Crazy10s wants the option map, and a map of its own")
        grid = GRIDS[options["map"]]
        nobody: tuple[tuple[Tile, ...], ...] = ((),) * len(seats)
        return State(grid.id, "lots", 0, 0, 1, grid.empty, (), (), nobody, (0,) * len(seats), 0, None, None, None)

    def awaits(self, state: State) -> Awaits:
        """Lots, the bag's order, the move of one seat, the bag's new order after a swap, or nothing."""
        match state.phase:
            case "lots":
                return NeedShuffle(len(state.racks))
            case "deal":
                return NeedShuffle(len(BAG))
            case "swap":
                return NeedShuffle(len(state.bag))
            case "play":
                return NeedMove(((state.turn,),), f"t{state.turn_number}")
        return Over(result_of(state))

    def step(self, state: State, event: Event) -> State:
        """The state after the event. Raises `Illegal`; see `texts.REFUSALS` for the codes."""
        if type(event) is Played:
            return _move(state, event.seat, event.move)
        if type(event) is Shuffled:
            return _shuffle(state, event.order)
        raise Illegal("malformed")

    def moves(self, state: State, seat: int) -> None:
        """None: there are too many to list. Legality is `step`; `generate.plays` finds the plays of a rack."""
        return

    def fallback(self, state: State, seat: int) -> Move:
        """P9: pass. Raises ValueError for a seat not awaited."""
        if state.phase != "play" or seat != state.turn:
            raise ValueError(f"seat {seat} is not awaited")
        return Pass()

    def free(self, move: Move) -> bool:
        """Every move names the board as its sender saw it."""
        return False

    view = staticmethod(views_build.view)
    reveal = staticmethod(views_build.reveal)
    mind = staticmethod(views_build.mind)
    recent = staticmethod(story.recent)
    narrate = staticmethod(story.narrate)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


RULES: Final = Crazy10sV1()
