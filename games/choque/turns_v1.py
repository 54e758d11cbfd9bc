"""What happens by itself in version 1 of the rules of Choque de Colores: effects of cards, cards taken, turns handed on, the turn-over.

A turn begins in this order: the countdowns (C12, C22); the explosion (C12, C13); midnight (C22); a shield that absorbs the pile (C18).
Only then its player acts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from games.choque.countdown import STARTED, count_down
from games.choque.faces import (
    BOMB,
    DRAW_FIVE,
    DRAW_FOUR,
    DRAW_ONE,
    DRAW_TWO,
    DRAWS,
    EVERYBODY,
    HUNT,
    MIDNIGHT,
    REVERSE,
    SHIELD,
    SKIP,
    TURN_OVER,
    is_wild,
)
from games.choque.memory import with_denial, with_no_answer, with_reshuffle, with_taken
from games.choque.questions import fitting, following
from games.choque.scoring import sheet_of
from games.choque.state import EXPLOSION, MORE, Card, Debt, Fuse, Happening, News, State, faces_of, top_of
from games.choque.views import Ending
from games.kit.seats import put
from games.kit.shedding import Supply, add_pending, draw_from, recyclable, recycled, reverse, seat_after


def told(state: State, what: Happening, seat: int, cards: int = 0) -> State:
    """The state with one more piece of news."""
    return state._replace(news=(*state.news, News(what, seat, cards)))


def ended(state: State, ending: Ending) -> State:
    """The end of the game (C8, C15). What was pending or burning goes out with it."""
    frame = replace(state.frame, phase="over", sheet=sheet_of(state, ending))
    return state._replace(frame=frame, stage="play", pending=None, fuse=None, midnight=None)


# ---- turns --------------------------------------------------------------------------------------------------------------------------


def next_turn(state: State, seat: int, passes: int = 0) -> State:
    """The turn of that seat begins: the countdowns count it, whoever it is and whatever came before (C12, C22).

    passes: how many have been forced to pass in a row by now (C8).
    """
    fuse, midnight = state.fuse, state.midnight
    state = state._replace(
        turn=seat,
        turn_number=state.turn_number + 1,
        stage="play",
        passes=passes,
        fuse=None if fuse is None else fuse._replace(left=count_down(fuse.left)),
        midnight=None if midnight is None else count_down(midnight),
    )
    if state.fuse is not None and not state.fuse.left:
        return pay(state._replace(fuse=None), Debt(seat, state.fuse.cards, "explosion"))
    return _arrive(state)


def end_turn(state: State) -> State:
    """The turn passes to the next seat."""
    return next_turn(state, following(state, state.turn))


def lose_turn(state: State, *seats: int) -> State:
    """These seats lose their turns, to be marked; the one after the last of them is next."""
    return next_turn(state._replace(lost=(*state.lost, *seats)), following(state, seats[-1]))


def _arrive(state: State) -> State:
    """After a possible explosion: midnight strikes (C22), then a shield meets the pile (C18)."""
    if state.midnight == 0:
        turned = turn_over(told(state._replace(midnight=None), "midnight", state.turn))
        if not turned.colour:
            return turned._replace(stage="name-then-play")
        state = turned
    seat = state.turn
    if state.pending and state.tokens[seat]:
        cards = state.pending.cards
        return told(state._replace(pending=None, tokens=put(state.tokens, seat, False)), "absorbs", seat, cards)
    return state


# ---- the two sides ------------------------------------------------------------------------------------------------------------------


def turn_over(state: State) -> State:
    """Stock, pile and every hand turn at once (C21, C22). Hands are sorted anew by the new face (C20); a pending pile stays (C23).

    Who passed before may be able to play now: the row of passes begins anew (C8).
    """
    side = 1 - state.side

    def place(card: Card) -> int:
        return card[side]

    hands = tuple([tuple(sorted(hand, key=place)) for hand in state.hands])
    turned = state._replace(side=side, turned=state.turned + 1, hands=hands, turned_up=True, passes=0)
    top = top_of(turned)
    turned = turned._replace(colour="" if is_wild(top) else top[1])
    return told(turned, "turns", state.turn)


# ---- taking cards -------------------------------------------------------------------------------------------------------------------


def _supplied(state: State, debt: Debt) -> Supply[Card]:
    """What the stock has for the debt. A hunt takes all cards up to the first of the named colour (C24)."""
    if debt.why != "hunt":
        return draw_from(state.stock, debt.cards)
    colours = [face[1] for face in faces_of(state, state.stock)]
    if state.colour in colours:
        return draw_from(state.stock, colours.index(state.colour) + 1)._replace(missing=0)
    return Supply(state.stock, (), 1)


def pay(state: State, debt: Debt) -> State:
    """The seat takes the cards it owes; the played ones are reshuffled for what lacks, and what lacks even then is forgiven (C8, C11)."""
    seat = debt.seat
    taken, stock, missing = _supplied(state, debt)
    after = state._replace(hands=put(state.hands, seat, state.hands[seat] + taken), stock=stock, debt=None)
    after, had = with_taken(after, seat, len(taken), own=debt.why == "draw"), debt.had + len(taken)
    if missing and recyclable(state.pile):
        return after._replace(debt=Debt(seat, missing, debt.why, had))
    return _paid(after, debt, had)


def _paid(state: State, debt: Debt, had: int) -> State:
    """What follows once all there is has been taken. had: how many cards."""
    seat = debt.seat
    match debt.why:
        case "draw":
            return _after_draw(told(state, "draws", seat))
        case "pile":
            return end_turn(told(state, "takes" if had else "takes-none", seat, had))
        case "explosion":
            return _arrive(told(state, "explodes" if had else "explodes-none", seat, had))
    # A hunt brings one card at least: what lay on top before it can be reshuffled.
    return lose_turn(told(state, "hunts", seat, had), seat)


def _after_draw(state: State) -> State:
    """A drawn card that fits waits for JUGAR or GUARDAR; otherwise the turn passes (C7)."""
    if fitting(state, faces_of(state, state.hands[state.turn][-1:])):
        return state._replace(stage="drawn")
    return end_turn(with_denial(state))


def take_pile(state: State) -> State:
    """The seat to play takes the whole pending pile (C11)."""
    assert state.pending is not None
    debt = Debt(state.turn, state.pending.cards, "pile")
    return pay(with_no_answer(state)._replace(pending=None), debt)


def reshuffle(state: State, debt: Debt, order: tuple[int, ...]) -> State:
    """The played cards become the stock, and whoever was taking cards goes on (C8)."""
    stock, pile = recycled(state.pile, order)
    return pay(with_reshuffle(state._replace(stock=stock, pile=pile, news=()), stock, state.seen), debt)


# ---- effects ------------------------------------------------------------------------------------------------------------------------


def _skip(state: State) -> State:
    """C10: the next player loses the turn; between two you play again."""
    seat = following(state, state.turn)
    return lose_turn(told(state, "skips", seat), seat)


def _reverse(state: State) -> State:
    """C10: the direction turns; between two you play again."""
    seat, (_, skipped) = state.turn, reverse(state.direction, state.frame.seats)
    turned = told(state._replace(direction=-state.direction), "reverses", seat)
    if skipped:
        return lose_turn(told(turned, "again", seat), following(turned, seat))
    return end_turn(turned)


def _pile(state: State) -> State:
    """C11, C17, C23: cards wait for the next player."""
    trait = top_of(state)[0]
    pending = add_pending(state.pending, DRAWS[trait], trait)
    return end_turn(told(state._replace(pending=pending), "piles", following(state, state.turn), pending.cards))


def _bomb(state: State) -> State:
    """C12, C13: the fuse burns, with two cards more where it burnt already."""
    cards = state.fuse.cards + MORE if state.fuse else EXPLOSION
    lit = told(state, "lights-more" if state.fuse else "lights", state.turn, cards)
    return end_turn(lit._replace(fuse=Fuse(STARTED, cards)))


def _shield(state: State) -> State:
    """C18: on a pile it cancels it; else it is planted before the player, at most once."""
    seat = state.turn
    if state.pending:
        return end_turn(told(state, "cancels", seat, state.pending.cards)._replace(pending=None))
    planted = told(state, "plants-none" if state.tokens[seat] else "plants", seat)
    return end_turn(planted._replace(tokens=put(state.tokens, seat, True)))


def _turn_over(state: State) -> State:
    """C21: the table turns; without a colour on top the same player names one before the turn passes."""
    turned = turn_over(state)
    if turned.colour:
        return end_turn(turned)
    return turned._replace(stage="name-then-pass")


def _midnight(state: State) -> State:
    """C22: the clock starts, or starts again."""
    return end_turn(told(state, "winds", state.turn)._replace(midnight=STARTED))


def _everybody(state: State) -> State:
    """C24: all others lose their turns, one's own is next."""
    seats = state.frame.seats
    others = [seat_after(state.turn, seats, state.direction, skipped) for skipped in range(seats - 1)]
    return lose_turn(told(state, "everybody", state.turn), *others)


def _hunt(state: State) -> State:
    """C24: the next player draws until a card of the named colour appears."""
    return pay(state, Debt(following(state, state.turn), 1, "hunt"))


EFFECTS: Final[Mapping[str, Callable[[State], State]]] = {
    SKIP: _skip,
    REVERSE: _reverse,
    DRAW_ONE: _pile,
    DRAW_TWO: _pile,
    DRAW_FOUR: _pile,
    DRAW_FIVE: _pile,
    BOMB: _bomb,
    SHIELD: _shield,
    TURN_OVER: _turn_over,
    MIDNIGHT: _midnight,
    EVERYBODY: _everybody,
    HUNT: _hunt,
}
"""What a card does besides lying on the pile, at every table where it occurs; numbers and the plain wild card do nothing."""


def effect(state: State) -> State:
    """The card just played does what it does, and the turn passes."""
    return EFFECTS.get(top_of(state)[0], end_turn)(state)
