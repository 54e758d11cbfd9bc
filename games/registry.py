"""Finds the games: every sub-package of ``games`` exposes a `Game` named ``GAME``. A sixth game is one more folder.

Whatever is wrong with a game's folder stops the start with a sentence that names it, instead of a page that fails later.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module

import games
from games.contract import LEVELS, Game

NO_GAMES = frozenset({"kit"})
"""Sub-packages that are no games."""


class RegistryError(RuntimeError):
    """A game's folder is not usable. The message says which and why."""


def faults(game: Game) -> list[str]:
    """What is wrong with a game's description, as sentences; [] when nothing is."""
    found = []
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.slug):
        found.append(f"the slug {game.slug!r} is not made of small letters, digits and single hyphens")
    if not game.versions:
        found.append("it has no version of its rules")
    if game.default_seats not in game.seats or game.quick_seats not in game.seats:
        found.append("its default and quick numbers of seats must be among its numbers of seats")
    if missing := [level for level in LEVELS if level not in game.samples]:
        found.append(f"it gives no number of samples for {', '.join(missing)}")
    for choice in game.choices:
        if choice.default not in {value.key for value in choice.values}:
            found.append(f"the default {choice.default!r} is not a value of its choice {choice.key!r}")
    return found


def load(package: str) -> Game:
    """The game that a package exposes. Raises `RegistryError` when it can't be imported, has no ``GAME``, or a faulty one."""
    try:
        module = import_module(package)
    except Exception as error:
        raise RegistryError(f"The game package {package} can't be imported: {error!r}") from error
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RegistryError(f"The package {package} exposes no GAME (a games.contract.Game); it is no game, or not finished.")
    if found := faults(game):
        raise RegistryError(f"The game of {package} is not usable: {'; '.join(found)}.")
    return game


def collect(packages: Iterable[str]) -> Mapping[str, Game]:
    """The games of the packages by slug, in order of slug. Raises `RegistryError` also when two share a slug or two bring a puzzle."""
    found: dict[str, Game] = {}
    origin: dict[str, str] = {}
    for package in packages:
        game = load(package)
        if game.slug in found:
            raise RegistryError(f"The packages {origin[game.slug]} and {package} both call their game {game.slug!r}.")
        found[game.slug], origin[game.slug] = game, package
    if len(puzzling := [slug for slug, game in found.items() if game.puzzles]) > 1:
        raise RegistryError(f"The site has one daily puzzle, and {' and '.join(sorted(puzzling))} each bring one.")
    return dict(sorted(found.items()))


@cache
def _registered() -> Mapping[str, Game]:
    names = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    return collect(f"games.{name}" for name in sorted(names) if name not in NO_GAMES)


def all_games() -> tuple[Game, ...]:
    """Every game, in order of slug. Raises `RegistryError` when one is not usable."""
    return tuple(_registered().values())


def get(slug: str) -> Game:
    """The game of that slug. Raises KeyError when there is none."""
    return _registered()[slug]


def puzzling() -> Game | None:
    """The game that brings the daily puzzle, None when none does. Raises `RegistryError` when a game is not usable."""
    return next((game for game in all_games() if game.puzzles), None)
