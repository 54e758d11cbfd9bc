"""Crazy Switch on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.contract import N_, Line, Person, Region, SeatRef, Setting, Status
from games.crazy_switch.cards import (
    ACTIONS,
    CARD_NAMES,
    DRAWS,
    REVERSE,
    SKIP,
    WILD,
    WILDS,
    Card,
    card_token,
    colour_word,
    is_special,
    is_wild,
    trait_word,
)
from games.crazy_switch.state import SEATS
from games.crazy_switch.views import Draw, Pass, PlayCard, Sheet, View
from games.kit.colours import COLOUR_NAMES, COLOURS, NUMBERS, Colour, Drawing, Play
from games.kit.screens import chairs, mine, naming, sorted_places
from games.kit.seats import order_from
from games.kit.shedding import seat_after

STATUS: Final[Mapping[str, str]] = {
    "st-match": N_("Juega {colour} o un {trait}"),
    "st-colour": N_("Juega {colour} o un comodín"),
    "st-wild": N_("Solo te sirve un comodín"),
    "st-answer": N_("Responde con un {trait}"),
    "st-answer-four": N_("Responde con un roba cuatro"),
    "st-drawn-goes": N_("Juega la robada o quédatela"),
    "st-draw": N_("Te toca: nada sirve, roba"),
    "st-turn": N_("Le toca a {who}"),
    "st-top": N_("{who} jugó {card}"),
    "st-top-you": N_("Jugaste {card}"),
    "st-named": N_("{who} pidió {colour} con {card}"),
    "st-named-you": N_("Pediste {colour} con {card}"),
    "st-starter": N_("Se empieza con {card}"),
    "st-pending": N_("Van {count} cartas por robar"),
    "st-drawn": N_("Llevas robadas {count} de {limit}"),
    "st-drawn-other": N_("Lleva robadas {count} de {limit}"),
    "st-lost": N_("Has perdido el turno"),
    "st-deal": N_("Se reparten las cartas"),
    "st-reshuffle": N_("Se baraja lo jugado"),
    "st-won": N_("Ganas la partida"),
    "st-wins": N_("Gana {who}"),
    "st-shared": N_("Primer puesto compartido"),
    "st-by-out": N_("Sin cartas, con {points} puntos"),
    "st-by-out-one": N_("Sin cartas, con un punto"),
    "st-by-block-one": N_("Por bloqueo, con un punto"),
    "st-by-block": N_("Por bloqueo, con {points} puntos"),
    "st-ended": N_("Partida terminada"),
}
"""Lines of the status plaque, on top of the log's: the first at most 30 characters, the second 36, names and cards aside."""

type Kind = Literal["number", "skip", "reverse", "draw", "wild"]
KINDS: Final[Mapping[str, Kind]] = {SKIP: "skip", REVERSE: "reverse", WILD: "wild", **dict.fromkeys(DRAWS, "draw")}
"""What the confirmation panel has to explain, by trait; numbers do nothing."""
ORDER: Final = NUMBERS + ACTIONS + WILDS
"""How the cards of a colour are sorted."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What the confirmation panel says of a card, and what can be done with it there (W15, W17).

    kind: the effect to explain. next: who is hit; after: who plays then; other: who plays after a reverse.
    colour: whether one is named. draws: cards that the next one draws, a pending stack with them; more: how many if that is answered too.
    stacks: answering is possible. last: it is the last card, whose effect is not applied. calls: going down to one card has to be called.
    plays: the moves that call nothing; called: the same with the call, () where none is asked for. keep: passing instead, or "".
    """

    kind: Kind
    next: str
    after: str
    other: str
    colour: bool
    draws: int
    more: int
    stacks: bool
    last: bool
    plays: tuple[Play, ...]
    called: tuple[Play, ...]
    keep: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside the cloth. chair: 0 the viewer's own, then in playing order at the start. cards: open in a replay, else empty.

    last: one card left. lost: a turn was just lost (W9).
    """

    person: Person
    chair: int
    held: int
    turn: bool
    last: bool
    lost: bool
    cards: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the sheet of the end. left: penalty points; score: what a winner gets, else 0."""

    person: Person
    you: bool
    won: bool
    cards: tuple[Drawing, ...]
    left: int
    score: int


def face(card: Card) -> Drawing:
    """The card as it is drawn."""
    return Drawing(f"u{card.lower()}", CARD_NAMES[card], card)


def colour_of(colour: str) -> Colour:
    """The colour as it is drawn."""
    return Colour(f"m{colour.lower()}", COLOUR_NAMES[colour])


def by_colour(card: Card) -> tuple[int, int]:
    """Where a card stands in a sorted hand: colour by colour, wild cards last."""
    return len(COLOURS) if is_wild(card) else COLOURS.index(card[1]), ORDER.index(card[0])


def plate(view: View, setting: Setting, chair: int, seat: int) -> Plate:
    """One player as the cloth shows them."""
    shown = view.hands[seat] if view.hands is not None else view.hand if seat == view.viewer else ()
    return Plate(
        person=setting.people[seat], chair=chair, held=view.held[seat], turn=view.turn == seat,
        last=view.held[seat] == 1 and view.phase != "over", lost=seat in view.lost and view.phase != "over", cards=laid_open(shown),
    )  # fmt: skip


def laid_open(cards: Sequence[Card]) -> tuple[Drawing, ...]:
    """Cards that everybody may see, sorted."""
    return tuple(face(card) for card in sorted(cards, key=by_colour))


def plates(view: View, setting: Setting) -> list[Plate]:
    """Everybody, the viewer's chair first."""
    return [plate(view, setting, chair, seat) for chair, seat in enumerate(chairs(view.viewer, SEATS))]


# ---- regions ----------------------------------------------------------------------------------------------------------------


def score(view: View, setting: Setting) -> dict[str, Any]:
    """The corners of the cloth: the deal's code, the rules in force."""
    return {"house": view.house}


def seats(view: View, setting: Setting) -> dict[str, Any]:
    """The plates of the others; in a replay everybody's hand, open where the view shows it and face down elsewhere."""
    everybody = plates(view, setting)
    return {"plates": everybody[1:], "hands": everybody if setting.replay else []}


def centre(view: View, setting: Setting) -> dict[str, Any]:
    """Pile and stock, the active colour apart from the pile (W7), the direction (W9), the stack that waits (W15)."""
    seated = chairs(view.viewer, SEATS)
    return {
        "top": face(view.top) if view.top else None,
        "by": None if view.top_by is None else setting.people[view.top_by].name,
        "by_chair": "" if view.top_by is None else seated.index(view.top_by),
        "colour": colour_of(view.colour) if view.colour else None,
        "stock": view.stock, "pile": view.pile, "pending": view.pending, "clockwise": view.direction > 0,
        "quiet": view.phase == "over",
    }  # fmt: skip


def actions(view: View, setting: Setting) -> dict[str, Any]:
    """Drawing, which stays pressable also where it is refused (W8), and passing."""
    own = mine(view, setting)
    return {
        "draw": setting.encode(Draw()) if own else "", "pass_on": setting.encode(Pass()) if own and view.may_pass else "",
        "drawn": view.drawn if view.turn is not None and view.turn == view.viewer else 0, "limit": view.draw_limit,
        "refusal": view.draw_refusal if own else None, "quiet": view.phase == "over", "watching": view.viewer is None,
    }  # fmt: skip


def hand(view: View, setting: Setting) -> dict[str, Any]:
    """The viewer's own cards: numbers go at the first touch, what has an effect or a last card to call opens its panel (W15, W17)."""
    own = mine(view, setting)
    places = sorted_places(view.hand, by_colour)
    return {
        "cards": [_held(view, setting, k, places[k], own=own) for k in range(len(view.hand))], "mine": own,
        "me": plates(view, setting)[0], "watching": view.viewer is None, "sort_key": "1", "empty": view.phase == "over",
    }  # fmt: skip


def _held(view: View, setting: Setting, k: int, place: int, *, own: bool) -> dict[str, Any]:
    card = view.hand[k]
    twins = view.hand[:k].count(card)
    held = {"face": face(card), "key": f"{card}-{twins + 1}" if twins else card, "order": place, "value": "", "tap": "", "ask": None}
    if not own or card not in view.playable:
        return held
    if is_special(card) or view.asks_call:
        return {**held, "tap": "panel", "ask": ask_of(view, setting, card)}
    return {**held, "tap": "once", "value": setting.encode(PlayCard(card))}


def ask_of(view: View, setting: Setting, card: Card) -> Ask:
    """What the confirmation panel of one of the viewer's playable cards says."""
    names = [person.name for person in setting.people]
    draws = DRAWS.get(card[0], 0)
    stack = view.pending + draws if draws else 0
    return Ask(
        kind=KINDS.get(card[0], "number"), next=names[view.next_seat], other=names[view.other_side],
        after=names[seat_after(view.next_seat, SEATS, view.direction)], colour=card in view.asks_colour, draws=stack,
        more=stack + draws, stacks=view.house and draws > 0, last=len(view.hand) == 1, plays=plays(view, setting, card, call=False),
        called=plays(view, setting, card, call=True) if view.asks_call else (), keep=setting.encode(Pass()) if view.may_pass else "",
    )  # fmt: skip


def plays(view: View, setting: Setting, card: Card, *, call: bool) -> tuple[Play, ...]:
    """The ways to play a card: one, or one for each colour that it may name."""
    if card not in view.asks_colour:
        return (Play(setting.encode(PlayCard(card, None, call)), None, 0),)
    return naming(COLOURS, view.hand, colour_of, lambda colour: setting.encode(PlayCard(card, colour, call)))


# ---- the panel: the rules in force before the first card, the end ------------------------------------------------------------


def panel(view: View, setting: Setting) -> dict[str, Any]:
    """What lies over the cloth before the first card is played (W18) and at the end."""
    sheet = view.sheet if view.phase == "over" and view.winners else None
    fresh = view.phase == "play" and view.top_by is None and not setting.replay
    return {
        "kind": "end" if sheet else "start" if fresh else "", "house": view.house,
        "starter": setting.people[view.turn].name if fresh and view.turn is not None else "",
        "you_start": fresh and view.turn == view.viewer, "sheet": sheet, "rows": rows(view, setting, sheet) if sheet else [],
        "names": [setting.people[seat].name for seat in view.winners], "you": view.viewer in view.winners,
        "sum": sum_of(sheet) if sheet else None, "sound": "win" if sheet else "",
    }  # fmt: skip


def rows(view: View, setting: Setting, sheet: Sheet) -> list[Row]:
    """The players of the sheet from the viewer on (W12, W13)."""
    return [
        Row(
            setting.people[seat],
            seat == view.viewer,
            seat in sheet.winners,
            laid_open(sheet.cards[seat]),
            sheet.left[seat],
            sheet.scores[seat],
        )
        for seat in chairs(view.viewer, SEATS)
    ]


def sum_of(sheet: Sheet) -> dict[str, Any]:
    """What a winner scores, as it is added up: the other three hands, in playing order after theirs (W12, W13)."""
    winner = sheet.winners[0]
    return {"parts": [sheet.left[seat] for seat in order_from(winner, SEATS)[1:]], "points": sheet.scores[winner]}


# ---- the status plaque ------------------------------------------------------------------------------------------------------


def _turn_status(view: View, setting: Setting, turn: int) -> Status:
    own = turn == view.viewer and not setting.replay
    return Status(_your_line(view) if own else Line("st-turn", {"who": SeatRef(turn)}), _second_line(view, own=own), own)


def _your_line(view: View) -> Line:
    """What the viewer may do, in words (W16)."""
    if view.pending:
        return Line("st-answer", {"trait": trait_word(view.stack)}) if not is_wild(view.stack) else Line("st-answer-four")
    if not view.playable:
        return Line("st-draw")
    if view.drawn:
        return Line("st-drawn-goes")
    if all(is_wild(card) for card in view.playable):
        return Line("st-wild")
    assert view.match
    colour = {"colour": colour_word(view.colour)}
    if view.match.trait is None:
        return Line("st-colour", colour)
    return Line("st-match", {**colour, "trait": trait_word(view.match.trait)})


def _second_line(view: View, *, own: bool) -> Line | None:
    if view.pending:
        return Line("st-pending", {"count": view.pending})
    if view.drawn:
        return Line("st-drawn" if own else "st-drawn-other", {"count": view.drawn, "limit": view.draw_limit})
    if view.viewer in view.lost and not own:
        return Line("st-lost")
    return _top_line(view)


def _top_line(view: View) -> Line | None:
    if view.top is None:
        return None
    params: dict[str, object] = {"card": card_token(view.top)}
    if view.top_by is None:
        return Line("st-starter", params)
    you = "-you" if view.top_by == view.viewer else ""
    params["who"] = SeatRef(view.top_by)
    if is_wild(view.top):
        return Line(f"st-named{you}", {**params, "colour": colour_word(view.colour)})
    return Line(f"st-top{you}", params)


def _over_status(view: View, sheet: Sheet | None) -> Status:
    if sheet is None or not view.winners:
        return Status(Line("st-ended"), None, mine=False)
    winner = view.winners[0]
    points, key = sheet.scores[winner], "st-by-out" if sheet.ending == "out" else "st-by-block"
    second = Line(f"{key}-one" if points == 1 else key, {"points": points})
    if sheet.tied:
        return Status(Line("st-shared"), second, mine=False)
    return Status(Line("st-won") if winner == view.viewer else Line("st-wins", {"who": SeatRef(winner)}), second, mine=False)


class CrazySwitchScreen:
    """Crazy Switch's `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The six regions, always all of them in this order."""
        parts = {"score": score, "seats": seats, "centre": centre, "actions": actions, "panel": panel, "hand": hand}
        return [Region(f"r-{name}", f"games/crazy-switch/{name}.html", make(view, setting)) for name, make in parts.items()]

    def body_class(self, view: View) -> str:
        """``flat`` when the sheet of the end takes the whole cloth and there is no hand to hold."""
        return "shed colours switch flat" if view.phase == "over" else "shed colours switch"

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is and what may be played, in two short lines."""
        if view.phase == "over":
            return _over_status(view, view.sheet)
        if view.phase == "deal" or view.turn is None:
            return Status(Line("st-deal"), None, mine=False)
        if view.phase == "reshuffle":
            return Status(Line("st-reshuffle"), _top_line(view), mine=False)
        return _turn_status(view, setting, view.turn)


SCREEN: Final = CrazySwitchScreen()
