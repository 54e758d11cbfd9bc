"""What people may send us, checked before a service sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.contract import LEVELS, Choice, Game
from tables.models import CLOCKS, Player, Table
from tables.services.errors import malformed

HOLDERS = ("person", *LEVELS)
NOBODY = "none"
"""A chair that the table does not have: where a game can be played by fewer."""


def deck_of(data: Mapping[str, str], fallback: str = "clasica") -> str:
    """The chosen deck, or the fallback when it is none of ours."""
    deck = data.get("deck", "")
    return deck if deck in dict(Player.DECKS) else fallback


def options_from(data: Mapping[str, str], choices: Sequence[Choice], now: Mapping[str, str]) -> dict[str, str]:
    """The rule choices of a form; what it does not name stays as it is. Raises `Refused` for a value the game does not have."""
    options = {}
    for choice in choices:
        value = data.get(f"choice-{choice.key}", now.get(choice.key, choice.default))
        if value not in {possible.key for possible in choice.values}:
            raise malformed()
        options[choice.key] = value
    return options


def rules_from(data: Mapping[str, str], table: Table) -> tuple[dict[str, str], str, str]:
    """Options, clock and visibility of the form in the lobby. Raises `Refused`."""
    options = options_from(data, registry.get(table.slug).choices, table.options)
    clock, visibility = data.get("clock", table.clock), data.get("visibility", table.visibility)
    if clock not in CLOCKS or visibility not in dict(Table.VISIBILITY):
        raise malformed()
    return options, clock, visibility


class OpenForm:
    """The one screen on which a table is opened. data: the posted form, or {} for the game's defaults.

    `values` has what a service needs and raises `Refused` for what the page's own controls can't send.
    """

    def __init__(self, game: Game, data: Mapping[str, str]) -> None:
        self.game = game
        self.data = data
        self.clock_now = data.get("clock", game.clock)
        self.visibility_now = data.get("visibility", "link")

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The game's choices with the one now chosen."""
        return [
            {
                "key": choice.key,
                "label": choice.label,
                "values": choice.values,
                "now": self.data.get(f"choice-{choice.key}", choice.default),
            }
            for choice in self.game.choices
        ]

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The other seats, as many as the game can have: where they are, who takes them, and whether the table can do without."""
        count = max(self.game.seats) - 1
        places = (
            [_("A tu derecha"), _("Enfrente"), _("A tu izquierda")]
            if count == 3
            else [_("Silla %(n)s") % {"n": n + 2} for n in range(count)]
        )
        usual = ["person" if n + 2 <= self.game.default_seats else NOBODY for n in range(count)]
        return [
            {
                "index": n + 1,
                "label": places[n],
                "now": self.data.get(f"seat-{n + 1}", usual[n]),
                "optional": n + 2 > min(self.game.seats),
            }
            for n in range(count)
        ]

    @property
    def holders(self) -> list[tuple[str, str]]:
        """Who may take a seat."""
        return [
            ("person", _("Una persona (enlace)")),
            ("easy", _("La máquina, fácil")),
            ("normal", _("La máquina, normal")),
            ("hard", _("La máquina, difícil")),
        ]

    def values(self) -> dict[str, Any]:
        """The keyword arguments of `lobby.open_table`."""
        seats = [seat["now"] for seat in self.seats if not (seat["optional"] and seat["now"] == NOBODY)]
        clock, visibility = self.clock_now, self.visibility_now
        if clock not in CLOCKS or visibility not in dict(Table.VISIBILITY) or any(seat not in HOLDERS for seat in seats):
            raise malformed()
        return {
            "slug": self.game.slug,
            "options": options_from(self.data, self.game.choices, {}),
            "clock": clock,
            "visibility": visibility,
            "seats": seats,
            "title": self.data.get("title", "").strip()[:40],
        }
