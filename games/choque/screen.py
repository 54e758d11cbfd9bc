"""Choque de Colores on the page: what a view becomes in the regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.choque.views import View
from games.contract import N_, Line, Region, SeatRef, Setting, Status

STATUS: Final[Mapping[str, str]] = {
    "st-yours": N_("Te toca"),
    "st-turn": N_("Le toca a {who}"),
    "st-choosing": N_("{who} está eligiendo"),
    "st-deal": N_("Se reparten las cartas"),
    "st-ended": N_("Partida terminada"),
}


class ChoqueScreen:
    """The screen as `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The regions of the page."""
        return []

    def body_class(self, view: View) -> str:
        """Class names for the page's body in this view: the phase, and the side in play."""
        return f"phase-{view.phase}{' night' if view.night else ''}"

    def status(self, view: View, setting: Setting) -> Status:
        """The sentence on top."""
        if view.turn is None:
            return Status(Line("st-ended" if view.phase == "over" else "st-deal"), None, mine=False)
        if view.turn == setting.viewer:
            return Status(Line("st-yours"), None, mine=True)
        key = "st-choosing" if view.stage == "drawn" else "st-turn"
        return Status(Line(key, {"who": SeatRef(view.turn)}), None, mine=False)


SCREEN: Final = ChoqueScreen()
