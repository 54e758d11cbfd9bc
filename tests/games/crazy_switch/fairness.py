"""What the deal condition W4 does to the cards, measured over many deals: ``python -m tests.games.crazy_switch.fairness``.

Two numbers have exact values. A plain seat's seven cards hold no special one (of the 30 among 106) with the hypergeometric probability
C(76, 7) / C(106, 7). The seat that is guaranteed one gets on average its seven cards' share of specials, given that it has at least one;
the rest of the 28 dealt cards gets what is usual given that. The report is written to ``fairness.txt`` beside this file.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import comb
from pathlib import Path

from games.contract import NeedShuffle, Shuffled, alone
from games.crazy_switch.cards import DECK, is_special
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.state import HAND, SEATS
from games.kit.bits import Stream

DEALS = 1_000_000
REPORT = Path(__file__).with_name("fairness.txt")
CARDS, SPECIALS = len(DECK), sum(map(is_special, DECK))

EXACT_NONE = comb(CARDS - SPECIALS, HAND) / comb(CARDS, HAND)
"""How often a plain seat is dealt no special card."""
_GUARANTEED = HAND * SPECIALS / CARDS / (1 - EXACT_NONE)
"""Specials of a hand, on average, given that it has one."""
_OTHERS = (SPECIALS - _GUARANTEED) / (CARDS - HAND) * HAND * (SEATS - 1)
EXACT_SHARE = _GUARANTEED / (_GUARANTEED + _OTHERS)
"""What the guaranteed seat holds of all dealt specials, pooled over many deals."""


@dataclass
class Tally:
    """deals: shuffles that were dealt. repeated: those in which the guaranteed seat had no special. specials: by seat, in the others."""

    deals: int
    repeated: int
    specials: tuple[int, ...]

    @property
    def none(self) -> float:
        """The share of deals that had to be repeated: the seat was a plain one until then."""
        return self.repeated / self.deals

    @property
    def share(self) -> float:
        """The guaranteed seat's share of all dealt specials, pooled."""
        return self.specials[0] / sum(self.specials)


def measure(deals: int, seed: str) -> Tally:
    """So many shuffles, as the rules deal them to one person and three CPU players."""
    start = RULES.start(alone(SEATS), {"rules": "estandar"})
    bits, state, repeated, specials = Stream(seed), start, 0, [0] * SEATS
    for _ in range(deals):
        state = RULES.step(state, Shuffled(bits.permutation(CARDS)))
        if isinstance(RULES.awaits(state), NeedShuffle):
            repeated += 1
            continue
        for seat, hand in enumerate(state.hands):
            specials[seat] += sum(map(is_special, hand))
        state = start
    return Tally(deals, repeated, tuple(specials))


def told(tally: Tally) -> str:
    """The report."""
    return (
        f"Crazy Switch: {tally.deals} deals to one person and three CPU players (W4)\n"
        f"no special card in a plain seat: measured {tally.none:.4%}, exact {EXACT_NONE:.4%}\n"
        f"share of all dealt specials in the guaranteed seat: measured {tally.share:.4%}, exact {EXACT_SHARE:.4%}\n"
        f"specials dealt by seat: {' '.join(map(str, tally.specials))}\n"
    )


if __name__ == "__main__":
    text = told(measure(DEALS, "fairness"))
    REPORT.write_text(text)
    sys.stdout.write(text)
