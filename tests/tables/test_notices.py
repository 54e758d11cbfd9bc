"""Whose turn it is, at 500 tables too, and the mails about it: checked again when sent, told once, ended by one click (P10)."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.models import Match, NoticeSent, Player, Seat, Watching
from tables.notices import turns, unsubscribe
from tables.selectors import home
from tables.services import absence, lobby
from tests import factories as make
from tests.jobs import pass_time, run_due_jobs
from tests.live import free_port

pytestmark = pytest.mark.django_db

NOON = "2030-05-01T12:00:00Z"


def four(**more: Any) -> tuple[list[Player], Match]:
    """Four people with confirmed addresses in a running match. Seat 1 leads, so Ana (0) is not waited for at first."""
    persons = [make.account(name, f"{name.lower()}@example.org") for name in ("Ana", "Luis", "Eva", "Leo")]
    return persons, make.started(make.gathered(persons, **more))


def recipients() -> list[str]:
    """Who got mails so far."""
    return [message.to[0] for message in mail.outbox]


# ---- whose turn -------------------------------------------------------------------------------------------------------------


def test_your_turn_is_complete_and_nothing_else() -> None:
    persons, match = four()
    _course, seat = make.waiting(match)
    assert [list(home.turns(player)) for player in persons] == [[match] if index == seat else [] for index, player in enumerate(persons)]
    Seat.objects.filter(table=match.table, index=seat).update(stand_in="missed")
    assert not home.turns(persons[seat]).exists()
    assert home.listed(persons[seat], (home.ALIVE,), 9).tables == [(home.ALIVE, match.table)]


def test_your_turn_includes_what_only_moves_the_show_on() -> None:
    persons, match = four(revoke="allowed")
    make.play(match, until=lambda match: match.show)
    assert all(match in home.turns(player) for player in persons)


@pytest.mark.long
def test_your_turn_is_right_at_500_tables_in_one_query() -> None:
    (ana,) = make.people("Ana")
    _, model = four()
    tables, expected = [], []
    for number in range(500):
        waits = number % 3 == 0
        table = model.table
        table.pk, table.code = None, f"t{number}"
        table._state.adding = True
        table.save()
        seats = [
            Seat(table=table, index=index, player=ana if index == number % 4 else None, level="" if index == number % 4 else "easy")
            for index in range(4)
        ]
        Seat.objects.bulk_create(seats)
        match = Match(
            table=table, number=1, slug=model.slug, version=1, options={}, clock="none", seat_kinds=[], deal_code="x", nonce="x",
            commitment="x",
            awaited=[number % 4 if waits else (number + 1) % 4], status="running" if number % 5 else "over",
        )  # fmt: skip
        match.save()
        tables.append(table)
        if waits and number % 5:
            expected.append(match.pk)
    with CaptureQueriesContext(connection) as queries:
        found = [match.pk for match in home.turns(ana)]
    assert sorted(found) == sorted(expected)
    assert len(queries) == 1
    assert len(home.listed(ana, (home.ALIVE,), 999).tables) == 500 - len(expected)
    assert len(home.listed(ana, (home.WAITING,), 999).tables) == len(expected)


def test_public_tables_are_those_with_a_free_chair() -> None:
    ana, luis = make.people("Ana", "Luis")
    free = make.opened(ana, visibility="public")
    make.opened(ana, ("easy", "easy", "easy"), visibility="public")
    make.opened(luis)
    assert list(home.public()) == [free]


# ---- mails ------------------------------------------------------------------------------------------------------------------


def test_a_mail_goes_to_the_person_waited_for_once() -> None:
    persons, match = four()
    run_due_jobs()
    assert recipients() == ["luis@example.org"]
    turns.tell(match.pk, match.turn, persons[1].pk)
    assert len(mail.outbox) == 1
    make.play_one(match)
    run_due_jobs()
    assert recipients() == ["luis@example.org", "eva@example.org"]


def test_a_notice_is_checked_again_when_it_is_sent() -> None:
    persons, match = four()
    turn = match.turn
    make.play_one(match)
    assert not turns.tell(match.pk, turn, persons[1].pk), "no longer that turn"
    match.refresh_from_db()
    assert not turns.tell(match.pk, match.turn, persons[3].pk), "not that person's turn"
    Watching.objects.create(table=match.table, player=persons[2], channel="c")
    assert not turns.tell(match.pk, match.turn, persons[2].pk), "looking"
    Watching.objects.update(visible=False)
    assert turns.tell(match.pk, match.turn, persons[2].pk)


def test_who_left_or_is_stood_in_for_is_not_told() -> None:
    persons, match = four()
    absence.abandon(match.table, player=persons[1])
    assert not turns.tell(match.pk, match.turn, persons[1].pk)
    run_due_jobs()
    assert "luis@example.org" not in recipients()


@pytest.mark.parametrize("why", ["unconfirmed", "off", "guest"])
def test_p10_only_confirmed_addresses_of_who_wants_it_get_mail(why: str) -> None:
    persons = [make.account(name, f"{name}@example.org") for name in ("a", "c", "d")]
    if why == "guest":
        (luis,) = make.people("Luis")
    else:
        luis = make.account("Luis", "luis@example.org", confirmed=why != "unconfirmed", mail_notices="off" if why == "off" else "now")
    match = make.started(make.gathered([persons[0], luis, *persons[1:]]))
    assert make.holder(match, match.awaited[0]) == luis
    run_due_jobs()
    assert mail.outbox == []
    assert not NoticeSent.objects.exists()


def test_a_delayed_notice_comes_after_ten_minutes_if_it_is_still_true() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _persons, match = four()
        Player.objects.update(mail_notices="delay")
        run_due_jobs()
        pass_time(now, minutes=9)
        make.play_one(match)
        run_due_jobs()
        pass_time(now, minutes=1)
        run_due_jobs()
        assert recipients() == []
        pass_time(now, minutes=9)
        run_due_jobs()
        assert recipients() == ["eva@example.org"]


def test_a_daily_mail_lists_all_that_waits_once() -> None:
    with time_machine.travel("2030-05-01T07:05:00Z", tick=False) as now:  # 09:05 in Madrid
        persons, match = four()
        others = make.started(make.gathered([persons[0], persons[1], *make.people("Ivo", "Zoe")]))
        Player.objects.update(mail_notices="daily")
        run_due_jobs()
        assert mail.outbox == []
        from tables.tasks import work_daily_mails

        work_daily_mails(timestamp=0)
        work_daily_mails(timestamp=0)
        run_due_jobs()
        assert recipients() == ["luis@example.org"]
        assert match.table.code in mail.outbox[0].body
        assert others.table.code in mail.outbox[0].body
        pass_time(now, hours=1)
        work_daily_mails(timestamp=0)
        assert run_due_jobs() == []
        pass_time(now, hours=23)
        work_daily_mails(timestamp=0)
        run_due_jobs()
        assert len(mail.outbox) == 1, "told already"


def test_after_an_outage_there_is_one_notice_a_table() -> None:
    _persons, match = four()
    make.play(match, until=lambda match: match.seq > 12)
    run_due_jobs()
    assert len(mail.outbox) == 1


def test_a_wait_that_only_moves_the_show_on_is_told_after_a_while() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        _persons, match = four(revoke="allowed")
        make.play(match, until=lambda match: match.show)
        run_due_jobs()
        assert mail.outbox == []
        pass_time(now, minutes=10)
        run_due_jobs()
        assert len(mail.outbox) == 4


def test_a_mail_server_that_refuses_leaves_no_mark_so_that_the_job_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    persons, match = four()

    def broken(*arguments: Any) -> None:
        raise OSError("no mail today")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "send_turn", broken)
        with pytest.raises(OSError, match="no mail"):
            turns.tell(match.pk, match.turn, persons[1].pk)
    assert turns.tell(match.pk, match.turn, persons[1].pk)


def test_a_notice_whose_sender_died_is_anybody_s_after_five_minutes_and_is_told_once() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        persons, match = four()
        luis = persons[1]
        dead = NoticeSent.objects.create(match=match, player=luis, channel="mail", turn=match.turn)
        run_due_jobs()
        assert recipients() == [], "somebody is at it"
        assert turns.tell(match.pk, match.turn, luis.pk) is False
        pass_time(now, minutes=10)
        run_due_jobs()
        assert recipients() == ["luis@example.org"]
        dead.refresh_from_db()
        assert dead.sent_at == timezone.now()
        pass_time(now, minutes=10)
        assert run_due_jobs() == []


def test_a_daily_mail_whose_sender_died_goes_out_all_the_same() -> None:
    with time_machine.travel("2030-05-01T07:05:00Z", tick=False) as now:
        persons, match = four()
        Player.objects.update(mail_notices="daily")
        run_due_jobs()
        NoticeSent.objects.create(match=match, player=persons[1], channel="mail", turn=match.turn)
        from tables.tasks import work_daily_mails

        work_daily_mails(timestamp=0)
        run_due_jobs()
        assert recipients() == []
        pass_time(now, minutes=10)
        run_due_jobs()
        assert recipients() == ["luis@example.org"]


def test_the_mail_is_right_in_both_parts_whatever_the_names() -> None:
    nasty = make.account("<b>Ana</b> & co", "ana@example.org")
    luis = make.account("Luis", "luis@example.org")
    table = lobby.open_table(
        nasty, slug=make.SLUG, options={}, clock="3d", visibility="link", seats=["person", "easy", "easy"], title="Los <jueves>"
    )
    lobby.sit(table, player=luis)
    match = make.started(table)
    run_due_jobs()
    (message,) = mail.outbox
    html = message.alternatives[0].content
    assert message.subject == "Te toca: Los <jueves>"
    assert "<b>Ana</b> & co" in message.body
    assert "&lt;b&gt;Ana&lt;/b&gt; &amp; co" in html
    assert "<b>Ana" not in html
    assert "Los &lt;jueves&gt;" in html
    for part in (message.body, html):
        assert f"/m/{table.code}/" in part
        assert unsubscribe.address(luis) in part
        assert match.deal_code not in part
    assert timezone.localtime(match.deadline).strftime("%H:%M") in message.body


def test_the_mail_speaks_the_persons_language() -> None:
    from django.utils import translation

    persons, _match = four()
    Player.objects.filter(pk=persons[1].pk).update(language="en")
    with translation.override("pt"):
        run_due_jobs()
    assert 'lang="en"' in mail.outbox[0].alternatives[0].content


def test_one_click_ends_the_mails() -> None:
    persons, match = four()
    run_due_jobs()
    headers = mail.outbox[0].extra_headers
    link = unsubscribe.address(persons[1])
    assert headers["List-Unsubscribe"] == f"<{link}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = link.rstrip("/").rsplit("/", 1)[-1]
    assert unsubscribe.player_of(token) == persons[1]
    for forged in ("", "x", token[:-2], token.replace(":", ";"), "\x00"):
        assert unsubscribe.player_of(forged) is None
    unsubscribe.stop(persons[1])
    NoticeSent.objects.all().delete()
    assert not turns.tell(match.pk, match.turn, persons[1].pk)


class Receiver:
    """Keeps what a mail server was given."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], EmailMessage]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a mail."""
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append((envelope.rcpt_tos, message))
        return "250 OK"


def test_a_real_mail_server_receives_both_parts_and_the_headers(settings: Any) -> None:
    receiver = Receiver()
    port = free_port()
    controller = Controller(receiver, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        settings.MAILERS = {
            "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": {"host": "127.0.0.1", "port": port}}
        }
        persons, match = four()
        run_due_jobs()
    finally:
        controller.stop()
    ((to, message),) = receiver.mails
    assert to == ["luis@example.org"]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"] == f"<{unsubscribe.address(persons[1])}>"
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain
    assert html
    link = f"/m/{match.table.code}/"
    assert link in plain.get_content()
    assert link in html.get_content()
