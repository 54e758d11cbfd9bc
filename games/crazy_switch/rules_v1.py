"""Crazy Switch, version 1 of its rules.

Four players get rid of their cards: a card goes on the pile when it has the active colour, or the number or kind of the top card; wild
cards go on anything and name the colour. Skips, reverses and draw cards hit whoever is next. Who can't play draws, at most three cards
a turn. The first without cards wins and scores what the other three hold. *De la casa* adds stacking, a curb on the wild draw four, and
a last card that must be called.

Source: the rules page of the table, numbered W1 to W22, which settles what the telling of the game leaves open. What each number says
is quoted where it is applied. House decisions of this module, where the page is silent:

1. Deal. ``Shuffled(order)`` names places in `cards.DECK`, top card first. Cards are dealt one at a time from South, who starts (W6);
   the rest is the stock, from which the start card comes (W3). A deal that W4 refuses leaves no trace but its count, and the same
   ``NeedShuffle`` is asked for again.
2. A reshuffle is asked for when a card is needed that the stock does not have; ``Shuffled(order)`` then names places in the pile without
   its top card, oldest first. A penalty takes what the stock has first, and goes on after the reshuffle (W10, W15b).
3. A colour is named with a wild card, but not with the last card, whose effect is not applied (W12); naming one with any other card is
   refused, and so is a call where none is asked for, under *Estándar* always: every move has one form (W14, W15).
4. After a drawn card that can be played there is nothing more to draw in that turn: drawing is refused with a playable card (W8).
5. A turn in which something was drawn and nothing is left to draw passes by itself, like every forced pass; it starts the four anew (W11).
6. A stack that waits for an answer is answered by the fallback as well: taking it is not allowed to who can answer (P9, W15).
7. A stack that nobody can supply is gone once the turn is lost; losing a turn is no pass (W11, W15b).
8. With all 106 cards in play a game can't be blocked: without a stock and with one card on the pile the hands hold at least 24 cards of
   the active colour, and whoever holds one can play. The rule stands, and is tested on positions with fewer cards.
9. Winners come first, also when they score nothing; the others by what they have left. The left-over hands are laid open for the count.

Moves as text: see `codec`. Public are the top card and the active colour, who holds how many cards, the sizes of stock and pile, the
direction, and every play, draw and pass. Hands are their holders' alone, and the stock is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NoReturn

from games.contract import (
    Awaits,
    Event,
    Illegal,
    NeedMove,
    NeedShuffle,
    Options,
    Over,
    Played,
    SeatKind,
    SeatRef,
    Shuffled,
)
from games.crazy_switch import codec, story, views_build
from games.crazy_switch.cards import (
    DECK,
    DRAW_FOUR,
    DRAWS,
    REVERSE,
    SKIP,
    WORTH,
    Card,
    card_token,
    colour_token,
    is_special,
    is_wild,
)
from games.crazy_switch.memory import remember_denial, remember_draw, remember_stack
from games.crazy_switch.questions import (
    asks_call,
    asks_colour,
    barred,
    can_play,
    draw_refusal,
    fitting,
    following,
    may_pass,
    must_pass,
    playable,
    supply,
    turn_name,
)
from games.crazy_switch.scoring import result_of, sheet_of
from games.crazy_switch.state import HAND, MISSED_CALL, SEATS, Debt, Frame, News, State
from games.crazy_switch.views import Draw, Ending, Move, Pass, PlayCard
from games.kit.colours import COLOURS
from games.kit.recall import blank, remember_play, remember_reshuffle
from games.kit.seats import put
from games.kit.shedding import (
    CLOCKWISE,
    add_pending,
    deal_round,
    draw_from,
    is_blocked,
    longest_colour,
    recyclable,
    recycled,
    reverse,
    turn_up_first,
)
from games.kit.tricks import without

HOUSE: Final = {"estandar": False, "casa": True}
COLOUR_SET: Final = frozenset(COLOURS)


# ---- dealing and shuffling ------------------------------------------------------------------------------------------------------


def _shuffle(state: State, order: tuple[int, ...]) -> State:
    awaited = RULES.awaits(state)
    if not isinstance(awaited, NeedShuffle):
        raise Illegal("not-now")
    if sorted(order) != list(range(awaited.size)):
        raise Illegal("bad-shuffle")
    return _recycle(state, state.debt, order) if state.debt else _deal(state, order)


def _deal(state: State, order: tuple[int, ...]) -> State:
    """Deal, and turn up the start card (W3); a person without a special card has the cards dealt again (W4)."""
    frame = replace(state.frame, deals=state.frame.deals + 1)
    hands, rest = deal_round([DECK[place] for place in order], (HAND,) * SEATS, state.turn)
    if not all(any(map(is_special, hands[seat])) for seat in frame.people):
        return state._replace(frame=frame)
    opening = turn_up_first(rest, is_special)
    frame = replace(frame, phase="play", returned=opening.returned)
    pile = (opening.starter,)
    return state._replace(frame=frame, hands=hands, stock=opening.stock, pile=pile, colour=opening.starter[1])


def _recycle(state: State, debt: Debt, order: tuple[int, ...]) -> State:
    """The played cards become the stock, and the draw or penalty that needed them goes on (W10)."""
    stock, pile = recycled(state.pile, order)
    memory = remember_reshuffle(state.memory, stock)
    return _pay(state._replace(stock=stock, pile=pile, memory=memory, news=()), debt)


# ---- taking cards ---------------------------------------------------------------------------------------------------------------


def _told(state: State, *news: News) -> State:
    return state._replace(news=state.news + news)


def _pay(state: State, debt: Debt) -> State:
    """The seat takes the cards it owes; the played ones are reshuffled for what lacks, and what lacks even then is forgiven (W10, W15b)."""
    seat = debt.seat
    taken, stock, missing = draw_from(state.stock, debt.cards)
    hands = put(state.hands, seat, state.hands[seat] + taken)
    memory = remember_draw(state, seat, len(taken), own=debt.why == "draw")
    had = debt.had + len(taken)
    after = state._replace(hands=hands, stock=stock, memory=memory, debt=None)
    if missing and recyclable(state.pile):
        return after._replace(debt=Debt(seat, missing, debt.why, had))
    if debt.why == "draw":
        return _drawn(_told(after, News("draws-one", seat)))
    if debt.why == "call":
        return _effect(_told(after, News("missed-call", seat, had)))
    return _lose_turn(_told(after, News("takes", seat, had) if had else News("takes-none", seat)), seat)


def _drawn(state: State) -> State:
    """After a draw of its own: who can neither play nor draw any more has the turn passed (W8)."""
    after = state._replace(drawn=state.drawn + 1, passes=0)
    if not must_pass(after):
        return after
    why = News("turn-passes" if supply(after) else "no-cards", after.turn)
    return _next_turn(_told(after, why)._replace(memory=remember_denial(after), lost=()), following(after, after.turn))


# ---- whose turn it is -------------------------------------------------------------------------------------------------------------


def _lose_turn(state: State, seat: int) -> State:
    """This seat's turn is lost, to be marked (W9), and the next one's begins."""
    return _next_turn(state._replace(lost=(*state.lost, seat)), following(state, seat))


def _next_turn(state: State, seat: int, passes: int = 0) -> State:
    """The turn of that seat. passes: how many have been forced to pass in a row by now (W11)."""
    return _settle(state._replace(turn=seat, turn_number=state.turn_number + 1, drawn=0, passes=passes))


def _settle(state: State) -> State:
    """What happens by itself at the beginning of a turn: a stack that can't be answered (W15), a forced pass (W11)."""
    seat = state.turn
    if state.pending:
        if can_play(state):
            return _told(state, News("stacks", seat, state.pending.cards))
        debt = Debt(seat, state.pending.cards, "effect")
        return _pay(state._replace(pending=None, memory=remember_stack(state)), debt)
    if not must_pass(state):
        return state
    after = _told(state, News("no-cards", seat))._replace(memory=remember_denial(state))
    passes = state.passes + 1
    if is_blocked(passes, SEATS):
        return _end(after._replace(passes=passes), "blocked")
    return _next_turn(after, following(after, seat), passes)


def _end(state: State, ending: Ending) -> State:
    """The end of the game (W12, W13)."""
    return state._replace(frame=replace(state.frame, phase="over", sheet=sheet_of(state.hands, ending)), pending=None, drawn=0)


# ---- moves ------------------------------------------------------------------------------------------------------------------------


def _check_turn(state: State, seat: int) -> None:
    """Raises `Illegal` unless this seat may act."""
    match state.phase:
        case "over":
            raise Illegal("finished")
        case "deal" | "reshuffle":
            raise Illegal("shuffling")
    if seat != state.turn:
        raise Illegal("not-your-turn", who=SeatRef(state.turn))


def _refuse_card(state: State, seat: int, card: Card) -> NoReturn:
    """Say why a card of the hand does not go (W7, W15)."""
    token = card_token(card)
    if state.pending and card[0] != state.pending.trait:
        raise Illegal("only-the-same-kind", card=token, pending=state.pending.cards, top=card_token(state.pile[-1]))
    if card[0] == DRAW_FOUR and barred(state, seat):
        raise Illegal("draw-four-barred", card=token, colour=colour_token(state.colour))
    if is_wild(state.pile[-1]):
        raise Illegal("no-match-named", card=token, colour=colour_token(state.colour))
    raise Illegal("no-match", card=token, top=card_token(state.pile[-1]))


def _check_words(state: State, seat: int, move: PlayCard) -> None:
    """Raises `Illegal` unless a colour is named exactly where one is asked for, and nothing is called but a last card (W9, W15)."""
    card, colour = move.card, move.colour
    if colour is not None and colour not in COLOUR_SET:
        raise Illegal("colour-unknown")
    asked = asks_colour(state, seat, card)
    if asked and colour is None:
        raise Illegal("colour-missing", card=card_token(card))
    if colour is not None and not asked:
        raise Illegal("colour-not-asked", card=card_token(card))
    if move.call and not asks_call(state, seat):
        raise Illegal("call-not-last" if state.frame.house else "call-not-asked")


def _play(state: State, seat: int, move: PlayCard) -> State:
    """Play a card (W7). The order is W15b's: card to the pile; hand empty: won; colour; missed call; effect; next turn."""
    _check_turn(state, seat)
    card, hand = move.card, state.hands[seat]
    if card not in hand:
        raise Illegal("not-in-hand", card=card_token(card)) if card in WORTH else Illegal("malformed")
    if not fitting(state, seat, (card,)):
        _refuse_card(state, seat, card)
    _check_words(state, seat, move)
    rest = without(hand, card)
    after = state._replace(
        hands=put(state.hands, seat, rest),
        pile=(*state.pile, card),
        top_by=seat,
        colour=move.colour or (state.colour if is_wild(card) else card[1]),
        passes=0,
        lost=(),
        news=(),
        memory=remember_play(state.memory, seat, card, len(rest)),
        colours=_counted(state.colours, seat, card),
    )
    if not rest:
        return _end(after, "out")
    if asks_call(state, seat) and not move.call:
        return _pay(after, Debt(seat, MISSED_CALL, "call"))
    return _effect(after)


def _counted(colours: tuple[tuple[int, ...], ...], seat: int, card: Card) -> tuple[tuple[int, ...], ...]:
    """The table's count of the colours that each seat has played, with this card in it."""
    if is_wild(card):
        return colours
    place = COLOURS.index(card[1])
    return put(colours, seat, put(colours[seat], place, colours[seat][place] + 1))


def _effect(state: State) -> State:
    """What the card just played does to the next player (W9, W15), whose turn it then may be."""
    trait, following_seat = state.pile[-1][0], following(state, state.turn)
    if trait == SKIP:
        return _lose_turn(_told(state, News("skips", following_seat)), following_seat)
    if trait == REVERSE:
        turned = state._replace(direction=reverse(state.direction, SEATS)[0])
        return _next_turn(_told(turned, News("reverses", turned.turn)), following(turned, turned.turn))
    if trait not in DRAWS:
        return _next_turn(state, following_seat)
    if state.frame.house:
        return _next_turn(state._replace(pending=add_pending(state.pending, DRAWS[trait], trait)), following_seat)
    return _pay(state, Debt(following_seat, DRAWS[trait], "effect"))


def _draw(state: State, seat: int) -> State:
    """Draw a card (W8, W10)."""
    _check_turn(state, seat)
    refusal = draw_refusal(state)
    if refusal:
        raise Illegal(refusal, card=card_token(playable(state, seat)[-1]))
    return _pay(state._replace(news=()), Debt(seat, 1, "draw"))


def _pass(state: State, seat: int) -> State:
    """Keep the drawn card and pass (W8). Forced passes happen by themselves."""
    _check_turn(state, seat)
    if not may_pass(state):
        raise Illegal("pass-may-play" if can_play(state) else "pass-may-draw")
    return _next_turn(state._replace(news=(), lost=()), following(state, seat))


def _move(state: State, seat: int, move: Move) -> State:
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise Illegal("not-seated")
    match move:
        case PlayCard():
            return _play(state, seat, move)
        case Draw():
            return _draw(state, seat)
        case Pass():
            return _pass(state, seat)
    raise Illegal("malformed")


# ---- the contract -----------------------------------------------------------------------------------------------------------------


def _house(options: Options) -> bool:
    """Whether the rules *De la casa* are chosen. Raises ValueError for an unknown option, and for an unknown or missing value."""
    if set(options) != {"rules"} or options["rules"] not in HOUSE:
        raise ValueError("Crazy Switch wants the option rules, estandar or casa")
    return HOUSE[options["rules"]]


def _plays(state: State, seat: int) -> list[Move]:
    """Every play of the seat in its turn: a wild one with each colour; the last card but one called, and not."""
    calls = (True, False) if asks_call(state, seat) else (False,)
    return [
        PlayCard(card, colour, call)
        for card in playable(state, seat)
        for colour in (COLOURS if asks_colour(state, seat, card) else (None,))
        for call in calls
    ]


class CrazySwitchV1:
    """The rules as `games.contract.Rules`; it holds nothing, all facts are in the state."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before the deal. Options: see `texts.CHOICES`. Raises ValueError for other than four seats, and for other options."""
        if len(seats) != SEATS:
            raise ValueError("Crazy Switch wants four seats")
        people = tuple([seat for seat, kind in enumerate(seats) if kind == "person"])
        frame = Frame(_house(options), people, "deal", 0, (), None)
        nobody, counts = ((),) * SEATS, ((0,) * len(COLOURS),) * SEATS
        return State(frame, 0, 1, CLOCKWISE, nobody, (), (), None, "", None, 0, 0, None, (), (), blank(SEATS), counts)

    def awaits(self, state: State) -> Awaits:
        """The deal (again, W4), a reshuffle (W10), the move of one seat, or nothing."""
        match state.phase:
            case "deal":
                return NeedShuffle(len(DECK))
            case "reshuffle":
                return NeedShuffle(recyclable(state.pile))
            case "play":
                return NeedMove(((state.turn,),), turn_name(state))
        return Over(result_of(state))

    def step(self, state: State, event: Event) -> State:
        """The state after the event. Raises `Illegal`; see `texts.REFUSALS` for the codes."""
        if type(event) is Played:
            return _move(state, event.seat, event.move)
        if type(event) is Shuffled:
            return _shuffle(state, event.order)
        raise Illegal("malformed")

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        """All legal moves of the seat now."""
        if state.phase != "play" or seat != state.turn:
            return []
        found = _plays(state, seat)
        if not found:
            return [Draw()]
        return [*found, Pass()] if may_pass(state) else found

    def fallback(self, state: State, seat: int) -> Move:
        """P9: the dearest card that isn't wild, a wild with the longest colour, a draw. It calls its last card (W15).

        Raises ValueError for a seat not awaited.
        """
        if state.phase != "play" or seat != state.turn:
            raise ValueError(f"seat {seat} is not awaited")
        cards, call = playable(state, seat), asks_call(state, seat)
        plain = [card for card in cards if not is_wild(card)]
        if plain:
            return PlayCard(max(plain, key=lambda card: (WORTH[card], -DECK.index(card))), None, call)
        if not cards:
            return Draw()
        longest = longest_colour([card[1] for card in state.hands[seat] if not is_wild(card)], COLOURS)
        return PlayCard(cards[0], longest if asks_colour(state, seat, cards[0]) else None, call)

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


RULES: Final = CrazySwitchV1()
