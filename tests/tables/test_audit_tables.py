"""What a sceptical reader missed: facts nobody tested, and what a cheater or an unlucky moment could do."""

from __future__ import annotations

import datetime as dt
import re
import threading
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection, connections, transaction
from django.test import Client

from games.sueca.rules_v1 import RULES
from tables.middleware import BUCKETS
from tables.models import HistoryEvent, Match, Player, Seat, Table
from tables.rendering import SNAPSHOTS, table_frame
from tables.selectors import states
from tables.services import absence, lobby, people as people_service, rematch, social
from tables.services.errors import Refused
from tests import factories as make

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def signed_in(player: Player) -> Client:
    """A browser in which the player is signed in."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(html: str) -> str:
    """What a page says, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def regions_for(table: Table, player: Player | None) -> dict[str, str]:
    """The regions of the table's page in the eyes of a player."""
    found = table_frame(table.code, player.pk if player else None)
    assert found
    return dict(found[2].regions)


def after_a_match() -> tuple[list[Player], Table]:
    """Four people whose match has ended by a capote."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    make.play_out(make.one_round(table))
    table.refresh_from_db()
    return persons, table


# ---- rules of the table ------------------------------------------------------------------------------------------------------


def test_p7_what_the_host_changed_is_shown_to_everyone() -> None:
    (ana, luis, _eva, _leo), table = after_a_match()
    assert "Ha cambiado" not in text_of(regions_for(table, luis)["r-after"])
    lobby.edit_rules(table, host=ana, options={"revoke": "allowed"}, clock="1d", visibility="link")
    for viewer in (ana, luis, None):
        shown = text_of(regions_for(table, viewer)["r-after"])
        assert "Se puede, por tu cuenta y riesgo." in shown and "La mesa no lo consiente." in shown
        assert "un día" in shown and "todo el tiempo del mundo" in shown
    lobby.edit_rules(table, host=ana, options={"revoke": "impeded"}, clock="none", visibility="link")
    assert "Ha cambiado" not in text_of(regions_for(table, luis)["r-after"])


def test_the_commitment_is_shown_from_the_start_to_everybody_and_neither_code_nor_nonce() -> None:
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    assert "Sello" not in regions_for(table, ana)["r-seal"]
    match = make.started(table)
    for viewer in (ana, zoe, None):
        html = "".join(regions_for(table, viewer).values())
        assert match.commitment in html
        assert match.deal_code not in html and match.nonce not in html
    assert match.commitment in signed_in(luis).get(f"/m/{table.code}/").content.decode()


def test_a_closed_table_offers_no_chair() -> None:
    (ana,) = make.people("Ana")
    table = make.opened(ana)
    lobby.stand(table, player=ana)
    html = Client().get(f"/m/{table.code}/").content.decode()
    assert "Sentarme" not in text_of(html)
    assert "Esta mesa está cerrada" in text_of(html)


def test_p4_nobody_hands_on_a_seat_where_one_could_act_oneself() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        persons = make.people("Ana", "Luis", "Eva", "Leo")
        match = make.started(make.gathered(persons))
        make.play(match, until=lambda match: match.show)
        now.shift(dt.timedelta(days=8))
        with pytest.raises(Refused, match="not-yet"):
            absence.hand_over(match.table, player=persons[0], index=1)
        assert Seat.objects.filter(table=match.table_id, stand_in="handed").count() == 0


def test_p7_a_seat_freed_for_silence_is_taken_by_the_next_who_then_plays() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        (ana, luis, eva, leo), table = after_a_match()
        (zoe,) = make.people("Zoe")
        for player in (ana, eva, leo):
            rematch.answer(table, player=player, yes=True)
        with pytest.raises(Refused, match="waiting-answers"):
            lobby.start(table, host=ana, partner=2)
        now.shift(dt.timedelta(hours=25))
        index = Seat.objects.get(table=table, player=luis).index
        rematch.free_silent(table, host=ana, index=index)
        with pytest.raises(Refused, match="seats-open"):
            lobby.start(table, host=ana, partner=2)
        assert lobby.sit(table, player=zoe).index == index
        with pytest.raises(Refused, match="not-seated"):
            rematch.answer(table, player=luis, yes=True)
        match = lobby.start(table, host=ana, partner=2)
        assert match.number == 2 and zoe.pk in match.occupancies.values_list("player_id", flat=True)
        assert luis.pk not in match.occupancies.values_list("player_id", flat=True)


def test_s25_a_host_who_says_no_leaves_rights_and_chair_to_others() -> None:
    (ana, luis, eva, leo), table = after_a_match()
    (zoe,) = make.people("Zoe")
    rematch.answer(table, player=ana, yes=False)
    table.refresh_from_db()
    assert table.host is not None and table.host != ana
    lobby.sit(table, player=zoe)
    host = Player.objects.get(pk=table.host_id)
    partner = next(seat.index for seat in table.seats.all() if seat.player_id == zoe.pk)
    lobby.pick_partner(table, host=host, index=partner)
    for player in (luis, eva, leo, zoe):
        rematch.answer(table, player=player, yes=True)
    match = lobby.start(table, host=host, partner=partner)
    seats = {seat.player_id: seat.index for seat in Seat.objects.filter(table=table)}
    assert seats[host.pk] == 0 and seats[zoe.pk] == 2 and match.number == 2


def test_the_home_page_shows_every_table_that_waits_and_every_other_one() -> None:
    (ana,) = make.people("Ana")
    model = make.started(make.gathered(make.people("Ina", "Luis", "Eva", "Leo")))
    for number in range(66):
        table = Table.objects.create(
            code=f"t{number}", host=ana, slug=model.slug, options=model.options, clock="none", title=f"Mesa-{number}."
        )
        Seat.objects.bulk_create([Seat(table=table, index=k, player=None if k else ana, level="easy" if k else "") for k in range(4)])
        Match.objects.create(
            table=table, number=1, slug=model.slug, version=1, options=model.options, clock="none", seat_kinds=["person"] + ["cpu"] * 3,
            deal_code="x", nonce="x", commitment="x", awaited=[number % 2],
        )  # fmt: skip
    html = signed_in(ana).get("/").content.decode()
    assert "Te toca en 33 mesas" in html
    pages, address = html, "/mesas/"
    while address:
        page = signed_in(ana).get(address).content.decode()
        found = re.search(r'rel="next" href="([^"]+)"', page)
        pages, address = pages + page, unescape(found[1]) if found else ""
    assert all(f"Mesa-{number}." in pages for number in range(66))


def test_a_table_whose_game_is_gone_is_not_there_and_other_pages_work() -> None:
    (ana,) = make.people("Ana")
    table = make.opened(ana)
    Table.objects.filter(pk=table.pk).update(slug="gone")
    browser = signed_in(ana)
    browser.raise_request_exception = False
    assert [browser.get(path).status_code for path in (f"/m/{table.code}/", f"/m/{table.code}/estado/", "/")] == [404, 404, 200]


def test_a_table_that_closed_after_its_match_asks_for_no_rematch() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    for player in persons:
        absence.abandon(match.table, player=player)
    shown = text_of(regions_for(match.table, None)["r-after"])
    assert "Esta mesa está cerrada" in shown and "¿Revancha?" not in shown and "Silla libre" not in shown


def test_s6_the_host_does_not_start_with_somebody_who_sat_down_meanwhile() -> None:
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    browser = signed_in(ana)

    def seen() -> str:
        SNAPSHOTS.clear()
        found = re.search(r'name="seen" value="([^"]+)"', browser.get(f"/m/{table.code}/").content.decode())
        assert found
        return unescape(found.group(1))

    before = seen()
    lobby.stand(table, player=eva)
    lobby.sit(table, player=zoe)
    answer = browser.post(f"/m/{table.code}/empezar/", {"partner": "2", "seen": before}, follow=True)
    assert "Mientras tanto la mesa ha cambiado" in answer.content.decode()
    assert not Match.objects.filter(table=table).exists()
    browser.post(f"/m/{table.code}/empezar/", {"partner": "2", "seen": seen()})
    assert Seat.objects.get(table=table, index=2).player == zoe and Match.objects.filter(table=table).count() == 1


# ---- Sueca ------------------------------------------------------------------------------------------------------------------


def test_s27_the_four_seated_write_up_to_120_characters_and_who_watches_only_reads() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    (zoe,) = make.people("Zoe")
    table = make.gathered(persons)
    make.started(table)
    for player in persons:
        social.say(table, player=player, text="a" * 120)
    with pytest.raises(Refused, match="chat-long"):
        social.say(table, player=persons[0], text="a" * 121)
    with pytest.raises(Refused, match="not-seated"):
        social.say(table, player=zoe, text="hola")
    watching = signed_in(zoe).get(f"/m/{table.code}/").content.decode()
    assert watching.count("a" * 120) == 4 and 'id="write"' not in watching


def test_s28_a_left_seat_is_played_by_a_normal_cpu_player_until_somebody_takes_it_and_no_person_ends_it_without_winner() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    table = match.table
    absence.abandon(table, player=persons[1])
    last = match.occupancies.order_by("number").last()
    assert last and (last.level, last.player_id) == ("normal", None)
    assert absence.come_back(table, player=persons[1]).player == persons[1]
    for player in persons:
        absence.abandon(table, player=player)
    match.refresh_from_db()
    assert (match.status, match.result) == ("voided", None)


def test_s6_s25_the_rules_are_locked_while_a_match_runs() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    match = make.started(table)
    with pytest.raises(Refused, match="running"):
        lobby.edit_rules(table, host=persons[0], options={"revoke": "allowed"}, clock="30s", visibility="public")
    table.refresh_from_db()
    assert (table.options["revoke"], match.options["revoke"], table.clock) == ("impeded", "impeded", "none")


# ---- people -----------------------------------------------------------------------------------------------------------------


def test_a_guest_at_one_table_with_the_account_brings_the_hosts_rights_along() -> None:
    guest, eva, leo = make.people("Ana", "Eva", "Leo")
    account = make.account("Ana", "ana@example.org")
    table = make.gathered([guest, eva, leo, account])
    make.started(table)
    people_service.adopt_guest(guest, account=account)
    table.refresh_from_db()
    assert table.host == account


def test_signing_in_works_although_a_match_of_both_can_not_be_replayed() -> None:
    guest, eva, leo = make.people("Ana", "Eva", "Leo")
    account = make.account("Ana", "ana@example.org")
    match = make.started(make.gathered([account, guest, eva, leo]))
    HistoryEvent.objects.create(match=match, seq=match.seq + 1, kind="played", seat=0, payload={"do": "nonsense"}, cause="person")
    Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
    states.PREFIXES.clear()
    people_service.adopt_guest(guest, account=account)
    guest.refresh_from_db()
    assert guest.merged_into == account and not guest.is_active
    assert list(Seat.objects.filter(player=account).values_list("index", flat=True)) == [0]


def test_s26_a_guest_who_signed_in_is_offered_the_word() -> None:
    (ana, *_others), table = after_a_match()
    account = make.account("Ana", "ana@example.org")
    people_service.adopt_guest(ana, account=account)
    assert "Dilo una vez" in regions_for(table, account)["r-after"]


@pytest.mark.parametrize("code", ["ñandú", "x" * 13, "٣٣"])
def test_an_absurd_table_in_the_form_of_the_mail_address_is_no_error(code: str) -> None:
    (ana,) = make.people("Ana")
    browser = signed_in(ana)
    assert browser.get("/avisos/correo/", {"mesa": code}).status_code == 200
    assert browser.post("/avisos/correo/", {"mesa": code, "no": "1"}).status_code == 303


def test_the_admin_is_no_oracle_for_the_cards_of_a_running_match() -> None:
    staff = Player.objects.create_superuser("jefa@example.org", "una-clave-larga", name="Jefa")
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    browser = signed_in(staff)
    order = HistoryEvent.objects.get(match=match, kind="shuffled").payload
    for address in (
        f"/admin/tables/historyevent/?payload__0={order[0]}",
        f"/admin/tables/match/?deal_code__startswith={match.deal_code[0]}",
        f"/admin/tables/match/?nonce__startswith={match.nonce[0]}",
        f"/admin/tables/historyevent/?match__deal_code__startswith={match.deal_code[0]}",
    ):
        found = browser.get(address)
        assert found.status_code in (302, 400), address
        assert "?e=1" in found.headers.get("Location", "?e=1")
    assert browser.get("/admin/tables/match/?status__exact=running").status_code == 200
    assert browser.get("/admin/tables/historyevent/?kind__exact=shuffled").status_code == 200


# ---- at the same time ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["rename", "sign in"])
def test_who_a_seat_belongs_to_is_not_undone_by_a_move_on_its_way(act: str) -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    account = make.account("Ana María", "ana@example.org")
    table = make.gathered(persons)
    match = make.play(make.one_round(table), until=lambda match: match.seq == 40)

    def change() -> None:
        try:
            if act == "rename":
                people_service.rename(persons[0], name="Ana María")
            else:
                people_service.adopt_guest(persons[0], account=account)
        finally:
            connections.close_all()

    other = threading.Thread(target=change)
    with transaction.atomic():
        # The last move writes every seat; it has read them, and is not done yet.
        finish = _slowed(other)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RULES.__class__, "encode", staticmethod(finish))
            assert make.play_one(match).status == "done"
    other.join(30)
    seat = Seat.objects.get(table=table, index=0)
    assert seat.name == "Ana María"
    assert seat.player == (persons[0] if act == "rename" else account)


def wait_for(other: threading.Thread) -> None:
    """Wait until the other thread is done, or waits for a lock that this one holds."""
    for _ in range(300):
        with connection.cursor() as cursor:
            cursor.execute("select count(*) from pg_locks where not granted")
            if cursor.fetchone()[0]:
                return
        other.join(0.05)
        if not other.is_alive():
            return


def _slowed(other: threading.Thread) -> Any:
    """`Rules.encode`, during whose second call in a move (when the seats have been read) somebody else starts and may go on."""
    real, calls = RULES.encode, [0]

    def encode(move: Any) -> Any:
        calls[0] += 1
        if calls[0] == 2:
            other.start()
            wait_for(other)
        return real(move)

    return encode
