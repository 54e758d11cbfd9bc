"""Choque de Colores, version 1 of its rules.

Two to six players get rid of their cards: a card goes on the pile when it has the active colour, or the number or symbol of the top
card; wild cards go on anything and name the colour. Three tables: *Clásica* with bombs whose fuse counts turns, *Asedio* with shields and a
ladder of piles, *Día y Noche* with cards of two faces and a table that turns over. `variants` has them side by side. The first
without cards wins; everybody scores what all hands hold without their own.

Source: the rules page of the table, numbered C1 to C28, which settles what the telling of the game leaves open. What each number says
is quoted where it is applied: here the deal and what a player does, in `turns_v1` what happens by itself. House decisions, where the
page is silent:

1. Chance comes in this order: the pairing of faces (only *Día y Noche*; place ``order[i]`` of the night deck is the other face of place
   ``i`` of the day deck), who starts (the first seat of the order), the deal (places in the day deck, top card first, one at a time from
   who starts), and the stock again if cards were turned up before the start card (places in the stock as it lies, those cards at
   its bottom). A later reshuffle is asked for when a card is needed that the stock does not have; its order names places
   in the pile without its top card, oldest first.
2. Of equal faces in a hand the one received last is played, after a turn-over the last one in it. Which one that is says nothing of its
   other face: see `state.Card`.
3. A colour is named with a wild card and with no other: every move has one form. A Comodín +4 that answers in *Asedio* names one, too.
4. A turn in which a card was drawn that does not fit passes by itself. Who can neither play nor draw taps PASAR; nobody may pass otherwise,
   and with nothing to draw whoever can play has to (C8).
5. Taking an empty pile, like any play or draw, begins the row of passes anew, and so does a turn-over: who has passed may have
   something to play on the other side (C8, C22).
6. The explosion comes when the turn begins, in the same event as the move before it; so does midnight. A reshuffle for them stands
   between, and the begun turn is the one of whoever takes the cards.
7. Between two players a Reversa turns the arrow as well, and the other one's turn is lost as with a Saltar (C10).
8. A shield that cancels a pile is not planted; one played without a pile where a token stands is spent for nothing (C18).
9. Caza de color: the active colour is the hunted one. The hunted player's turn is lost; between two the hunter plays again.
10. A Media vuelta as last card does not turn the table: the points are those of the side in play before it (C15, C25).
11. With all 112 cards in play a hand can't be blocked: without a stock and with one card on the pile somebody holds a card that goes.
    The rule stands, and is tested on positions with fewer cards.
12. Places behind the winner go by points left, then by cards; equal ones share a place (C15 speaks of the winner only).
13. The limit of six seconds belongs to the choice, not to the turn: `NeedMove.turn` stays, so it can't outlast the turn's clock, and
    `fallback` then is what has to happen at its end, JUGAR (C7).
14. Where midnight strikes as a Media vuelta hands the turn on, the table turns back in the same event: neither views nor log show the
    side between (C20). With a colourless top it stays there until the colour is named (C21), and then turns back.

Moves as text: see `codec`. Public are the top card, the active colour, counts, direction, pending pile, fuse, clock and tokens, and every
play, draw and pass. Hands are their holders' alone; a card's other face is its holder's rivals' alone (C20); the stock is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NoReturn

from games.choque import codec, story, views_build
from games.choque.faces import WORTH, Face, colour_token, face_token, is_number, is_wild
from games.choque.memory import with_denial, with_event, with_play
from games.choque.questions import (
    acting,
    draw_refusal,
    drawn,
    following,
    may_pass,
    must_name,
    playable,
    turn_name,
)
from games.choque.scoring import result_of
from games.choque.state import CHOICE_SECONDS, HAND, Cards, Debt, Frame, State, faces_of, top_of
from games.choque.turns_v1 import effect, end_turn, ended, next_turn, pay, reshuffle, take_pile
from games.choque.variants import CARDS, VARIANTS
from games.choque.views import Draw, Keep, Move, NameColour, Pass, PlayCard
from games.contract import Awaits, Event, Illegal, NeedMove, NeedShuffle, Options, Over, Played, SeatKind, SeatRef, Shuffled
from games.kit.recall import blank
from games.kit.seats import put
from games.kit.shedding import CLOCKWISE, deal_round, is_blocked, longest_colour, recyclable, turn_up_first

SEATS: Final = (2, 3, 4, 5, 6)


# ---- chance -------------------------------------------------------------------------------------------------------------------------


def _shuffle(state: State, order: tuple[int, ...]) -> State:
    awaited = RULES.awaits(state)
    if not isinstance(awaited, NeedShuffle):
        raise Illegal("not-now")
    if sorted(order) != list(range(awaited.size)):
        raise Illegal("bad-shuffle")
    if state.debt:
        return reshuffle(state, state.debt, order)
    match state.phase:
        case "pairing":
            pairs = tuple([(*card, order[place]) for place, card in enumerate(state.stock)])
            return state._replace(frame=replace(state.frame, phase="seat"), stock=pairs)
        case "seat":
            return state._replace(frame=replace(state.frame, phase="deal"), turn=order[0])
        case "deal":
            return _deal(state, tuple([state.stock[place] for place in order]))
    stock = tuple([state.stock[place] for place in order])
    return state._replace(frame=replace(state.frame, phase="play"), stock=stock)


def _deal(state: State, cards: Cards) -> State:
    """Seven cards each; the first number card opens, and what was turned up before it goes back, to be mixed in (C2)."""

    def unfit(card: tuple[int, ...]) -> bool:
        return not is_number(faces_of(state, (card,))[0])

    hands, rest = deal_round(cards, (HAND,) * state.frame.seats, state.turn)
    opening = turn_up_first(rest, unfit)
    returned = faces_of(state, opening.returned)
    frame = replace(state.frame, phase="return" if returned else "play", returned=returned)
    dealt = state._replace(frame=frame, hands=hands, stock=opening.stock, pile=(opening.starter,), seen=1)
    return dealt._replace(colour=top_of(dealt)[1])


# ---- moves --------------------------------------------------------------------------------------------------------------------------


def _check_turn(state: State, seat: int) -> None:
    """Raises `Illegal` unless this seat may act."""
    match state.phase:
        case "over":
            raise Illegal("finished")
        case "play":
            if seat != state.turn:
                raise Illegal("not-your-turn", who=SeatRef(state.turn))
        case _:
            raise Illegal("shuffling")


def _refuse_card(state: State, face: Face) -> NoReturn:
    """Say why a card of the hand does not go (C5, C7, C11, C21)."""
    card, waiting = face_token(face), drawn(state)
    if must_name(state):
        raise Illegal("colour-waits")
    if waiting:
        raise Illegal("only-the-drawn", card=card, drawn=face_token(waiting))
    if state.pending:
        raise Illegal("no-answer", card=card, pending=state.pending.cards)
    if is_wild(top_of(state)):
        raise Illegal("no-match-named", card=card, colour=colour_token(state.colour))
    raise Illegal("no-match", card=card, top=face_token(top_of(state)))


def _check_colour(state: State, colour: str | None) -> None:
    """Raises `Illegal` unless it is a colour of the side in play."""
    if not isinstance(colour, str) or len(colour) != 1 or colour not in state.sides[state.side].colours:
        raise Illegal("colour-unknown")


def _check_card(state: State, seat: int, move: PlayCard) -> None:
    """Raises `Illegal` unless the card may be played now, with a colour where one is asked for and without one elsewhere (C6)."""
    face, colour = move.face, move.colour
    if not isinstance(face, str) or face not in WORTH:
        raise Illegal("malformed")
    if face not in faces_of(state, state.hands[seat]):
        raise Illegal("not-in-hand", card=face_token(face))
    if face not in playable(state, seat):
        _refuse_card(state, face)
    if is_wild(face) and colour is None:
        raise Illegal("colour-missing", card=face_token(face))
    if colour is not None:
        _check_colour(state, colour)
        if not is_wild(face):
            raise Illegal("colour-not-asked", card=face_token(face))


def _play(state: State, seat: int, move: PlayCard) -> State:
    """Play a card (C5, C6); the last one does nothing any more (C15)."""
    _check_card(state, seat, move)
    hand = state.hands[seat]
    place = max(place for place, face in enumerate(faces_of(state, hand)) if face == move.face)
    rest = (*hand[:place], *hand[place + 1 :])
    after = state._replace(
        hands=put(state.hands, seat, rest),
        pile=(*state.pile, hand[place]),
        top_by=seat,
        turned_up=False,
        colour=move.colour or move.face[1],
        stage="play",
    )
    after = with_play(after, seat, move.face)
    return effect(after) if rest else ended(after, "out")


def _waits(state: State, code: str) -> Illegal:
    """The refusal of anything else while a choice or a colour waits (C7, C21), or with nothing to draw."""
    waiting = drawn(state)
    return Illegal(code, drawn=face_token(waiting)) if waiting else Illegal(code)


def _draw(state: State, seat: int) -> State:
    """Take the pending pile (C11), or draw a card (C7)."""
    refusal = draw_refusal(state)
    if refusal:
        raise _waits(state, refusal)
    return take_pile(state) if state.pending else pay(state, Debt(seat, 1, "draw"))


def _keep(state: State) -> State:
    """GUARDAR (C7)."""
    if state.stage != "drawn":
        raise Illegal("nothing-drawn")
    return end_turn(state)


def _pass(state: State, seat: int) -> State:
    """PASAR (C8); when everybody has passed in a row the hand ends."""
    if not may_pass(state):
        if state.stage != "play":
            raise _waits(state, draw_refusal(state) or "malformed")
        raise Illegal("pass-may-play" if playable(state, seat) else "pass-may-draw")
    passes = state.passes + 1
    if is_blocked(passes, state.frame.seats):
        return ended(state._replace(passes=passes), "blocked")
    return next_turn(with_denial(state), following(state, seat), passes)


def _name(state: State, colour: str) -> State:
    """Name the colour of a top card without one (C21, C22)."""
    if not must_name(state):
        raise Illegal("colour-not-awaited")
    _check_colour(state, colour)
    named = state._replace(colour=colour, stage="play")
    return end_turn(named) if state.stage == "name-then-pass" else named


def _move(state: State, seat: int, move: Move) -> State:
    if type(seat) is not int or not 0 <= seat < state.frame.seats:
        raise Illegal("not-seated")
    _check_turn(state, seat)
    fresh = state._replace(news=(), lost=())
    match move:
        case PlayCard():
            return _play(fresh, seat, move)
        case Draw():
            return _draw(fresh, seat)
        case Keep():
            return _keep(fresh)
        case Pass():
            return _pass(fresh, seat)
        case NameColour(colour):
            return _name(fresh, colour)
    raise Illegal("malformed")


# ---- the contract -------------------------------------------------------------------------------------------------------------------


class ChoqueV1:
    """The rules as `games.contract.Rules`; it holds nothing, all facts are in the state."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before anything happens. Options: see `texts.CHOICES`. Raises ValueError for other seats or options."""
        if len(seats) not in SEATS:
            raise ValueError("Choque de Colores wants two to six seats")
        if set(options) != {"variant"} or options["variant"] not in VARIANTS:
            raise ValueError(f"Choque de Colores wants the option variant, one of {', '.join(VARIANTS)}")
        count, variant = len(seats), VARIANTS[options["variant"]]
        frame = Frame(variant.key, count, "pairing" if len(variant.sides) > 1 else "seat", (), None)
        return State(
            frame, 0, 1, "play", CLOCKWISE, 0, 0,
            hands=((),) * count, stock=tuple([(place,) for place in range(CARDS)]), pile=(), top_by=None, turned_up=False, colour="",
            pending=None, fuse=None, midnight=None, tokens=(False,) * count, passes=0, debt=None, lost=(), news=(),
            memory=blank(count), known=((),) * count, seen=0,
        )  # fmt: skip

    def awaits(self, state: State) -> Awaits:
        """What chance must bring, the move of one seat, or nothing. Six seconds for JUGAR or GUARDAR (C7)."""
        match state.phase:
            case "pairing" | "deal":
                return NeedShuffle(CARDS)
            case "seat":
                return NeedShuffle(state.frame.seats)
            case "return":
                return NeedShuffle(len(state.stock))
            case "reshuffle":
                return NeedShuffle(recyclable(state.pile))
            case "play":
                return NeedMove(((state.turn,),), turn_name(state), CHOICE_SECONDS if state.stage == "drawn" else None)
        return Over(result_of(state))

    def step(self, state: State, event: Event) -> State:
        """The state after the event. Raises `Illegal`; see `texts.REFUSALS` for the codes."""
        if type(event) is Played:
            return with_event(state, _move(state, event.seat, event.move))
        if type(event) is Shuffled:
            return with_event(state, _shuffle(state, event.order))
        raise Illegal("malformed")

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        """All legal moves of the seat now."""
        if not acting(state, seat):
            return []
        colours = state.sides[state.side].colours
        if must_name(state):
            return [NameColour(colour) for colour in colours]
        found: list[Move] = [PlayCard(face, colour) for face in playable(state, seat) for colour in (colours if is_wild(face) else (None,))]
        if state.stage == "drawn":
            return [*found, Keep()]
        if draw_refusal(state) is None:
            return [*found, Draw()]
        return found or [Pass()]

    def fallback(self, state: State, seat: int) -> Move:
        """P9: a pending pile is taken; else the dearest card that isn't wild, a wild with the longest colour, a draw, a pass.

        Of a drawn card that is JUGAR, as C7 wants it at the end of the six seconds. Raises ValueError for a seat not awaited.
        """
        if not acting(state, seat):
            raise ValueError(f"seat {seat} is not awaited")
        side, hand = state.sides[state.side], faces_of(state, state.hands[seat])
        longest = longest_colour([face[1] for face in hand if not is_wild(face)], side.colours)
        if must_name(state):
            return NameColour(longest)
        cards = () if state.pending else playable(state, seat)
        plain = [face for face in cards if not is_wild(face)]
        if plain:
            return PlayCard(max(plain, key=lambda face: (WORTH[face], -side.deck.index(face))))
        if cards:
            return PlayCard(cards[0], longest)
        return Pass() if may_pass(state) else Draw()

    def free(self, move: Move) -> bool:
        """Every move names the board."""
        return False

    view = staticmethod(views_build.view)
    reveal = staticmethod(views_build.reveal)
    mind = staticmethod(views_build.mind)
    recent = staticmethod(story.recent)
    narrate = staticmethod(story.narrate)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


RULES: Final = ChoqueV1()
