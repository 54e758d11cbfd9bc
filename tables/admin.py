"""The admin shows; it never writes history, and shows nothing hidden of a match that runs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from tables.models import ChatLine, HistoryEvent, Honour, Match, Occupancy, Player, Seat, Table

HIDDEN = "…"


class ReadOnly[M: Model](admin.ModelAdmin[M]):
    """Nobody adds, changes or deletes: a trigger would refuse it, and that is no page to be shown."""

    actions = None

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """No."""
        return False

    def has_change_permission(self, request: HttpRequest, *args: Any) -> bool:
        """No."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the offered filters: any other, in the address, would tell by yes and no what no page shows."""
        return lookup.partition("__")[0] in self.list_filter and lookup.count("__") <= 1

    def has_delete_permission(self, request: HttpRequest, *args: Any) -> bool:
        """No."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnly[Player]):
    """People."""

    list_display = ("name", "email", "is_guest", "date_joined")
    search_fields = ("name", "email")
    list_filter = ("is_guest",)
    exclude = ("password",)


@admin.register(Table)
class TableAdmin(ReadOnly[Table]):
    """Tables."""

    list_display = ("code", "slug", "clock", "visibility", "created_at", "closed_at")
    search_fields = ("code", "title")
    list_filter = ("slug", "visibility")
    exclude = ("deal_code",)


@admin.register(Match)
class MatchAdmin(ReadOnly[Match]):
    """Matches; code and nonce of the deal only once they are over, for they tell every card."""

    list_display = ("pk", "table", "number", "slug", "status", "seq", "started_at", "ended_at")
    list_filter = ("slug", "status")
    list_select_related = ("table",)
    exclude = ("deal_code", "nonce")
    readonly_fields: ClassVar = ["shown_code", "shown_nonce"]

    @admin.display(description="deal code")
    def shown_code(self, match: Match) -> str:
        """The deal code, once it tells nothing any more."""
        return HIDDEN if match.status == "running" else match.deal_code

    @admin.display(description="nonce")
    def shown_nonce(self, match: Match) -> str:
        """The nonce, once it tells nothing any more."""
        return HIDDEN if match.status == "running" else match.nonce


@admin.register(HistoryEvent)
class HistoryAdmin(ReadOnly[HistoryEvent]):
    """The history; what was dealt and played only once the match is over."""

    list_display = ("pk", "match", "seq", "kind", "seat", "cause", "at")
    list_select_related = ("match",)
    list_filter = ("kind", "cause")
    exclude = ("payload", "token")
    readonly_fields: ClassVar = ["shown_payload"]

    @admin.display(description="payload")
    def shown_payload(self, row: HistoryEvent) -> str:
        """The payload, once it tells nothing any more."""
        return HIDDEN if row.match.status == "running" else str(row.payload)


@admin.register(Occupancy)
class OccupancyAdmin(ReadOnly[Occupancy]):
    """Who sat where."""

    list_display = ("match", "number", "seat", "name", "level", "from_seq")


@admin.register(Seat, ChatLine, Honour)
class PlainAdmin(ReadOnly[Any]):
    """Rows of tables."""
