"""One point, one card, one tile: a line that tells a number of them has another for one, in every game and language."""

from __future__ import annotations

import re

import pytest

from games import registry
from games.contract import Game

COUNTED = re.compile(r"\{(?!who|partner)\w+\} (?:\w+ )?(?:puntos|cartas|fichas|bolitas|turnos|rondas|manos)\b")
NEVER_ONE = {
    "choque": {"lights", "lights-more"},  # a bomb is four cards at least (C12)
    "crazy10s": {"plays", "full-rack"},  # a line totals ten (T3)
    "crazy-eights": {"pending", "st-pending", "only-a-two", "st-by-points"},  # a two is two cards (E15), a match goes to fifty a head (E10)
    "crazy-switch": {"stacks", "st-pending", "only-the-same-kind"},  # and so is every draw card (W9)
    "sueca": {"redeal-too-strong"},  # eleven at least (S11)
}
"""Lines whose number is never one, and why."""
ELSEWHERE = {("sueca", "count-more"): "count-one", ("sueca", "st-won-more"): "st-won-one", ("sueca", "st-lost-more"): "st-lost-one",
    ("sueca", "st-mark-more"): "st-mark-one"}  # fmt: skip


def singular(key: str) -> str:
    """Where the words for one stand: ``draws-one``, and ``draws-one-you`` for what a person hears of their own doing."""
    return f"{key.removesuffix('-you')}-one-you" if key.endswith("-you") else f"{key}-one"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_every_number_of_things_has_its_singular(game: Game) -> None:
    texts = {**game.lines, **game.refusals}
    lacking = {
        key
        for key, text in texts.items()
        if COUNTED.search(text) and not key.startswith("why-") and ELSEWHERE.get((game.slug, key), singular(key)) not in texts
    }
    # What a person hears of their own doing counts as what the others read does.
    assert {key.removesuffix("-you") for key in lacking} == NEVER_ONE[game.slug]
