"""How many players' moves a second the rules of Sueca step, beside a well-known engine of a comparable card game.

Random games of both are recorded first; then the recorded moves are stepped again and only that is timed, by turns in one process, so
that a busy machine slows both alike. Ours checks every step in full on states that can't change (deals are timed too, but not counted);
the yardstick is rlcard's UNO game class with four players, which changes its state in place.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from games.contract import Event, NeedMove, NeedShuffle, Over, Played, Shuffled
from games.registry import get
from games.replay import fold

GAMES = 60
TURNS = 5
SEATS = ("cpu",) * 4
OPTIONS = {"count": "real", "revoke": "impeded"}


def record_sueca(chance: Random) -> list[Event]:
    """The events of a random game of Sueca."""
    rules = get("sueca").versions[1]
    state, events = rules.start(SEATS, OPTIONS), []
    while not isinstance(awaited := rules.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            event: Event = Shuffled(tuple(chance.sample(range(awaited.size), awaited.size)))
        else:
            assert isinstance(awaited, NeedMove)
            seat = awaited.seats[0]
            event = Played(seat, chance.choice(rules.moves(state, seat) or ()))
        state = rules.step(state, event)
        events.append(event)
    return events


def step_sueca(events: list[Event]) -> tuple[int, float]:
    """Step a recorded game again: players' moves stepped, seconds taken."""
    rules = get("sueca").versions[1]
    begun = perf_counter()
    fold(rules, SEATS, OPTIONS, events)
    taken = perf_counter() - begun
    return sum(isinstance(event, Played) for event in events), taken


def new_uno(seed: int) -> tuple[Any, dict[str, Any]]:
    """A game of rlcard's UNO ready for its first move, and its first state."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from rlcard.games.uno import Game  # type: ignore[import-not-found,import-untyped,unused-ignore]
    game = Game(num_players=len(SEATS))
    game.np_random.seed(seed)
    state, _ = game.init_game()
    return game, state


def record_uno(chance: Random) -> tuple[int, list[str]]:
    """The seed and the actions of a random game of rlcard's UNO."""
    seed = chance.randrange(2**32)
    game, state = new_uno(seed)
    actions = []
    while not game.is_over():
        actions.append(chance.choice(state["legal_actions"]))
        state, _ = game.step(actions[-1])
    return seed, actions


def step_uno(recorded: tuple[int, list[str]]) -> tuple[int, float]:
    """Step a recorded game again: moves stepped, seconds taken without the deal."""
    seed, actions = recorded
    game, _ = new_uno(seed)
    begun = perf_counter()
    for action in actions:
        game.step(action)
    return len(actions), perf_counter() - begun


def measure(step: Callable[[Any], tuple[int, float]], games: list[Any], total: list[float]) -> None:
    """Step all the games once, adding moves and seconds to the total."""
    for game in games:
        moves, seconds = step(game)
        total[0] += moves
        total[1] += seconds


def run() -> dict[str, float]:
    """Steps a second of both, and ours over theirs."""
    chance = Random(1)
    ours, theirs = [0.0, 0.0], [0.0, 0.0]
    sueca = [record_sueca(chance) for _ in range(GAMES)]
    uno = [record_uno(chance) for _ in range(GAMES)]
    for _ in range(TURNS):
        measure(step_sueca, sueca, ours)
        measure(step_uno, uno, theirs)
    rates = ours[0] / ours[1], theirs[0] / theirs[1]
    return {"sueca_steps_per_s": round(rates[0]), "rlcard_uno_steps_per_s": round(rates[1]), "ratio": round(rates[0] / rates[1], 2)}


if __name__ == "__main__":
    print(run())
