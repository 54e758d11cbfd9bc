"""What is read aloud at a table: one's own doings in the second person, everybody else's by name, and each event named once."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from games.contract import Game
from tables.rendering import PROTOCOL, SNAPSHOTS, log, table_frame
from tests import factories as make

HOLE = re.compile(r"\{(\w+)\}")
LIVE = re.compile(r'<div id="r-live"[^>]* data-told="([\d.]+)">(.*)</div>')
REGIONS = {
    1: "actions-after-banner-centre-clock-facts-hand-leave-lines-live-log-panel-rules-score-seal-seats-status-where",
}
"""The regions of each protocol: a page that is open since before finds no place for a new one."""


@pytest.fixture(autouse=True)
def _fresh() -> None:
    SNAPSHOTS.clear()
    log.LINES._kept.clear()


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_what_befalls_a_seat_has_words_for_its_own_person(game: Game, code: str) -> None:
    """Every line about a seat but those about a pair; the same places, without the name, in every language."""
    about = {key: text for key, text in game.lines.items() if "{who}" in text and "{partner}" not in text and told_in_log(game, key)}
    assert about and {f"{key}-you" for key in about} <= set(game.lines)
    with translation.override(code):
        for key, text in about.items():
            own = game.lines[f"{key}-you"]
            assert set(HOLE.findall(_(own))) == set(HOLE.findall(_(text))) - {"who"}, own
            assert code == settings.LANGUAGE_CODE or _(own) != own, own


def told_in_log(game: Game, key: str) -> bool:
    """Whether a line belongs to the log; the others are words of the status, which knows its viewer already."""
    texts = __import__(f"games.{game.slug.replace('-', '_')}.texts", fromlist=["LINES"])
    return key in texts.LINES


def heard(match: object, seat: int | None) -> tuple[str, str]:
    """The event and the text that a seat's page is given to read aloud."""
    player = make.holder(match, seat).pk if seat is not None else None  # type: ignore[arg-type]
    found = table_frame(match.table.code, player)  # type: ignore[attr-defined]
    assert found
    said = LIVE.fullmatch(found[2].regions["r-live"])
    assert said
    return said[1], said[2]


@pytest.mark.django_db
def test_the_mover_hears_you_and_the_others_a_name() -> None:
    """The log on the page names everybody alike; chat is no event; a CPU player's move in one's place is not one's own."""
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    _course, seat = make.waiting(match)
    name, before = make.holder(match, seat).name, heard(match, seat)
    make.play_one(match)
    event, own = heard(match, seat)
    assert own.startswith("Has salido con ") and event != before[0]
    for other in {0, 1, 2, 3} - {seat}:
        assert heard(match, other)[1].startswith(f"{name} sale con ")
    assert heard(match, None)[1].startswith(f"{name} sale con ")
    found = table_frame(match.table.code, make.holder(match, seat).pk)
    assert found and f"{name} sale con" in found[2].regions["r-log"]
    match.table.refresh_from_db()
    from tables.services import social

    social.say(match.table, player=make.holder(match, seat), text="Hola", token="t")
    assert heard(match, seat) == (event, own)


@pytest.mark.django_db
def test_a_new_region_is_a_new_protocol() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    found = table_frame(match.table.code, None)
    assert found
    assert "-".join(sorted(key.removeprefix("r-") for key in found[2].regions)) == REGIONS[PROTOCOL]
    script = (settings.BASE_DIR / "tables/static/tapete/js/live.js").read_text()
    assert f"const PROTOCOL = '{PROTOCOL}'" in script
