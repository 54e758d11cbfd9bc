"""Trick-taking: who follows suit, who wins, who is next. Cards are the two-letter codes of `games.kit.cards`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kit.cards import Card


def following(hand: Sequence[Card], led: str) -> tuple[Card, ...]:
    """The cards of a hand that are of the led suit; () when there is none."""
    return tuple([card for card in hand if card[1] == led])


def allowed(hand: Sequence[Card], led: str | None) -> tuple[Card, ...]:
    """What a hand may lay where suit must be followed. led: the led suit, None for the leader."""
    return following(hand, led) or tuple(hand) if led else tuple(hand)


def winning(cards: Sequence[Card], trump: str, strength: Mapping[Card, int]) -> int:
    """Which card of a trick wins so far: its place in the order played.

    cards: the cards of the trick, the led one first. strength: compares cards of one suit, higher is better.
    Any trump beats any other suit; a card that is neither trump nor of the winner's suit wins nothing.
    """
    place, best = 0, cards[0]
    for index, card in enumerate(cards):
        same = card[1] == best[1]
        if (same and strength[card] > strength[best]) or (not same and card[1] == trump):
            place, best = index, card
    return place


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after the card has left it, in the same order. Raises ValueError when it is not there."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
