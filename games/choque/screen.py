"""Choque de Colores on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates.

No card has an id of its own. Where the page needs one for a card in the hand it is made of `View.turned`, the face, and its number among
equal faces of that hand: it says nothing else, and it is another one after every turn-over (C20).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.choque.faces import (
    COLOUR_NAMES,
    DAY,
    DRAW_FOUR,
    DRAWS,
    EVERYBODY,
    FACE_NAMES,
    HUNT,
    MIDNIGHT,
    NIGHT,
    TRAIT_NAMES,
    TRAIT_SIGNS,
    TURN_OVER,
    Face,
    face_token,
    is_wild,
)
from games.choque.variants import VARIANTS
from games.choque.views import Draw, Keep, NameColour, Pass, PlayCard, Sheet, View
from games.contract import N_, Line, Person, Region, SeatRef, Setting, Status, Token
from games.kit.colours import Colour, Drawing, Play
from games.kit.screens import chairs, mine, naming, sorted_places
from games.kit.shedding import seat_after

STATUS: Final[Mapping[str, str]] = {
    "st-match": N_("Juega {colour} o {trait}"),
    "st-colour": N_("Juega {colour}"),
    "st-wild": N_("Solo te sirve un comodín"),
    "st-hunt": N_("Solo te sirve una caza"),
    "st-draw": N_("Nada te sirve: roba carta"),
    "st-pass": N_("Ni juegas ni robas: pasa"),
    "st-drawn": N_("Juega la robada o guárdala"),
    "st-name": N_("Pide un color"),
    "st-wait": N_("Te esperan {count} cartas"),
    "st-wait-one": N_("Te espera una carta"),
    "st-turn": N_("Le toca a {who}"),
    "st-choosing": N_("{who} está eligiendo"),
    "st-naming": N_("{who} va a pedir color"),
    "st-by-itself": N_("Si no eliges, se juega sola"),
    "st-may-keep": N_("Puede jugarla o guardársela"),
    "st-turned": N_("La mesa se ha dado la vuelta"),
    "st-waits": N_("Le esperan {count} cartas"),
    "st-waits-one": N_("Le espera una carta"),
    "st-answer-D": N_("Responde con un +2 o toma la pila"),
    "st-answer-DFE": N_("Responde con +2, +4 o un Escudo"),
    "st-answer-FE": N_("Responde con +4 o un Escudo"),
    "st-answer-U": N_("Responde con un +1 o toma la pila"),
    "st-answer-V": N_("Responde con un +5 o toma la pila"),
    "st-answer-": N_("No tiene respuesta: toma la pila"),
    "st-take": N_("No puedes responder: toma la pila"),
    "st-lost": N_("Has perdido el turno"),
    "st-top": N_("{who} jugó {card}"),
    "st-top-you": N_("Jugaste {card}"),
    "st-named": N_("{who} pidió {colour} con {card}"),
    "st-named-you": N_("Pediste {colour} con {card}"),
    "st-starter": N_("Se empieza con {card}"),
    "st-deal": N_("Se reparten las cartas"),
    "st-reshuffle": N_("Se baraja lo jugado"),
    "st-won": N_("Ganas la partida"),
    "st-wins": N_("Gana {who}"),
    "st-by-out": N_("Sin cartas, con {points} puntos"),
    "st-by-out-one": N_("Sin cartas, con un punto"),
    "st-by-block": N_("Por bloqueo, con {points} puntos"),
    "st-by-block-one": N_("Por bloqueo, con un punto"),
    "st-ended": N_("Partida terminada"),
}
"""Lines of the status plaque, on top of the log's: the first at most 30 characters, the second 36, names and cards aside."""
ANSWERS: Final[Mapping[str, str]] = {
    "D": N_("Solo responde un +2."),
    "DFE": N_("Responden +2, +4 o un Escudo."),
    "FE": N_("Responden +4 o un Escudo."),
    "U": N_("Solo responde un +1."),
    "V": N_("Solo responde un +5."),
    "": N_("No tiene respuesta."),
}
"""What everybody reads of a pending pile, by `View.answers` (C11, C17, C18, C23)."""

type Mark = Literal["", "shield", "fuse", "midnight"]
"""What a seat is marked with: its shield (C18), or that the fuse or the clock comes to zero there if nobody skips (C12, C22)."""
type Kind = Literal["wild", "four", "hunt"]
KINDS: Final[Mapping[str, Kind]] = {DRAW_FOUR: "four", HUNT: "hunt"}
TRAITS: Final = tuple(TRAIT_NAMES)
"""How the cards of a colour are sorted."""
COLOURS: Final = DAY + NIGHT
SIGNED: Final = TURN_OVER + MIDNIGHT + EVERYBODY
"""Traits whose names are too long for the status plaque of a phone: their sign stands there, and the name is read aloud."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What the panel of a card without colour says (C6, C24).

    kind: the effect to explain. next: who is hit; after: who plays then. draws: the cards that wait for the next one, a pending pile with
    them; answers: what can be played on it. last: it is the last card, whose effect is not applied (C15). plays: one for each colour.
    colour: one is named, always. keep: GUARDAR, where it is the drawn card, or "".
    """

    kind: Kind
    next: str
    after: str
    draws: int
    answers: str
    last: bool
    plays: tuple[Play, ...]
    colour: bool
    keep: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside the cloth. chair: 0 the viewer's own, then in playing order at the start. cards: open in a replay, else empty.

    others: the other faces that the viewer sees of a rival's cards, sorted (C20). last: ¡UNA CARTA! (C14). lost: a turn was just lost.
    follows: comes next. choosing: has to choose between JUGAR and GUARDAR (C7). two: the cards have two faces.
    """

    person: Person
    chair: int
    held: int
    turn: bool
    last: bool
    lost: bool
    follows: bool
    choosing: bool
    mark: Mark
    two: bool
    cards: tuple[Drawing, ...]
    others: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class Countdown:
    """A fuse or the midnight clock.

    left: 3 to 1. who: whose turn it is at zero if nobody skips; you: it is the viewer's. cards: of a bomb.
    """

    kind: Literal["fuse", "midnight"]
    left: int
    who: str
    you: bool
    cards: int


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the sheet of the end. left: the points still in that hand; score: those in all the others (C16)."""

    person: Person
    you: bool
    won: bool
    cards: tuple[Drawing, ...]
    left: int
    score: int


def drawing(face: Face) -> Drawing:
    """The face as it is drawn."""
    return Drawing(f"u{face.lower()}", FACE_NAMES[face], face)


def colour_of(colour: str) -> Colour:
    """The colour as it is drawn."""
    return Colour(f"{'n' if colour in NIGHT else 'm'}{colour.lower()}", COLOUR_NAMES[colour])


def by_colour(face: Face) -> tuple[int, int]:
    """Where a face stands in a sorted hand: colour by colour, wild ones last."""
    return len(COLOURS) if is_wild(face) else COLOURS.index(face[1]), TRAITS.index(face[0])


def laid_open(faces: Sequence[Face]) -> tuple[Drawing, ...]:
    """Faces that the viewer may see, sorted."""
    return tuple(drawing(face) for face in sorted(faces, key=by_colour))


def mark_of(view: View, seat: int) -> Mark:
    """What the seat is marked with; a table has bombs, shields or a clock, never two of them."""
    if view.tokens[seat]:
        return "shield"
    if view.fuse_at == seat:
        return "fuse"
    return "midnight" if view.midnight_at == seat else ""


def plate(view: View, setting: Setting, chair: int, seat: int) -> Plate:
    """One player as the cloth shows them."""
    shown = view.hands[seat] if view.hands is not None else view.hand if seat == view.viewer else ()
    playing = view.phase != "over"
    return Plate(
        person=setting.people[seat], chair=chair, held=view.held[seat], turn=view.turn == seat, last=playing and seat in view.last_card,
        lost=playing and seat in view.lost, follows=playing and view.turn == view.viewer is not None and seat == view.next_seat,
        choosing=view.turn == seat and view.stage == "drawn", mark=mark_of(view, seat), two=view.two_sided, cards=laid_open(shown),
        others=laid_open(view.others[seat]),
    )  # fmt: skip


def plates(view: View, setting: Setting) -> list[Plate]:
    """Everybody, the viewer's chair first."""
    return [plate(view, setting, chair, seat) for chair, seat in enumerate(chairs(view.viewer, len(view.held)))]


# ---- regions ----------------------------------------------------------------------------------------------------------------


def score(view: View, setting: Setting) -> dict[str, Any]:
    """The corner of the cloth: which table it is, and its rules."""
    return {"variant": view.variant, "night": view.night}


def seats(view: View, setting: Setting) -> dict[str, Any]:
    """The plates of the others; in a replay everybody's hand, open where the view shows it and face down elsewhere."""
    everybody = plates(view, setting)
    return {"plates": everybody[1:], "hands": everybody if setting.replay else [], "night": view.night}


def countdown(view: View, setting: Setting) -> Countdown | None:
    """The fuse or the midnight clock, whichever runs (C12, C22)."""
    for kind, left, seat in (("fuse", view.fuse, view.fuse_at), ("midnight", view.midnight, view.midnight_at)):
        if left is not None and seat is not None:
            you = seat == view.viewer and not setting.replay
            return Countdown("fuse" if kind == "fuse" else "midnight", left, setting.people[seat].name, you, view.explosion)
    return None


def centre(view: View, setting: Setting) -> dict[str, Any]:
    """Pile and stock, the active colour apart from the pile, the direction, what waits and for whom, what counts down (C26)."""
    seated = chairs(view.viewer, len(view.held))
    raised = [view.pending + DRAWS[face[0]] for face in view.playable if view.pending and face[0] in DRAWS]
    return {
        "top": drawing(view.top) if view.top else None,
        "by": None if view.top_by is None or view.turned_up else setting.people[view.top_by].name,
        "by_chair": "" if view.top_by is None else seated.index(view.top_by),
        "colour": colour_of(view.colour) if view.colour else None,
        "stock": view.stock, "pile": view.pile, "pending": view.pending, "clockwise": view.direction > 0,
        "victim": "" if view.turn is None or (view.turn == view.viewer and not setting.replay) else setting.people[view.turn].name,
        "answers": ANSWERS[view.answers] if view.pending else "", "raised": min(raised, default=0),
        "next": setting.people[view.next_seat].name, "countdown": countdown(view, setting), "explosion": view.explosion,
        "quiet": view.phase == "over",
    }  # fmt: skip


def actions(view: View, setting: Setting) -> dict[str, Any]:
    """Drawing, taking the pile, passing; JUGAR and GUARDAR (C7); the colour after a turn-over (C21, C22)."""
    own = mine(view, setting)
    return {
        "draw": setting.encode(Draw()) if own and view.may_draw else "", "pass_on": setting.encode(Pass()) if own and view.may_pass else "",
        "pending": view.pending, "forced": own and not view.playable, "mine": own,
        "drawn": drawn(view, setting) if own and view.drawn else None, "naming": turned_up(view, setting) if own and view.may_name else (),
        "two": view.two_sided and view.viewer is not None, "night": view.night, "quiet": view.phase == "over",
        "watching": view.viewer is None,
    }  # fmt: skip


def drawn(view: View, setting: Setting) -> dict[str, Any]:
    """The drawn card with JUGAR and GUARDAR; a wild one is played in its panel, where the colours are (C7)."""
    face = view.drawn
    assert face
    panel = f"ask-{key_of(view, len(view.hand) - 1)}" if is_wild(face) else ""
    return {
        "face": drawing(face), "panel": panel, "play": "" if panel else setting.encode(PlayCard(face)), "keep": setting.encode(Keep()),
    }  # fmt: skip


def turned_up(view: View, setting: Setting) -> tuple[Play, ...]:
    """The colours that may be named after a turn-over (C21, C22)."""
    return naming(view.colours, view.hand, colour_of, lambda colour: setting.encode(NameColour(colour)))


def key_of(view: View, k: int) -> str:
    """The id of a card of the hand on the page: of this side, its face, its number among equal ones; never of a card itself (C20)."""
    face = view.hand[k]
    return f"c-{view.turned}-{face}-{view.hand[: k + 1].count(face)}"


def hand(view: View, setting: Setting) -> dict[str, Any]:
    """The viewer's own cards, the side in play: what may be played goes at the first touch, a card without colour opens its panel."""
    own = mine(view, setting)
    places = sorted_places(view.hand, by_colour)
    return {
        "cards": [_held(view, setting, k, places[k], own=own) for k in range(len(view.hand))], "mine": own,
        "me": plates(view, setting)[0], "watching": view.viewer is None, "sort_key": f"1-{view.turned}", "empty": view.phase == "over",
    }  # fmt: skip


def _held(view: View, setting: Setting, k: int, place: int, *, own: bool) -> dict[str, Any]:
    face = view.hand[k]
    held = {"face": drawing(face), "key": key_of(view, k), "order": place, "value": "", "tap": "", "ask": None}
    if not own or face not in view.playable:
        return held
    if face in view.asks_colour:
        return {**held, "tap": "panel", "ask": ask_of(view, setting, face)}
    return {**held, "tap": "once", "value": setting.encode(PlayCard(face))}


def ask_of(view: View, setting: Setting, face: Face) -> Ask:
    """What the panel of one of the viewer's playable cards without colour says."""
    draws = DRAWS.get(face[0], 0)
    after = seat_after(view.next_seat, len(view.held), view.direction)
    return Ask(
        kind=KINDS.get(face[0], "wild"), next=setting.people[view.next_seat].name, after=setting.people[after].name,
        draws=view.pending + draws if draws else 0, answers=ANSWERS[VARIANTS[view.variant].answers[face[0]]] if draws else "",
        last=len(view.hand) == 1, plays=plays(view, setting, face), colour=True,
        keep=setting.encode(Keep()) if view.may_keep else "",
    )  # fmt: skip


def plays(view: View, setting: Setting, face: Face) -> tuple[Play, ...]:
    """The ways to play a card without colour: one for each that it may name (C6)."""
    return naming(view.colours, view.hand, colour_of, lambda colour: setting.encode(PlayCard(face, colour)))


# ---- the sheet of the end ----------------------------------------------------------------------------------------------------


def panel(view: View, setting: Setting) -> dict[str, Any]:
    """What lies over the cloth at the end: everybody's hand and score (C16)."""
    sheet = view.sheet if view.phase == "over" and view.winners else None
    return {
        "kind": "end" if sheet else "", "sheet": sheet, "rows": rows(view, setting, sheet) if sheet else [],
        "winner": setting.people[sheet.winner].name if sheet else "", "you": view.viewer is not None and view.viewer in view.winners,
        "total": sum(sheet.left) if sheet else 0, "sound": "win" if sheet else "",
    }  # fmt: skip


def rows(view: View, setting: Setting, sheet: Sheet) -> list[Row]:
    """The players of the sheet: the winner, then those with the highest score."""
    order = sorted(range(len(sheet.left)), key=lambda seat: (seat != sheet.winner, sheet.left[seat], len(sheet.cards[seat])))
    return [
        Row(
            setting.people[seat], seat == view.viewer, seat == sheet.winner, laid_open(sheet.cards[seat]), sheet.left[seat],
            sheet.scores[seat],
        )
        for seat in order
    ]  # fmt: skip


# ---- the status plaque ------------------------------------------------------------------------------------------------------


def _colour_word(colour: str) -> Token:
    """A colour spelled out inside a short sentence."""
    return Token(COLOUR_NAMES[colour], COLOUR_NAMES[colour], spelled=True)


def _trait_word(trait: str) -> Token:
    """A number or symbol inside a short sentence: spelled out where there is room for its name."""
    return Token(TRAIT_SIGNS.get(trait, trait), TRAIT_NAMES[trait], spelled=trait not in SIGNED)


def _count(key: str, count: int) -> Line:
    return Line(f"{key}-one") if count == 1 else Line(key, {"count": count})


def _your_line(view: View) -> Line:
    """What the viewer may do, in words."""
    if view.stage != "play":
        return Line("st-drawn" if view.stage == "drawn" else "st-name")
    if view.pending:
        return _count("st-wait", view.pending)
    if not view.playable:
        return Line("st-pass" if view.may_pass else "st-draw")
    if all(is_wild(face) for face in view.playable):
        return Line("st-hunt" if view.night else "st-wild")
    assert view.match
    colour = {"colour": _colour_word(view.colour)}
    if view.match.trait is None:
        return Line("st-colour", colour)
    return Line("st-match", {**colour, "trait": _trait_word(view.match.trait)})


def _their_line(view: View, turn: int) -> Line:
    """What the others read of the seat to play (C7: "está eligiendo")."""
    key = {"play": "st-turn", "drawn": "st-choosing"}.get(view.stage, "st-naming")
    return Line(key, {"who": SeatRef(turn)})


def _second_line(view: View, *, own: bool) -> Line | None:
    if view.stage != "play":
        return Line("st-turned" if view.stage != "drawn" else "st-by-itself" if own else "st-may-keep")
    if view.pending and not own:
        return _count("st-waits", view.pending)
    if view.pending:
        return Line("st-take" if view.answers and not view.playable else f"st-answer-{view.answers}")
    if view.viewer in view.lost and not own:
        return Line("st-lost")
    return _top_line(view)


def _top_line(view: View) -> Line | None:
    if view.top is None:
        return None
    if view.turned_up:
        return Line("st-turned")
    params: dict[str, object] = {"card": face_token(view.top)}
    if view.top_by is None:
        return Line("st-starter", params)
    you = "-you" if view.top_by == view.viewer else ""
    params["who"] = SeatRef(view.top_by)
    if is_wild(view.top) and view.colour:
        return Line(f"st-named{you}", {**params, "colour": _colour_word(view.colour)})
    return Line(f"st-top{you}", params)


def _over_status(view: View, sheet: Sheet | None) -> Status:
    if sheet is None or not view.winners:
        return Status(Line("st-ended"), None, mine=False)
    points = sheet.scores[sheet.winner]
    key = "st-by-out" if sheet.ending == "out" else "st-by-block"
    second = Line(f"{key}-one" if points == 1 else key, {"points": points})
    first = Line("st-won") if sheet.winner == view.viewer else Line("st-wins", {"who": SeatRef(sheet.winner)})
    return Status(first, second, mine=False)


class ChoqueScreen:
    """Choque de Colores' `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The six regions, always all of them in this order."""
        parts = {"score": score, "seats": seats, "centre": centre, "actions": actions, "panel": panel, "hand": hand}
        return [Region(f"r-{name}", f"games/choque/{name}.html", make(view, setting)) for name, make in parts.items()]

    def body_class(self, view: View) -> str:
        """``two`` where cards have two faces, ``night`` with the night side in play; ``flat`` when the sheet takes the whole cloth."""
        marks = {"two": view.two_sided, "night": view.night, "flat": view.phase == "over"}
        return " ".join(["shed colours choque", *(name for name, shown in marks.items() if shown)])

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is and what may be done, in two short lines."""
        if view.phase == "over":
            return _over_status(view, view.sheet)
        if view.phase == "reshuffle":
            return Status(Line("st-reshuffle"), _top_line(view), mine=False)
        if view.phase != "play" or view.turn is None:
            return Status(Line("st-deal"), None, mine=False)
        own = view.turn == view.viewer and not setting.replay
        return Status(_your_line(view) if own else _their_line(view, view.turn), _second_line(view, own=own), own)


SCREEN: Final = ChoqueScreen()
