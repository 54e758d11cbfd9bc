"""Whose an e-mail address is (P10, P18).

A confirmed address belongs to one person, who has shown that they read its mail: by the button behind a mailed link, or by a mailed
link to a new password. A row that is not confirmed is a wish: it gives nothing, holds nothing back, and is gone once somebody else shows
that the address is theirs.

Who has the address, and what becomes of it by the button of a link that guest G asked for (columns: who the pressing browser is)::

    has it                    | nobody           | G itself          | another guest H   | account K
    --------------------------+------------------+-------------------+-------------------+-------------------
    nobody, or wishes only    | becomes G        | stays G           | G joins H         | G joins K
    guest Q, confirmed        | becomes Q, with G| becomes Q, with G | Q, with G and H   | G and Q join K
    account K, confirmed      | becomes K, with G| becomes K, with G | K, with G and H   | G joins K
    account L, confirmed      | as above, for L  | as above, for L   | as above, for L   | refused: leave K
    account L, unconfirmed    | refused: enter L | refused: enter L  | refused: enter L  | refused: leave K
    a closed account          | refused          | refused           | refused           | refused

A link that an account asked for (another address of theirs) is pressed in a browser that has signed in to that very account; anywhere
else it is refused until then. Two accounts are never made one: whoever has both takes the address away from one first. Only the browser
that presses is signed in. Whoever is merged away is signed out everywhere, so that a stranger who typed somebody's address into a form
gains nothing when its owner presses; the page says beforehand whose wish it is and what joins whom.

The other doors:

- An address left for notices, or a sign-up: the same page for every address, and one mail. Nothing else happens before the button.
- A sign-up ends with the button: pressed where the password was chosen it makes the account, anywhere else the password is chosen anew.
- Signing in takes the guest of the browser along, with addresses and wishes.
- A password reset is mailed to the account that has the address, else to the one that waits for its confirmation, else to the guest
  who has it. It proves the mailbox as the button does; a guest becomes an account by it.
"""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import Exists, OuterRef

from tables.models import Player
from tables.notices import bounces


def normal(raw: str) -> str:
    """An address as it is stored and compared: without case and surrounding blanks."""
    return raw.strip().lower()


def person_of(email: str) -> Player | None:
    """Who has confirmed the address."""
    row = EmailAddress.objects.filter(email=normal(email), verified=True).select_related("user").first()
    return row.user if row else None


def waiting_account(email: str) -> Player | None:
    """The account that signed up with the address and has confirmed neither it nor another one.

    Accounts are made by confirming now; such ones come from earlier times and from the operator's command line.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return Player.objects.filter(~Exists(confirmed), is_guest=False, email__iexact=normal(email)).order_by("pk").first()


def mailable(email: str) -> Player | None:
    """To whom a link for a new password is mailed under an address: an account before a guest, who has it before who waits for it."""
    owner = person_of(email)
    found = (waiting_account(email) or owner) if owner is None or owner.is_guest else owner
    return found if found and found.is_active else None


@dataclass(frozen=True, slots=True)
class Claim:
    """What pressing the button of a link would do. See the table of this module.

    asker: who asked for the link. owner: who has the address confirmed. browser: who presses. person: who all of them would be
    afterwards, None where it is refused: "closed", "accounts" (two of them would have to be one), "sign-in" (`account` must be
    signed in to first).
    """

    email: str
    asker: Player
    owner: Player | None
    browser: Player | None
    account: Player | None = None
    person: Player | None = None
    refused: str = ""

    @property
    def joining(self) -> list[Player]:
        """The guests who would be merged away."""
        found = {each.pk: each for each in (self.asker, self.owner, self.browser) if each}
        return [each for each in found.values() if self.person and each.pk != self.person.pk]


def weigh(wish: EmailAddress, browser: Player | None) -> Claim:
    """What pressing the button of that wish's link would do in a browser signed in as that person."""
    asker: Player = wish.user
    owner = person_of(wish.email)
    waiting = waiting_account(wish.email) if owner is None or owner.is_guest else None
    accounts = {each.pk: each for each in (owner, waiting, browser, asker) if each and not each.is_guest}
    account = next(iter(accounts.values()), None)
    claim = {"email": wish.email, "asker": asker, "owner": owner, "browser": browser, "account": account}
    if any(not each.is_active for each in accounts.values()):
        return Claim(**claim, refused="closed")
    if len(accounts) > 1:
        return Claim(**claim, refused="accounts")
    if account and account not in (owner, browser):
        return Claim(**claim, refused="sign-in")
    return Claim(**claim, person=account or owner or browser or asker)


def lock(email: str) -> None:
    """Let nobody else decide over the address until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtext(%s))", [f"address {normal(email)}"])


def settle(email: str, person: Player) -> None:
    """The address is that person's, confirmed, and nobody else's. It becomes their first one if they have no other."""
    email = normal(email)
    bounces.lift(email)
    EmailAddress.objects.filter(email=email).exclude(user=person).delete()
    row, _new = EmailAddress.objects.get_or_create(user=person, email=email)
    row.verified = True
    if not EmailAddress.objects.filter(user=person, verified=True, primary=True).exclude(pk=row.pk).exists():
        EmailAddress.objects.filter(user=person).exclude(pk=row.pk).update(primary=False)
        row.primary = True
        if not person.is_guest:
            person.email = email
            person.save(update_fields=["email"])
    row.save()


def hand_over(guest: Player, person: Player) -> None:
    """A guest's addresses and wishes go to the person they are merged into, and when to write goes with the first confirmed one."""
    mine = {row.email: row for row in EmailAddress.objects.filter(user=person)}
    rows = list(EmailAddress.objects.filter(user=guest).order_by("-verified", "pk"))
    if any(row.verified for row in rows) and not any(row.verified for row in mine.values()):
        person.mail_notices = guest.mail_notices
        person.save(update_fields=["mail_notices"])
    for row in rows:
        same = mine.get(row.email)
        if same:
            row.delete()  # first: no two rows may have the address confirmed, even for a moment
            if row.verified and not same.verified:
                same.verified = True
                same.save(update_fields=["verified"])
        else:
            row.user, row.primary = person, not mine
            row.save(update_fields=["user", "primary"])
            mine[row.email] = row
