"""Crazy Eights on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.contract import N_, Line, Person, Region, SeatRef, Setting, Status, Token
from games.crazy_eights.views import Draw, HandSheet, NextHand, Pass, PlayCard, View
from games.kit.cards import CARD_NAMES, RANK_NAMES, SUIT_NAMES, SUITS, Card, card_token, sprite, suit_token
from games.kit.seats import order_from

STATUS: Final[Mapping[str, str]] = {
    "st-match": N_("Te toca: {suit}, {rank} o un {wild}"),
    "st-suit": N_("Te toca: {suit} o un {wild}"),
    "st-two": N_("Te toca: un dos o robas {count}"),
    "st-take": N_("Te toca: robas {count}"),
    "st-draw": N_("Te toca: nada sirve, roba"),
    "st-pass": N_("Te toca: solo puedes pasar"),
    "st-turn": N_("Le toca a {who}"),
    "st-named": N_("{who} pidió {suit} con {card}"),
    "st-named-you": N_("Pediste {suit} con {card}"),
    "st-top": N_("{who} jugó {card}"),
    "st-top-you": N_("Jugaste {card}"),
    "st-starter": N_("Se empieza con {card}"),
    "st-pending": N_("Hay {count} cartas por robar"),
    "st-drawn": N_("Llevas robadas: {count}"),
    "st-drawn-cap": N_("Llevas robadas {count} de {cap}"),
    "st-drawn-other": N_("Lleva robadas: {count}"),
    "st-nothing": N_("No queda nada que robar"),
    "st-deal": N_("Se reparten las cartas"),
    "st-reshuffle": N_("Se baraja lo jugado"),
    "st-out": N_("{who} se queda sin cartas"),
    "st-out-you": N_("Te quedas sin cartas"),
    "st-blocked": N_("Mano bloqueada"),
    "st-scores": N_("{who} suma {points} puntos"),
    "st-scores-one": N_("{who} suma un punto"),
    "st-scores-you": N_("Sumas {points} puntos"),
    "st-scores-one-you": N_("Sumas un punto"),
    "st-scores-shared-one": N_("Un punto para cada menor suma"),
    "st-scores-shared": N_("{points} puntos para cada menor suma"),
    "st-scores-none": N_("Nadie suma puntos"),
    "st-lowers": N_("{who} baja a {number}"),
    "st-lowers-you": N_("Bajas a {number}"),
    "st-lowers-none": N_("Nadie baja su número"),
    "st-again": N_("Empate en cabeza: otra mano"),
    "st-won": N_("Ganas la partida"),
    "st-wins": N_("Gana {who}"),
    "st-draw-end": N_("La partida queda en empate"),
    "st-by-points": N_("Con {points} puntos"),
    "st-by-zero": N_("Su número llega a cero"),
    "st-by-zero-you": N_("Tu número llega a cero"),
    "st-by-out": N_("Por quedarse sin cartas"),
    "st-by-block": N_("Por mano bloqueada"),
    "st-ended": N_("Partida terminada"),
}
"""Lines of the status plaque, on top of the log's: the first at most 30 characters, the second 36, names and cards aside."""

SUIT_ORDER: Final = "SHCD"
"""How a hand is sorted: colours alternate."""
RANK_ORDER: Final = "AKQJT98765432"
"""How the cards of a suit are sorted."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be drawn. id: of the sprite; label: msgid read aloud; code: the card itself."""

    id: str
    label: str
    code: Card


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit that may be named. id: of its drawing; label: msgid; value: the move that names it; held: how many the hand has of it."""

    id: str
    label: str
    value: str
    held: int


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside the cloth. chair: 0 the viewer's own, then in playing order. cards: open in a replay, else empty.

    points: None where the match is not about points. number: None but in Countdown. wild: their wild rank, a digit or the msgid of the ace.
    """

    person: Person
    chair: int
    held: int
    dealer: bool
    turn: bool
    last: bool
    points: int | None
    number: int | None
    wild: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One player in a hand's sheet. cards: left over, None where nobody's are laid open. number: (before, after) in Countdown."""

    person: Person
    you: bool
    won: bool
    cards: tuple[Face, ...] | None
    left: int
    score: int
    total: int
    number: tuple[int, int] | None


def face(card: Card) -> Face:
    """The card as it is drawn."""
    return Face(sprite(card), CARD_NAMES[card], card)


def suit_id(suit: str) -> str:
    """The id of a suit's drawing in the sprite."""
    return f"s{suit.lower()}"


def rank_token(rank: str) -> Token:
    """A rank as it stands inside a sentence."""
    return Token("10" if rank == "T" else rank, RANK_NAMES[rank])


def by_suit(card: Card) -> tuple[int, int]:
    """Where a card stands in a sorted hand."""
    return SUIT_ORDER.index(card[1]), RANK_ORDER.index(card[0])


def chairs(view: View) -> tuple[int, ...]:
    """The seats in playing order from the lower edge: the viewer's own, seat 0 for a spectator (E3)."""
    return order_from(view.viewer or 0, view.seats)


def counted(view: View) -> bool:
    """Whether totals of points mean anything: neither in a single hand nor in Countdown."""
    return view.rules.length == "match"


def at_rest(view: View) -> bool:
    """Whether a hand has ended and the next has not begun."""
    return view.phase in ("between", "over")


def plate(view: View, setting: Setting, chair: int, seat: int) -> Plate:
    """One player as the cloth shows them."""
    wild = RANK_NAMES["A"] if view.wilds[seat] == "A" else view.wilds[seat]
    return Plate(
        person=setting.people[seat], chair=chair, held=view.held[seat], dealer=view.dealer == seat, turn=view.turn == seat,
        last=view.held[seat] == 1 and not at_rest(view), points=view.totals[seat] if counted(view) else None,
        number=view.numbers[seat] if view.numbers else None, wild=wild, cards=open_cards(view, seat),
    )  # fmt: skip


def open_cards(view: View, seat: int) -> tuple[Face, ...]:
    """A hand that may be shown open in a replay, sorted."""
    shown = view.hands[seat] if view.hands is not None else view.hand if seat == view.viewer else ()
    return tuple(face(card) for card in sorted(shown, key=by_suit))


def plates(view: View, setting: Setting) -> list[Plate]:
    """Everybody, the viewer's chair first, then in playing order."""
    return [plate(view, setting, chair, seat) for chair, seat in enumerate(chairs(view))]


# ---- regions ----------------------------------------------------------------------------------------------------------------


def score(view: View, setting: Setting) -> dict[str, Any]:
    """Which hand it is and what the match is about."""
    return {"number": view.number, "target": view.target, "length": view.rules.length}


def seats(view: View, setting: Setting) -> dict[str, Any]:
    """The plates of the others; in a replay everybody's hand, open where the view shows it and face down elsewhere."""
    everybody = plates(view, setting)
    return {"plates": everybody[1:], "hands": everybody if setting.replay else []}


def centre(view: View, setting: Setting) -> dict[str, Any]:
    """Pile and stock, the named suit apart from the card on top (E4), cards that wait to be taken (E15), the direction (E14)."""
    return {
        "top": face(view.top) if view.top else None,
        "by": None if view.top_by is None else setting.people[view.top_by].name,
        "named": {"id": suit_id(view.named), "label": SUIT_NAMES[view.named]} if view.named else None,
        "stock": view.stock, "pile": view.pile, "pending": view.pending, "clockwise": view.direction > 0, "number": view.number,
        "quiet": at_rest(view),
    }  # fmt: skip


def actions(view: View, setting: Setting) -> dict[str, Any]:
    """Points or number of the viewer with the sheet of all hands behind them, and drawing or passing."""
    may = setting.acting and not setting.replay
    own = plates(view, setting)[0]
    return {
        "me": own if view.viewer is not None else None, "length": view.rules.length, "target": view.target,
        "board": board(view, setting), "quiet": at_rest(view),
        "draw": setting.encode(Draw()) if may and view.may_draw else "",
        "pass_on": setting.encode(Pass()) if may and view.may_pass else "",
        "pending": view.pending, "drawn": view.drawn if view.turn == view.viewer else 0, "cap": view.rules.cap,
        "mine": view.turn is not None and view.turn == view.viewer, "watching": view.viewer is None,
        "empty": view.stock == 0 and view.pile <= 1,
    }  # fmt: skip


def board(view: View, setting: Setting) -> dict[str, Any]:
    """All hands so far: a column a player from the viewer on, a row a hand, what they have now below."""
    order = chairs(view)
    rows = [{"number": sheet.number, "cells": [_cell(view, sheet, seat) for seat in order]} for sheet in view.sheets]
    now = [view.numbers[seat] if view.numbers else view.totals[seat] for seat in order]
    return {"names": [setting.people[seat].name for seat in order], "rows": rows, "now": now, "countdown": bool(view.numbers)}


def _cell(view: View, sheet: HandSheet, seat: int) -> dict[str, Any]:
    won = seat in sheet.winners and (sheet.ending == "out" or not sheet.numbers)
    return {"value": sheet.numbers[seat] if sheet.numbers else sheet.scores[seat], "won": won}


def hand(view: View, setting: Setting) -> dict[str, Any]:
    """The viewer's own cards, each with its move; a wild one with a choice of suits instead (E4). For a spectator no card (E18)."""
    mine = setting.acting and view.turn is not None and view.turn == view.viewer and view.phase == "play"
    places = {k: place for place, k in enumerate(sorted(range(len(view.hand)), key=lambda k: by_suit(view.hand[k])))}
    return {
        "cards": [_held(view, setting, k, places[k], mine=mine) for k in range(len(view.hand))], "mine": mine,
        "me": plates(view, setting)[0], "watching": view.viewer is None, "sort_key": f"{view.number}", "empty": at_rest(view),
    }  # fmt: skip


def _held(view: View, setting: Setting, k: int, place: int, *, mine: bool) -> dict[str, Any]:
    card = view.hand[k]
    twins = view.hand[:k].count(card)
    playable = mine and card in view.playable
    asks = playable and card in view.asks_suit
    return {
        "face": face(card), "key": f"{card}-{twins + 1}" if twins else card, "order": place,
        "wild": view.viewer is not None and card[0] == view.wilds[view.viewer],
        "value": setting.encode(PlayCard(card)) if playable and not asks else "",
        "question": N_("¿Qué palo pides?"), "choices": suits(view, setting, card) if asks else (),
    }  # fmt: skip


def suits(view: View, setting: Setting, card: Card) -> tuple[Suit, ...]:
    """The four suits that a wild card may name, with how many of the others in the hand are of each."""
    rest = Counter(other[1] for other in view.hand)
    rest[card[1]] -= 1
    return tuple(Suit(suit_id(suit), SUIT_NAMES[suit], setting.encode(PlayCard(card, suit)), rest[suit]) for suit in SUITS)


# ---- the panel: a hand's sheet, the end -------------------------------------------------------------------------------------


def panel(view: View, setting: Setting) -> dict[str, Any]:
    """What lies over the cloth between two hands and at the end."""
    sheet = view.sheet
    may = setting.acting and not setting.replay and view.may_next
    over = view.phase == "over" and bool(view.winners)
    return {
        "kind": ("end" if over else "hand") if sheet and at_rest(view) else "",
        "sheet": sheet, "rows": rows(view, setting, sheet) if sheet else [], "length": view.rules.length, "target": view.target,
        "out": [setting.people[seat].name for seat in sheet.winners] if sheet else [],
        "you_out": sheet is not None and view.viewer in sheet.winners, "gain": max(sheet.scores) if sheet else 0,
        "board": board(view, setting), "end": ending(view, setting) if over else None,
        "next": setting.encode(NextHand(view.number)) if may else "",
        "next_dealer": setting.people[(view.dealer + 1) % view.seats].name, "sound": "win" if over else "",
    }  # fmt: skip


def rows(view: View, setting: Setting, sheet: HandSheet) -> list[Row]:
    """The players of a hand's sheet from the viewer on (E9-E11, E17)."""
    return [_row(view, setting, sheet, seat) for seat in chairs(view)]


def _row(view: View, setting: Setting, sheet: HandSheet, seat: int) -> Row:
    left = sorted(sheet.cards[seat], key=by_suit)
    number = (_number_before(view, sheet, seat), sheet.numbers[seat]) if sheet.numbers else None
    won = seat in sheet.winners and not (sheet.numbers and sheet.ending == "blocked")
    return Row(
        person=setting.people[seat], you=seat == view.viewer, won=won,
        cards=None if sheet.numbers else tuple(face(card) for card in left), left=sheet.left[seat], score=sheet.scores[seat],
        total=sheet.totals[seat], number=number,
    )  # fmt: skip


def _number_before(view: View, sheet: HandSheet, seat: int) -> int:
    """A number before the hand: only going out lowers it, by one (E17)."""
    return sheet.numbers[seat] + (sheet.ending == "out" and seat in sheet.winners)


def ending(view: View, setting: Setting) -> dict[str, Any]:
    """How the match ended: who won and by what, and everybody's place."""
    return {
        "you": view.viewer in view.winners, "names": [setting.people[seat].name for seat in view.winners],
        "tied": len(view.winners) > 1, "reason": view.reason, "hands": len(view.sheets), "places": places(view, setting),
    }  # fmt: skip


def places(view: View, setting: Setting) -> list[dict[str, Any]]:
    """Everybody, best first: by points, in Countdown by number, after a single hand by what was left over."""
    worth = [(seat not in view.winners, worth) for seat, worth in enumerate(_worth(view))]
    shown = {"match": view.totals, "countdown": view.numbers, "hand": [abs(one) for one in _worth(view)]}[view.rules.length]
    return [
        {
            "place": 1 + sum(other < worth[seat] for other in worth),
            "person": setting.people[seat],
            "you": seat == view.viewer,
            "value": shown[seat],
        }
        for seat in sorted(range(view.seats), key=lambda seat: worth[seat])
    ]


def _worth(view: View) -> Sequence[int]:
    """What the places go by, lowest best."""
    if view.rules.length == "match":
        return [-total for total in view.totals]
    if view.rules.length == "countdown":
        return view.numbers
    return view.sheet.left if view.sheet else view.held


# ---- the status plaque ------------------------------------------------------------------------------------------------------


def _turn_status(view: View, setting: Setting, turn: int) -> Status:
    mine = turn == view.viewer and not setting.replay
    return Status(_your_line(view) if mine else Line("st-turn", {"who": SeatRef(turn)}), _second_line(view, mine), mine)


def _your_line(view: View) -> Line:
    if view.may_pass:
        return Line("st-pass")
    if view.pending:
        return Line("st-two" if view.playable else "st-take", {"count": view.pending})
    if not view.playable:
        return Line("st-draw")
    return _wanted(view, view.wilds[view.viewer or 0])


def _wanted(view: View, wild: str) -> Line:
    """What may follow: the named suit, or suit and rank of the top card, and the viewer's wild rank always."""
    assert view.top
    suit, rank = view.named or view.top[1], view.top[0]
    params = {"suit": suit_token(suit), "wild": rank_token(wild)}
    if view.named or rank == wild:
        return Line("st-suit", params)
    return Line("st-match", {**params, "rank": rank_token(rank)})


def _second_line(view: View, mine: bool) -> Line | None:
    if mine and view.may_pass:
        return Line("st-nothing")
    if view.pending:
        return Line("st-pending", {"count": view.pending})
    if view.drawn:
        return _drawn_line(view, mine)
    return _top_line(view)


def _drawn_line(view: View, mine: bool) -> Line:
    if not mine:
        return Line("st-drawn-other", {"count": view.drawn})
    if view.rules.cap is None:
        return Line("st-drawn", {"count": view.drawn})
    return Line("st-drawn-cap", {"count": view.drawn, "cap": view.rules.cap})


def _top_line(view: View) -> Line | None:
    if view.top is None:
        return None
    params: dict[str, object] = {"card": card_token(view.top)}
    if view.top_by is None:
        return Line("st-starter", params)
    you = "-you" if view.top_by == view.viewer else ""
    params["who"] = SeatRef(view.top_by)
    if view.named:
        return Line(f"st-named{you}", {**params, "suit": suit_token(view.named)})
    return Line(f"st-top{you}", params)


def _between_status(view: View, sheet: HandSheet) -> Status:
    if sheet.ending == "blocked":
        first = Line("st-blocked")
    else:
        winner = sheet.winners[0]
        first = Line("st-out-you" if winner == view.viewer else "st-out", {"who": SeatRef(winner)})
    return Status(first, Line("st-again") if sheet.again else _gain_line(view, sheet), False)


def _gain_line(view: View, sheet: HandSheet) -> Line:
    winner = sheet.winners[0] if sheet.winners else 0
    you = "-you" if winner == view.viewer else ""
    if sheet.numbers:
        if sheet.ending == "blocked":
            return Line("st-lowers-none")
        return Line(f"st-lowers{you}", {"who": SeatRef(winner), "number": sheet.numbers[winner]})
    points = max(sheet.scores)
    if not points:
        return Line("st-scores-none")
    if sheet.tied:
        return Line(f"st-scores-shared{'-one' if points == 1 else ''}", {"points": points})
    return Line(f"st-scores{'-one' if points == 1 else ''}{you}", {"who": SeatRef(winner), "points": points})


def _over_status(view: View) -> Status:
    if not view.winners:
        return Status(Line("st-ended"), None, False)
    if len(view.winners) > 1:
        return Status(Line("st-draw-end"), Line("st-by-block"), False)
    winner = view.winners[0]
    you = winner == view.viewer
    first = Line("st-won") if you else Line("st-wins", {"who": SeatRef(winner)})
    if view.rules.length == "countdown":
        return Status(first, Line("st-by-zero-you" if you else "st-by-zero"), False)
    if view.rules.length == "match":
        return Status(first, Line("st-by-points", {"points": view.totals[winner]}), False)
    return Status(first, Line("st-by-out" if view.sheet and view.sheet.ending == "out" else "st-by-block"), False)


class CrazyEightsScreen:
    """Crazy Eights' `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The six regions, always all of them in this order."""
        parts = {"score": score, "seats": seats, "centre": centre, "actions": actions, "panel": panel, "hand": hand}
        return [Region(f"r-{name}", f"games/crazy-eights/{name}.html", make(view, setting)) for name, make in parts.items()]

    def body_class(self, view: View) -> str:
        """``flat`` when a panel takes the whole cloth and there is no hand to hold."""
        return "shed ochos flat" if at_rest(view) else "shed ochos"

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is and what may be played, in two short lines."""
        if view.phase == "over":
            return _over_status(view)
        if view.phase == "between" and view.sheet:
            return _between_status(view, view.sheet)
        if view.phase == "deal" or view.turn is None:
            return Status(Line("st-deal"), None, False)
        if view.phase == "reshuffle":
            return Status(Line("st-reshuffle"), _top_line(view), False)
        return _turn_status(view, setting, view.turn)


SCREEN: Final = CrazyEightsScreen()
