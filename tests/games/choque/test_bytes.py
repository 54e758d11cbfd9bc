"""No hidden face in any byte that a table of Choque de Colores sends, to any seat or spectator, at each of the three tables (C20, C26)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.choque.faces import FACE_NAMES, Face, is_wild
from games.choque.screen import drawing
from games.choque.variants import VARIANTS
from tables.middleware import BUCKETS
from tables.models import Match, Player, Table
from tables.rendering import SNAPSHOTS
from tables.selectors import states
from tests import factories as make
from tests.contract.page import drawn_cards

MOVES, EVERY = 40, 8


@pytest.fixture(autouse=True)
def _open_to_all(settings: Any) -> None:
    SNAPSHOTS.clear()
    BUCKETS.clear()
    settings.FREE_VARIANTS = [f"choque:{variant}" for variant in VARIANTS]


def told(html: str) -> set[Face]:
    """Every face that a page names anywhere but in the log, where only what lay open is told: by its code or in words."""
    # The nonce of the scripts is a random word in which anything may turn up.
    rest = re.sub(r'<ol [^>]*id="r-log".*?</ol>|nonce="[^"]*"', "", html, flags=re.DOTALL).replace("&quot;", " ")
    words = set(re.findall(r'(?:aria-label|title|alt)="([^"]*)"', rest)) | set(re.findall(r">([^<>]+)<", rest))
    in_words = {face for face, name in FACE_NAMES.items() if name in words and not is_wild(face)}
    return in_words | {face for face in re.findall(r"\b[\dA-Z][A-Z]\b", rest) if face in FACE_NAMES}


def look(match: Match, table: Table, player: Player | None, seat: int | None) -> None:
    """A viewer's page and fragments draw what the view has, and only the cards of the own hand have a name of their own there."""
    view: Any = states.rules_of(match).view(states.current(match).state, seat)
    known = {*view.hand, view.top, *(face for hand in view.others for face in hand)}
    client = Client()
    if player:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    for address in (f"/m/{table.code}/", f"/m/{table.code}/estado/"):
        html = client.get(address).content.decode()
        assert drawn_cards(html) == {drawing(face).id for face in known}
        assert told(html) <= known
        assert told(html) >= {face for face in known if not is_wild(face)}, "what is there is found"
        named = re.findall(r'data-card="c-(\d+)-(\w\w)-\d+"', html)
        assert sorted(face for _, face in named) == sorted(view.hand) and {turned for turned, _ in named} <= {str(view.turned)}


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_c20_c26_pages_draw_nothing_but_what_the_viewer_may_know(variant: str) -> None:
    people = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(people, slug="choque", variant=variant)
    match = make.started(table)
    for _ in range(MOVES // EVERY):
        start = match.seq
        match = make.play(match, until=lambda match: match.seq >= start + EVERY)  # noqa: B023
        if match.status != "running":
            break
        for seat in range(4):
            look(match, table, make.holder(match, seat), seat)
        look(match, table, None, None)
    assert match.seq > EVERY
