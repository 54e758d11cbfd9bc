"""What is slow holds no connection and no transaction: hashes, mail servers, thoughts, positions of the puzzle.

Each is looked at from inside while it lasts: which sessions of this database has the server, besides that of who looks?
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password, make_password
from django.core import mail
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client
from django.utils import translation

from tables import hashing, tasks, thinking
from tables.middleware import BUCKETS
from tables.models import Player, PuzzleDay
from tables.notices import turns
from tables.services import lobby, machine, puzzle
from tests import factories as make, puzzles

pytestmark = pytest.mark.django_db(transaction=True)

seen: list[int] = []
"""How many sessions there were each time somebody looked."""


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Nobody has tried or looked."""
    seen.clear()
    BUCKETS.clear()
    cache.clear()
    yield
    cache.clear()


def look() -> None:
    """Count the sessions of others, on a connection of one's own thread. One that was given back takes a moment to be gone."""
    thread = threading.Thread(target=lambda: seen.append(sessions()))
    thread.start()
    thread.join()


def sessions() -> int:
    """How many sessions this database has besides one's own, once they are none, or after two seconds."""
    found = -1
    try:
        for _ in range(100):
            with connection.cursor() as cursor:
                cursor.execute(
                    "select count(*) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
                )
                found = cursor.fetchone()[0]
            if not found:
                break
            time.sleep(0.02)
    finally:
        connections.close_all()
    return found


@pytest.fixture
def watched(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed by the site's hasher, which looks around."""
    settings.PASSWORD_HASHERS = ["tables.hashing.PBKDF2"]
    monkeypatch.setattr(hashing.PBKDF2, "iterations", 10)
    encode = hashing.PBKDF2PasswordHasher.encode

    def looking(*arguments: Any, **options: Any) -> str:
        look()
        return encode(*arguments, **options)

    monkeypatch.setattr(hashing.PBKDF2PasswordHasher, "encode", looking)


def apart(work: Callable[[], Any]) -> Any:
    """Do something on a thread that holds nothing of the test's, whose own connection is put away."""
    connection.close()
    return work()


SIGN_IN = {"login": "ines@example.org", "password": "una-clave-larga"}


@pytest.mark.parametrize(
    ("path", "form", "hashes"),
    [
        ("/cuenta/login/", SIGN_IN, 1),
        ("/cuenta/login/", SIGN_IN | {"password": "otra"}, 1),
        ("/cuenta/login/", SIGN_IN | {"login": "nadie@example.org"}, 1),
        ("/admin/login/", {"username": "ines@example.org", "password": "otra"}, 1),
        ("/cuenta/signup/", {"email": "nueva@example.org", "password1": "papagayo-verde-7"}, 1),
    ],
)
def test_a_password_is_hashed_once_and_no_connection_is_held(path: str, form: dict[str, str], hashes: int, watched: None) -> None:
    make.account("Inés", "ines@example.org")
    seen.clear()
    assert apart(lambda: Client().post(path, form)).status_code in (200, 302)
    assert seen == [0] * hashes


def test_a_full_lane_refuses_at_once_with_a_sentence_and_nobody_else_notices(watched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    make.account("Inés", "ines@example.org")
    lane = hashing.Lane(1, 0)
    monkeypatch.setattr(hashing, "LANE", lane)
    busy, done = threading.Event(), threading.Event()
    holder = threading.Thread(target=lambda: lane.run(lambda: busy.set() or done.wait(20)))
    holder.start()
    busy.wait(20)
    try:
        for path, form in (("/cuenta/login/", SIGN_IN), ("/admin/login/", {"username": "a@example.org", "password": "x"})):
            refused = Client().post(path, form)
            assert (refused.status_code, refused["Retry-After"]) == (503, "5")
            assert "entra mucha gente" in refused.content.decode()
        assert Client().get("/reglas/").status_code == 200
    finally:
        done.set()
        holder.join()
    assert Client().post("/cuenta/login/", SIGN_IN).status_code == 302


def test_the_lane_runs_as_many_as_it_says_and_frees_its_places_also_after_a_fault() -> None:
    lane = hashing.Lane(2, 3)
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            lane.run(lambda: 1 // 0)
    running, most, lock, full = 0, 0, threading.Lock(), []
    everybody = threading.Barrier(12)

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.05)
        with lock:
            running -= 1

    def come() -> None:
        everybody.wait(20)
        try:
            lane.run(work)
        except hashing.Full:
            full.append(1)

    threads = [threading.Thread(target=come) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
    assert 1 <= len(full) <= 12 - 5


def test_an_enormous_password_is_wrong_without_a_hash_and_refused_in_words(watched: None) -> None:
    stored = make_password("x" * hashing.LONGEST)
    assert check_password("x" * hashing.LONGEST, stored)
    seen.clear()
    assert not check_password("x" * (hashing.LONGEST + 1), stored)
    assert seen == []
    with translation.override("es"):
        answer = Client().post("/cuenta/signup/", {"email": "nueva@example.org", "password1": "añil" * 5000})
    assert "1000 caracteres como mucho" in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("path", ["/admin/login/", "/cuenta/login/"])
def test_tries_are_counted_by_account_at_both_doors_together(path: str, watched: None) -> None:
    make.account("Inés", "ines@example.org")
    field = "username" if path.startswith("/admin") else "login"
    for k in range(5):
        Client(REMOTE_ADDR=f"192.0.2.{k}").post("/admin/login/", {"username": "ines@example.org", "password": "otra"})
    seen.clear()
    answer = Client(REMOTE_ADDR="192.0.2.99").post(path, {field: "ines@example.org", "password": "una-clave-larga"})
    assert "Demasiados intentos" in answer.content.decode()
    assert seen == []


def test_tries_are_counted_by_address_in_the_admin_too(watched: None) -> None:
    for k in range(10):
        Client().post("/admin/login/", {"username": f"nadie{k}@example.org", "password": "otra"})
    answer = Client().post("/admin/login/", {"username": "otra@example.org", "password": "otra"})
    assert "Demasiados intentos" in answer.content.decode()
    assert len(seen) == 10


def test_the_admin_lets_its_staff_in_and_nobody_else_and_sends_passwords_to_the_account_s_page() -> None:
    Player.objects.create_superuser("jefa@example.org", "una-clave-larga", name="Jefa")
    make.account("Inés", "ines@example.org")
    ines = Client().post("/admin/login/", {"username": "ines@example.org", "password": "una-clave-larga"})
    assert ines.status_code == 200
    client = Client()
    assert client.post("/admin/login/?next=/admin/", {"username": "jefa@example.org", "password": "una-clave-larga"}).status_code == 302
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/password_change/")["Location"] == "/cuenta/password/change/"


# ---- mails ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail server looks around while it is talked to."""
    send = mail.EmailMessage.send

    def looking(message: Any, *arguments: Any, **options: Any) -> int:
        look()
        return send(message, *arguments, **options)

    monkeypatch.setattr(mail.EmailMessage, "send", looking)


def test_a_notice_is_sent_while_no_connection_is_held(posted: None) -> None:
    persons = [make.account(name, f"{name.lower()}@example.org") for name in ("Ana", "Luis", "Eva", "Leo")]
    match = make.started(make.gathered(persons))
    assert apart(lambda: turns.tell(match.pk, match.turn, persons[1].pk))
    Player.objects.update(mail_notices="daily")
    match.notices.all().delete()
    apart(lambda: tasks.work_mail_daily(persons[1].pk))
    assert seen == [0, 0]
    assert len(mail.outbox) == 2


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/cuenta/signup/", {"email": "nueva@example.org", "password1": "papagayo-verde-7"}),
        ("/cuenta/password/reset/", {"email": "ines@example.org"}),
        ("/cuenta/password/reset/", {"email": "nadie@example.org"}),
    ],
)
def test_an_account_s_mail_is_sent_while_no_connection_is_held(path: str, form: dict[str, str], posted: None) -> None:
    make.account("Inés", "ines@example.org")
    assert apart(lambda: Client().post(path, form)).status_code == 302
    assert seen == [0]


def test_a_mail_server_that_refuses_does_not_undo_a_sign_up_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any, **options: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail.EmailMessage, "send", broken)
    client = Client()
    answer = client.post("/cuenta/signup/", {"email": "nueva@example.org", "password1": "papagayo-verde-7"}, follow=True)
    assert EmailAddress.objects.get().email == "nueva@example.org"
    assert "no ha podido salir" in answer.content.decode()


# ---- thoughts ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody looks around while a thinking process is asked."""
    ask = thinking.Child.ask

    def looking(child: Any, request: bytes, seconds: float) -> bytes:
        look()
        return ask(child, request, seconds)

    monkeypatch.setattr(thinking.Child, "ask", looking)


def test_a_cpu_player_thinks_while_no_connection_is_held(thought: None) -> None:
    ana, luis = make.people("Ana", "Luis")
    table = make.opened(ana, ("person", "normal", "normal"))
    lobby.sit(table, player=luis)
    match = make.started(table)
    make.play(match, until=lambda match: match.machine)
    assert apart(lambda: machine.play_cpu(match.pk, seq=match.seq))
    assert seen == [0]


def test_a_puzzle_is_made_while_no_connection_is_held(thought: None) -> None:
    day = dt.date(2026, 3, 12)
    apart(lambda: puzzle.make(puzzles.game(), day))
    assert seen == [0]
    assert PuzzleDay.objects.get().day == day
