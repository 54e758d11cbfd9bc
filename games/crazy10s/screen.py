"""Crazy10s on the page: what a view becomes in the regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.contract import N_, Line, Region, SeatRef, Setting, Status
from games.crazy10s.views import View

STATUS: Final[Mapping[str, str]] = {
    "st-you": N_("Te toca"),
    "st-turn": N_("Le toca a {who}"),
    "st-wait": N_("Se mezclan las fichas"),
    "st-ended": N_("Partida terminada"),
}


class Crazy10sScreen:
    """`games.contract.Screen` for Crazy10s."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The board and what lies around it."""
        return [Region("r-board", "games/crazy10s/board.html", {"view": view})]

    def body_class(self, view: View) -> str:
        """The phase."""
        return f"ph-{view.phase}"

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is."""
        if view.turn is None:
            return Status(Line("st-ended" if view.ending else "st-wait"), None, mine=False)
        mine = setting.acting and setting.viewer in view.awaited
        return Status(Line("st-you") if mine else Line("st-turn", {"who": SeatRef(view.turn)}), None, mine=mine)


SCREEN: Final = Crazy10sScreen()
