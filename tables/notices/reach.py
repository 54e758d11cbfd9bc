"""Whether anything outside the page could tell a person that it is their turn."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef


def reachable() -> Exists:
    """For a query of seats: whether the seat's person has an address they confirmed (P10).

    Most people at most tables have none; a job for each of their turns would find nobody to tell, and cost more than the move.
    """
    return Exists(EmailAddress.objects.filter(user=OuterRef("player"), verified=True).exclude(user__mail_notices="off"))
