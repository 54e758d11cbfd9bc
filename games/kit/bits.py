"""Random choices without a random generator: a stream of bits that is a pure function of its seed (P15)."""

from __future__ import annotations

from hashlib import sha256
from struct import unpack

WORD = 1 << 64


class Stream:
    """An endless stream of unbiased numbers from a seed: SHA-256 of seed and counter, read as 64-bit words.

    It satisfies `games.contract.Bits`. Two streams of the same seed give the same numbers on every machine and version.
    """

    __slots__ = ("_counter", "_seed", "_words")

    def __init__(self, seed: bytes | str) -> None:
        self._seed = seed.encode() if isinstance(seed, str) else seed
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._seed + b":" + str(self._counter).encode()).digest()
            self._words.extend(unpack(">4Q", block))
            self._counter += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely. Raises ValueError unless 1 <= limit <= 2**64."""
        if not 1 <= limit <= WORD:
            raise ValueError(f"no number below {limit}")
        # Words of the last, incomplete stretch of `limit` numbers would favour the small ones: draw again.
        fair = WORD - WORD % limit
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % limit

    def permutation(self, size: int) -> tuple[int, ...]:
        """A permutation of ``range(size)``, all equally likely (Fisher-Yates)."""
        order = list(range(size))
        for place in range(size - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)
