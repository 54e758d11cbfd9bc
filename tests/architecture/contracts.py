"""Contracts of our own for import-linter; pyproject.toml names them."""

import sys
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

IMPURE = frozenset({"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"})
"""Parts of the standard library that have no business in rules: clocks, chance, files and processes."""
OPEN = frozenset({"games.apps"})
"""Modules of games that belong to the site."""
DOORS = frozenset({"games.contract", "games.registry", "games.replay"})
"""Modules of games that the platform may import."""


class ImportContract(Contract):
    """A contract about single imports: `breaks` says which ones break it."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """The imports that break it, in ``metadata["broken"]``."""
        imports = ((a, b) for a in graph.modules for b in graph.find_modules_directly_imported_by(a))
        broken = sorted(f"{a} imports {b}" for a, b in imports if self.breaks(a, b, graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    @staticmethod
    def breaks(source: str, target: str, graph: ImportGraph) -> bool:
        """Whether this import must not be."""
        raise AssertionError("each contract has its own")

    def render_broken_contract(self, check: Any) -> None:
        """One line for each import."""
        for line in check.metadata["broken"]:
            output.print_error(line)


class Doors(ImportContract):
    """The platform imports the doors of games, and nothing behind them."""

    @staticmethod
    def breaks(source: str, target: str, graph: ImportGraph) -> bool:
        """Whether a module of tables imports something of games that is no door."""
        return source.split(".")[0] == "tables" and target.split(".")[0] == "games" and target not in DOORS


class PureGames(ImportContract):
    """Games import the standard library, less its impure parts, and each other's shared modules only; no game imports another."""

    @staticmethod
    def breaks(source: str, target: str, graph: ImportGraph) -> bool:
        """Whether a module of games imports what it may not."""
        return source.split(".")[0] == "games" and source not in OPEN and not allowed(source, target, graph)


def allowed(source: str, target: str, graph: ImportGraph) -> bool:
    """Whether one import is in order."""
    top = target.split(".")[0]
    if top != "games":
        return top in sys.stdlib_module_names - IMPURE
    own, other = game_of(source, graph), game_of(target, graph)
    return target not in OPEN and (other is None or other == own)


def game_of(module: str, graph: ImportGraph) -> str | None:
    """The game a module belongs to; None for what all games share."""
    parts = module.split(".")
    package = ".".join(parts[:2])
    return package if len(parts) > 1 and package != "games.kit" and graph.find_children(package) else None
