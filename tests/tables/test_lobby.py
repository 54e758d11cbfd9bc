"""Chairs, names, rules, starting, leaving, coming back, the rematch (P1, P4-P7, P11, P17)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import registry
from tables.models import Match, Player, Seat, Table
from tables.selectors import states
from tables.selectors.tables import FRESH, guests_to_mark, in_pairs, latest_match, partner_of, running_match, seat_name
from tables.services import absence, lobby, presence, rematch
from tables.services.errors import Refused
from tables.services.people import adopt_guest, clean_name, rename
from tables.services.play import play_move
from tables.services.seating import numbered
from tests import factories as make
from tests.jobs import run_due_jobs

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


def refused(code: str) -> pytest.RaisesExc[Refused]:
    """The next act is refused with that code and a sentence."""
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code and bool(str(error.sentence)))


def holders(table: Table) -> list[str]:
    """Who holds the seats: names, levels, or nothing."""
    return [seat.player.name if seat.player else seat.level for seat in table.seats.order_by("index").select_related("player")]


def shown(table: Table) -> list[str]:
    """The names shown at the table."""
    return [seat_name(seat) for seat in table.seats.order_by("index")]


def pairs(table: Table) -> list[tuple[str, str]]:
    """Who will play with whom, as the table's page says it to everybody; [] while that is open."""
    table.refresh_from_db()
    seats = list(table.seats.order_by("index"))
    partner = partner_of(table, seats, latest_match(table))
    order = [seat_name(seat) for seat in in_pairs(table, seats, partner)] if partner else []
    return [(order[0], order[2]), (order[1], order[3])] if order else []


# ---- opening and sitting ----------------------------------------------------------------------------------------------------


def test_p1_playing_now_seats_normal_cpu_players_without_a_clock_and_starts_at_once() -> None:
    (ana,) = make.people("Ana")
    match = lobby.quick_match(ana, slug=make.SLUG)
    assert holders(match.table) == ["Ana", "normal", "normal", "normal"]
    assert (match.clock, match.status, match.deadline) == ("none", "running", None)
    assert match.options == {"count": "real", "revoke": "impeded"}
    assert match.seat_kinds == ["person", "cpu", "cpu", "cpu"]


@pytest.mark.parametrize(
    "change",
    [
        {"slug": "ajedrez"},
        {"options": {"count": "never"}},
        {"options": {"luck": "more"}},
        {"clock": "5s"},
        {"visibility": "secret"},
        {"seats": ["person"]},
        {"seats": ["person", "person", "genius"]},
    ],
)
def test_a_table_that_no_form_of_ours_asks_for_is_refused(change: dict[str, Any]) -> None:
    (ana,) = make.people("Ana")
    wanted = {"slug": make.SLUG, "options": {}, "clock": "3d", "visibility": "link", "seats": ["person"] * 3}
    with refused("malformed"):
        lobby.open_table(ana, **{**wanted, **change})
    assert not Table.objects.exists()


def test_opening_tables_without_end_is_refused() -> None:
    (ana,) = make.people("Ana")
    for _ in range(lobby.TABLES_AT_ONCE):
        make.opened(ana)
    with refused("rate"):
        make.opened(ana)


def test_s5_the_first_three_get_the_chairs_and_the_next_only_watches() -> None:
    ana, *others, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, *others])
    assert holders(table) == ["Ana", "Luis", "Eva", "Leo"]
    with refused("full"):
        lobby.sit(table, player=zoe)


def test_a_person_holds_one_seat_a_table() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    first = lobby.sit(table, player=luis, index=3)
    assert lobby.sit(table, player=luis, index=1).index == first.index == 3
    assert lobby.sit(table, player=ana).index == 0


def test_a_taken_chair_is_refused() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    with refused("taken"):
        lobby.sit(table, player=luis, index=0)
    with refused("taken"):
        lobby.sit(table, player=luis, index=17)


def test_only_the_host_gives_chairs_to_cpu_players() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    lobby.sit(table, player=luis)
    with refused("not-host"):
        lobby.set_seat(table, host=luis, index=2, holder="hard")
    lobby.set_seat(table, host=ana, index=2, holder="hard")
    assert holders(table) == ["Ana", "Luis", "hard", ""]
    with refused("taken"):
        lobby.set_seat(table, host=ana, index=1, holder="easy")
    lobby.set_seat(table, host=ana, index=2, holder="person")
    assert holders(table) == ["Ana", "Luis", "", ""]
    with refused("malformed"):
        lobby.set_seat(table, host=ana, index=2, holder="genius")


def test_e1_before_the_start_the_host_changes_the_number_of_chairs() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.opened(ana, ("person", "hard", "person"), slug="crazy-eights")
    lobby.sit(table, player=luis, index=3)
    lobby.set_chairs(table, host=ana, count=7)
    assert holders(table) == ["Ana", "", "hard", "Luis", "", "", ""]
    lobby.set_chairs(table, host=ana, count=3)
    assert holders(table) == ["Ana", "hard", "Luis"]
    assert [seat.index for seat in table.seats.order_by("index")] == [0, 1, 2]
    lobby.set_chairs(table, host=ana, count=2)
    assert holders(table) == ["Ana", "Luis"]
    lobby.set_chairs(table, host=ana, count=3)
    lobby.sit(table, player=eva)
    match = make.started(table)
    assert match.seat_kinds == ["person"] * 3


def test_a_chair_with_a_person_is_not_taken_away() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.gathered([ana, luis, eva], slug="crazy-eights")
    with refused("seated"):
        lobby.set_chairs(table, host=ana, count=2)
    assert holders(table) == ["Ana", "Luis", "Eva", ""]


def test_the_number_of_chairs_is_the_hosts_and_one_of_the_games() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.gathered([ana, luis], slug="crazy-eights", length="hand")
    with refused("not-host"):
        lobby.set_chairs(table, host=luis, count=3)
    for count in (0, 1, 8):
        with refused("malformed"):
            lobby.set_chairs(table, host=ana, count=count)
    lobby.set_chairs(table, host=ana, count=2)
    match = make.started(table)
    with refused("running"):
        lobby.set_chairs(table, host=ana, count=3)
    make.play_out(match)
    with refused("played"):
        lobby.set_chairs(table, host=ana, count=3)
    with refused("malformed"):
        lobby.set_chairs(make.opened(ana), host=ana, count=3)


def test_every_lobby_act_raises_the_notice_number() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    numbers = []
    acts = [
        lambda: lobby.sit(table, player=luis),
        lambda: lobby.set_seat(table, host=ana, index=2, holder="easy"),
        lambda: lobby.edit_rules(table, host=ana, options={"count": "end"}, clock="1d", visibility="public"),
        lambda: lobby.stand(table, player=luis),
        lambda: lobby.set_chairs(table, host=ana, count=4),
    ]
    for act in acts:
        table.refresh_from_db()
        numbers.append(table.notice_seq)
        act()
    table.refresh_from_db()
    assert [*numbers, table.notice_seq] == [0, 1, 2, 3, 4, 5]


# ---- starting ---------------------------------------------------------------------------------------------------------------


def test_s6_the_partner_sits_opposite_and_the_others_keep_their_order_of_arrival() -> None:
    ana, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.opened(ana)
    lobby.sit(table, player=luis, index=3)
    lobby.sit(table, player=eva, index=2)
    lobby.sit(table, player=leo, index=1)
    make.started(table, partner=3)
    assert holders(table) == ["Ana", "Eva", "Luis", "Leo"]


def test_s6_a_cpu_player_may_be_the_partner() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.opened(ana, ("hard", "person", "person"))
    lobby.sit(table, player=luis)
    lobby.sit(table, player=eva)
    make.started(table, partner=1)
    assert holders(table) == ["Ana", "Luis", "hard", "Eva"]


@pytest.mark.parametrize("partner", [None, 0, 4, -1])
def test_s6_an_impossible_partner_is_refused(partner: int | None) -> None:
    table = make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))
    with refused("malformed"):
        make.started(table, partner=partner)


def test_s6_the_host_sees_the_pairs_before_the_start_and_may_pick_again() -> None:
    ana, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered([ana, luis, eva])
    with refused("seats-open"):
        lobby.pick_partner(table, host=ana, index=1)
    lobby.sit(table, player=leo)
    assert pairs(table) == []
    with refused("not-host"):
        lobby.pick_partner(table, host=luis, index=2)
    for index in (0, 4):
        with refused("malformed"):
            lobby.pick_partner(table, host=ana, index=index)
    lobby.pick_partner(table, host=ana, index=1)
    assert pairs(table) == [("Ana", "Luis"), ("Eva", "Leo")]
    lobby.pick_partner(table, host=ana, index=3)
    assert pairs(table) == [("Ana", "Leo"), ("Luis", "Eva")]
    assert holders(table) == ["Ana", "Luis", "Eva", "Leo"] and not Match.objects.exists(), "nothing has begun"
    make.started(table, partner=3)
    assert holders(table) == ["Ana", "Luis", "Leo", "Eva"]
    with refused("running"):
        lobby.pick_partner(table, host=ana, index=1)


def test_s6_a_pick_falls_with_whoever_leaves_and_with_the_host() -> None:
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    lobby.pick_partner(table, host=ana, index=2)
    lobby.stand(table, player=eva)
    assert pairs(table) == []
    lobby.sit(table, player=zoe)
    assert pairs(table) == [], "Ana has not picked Zoe"
    lobby.pick_partner(table, host=ana, index=2)
    assert pairs(table) == [("Ana", "Zoe"), ("Luis", "Leo")]
    Table.objects.filter(pk=table.pk).update(host=luis)
    assert pairs(table) == []


def test_p7_the_pairs_stay_for_the_rematch_and_a_change_of_them_clears_earlier_yeses() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    ana, luis, eva, leo = persons
    table = make.gathered(persons)
    finish(make.one_round(table))
    assert pairs(table) == [("Ana", "Eva"), ("Luis", "Leo")]
    for player in persons:
        rematch.answer(table, player=player, yes=True)
    lobby.pick_partner(table, host=ana, index=2)
    assert rematch.all_said_yes(table), "it is no change"
    lobby.pick_partner(table, host=ana, index=1)
    assert pairs(table) == [("Ana", "Luis"), ("Eva", "Leo")]
    assert [seat.answer for seat in table.seats.order_by("index")] == [True, None, None, None]
    with refused("waiting-answers"):
        make.started(table, partner=1)
    for player in (luis, eva, leo):
        rematch.answer(table, player=player, yes=True)
    with refused("stale"):
        make.started(table, partner=3)
    make.started(table, partner=1)
    assert holders(table) == ["Ana", "Eva", "Luis", "Leo"] and pairs(table) == [("Ana", "Luis"), ("Eva", "Leo")]


def test_a_match_starts_once_with_every_chair_taken_and_by_the_host() -> None:
    ana, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered([ana, luis, eva])
    with refused("seats-open"):
        make.started(table)
    lobby.sit(table, player=leo)
    with refused("not-host"):
        lobby.start(table, host=luis, partner=2)
    make.started(table)
    with refused("running"):
        make.started(table)
    with refused("running"):
        lobby.edit_rules(table, host=ana, options={}, clock="1d", visibility="link")
    with refused("running"):
        lobby.set_seat(table, host=ana, index=1, holder="easy")
    assert Match.objects.count() == 1


def test_p6_a_host_who_leads_from_another_chair_sits_on_0_when_it_starts() -> None:
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    lobby.stand(table, player=ana)
    table.refresh_from_db()
    assert table.host == luis
    lobby.sit(table, player=zoe)
    make.started(table, partner=3)
    assert holders(table) == ["Luis", "Eva", "Leo", "Zoe"]


# ---- names ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  Ana   María ", "Ana María"),
        ("Jose\u0301", "José"),
        ("A\x00n\u202ea\u200b", "A na"),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("\ud800Luis", "Luis"),
        ("Z\u0335\u0335\u0335\u0335\u0335o", "Z\u0335\u0335o"),
        ("ñandú 🦉", "ñandú 🦉"),
        ("x" * 24, "x" * 24),
    ],
)
def test_p17_a_name_is_cleaned(raw: str, name: str) -> None:
    assert clean_name(raw) == name


@pytest.mark.parametrize(
    ("raw", "code"),
    [("", "name-empty"), (" \u200b\u2800\u3164 ", "name-empty"), ("\x00", "name-empty"), ("\u0301", "name-empty"), ("x" * 25, "name-long"),
     ("y" * 2_000_000, "name-long")],
)  # fmt: skip
def test_p17_a_name_has_1_to_24_visible_signs(raw: str, code: str) -> None:
    with refused(code):
        clean_name(raw)


def test_p17_the_same_name_gets_numbers_shown_to_everybody() -> None:
    assert numbered(["Ana", "Luis", "ana"]) == ["Ana 1", "Luis", "ana 2"]
    assert numbered(["Ana", "Ana 1", "Aná"]) == ["Ana 2", "Ana 1", "Aná 3"]
    first, second = make.people("Ana", "Ana")
    table = make.opened(first)
    lobby.sit(table, player=second)
    assert shown(table)[:2] == ["Ana 1", "Ana 2"]
    rename(second, name="Eva")
    assert shown(table)[:2] == ["Ana", "Eva"]
    lobby.stand(table, player=second)
    assert shown(table)[1] == "Silla libre"


def test_p17_a_guest_with_the_name_of_an_account_is_marked() -> None:
    account = make.account("Ana", "ana@example.org")
    guest, other = make.people("ANA", "Luis")
    table = make.gathered([account, guest, other])
    assert guests_to_mark(list(table.seats.select_related("player"))) == {1}


# ---- leaving and coming back ------------------------------------------------------------------------------------------------


def four() -> tuple[list[Player], Match]:
    """Four people in a running match."""
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    return persons, make.started(make.gathered(persons))


def test_p5_a_cpu_player_plays_on_for_who_leaves_and_the_person_may_come_back() -> None:
    (_ana, luis, *_), match = four()
    absence.abandon(match.table, player=luis)
    seat = Seat.objects.get(table=match.table, index=1)
    assert (seat.player, seat.returning, seat.stand_in, seat.name) == (None, luis, "left", "Luis")
    assert "cpu_turn" in run_due_jobs()
    match.refresh_from_db()
    assert match.events.filter(seat=1, kind="played", cause="cpu").exists()
    absence.come_back(match.table, player=luis)
    absence.come_back(match.table, player=luis)
    seat.refresh_from_db()
    assert (seat.player, seat.returning, seat.stand_in) == (luis, None, "")
    kinds = list(match.events.filter(seat=1).exclude(kind="played").values_list("kind", flat=True))
    assert kinds == ["left", "came-back"]
    assert list(match.occupancies.filter(seat=1).values_list("number", "level", "player")) == [
        (2, "", luis.pk), (5, "normal", None), (6, "", luis.pk)
    ]  # fmt: skip


def test_p5_anyone_may_take_a_seat_that_was_left_but_no_other() -> None:
    (_ana, luis, *_), match = four()
    (zoe,) = make.people("Zoe")
    with refused("full"):
        lobby.sit(match.table, player=zoe)
    absence.abandon(match.table, player=luis)
    assert lobby.sit(match.table, player=zoe).index == 1
    with refused("taken"):
        absence.come_back(match.table, player=luis)
    with refused("full"):
        lobby.sit(match.table, player=luis)
    assert match.events.filter(kind="sat", seat=1).count() == 1


def test_p5_sitting_down_again_takes_ones_own_chair_back() -> None:
    (_ana, luis, eva, _), match = four()
    absence.abandon(match.table, player=luis)
    absence.abandon(match.table, player=eva)
    assert lobby.sit(match.table, player=eva).index == 2


def test_p5_who_takes_another_chair_gives_the_own_one_up() -> None:
    (_ana, luis, eva, _), match = four()
    absence.abandon(match.table, player=luis)
    absence.abandon(match.table, player=eva)
    lobby.sit(match.table, player=luis, index=2)
    with refused("taken"):
        absence.come_back(match.table, player=eva)
    assert Seat.objects.get(table=match.table, index=1).returning is None


def test_p5_when_the_last_person_has_left_the_match_is_voided() -> None:
    persons, match = four()
    for person in persons:
        absence.abandon(match.table, player=person)
    match.refresh_from_db()
    assert (match.status, match.result, match.awaited, match.turn, match.machine) == ("voided", None, [], "", False)
    assert match.events.last().kind == "voided"
    table = Table.objects.get()
    assert table.closed_at
    with refused("closed"):
        lobby.sit(table, player=persons[0])
    with refused("not-seated"):
        play_move(match.pk, player=persons[0], seq=match.seq, raw='{"do": "ask"}')


def test_p6_the_hosts_rights_go_to_the_next_seated_person_and_an_empty_table_closes() -> None:
    (ana, luis, eva, _leo), match = four()
    absence.abandon(match.table, player=luis)
    absence.abandon(match.table, player=ana)
    assert Table.objects.get().host == eva
    gathering = make.gathered(make.people("Zoe", "Ivo"))
    for seat in list(gathering.seats.filter(player__isnull=False)):
        lobby.stand(gathering, player=seat.player)
    gathering.refresh_from_db()
    assert gathering.closed_at
    assert gathering.host is None


def test_leaving_needs_a_seat() -> None:
    _, match = four()
    (zoe,) = make.people("Zoe")
    for act in (absence.abandon, absence.come_back, lobby.stand):
        with refused("not-seated"):
            act(match.table, player=zoe)


def test_p4_after_seven_days_without_clock_any_seated_player_hands_the_seat_on() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _persons, match = four()
        _, waiting = make.waiting(match)
        other = make.holder(match, (waiting + 1) % 4)
        now.shift(dt.timedelta(days=7) - dt.timedelta(seconds=1))
        with refused("not-yet"):
            absence.hand_over(match.table, player=other, index=waiting)
        now.shift(1)
        with refused("not-yet"):
            absence.hand_over(match.table, player=other, index=(waiting + 2) % 4)
        (zoe,) = make.people("Zoe")
        with refused("not-seated"):
            absence.hand_over(match.table, player=zoe, index=waiting)
        absence.hand_over(match.table, player=other, index=waiting)
        assert match.events.get(kind="handed").payload == {"by": other.seats.get().index}
        run_due_jobs()
        assert match.events.filter(seat=waiting, kind="played", cause="cpu").exists()
        match.refresh_from_db()
        seat = Seat.objects.get(table=match.table, index=waiting)
        assert (seat.player, seat.stand_in) == (make.holder(match, waiting), "handed")
        with refused("not-yet"):
            absence.hand_over(match.table, player=other, index=waiting)


def test_p4_a_table_with_a_clock_hands_nothing_on() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="7d"))
        _, waiting = make.waiting(match)
        now.shift(dt.timedelta(days=8))
        with refused("not-yet"):
            absence.hand_over(match.table, player=make.holder(match, (waiting + 1) % 4), index=waiting)


def test_a_stand_in_seat_accepts_no_move_until_he_vuelto() -> None:
    _persons, match = four()
    seat, seq, raw = make.fallback(match)
    Seat.objects.filter(table=match.table, index=seat).update(stand_in="missed")
    player = make.holder(match, seat)
    outcome = play_move(match.pk, player=player, seq=seq, raw=raw)
    assert outcome.status == "refused"
    assert "He vuelto" in outcome.sentence
    absence.come_back(match.table, player=player)
    assert make.play_one(match).status == "done"


# ---- the rematch ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def over() -> tuple[list[Player], Table]:
    """Three people and a CPU player after a match."""
    persons = make.people("Ana", "Luis", "Eva")
    table = make.opened(persons[0], ("person", "person", "easy"))
    for person in persons[1:]:
        lobby.sit(table, player=person)
    finish(make.one_round(table))
    return persons, table


def finish(match: Match) -> None:
    """Play a match to its end, persons and CPU players."""
    for _ in range(3000):
        run_due_jobs()
        match.refresh_from_db()
        if match.status == "over":
            return
        make.play_one(match)
    raise AssertionError("no end")


def test_p7_cpu_players_say_yes_and_the_host_starts_once_all_persons_have(over: tuple[list[Player], Table]) -> None:
    (ana, luis, eva), table = over
    assert list(table.seats.order_by("index").values_list("answer", flat=True)).count(True) == 1
    rematch.answer(table, player=luis, yes=True)
    with refused("waiting-answers"):
        make.started(table)
    rematch.answer(table, player=eva, yes=True)
    rematch.answer(table, player=ana, yes=True)
    assert rematch.all_said_yes(table)
    match = make.started(table)
    assert match.number == 2
    assert rematch.answer(table, player=luis, yes=True) == match, "a late double click gets the match that began"
    assert Match.objects.filter(table=table).count() == 2


def test_s25_a_no_frees_the_seat_for_whoever_opens_the_link_next(over: tuple[list[Player], Table]) -> None:
    (_ana, luis, eva), table = over
    (zoe,) = make.people("Zoe")
    rematch.answer(table, player=luis, yes=False)
    assert "Luis" not in holders(table)
    lobby.sit(table, player=zoe)
    rematch.answer(table, player=eva, yes=True)
    assert make.started(table).number == 2


def test_p7_an_edit_of_the_rules_clears_earlier_yeses_and_is_shown(over: tuple[list[Player], Table]) -> None:
    (ana, luis, _eva), table = over
    rematch.answer(table, player=luis, yes=True)
    lobby.edit_rules(table, host=ana, options={"count": "end"}, clock="1d", visibility="link")
    table.refresh_from_db()
    assert table.changes == [{"key": "count", "from": "real", "to": "end"}, {"key": "clock", "from": "none", "to": "1d"}]
    assert Seat.objects.get(table=table, player=luis).answer is None
    lobby.edit_rules(table, host=ana, options={"count": "real"}, clock="1d", visibility="link")
    table.refresh_from_db()
    assert table.changes == [{"key": "clock", "from": "none", "to": "1d"}]


def test_p7_after_24_hours_the_host_frees_a_silent_seat() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        persons = make.people("Ana", "Luis", "Eva", "Leo")
        table = make.gathered(persons)
        finish(make.one_round(table))
        ana, luis, eva, _leo = persons
        index = Seat.objects.get(table=table, player=luis).index
        now.shift(dt.timedelta(hours=24) - dt.timedelta(seconds=1))
        with refused("not-yet"):
            rematch.free_silent(table, host=ana, index=index)
        now.shift(1)
        rematch.answer(table, player=eva, yes=True)
        with refused("not-yet"):
            rematch.free_silent(table, host=ana, index=Seat.objects.get(table=table, player=eva).index)
        with refused("not-host"):
            rematch.free_silent(table, host=eva, index=index)
        rematch.free_silent(table, host=ana, index=index)
        assert "Luis" not in holders(table)


def test_p7_before_the_first_match_the_host_frees_the_chair_of_who_has_no_page_open_at_once() -> None:
    ana, luis, eva = make.people("Ana", "Luis", "Eva")
    table = make.opened(ana)
    lobby.sit(table, player=luis, index=1)
    lobby.sit(table, player=eva, index=2)
    presence.look(table.pk, player_id=eva.pk, channel="page", visible=True)
    for index in (0, 2, 3):
        with refused("not-yet"):
            rematch.free_silent(table, host=ana, index=index)
    with refused("not-host"):
        rematch.free_silent(table, host=eva, index=1)
    rematch.free_silent(table, host=ana, index=1)
    assert holders(table) == ["Ana", "", "Eva", ""]


def test_p7_who_was_freed_is_remembered_until_they_sit_again_or_a_match_begins() -> None:
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    for index in (1, 2):
        rematch.free_silent(table, host=ana, index=index)
    table.refresh_from_db()
    assert table.freed == [luis.pk, eva.pk]
    lobby.sit(table, player=luis)
    table.refresh_from_db()
    assert table.freed == [eva.pk]
    lobby.sit(table, player=zoe)
    make.started(table)
    table.refresh_from_db()
    assert table.freed == []


def test_p7_before_the_first_match_nobody_with_a_page_of_the_table_open_is_silent() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        ana, luis = make.people("Ana", "Luis")
        table = make.opened(ana)
        lobby.sit(table, player=luis, index=1)
        now.shift(dt.timedelta(hours=30))
        presence.look(table.pk, player_id=luis.pk, channel="page", visible=False)
        with refused("not-yet"):
            rematch.free_silent(table, host=ana, index=1)
        now.shift(FRESH)
        rematch.free_silent(table, host=ana, index=1)


def test_p7_without_pairs_the_last_yes_begins_the_rematch_and_a_double_click_makes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(registry.get(make.SLUG), partners=False)
    monkeypatch.setattr(registry, "get", lambda slug: game)
    ana, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered([ana, luis, eva, leo])
    finish(make.one_round(table, partner=None))
    for person in (ana, luis, eva):
        assert rematch.answer(table, player=person, yes=True) is None
    match = rematch.answer(table, player=leo, yes=True)
    assert match
    assert match.number == 2
    assert rematch.answer(table, player=leo, yes=True) == match
    assert Match.objects.filter(table=table).count() == 2


def test_without_pairs_the_chairs_turn_until_the_host_sits_on_0(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(registry.get(make.SLUG), partners=False)
    monkeypatch.setattr(registry, "get", lambda slug: game)
    ana, luis, eva, leo, zoe = make.people("Ana", "Luis", "Eva", "Leo", "Zoe")
    table = make.gathered([ana, luis, eva, leo])
    lobby.stand(table, player=ana)
    lobby.sit(table, player=zoe)
    make.started(table)
    assert holders(table) == ["Luis", "Eva", "Leo", "Zoe"]


def test_answers_need_a_seat_and_a_match() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    with refused("no-match"):
        rematch.answer(table, player=ana, yes=True)
    with refused("not-seated"):
        rematch.answer(table, player=luis, yes=True)


def test_a_seat_that_was_left_is_free_after_the_match() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.one_round(make.gathered(persons))
    absence.abandon(match.table, player=persons[1])
    finish(match)
    seat = Seat.objects.get(table=match.table, index=1)
    assert (seat.player, seat.stand_in, seat.returning, seat.name) == (None, "", None, "")


# ---- a guest signs in to an account -----------------------------------------------------------------------------------------


def test_a_guest_brings_everything_along_into_the_account() -> None:
    guest, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    account = make.account("Ana María", "ana@example.org")
    match = make.started(make.gathered([guest, luis, eva, leo]))
    adopt_guest(guest, account=account)
    table = Table.objects.get()
    assert table.host == account
    assert holders(table) == ["Ana María", "Luis", "Eva", "Leo"]
    guest.refresh_from_db()
    assert (guest.merged_into, guest.is_active) == (account, False)
    make.play(match, until=lambda match: match.awaited == [0])
    assert make.play_one(match).status == "done"
    assert make.holder(match, 0) == account


def test_a_guest_and_the_account_at_one_table_keep_one_seat() -> None:
    guest, eva, leo = make.people("Ana", "Eva", "Leo")
    account = make.account("Ana", "ana@example.org")
    match = make.started(make.gathered([account, guest, eva, leo]))
    adopt_guest(guest, account=account)
    assert list(Seat.objects.filter(player=account).values_list("index", flat=True)) == [0]
    assert match.events.filter(kind="left").count() == 1
    assert not Seat.objects.filter(player=guest).exists()


def test_the_board_survives_a_new_process() -> None:
    _persons, match = four()
    make.play(match, until=lambda match: match.seq > 15)
    before = states.current(match).state
    states.PREFIXES.clear()
    assert states.current(match).state == before
    assert running_match(match.table) == latest_match(match.table) == match
    assert match.moved_at <= timezone.now()
