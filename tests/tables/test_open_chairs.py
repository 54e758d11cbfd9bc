"""How many chairs a table is opened with: as many as its game allows, chosen on the one screen (E1, C1)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import registry
from games.contract import Game
from tables.models import Player, Table
from tables.services import lobby
from tables.services.errors import Refused
from tests import factories as make

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
SEVERAL = [game for game in registry.all_games() if len(game.seats) > 1]


FEWER = [game for game in SEVERAL if game.guest_seats]


def visitor(*, account: bool = True) -> Client:
    """A browser of somebody with an account, or of nobody yet."""
    client = Client()
    if account:
        client.force_login(make.account("Ana", "ana@example.org"), backend=BACKEND)
    return client


def post(client: Client, game: Game, count: int) -> Any:
    """Open a table with so many chairs by the form."""
    holders = {f"seat-{index}": "person" if index < count else "none" for index in range(1, max(game.seats))}
    return client.post(f"/abrir/{game.slug}/", {"name": "Ana", **holders})


def offered(client: Client, game: Game) -> list[tuple[str, str]]:
    """The other chairs of the form with their options."""
    page = client.get(f"/abrir/{game.slug}/").content.decode()
    return re.findall(r'<select name="seat-(\d+)">(.*?)</select>', page, re.DOTALL)


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.slug)
def test_every_number_of_seats_of_the_game_can_be_opened(game: Game) -> None:
    client = visitor()
    for count in game.seats:
        assert post(client, game, count).status_code == 303
        assert Table.objects.latest("pk").seats.count() == count


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.slug)
def test_the_form_offers_them_all_and_begins_with_the_usual_number(game: Game) -> None:
    chairs = offered(visitor(), game)
    assert [int(index) for index, _ in chairs] == list(range(1, max(game.seats)))
    assert [index for index, options in chairs if 'value="none"' not in options] == [str(n) for n in range(1, min(game.seats))]
    assert sum('value="none" selected' not in options for _, options in chairs) + 1 == game.default_seats


@pytest.mark.parametrize("game", FEWER, ids=lambda game: game.slug)
def test_c1_a_room_made_by_a_guest_has_at_most_four_seats(game: Game) -> None:
    assert game.guest_seats == 4
    client = visitor(account=False)
    assert len(offered(client, game)) == 3
    assert "Sin cuenta, hasta 4 sillas; con una cuenta, hasta 6." in client.get(f"/abrir/{game.slug}/").content.decode()
    for count in (5, 6):
        answer = post(client, game, count)
        assert (answer.status_code, Table.objects.count(), Player.objects.count()) == (400, 0, 0)
        assert "Sin cuenta, una mesa tiene 4 sillas como mucho. Con una cuenta, hasta 6." in answer.content.decode()
        assert len(re.findall(r'<select name="seat-', answer.content.decode())) == count - 1, "what was sent is there to be mended"
    assert post(client, game, 4).status_code == 303


@pytest.mark.parametrize("game", FEWER, ids=lambda game: game.slug)
def test_c1_nor_does_a_guest_add_chairs_in_the_lobby(game: Game) -> None:
    (guest,) = make.people("Ana")
    table = make.opened(guest, slug=game.slug)
    client = Client()
    client.force_login(guest, backend=BACKEND)
    counts = re.search(r'id="chair-count".*?</select>', client.get(f"/m/{table.code}/").content.decode(), re.DOTALL)
    assert counts and re.findall(r"<option[^>]*>(\d)</option>", counts[0]) == ["2", "3", "4"]
    with pytest.raises(Refused) as refused:
        lobby.set_chairs(table, host=guest, count=5)
    assert refused.value.code == "guest-seats"
    assert table.seats.count() == 4


@pytest.mark.parametrize("game", FEWER, ids=lambda game: game.slug)
def test_c1_a_guest_who_hosts_a_big_room_after_its_maker_left_may_keep_it_or_make_it_smaller(game: Game) -> None:
    maker, (guest,) = make.account("Berta", "berta@example.org"), make.people("Ana")
    table = make.opened(maker, ("person",) * 5, slug=game.slug)
    lobby.sit(table, player=guest)
    lobby.stand(table, player=maker)
    lobby.set_chairs(table, host=guest, count=5)
    with pytest.raises(Refused, match="guest-seats"):
        lobby.set_chairs(table, host=guest, count=6)
    assert table.seats.count() == 5


def test_a_game_for_one_number_of_players_has_no_chair_to_leave_out() -> None:
    fixed = next(game for game in registry.all_games() if len(game.seats) == 1)
    assert "Sin silla" not in Client().get(f"/abrir/{fixed.slug}/").content.decode()
    answer = Client().post(f"/abrir/{fixed.slug}/", {"name": "Ana", "seat-1": "none"})
    assert answer.status_code == 400 and not Table.objects.exists()


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_one_click_leads_to_a_dealt_hand(game: Game) -> None:
    """*Jugar ahora*: the page that the click leads to already shows the hand, at a table of `Game.quick_seats` (P1)."""
    client = Client()
    page = client.post(f"/jugar/{game.slug}/", follow=True).content.decode()
    assert Table.objects.get().seats.count() == game.quick_seats
    assert len(re.findall(r'<li [^>]*data-(?:card|tile)="', page)) >= 5
