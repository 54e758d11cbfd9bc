"""The regions of a table of Sueca (pure: view -> templates and their context)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.contract import N_, Line, Region, SeatRef, Setting, Status
from games.sueca.views import View

STATUS: Final[dict[str, str]] = {
    "status-yours": N_("Te toca"),
    "status-theirs": N_("Juega {who}"),
    "status-count": N_("Se cuentan las cartas"),
    "status-over": N_("Fin de la partida"),
}


class SuecaScreen:
    """The screen as `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """Every region of the game in this view."""
        return ()

    def body_class(self, view: View) -> str:
        """Class names for the page's body."""
        return f"sueca phase-{view.phase}"

    def status(self, view: View, setting: Setting) -> Status:
        """The sentence on top."""
        mine = setting.viewer is not None and view.turn == setting.viewer
        if view.phase == "over":
            return Status(Line("status-over"), None, mine=False)
        if view.turn is None:
            return Status(Line("status-count"), None, mine=False)
        return Status(Line("status-yours") if mine else Line("status-theirs", {"who": SeatRef(view.turn)}), None, mine=mine)


SCREEN: Final = SuecaScreen()
