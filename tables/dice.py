"""The dice cup: the only module that asks the operating system for random bits."""

from __future__ import annotations

import secrets

from tables import codes, proof


def _letters(length: int) -> str:
    return "".join(secrets.choice(codes.ALPHABET) for _ in range(length))


def table_code() -> str:
    """The short code in a table's link."""
    return _letters(codes.TABLE_LENGTH).lower()


def deal_code() -> str:
    """A match's deal code: 60 random bits as 12 characters."""
    return _letters(codes.DEAL_LENGTH)


def nonce() -> str:
    """128 random bits as 32 hexadecimal digits; they hide the deal code inside its commitment."""
    return secrets.token_hex(16)


def secret() -> str:
    """192 random bits as text for a cookie or a form: what nobody guesses."""
    return secrets.token_urlsafe(24)


def seed() -> bytes:
    """A seed for a stream of bits that hangs on no deal code."""
    return secrets.token_bytes(16)


def throw(code: str, number: int, size: int) -> tuple[int, ...]:
    """Permutation `number` (1, 2, 3...) of the match with that deal code: all chance of a match comes from its code (P13)."""
    return proof.permutation(code, number, size)
