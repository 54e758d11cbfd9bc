"""Tables that need a grant of their host (C4): given in the admin or by a setting, asked of nobody who joins."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.checks import run_checks
from django.test import Client

from games import registry
from games.contract import Game
from tables.models import Grant, Match, Player, Table
from tables.selectors import grants as selectors
from tables.services import absence, grants, lobby, people, rematch
from tables.services.errors import Refused
from tests import factories as make

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
SLUG, FREE, CLOSED, OTHER = "choque", "clasica", "asedio", "dia-y-noche"
SENTENCE = "Para abrir una mesa de Choque de Colores con «Asedio» hace falta un permiso, que da quien lleva el sitio."


@pytest.fixture
def berta() -> Player:
    """Somebody with an account and no grant."""
    return make.account("Berta", "berta@example.org")


def give(player: Player, value: str = CLOSED) -> None:
    assert grants.give(player, slug=SLUG, value=value, by=None)


def opened(host: Player, variant: str = CLOSED, seats: tuple[str, ...] = ("person",)) -> Table:
    return make.opened(host, seats, slug=SLUG, variant=variant)


def refused(act: Any) -> str:
    """The sentence of the refusal for want of a grant."""
    with pytest.raises(Refused) as error:
        act()
    assert error.value.code == "not-granted"
    return str(error.value.sentence)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


# ---- the games' side --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_what_needs_a_grant_is_no_default_and_its_key_says_which_value_it_is(game: Game) -> None:
    values = [value for choice in game.choices for value in choice.values]
    closed = [value.key for value in values if value.granted]
    assert not set(closed) & set(game.defaults.values())
    assert all([value.key for value in values].count(key) == 1 for key in closed)
    assert game.guest_seats is None or game.guest_seats >= max(game.default_seats, game.quick_seats)


def test_c4_by_default_clasica_alone_is_free(berta: Player, settings: Any) -> None:
    game = registry.get(SLUG)
    assert [value.key for value in selectors.locked(berta, game)] == [CLOSED, OTHER]
    assert [value.key for value in selectors.locked(None, game)] == [CLOSED, OTHER]
    settings.FREE_VARIANTS = [f"{SLUG}:{CLOSED}"]
    assert [value.key for value in selectors.locked(None, game)] == [OTHER]


def test_c4_a_word_of_the_setting_that_names_nothing_is_told_at_the_start(settings: Any) -> None:
    settings.FREE_VARIANTS = [f"{SLUG}:{FREE}", f"{SLUG}:{OTHER}"]
    assert not [each for each in run_checks() if each.id == "tables.W001"]
    settings.FREE_VARIANTS = [CLOSED, f"{SLUG}:{OTHER}"]
    assert [each.msg for each in run_checks() if each.id == "tables.W001"] == ["FREE_VARIANTS: no game has 'asedio'"]


# ---- opening ----------------------------------------------------------------------------------------------------------------


def test_c4_who_lacks_the_grant_opens_clasica_and_nothing_else(berta: Player) -> None:
    assert opened(berta, FREE).options == {"variant": FREE}
    assert refused(lambda: opened(berta)) == SENTENCE
    assert Table.objects.count() == 1


def test_c4_a_grant_is_for_one_table_and_one_person(berta: Player) -> None:
    give(berta)
    assert opened(berta).options == {"variant": CLOSED}
    refused(lambda: opened(berta, OTHER))
    refused(lambda: opened(make.people("Ana")[0]))


def test_c4_the_setting_frees_it_for_everybody(settings: Any) -> None:
    settings.FREE_VARIANTS = [f"{SLUG}:{FREE}", f"{SLUG}:{OTHER}"]
    assert opened(make.people("Ana")[0], OTHER).options == {"variant": OTHER}
    refused(lambda: opened(make.people("Luis")[0]))


def test_c4_a_host_without_it_gets_a_page_that_says_so_and_nobody_becomes_a_guest(berta: Player) -> None:
    form = {"name": "Ana", "choice-variant": CLOSED, "seat-1": "person", "clock": "30s"}
    for client, persons in ((Client(), 1), (signed_in(berta), 1)):
        answer = client.post(f"/abrir/{SLUG}/", form)
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "<h1>Esta mesa necesita permiso</h1>" in page and SENTENCE in page
        assert f'href="/abrir/{SLUG}/"' in page
        assert (Table.objects.count(), Player.objects.count()) == (0, persons)


def test_c4_the_form_marks_what_needs_a_grant(berta: Player) -> None:
    assert signed_in(berta).get(f"/abrir/{SLUG}/").content.decode().count("Con permiso.") == 2
    give(berta)
    assert signed_in(berta).get(f"/abrir/{SLUG}/").content.decode().count("Con permiso.") == 1
    page = signed_in(berta).get(f"/m/{opened(berta, FREE).code}/").content.decode()
    assert page.count("Con permiso.") == 1


def test_c4_everybody_who_joins_plays(berta: Player) -> None:
    give(berta)
    table = opened(berta)
    (ana,) = make.people("Ana")
    lobby.sit(table, player=ana)
    match = make.started(table)
    while match.awaited != [1]:
        make.play_one(match)
        match.refresh_from_db()
    assert make.play_one(match).status == "done"


# ---- later on ---------------------------------------------------------------------------------------------------------------


def test_c4_changing_the_rules_asks_for_it_too(berta: Player) -> None:
    table = opened(berta, FREE)
    change = {"host": berta, "options": {"variant": CLOSED}, "clock": "30s", "visibility": "link"}
    assert refused(lambda: lobby.edit_rules(table, **change)) == SENTENCE
    form = {"choice-variant": CLOSED, "clock": "30s", "visibility": "link"}
    answer = signed_in(berta).post(f"/m/{table.code}/reglas/", form)
    assert answer.status_code == 403 and SENTENCE in answer.content.decode()
    table.refresh_from_db()
    assert table.options == {"variant": FREE}
    give(berta)
    assert lobby.edit_rules(table, **change).options == {"variant": CLOSED}


def test_c4_starting_asks_the_host_of_that_moment(berta: Player) -> None:
    give(berta)
    table = opened(berta, seats=("person", "normal"))
    (ana,) = make.people("Ana")
    lobby.sit(table, player=ana)
    lobby.stand(table, player=berta)
    lobby.set_seat(table, host=ana, index=0, holder="normal")
    table.refresh_from_db()
    assert table.host == ana
    assert refused(lambda: lobby.start(table, host=ana)) == SENTENCE
    lobby.edit_rules(table, host=ana, options={"variant": FREE}, clock="none", visibility="link")
    assert lobby.start(table, host=ana).options == {"variant": FREE}


def test_c4_a_grant_taken_back_ends_no_match_and_allows_no_rematch(berta: Player) -> None:
    give(berta)
    table = opened(berta)
    (ana,) = make.people("Ana")
    lobby.sit(table, player=ana)
    match = make.started(table)
    assert grants.take_back(berta, slug=SLUG, value=CLOSED, by=None)
    make.play_out(match)
    match.refresh_from_db()
    assert match.status == "over"
    for player in (ana, berta):
        assert refused(lambda player=player: rematch.answer(table, player=player, yes=True)) == SENTENCE
    assert not table.seats.filter(answer=True).exists()
    lobby.edit_rules(table, host=berta, options={"variant": FREE}, clock="none", visibility="link")
    assert rematch.answer(table, player=ana, yes=True) is None
    again = rematch.answer(table, player=berta, yes=True)
    assert again and again.options == {"variant": FREE}


def test_c4_a_rematch_asks_whoever_is_host_by_then_also_when_somebody_joins_by_the_link(berta: Player) -> None:
    give(berta)
    table = opened(berta)
    ana, luis = make.people("Ana", "Luis")
    lobby.sit(table, player=ana)
    make.play_out(make.started(table))
    rematch.answer(table, player=berta, yes=False)
    assert lobby.sit(table, player=luis).answer, "who sits down by the link has said yes"
    table.refresh_from_db()
    assert table.host == ana
    assert refused(lambda: rematch.answer(table, player=ana, yes=True)) == SENTENCE
    assert refused(lambda: lobby.start(table, host=ana)) == SENTENCE
    change = {"host": ana, "clock": "30s", "visibility": "link"}
    assert refused(lambda: lobby.edit_rules(table, options={"variant": OTHER}, **change)) == SENTENCE.replace("Asedio", "Día y Noche")
    lobby.edit_rules(table, options={"variant": FREE}, **change)
    assert rematch.answer(table, player=luis, yes=True) is None
    again = rematch.answer(table, player=ana, yes=True)
    assert again and again.options == {"variant": FREE}


def test_c4_the_quick_game_and_a_link_with_a_closed_choice_open_nothing_else(client: Client) -> None:
    """One click is Clásica; a link may name a table that needs a grant, and the form says so."""
    answer = client.post(f"/jugar/{SLUG}/", {"choice-variant": CLOSED, "variant": CLOSED})
    assert answer.status_code == 303
    assert Match.objects.get().options == {"variant": FREE}
    page = Client().get(f"/abrir/{SLUG}/?variant={CLOSED}").content.decode()
    assert f'value="{CLOSED}" checked' in page and page.count("Con permiso.") == 2


@pytest.mark.parametrize("forged", ["todas", "", "Asedio", "clasica,asedio"])
def test_c4_forged_choices_are_refused_before_anything_is_asked(forged: str, berta: Player) -> None:
    table = opened(berta, FREE)
    form = {"choice-variant": forged, "clock": "30s", "visibility": "link"}
    assert signed_in(berta).post(f"/m/{table.code}/reglas/", form).status_code == 400
    assert signed_in(berta).post(f"/abrir/{SLUG}/", {**form, "seat-1": "person"}).status_code == 400
    table.refresh_from_db()
    assert (table.options, Table.objects.count()) == ({"variant": FREE}, 1)


def test_c4_an_abandoned_seat_of_the_host_changes_nothing_while_the_match_runs(berta: Player) -> None:
    give(berta)
    table = opened(berta)
    (ana,) = make.people("Ana")
    lobby.sit(table, player=ana)
    match = make.started(table)
    absence.abandon(table, player=berta)
    assert Match.objects.get(pk=match.pk).status == "running"


# ---- the operator -----------------------------------------------------------------------------------------------------------


def act_on(client: Client, action: str, *players: Player) -> Any:
    """An action of the admin's list of people."""
    form = {"action": action, "_selected_action": [player.pk for player in players], "index": 0}
    return client.post("/admin/tables/player/", form, follow=True)


def test_c4_the_operator_gives_it_in_the_admin_and_takes_it_back_and_both_are_logged(berta: Player) -> None:
    root = Player.objects.create_superuser("root@example.org", "una-clave-larga", name="Root")
    client = signed_in(root)
    assert "Dar permiso: Choque de Colores, Asedio." in client.get("/admin/tables/player/").content.decode()
    for _ in range(2):
        assert act_on(client, f"give-{SLUG}-{CLOSED}", berta).status_code == 200
    grant = Grant.objects.get()
    assert (grant.player, grant.slug, grant.value, grant.granted_by) == (berta, SLUG, CLOSED, root)
    page = client.get("/admin/tables/grant/").content.decode()
    assert "Berta" in page and "Root" in page
    act_on(client, f"take-{SLUG}-{CLOSED}", berta)
    assert not Grant.objects.exists()
    told = [(entry.user_id, entry.object_id, entry.change_message) for entry in LogEntry.objects.order_by("pk")]
    assert told == [
        (root.pk, str(berta.pk), "Dar permiso: Choque de Colores, Asedio."),
        (root.pk, str(berta.pk), "Quitar el permiso: Choque de Colores, Asedio."),
    ]


def test_c4_staff_without_that_right_sees_no_such_action(berta: Player) -> None:
    from django.contrib.auth.models import Permission

    helper = make.account("Eva", "eva@example.org", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_player"))
    client = signed_in(helper)
    assert "Dar permiso" not in client.get("/admin/tables/player/").content.decode()
    act_on(client, f"give-{SLUG}-{CLOSED}", berta)
    assert not Grant.objects.exists()


def test_c4_what_a_guest_was_granted_goes_to_the_account_of_the_same_person(berta: Player) -> None:
    (guest,) = make.people("Berta")
    for value in (CLOSED, OTHER):
        give(guest, value)
    give(berta, OTHER)
    people.adopt_guest(guest, account=berta)
    assert sorted(Grant.objects.values_list("player", "value")) == [(berta.pk, CLOSED), (berta.pk, OTHER)]
