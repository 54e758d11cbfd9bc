"""Plays any registered game at random, so that the contract can be checked on what happens.

Each game brings ``tests/games/<package>/hooks.py`` with what only it can know:

    conserved(state)              raises AssertionError when a card, tile or point is missing or there twice
    agrees(state, result)         raises AssertionError when the result does not follow from the last state
    twin(state, viewer, bits)     a state that looks the same to the viewer and differs elsewhere; None where nothing is hidden
    telling(view)                 the view as text in which hidden codes are looked for
    hidden(state, viewer)         the texts that must not be in it
    steered(state, bits)          a shuffle that suits the first seat's side, for endings that hardly ever come up by themselves
    ENDINGS                       every `Result.reason` that must occur in the census
    UNREACHED                     where there are any: the reasons that no match with all its cards can end for; the game's own tests show
                                  them on positions with fewer cards
    propose(state, seat, bits)    only where `Rules.moves` answers None: a random legal move of a seat that is awaited
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import combinations, product
from typing import Any

import pytest

from games.contract import Event, Game, NeedMove, NeedShuffle, Over, Played, Rules, SeatKind, Shuffled
from games.kit.bits import Stream
from games.registry import all_games

LONGEST = 20_000
"""No match may need more events than this."""
DRAGGING = 300
"""A match that is not over after so many events goes on by fallbacks: random players who may draw cards for ever would."""
ENOUGH = 250
"""Of a longer match about so many states, evenly spread, stand for all of them where looking at each takes long."""


@dataclass(frozen=True)
class Case:
    """A game in one version, with one number of seats and one set of the host's choices."""

    game: Game
    version: int
    seats: tuple[SeatKind, ...]
    options: Mapping[str, str]

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules of this version."""
        return self.game.versions[self.version]

    @property
    def hooks(self) -> Any:
        """What only this game can know."""
        return import_module(f"tests.games.{self.game.slug.replace('-', '_')}.hooks")

    def __str__(self) -> str:
        return "-".join([self.game.slug, f"v{self.version}", str(len(self.seats)), *self.options.values()])


@cache
def cases() -> list[Case]:
    """Every game and version; every number of seats and every choice together with every other one (pairwise)."""
    return [
        Case(game, version, ("person", *["cpu"] * (count - 1)), options)
        for game in all_games()
        for version in game.versions
        for count, options in settings(game)
    ]


def settings(game: Game) -> list[tuple[int, Mapping[str, str]]]:
    """Numbers of seats with sets of choices, so that any two values of two of them meet at least once."""
    keys = [choice.key for choice in game.choices]
    rows = pairwise([game.seats, *([value.key for value in choice.values] for choice in game.choices)])
    return [(row[0], dict(zip(keys, row[1:], strict=True))) for row in rows]


def pairwise(factors: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Rows with one value of each factor, in which any two values of two factors meet: greedily few of them, always the same.

    Among equally good rows the one with the values least used so far is taken.
    """
    places = list(combinations(range(len(factors)), 2))
    open_pairs = {(a, b, x, y) for a, b in places for x in factors[a] for y in factors[b]}
    rows, pool, used = [], list(product(*factors)), Counter[tuple[int, Any]]()

    def gain(row: tuple[Any, ...]) -> tuple[int, int]:
        return sum((a, b, row[a], row[b]) in open_pairs for a, b in places), -sum(used[each] for each in enumerate(row))

    while open_pairs:
        row = max(pool, key=gain)
        open_pairs -= {(a, b, row[a], row[b]) for a, b in places}
        used.update(enumerate(row))
        rows.append(row)
    return rows or pool


def option_sets(game: Game) -> Iterator[Mapping[str, str]]:
    """All combinations of the host's choices."""
    keys = [choice.key for choice in game.choices]
    for values in product(*([value.key for value in choice.values] for choice in game.choices)):
        yield dict(zip(keys, values, strict=True))


def random_event(case: Case, state: Any, bits: Stream) -> Event | None:
    """What happens next: chance, or a random legal move, now and then one out of turn; None when it is over."""
    awaited = case.rules.awaits(state)
    if isinstance(awaited, Over):
        return None
    if isinstance(awaited, NeedShuffle):
        return Shuffled(bits.permutation(awaited.size))
    return random_move(case, state, awaited, bits)


def random_move(case: Case, state: Any, awaited: NeedMove, bits: Stream) -> Played:
    """A random move. Moves that name their own moment, such as an accusation, would end most matches early: they are kept rare."""
    rare = bits.below(60) == 0
    seat = bits.below(len(case.seats)) if rare else awaited.seats[bits.below(len(awaited.seats))]
    legal = case.rules.moves(state, seat)
    if legal is None:
        seat = awaited.seats[bits.below(len(awaited.seats))]
        return Played(seat, case.hooks.propose(state, seat, bits))
    usual = [move for move in legal if not case.rules.free(move)]
    pool = legal if rare or not usual else usual
    return Played(seat, pool[bits.below(len(pool))]) if pool else random_move(case, state, awaited, bits)


def thoughtful_event(case: Case, state: Any, bits: Stream) -> Event | None:
    """Like `random_event`, but the first seat's side plays well and has luck: other endings come up that way."""
    awaited = case.rules.awaits(state)
    if isinstance(awaited, NeedShuffle) and bits.below(2):
        return Shuffled(case.hooks.steered(state, bits))
    if not isinstance(awaited, NeedMove):
        return random_event(case, state, bits)
    seat = awaited.seats[bits.below(len(awaited.seats))]
    level = "easy" if seat % 2 else "normal"
    return Played(seat, case.game.choose(case.rules.mind(state, seat), level, bits, case.game.samples[level]))


def hastened_event(case: Case, state: Any, bits: Stream) -> Event | None:
    """Like `random_event`, but whoever must act does what an absent seat would."""
    awaited = case.rules.awaits(state)
    if not isinstance(awaited, NeedMove):
        return random_event(case, state, bits)
    seat = awaited.seats[bits.below(len(awaited.seats))]
    return Played(seat, case.rules.fallback(state, seat))


def match(case: Case, seed: str, pick: Any = random_event) -> list[tuple[Any, Event, Any]]:
    """A whole match: each event between the states before and after it."""
    bits = Stream(f"{case}:{seed}")
    state, told = case.rules.start(case.seats, case.options), []
    while (event := (pick if len(told) < DRAGGING else hastened_event)(case, state, bits)) is not None:
        after = case.rules.step(state, event)
        told.append((state, event, after))
        state = after
        assert len(told) < LONGEST, "the match does not end"
    return told


each_case = pytest.mark.parametrize(
    "index",
    [pytest.param(index, id=str(case), marks=pytest.mark.xdist_group(f"case {index}")) for index, case in enumerate(cases())],
)
"""For a test of every case. All tests of one case run one after the other in one process, so that its matches are played once."""


@lru_cache(maxsize=2)
def sample(index: int) -> tuple[tuple[Any, Event, Any], ...]:
    """The longest of a few random matches of the case with that index in `cases`, the same for all tests that look at one."""
    return max((tuple(match(cases()[index], f"sample {number}")) for number in range(4)), key=len)


@lru_cache(maxsize=24)
def twins(index: int, viewer: int | None) -> tuple[tuple[Any, Any, Event], ...]:
    """States of the sample match with a twin that looks the same to the viewer, and the event that followed; there is at least one."""
    case, bits = cases()[index], Stream(f"twin of {viewer}")
    pairs = [(state, case.hooks.twin(state, viewer, bits), event) for state, event, _ in spread(index)]
    found = tuple((state, other, event) for state, other, event in pairs if other is not None and other != state)
    assert found
    return found


def spread(index: int) -> tuple[tuple[Any, Event, Any], ...]:
    """The whole `sample`, or `ENOUGH` evenly spread parts of a very long one."""
    told = sample(index)
    return told[:: max(1, len(told) // ENOUGH)]
