"""Codes as people type them, read as they were meant. Pure functions.

All codes are of Crockford's base 32, which has no I, L, O and U, so that a code survives being read out or copied by hand.
"""

from __future__ import annotations

import re
import unicodedata

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""

TABLE_LENGTH = 8
"""Characters of a table's code: 40 bits, so that nobody finds a table by trying."""

DEAL_LENGTH = 12
"""Characters of a deal code: 60 bits."""

LONGEST = 500
"""Characters of a typed text that are looked at."""

LINK = re.compile(r"(?:^|/)m/([^/?#]+)(/[^?#]*)?", re.IGNORECASE)
ADDRESS = re.compile(r"/m/([^/]+)(/.*)?", re.IGNORECASE | re.DOTALL)


def letters(text: str) -> str:
    """The letters and digits of a text in capitals, others apart; full-width and foreign digits as ours, I and L as 1, O as 0."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST])
    kept = (str(unicodedata.decimal(sign, sign)) for sign in plain if unicodedata.category(sign)[0] in "LNM")
    return "".join(kept).upper().translate(str.maketrans("ILO", "110"))


def read(text: str, length: int) -> str | None:
    """The code of that length, in capitals, that a text means; None when it means none."""
    code = letters(text)
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def table(text: str) -> str | None:
    """The table's code, as it stands in links, that somebody typed, or pasted as a whole link; None when it is none."""
    found = LINK.search(text[:LONGEST])
    code = read(found[1] if found else text, TABLE_LENGTH)
    return code.lower() if code else None


def address(path: str) -> str | None:
    """The address under ``/m/`` that a path means, tidied where it goes on behind the code; None when the code is none."""
    found = ADDRESS.fullmatch(path)
    code = table(f"/m/{found[1]}") if found else None
    if found is None or code is None:
        return None
    rest = [tidied(part) for part in (found[2] or "").split("/")]
    parts = [code, *(part for part in rest if part)]
    return "/m/" + "/".join(parts) + ("" if "." in parts[-1] else "/")


def tidied(part: str) -> str:
    """A part of an address without the points, blanks and brackets of the sentence that it stood in."""
    return re.sub(r"^\W+|\W+$", "", unicodedata.normalize("NFKC", part))
