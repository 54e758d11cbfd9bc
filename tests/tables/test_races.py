"""Two at once, with real threads on the real Postgres: one outcome, polite answers to the others, a history that replays."""

from __future__ import annotations

import io
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.utils import timezone

from games.sueca.views import Accuse
from tables.models import ChatLine, Match, NoticeSent, RemarkSaid, Seat
from tables.notices import turns
from tables.selectors import states
from tables.services import absence, clock, lobby, machine, rematch, social
from tables.services.errors import Refused
from tables.services.play import play_move
from tests import factories as make, stacked
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _histories_replay() -> Any:
    """After every race the rows agree with the histories, as a process would see them that knows nothing yet."""
    yield
    states.PREFIXES.clear()
    for match in Match.objects.all():
        course = states.current(match)
        for name, value in states.projected(course).items():
            assert getattr(match, name) == value, name
    if not Match.objects.filter(deal_code__in=stacked.codes()).exists():
        call_command("verify_histories", stdout=io.StringIO())


@pytest.fixture
def match() -> Match:
    return make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), revoke="allowed"))


def statuses(results: Sequence[Any]) -> Counter[str]:
    """How often each outcome came."""
    return Counter(result if isinstance(result, str) else result.status for result in results)


def test_twenty_identical_posts_are_one_move(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    results = at_once([lambda: play_move(match.pk, player=player, seq=seq, raw=raw, token="same")] * 20)
    assert statuses(results) == {"done": 1, "repeated": 19}
    assert {result.seq for result in results} == {seq + 1}
    assert match.events.filter(kind="played").count() == 1


def test_twenty_different_posts_are_one_move(match: Match) -> None:
    course, seat = make.waiting(match)
    player, rules = make.holder(match, seat), states.rules_of(match)
    moves = [make.text_of(match, move) for move in rules.moves(course.state, seat) or () if not rules.free(move)]
    acts = [
        lambda raw=raw, number=number: play_move(match.pk, player=player, seq=course.seq, raw=raw, token=f"t{number}")
        for number, raw in zip(range(20), cycle(moves), strict=False)
    ]
    assert statuses(at_once(acts)) == {"done": 1, "stale": 19}


def test_posts_without_tokens_are_one_move(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    results = at_once([lambda: play_move(match.pk, player=player, seq=seq, raw=raw)] * 8)
    assert statuses(results) == {"done": 1, "stale": 7}


def test_two_starts_begin_one_match() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    results = at_once([lambda: lobby.start(table, host=persons[0], partner=2)] * 6)
    assert Counter(result for result in results if isinstance(result, str)) == {"running": 5}
    assert Match.objects.count() == 1


def test_the_last_chair_goes_to_one_of_two() -> None:
    ana, *others = make.people("Ana", *(f"G{number}" for number in range(8)))
    table = make.opened(ana, ("person", "easy", "easy"))
    results = at_once([lambda player=player: lobby.sit(table, player=player) for player in others])
    assert results.count("full") == 7
    assert table.seats.filter(player__isnull=False).count() == 2


def test_a_named_chair_goes_to_one_of_two() -> None:
    ana, *others = make.people("Ana", *(f"G{number}" for number in range(6)))
    table = make.opened(ana)
    results = at_once([lambda player=player: lobby.sit(table, player=player, index=2) for player in others])
    assert results.count("taken") == 5


def test_one_person_in_many_tabs_takes_one_chair() -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana)
    results = at_once([lambda index=index: lobby.sit(table, player=luis, index=index) for index in (1, 2, 3, 1, 2, 3)])
    assert len({seat.index for seat in results}) == 1
    assert Seat.objects.filter(player=luis).count() == 1


def test_a_seat_that_was_left_goes_to_its_person_or_another_but_to_one() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    (zoe,) = make.people("Zoe")
    absence.abandon(match.table, player=persons[1])
    results = at_once([lambda: absence.come_back(match.table, player=persons[1]), lambda: lobby.sit(match.table, player=zoe)] * 2)
    winners = {result.player_id for result in results if isinstance(result, Seat)}
    assert len(winners) == 1
    assert match.events.filter(kind__in=("sat", "came-back")).count() == 1


def test_a_move_against_the_clock_is_one_of_both() -> None:
    with time_machine.travel("2030-05-01T12:00:00Z", tick=False) as now:
        match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"), clock="30s"))
        seat, seq, raw = make.fallback(match)
        player, turn = make.holder(match, seat), match.turn
        now.shift(30)
        results = at_once(
            [
                lambda: play_move(match.pk, player=player, seq=seq, raw=raw, token="t"),
                lambda: clock.expire(match.pk, turn=turn),
                lambda: clock.expire(match.pk, turn=turn),
            ]
        )
        assert results[0].status == "late"
        assert list(match.events.filter(kind="played").values_list("cause", flat=True)) == ["clock"]


def test_an_accusation_against_a_move_is_judged_once(match: Match) -> None:
    make.play(match, until=lambda match: match.seq > 6)
    seat, seq, raw = make.fallback(match)
    player, accuser = make.holder(match, seat), make.holder(match, 0)
    accusation = make.text_of(match, Accuse(accused=1, round=1))
    results = at_once(
        [
            lambda: play_move(match.pk, player=player, seq=seq, raw=raw, token="m"),
            lambda: play_move(match.pk, player=accuser, seq=0, raw=accusation, token="a"),
            lambda: play_move(match.pk, player=accuser, seq=0, raw=accusation, token="a"),
            lambda: play_move(match.pk, player=make.holder(match, 2), seq=0, raw=accusation, token="b"),
        ]
    )
    found = statuses(results[1:])
    assert found["done"] == 1
    assert found["done"] + found["repeated"] + found["refused"] == 3
    match.refresh_from_db()
    assert match.status == "over"
    assert sum("accuse" in str(row.payload) for row in match.events.filter(kind="played")) == 1


def test_two_workers_on_one_cpu_turn_play_it_once() -> None:
    (ana,) = make.people("Ana")
    match = make.started(make.opened(ana, ("easy", "easy", "easy")))
    results = at_once([lambda: machine.play_cpu(match.pk, seq=match.seq)] * 4)
    assert results.count(True) == 1
    assert match.events.filter(kind="played").count() == 1


def test_two_workers_on_one_mail_send_it_once() -> None:
    from django.core import mail

    persons = [make.account(name, f"{name}@example.org") for name in ("a", "b", "c", "d")]
    match = make.started(make.gathered(persons))
    waited = make.holder(match, match.awaited[0])
    results = at_once([lambda: turns.tell(match.pk, match.turn, waited.pk)] * 4)
    assert results.count(True) == 1
    assert (len(mail.outbox), NoticeSent.objects.count()) == (1, 1)


def test_four_yeses_and_two_starts_make_one_rematch() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    make.play_out(make.one_round(table))
    at_once([lambda player=player: rematch.answer(table, player=player, yes=True) for player in persons for _ in range(2)])
    at_once([lambda: lobby.start(table, host=persons[0], partner=2)] * 3)
    assert list(Match.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_leaving_all_at_once_voids_the_match_once() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    at_once([lambda player=player: absence.abandon(match.table, player=player) for player in persons])
    assert match.events.filter(kind="voided").count() == 1
    match.table.refresh_from_db()
    assert match.table.closed_at


def test_leaving_against_a_move_loses_neither() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.started(make.gathered(persons))
    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    results = at_once(
        [lambda: play_move(match.pk, player=player, seq=seq, raw=raw), lambda: absence.abandon(match.table, player=persons[3])]
    )
    assert results[0].status in {"done", "stale"}
    assert match.events.filter(kind="left").count() == 1


@pytest.mark.parametrize("act", ["leave", "sit", "come back"])
def test_an_act_that_waited_for_the_last_move_finds_the_match_over(act: str) -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    (zoe,) = make.people("Zoe")
    table = make.gathered(persons)
    match = make.play(make.one_round(table), until=lambda match: match.seq == 40)
    _, last = make.waiting(match)
    if act != "leave":
        absence.abandon(table, player=persons[(last + 1) % 4])
    acts = {
        "leave": lambda: absence.abandon(table, player=persons[0]),
        "sit": lambda: lobby.sit(table, player=zoe),
        "come back": lambda: absence.come_back(table, player=persons[(last + 1) % 4]),
    }
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(acts[act]())
        except Refused as refused:
            results.append(refused.code)
        finally:
            connections.close_all()

    other = threading.Thread(target=run)
    with transaction.atomic():
        assert make.play_one(match).status == "done"
        other.start()
        wait_for_a_lock()
    other.join(30)
    match.refresh_from_db()
    assert match.status == "over"
    assert match.events.last().kind == "played", "nothing is written after the end"
    assert set(Seat.objects.filter(table=table).values_list("stand_in", flat=True)) == {""}
    assert (results == ["no-match"]) is (act == "come back")
    if act == "leave":
        assert not Seat.objects.filter(table=table, player=persons[0]).exists()


def wait_for_a_lock() -> None:
    """Wait until some session of this database waits for a lock."""
    for _ in range(300):
        with connection.cursor() as cursor:
            cursor.execute("select count(*) from pg_locks where not granted")
            if cursor.fetchone()[0]:
                return
        threading.Event().wait(0.05)
    raise AssertionError("nobody waits")


def test_the_same_line_of_chat_and_the_same_remark_are_said_once() -> None:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(persons)
    at_once([lambda: social.say(table, player=persons[0], text="Hola", token="t")] * 6)
    assert ChatLine.objects.count() == 1
    results = at_once([lambda number=number: social.say(table, player=persons[1], text="x", token=f"t{number}") for number in range(20)])
    assert results.count("rate") == 20 - social.LINES_AT_ONCE
    match = make.play_out(make.one_round(table))
    result = states.result_of(match)
    assert result
    key = states.game_of(match).remarks(result, 0)[0].key
    results = at_once([lambda: social.remark(match, player=persons[0], key=key)] * 5)
    assert results.count("remark-said") == 4
    assert RemarkSaid.objects.count() == 1


def test_whole_matches_at_once_end_well() -> None:
    """Two tables played out by four impatient people each, every one of whom posts whether it is their turn or not."""
    matches = [make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))) for _ in range(2)]

    def hammer(match: Match, seat: int) -> None:
        player = make.holder(match, seat)
        for _ in range(400):
            row = Match.objects.get(pk=match.pk)
            if row.status != "running":
                return
            course = states.current(row)
            awaited = course.awaits.seats[0]
            raw = make.text_of(row, states.rules_of(row).fallback(course.state, awaited))
            play_move(match.pk, player=player, seq=course.seq, raw=raw, token=f"{seat}-{course.seq}")

    at_once([lambda match=match, seat=seat: hammer(match, seat) for match in matches for seat in range(4)])
    for match in matches:
        match.refresh_from_db()
        assert match.status == "over"
        assert match.events.filter(kind="played").count() == 40
    assert timezone.now() >= matches[0].started_at


def test_histories_are_verified_while_people_play() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))

    def verify() -> None:
        for _ in range(6):
            call_command("verify_histories", stdout=io.StringIO())

    def play() -> None:
        row = Match.objects.get(pk=match.pk)
        make.play(row, until=lambda row: row.seq > 36)

    at_once([verify, play])
