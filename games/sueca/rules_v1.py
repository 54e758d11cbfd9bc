"""Sueca, version 1 of its rules.

Four players in two fixed pairs (seats 0 and 2 against 1 and 3) play tricks with forty cards, counter-clockwise, so that seat + 1 is
the neighbour on the right. Each gets ten cards; the dealer's last one is turned up and fixes the trump for the round. The neighbour on
the dealer's right leads. Suit must be followed; without it any card may be laid. The highest trump wins, else the highest card of the
led suit, and the winner leads on. The cards taken count 120 points in all: 61 to 90 earn the pair one mark, 91 to 119 two, all 120
two or, when the others took no trick (*capote*), four and with it the game. 60 each leaves a mark pending for the next winner. Four
marks win.

Source: the rules page of the table, numbered S1 to S30, which settles what the telling of the game leaves open. What each number says
is quoted where it is applied. House decisions of this module, where the page is silent:

1. Deal. ``Shuffled(order)`` names places in `state.DECK`, top card first. The first ten cards go to the dealer's right, the next ten
   to the seat after, and the last ten to the dealer, whose last card is the trump (S8).
2. Rounds are numbered from 1 as they are dealt, so that a round annulled by mano floja keeps its number (S11).
3. An absent seat never revokes: the fallback is the weakest card that follows suit even where revoking is allowed. Weakest is by
   rank (S2), plain suits before trumps, then in the order of the deck (P9).
4. A round's plays run without a break from its deal to its end, which is what dates an offence within the history (S21).
5. Acts that name their round (S23) are told apart when late: done already (`Settled`), a round that was counted
   (``already-counted``), a round judged (``already-judged``), no such round (``old-round``).
6. At the count in both modes everything is told; until then a count at the end tells nobody anything (S19).
7. A verdict's pair that loses keeps its marks; `Result.points` are the marks as they stand (S23).

Moves as text: see `codec`. Public are the trump, the trick on the table and the one before, who holds how many cards, the marks; with
the count in real time the sums too. Hands are their holders' alone (S29).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NoReturn

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
from games.kit.cards import card_token, suit_token
from games.kit.seats import after
from games.kit.tricks import following, without
from games.sueca import codec, story, views_build
from games.sueca.court import judge
from games.sueca.questions import WEAK_HAND, accusable, clean, counted, groups, may_ask, playable, round_begun, turn_name
from games.sueca.scoring import GOAL, result_of, sheet_of
from games.sueca.state import (
    DECK,
    NO_HANDS,
    SEATS,
    STRENGTH,
    TRICKS,
    Frame,
    Hand,
    Hands,
    State,
    best_seat,
    opponents,
    pair_of,
    trump_card,
    worth,
)
from games.sueca.views import Accuse, Annulled, AskRedeal, Count, Move, NextRound, Phase, Play, PlayCard, Trick

ALL_PLACES: Final = list(range(len(DECK)))
# Values that never change, made once: a step has better things to do.
PLAYS: Final = tuple({card: Play(seat, card) for card in DECK} for seat in range(SEATS))
PLAY_CARD: Final = {card: PlayCard(card) for card in DECK}


# ---- building the next state --------------------------------------------------------------------------------------------------


def _next_deal(state: State, frame: Frame) -> State:
    """Waiting for the cards of another round, dealt by the neighbour on the right of the last dealer (S7)."""
    dealer = after(frame.dealer, SEATS)
    laid = len(state.plays) + SEATS * len(state.tricks)
    frame = replace(
        frame, phase="deal", events=frame.events + laid + 1, round=frame.round + 1, dealer=dealer, dealt=NO_HANDS, tapped=(False, False)
    )
    return State(frame, after(dealer, SEATS), NO_HANDS, (), ())


def _tenth(cards: Hand, dealer: int, seat: int) -> Hand:
    """The ten cards of a seat: the dealer's right neighbour has the top ones, the dealer the last (S8)."""
    first = (seat - dealer - 1) % SEATS * TRICKS
    return cards[first : first + TRICKS]


def _deal(state: State, order: tuple[int, ...]) -> State:
    if state.phase != "deal":
        raise Illegal("not-now")
    if sorted(order) != ALL_PLACES:
        raise Illegal("bad-shuffle")
    cards = tuple(map(DECK.__getitem__, order))
    frame = state.frame
    dealt: Hands = tuple([_tenth(cards, frame.dealer, seat) for seat in range(SEATS)])  # type: ignore[assignment]
    return State(replace(frame, phase="play", events=frame.events + 1, dealt=dealt), state.turn, dealt, (), ())


def _count(state: State) -> State:
    """The count of a finished round; with four marks on a cross the game is over (S12-S18)."""
    frame = state.frame
    sheet = sheet_of(frame, state.tricks)
    phase: Phase = "over" if max(sheet.cross_after) >= GOAL else "counted"
    history = (*frame.history, sheet)
    frame = replace(frame, phase=phase, marks=sheet.cross_after, pending=sheet.pending_after, history=history)
    return State(frame, state.turn, state.hands, (), state.tricks)


# ---- moves --------------------------------------------------------------------------------------------------------------------


def _refuse_card(state: State, seat: int, card: str) -> NoReturn:
    if state.phase == "over":
        raise Illegal("finished")
    if state.phase != "play":
        raise Illegal("round-over")
    if seat != state.turn:
        raise Illegal("not-your-turn", who=SeatRef(state.turn))
    if card not in state.hands[seat]:
        raise Illegal("not-in-hand", card=card_token(card))
    raise Illegal("must-follow", suit=suit_token(state.plays[0].card[1]))


def _play(state: State, seat: int, card: str) -> State:
    """Lay a card (S9, S10, S20)."""
    hands, plays, frame = state.hands, state.plays, state.frame
    hand = hands[seat]
    if seat != state.turn or frame.phase != "play" or card not in hand:
        _refuse_card(state, seat, card)
    if plays and card[1] != plays[0].card[1] and frame.revoke_mode == "impeded" and following(hand, plays[0].card[1]):
        _refuse_card(state, seat, card)
    held: Hands = (*hands[:seat], without(hand, card), *hands[seat + 1 :])  # type: ignore[assignment]
    plays = (*plays, PLAYS[seat][card])
    if len(plays) == SEATS:
        return _close_trick(state, held, plays)
    return State(frame, (seat + 1) % SEATS, held, plays, state.tricks)


def _close_trick(state: State, hands: Hands, plays: tuple[Play, ...]) -> State:
    """The winner takes the trick and leads the next (S9); after the tenth the count follows, or waits for taps (S22)."""
    frame = state.frame
    best = best_seat(plays, frame.dealt[frame.dealer][-1][1])
    tricks = (*state.tricks, Trick(len(state.tricks) + 1, plays, best))
    if len(tricks) < TRICKS:
        return State(frame, best, hands, (), tricks)
    if frame.revoke_mode == "allowed":
        frame = replace(frame, phase="to-count")
        return State(frame, best, hands, (), tricks)
    return _count(State(frame, best, hands, (), tricks))


def _ask(state: State, seat: int) -> State:
    """Mano floja: the round is dealt again by the next dealer, pending marks are kept (S11)."""
    if state.phase == "over":
        raise Illegal("finished")
    if state.phase != "play":
        raise Illegal("round-over")
    if round_begun(state):
        raise Illegal("redeal-late")
    if seat != state.turn:
        raise Illegal("redeal-not-leader", who=SeatRef(state.turn))
    hand = state.hands[seat]
    if worth(hand) > WEAK_HAND:
        raise Illegal("redeal-too-strong", points=worth(hand))
    frame = state.frame
    return _next_deal(state, replace(frame, annulled=(*frame.annulled, Annulled(frame.round, seat, hand))))


def _accuse(state: State, seat: int, move: Accuse) -> State:
    """Accuse an opponent of a revoke in this round: the verdict ends the game (S21, S23)."""
    frame = state.frame
    if state.verdict and move.round == state.verdict.round:
        raise Illegal("already-judged")
    if state.phase == "over":
        raise Illegal("finished")
    if frame.revoke_mode == "impeded":
        raise Illegal("no-revoke")
    if move.accused == seat:
        raise Illegal("accuse-self")
    if move.accused not in opponents(seat):
        raise Illegal("accuse-partner" if pair_of(seat) == pair_of(move.accused) and move.accused in range(SEATS) else "no-such-seat")
    if counted(state, move.round):
        raise Illegal("already-counted")
    if move.round != frame.round:
        raise Illegal("old-round")
    if not round_begun(state):
        raise Illegal("accuse-early")
    verdict = judge(state, seat, move.accused)
    # A game decided so drops pending marks (S18); the crosses keep theirs (S23).
    frame = replace(frame, phase="over", events=frame.events + 1, pending=0, verdict=verdict)
    return State(frame, state.turn, state.hands, state.plays, state.tricks)


def _tap_count(state: State, seat: int, number: int) -> State:
    """One player of each pair must tap *Contar* where revoking is allowed (S22)."""
    pair = pair_of(seat)
    if counted(state, number) or (state.phase == "to-count" and number == state.frame.round and state.tapped[pair]):
        raise Settled("counted-already")
    if state.phase == "over":
        raise Illegal("finished")
    if number != state.frame.round:
        raise Illegal("old-round")
    if state.phase != "to-count":
        raise Illegal("round-running")
    tapped = (state.tapped[0] or pair == 0, state.tapped[1] or pair == 1)
    frame = replace(state.frame, events=state.frame.events + 1, tapped=tapped)
    waiting = State(frame, state.turn, state.hands, (), state.tricks)
    return _count(waiting) if all(tapped) else waiting


def _tap_next(state: State, number: int) -> State:
    """Any player taps *Siguiente ronda* after a count (S24)."""
    frame = state.frame
    if number < frame.round and counted(state, number):
        raise Settled("next-already")
    if state.phase == "over":
        raise Illegal("finished")
    if number != frame.round:
        raise Illegal("old-round")
    if state.phase != "counted":
        raise Illegal("not-counted")
    return _next_deal(state, frame)


def _move(state: State, seat: int, move: Move) -> State:
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise Illegal("not-seated")
    match move:
        case PlayCard(card):
            return _play(state, seat, card)
        case AskRedeal():
            return _ask(state, seat)
        case Accuse():
            return _accuse(state, seat, move)
        case Count(number):
            return _tap_count(state, seat, number)
        case NextRound(number):
            return _tap_next(state, number)
    raise Illegal("malformed")


# ---- the contract -------------------------------------------------------------------------------------------------------------


class SuecaV1:
    """The rules as `games.contract.Rules`; it holds nothing, all facts are in the state."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before the first deal, which is the host's (S7). Options: ``count`` (S19) and ``revoke`` (S20).

        Raises ValueError for other than four seats, for an unknown option, and for an unknown or missing value.
        """
        if len(seats) != SEATS or set(options) != {"count", "revoke"}:
            raise ValueError("Sueca wants four seats and the options count and revoke")
        count, revoke = options["count"], options["revoke"]
        if count not in ("real", "end") or revoke not in ("impeded", "allowed"):
            raise ValueError(f"unknown option of Sueca: {count!r}, {revoke!r}")
        count_mode: Literal["real", "end"] = "real" if count == "real" else "end"
        revoke_mode: Literal["impeded", "allowed"] = "allowed" if revoke == "allowed" else "impeded"
        frame = Frame(count_mode, revoke_mode, "deal", 0, 1, 0, NO_HANDS, (0, 0), 0, (), (), (False, False), None)
        return State(frame, 1, NO_HANDS, (), ())

    def awaits(self, state: State) -> Awaits:
        """The deal, the card of one seat, a tap of each pair that has not tapped (S22), a tap of anybody (S24), or nothing."""
        if state.phase == "deal":
            return NeedShuffle(len(DECK))
        if state.phase == "over":
            return Over(result_of(state))
        return NeedMove(groups(state), turn_name(state), show=state.phase != "play")

    def step(self, state: State, event: Event) -> State:
        """The state after the event. Raises `Illegal`; see `texts.REFUSALS` for the codes."""
        if type(event) is Played:
            move = event.move
            if type(move) is PlayCard and type(event.seat) is int and 0 <= event.seat < SEATS:
                return _play(state, event.seat, move.card)
            return _move(state, event.seat, move)
        if type(event) is Shuffled:
            return _deal(state, event.order)
        raise Illegal("malformed")

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        """All legal moves of the seat now; accusations out of turn included (S21)."""
        found: list[Move] = []
        if state.phase == "play" and seat == state.turn:
            found = [PLAY_CARD[card] for card in playable(state)]
            if may_ask(state, seat):
                found.append(AskRedeal())
        number = state.frame.round
        if state.frame.revoke_mode == "allowed":
            found += [Accuse(accused, number) for accused in accusable(state, seat)]
        if state.phase == "to-count" and not state.tapped[pair_of(seat)]:
            found.append(Count(number))
        if state.phase == "counted":
            found.append(NextRound(number))
        return found

    def fallback(self, state: State, seat: int) -> Move:
        """The weakest card that follows suit; accept nothing, accuse nobody (P9). Raises ValueError for a seat not awaited."""
        if state.phase == "play" and seat == state.turn:
            trump = trump_card(state.frame) or ""
            return PlayCard(min(clean(state), key=lambda card: (card[1] == trump[1:], STRENGTH[card], DECK.index(card))))
        if state.phase == "to-count" and not state.tapped[pair_of(seat)]:
            return Count(state.frame.round)
        if state.phase == "counted":
            return NextRound(state.frame.round)
        raise ValueError(f"seat {seat} is not awaited")

    def free(self, move: Move) -> bool:
        """Accusing, counting and going on name their round (S23); a card and mano floja name the board."""
        return isinstance(move, Accuse | Count | NextRound)

    view = staticmethod(views_build.view)
    reveal = staticmethod(views_build.reveal)
    mind = staticmethod(views_build.mind)
    recent = staticmethod(story.recent)
    narrate = staticmethod(story.narrate)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


RULES: Final = SuecaV1()
