"""The 106 cards of Crazy Switch (W1, W2) as two-letter codes: what it is, then its colour.

``"7A"`` is an amber seven, ``"ST"`` a turquoise skip (*salto*), ``"RC"`` a crimson reverse (*cambio de sentido*), ``"DV"`` a violet draw
two (*roba dos*), ``"WX"`` a wild card (*comodín*), ``"FX"`` a wild draw four (*comodín roba cuatro*). All but the noughts and the wild
draw fours are there in equal copies, which nothing tells apart.
"""

from __future__ import annotations

from typing import Final

from games.contract import N_, Token
from games.kit.colours import COLOUR_NAMES, COLOURS, NUMBER_NAMES, NUMBERS, SYMBOLS

type Card = str

NO_COLOUR: Final = "X"
"""The colour of a wild card: none."""
SKIP, REVERSE, DRAW_TWO, WILD, DRAW_FOUR = "S", "R", "D", "W", "F"
ACTIONS: Final = SKIP + REVERSE + DRAW_TWO
WILDS: Final = WILD + DRAW_FOUR
DRAWS: Final = {DRAW_TWO: 2, DRAW_FOUR: 4}
"""How many cards the next player draws."""

DECK: Final[tuple[Card, ...]] = (
    *(trait + colour for colour in COLOURS for trait in "0" + NUMBERS[1:] * 2 + ACTIONS * 2),
    *(WILD + NO_COLOUR for _ in range(4)),
    *(DRAW_FOUR + NO_COLOUR for _ in range(2)),
)
"""All 106 cards (W2). The order of a deal's `Shuffled` counts places in it."""
WORTH: Final[dict[Card, int]] = {card: int(card[0]) if card[0] in NUMBERS else 20 if card[0] in ACTIONS else 50 for card in DECK}
"""What a left-over card counts (W12)."""

TRAIT_SIGNS: Final = {SKIP: "⊘", REVERSE: "⇄", DRAW_TWO: "+2", WILD: "✱", DRAW_FOUR: "+4"}
TRAIT_NAMES: Final = {
    **{number: number for number in NUMBERS},
    SKIP: N_("salto"), REVERSE: N_("cambio de sentido"), DRAW_TWO: N_("roba dos"),
    WILD: N_("comodín"), DRAW_FOUR: N_("comodín roba cuatro"),
}  # fmt: skip
TRAIT_WORDS: Final = {**TRAIT_NAMES, REVERSE: N_("cambio")}
"""The same where there is little room."""
CARD_NAMES: Final[dict[Card, str]] = {
    **NUMBER_NAMES,
    "SA": N_("salto ámbar"), "RA": N_("cambio de sentido ámbar"), "DA": N_("roba dos ámbar"),
    "ST": N_("salto turquesa"), "RT": N_("cambio de sentido turquesa"), "DT": N_("roba dos turquesa"),
    "SC": N_("salto carmesí"), "RC": N_("cambio de sentido carmesí"), "DC": N_("roba dos carmesí"),
    "SV": N_("salto violeta"), "RV": N_("cambio de sentido violeta"), "DV": N_("roba dos violeta"),
    "WX": N_("comodín"), "FX": N_("comodín roba cuatro"),
}  # fmt: skip


def is_wild(card: Card) -> bool:
    """Whether the card has no colour and names one (W7, W9)."""
    return card[0] in WILDS


def is_special(card: Card) -> bool:
    """Whether the card is one of the 30 that are not numbers (W4)."""
    return card[0] not in NUMBERS


def card_token(card: Card) -> Token:
    """The card as it stands inside a sentence: sign and symbol drawn, its name read aloud."""
    return Token(TRAIT_SIGNS.get(card[0], card[0]) + SYMBOLS.get(card[1], ""), CARD_NAMES[card])


def colour_token(colour: str) -> Token:
    """A colour as it stands inside a sentence."""
    return Token(SYMBOLS[colour], COLOUR_NAMES[colour])


def colour_word(colour: str) -> Token:
    """A colour spelled out inside a sentence."""
    return Token(SYMBOLS[colour], COLOUR_NAMES[colour], spelled=True)


def trait_word(trait: str) -> Token:
    """A number or kind spelled out inside a short sentence."""
    return Token(TRAIT_SIGNS.get(trait, trait), TRAIT_WORDS[trait], spelled=True)
