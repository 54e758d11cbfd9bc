"""Crazy Eights (*Ochos locos*), version 1 of its rules.

Two to seven players get rid of their cards: a card may be played when its rank or suit matches the top card; an eight goes on anything
and names the suit that must follow. Who can't or won't play draws. Who goes out collects what the others have left, and the first to
reach fifty points for each player wins. By the host's choice draws are limited, the stock stays empty, queens skip, aces reverse, twos
make draw, a single hand decides, or *Countdown* is played: everybody has a number, which is the cards dealt to them and their wild rank.

Source: the rules page of the table, numbered E1 to E20, which settles what the telling of the game leaves open. What each number says
is quoted where it is applied. House decisions of this module, where the page is silent:

1. Deal. ``Shuffled(order)`` names places in `state.deck_of`, top card first. Cards are dealt one at a time from the dealer's left; in
   Countdown who has all of theirs is left out (E2, E17). The next card is the starter.
2. If the upper half of the stock holds nothing but cards that can't open, they go to the bottom, lest the same ones come up for ever (E2).
3. A reshuffle is asked for when a card is needed that the stock does not have; ``Shuffled(order)`` then names places in the pile without
   its top card, oldest first. A draw of several cards takes what the stock has first, and goes on after the reshuffle (E7, E15).
4. A card played as wild has no other effect: an ace at 1 does not reverse, a two at 2 makes nobody draw (E17).
5. Pending cards that nobody can supply are gone once the turn is lost (E15).
6. Naming a suit with a card that asks for none is refused, so that every move has one form (E16, E20).
7. Places in a single hand go by points, then by what is left in the hand; in Countdown by the numbers.
8. A hand's left-over cards are laid open when it is counted, and stay hidden in Countdown, where nothing is counted.

Moves as text: see `codec`. Public are the top card and the suit named, who holds how many cards, the sizes of stock and pile, the
direction, scores and numbers, and every play, draw and pass. Hands are their holders' alone, and the stock is nobody's (E18).
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
    Settled,
    Shuffled,
)
from games.crazy_eights import codec, story, views_build
from games.crazy_eights.memory import remember_denial, remember_draw
from games.crazy_eights.questions import (
    asks_suit,
    can_play,
    fitting,
    is_wild,
    may_draw,
    playable,
    supply,
    turn_name,
)
from games.crazy_eights.scoring import decides, result_of, sheet_of
from games.crazy_eights.state import (
    ACE,
    DECK,
    DRAW_TWO,
    EIGHT,
    FIRST_NUMBER,
    QUEEN,
    RANK_OF,
    SEATS,
    TWO,
    WORTH,
    Frame,
    Hands,
    State,
    deck_of,
    hand_sizes,
)
from games.crazy_eights.views import Draw, Ending, Length, Move, NextHand, Pass, Phase, PlayCard, RuleSet
from games.kit.cards import SUITS, Card, card_token, suit_token
from games.kit.recall import Memory, blank, remember_play, remember_reshuffle
from games.kit.seats import put
from games.kit.shedding import (
    CLOCKWISE,
    Pending,
    add_pending,
    deal_round,
    draw_from,
    draws_left,
    is_blocked,
    longest_colour,
    recyclable,
    recycled,
    reverse,
    seat_after,
    turn_up,
)
from games.kit.tricks import without

CAPS: Final[dict[str, int | None]] = {"until": None, "1": 1, "3": 3, "5": 5}
LENGTHS: Final[dict[str, Length]] = {"match": "match", "hand": "hand", "countdown": "countdown"}
SWITCHES: Final = {"off": False, "on": True}
SUIT_SET: Final = frozenset(SUITS)
SPECIAL: Final = frozenset((TWO, QUEEN, ACE))
"""The ranks that may have an effect (E13-E15)."""


# ---- building the next state --------------------------------------------------------------------------------------------------


def _undealt(frame: Frame) -> State:
    """Waiting for the cards of a hand. Its direction is clockwise again, and nothing is left of the hand before (E8, E16)."""
    nobody: Hands = ((),) * frame.seats
    first = seat_after(frame.dealer, frame.seats, CLOCKWISE)
    return State(frame, first, 1, CLOCKWISE, nobody, (), (), None, None, None, 0, 0, 0, blank(frame.seats))


def _deal(state: State, order: tuple[int, ...]) -> State:
    """Deal and turn up the starter, which has no effect whatever it is (E2, E3, E17)."""
    frame = state.frame
    deck = deck_of(frame.seats)
    hands, rest = deal_round([deck[place] for place in order], hand_sizes(frame), state.turn)
    wild = set(frame.wilds)
    opening = turn_up(rest, lambda card: card[0] in wild)
    frame = replace(frame, phase="play", returned=opening.returned)
    return state._replace(frame=frame, hands=hands, stock=opening.stock, pile=(opening.starter,))


def _shuffle(state: State, order: tuple[int, ...]) -> State:
    awaited = RULES.awaits(state)
    if not isinstance(awaited, NeedShuffle):
        raise Illegal("not-now")
    if sorted(order) != list(range(awaited.size)):
        raise Illegal("bad-shuffle")
    return _recycle(state, order) if state.owed else _deal(state, order)


def _recycle(state: State, order: tuple[int, ...]) -> State:
    """The played cards become the stock, and the draw that needed them goes on; the suit named stays what it was (E4, E7)."""
    stock, pile = recycled(state.pile, order)
    memory = remember_reshuffle(state.memory, stock)
    wanted = state.owed
    return _take(state._replace(stock=stock, pile=pile, owed=0, memory=memory), wanted)


def _take(state: State, wanted: int) -> State:
    """The seat to play takes so many cards; if the stock can't supply them, a reshuffle comes first, or fewer are taken (E7, E15)."""
    seat, hands = state.turn, state.hands
    taken, stock, missing = draw_from(state.stock, wanted)
    held = put(hands, seat, hands[seat] + taken)
    again = missing if missing and state.frame.rules.reshuffle and recyclable(state.pile) else 0
    memory, drawn = remember_draw(state, len(taken)), state.drawn + len(taken)
    after = State(
        state.frame, seat, state.turn_number, state.direction, held, stock, state.pile, state.top_by, state.named, state.pending,
        drawn, 0, again, memory,
    )  # fmt: skip
    return after if again else _drawn(after)


def _drawn(state: State) -> State:
    """After a draw: who took pending cards has lost the turn (E15), and so has who can't play at the maximum (E6)."""
    if state.pending:
        return _pass_turn(state, 0, state.memory)
    if draws_left(state.frame.rules.cap, state.drawn) == 0 and not can_play(state):
        return _pass_turn(state, 0, remember_denial(state))
    return state


def _pass_turn(state: State, passes: int, memory: Memory) -> State:
    """The turn of the next seat. passes: how many have passed in a row by now (E8)."""
    frame, direction = state.frame, state.direction
    following = seat_after(state.turn, frame.seats, direction)
    return State(
        frame, following, state.turn_number + 1, direction, state.hands, state.stock, state.pile, state.top_by, state.named, None,
        0, passes, 0, memory,
    )  # fmt: skip


def _end_hand(state: State, ending: Ending) -> State:
    """The count of a hand, and with it perhaps the end of the match (E10-E12, E17)."""
    frame = state.frame
    sheet = sheet_of(frame, state.hands, ending)
    phase: Phase = "over" if decides(frame, sheet) else "between"
    frame = replace(frame, phase=phase, totals=sheet.totals, numbers=sheet.numbers, sheets=(*frame.sheets, sheet))
    return state._replace(frame=frame, pending=None, drawn=0)


# ---- moves --------------------------------------------------------------------------------------------------------------------


def _check_turn(state: State, seat: int) -> None:
    """Raises `Illegal` unless this seat may act in the running hand."""
    phase = state.phase
    if phase != "play":
        raise Illegal({"over": "finished", "between": "hand-over"}.get(phase, "shuffling"))
    if seat != state.turn:
        raise Illegal("not-your-turn", who=SeatRef(state.turn))


def _refuse_card(state: State, card: Card) -> NoReturn:
    """Say why a card of the hand does not go (E4, E15)."""
    if state.pending:
        raise Illegal("only-a-two", pending=state.pending.cards)
    if state.named:
        raise Illegal("no-match-named", card=card_token(card), suit=suit_token(state.named))
    raise Illegal("no-match", card=card_token(card), top=card_token(state.pile[-1]))


def _check_suit(state: State, seat: int, card: Card, suit: str | None) -> None:
    """Raises `Illegal` unless a suit is named exactly where one is asked for (E4, E16, E20)."""
    if suit is not None and suit not in SUIT_SET:
        raise Illegal("suit-unknown")
    asked = asks_suit(state, seat, card)
    if asked and suit is None:
        raise Illegal("suit-missing", card=card_token(card))
    if suit is not None and not asked:
        raise Illegal("suit-not-asked", card=card_token(card))


def _play(state: State, seat: int, card: Card, suit: str | None) -> State:
    """Play a card (E4)."""
    frame, hands = state.frame, state.hands
    _check_turn(state, seat)
    hand = hands[seat]
    if card not in hand:
        raise Illegal("not-in-hand", card=card_token(card)) if card in WORTH else Illegal("malformed")
    if not fitting(state, seat, (card,)):
        _refuse_card(state, card)
    _check_suit(state, seat, card, suit)
    held = put(hands, seat, without(hand, card))
    memory = remember_play(state.memory, seat, card, len(held[seat]))
    pile = (*state.pile, card)
    if not held[seat]:
        last = state._replace(hands=held, pile=pile, top_by=seat, named=None, memory=memory)
        return _end_hand(last, "out")
    direction, skipped, pending = _effect(state, seat, card)
    following = seat_after(seat, frame.seats, direction, skipped)
    return State(
        frame, following, state.turn_number + 1, direction, held, state.stock, pile, seat, suit, pending, 0, 0, 0, memory
    )  # fmt: skip


def _effect(state: State, seat: int, card: Card) -> tuple[int, int, Pending | None]:
    """Direction, seats skipped and cards pending after a card (E13-E15). Played as wild it has no effect of its own."""
    rules, rank = state.frame.rules, card[0]
    if rank not in SPECIAL:
        return state.direction, 0, None
    if rank == TWO and rules.twos and not is_wild(state, seat, card):
        return state.direction, 0, add_pending(state.pending, DRAW_TWO, TWO)
    if rank == QUEEN and rules.queens:
        return state.direction, 1, None
    if rank == ACE and rules.aces and not is_wild(state, seat, card):
        return (*reverse(state.direction, state.frame.seats), None)
    return state.direction, 0, None


def _draw(state: State, seat: int) -> State:
    """Draw a card (E5-E7), or take all the pending ones (E15)."""
    _check_turn(state, seat)
    if state.pending:
        return _take(state, state.pending.cards)
    if may_draw(state):
        return _take(state, 1)
    if supply(state):
        raise Illegal("draw-limit", count=state.drawn)
    raise Illegal("nothing-to-draw-play" if can_play(state) else "nothing-to-draw-pass")


def _pass(state: State, seat: int) -> State:
    """Pass, with nothing to play and nothing to draw; if everybody in a row does, the hand is blocked (E8)."""
    _check_turn(state, seat)
    if can_play(state):
        raise Illegal("may-play")
    if may_draw(state):
        raise Illegal("may-draw")
    passes, memory = state.passes + 1, remember_denial(state)
    if is_blocked(passes, state.frame.seats):
        return _end_hand(state._replace(passes=passes, memory=memory), "blocked")
    return _pass_turn(state, passes, memory)


def _tap_next(state: State, number: int) -> State:
    """Any player goes on to the next hand, dealt by the next seat (E3)."""
    frame = state.frame
    if number < frame.number and number > 0:
        raise Settled("next-already")
    if state.phase == "over":
        raise Illegal("finished")
    if number != frame.number:
        raise Illegal("old-hand")
    if state.phase != "between":
        raise Illegal("hand-running")
    dealer = seat_after(frame.dealer, frame.seats, CLOCKWISE)
    wilds = tuple([RANK_OF[each] for each in frame.numbers]) or frame.wilds
    return _undealt(replace(frame, phase="deal", number=number + 1, dealer=dealer, wilds=wilds, returned=()))


def _move(state: State, seat: int, move: Move) -> State:
    if type(seat) is not int or not 0 <= seat < state.frame.seats:
        raise Illegal("not-seated")
    if type(move) is PlayCard:
        return _play(state, seat, move.card, move.suit)
    if type(move) is Draw:
        return _draw(state, seat)
    if type(move) is Pass:
        return _pass(state, seat)
    if type(move) is NextHand:
        return _tap_next(state, move.hand)
    raise Illegal("malformed")


# ---- the contract -------------------------------------------------------------------------------------------------------------


def _rules_of(options: Options) -> RuleSet:
    """The host's choices. Raises ValueError for an unknown option, and for an unknown or missing value."""
    if set(options) != {"draw", "reshuffle", "queens", "aces", "twos", "length"}:
        raise ValueError("Crazy Eights wants the options draw, reshuffle, queens, aces, twos and length")
    try:
        return RuleSet(
            cap=CAPS[options["draw"]],
            reshuffle={"no": False, "yes": True}[options["reshuffle"]],
            queens=SWITCHES[options["queens"]],
            aces=SWITCHES[options["aces"]],
            twos=SWITCHES[options["twos"]],
            length=LENGTHS[options["length"]],
        )
    except KeyError as unknown:
        raise ValueError(f"unknown option of Crazy Eights: {unknown}") from unknown


def _plays(state: State, seat: int) -> list[Move]:
    """Every play of the seat in its turn: with a wild one for each suit, but for the last card (E16)."""
    found: list[Move] = []
    for card in playable(state, seat):
        if asks_suit(state, seat, card):
            found += [PlayCard(card, suit) for suit in SUITS]
        else:
            found.append(PlayCard(card))
    return found


class CrazyEightsV1:
    """The rules as `games.contract.Rules`; it holds nothing, all facts are in the state."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before the first deal, which is the host's (E3). Options: see `texts.CHOICES`.

        Raises ValueError for other than two to seven seats, for an unknown option, and for an unknown or missing value.
        """
        count = len(seats)
        if count not in SEATS:
            raise ValueError("Crazy Eights wants two to seven seats")
        rules = _rules_of(options)
        numbers = (FIRST_NUMBER,) * count if rules.length == "countdown" else ()
        return _undealt(Frame(rules, count, "deal", 1, 0, (EIGHT,) * count, numbers, (0,) * count, (), ()))

    def awaits(self, state: State) -> Awaits:
        """The deal, a reshuffle (E7), the move of one seat, a tap of anybody between two hands, or nothing."""
        match state.phase:
            case "deal":
                return NeedShuffle(len(deck_of(state.frame.seats)))
            case "reshuffle":
                return NeedShuffle(recyclable(state.pile))
            case "play":
                return NeedMove(((state.turn,),), turn_name(state))
            case "between":
                return NeedMove((tuple(range(state.frame.seats)),), turn_name(state), show=True)
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
        if state.phase == "between":
            return [NextHand(state.frame.number)]
        if state.phase != "play" or seat != state.turn:
            return []
        found = _plays(state, seat)
        if may_draw(state):
            found.append(Draw())
        return found or [Pass()]

    def fallback(self, state: State, seat: int) -> Move:
        """P9: a pending pile is taken; else the dearest card that isn't wild, a wild with the longest suit, a draw, a pass.

        Raises ValueError for a seat not awaited.
        """
        if state.phase == "between":
            return NextHand(state.frame.number)
        if state.phase != "play" or seat != state.turn:
            raise ValueError(f"seat {seat} is not awaited")
        if state.pending:
            return Draw()
        cards = playable(state, seat)
        plain = [card for card in cards if not is_wild(state, seat, card)]
        if plain:
            return PlayCard(max(plain, key=lambda card: (WORTH[card], -DECK.index(card))))
        if cards:
            rest = [card[1] for card in state.hands[seat] if not is_wild(state, seat, card)]
            return PlayCard(cards[0], longest_colour(rest, SUITS) if asks_suit(state, seat, cards[0]) else None)
        return Draw() if may_draw(state) else Pass()

    def free(self, move: Move) -> bool:
        """Going on to the next hand names its hand; everything else names the board."""
        return isinstance(move, NextHand)

    view = staticmethod(views_build.view)
    reveal = staticmethod(views_build.reveal)
    mind = staticmethod(views_build.mind)
    recent = staticmethod(story.recent)
    narrate = staticmethod(story.narrate)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


RULES: Final = CrazyEightsV1()
