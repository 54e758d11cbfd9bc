"""How many chairs a table is opened with: as many as its game allows, chosen on the one screen (E1)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import registry
from games.contract import Game
from tables.models import Table

pytestmark = pytest.mark.django_db
SEVERAL = [game for game in registry.all_games() if len(game.seats) > 1]


def post(slug: str, holders: dict[int, str]) -> tuple[int, Table | None]:
    """Open a table by the form: the answer's status, and the table."""
    form = {"name": "Ana", **{f"seat-{index}": holder for index, holder in holders.items()}}
    answer = Client().post(f"/abrir/{slug}/", form)
    return answer.status_code, Table.objects.order_by("-pk").first()


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.slug)
def test_every_number_of_seats_of_the_game_can_be_opened(game: Game) -> None:
    most = max(game.seats)
    for count in game.seats:
        holders = {index: "person" if index < count else "none" for index in range(1, most)}
        status, table = post(game.slug, holders)
        assert status == 303 and table is not None and table.seats.count() == count


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.slug)
def test_the_form_offers_them_all_and_begins_with_the_usual_number(game: Game) -> None:
    page = Client().get(f"/abrir/{game.slug}/").content.decode()
    chairs = re.findall(r'<select name="seat-(\d+)">(.*?)</select>', page, re.DOTALL)
    assert [int(index) for index, _ in chairs] == list(range(1, max(game.seats)))
    assert [index for index, options in chairs if 'value="none"' not in options] == [str(n) for n in range(1, min(game.seats))]
    assert sum('value="none" selected' not in options for _, options in chairs) + 1 == game.default_seats


def test_a_game_for_one_number_of_players_has_no_chair_to_leave_out() -> None:
    fixed = next(game for game in registry.all_games() if len(game.seats) == 1)
    assert "Sin silla" not in Client().get(f"/abrir/{fixed.slug}/").content.decode()
    status, table = post(fixed.slug, {1: "none"})
    assert status == 400 and table is None


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_one_click_leads_to_a_dealt_hand(game: Game) -> None:
    """*Jugar ahora*: the page that the click leads to already shows the hand, at a table of `Game.quick_seats` (P1)."""
    client = Client()
    page = client.post(f"/jugar/{game.slug}/", follow=True).content.decode()
    assert Table.objects.get().seats.count() == game.quick_seats
    assert page.count('<li data-card="') + page.count('data-tile="') >= 5
