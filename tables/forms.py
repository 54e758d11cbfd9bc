"""What people may send us, checked before a service sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.contract import LEVELS, Choice, Game, alone
from tables import proof
from tables.models import CLOCKS, Player, Table
from tables.services.errors import Refused, malformed

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

    deal_code: the deal that is wanted once more, against CPU players alone; "" for a table as usual. guest: for whom has no account.
    `values` has what a service needs and raises `Refused` for what the page's own controls can't send.
    """

    def __init__(self, game: Game, data: Mapping[str, str], deal_code: str = "", guest: bool = False) -> None:
        self.game = game
        self.guest = guest
        self.data = data
        self.deal_code = deal_code
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
        """The other seats, as many as there can be: where they are, who takes them, and whether the table can do without.

        Who sends more than a guest may have (C1) keeps them, to be told so and mend it.
        """
        sent = {count for count in self.game.seats if self.data.get(f"seat-{count - 1}", NOBODY) != NOBODY}
        most = max({*self.game.seats_for(self.guest), *sent})
        count = (self.game.quick_seats if self.deal_code else most) - 1
        around = [_("A tu izquierda"), _("Enfrente"), _("A tu derecha")]
        if not self.game.clockwise:
            around.reverse()
        places = around if count == len(around) else [_("Silla %(n)s") % {"n": n + 2} for n in range(count)]
        usual = ["normal" if self.deal_code else "person" if n + 2 <= self.game.default_seats else NOBODY for n in range(count)]
        return [
            {
                "index": n + 1,
                "label": places[n],
                "now": self.data.get(f"seat-{n + 1}", usual[n]),
                "optional": n + 2 > min(self.game.seats) and not self.deal_code,
            }
            for n in range(count)
        ]

    @property
    def holders(self) -> list[tuple[str, str]]:
        """Who may take a seat."""
        machines = [("easy", _("La máquina, fácil")), ("normal", _("La máquina, normal")), ("hard", _("La máquina, difícil"))]
        return machines if self.deal_code else [("person", _("Una persona (enlace)")), *machines]

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
            "title": self.data.get("title", ""),
        }

    def same_deal(self) -> dict[str, Any]:
        """The keyword arguments of `lobby.same_deal`. Raises `Refused`."""
        levels = [seat["now"] for seat in self.seats]
        if any(level not in LEVELS for level in levels):
            raise malformed()
        return {
            "slug": self.game.slug,
            "options": options_from(self.data, self.game.choices, {}),
            "levels": levels,
            "deal_code": self.deal_code,
        }


def linked_choices(query: Mapping[str, str], choices: Sequence[Choice]) -> dict[str, str]:
    """The rule choices that a link names, as the form has them; what it names wrongly stays the game's default."""
    return {f"choice-{each.key}": query[each.key] for each in choices if query.get(each.key) in {value.key for value in each.values}}


def linked_deal(game: Game, text: str) -> str:
    """The deal code that a link or form names, "" where it names none.

    Raises `Refused` for one that is no code, and for a game whose codes stay secret.
    """
    if not text:
        return ""
    code = proof.read(text)
    if code is None:
        raise Refused("malformed", _("Ese código de partida no existe: son doce letras y números."))
    if not game.open_code(alone(game.quick_seats)):
        raise Refused("malformed", _("En este juego no se repite un reparto."))
    return code
