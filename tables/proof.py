"""The deal proof: nobody, the operator included, could steer the cards. Pure functions, recomputable by anyone.

Before the first card a match has a random *deal code* (12 characters of Crockford's base 32, 60 bits) and a *nonce* (32 hexadecimal
digits). While it runs the table shows only ``commitment = SHA-256(code + nonce)``; at the end also code and nonce.

Permutation k (1, 2, 3...) of ``range(size)``: the numbers 0 to size - 1 in order are shuffled by Fisher and Yates from the last place
down, each place i swapped with a place j from 0 to i. The j come from a stream of 64-bit words: SHA-256 of the ASCII text
``code:k:counter`` for counter 0, 1, 2... read as four big-endian words each. A word not below the largest multiple of i + 1 that fits
into 64 bits is skipped, so that every j is equally likely.

``static/tapete/check_deal.py`` does the same alone, on an export.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack

from tables import codes

WORD = 1 << 64


def commitment(code: str, nonce: str) -> str:
    """What is shown before the first card, as hexadecimal digits."""
    return sha256((code + nonce).encode()).hexdigest()


def grouped(code: str) -> str:
    """A deal code in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read(text: str) -> str | None:
    """A deal code as somebody typed it (see `codes`). None when it is none."""
    return codes.read(text, codes.DEAL_LENGTH)


class Stream:
    """An endless stream of unbiased numbers from a name: it satisfies `games.contract.Bits`."""

    __slots__ = ("_words",)

    def __init__(self, name: bytes) -> None:
        self._words = self._draw(name)

    @staticmethod
    def _draw(name: bytes) -> Iterator[int]:
        counter = 0
        while True:
            yield from unpack(">4Q", sha256(name + b":%d" % counter).digest())
            counter += 1

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely."""
        bound = WORD - WORD % limit
        return next(word for word in self._words if word < bound) % limit


def permutation(code: str, number: int, size: int) -> tuple[int, ...]:
    """Permutation `number` (1, 2, 3...) of ``range(size)`` in the match of that deal code."""
    stream = Stream(f"{code}:{number}".encode())
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def thought(code: str, decision: int, seat: int, attempt: int) -> bytes:
    """The name of the stream of bits for one decision of a CPU player: the same game played again has the same ones (P15).

    decision: rule events before it. attempt: 0, 1... where an earlier one failed. No permutation's stream has such a name.
    """
    return f"{code}:cpu:{decision}:{seat}:{attempt}".encode()


def check(code: str, nonce: str, shown: str, shuffles: Sequence[Sequence[int]]) -> list[int]:
    """What does not agree: the numbers of shuffles (1, 2, 3...), and 0 for the commitment; [] when all do."""
    wrong = [] if commitment(code, nonce) == shown else [0]
    for number, order in enumerate(shuffles, start=1):
        if permutation(code, number, len(order)) != tuple(order):
            wrong.append(number)
    return wrong
