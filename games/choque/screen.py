"""Choque de Colores on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.choque.faces import COLOUR_NAMES, FACE_NAMES, face_token
from games.choque.views import Draw, Keep, Move, NameColour, Pass, PlayCard, View
from games.contract import N_, Line, Region, SeatRef, Setting, Status

TEMPLATE: Final = "games/choque/region.html"
STATUS: Final[Mapping[str, str]] = {
    "st-yours": N_("Te toca"),
    "st-turn": N_("Le toca a {who}"),
    "st-choosing": N_("{who} está eligiendo"),
    "st-deal": N_("Se reparten las cartas"),
    "st-ended": N_("Partida terminada"),
}

type Button = tuple[str, str, Move]
"""What it says, the colour that it names or "", and what it does."""


def _line(text: str, label: str = "") -> dict[str, str]:
    return {"label": label, "text": text}


def _shorts(faces: Sequence[str]) -> str:
    return " ".join(face_token(face).short for face in faces)


def _seats(view: View, setting: Setting) -> list[dict[str, str]]:
    """Everybody's counts, and the other faces of the rivals' cards (C20)."""
    names = {person.seat: person.name for person in setting.people}
    return [_line(f"{names.get(seat, '')} · {held} · {_shorts(view.others[seat])}") for seat, held in enumerate(view.held)]


def _centre(view: View) -> list[dict[str, str]]:
    """The top card and the active colour, and what waits or runs (C26)."""
    if view.top is None:
        return []
    colour = COLOUR_NAMES.get(view.colour, "")
    told = [_line(_shorts([view.top])), _line("", colour), _line(str(view.stock), N_("Mazo:"))]
    running = ((N_("Te espera una pila de"), view.pending), (N_("Mecha:"), view.fuse), (N_("Medianoche:"), view.midnight))
    return [*told, *(_line(str(number), label) for label, number in running if number)]


def _cards(view: View) -> list[Button]:
    """The cards that may be played, a wild one with each colour."""
    return [
        (FACE_NAMES[face], COLOUR_NAMES.get(colour, ""), PlayCard(face, colour or None))
        for face in view.playable
        for colour in (view.colours if face in view.asks_colour else ("",))
    ]


def _acts(view: View) -> list[Button]:
    """Whatever else may be done."""
    told: list[Button] = [(N_("Pedir"), COLOUR_NAMES[colour], NameColour(colour)) for colour in view.colours if view.may_name]
    if view.may_draw:
        told.append((N_("Tomar la pila") if view.pending else N_("Robar carta"), "", Draw()))
    if view.may_keep:
        told.append((N_("Guardar"), "", Keep()))
    return [*told, (N_("Pasar"), "", Pass())] if view.may_pass else told


class ChoqueScreen:
    """The screen as `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The regions of the page."""

        def buttons(wanted: Sequence[Button]) -> list[dict[str, Any]]:
            allowed = wanted if setting.acting else ()
            return [{"label": label, "colour": colour, "move": setting.encode(move)} for label, colour, move in allowed]

        lines = {"r-seats": _seats(view, setting), "r-centre": _centre(view), "r-hand": [_line(_shorts(view.hand))]}
        pressed = {"r-hand": buttons(_cards(view)), "r-actions": buttons(_acts(view))}
        return [
            Region(name, TEMPLATE, {"region": name, "lines": lines.get(name, []), "buttons": pressed.get(name, [])})
            for name in ("r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand")
        ]

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
