"""French-suited cards as two-letter codes: rank then suit, ``"AS"`` the ace of spades, ``"TH"`` the ten of hearts."""

from __future__ import annotations

from typing import Final

from games.contract import N_, Token

type Card = str

SUITS: Final = "SHDC"
"""Spades, hearts, diamonds, clubs."""

RANK_NAMES: Final = {
    "A": N_("as"), "2": N_("dos"), "3": N_("tres"), "4": N_("cuatro"), "5": N_("cinco"), "6": N_("seis"), "7": N_("siete"),
    "8": N_("ocho"), "9": N_("nueve"), "T": N_("diez"), "J": N_("jota"), "Q": N_("dama"), "K": N_("rey"),
}  # fmt: skip
SUIT_NAMES: Final = {"S": N_("picas"), "H": N_("corazones"), "D": N_("diamantes"), "C": N_("tréboles")}
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_NAMES: Final[dict[Card, str]] = {
    "AS": N_("as de picas"), "2S": N_("dos de picas"), "3S": N_("tres de picas"), "4S": N_("cuatro de picas"),
    "5S": N_("cinco de picas"), "6S": N_("seis de picas"), "7S": N_("siete de picas"), "8S": N_("ocho de picas"),
    "9S": N_("nueve de picas"), "TS": N_("diez de picas"), "JS": N_("jota de picas"), "QS": N_("dama de picas"), "KS": N_("rey de picas"),
    "AH": N_("as de corazones"), "2H": N_("dos de corazones"), "3H": N_("tres de corazones"), "4H": N_("cuatro de corazones"),
    "5H": N_("cinco de corazones"), "6H": N_("seis de corazones"), "7H": N_("siete de corazones"), "8H": N_("ocho de corazones"),
    "9H": N_("nueve de corazones"), "TH": N_("diez de corazones"), "JH": N_("jota de corazones"), "QH": N_("dama de corazones"),
    "KH": N_("rey de corazones"),
    "AD": N_("as de diamantes"), "2D": N_("dos de diamantes"), "3D": N_("tres de diamantes"), "4D": N_("cuatro de diamantes"),
    "5D": N_("cinco de diamantes"), "6D": N_("seis de diamantes"), "7D": N_("siete de diamantes"), "8D": N_("ocho de diamantes"),
    "9D": N_("nueve de diamantes"), "TD": N_("diez de diamantes"), "JD": N_("jota de diamantes"), "QD": N_("dama de diamantes"),
    "KD": N_("rey de diamantes"),
    "AC": N_("as de tréboles"), "2C": N_("dos de tréboles"), "3C": N_("tres de tréboles"), "4C": N_("cuatro de tréboles"),
    "5C": N_("cinco de tréboles"), "6C": N_("seis de tréboles"), "7C": N_("siete de tréboles"), "8C": N_("ocho de tréboles"),
    "9C": N_("nueve de tréboles"), "TC": N_("diez de tréboles"), "JC": N_("jota de tréboles"), "QC": N_("dama de tréboles"),
    "KC": N_("rey de tréboles"),
}  # fmt: skip


def sprite(card: Card) -> str:
    """The id of the card's drawing in the sprite: ``"10h"`` for the ten of hearts."""
    rank = "10" if card[0] == "T" else card[0]
    return (rank + card[1]).lower()


def card_token(card: Card) -> Token:
    """The card as it stands inside a sentence."""
    rank = "10" if card[0] == "T" else card[0]
    return Token(rank + SUIT_SIGNS[card[1]], CARD_NAMES[card], red=card[1] in "HD")


def suit_token(suit: str) -> Token:
    """A suit as it stands inside a sentence."""
    return Token(SUIT_SIGNS[suit], SUIT_NAMES[suit], red=suit in "HD")
