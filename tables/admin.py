"""The admin shows; it never writes history, and shows nothing hidden of a match that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games import registry
from games.contract import Game, Value
from tables.models import ChatLine, Grant, HistoryEvent, Honour, Match, Occupancy, Player, Seat, Table
from tables.services import grants

HIDDEN = "…"


class Bounded(Paginator[Any]):
    """Pages of the newest rows: counting a million events takes longer than anybody wants to wait for a list."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        """How many rows the list offers."""
        return int(self.object_list.order_by()[: self.MOST].count())  # type: ignore[attr-defined]


class ReadOnly[M: Model](admin.ModelAdmin[M]):
    """Nobody adds, changes or deletes: a trigger would refuse it, and that is no page to be shown."""

    actions: Any = None
    paginator = Bounded
    show_full_result_count = False
    ordering: ClassVar = ("-pk",)

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


def grantable() -> list[tuple[Game, Value]]:
    """Every value of every game that needs a grant."""
    values = [(game, value) for game in registry.all_games() for choice in game.choices for value in choice.values]
    return [(game, value) for game, value in values if value.granted]


def granting(game: Game, value: Value, give: bool) -> Callable[[ReadOnly[Player], HttpRequest, QuerySet[Player]], None]:
    """The action that gives a grant to the marked people (C4), or takes it back. Each change is logged with who made it and when."""
    words = gettext_lazy("Dar permiso: {game}, {value}") if give else gettext_lazy("Quitar el permiso: {game}, {value}")
    said = format_lazy(words, game=gettext_lazy(game.title), value=gettext_lazy(value.label))
    change = grants.give if give else grants.take_back

    def act(page: ReadOnly[Player], request: HttpRequest, people: QuerySet[Player]) -> None:
        changed = [player for player in people if change(player, slug=game.slug, value=value.key, by=request.user)]  # type: ignore[arg-type]
        for player in changed:
            page.log_change(request, player, str(said))
        page.message_user(request, f"{said} ({len(changed)})")

    act.__name__ = f"{'give' if give else 'take'}-{game.slug}-{value.key}"
    act.short_description = said  # type: ignore[attr-defined]
    act.allowed_permissions = ("grant",)  # type: ignore[attr-defined]
    return act


class SignIn(AdminAuthenticationForm):
    """The admin's own form, with the limits of the site's: tries of an address and of an account are counted together with those."""

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError, also after too many tries."""
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email is not None and password:
            self.user_cache = get_adapter(self.request).authenticate(self.request, email=email, password=password)
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data


admin.site.login_form = SignIn


@admin.register(Player)
class PlayerAdmin(ReadOnly[Player]):
    """People."""

    list_display = ("name", "email", "is_guest", "date_joined")
    search_fields = ("name", "email")
    list_filter = ("is_guest",)
    exclude = ("password",)

    actions = tuple(granting(game, value, give) for game, value in grantable() for give in (True, False))

    def has_grant_permission(self, request: HttpRequest) -> bool:
        """Whether this member of the staff gives grants and takes them back."""
        return request.user.has_perm("tables.change_grant")


@admin.register(Grant)
class GrantAdmin(ReadOnly[Grant]):
    """Who may open what, given by whom and when. Given and taken back by the actions of the list of people."""

    list_display = ("player", "slug", "value", "granted_by", "granted_at")
    list_filter = ("slug", "value")
    list_select_related = ("player", "granted_by")


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
