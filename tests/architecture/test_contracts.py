"""The import contracts refuse what they should."""

import pytest
from grimp import ImportGraph

from tests.architecture.contracts import Doors, ImportContract, PureGames

MODULES = (
    "games games.apps games.contract games.registry games.kit games.kit.cards games.one games.one.rules games.two games.two.rules".split()
)


def breaks(contract: type[ImportContract], source: str, target: str) -> bool:
    """Whether one import breaks a contract, in a project of two games."""
    graph = ImportGraph()
    for module in MODULES:
        graph.add_module(module)
    return contract.breaks(source, target, graph)


@pytest.mark.parametrize(
    "target", ["django", "random", "time", "secrets", "datetime", "tables", "config", "numpy", "games.apps", "games.two.rules"]
)
def test_rules_may_not_import(target: str) -> None:
    assert breaks(PureGames, "games.one.rules", target)


@pytest.mark.parametrize("target", ["games.contract", "games.kit.cards", "games.one", "dataclasses", "hashlib", "collections"])
def test_rules_may_import(target: str) -> None:
    assert not breaks(PureGames, "games.one.rules", target)


def test_the_application_of_games_may_import_django() -> None:
    assert not breaks(PureGames, "games.apps", "django")


@pytest.mark.parametrize("target", ["games", "games.kit.cards", "games.one", "games.one.rules", "games.apps"])
def test_the_platform_may_not_import(target: str) -> None:
    assert breaks(Doors, "tables.views", target)


@pytest.mark.parametrize("target", ["games.contract", "games.registry", "django", "secrets"])
def test_the_platform_may_import(target: str) -> None:
    assert not breaks(Doors, "tables.views", target)
