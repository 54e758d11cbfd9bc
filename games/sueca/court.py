"""The judgement of an accusation, from the recorded deal and plays of this round (S21)."""

from __future__ import annotations

from dataclasses import dataclass

from games.kit.tricks import following, without
from games.sueca.state import SEATS, Hand, State, board_trick
from games.sueca.views import Trick, Verdict


@dataclass(frozen=True, slots=True)
class Offence:
    """A card laid off the led suit while holding it. played: cards laid in the round up to and including it."""

    trick: Trick
    card: str
    due: Hand
    hand: Hand
    played: int


def tricks_so_far(state: State) -> tuple[Trick, ...]:
    """The finished tricks of the round, and the one on the table when a card lies there."""
    return (*state.tricks, board_trick(state)) if state.plays else state.tricks


def first_offence(state: State, accused: int) -> Offence | None:
    """The first revoke of a seat in this round; None when all its plays were clean.

    It is complete at the moment of the play, whatever is played later. Leading is never one, and with one card left there is no choice.
    """
    hand = state.frame.dealt[accused]
    for trick in tricks_so_far(state):
        led = trick.plays[0].card[1]
        for place, play in enumerate(trick.plays):
            if play.seat != accused:
                continue
            due = following(hand, led)
            if due and play.card[1] != led:
                return Offence(trick, play.card, due, hand, SEATS * (trick.number - 1) + place + 1)
            hand = without(hand, play.card)
    return None


def judge(state: State, accuser: int, accused: int) -> Verdict:
    """The verdict on an accusation (S21). A false one says nothing but the plays, which all lay open on the table."""
    tricks = tricks_so_far(state)
    offence = first_offence(state, accused)
    # Between the deal and the accusation there were only plays and, after the tenth trick, taps on Contar.
    dealt_at = state.frame.events - sum(state.tapped)
    return Verdict(
        accuser=accuser,
        accused=accused,
        round=state.frame.round,
        guilty=offence is not None,
        trick=offence.trick if offence else None,
        card=offence.card if offence else None,
        due=offence.due if offence else (),
        hand=offence.hand if offence else (),
        tricks=tricks,
        step=dealt_at + offence.played if offence else None,
    )
