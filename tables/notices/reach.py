"""Whether anything outside the page could tell a person that it is their turn."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from tables.notices.bounces import usable

AT_ONCE = ("now", "delay")
"""The wishes for which a turn makes a job of its own; the daily mail is one job a person, and looks for the turns itself."""


def reachable() -> Exists:
    """For a query of seats: whether the seat's person wants a mail for each turn, and has an address for it (P10).

    Most people at most tables have none; a job for each of their turns would find nobody to tell, and cost more than the move.
    """
    return Exists(usable().filter(user=OuterRef("player"), user__mail_notices__in=AT_ONCE))
