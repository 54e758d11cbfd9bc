"""The four colours of the colour games, their signs, and the number cards in them. A card is two letters: its number, then its colour."""

from __future__ import annotations

from typing import Final

from games.contract import N_

COLOURS: Final = "ATCV"
"""Amber, turquoise, crimson, violet."""
NUMBERS: Final = "0123456789"

COLOUR_NAMES: Final = {"A": N_("ámbar"), "T": N_("turquesa"), "C": N_("carmesí"), "V": N_("violeta")}
SYMBOLS: Final = {"A": "●", "T": "▲", "C": "■", "V": "✦"}
"""Every colour has a sign of its own, so that the game can be played in black and white."""
SYMBOL_NAMES: Final = {"A": N_("círculo"), "T": N_("triángulo"), "C": N_("cuadrado"), "V": N_("estrella de cuatro puntas")}
NUMBER_NAMES: Final[dict[str, str]] = {
    "0A": N_("0 ámbar"), "1A": N_("1 ámbar"), "2A": N_("2 ámbar"), "3A": N_("3 ámbar"), "4A": N_("4 ámbar"), "5A": N_("5 ámbar"),
    "6A": N_("6 ámbar"), "7A": N_("7 ámbar"), "8A": N_("8 ámbar"), "9A": N_("9 ámbar"),
    "0T": N_("0 turquesa"), "1T": N_("1 turquesa"), "2T": N_("2 turquesa"), "3T": N_("3 turquesa"), "4T": N_("4 turquesa"),
    "5T": N_("5 turquesa"), "6T": N_("6 turquesa"), "7T": N_("7 turquesa"), "8T": N_("8 turquesa"), "9T": N_("9 turquesa"),
    "0C": N_("0 carmesí"), "1C": N_("1 carmesí"), "2C": N_("2 carmesí"), "3C": N_("3 carmesí"), "4C": N_("4 carmesí"),
    "5C": N_("5 carmesí"), "6C": N_("6 carmesí"), "7C": N_("7 carmesí"), "8C": N_("8 carmesí"), "9C": N_("9 carmesí"),
    "0V": N_("0 violeta"), "1V": N_("1 violeta"), "2V": N_("2 violeta"), "3V": N_("3 violeta"), "4V": N_("4 violeta"),
    "5V": N_("5 violeta"), "6V": N_("6 violeta"), "7V": N_("7 violeta"), "8V": N_("8 violeta"), "9V": N_("9 violeta"),
}  # fmt: skip
"""How a number card is read aloud."""
