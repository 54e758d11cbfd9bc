"""Chat, remarks, the tally of the night (P8, S26, S27)."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.utils import timezone

from tables.models import ChatLine, Honour, Match, Player, RemarkSaid, Seat, Table
from tables.selectors import states
from tables.selectors.tables import night, tally
from tables.services import absence, lobby, social
from tables.services.errors import Refused
from tables.services.people import adopt_guest
from tests import factories as make

pytestmark = pytest.mark.django_db


def refused(code: str) -> pytest.RaisesExc[Refused]:
    """The next act is refused with that code and a sentence."""
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code and bool(str(error.sentence)))


@pytest.fixture
def seated() -> tuple[list[Player], Table]:
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    return persons, make.gathered(persons)


def test_p8_the_seated_write_and_spectators_only_read(seated: tuple[list[Player], Table]) -> None:
    (ana, *_), table = seated
    (zoe,) = make.people("Zoe")
    line = social.say(table, player=ana, text="¡Buenas!")
    assert (line.name, line.text) == ("Ana", "¡Buenas!")
    with refused("not-seated"):
        social.say(table, player=zoe, text="Hola")
    table.refresh_from_db()
    assert (ChatLine.objects.count(), table.notice_seq) == (1, 4)


@pytest.mark.parametrize(
    ("text", "code"), [("", "chat-empty"), (" \u200b\n ", "chat-empty"), ("x" * 121, "chat-long"), ("y" * 5_000_000, "chat-long")]
)
def test_p8_a_line_has_1_to_120_signs(seated: tuple[list[Player], Table], text: str, code: str) -> None:
    (ana, *_), table = seated
    with refused(code):
        social.say(table, player=ana, text=text)
    assert social.say(table, player=ana, text="z" * 120).text == "z" * 120


def test_a_line_is_kept_as_the_text_that_was_typed(seated: tuple[list[Player], Table]) -> None:
    (ana, *_), table = seated
    assert social.say(table, player=ana, text="<script>alert(1)</script> & \x00\ud800fin").text == "<script>alert(1)</script> & fin"


def test_a_line_sent_twice_is_said_once(seated: tuple[list[Player], Table]) -> None:
    (ana, luis, *_), table = seated
    first = social.say(table, player=ana, text="Hola", token="t")
    assert social.say(table, player=ana, text="Hola", token="t") == first
    assert social.say(table, player=luis, text="Hola", token="t") != first


def test_a_flood_of_lines_is_refused_for_a_while(seated: tuple[list[Player], Table]) -> None:
    (ana, luis, *_), table = seated
    with time_machine.travel("2030-05-01T12:00:00Z", tick=False) as now:
        for number in range(social.LINES_AT_ONCE):
            social.say(table, player=ana, text=str(number))
        with refused("rate"):
            social.say(table, player=ana, text="más")
        social.say(table, player=luis, text="yo sí")
        now.shift(social.SPELL)
        social.say(table, player=ana, text="ahora sí")


def test_who_left_writes_no_more(seated: tuple[list[Player], Table]) -> None:
    (_, luis, *_), table = seated
    make.started(table)
    absence.abandon(table, player=luis)
    with refused("not-seated"):
        social.say(table, player=luis, text="adiós")


# ---- after the end ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def capote(seated: tuple[list[Player], Table]) -> tuple[list[Player], Match]:
    """A match that ended in a capote for Ana and Eva."""
    persons, table = seated
    return persons, make.play_out(make.one_round(table))


def offered(match: Match, seat: int) -> list[str]:
    """The keys of the remarks that the game offers the seat."""
    result = states.result_of(match)
    assert result
    return [remark.key for remark in states.game_of(match).remarks(result, seat)]


def test_s26_each_seat_says_one_remark_of_its_own(capote: tuple[list[Player], Match]) -> None:
    (ana, luis, *_), match = capote
    winner, loser = offered(match, 0), offered(match, 1)
    assert len(winner) >= 4
    social.remark(match, player=ana, key=winner[2])
    with refused("remark-said"):
        social.remark(match, player=ana, key=winner[1])
    with refused("malformed"):
        social.remark(match, player=luis, key=winner[0])
    social.remark(match, player=luis, key=loser[0])
    assert list(RemarkSaid.objects.order_by("seat").values_list("seat", "key")) == [(0, winner[2]), (1, loser[0])]


def test_s26_only_who_held_a_seat_at_the_end_says_anything_and_only_after_it(
    capote: tuple[list[Player], Match], seated: tuple[list[Player], Table]
) -> None:
    (_ana, luis, *_), match = capote
    (zoe,) = make.people("Zoe")
    lobby.stand(match.table, player=luis)
    lobby.sit(match.table, player=zoe)
    with refused("not-seated"):
        social.remark(match, player=zoe, key=offered(match, 1)[0])
    assert social.remark(match, player=luis, key=offered(match, 1)[0]).seat == 1
    running = make.started(make.gathered(make.people("A", "B", "C", "D")))
    with refused("not-over"):
        social.remark(running, player=make.holder(running, 0), key="x")


def test_s26_a_guest_who_signed_in_still_has_the_word(capote: tuple[list[Player], Match]) -> None:
    (ana, *_), match = capote
    account = make.account("Ana", "ana@example.org")
    adopt_guest(ana, account=account)
    assert social.remark(match, player=account, key=offered(match, 0)[0]).seat == 0


def test_s26_humiliations_are_tallied_from_noon_to_noon_in_the_sites_zone(settings: object) -> None:
    with time_machine.travel("2030-05-01T09:00:00Z", tick=False) as now:  # 11:00 in Madrid
        persons = make.people("Ana", "Luis", "Eva", "Leo")
        table = make.gathered(persons)
        match = make.play_out(make.one_round(table))
        assert set(Honour.objects.values_list("player", flat=True)) == {persons[1].pk, persons[3].pk}
        assert tally(table) == [("Luis", 1), ("Leo", 1)]
        now.shift(dt.timedelta(minutes=59))
        assert len(tally(table)) == 2
        now.shift(dt.timedelta(minutes=1))
        assert tally(table) == []
        for seat in Seat.objects.filter(table=table):
            seat.answer = True
            seat.save()
        make.play_out(make.one_round(table))
        now.shift(dt.timedelta(hours=23))
        assert sum(number for _, number in tally(table)) == 2
    assert match.number == 1


def test_s26_noon_stays_noon_when_the_clocks_change() -> None:
    before = dt.datetime(2030, 3, 31, 3, 0, tzinfo=dt.UTC)  # 05:00 in Madrid, summer time began at 02:00
    assert timezone.localtime(night(before)).hour == 12
    assert night(before) == dt.datetime(2030, 3, 30, 11, 0, tzinfo=dt.UTC)
    assert night(dt.datetime(2030, 3, 31, 10, 0, tzinfo=dt.UTC)) == dt.datetime(2030, 3, 31, 10, 0, tzinfo=dt.UTC)
