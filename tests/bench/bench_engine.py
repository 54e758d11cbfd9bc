"""How many players' moves a second the rules of a game step, beside well-known engines of the same or a comparable card game.

Random games of all are recorded first; then the recorded moves are stepped again and only that is timed, by turns in one process, each
game at its best of several times, so that a busy machine does not matter. The first deal of a game is neither timed nor counted; whatever
chance brings later is timed, but not counted. Ours check every step in full on states that can't change. The yardsticks are rlcard's UNO
game class, pure Python that changes its state in place, and for Crazy Eights open_spiel's game of that name, C++ behind Python bindings,
whose naming of suits is timed, but not counted as a move.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from games.contract import Event, NeedShuffle, Over, Played, Shuffled
from games.registry import get

GAMES = 60
TURNS = 9
SEATS = ("cpu",) * 4
SUECA = {"count": "real", "revoke": "impeded"}
EIGHTS = {"draw": "5", "reshuffle": "no", "queens": "on", "aces": "on", "twos": "on", "length": "hand"}
SPIEL = {"players": len(SEATS), "max_draw_cards": 5, "use_special_cards": True, "reshuffle": False, "max_turns": 10_000}
"""The same choices for open_spiel."""


@dataclass
class Pace:
    """What one engine has stepped so far.

    games: as recorded. step: steps one of them again: players' moves, seconds taken. best: moves and the least seconds of each game.
    """

    games: list[Any]
    step: Callable[[Any], tuple[int, float]]
    best: dict[int, tuple[int, float]] = field(default_factory=dict)

    def measure(self, number: int) -> None:
        """Step one of the games once."""
        moves, seconds = self.step(self.games[number])
        self.best[number] = moves, min(seconds, self.best.get(number, (0, seconds))[1])

    @property
    def rate(self) -> float:
        """Moves a second, each game at its best."""
        return sum(moves for moves, _ in self.best.values()) / sum(seconds for _, seconds in self.best.values())


def ours(slug: str, options: Mapping[str, str], chance: Random) -> Pace:
    """Random games of ours."""
    rules = get(slug).versions[get(slug).version]

    def record() -> list[Event]:
        state, events = rules.start(SEATS, options), list[Event]()
        while not isinstance(awaited := rules.awaits(state), Over):
            if isinstance(awaited, NeedShuffle):
                event: Event = Shuffled(tuple(chance.sample(range(awaited.size), awaited.size)))
            else:
                seat = awaited.seats[0]
                event = Played(seat, chance.choice(rules.moves(state, seat) or ()))
            state = rules.step(state, event)
            events.append(event)
        return events

    def step(events: list[Event]) -> tuple[int, float]:
        state = rules.step(rules.start(SEATS, options), events[0])
        begun = process_time()
        for event in events[1:]:
            state = rules.step(state, event)
        taken = process_time() - begun
        return sum(isinstance(event, Played) for event in events), taken

    return Pace([record() for _ in range(GAMES)], step)


def rlcard_uno(chance: Random) -> Pace:
    """Random games of rlcard's UNO."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from rlcard.games.uno import Game  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def begin(seed: int) -> tuple[Any, dict[str, Any]]:
        game = Game(num_players=len(SEATS))
        game.np_random.seed(seed)
        state, _ = game.init_game()
        return game, state

    def record() -> tuple[int, list[str]]:
        seed, actions = chance.randrange(2**32), []
        game, state = begin(seed)
        while not game.is_over():
            actions.append(chance.choice(state["legal_actions"]))
            state, _ = game.step(actions[-1])
        return seed, actions

    def step(recorded: tuple[int, list[str]]) -> tuple[int, float]:
        seed, actions = recorded
        game, _ = begin(seed)
        begun = process_time()
        for action in actions:
            game.step(action)
        return len(actions), process_time() - begun

    return Pace([record() for _ in range(GAMES)], step)


def spiel_eights(chance: Random) -> Pace:
    """Random games of open_spiel's Crazy Eights."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game("crazy_eights", SPIEL)

    def record() -> tuple[list[int], list[int], int]:
        """The actions of the deal, all later ones, and how many of those are moves."""
        state, deal, played, moves = game.new_initial_state(), list[int](), list[int](), 0
        while not state.is_terminal():
            by_chance = state.is_chance_node()
            actions = [action for action, _odds in state.chance_outcomes()] if by_chance else state.legal_actions()
            action = chance.choice(actions)
            if not by_chance and "Nominate" not in state.action_to_string(action):
                moves += 1
            (played if moves else deal).append(action)
            state.apply_action(action)
        return deal, played, moves

    def step(recorded: tuple[list[int], list[int], int]) -> tuple[int, float]:
        deal, played, moves = recorded
        state = game.new_initial_state()
        for action in deal:
            state.apply_action(action)
        begun = process_time()
        for action in played:
            state.apply_action(action)
        return moves, process_time() - begun

    return Pace([record() for _ in range(GAMES)], step)


def run() -> dict[str, float]:
    """Steps a second of all, and ours over theirs (to reach: 1.0 beside rlcard)."""
    chance = Random(1)
    sueca, eights = ours("sueca", SUECA, chance), ours("crazy-eights", EIGHTS, chance)
    uno, spiel = rlcard_uno(chance), spiel_eights(chance)
    for turn in range(TURNS * GAMES):
        for pace in (sueca, uno, eights, spiel):
            pace.measure(turn % GAMES)
    return {
        "sueca_steps_per_s": round(sueca.rate),
        "crazy_eights_steps_per_s": round(eights.rate),
        "rlcard_uno_steps_per_s": round(uno.rate),
        "open_spiel_crazy_eights_steps_per_s": round(spiel.rate),
        "sueca_ratio_to_rlcard": round(sueca.rate / uno.rate, 2),
        "crazy_eights_ratio_to_rlcard": round(eights.rate / uno.rate, 2),
        "crazy_eights_ratio_to_open_spiel": round(eights.rate / spiel.rate, 2),
        "goal_beside_rlcard": 1.0,
    }


if __name__ == "__main__":
    print(run())
