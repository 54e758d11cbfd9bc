"""Mails as they go over the wire, to a real mail server: the bytes of every header and line, and what follows from a refusal."""

from __future__ import annotations

import email
import email.policy
import re
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.cache import cache
from django.test import Client
from hypothesis import example, given, strategies as st
from procrastinate.jobs import Job

from tables.middleware import BUCKETS
from tables.models import Match, NoticeSent, PausedAddress, Player
from tables.notices import bounces, turns, unsubscribe
from tables.notices.wire import Letter
from tables.services.people import LONGEST_NAME
from tables.tasks import MAIL_TRIES, Patience
from tests import factories as make
from tests.jobs import committing, drop_jobs, pass_time, run_due_jobs, run_worker, waiting_jobs
from tests.receiver import Receiver, header, read, receiving, unfolded

pytestmark = pytest.mark.django_db

LONG_SITE = "https://" + ".".join(["mesa-de-cartas-de-la-asociacion-de-vecinos"] * 5) + ".example.org:8443"
LONG_ADDRESS = "a" * 64 + "@" + ".".join(["buzon" * 11] * 3) + ".example.org"
NOON = "2030-05-01T12:00:00Z"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    BUCKETS.clear()
    cache.clear()


@pytest.fixture
def receiver(settings: Any) -> Any:
    """A mail server that takes everything, until it is told otherwise."""
    with receiving(settings) as found:
        yield found


def waits_for(luis: Player, title: str = "") -> Match:
    """A match at a table of that title in which it is Luis's turn."""
    others = make.people("Ana", "Eva", "Leo")
    table = make.gathered([others[0], luis, *others[1:]], clock="3d")
    table.title = title
    table.save()
    match = make.started(table)
    assert make.holder(match, match.awaited[0]) == luis
    return match


def on_the_wire(receiver: Receiver) -> bytes:
    """The one mail that came."""
    ((_to, raw),) = receiver.mails
    return raw


def assert_plain_lines(raw: bytes) -> None:
    """Seven bits, every line ended by CRLF and within what every server takes; no header has a line of blanks."""
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"") and b"\r" not in raw.replace(b"\r\n", b"")
    head, _gap, body = raw.partition(b"\r\n\r\n")
    assert all(len(line) <= 998 and line.strip() for line in head.split(b"\r\n"))
    assert all(len(line) <= 998 for line in body.split(b"\r\n"))


# ---- headers and bodies -----------------------------------------------------------------------------------------------------

TITLES = [
    "",
    "Los jueves",
    "La mesa de los jueves por la noche ñandú",
    "ñ" * 40,
    "👨‍👩‍👧 = ?= =?utf-8?q?ho?=  «a» <c@d.e>",
    "=?utf-8?b?SG9sYQ==?=",
    "z" * 40,
]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("site", ["http://localhost:8000", LONG_SITE])
def test_every_header_is_exact_in_the_bytes(receiver: Receiver, settings: Any, site: str, title: str) -> None:
    settings.SITE_URL = site
    settings.DEFAULT_FROM_EMAIL = f'"La Asociación de Vecinos (ñ), mesa de cartas y de fichas" <tapete@{site.split("//")[1].split(":")[0]}>'
    luis = make.account("Luis", LONG_ADDRESS)
    waits_for(luis, title)
    run_due_jobs()
    raw = on_the_wire(receiver)
    assert_plain_lines(raw)
    link = unsubscribe.address(luis)
    assert header(raw, "List-Unsubscribe") == f"<{link}>"
    assert header(raw, "List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"
    assert unfolded(header(raw, "To")) == LONG_ADDRESS
    assert read(header(raw, "Subject")) == " ".join(f"Te toca: {title or 'Sueca'}".split())
    assert read(header(raw, "From")) == settings.DEFAULT_FROM_EMAIL.replace('"', "")
    assert re.fullmatch(rf"<[0-9.]+@{re.escape(site.split('//')[1].split(':')[0])}>", header(raw, "Message-ID"))
    assert header(raw, "Auto-Submitted") == "auto-generated"
    assert receiver.mails[0][0] == [LONG_ADDRESS]


SIGNS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]) | st.sampled_from(' ñá«»=?_,.;:<>@"()\\☕')


@given(st.text(SIGNS, min_size=1, max_size=60))
@example("=?utf-8?q?a?= ñ =?utf-8?q?b?=")
@example("»» ñ= e:áoa< ),- ☕).e: e?a,i «@>e-n aá;e")
def test_any_text_comes_through_as_subject_and_sender(text: str) -> None:
    shown = " ".join(text.split())
    quoted = shown.replace("\\", "\\\\").replace('"', '\\"')
    letter = Letter(subject=text, body="x", to=["ana@example.org"], from_email=f'"{quoted}" <a@example.org>')
    raw = letter.message(policy=email.policy.SMTP).as_bytes()
    assert_plain_lines(raw)
    assert read(header(raw, "Subject")) == shown
    name, address = email.utils.parseaddr(unfolded(header(raw, "From")))
    if "=?" not in shown:  # the operator may write a name encoded
        assert (read(name), address) == (shown, "a@example.org")


def test_the_address_of_a_reader_may_be_any_that_pages_take(receiver: Receiver) -> None:
    for address, written in [
        ('"a b"@example.org', '"a b"@example.org'),
        ("luis@mañana.example.org", "luis@xn--maana-pta.example.org"),
        ("luis+mesa_'&@example.org", "luis+mesa_'&@example.org"),
    ]:
        receiver.mails.clear()
        bounces.send(Letter(subject="x", body="x", to=[address]))
        ((to, raw),) = receiver.mails
        assert to == [written]
        assert header(raw, "To") == written


def test_both_parts_say_the_same_and_keep_their_links(receiver: Receiver, settings: Any) -> None:
    settings.SITE_URL = LONG_SITE
    luis = make.account("Luis 👨‍👩‍👧 " + "ñ" * (LONGEST_NAME - 11), "luis@example.org")
    match = waits_for(luis, "Ñ" * 40)
    run_due_jobs()
    raw = on_the_wire(receiver)
    assert_plain_lines(raw)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
    assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
    for part in parts:
        assert part["Content-Transfer-Encoding"] in ("7bit", "quoted-printable", "base64")
        text = part.get_content()
        links = (f"{LONG_SITE}/m/{match.table.code}/", unsubscribe.address(luis))
        for words in (luis.name, "Ñ" * 40, "hora de Madrid", "Ana, Eva, Leo", *links):
            assert words in text


def test_the_mails_of_accounts_are_as_fit_for_the_wire(receiver: Receiver, settings: Any, client: Client) -> None:
    client.post("/abrir/sueca/", {"name": "Inés"})
    client.post("/avisos/correo/", {"email": "ines@example.org"})
    raw = on_the_wire(receiver)
    assert_plain_lines(raw)
    assert header(raw, "Message-ID").endswith("@localhost>")
    assert read(header(raw, "Subject")) == "Confirma tu correo"


# ---- times ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "language", "words"),
    [
        ("Europe/Madrid", "es", "viernes, 3 de mayo de 2030 a las 14:00 (hora de Madrid)"),
        ("Europe/Madrid", "en", "Friday, May 3, 2030, 2 p.m. (Madrid time)"),
        ("Europe/Lisbon", "pt", "Sexta-feira, 3 de Maio de 2030 às 13:00 (hora de Lisboa)"),
        ("UTC", "es", "viernes, 3 de mayo de 2030 a las 12:00 (UTC)"),
        ("Etc/GMT+3", "es", "viernes, 3 de mayo de 2030 a las 09:00 (UTC-03)"),
    ],
)
def test_times_name_their_zone(settings: Any, zone: str, language: str, words: str) -> None:
    import datetime as dt

    from django.utils import translation

    from tables.zones import in_words

    settings.TIME_ZONE = zone
    with translation.override(language):
        assert in_words(dt.datetime(2030, 5, 3, 12, tzinfo=dt.UTC)) == words


def test_the_clock_of_the_page_names_its_zone(client: Client) -> None:
    luis = make.account("Luis", "luis@example.org")
    match = waits_for(luis)
    assert "(hora de Madrid)" in client.get(f"/m/{match.table.code}/").content.decode()


# ---- refusals ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["rcpt", "data"])
@pytest.mark.parametrize("answer", ["550 5.1.1 no such user", "550 no", "552 5.2.2 full for good", "554 gone"])
def test_a_refusal_for_good_pauses_the_address_and_is_never_tried_again(receiver: Receiver, where: str, answer: str) -> None:
    luis = make.account("Luis", "Luis@example.org")
    match = waits_for(luis)
    if where == "rcpt":
        receiver.at_rcpt["Luis@example.org"] = answer
    else:
        receiver.at_data = answer
    run_due_jobs()
    run_due_jobs()
    assert len(receiver.asked) == 1
    assert waiting_jobs("mail_turn") == []
    assert PausedAddress.objects.get().email == "luis@example.org"
    assert turns.confirmed([luis]) == {}
    drop_jobs()
    make.play(match, until=lambda match: match.seq > 30)
    run_due_jobs()
    assert len(receiver.asked) == 1
    assert not waiting_jobs("mail_turn")


@pytest.mark.parametrize("answer", ["554 5.7.1 looks like spam", "550 5.6.0 we do not like the text"])
def test_a_text_that_is_refused_is_final_but_pauses_nobody(receiver: Receiver, answer: str) -> None:
    """Whoever names a table must not be able to silence its players."""
    waits_for(make.account("Luis", "luis@example.org"))
    receiver.at_data = answer
    run_due_jobs()
    assert waiting_jobs("mail_turn") == []
    assert not PausedAddress.objects.exists()


@pytest.mark.parametrize("answer", ["451 try later", "452 full", "530 5.7.0 authenticate first"])
def test_what_may_pass_is_tried_again_and_pauses_nobody(receiver: Receiver, answer: str) -> None:
    luis = make.account("Luis", "luis@example.org")
    match = waits_for(luis)
    receiver.at_rcpt["luis@example.org"] = answer
    with pytest.raises(OSError):
        run_due_jobs()
    assert not PausedAddress.objects.exists()
    receiver.at_rcpt.clear()
    assert turns.tell(match.pk, match.turn, luis.pk), "left no mark"


def test_another_confirmed_address_takes_over(receiver: Receiver) -> None:
    luis = make.account("Luis", "luis@example.org")
    EmailAddress.objects.create(user=luis, email="luis@example.com", verified=True)
    waits_for(luis)
    receiver.at_rcpt["luis@example.org"] = "550 no"
    run_due_jobs()
    assert [to for to, _raw in receiver.mails] == [["luis@example.com"]]
    assert bounces.paused_of(luis) == ""


def test_a_daily_mail_that_is_refused_is_final_too(receiver: Receiver) -> None:
    with time_machine.travel("2030-05-01T07:05:00Z", tick=False) as now:
        waits_for(make.account("Luis", "luis@example.org", mail_notices="daily"))
        receiver.at_rcpt["luis@example.org"] = "550 no"
        from tables.tasks import work_daily_mails

        work_daily_mails(timestamp=0)
        run_due_jobs()
        pass_time(now, hours=24)
        work_daily_mails(timestamp=0)
        assert "mail_daily" not in run_due_jobs()
    assert len(receiver.asked) == 1


def test_tries_come_less_often_and_have_an_end() -> None:
    def wait(attempts: int) -> float | None:
        job = Job(id=1, queue="q", lock=None, queueing_lock=None, task_name="t", attempts=attempts)
        with time_machine.travel(NOON, tick=False):
            decision = Patience().get_retry_decision(exception=OSError("no"), job=job)
            import datetime as dt

            return (decision.retry_at - dt.datetime.now(dt.UTC)).total_seconds() if decision and decision.retry_at else None

    waits = [wait(attempts) for attempts in range(MAIL_TRIES)]
    assert waits[:4] == [5, 15, 45, 135]
    assert waits[-1] is None and None not in waits[:-1]
    known = [pause for pause in waits if pause is not None]
    assert known == sorted(known)
    assert max(known) == 3600
    assert 2 * 86_400 < sum(known) < 4 * 86_400


@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_a_mail_for_later_that_is_not_taken_yet(receiver: Receiver) -> None:
    luis = make.account("Luis", "luis@example.org")
    match = waits_for(luis)
    receiver.at_rcpt["luis@example.org"] = "421 down"
    drop_jobs()
    from tables.services import jobs

    jobs.defer("mail_turn", match=match.pk, turn=match.turn, player=luis.pk)
    run_worker()
    (job,) = waiting_jobs("mail_turn")
    assert job.attempts == 1
    assert job.scheduled_at is not None
    assert not NoticeSent.objects.exists()


def test_after_an_outage_of_the_mail_server_a_table_brings_one_mail(receiver: Receiver) -> None:
    """Each turn's job is still there; only that of the present turn finds anything to tell."""
    luis = make.account("Luis", "luis@example.org")
    match = waits_for(luis)
    for _ in range(3):
        make.play(match, until=lambda match: make.holder(match, match.awaited[0]) == luis)
        make.play_one(match)
    make.play(match, until=lambda match: make.holder(match, match.awaited[0]) == luis)
    run_due_jobs()
    assert len(receiver.mails) == 1


# ---- the banner -------------------------------------------------------------------------------------------------------------


def signed_in(player: Player) -> Client:
    """A browser of that person's."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def pause(address: str) -> None:
    """As after a refusal."""
    bounces.settle(bounces.Undeliverable(address, 550, "no such user", paused=True))


@pytest.mark.parametrize("page", ["/", "/preferencias/", "/reglas/", "/m/{code}/"])
def test_a_banner_tells_the_person_and_nobody_else(page: str) -> None:
    luis = make.account("Luis", "luis@example.org")
    match = waits_for(luis)
    address = page.format(code=match.table.code)
    assert "rechaza" not in signed_in(luis).get(address).content.decode()
    pause("Luis@Example.org")
    html = signed_in(luis).get(address).content.decode()
    assert "el servidor de luis@example.org los rechaza" in html
    assert "no such user" not in html
    assert "luis@example.org" not in signed_in(make.account("Eva", "eva@example.org")).get(address).content.decode()
    assert "luis@example.org" not in Client().get(address).content.decode()


def test_confirming_once_more_ends_the_pause(receiver: Receiver) -> None:
    luis = make.account("Luis", "luis@example.org")
    pause("luis@example.org")
    client = signed_in(luis)
    assert "Mira tu correo" in client.post("/avisos/correo/", {"email": "luis@example.org"}).content.decode()
    assert bounces.paused("luis@example.org"), "asking proves nothing"
    raw = on_the_wire(receiver)
    assert_plain_lines(raw)
    body = email.message_from_bytes(raw, policy=email.policy.default).get_body(("plain",))
    assert body
    found = re.search(r"https?://[^/\s]+(/avisos/correo/[^\s]+)", body.get_content())
    assert found
    stranger = Client()
    assert "Sí, me llegan" in stranger.get(found[1]).content.decode()
    assert bounces.paused("luis@example.org"), "no GET changes anything"
    stranger.post(found[1])
    assert not bounces.paused("luis@example.org")
    assert EmailAddress.objects.get().verified
    assert turns.confirmed([luis]) == {luis.pk: "luis@example.org"}
    assert "_auth_user_id" not in stranger.session


def test_a_forged_or_old_link_ends_no_pause() -> None:
    pause("luis@example.org")
    with time_machine.travel(NOON, tick=False) as now:
        good = bounces.token("luis@example.org")
        for bad in (good[:-2], "x", unsubscribe.token(Player(pk=1))):
            assert Client().post(f"/avisos/correo/{bad}/").status_code == 404
        pass_time(now, days=4)
        assert Client().post(f"/avisos/correo/{good}/").status_code == 404
    assert bounces.paused("luis@example.org")


def test_an_address_refused_when_it_is_asked_for_says_so_at_once(receiver: Receiver, client: Client) -> None:
    """A typing error: the sentence comes at once, the banner stays, and another address mends it."""
    client.post("/abrir/sueca/", {"name": "Inés"})
    receiver.at_rcpt["ines@gmial.example"] = "550 no such domain"
    answer = client.post("/avisos/correo/", {"email": "ines@gmial.example"})
    assert answer.status_code == 400
    assert "El servidor de correo rechaza esa dirección" in answer.content.decode()
    assert "el servidor de ines@gmial.example los rechaza" in client.get("/").content.decode()
    client.post("/avisos/correo/", {"email": "ines@example.org"})
    message = email.message_from_bytes(on_the_wire(receiver), policy=email.policy.default)
    body = message.get_body(("plain",))
    assert body
    found = re.search(r"https?://[^/\s]+(/cuenta/confirm-email/[^\s]+)", body.get_content())
    assert found
    client.post(found[1])
    assert "rechaza" not in client.get("/").content.decode()


def test_who_wants_no_mails_is_left_in_peace(client: Client) -> None:
    luis = make.account("Luis", "luis@example.org")
    pause("luis@example.org")
    browser = signed_in(luis)
    browser.post("/avisos/correo/", {"no": "1"})
    assert "rechaza" not in browser.get("/").content.decode()


def test_a_reset_by_mail_shows_that_mails_arrive() -> None:
    make.account("Luis", "luis@example.org")
    pause("luis@example.org")
    client = Client()
    client.post("/cuenta/password/reset/", {"email": "luis@example.org"})
    found = re.search(r"https?://[^/\s]+(/cuenta/password/reset/key/[^\s]+)", str(django_mail.outbox[-1].body))
    assert found
    page = client.get(found[1], follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "otra-clave-muy-larga", "password2": "otra-clave-muy-larga"})
    assert not bounces.paused("luis@example.org")


# ---- jobs -------------------------------------------------------------------------------------------------------------------


def test_no_job_is_made_for_whom_no_mail_can_reach() -> None:
    """Guests, unconfirmed and paused addresses, and who wants no mails or one a day: at the start, at each move, and at a wait for all."""
    people = [
        *make.people("Ana"),
        make.account("Luis", "luis@example.org", confirmed=False),
        make.account("Eva", "eva@example.org", mail_notices="daily"),
        make.account("Leo", "leo@example.org", mail_notices="off"),
    ]
    match = make.started(make.gathered(people, revoke="allowed"))
    make.play(match, until=lambda match: match.show)
    assert waiting_jobs("notify") == []
    assert waiting_jobs("mail_turn") == []


def test_a_wait_for_several_makes_jobs_only_for_those_with_an_address() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        people = [make.account("Ana", "ana@example.org"), *make.people("Luis", "Eva", "Leo")]
        match = make.started(make.gathered(people, revoke="allowed"))
        make.play(match, until=lambda match: match.show)
        drop_jobs()
        from tables.tasks import work_notify

        with committing():
            work_notify(match.pk, match.turn)
        assert [job.args["player"] for job in waiting_jobs("mail_turn")] == [people[0].pk]
        pass_time(now, minutes=1)


def test_who_looks_on_without_an_address_is_not_asked_about_again_and_again() -> None:
    from tables.models import Watching
    from tables.tasks import work_mail_turn

    (luis,) = make.people("Luis")
    match = waits_for(luis)
    drop_jobs()
    Watching.objects.create(table=match.table, player=luis, channel="c")
    work_mail_turn(match.pk, match.turn, luis.pk)
    assert waiting_jobs() == []
