"""Sueca on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.contract import N_, Line, Person, Region, SeatRef, Setting, Status
from games.kit.cards import CARD_NAMES, SUIT_NAMES, Card, card_token, sprite, suit_token
from games.kit.seats import order_from
from games.sueca.state import POINTS, STRENGTH
from games.sueca.views import Accuse, AskRedeal, Count, CountSheet, NextRound, Play, PlayCard, Trick, Verdict, View

STATUS: Final[Mapping[str, str]] = {
    "st-lead": N_("Te toca: sales tú"),
    "st-follow": N_("Te toca: sigue a {suit}"),
    "st-any": N_("Te toca: juega una carta"),
    "st-free": N_("Te toca: no tienes {suit}"),
    "st-turn": N_("Le toca a {who}"),
    "st-weak": N_("Puedes pedir mano floja"),
    "st-trick": N_("Ronda {round}, baza {trick}"),
    "st-best-you": N_("Vas ganando, con {card}"),
    "st-best-partner": N_("Va ganando tu pareja, con {card}"),
    "st-best": N_("Va ganando {who}, con {card}"),
    "st-deal": N_("Se reparten las cartas"),
    "st-ten": N_("Quedan las cartas por contar"),
    "st-count-you": N_("Toca Contar cuando quieras"),
    "st-count-both": N_("Faltan las dos parejas"),
    "st-count-pair": N_("Falta que toquen {who} o {partner}"),
    "st-counting": N_("Contando las cartas"),
    "st-counted": N_("Ronda contada: {ours} a {theirs}"),
    "st-tie": N_("Nadie marca: queda pendiente"),
    "st-won-one": N_("Marcáis una bolita"),
    "st-won-more": N_("Marcáis {marks} bolitas"),
    "st-lost-one": N_("Marcan una bolita"),
    "st-lost-more": N_("Marcan {marks} bolitas"),
    "st-mark-one": N_("Una bolita para {who} y {partner}"),
    "st-mark-more": N_("{marks} bolitas: {who} y {partner}"),
    "st-capote-won": N_("¡Capote! Ganáis el juego"),
    "st-capote-lost": N_("¡Capote! Perdéis el juego"),
    "st-capote": N_("¡Capote de {who} y {partner}!"),
    "st-blanqueada-won": N_("Blanqueada: ganáis el juego"),
    "st-blanqueada-lost": N_("Blanqueada: perdéis el juego"),
    "st-blanqueada": N_("Blanqueada de {who} y {partner}"),
    "st-won": N_("Ganáis el juego"),
    "st-lost": N_("Perdéis el juego"),
    "st-end": N_("Ganan {who} y {partner}"),
    "st-laughs": N_("La dama se ríe de {who} y {partner}"),
    "st-meows": N_("La dama maúlla por {who} y {partner}"),
    "st-final": N_("La cruz queda {ours} a {theirs}"),
    "st-guilty": N_("Hay renuncio de {who}"),
    "st-clean": N_("Acusación falsa de {who}"),
    "st-abandoned": N_("Partida terminada"),
}
"""Lines of the status plaque, on top of the log's: the first at most 30 characters, the second 36, names and cards aside."""

RANKS: Final = ("A", "7", "K", "J", "Q", "")
"""How a count is set out: by what a card is worth, the worthless ones last."""
SUIT_ORDER: Final = "SHCD"
"""How a hand is sorted: colours alternate."""
CHAIRS: Final = ("s", "e", "n", "w")
"""Sides of the cloth by chair: 0 is the viewer's own, 1 the next to play, on the right (S4)."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be drawn. id: of the sprite; label: msgid read aloud; code: the card itself."""

    id: str
    label: str
    code: Card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the cloth. chair: 0 the viewer's side, then in turn order. best: it is winning, or won."""

    chair: int
    name: str
    face: Face
    best: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside the cloth. side: letter of `CHAIRS`. cards: open in a replay, else empty."""

    person: Person
    chair: int
    side: str
    held: int
    dealer: bool
    turn: bool
    yours: bool
    partner: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A pair and its cross. ours: whose side it is in the viewer's eyes, None for a spectator. total: None when it is not known (S19)."""

    pair: int
    ours: bool | None
    names: tuple[str, str]
    marks: int
    cross: str
    total: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one rank in a count. rank: of `RANKS`. cards: each with its place in the order in which both pairs' cards come."""

    rank: str
    cards: tuple[tuple[Face, int, int], ...]
    points: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Heap:
    """One pair's half of a count. before, after: marks on its cross. marks: what it was given, pending ones included."""

    side: Side
    groups: tuple[Group, ...]
    points: int
    before: int
    after: int
    marks: int
    won: bool

    @property
    def ranks(self) -> list[tuple[tuple[Face, int, int], ...]]:
        """The cards by every rank of `RANKS`, also those of which there is none: so that both heaps look alike before they are laid."""
        found = {group.rank: group.cards for group in self.groups}
        return [found.get(rank, ()) for rank in RANKS]


def face(card: Card) -> Face:
    """The card as it is drawn."""
    return Face(sprite(card), CARD_NAMES[card], card)


def chair_of(view: View) -> int:
    """The seat at the lower edge: the viewer's own, seat 0 for a spectator."""
    return 0 if view.viewer is None else view.viewer


def names_of(setting: Setting, pair: int) -> tuple[str, str]:
    """The names of a pair, lower seat first."""
    return setting.people[pair].name, setting.people[pair + 2].name


def pairs_in_order(view: View) -> tuple[int, int]:
    """The viewer's own pair first; a spectator's is that of seat 0."""
    own = chair_of(view) % 2
    return own, 1 - own


def is_ours(view: View, pair: int) -> bool | None:
    """Whether the pair is the viewer's; None for a spectator."""
    return None if view.viewer is None else view.viewer % 2 == pair


def cross_of(view: View, pair: int) -> str:
    """The sprite id of a pair's cross; the cat sits on both after a blanqueada (S18)."""
    if not view.blanqueada:
        return f"cross{view.marks[pair]}"
    return "crosscat" if view.marks[pair] else "cross0cat"


def side(view: View, setting: Setting, pair: int) -> Side:
    """A pair with its cross. The running sum is there only when the view has it (S19)."""
    total = view.sums[pair] if view.sums else None
    return Side(pair, is_ours(view, pair), names_of(setting, pair), view.marks[pair], cross_of(view, pair), total)


def plates(view: View, setting: Setting) -> list[Plate]:
    """Everybody, the viewer's chair first, then in turn order from the next neighbour (S4)."""
    return [_plate(view, setting, chair, seat) for chair, seat in enumerate(order_from(chair_of(view), 4))]


def _plate(view: View, setting: Setting, chair: int, seat: int) -> Plate:
    other = setting.people[(seat + 2) % 4].name
    yours = view.viewer is not None and view.viewer == (seat + 2) % 4
    return Plate(
        person=setting.people[seat], chair=chair, side=CHAIRS[chair], held=view.held[seat], dealer=view.dealer == seat,
        turn=view.turn == seat, yours=yours, partner=other, cards=_open_cards(view, seat),
    )  # fmt: skip


def _open_cards(view: View, seat: int) -> tuple[Face, ...]:
    if view.hands is not None:
        return tuple(face(card) for card in view.hands[seat])
    return tuple(face(card) for card in view.hand) if seat == view.viewer else ()


def laid(view: View, setting: Setting, trick: Trick) -> list[Laid]:
    """The cards of a trick in the order played."""
    base = chair_of(view)
    return [Laid((play.seat - base) % 4, setting.people[play.seat].name, face(play.card), play.seat == trick.best) for play in trick.plays]


def trump_player(view: View) -> int | None:
    """Who laid the trump card, as long as everybody may still see it on the table or in the last trick (S8, S29)."""
    tricks = (view.trick, view.last_trick) if view.last_trick else (view.trick,)
    return next((play.seat for trick in tricks for play in trick.plays if play.card == view.trump), None)


# ---- regions ----------------------------------------------------------------------------------------------------------------


def score(view: View, setting: Setting) -> dict[str, Any]:
    """The two crosses, the viewer's pair first."""
    return {"sides": [side(view, setting, pair) for pair in pairs_in_order(view)], "counting": view.count_mode == "real"}


def seats(view: View, setting: Setting) -> dict[str, Any]:
    """The plates of the others; in a replay four hands, open where the view shows them and face down elsewhere."""
    everybody = plates(view, setting)
    return {"plates": everybody[1:], "hands": everybody if setting.replay else []}


def centre(view: View, setting: Setting) -> dict[str, Any]:
    """The trick on the cloth, marks that wait (S15), and after the tenth trick who has still to tap *Contar* (S22)."""
    waiting = [{"side": side(view, setting, pair), "tapped": view.tapped[pair]} for pair in pairs_in_order(view)]
    mine = view.turn is not None and view.turn == view.viewer
    return {
        "trick": laid(view, setting, view.trick), "number": view.trick_number, "round": view.round,
        "leader": setting.people[view.leader].name, "slot": mine and not setting.replay, "pending": view.pending,
        "waiting": waiting if view.phase == "to-count" else [], "quiet": view.phase in ("counted", "over"),
        "past": laid(view, setting, view.last_trick) if view.last_trick else [],
        "past_number": view.last_trick.number if view.last_trick else 0,
        "tap": setting.encode(Count(view.round)) if setting.acting and not setting.replay and view.may_count else "",
    }  # fmt: skip


def actions(view: View, setting: Setting) -> dict[str, Any]:
    """The trump and what the viewer may do besides playing a card, with the values of the buttons."""
    seen = trump_player(view)
    open_round = view.phase in ("play", "to-count")
    context: dict[str, Any] = {
        "trump": face(view.trump) if view.trump and open_round else None,
        "suit": SUIT_NAMES[view.trump[1]] if view.trump else "",
        "trump_from": setting.people[view.dealer].name,
        "trump_by": None if seen is None else setting.people[seen].name,
        "last": laid(view, setting, view.last_trick) if view.last_trick else [],
        "last_number": view.last_trick.number if view.last_trick else 0,
        "open_round": open_round and not setting.replay,
    }
    return context | _buttons(view, setting)


def _buttons(view: View, setting: Setting) -> dict[str, Any]:
    may = setting.acting and not setting.replay
    accusable = view.may_accuse if may else ()
    return {
        "ask": setting.encode(AskRedeal()) if may and view.may_ask else "",
        "accuse": [{"name": setting.people[seat].name, "value": setting.encode(Accuse(seat, view.round))} for seat in accusable],
        "accuse_later": may and view.revoke_mode == "allowed" and view.phase == "play" and not view.may_accuse,
    }


def hand(view: View, setting: Setting) -> dict[str, Any]:
    """The viewer's own cards; for a spectator the player of the lower chair, and no card (S29).

    With revokes allowed every card is the same, so that nothing hints at what would follow suit (S20).
    """
    mine = setting.acting and view.turn is not None and view.turn == view.viewer
    sorted_hand = sorted(view.hand, key=lambda card: (SUIT_ORDER.index(card[1]), -STRENGTH[card]))
    cards = [
        {
            "face": face(card),
            "value": setting.encode(PlayCard(card)) if mine and card in view.playable else "",
            "order": sorted_hand.index(card),
        }
        for card in view.hand
    ]
    return {
        "cards": cards, "mine": mine, "me": plates(view, setting)[0], "watching": view.viewer is None,
        "sort_key": f"{view.round}", "empty": view.phase in ("counted", "over"),
    }  # fmt: skip


# ---- the panel: count, end, verdict -----------------------------------------------------------------------------------------


def heaps(view: View, setting: Setting, sheet: CountSheet) -> list[Heap]:
    """Both pairs' taken cards of a counted round, the viewer's pair first, set out by rank (S22)."""
    order = {card: k for k, card in enumerate(_dealt_out(sheet.cards))}
    return [_heap(view, setting, sheet, pair, order) for pair in pairs_in_order(view)]


def _dealt_out(piles: Sequence[Sequence[Card]]) -> list[Card]:
    """Both piles one card after another, taking turns, the dear ones first."""
    sorted_piles = [sorted(pile, key=lambda card: RANKS.index(card[0] if POINTS[card] else "")) for pile in piles]
    longest = max(len(pile) for pile in sorted_piles)
    return [pile[k] for k in range(longest) for pile in sorted_piles if k < len(pile)]


def _heap(view: View, setting: Setting, sheet: CountSheet, pair: int, order: Mapping[Card, int]) -> Heap:
    who = Side(pair, is_ours(view, pair), names_of(setting, pair), sheet.cross_after[pair], f"cross{sheet.cross_after[pair]}", None)
    groups = [_group(sheet.cards[pair], rank, order) for rank in RANKS]
    return Heap(
        who, tuple(group for group in groups if group.cards), sheet.points[pair], sheet.cross_before[pair], sheet.cross_after[pair],
        sheet.marks[pair], sheet.marker == pair,
    )  # fmt: skip


def _group(pile: Sequence[Card], rank: str, order: Mapping[Card, int]) -> Group:
    cards = [card for card in pile if (card[0] if POINTS[card] else "") == rank]
    return Group(rank, tuple((face(card), order[card], POINTS[card]) for card in cards), sum(POINTS[card] for card in cards))


def count(view: View, setting: Setting, sheet: CountSheet) -> dict[str, Any]:
    """One count as it is read: the two heaps, who marks and how many, what stays pending (S12-S17, S22)."""
    both = heaps(view, setting, sheet)
    winner = next((heap for heap in both if heap.won), None)
    loser = next((heap for heap in both if not heap.won), both[1])
    return {
        "heaps": both, "kind": sheet.kind, "round": sheet.round, "winner": winner, "loser": loser,
        "pending_before": sheet.pending_before, "pending_after": sheet.pending_after,
        "missing": 4 - winner.after if winner else 0,
    }  # fmt: skip


def ending(view: View, setting: Setting) -> dict[str, Any]:
    """How the game ended: who won, the flag, the cat, whom the queen mocks (S17, S18, S26)."""
    winners = view.winners[0] % 2 if view.winners else None
    if winners is None:
        return {"decided": False}
    order = (winners, 1 - winners)
    sheet = view.count if view.capote and view.count else None
    points = sheet.points if sheet else view.marks
    mock = "horn" if view.capote else "meow" if view.blanqueada else ""
    return {
        "decided": True, "sides": [side(view, setting, pair) for pair in order], "points": [points[pair] for pair in order],
        "capote": view.capote, "blanqueada": view.blanqueada, "mock": mock, "won": is_ours(view, winners),
        "rounds": len(view.history),
    }  # fmt: skip


def judged(view: View, setting: Setting, verdict: Verdict) -> dict[str, Any]:
    """The verdict and its evidence (S21): the trick with the offence, or every clean play of the accused."""
    loser = (verdict.accused if verdict.guilty else verdict.accuser) % 2
    return {
        "guilty": verdict.guilty, "accuser": setting.people[verdict.accuser].name, "accused": setting.people[verdict.accused].name,
        "losers": names_of(setting, loser), "won": None if view.viewer is None else view.viewer % 2 != loser,
        "step": verdict.step, "number": verdict.trick.number if verdict.trick else 0,
        "plays": _offence(setting, verdict), "suit": SUIT_NAMES[verdict.trick.plays[0].card[1]] if verdict.trick else "",
        "hand": _evidence(verdict), "clean": _clean(setting, verdict), "round": verdict.round,
        "sides": [side(view, setting, pair) for pair in pairs_in_order(view)],
    }  # fmt: skip


def _offence(setting: Setting, verdict: Verdict) -> list[dict[str, Any]]:
    if verdict.trick is None:
        return []
    led = verdict.trick.plays[0].card[1]
    return [
        {
            "name": setting.people[play.seat].name,
            "face": face(play.card),
            "bad": play.seat == verdict.accused,
            "how": _how(place, play, led),
        }
        for place, play in enumerate(verdict.trick.plays)
    ]


def _how(place: int, play: Play, led: str) -> str:
    if place == 0:
        return "leads"
    return "follows" if play.card[1] == led else "not"


def _evidence(verdict: Verdict) -> list[dict[str, Any]]:
    held = [card for card in verdict.hand if card != verdict.card and card not in verdict.due]
    shown = [*held, *((verdict.card,) if verdict.card else ()), *verdict.due] if verdict.guilty else []
    return [{"face": face(card), "bad": card == verdict.card, "due": card in verdict.due} for card in shown]


def _clean(setting: Setting, verdict: Verdict) -> list[dict[str, Any]]:
    if verdict.guilty:
        return []
    rows = []
    for trick in verdict.tricks:
        own = next((play for play in trick.plays if play.seat == verdict.accused), None)
        if own is not None:
            lead = trick.plays[0]
            rows.append(
                {
                    "number": trick.number,
                    "led": face(lead.card),
                    "own": face(own.card),
                    "leads": lead.seat == verdict.accused,
                    "follows": own.card[1] == lead.card[1],
                }
            )
    return rows


def panel(view: View, setting: Setting) -> dict[str, Any]:
    """What lies over the cloth: the count, the end, the verdict; while a round is played the last count, folded (P12)."""
    done = view.phase in ("counted", "over")
    sheet = count(view, setting, view.count) if view.count else None
    verdict = judged(view, setting, view.verdict) if view.verdict else None
    may = setting.acting and not setting.replay and view.may_next
    return {
        "kind": ("verdict" if verdict else "end" if view.phase == "over" else "count") if done else "",
        "sheet": sheet, "verdict": verdict, "end": ending(view, setting) if view.phase == "over" else None,
        "slow": _shown_slowly(view) and not setting.replay,
        "next": setting.encode(NextRound(view.round)) if may else "", "watching": view.viewer is None,
        "next_dealer": setting.people[(view.dealer + 1) % 4].name, "sound": _sound(view),
    }  # fmt: skip


def _sound(view: View) -> str:
    """What the panel sounds like: the horn, also when it is both, the meow (S26), or a fanfare."""
    if view.phase != "over" or view.verdict:
        return ""
    return "horn" if view.capote else "meow" if view.blanqueada else "win"


# ---- the status plaque ------------------------------------------------------------------------------------------------------


def _after_count(view: View, status: Status) -> Status:
    return replace(status, meanwhile=Line("st-counting")) if _shown_slowly(view) else status


def _pair_line(key: str, pair: int) -> Line:
    return Line(key, {"who": SeatRef(pair), "partner": SeatRef(pair + 2)})


def _turn_status(view: View, setting: Setting, turn: int) -> Status:
    mine = turn == view.viewer and not setting.replay
    return Status(_your_line(view) if mine else Line("st-turn", {"who": SeatRef(turn)}), _second_line(view, mine), mine)


def _your_line(view: View) -> Line:
    if not view.trick.plays:
        return Line("st-lead")
    if view.revoke_mode == "allowed":
        return Line("st-any")  # S20: no word of what would follow suit
    led = view.trick.plays[0].card[1]
    follows = any(card[1] == led for card in view.playable)
    return Line("st-follow" if follows else "st-free", {"suit": suit_token(led)})


def _second_line(view: View, mine: bool) -> Line:
    if mine and view.may_ask:
        return Line("st-weak")
    best = view.trick.best
    if best is None:
        return Line("st-trick", {"round": view.round, "trick": view.trick_number})
    card = next(card_token(play.card) for play in view.trick.plays if play.seat == best)
    if best == view.viewer:
        return Line("st-best-you", {"card": card})
    if view.viewer is not None and best == (view.viewer + 2) % 4:
        return Line("st-best-partner", {"card": card})
    return Line("st-best", {"who": SeatRef(best), "card": card})


def _to_count_status(view: View) -> Status:
    first = Line("st-ten")
    if view.may_count:
        return Status(first, Line("st-count-you"), False)
    left = [pair for pair in (0, 1) if not view.tapped[pair]]
    return Status(first, _pair_line("st-count-pair", left[0]) if len(left) == 1 else Line("st-count-both"), False)


def _counted_status(view: View, sheet: CountSheet) -> Status:
    ours, theirs = pairs_in_order(view)
    first = Line("st-counted", {"ours": sheet.points[ours], "theirs": sheet.points[theirs]})
    return Status(first, _marks_line(view, sheet), False)


def _marks_line(view: View, sheet: CountSheet) -> Line:
    if sheet.marker is None:
        return Line("st-tie")
    marks = sheet.marks[sheet.marker]
    amount = "one" if marks == 1 else "more"
    whose = is_ours(view, sheet.marker)
    if whose is None:
        line = _pair_line(f"st-mark-{amount}", sheet.marker)
        return Line(line.key, {**line.params, "marks": marks})
    return Line(f"st-{'won' if whose else 'lost'}-{amount}", {"marks": marks})


def _over_status(view: View) -> Status:
    if not view.winners:
        return Status(Line("st-abandoned"), None, False)
    pair = view.winners[0] % 2
    result = _result_line("", view, pair)
    if view.verdict:
        guilty = view.verdict.guilty
        who = SeatRef(view.verdict.accused if guilty else view.verdict.accuser)
        return Status(Line("st-guilty" if guilty else "st-clean", {"who": who}), result, False)
    if view.capote:
        return Status(_result_line("capote", view, pair), _pair_line("st-laughs", 1 - pair), False)
    if view.blanqueada:
        return Status(_result_line("blanqueada", view, pair), _pair_line("st-meows", 1 - pair), False)
    ours, theirs = pairs_in_order(view)
    return Status(result, Line("st-final", {"ours": view.marks[ours], "theirs": view.marks[theirs]}), False)


def _result_line(what: str, view: View, pair: int) -> Line:
    whose = is_ours(view, pair)
    if whose is None:
        return _pair_line(f"st-{what or 'end'}", pair)
    return Line(f"st-{what}{'-' if what else ''}{'won' if whose else 'lost'}")


def _shown_slowly(view: View) -> bool:
    """Whether the page counts the cards one by one before it tells what came of it (S22)."""
    return view.phase in ("counted", "over") and view.count_mode == "end" and view.count is not None and view.verdict is None


class SuecaScreen:
    """Sueca's `games.contract.Screen`."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The six regions, always all of them in this order."""
        parts = {"score": score, "seats": seats, "centre": centre, "actions": actions, "panel": panel, "hand": hand}
        return [Region(f"r-{name}", f"games/sueca/{name}.html", make(view, setting)) for name, make in parts.items()]

    def body_class(self, view: View) -> str:
        """``flat`` when a panel takes the whole cloth and there is no hand to hold."""
        return "sueca flat" if view.phase in ("counted", "over") else "sueca"

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is and what it is about, in two short lines."""
        if view.phase == "over":
            return _after_count(view, _over_status(view))
        if view.phase == "to-count":
            return _to_count_status(view)
        if view.phase == "counted" and view.count:
            return _after_count(view, _counted_status(view, view.count))
        if view.turn is None:
            return Status(Line("st-deal"), None, False)
        return _turn_status(view, setting, view.turn)


SCREEN: Final = SuecaScreen()
