"""Faces of the cards of Choque de Colores as two-letter codes: what it is, then its colour.

``"7A"`` is an amber seven, ``"ST"`` a turquoise skip, ``"BV"`` a violet bomb, ``"WX"`` a wild card. A card of *Día y Noche* has two faces:
one with a day colour (or ``"WX"``) and one with a night colour (or ``"HX"``, the colour hunt). Equal faces are interchangeable.
"""

from __future__ import annotations

from typing import Final

from games.contract import N_, Token
from games.kit import colours
from games.kit.colours import NUMBER_NAMES, NUMBERS

type Face = str

DAY: Final = colours.COLOURS
NIGHT: Final = "ELOQ"
"""Sky blue (*celeste*), lime, coral, orchid."""
NO_COLOUR: Final = "X"
"""The colour of a wild card: none."""

SKIP, REVERSE, DRAW_ONE, DRAW_TWO, DRAW_FIVE = "S", "R", "U", "D", "V"
BOMB, SHIELD, TURN_OVER, MIDNIGHT, EVERYBODY = "B", "E", "M", "K", "T"
WILD, DRAW_FOUR, HUNT = "W", "F", "H"
DRAWS: Final = {DRAW_ONE: 1, DRAW_TWO: 2, DRAW_FOUR: 4, DRAW_FIVE: 5}
"""How many cards a face adds to the pending pile (C11, C23)."""
ACTION_POINTS: Final = 20
WILD_POINTS: Final = 50

SYMBOLS: Final = {**colours.SYMBOLS, "E": "☾", "L": "⬢", "O": "◆", "Q": "✚"}
SYMBOL_NAMES: Final = {**colours.SYMBOL_NAMES, "E": N_("luna"), "L": N_("hexágono"), "O": N_("rombo"), "Q": N_("cruz")}
COLOUR_NAMES: Final = {**colours.COLOUR_NAMES, "E": N_("celeste"), "L": N_("lima"), "O": N_("coral"), "Q": N_("orquídea")}
TRAIT_SIGNS: Final = {
    SKIP: "⊘", REVERSE: "⇄", DRAW_ONE: "+1", DRAW_TWO: "+2", DRAW_FIVE: "+5", BOMB: "✹", SHIELD: "⬟",
    TURN_OVER: "◐", MIDNIGHT: "◷", EVERYBODY: "⟳", WILD: "✱", DRAW_FOUR: "+4", HUNT: "◎",
}  # fmt: skip
TRAIT_NAMES: Final = {
    **{number: number for number in NUMBERS},
    SKIP: N_("Saltar"), REVERSE: N_("Reversa"), DRAW_ONE: N_("+1"), DRAW_TWO: N_("+2"), DRAW_FIVE: N_("+5"), BOMB: N_("Bomba"),
    SHIELD: N_("Escudo"), TURN_OVER: N_("Media vuelta"), MIDNIGHT: N_("Reloj de medianoche"), EVERYBODY: N_("Todos pasan"),
    WILD: N_("Comodín"), DRAW_FOUR: N_("Comodín +4"), HUNT: N_("Caza de color"),
}  # fmt: skip
FACE_NAMES: Final[dict[Face, str]] = {
    **NUMBER_NAMES,
    "0E": N_("0 celeste"), "1E": N_("1 celeste"), "2E": N_("2 celeste"), "3E": N_("3 celeste"), "4E": N_("4 celeste"),
    "5E": N_("5 celeste"), "6E": N_("6 celeste"), "7E": N_("7 celeste"), "8E": N_("8 celeste"), "9E": N_("9 celeste"),
    "0L": N_("0 lima"), "1L": N_("1 lima"), "2L": N_("2 lima"), "3L": N_("3 lima"), "4L": N_("4 lima"), "5L": N_("5 lima"),
    "6L": N_("6 lima"), "7L": N_("7 lima"), "8L": N_("8 lima"), "9L": N_("9 lima"),
    "0O": N_("0 coral"), "1O": N_("1 coral"), "2O": N_("2 coral"), "3O": N_("3 coral"), "4O": N_("4 coral"), "5O": N_("5 coral"),
    "6O": N_("6 coral"), "7O": N_("7 coral"), "8O": N_("8 coral"), "9O": N_("9 coral"),
    "0Q": N_("0 orquídea"), "1Q": N_("1 orquídea"), "2Q": N_("2 orquídea"), "3Q": N_("3 orquídea"), "4Q": N_("4 orquídea"),
    "5Q": N_("5 orquídea"), "6Q": N_("6 orquídea"), "7Q": N_("7 orquídea"), "8Q": N_("8 orquídea"), "9Q": N_("9 orquídea"),
    "SA": N_("Saltar ámbar"), "ST": N_("Saltar turquesa"), "SC": N_("Saltar carmesí"), "SV": N_("Saltar violeta"),
    "RA": N_("Reversa ámbar"), "RT": N_("Reversa turquesa"), "RC": N_("Reversa carmesí"), "RV": N_("Reversa violeta"),
    "RE": N_("Reversa celeste"), "RL": N_("Reversa lima"), "RO": N_("Reversa coral"), "RQ": N_("Reversa orquídea"),
    "UA": N_("+1 ámbar"), "UT": N_("+1 turquesa"), "UC": N_("+1 carmesí"), "UV": N_("+1 violeta"),
    "DA": N_("+2 ámbar"), "DT": N_("+2 turquesa"), "DC": N_("+2 carmesí"), "DV": N_("+2 violeta"),
    "VE": N_("+5 celeste"), "VL": N_("+5 lima"), "VO": N_("+5 coral"), "VQ": N_("+5 orquídea"),
    "BA": N_("Bomba ámbar"), "BT": N_("Bomba turquesa"), "BC": N_("Bomba carmesí"), "BV": N_("Bomba violeta"),
    "EA": N_("Escudo ámbar"), "ET": N_("Escudo turquesa"), "EC": N_("Escudo carmesí"), "EV": N_("Escudo violeta"),
    "MA": N_("Media vuelta ámbar"), "MT": N_("Media vuelta turquesa"), "MC": N_("Media vuelta carmesí"),
    "MV": N_("Media vuelta violeta"), "ME": N_("Media vuelta celeste"), "ML": N_("Media vuelta lima"),
    "MO": N_("Media vuelta coral"), "MQ": N_("Media vuelta orquídea"),
    "KA": N_("Reloj de medianoche ámbar"), "KT": N_("Reloj de medianoche turquesa"), "KC": N_("Reloj de medianoche carmesí"),
    "KV": N_("Reloj de medianoche violeta"), "KE": N_("Reloj de medianoche celeste"), "KL": N_("Reloj de medianoche lima"),
    "KO": N_("Reloj de medianoche coral"), "KQ": N_("Reloj de medianoche orquídea"),
    "TE": N_("Todos pasan celeste"), "TL": N_("Todos pasan lima"), "TO": N_("Todos pasan coral"), "TQ": N_("Todos pasan orquídea"),
    "WX": N_("Comodín"), "FX": N_("Comodín +4"), "HX": N_("Caza de color"),
}  # fmt: skip


def is_wild(face: Face) -> bool:
    """Whether the face has no colour and names one (C6, C24)."""
    return face[1] == NO_COLOUR


def is_number(face: Face) -> bool:
    """Whether the face is a number, without effect."""
    return face[0] in NUMBERS


WORTH: Final[dict[Face, int]] = {
    face: int(face[0]) if is_number(face) else WILD_POINTS if is_wild(face) else ACTION_POINTS for face in FACE_NAMES
}
"""What a left-over face counts (C16, C18, C25)."""


def face_token(face: Face) -> Token:
    """The face as it stands inside a sentence: sign and symbol drawn, its name read aloud."""
    return Token(TRAIT_SIGNS.get(face[0], face[0]) + SYMBOLS.get(face[1], ""), FACE_NAMES[face])


def colour_token(colour: str) -> Token:
    """A colour as it stands inside a sentence."""
    return Token(SYMBOLS[colour], COLOUR_NAMES[colour])
