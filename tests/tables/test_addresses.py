"""Who has an e-mail address, against each door (P10, P18). The rule stands in `tables.services.addresses`."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tables.middleware import BUCKETS
from tables.models import Player, Seat, Table
from tables.notices import turns, unsubscribe
from tables.rendering import SNAPSHOTS
from tables.selectors.occupancy import last_seat
from tables.services import people
from tests import factories as make

pytestmark = pytest.mark.django_db

A = "ines@example.org"
LOUD = " INES@Example.ORG "
PASSWORD = "una-clave-muy-larga"
NEW = "otra-clave-bien-larga"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()
    cache.clear()


def browser_of(name: str) -> Client:
    """A browser whose guest of that name has opened a table."""
    client = Client()
    client.post("/abrir/sueca/", {"name": name})
    return client


def person(client: Client) -> Player | None:
    """Whom the next request of the browser comes from."""
    client.get("/")
    found = Player.objects.filter(pk=client.session.get("_auth_user_id"), is_active=True).first()
    return found if found and client.session.get("_auth_user_hash") == found.get_session_auth_hash() else None


def link(number: int = -1) -> str:
    """The address with a secret in a mail, by default the newest."""
    found = re.search(r"https?://[^/\s]+(/cuenta/(?:confirm-email|password/reset/key)/[^\s]+)", str(mail.outbox[number].body))
    assert found, mail.outbox[number].body
    return found[1]


def press(client: Client) -> None:
    """Open the link of the newest mail to the address, if there is one, and press its button."""
    mails = [sent for sent in mail.outbox if sent.to == [A] and ("confirm-email" in str(sent.body) or "reset/key" in str(sent.body))]
    if mails:
        follow(client, link(mail.outbox.index(mails[-1])))


def follow(client: Client, address: str) -> None:
    """Open a link and do what its page asks for."""
    if "reset/key" in address:
        form = client.get(address, follow=True).request["PATH_INFO"]
        client.post(form, {"password1": NEW, "password2": NEW})
    else:
        client.get(address)
        client.post(address)


# ---- the table --------------------------------------------------------------------------------------------------------------

HOLDERS: dict[str, Callable[[Client], None]] = {}
"""What was before, by name: called with the browser of guest Me."""


def holder(function: Callable[[Client], None]) -> Callable[[Client], None]:
    """Put it into the table."""
    HOLDERS[function.__name__.replace("_", " ")] = function
    return function


@holder
def nobody(me: Client) -> None:
    """Nobody has typed the address yet."""


@holder
def me_unconfirmed(me: Client) -> None:
    """Me has left it and pressed nothing."""
    me.post("/avisos/correo/", {"email": A})


@holder
def me_confirmed(me: Client) -> None:
    """Me has left it and pressed."""
    me_unconfirmed(me)
    press(me)


@holder
def other_unconfirmed(me: Client) -> None:
    """The guest of another browser has left it."""
    browser_of("Other").post("/avisos/correo/", {"email": A})


@holder
def other_confirmed(me: Client) -> None:
    """The guest of another browser has left it and pressed."""
    other = browser_of("Other")
    other.post("/avisos/correo/", {"email": A})
    press(other)


@holder
def account_unconfirmed(me: Client) -> None:
    """An account of earlier times has signed up with it and pressed nothing."""
    make.account("ANA", A, confirmed=False)


@holder
def account_confirmed(me: Client) -> None:
    """An account has it."""
    make.account("ANA", A)


@holder
def merged_guest(me: Client) -> None:
    """A guest had it, who has signed in to an account since."""
    other = browser_of("Other")
    other.post("/avisos/correo/", {"email": A})
    press(other)
    make.account("ANA", "ana@example.org")
    other.post("/cuenta/login/", {"login": "ana@example.org", "password": "una-clave-larga"})


def notices(me: Client, email: str) -> Client:
    """Leave the address for notices, press in the same browser."""
    me.post("/avisos/correo/", {"email": email})
    press(me)
    return me


def elsewhere(me: Client, email: str) -> Client:
    """Leave the address for notices, press in a browser that is nobody."""
    me.post("/avisos/correo/", {"email": email})
    phone = Client()
    press(phone)
    return phone


def sign_up(me: Client, email: str) -> Client:
    """Sign up, press in the same browser."""
    me.post("/cuenta/signup/", {"email": email, "password1": PASSWORD})
    press(me)
    return me


def reset(me: Client, email: str) -> Client:
    """Ask for a new password, choose it in the same browser."""
    mail.outbox.clear()
    me.post("/cuenta/password/reset/", {"email": email})
    press(me)
    return me


def sign_in(me: Client, email: str) -> Client:
    """Sign in to an account that has another address."""
    make.account("BEA", "bea@example.org")
    me.post("/cuenta/login/", {"login": "bea@example.org", "password": "una-clave-larga"})
    return me


def change(me: Client, email: str) -> Client:
    """An account that has another address adds this one, and presses."""
    bea = Client()
    make.account("BEA", "bea@example.org")
    bea.post("/cuenta/login/", {"login": "bea@example.org", "password": "una-clave-larga"})
    bea.post("/cuenta/email/", {"email": email, "action_add": ""})
    press(bea)
    return bea


DOORS: dict[str, Callable[[Client, str], Client]] = {
    each.__name__.replace("_", "-"): each for each in (notices, elsewhere, sign_up, reset, sign_in, change)
}

# Who the browser is afterwards, who has the address confirmed, and whom others have taken in. Capitals: an account.
TABLE = """
who had it          | notices        | elsewhere      | sign-up        | reset          | sign-in    | change
nobody              | Me/Me          | Me/Me          | ME/ME          | Me/-           | BEA/-   Me | BEA/BEA
me unconfirmed      | Me/Me          | Me/Me          | ME/ME          | Me/-           | BEA/-   Me | BEA/BEA
me confirmed        | Me/Me          | -/Me           | ME/ME          | ME/ME          | BEA/BEA Me | BEA/BEA Me
other unconfirmed   | Me/Me          | Me/Me          | ME/ME          | Me/-           | BEA/-   Me | BEA/BEA
other confirmed     | Other/Other Me | Other/Other Me | OTHER/OTHER Me | OTHER/OTHER Me | BEA/Other Me | BEA/BEA Other
account unconfirmed | Me/-           | -/-            | Me/-           | ANA/ANA Me     | BEA/-   Me | BEA/-
account confirmed   | ANA/ANA Me     | ANA/ANA Me     | ANA/ANA Me     | ANA/ANA Me     | BEA/ANA Me | BEA/ANA
merged guest        | ANA/ANA Me,Other | ANA/ANA Me,Other | ANA/ANA Me,Other | ANA/ANA Me,Other | BEA/ANA Me,Other | BEA/ANA Other
"""


def cells() -> list[tuple[str, str, str]]:
    """The table, cell by cell: who had it, the door, what comes out."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    return [(row[0], door, " ".join(cell.split())) for row in rows for door, cell in zip(head[1:], row[1:], strict=True)]


def called(player: Player | None) -> str:
    """A person as the table writes them."""
    return "-" if player is None else player.name if player.is_guest else player.name.upper()


def outcome(browser: Client) -> str:
    """What has come out, as the table writes it."""
    row = EmailAddress.objects.filter(email=A, verified=True).select_related("user").first()
    merged = ",".join(Player.objects.filter(merged_into__isnull=False).order_by("name").values_list("name", flat=True))
    return f"{called(person(browser))}/{called(row.user if row else None)} {merged}".strip()  # type: ignore[arg-type]


@pytest.mark.parametrize("email", [A, LOUD], ids=["as it is", "in capitals"])
@pytest.mark.parametrize(("had", "door", "expected"), cells())
def test_p18_who_has_an_address_against_each_door(had: str, door: str, expected: str, email: str) -> None:
    """Every cell; and nobody is left with half of anything."""
    me = browser_of("Me")
    HOLDERS[had](me)
    browser = DOORS[door](me, email)
    assert outcome(browser) == expected
    whole()
    if door == "elsewhere":
        # Only the browser that presses is signed in; whoever asked stays who they were, or is nobody.
        assert called(person(me)) == ("-" if " Me" in expected else "Me")
    assert all(row.user.is_active for row in EmailAddress.objects.select_related("user"))


def whole() -> None:
    """Whoever was merged has nothing left, and every account can be signed in to."""
    for gone in Player.objects.filter(merged_into__isnull=False):
        assert not gone.is_active and gone.merged_into and gone.merged_into.is_active
        assert not Seat.objects.filter(player=gone).exists() and not Table.objects.filter(host=gone).exists()
        assert not EmailAddress.objects.filter(user=gone).exists()
    for account in Player.objects.filter(is_guest=False):
        assert account.email and account.has_usable_password()
        assert EmailAddress.objects.filter(user=account, email=account.email.lower(), primary=True).exists()


# ---- what nobody is told ----------------------------------------------------------------------------------------------------


class Counting(MD5PasswordHasher):
    """A quick hasher that counts what it is asked for."""

    done = 0

    def encode(self, *args: object, **kwargs: object) -> str:
        """As its parent."""
        Counting.done += 1
        return super().encode(*args, **kwargs)  # type: ignore[arg-type]


def answer(door: str, had: str) -> tuple[object, ...]:
    """What a stranger's browser sees at a door, how many mails go out, and how many passwords are hashed."""
    Player.objects.all().delete()
    BUCKETS.clear()
    cache.clear()
    HOLDERS[had](browser_of("Me"))
    stranger = Client() if door in ("/cuenta/password/reset/", "/cuenta/login/", "/cuenta/signup/") else browser_of("Stranger")
    if door == "/cuenta/email/":
        make.account("EVE", "eve@example.org")
        stranger.post("/cuenta/login/", {"login": "eve@example.org", "password": "una-clave-larga"})
    mail.outbox.clear()
    Counting.done = 0
    fields = {"email": A, "login": A, "password1": PASSWORD, "password": PASSWORD, "action_add": ""}
    sent = stranger.post(door, fields)
    page = stranger.get(sent["Location"]) if "Location" in sent else sent
    words = re.sub(r"csrf\w*\" value=\"\w+|/m/\w+|(nonce|data-who|name=\"act\" value)=\"[^\"]*\"", "", page.content.decode())
    return sent.status_code, sent.get("Location"), words, [each.to for each in mail.outbox], Counting.done


@pytest.mark.parametrize("door", ["/avisos/correo/", "/cuenta/signup/", "/cuenta/password/reset/", "/cuenta/email/", "/cuenta/login/"])
def test_no_door_tells_who_has_an_address(door: str, settings: Settings) -> None:
    """The same status, place, page, number of mails and of hashes, whoever has it."""
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    expected = answer(door, "nobody")
    for had in HOLDERS:
        assert answer(door, had) == expected, had
    assert len(expected[3]) == (0 if door == "/cuenta/login/" else 1)  # type: ignore[arg-type]


def test_a_mail_names_nobody_who_typed_its_address() -> None:
    """A name is the stranger's own words: they reach no mailbox before its owner presses."""
    browser_of("Gana dinero").post("/avisos/correo/", {"email": A})
    assert "Gana dinero" not in str(mail.outbox[-1].body) + str(mail.outbox[-1].subject)


# ---- strangers --------------------------------------------------------------------------------------------------------------


def test_a_stranger_who_typed_an_address_gains_nothing_when_its_owner_presses() -> None:
    """The page says whose wish it is; the stranger's guest joins the owner, and the stranger's browser is nobody."""
    stranger, owner = browser_of("Mallory"), browser_of("Inés")
    stranger.post("/avisos/correo/", {"email": A})
    page = owner.get(link()).content.decode()
    assert "«Mallory»" in page and "«Inés»" in page and "Pulsa solo si" in page
    owner.post(link())
    ines = person(owner)
    assert ines and ines.name == "Inés" and person(stranger) is None
    for table in Table.objects.all():
        assert "Levantarme" not in stranger.get(f"/m/{table.code}/").content.decode()


def test_a_stranger_gets_no_account_by_signing_up_with_an_address_of_somebody_else() -> None:
    """Pressed in another browser, the password typed at the sign-up counts for nothing."""
    stranger, owner = browser_of("Mallory"), Client()
    stranger.post("/cuenta/signup/", {"email": A, "password1": PASSWORD})
    pressed = owner.post(link())
    assert pressed["Location"] == "/cuenta/signup/"
    assert A in owner.get("/cuenta/signup/").content.decode()
    assert owner.post("/cuenta/signup/", {"email": A, "password1": NEW}).status_code == 302
    account = Player.objects.get(email=A)
    assert account.check_password(NEW) and not account.check_password(PASSWORD)
    assert person(owner) == account and person(stranger) is None


def test_a_link_an_account_asked_for_is_pressed_in_that_account_only() -> None:
    """Anybody else is told to sign in to it first, and nothing changes."""
    bea, owner = Client(), browser_of("Inés")
    make.account("BEA", "bea@example.org")
    bea.post("/cuenta/login/", {"login": "bea@example.org", "password": "una-clave-larga"})
    bea.post("/cuenta/email/", {"email": A, "action_add": ""})
    assert "Entra primero en la cuenta «BEA»" in owner.get(link()).content.decode()
    assert owner.post(link()).status_code == 409
    assert not EmailAddress.objects.filter(email=A, verified=True).exists()
    ines = person(owner)
    assert ines and ines.name == "Inés"


def test_whoever_did_not_ask_makes_the_link_worthless() -> None:
    stranger, owner = browser_of("Mallory"), Client()
    stranger.post("/avisos/correo/", {"email": A})
    assert "ya no vale" in owner.post(link(), {"no": "1"}).content.decode()
    assert owner.post(link()).status_code == 404 and not EmailAddress.objects.exists()


def test_a_link_works_once() -> None:
    """A mail read by somebody later signs nobody in."""
    me = browser_of("Me")
    me.post("/avisos/correo/", {"email": A})
    press(Client())
    late = Client()
    assert late.post(link()).status_code == 404 and person(late) is None


def test_opening_a_link_changes_nobody() -> None:
    """No GET signs anybody in or out: not the mail's button page, not the page of a new password."""
    make.account("ANA", A)
    me = browser_of("Me")
    me.post("/avisos/correo/", {"email": A})
    me.post("/cuenta/password/reset/", {"email": A})
    for number in (-2, -1):
        me.get(link(number), follow=True)
        found = person(me)
        assert found and found.name == "Me"


def test_every_change_of_identity_has_a_new_session_key() -> None:
    me = browser_of("Me")
    keys = [me.session.session_key]
    me.post("/cuenta/signup/", {"email": A, "password1": PASSWORD})
    press(me)
    keys.append(me.session.session_key)
    me.post("/cuenta/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    keys.append(me.session.session_key)
    me.post("/cuenta/logout/")
    keys.append(me.session.session_key)
    reset(me, A)
    keys.append(me.session.session_key)
    assert len(set(keys)) == len(keys)


def test_many_mails_to_one_address_are_refused_in_words_at_every_door() -> None:
    """Five, whoever asks for them: nobody is buried in mails by us."""
    said = []
    for number in range(7):
        said.append(browser_of(f"G{number}").post("/avisos/correo/", {"email": A}).status_code)
    assert said == [200] * 5 + [400] * 2
    assert "espera un momento" in Client().post("/cuenta/password/reset/", {"email": A}).content.decode()
    assert "espera un momento" in Client().post("/cuenta/signup/", {"email": A, "password1": PASSWORD}).content.decode()
    assert len(mail.outbox) == 5


# ---- what goes along --------------------------------------------------------------------------------------------------------


def test_a_confirmed_address_is_told_of_turns_after_signing_in() -> None:
    """The issue's own case: a guest with a confirmed address signs in, and notices reach it still."""
    me = browser_of("Me")
    notices(me, A)
    guest = person(me)
    assert guest
    Player.objects.filter(pk=guest.pk).update(mail_notices="daily")
    account = make.account("BEA", "bea@example.org", confirmed=False)
    me.post("/cuenta/login/", {"login": "bea@example.org", "password": "una-clave-larga"})
    account.refresh_from_db()
    assert turns.confirmed([account]) == {account.pk: A} and account.mail_notices == "daily"
    assert "Dejar mi dirección" not in me.get("/preferencias/").content.decode()


def test_an_old_mail_ends_the_mails_of_whom_its_guest_has_become() -> None:
    me = browser_of("Me")
    guest = person(me)
    assert guest
    address = unsubscribe.address(guest).partition("/avisos/")[2]
    account = make.account("ANA", A)
    people.adopt_guest(guest, account=account)
    Client().post(f"/avisos/{address}")
    account.refresh_from_db()
    assert account.mail_notices == "off"


def test_who_was_a_guest_of_a_guest_is_known_still() -> None:
    """A seat held as the first of three people in a row is the last one's."""
    ana, luis, eva, leo = make.people("Ana", "Luis", "Eva", "Leo")
    match = make.play_out(make.one_round(make.gathered([ana, luis, eva, leo])))
    second, third = make.people("Ana en el móvil", "Ana en la tableta")
    people.adopt_guest(ana, account=second)
    people.adopt_guest(second, account=third)
    assert last_seat(match, third) == 0
    ana.refresh_from_db()
    assert ana.merged_into == third


def test_where_both_sit_at_one_table_the_one_who_stays_keeps_the_seat() -> None:
    """Guest Me asks from her phone, and presses on her tablet, where she is Other at the same table."""
    tablet = browser_of("Other")
    table = Table.objects.get()
    phone = Client()
    phone.post(f"/m/{table.code}/sentarse/", {"name": "Me"})
    phone.post("/avisos/correo/", {"email": A})
    press(tablet)
    other = person(tablet)
    assert list(Seat.objects.filter(table=table, player__isnull=False).values_list("index", "player")) == [(0, other and other.pk)]


def test_addresses_left_behind_by_earlier_merges_are_brought_along() -> None:
    """What the migration does with rows from before this rule."""
    (guest, other) = make.people("Me", "Other")
    account = make.account("ANA", "ana@example.org", confirmed=False)
    EmailAddress.objects.create(user=guest, email=A, verified=True, primary=True)
    EmailAddress.objects.create(user=account, email=A)
    EmailAddress.objects.create(user=other, email="o@example.org", verified=True, primary=True)
    Player.objects.filter(pk=guest.pk).update(is_active=False, merged_into=account, mail_notices="daily")
    import_module("tables.migrations.0004_mended").follow(apps, None)
    rows = EmailAddress.objects.order_by("email").values_list("email", "user", "verified", "primary")
    assert list(rows) == [
        ("ana@example.org", account.pk, False, True), (A, account.pk, True, False), ("o@example.org", other.pk, True, True),
    ]  # fmt: skip
    account.refresh_from_db()
    assert account.mail_notices == "daily"
