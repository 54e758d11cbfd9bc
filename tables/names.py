"""Visible characters, and names that could be mistaken for the house's own (P17).

A visible character is an extended grapheme cluster: a letter with its marks, a flag, an emoji with its skin tone, a family joined by
invisible joiners. Python knows no clusters, and no package at hand does; what names need of Unicode's rule (UAX 29) stands here.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

JOINER = "\u200d"
EMOJI_STYLE = "\ufe0f"
KEYCAP = "\u20e3"
LONGEST_CLUSTER = 10
"""Code points of one visible character; the longest emoji that are in use have as many."""

FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The flag of a region, such as Scotland's: a black flag followed by invisible letters."""


def regional(sign: str) -> bool:
    """One of the letters of which two make a country's flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def pictured(sign: str) -> bool:
    """A picture that emoji are joined of."""
    return (unicodedata.category(sign) == "So" or sign in "↔↕") and not regional(sign)


def extends(sign: str) -> bool:
    """It belongs to the character before it: marks, joiners, skin tones, the invisible letters of a flag."""
    tone, tag = "\U0001f3fb" <= sign <= "\U0001f3ff", "\U000e0020" <= sign <= "\U000e007f"
    return unicodedata.category(sign)[0] == "M" or sign == JOINER or tone or tag


def characters(text: str) -> list[str]:
    """The visible characters of a text, in order; joined they are the text again."""
    found: list[str] = []
    for sign in text:
        last = found[-1] if found else ""
        half_a_flag = len(last) == 1 and regional(last) and regional(sign)
        joined = last.endswith(JOINER) and pictured(last[0]) and pictured(sign)
        if found and (extends(sign) or half_a_flag or joined):
            found[-1] = last + sign
        else:
            found.append(sign)
    return found


def shortened(text: str, most: int, *, points: int | None = None) -> str:
    """The text's first visible characters, none of them cut in two. points: as many code points at the most."""
    kept = ""
    for character in characters(text)[:most]:
        if points is not None and len(kept + character) > points:
            break
        kept += character
    return kept.rstrip()


def initial(name: str) -> str:
    """The first visible character of a name, large, "?" of none."""
    return (characters(name) or ["?"])[0].upper()


# ---- the house's own names --------------------------------------------------------------------------------------------------

STAFF = frozenset(
    "admin admins administrador administradora administradores administracion administracao administration administrator administrators "
    "moderador moderadora moderadores moderacion moderacao moderator moderators soporte support suporte helpdesk staff "
    "sysadmin superuser superusuario superusuaria superutilizador webmaster postmaster hostmaster tapete".split()
)
"""Whoever is called so seems to speak for those who run the site."""

MACHINES = frozenset(
    "cpu maquina machine bot bots chatbot robot robots robo ordenador computadora computador computer computers sistema system".split()
)
"""Whoever is called so seems to be a CPU player, or the table itself."""

PLACES = frozenset({"sillalibre", "lugarlivre", "cadeiralivre", "freechair", "freeseat", "emptychair", "emptyseat"})
"""Names that look like a chair nobody sits on, without their spaces."""

CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЈЅ", "abezhikmnoptyxabekmhopctyxijs")
"""Greek and Cyrillic capitals that look like Latin ones; as small letters some of them look like others."""
LIKENESS = str.maketrans(
    # Cyrillic and Greek small letters that look like Latin ones, then small capitals and letters with strokes.
    "абвгдезікмнорстухьѕјһԁԛԝӏαβγδεηικμνορτυχωϲᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢłøđħŧıɑɡ",
    "abbrde3ikmhopctyxbsjhdqwlabydenikuvoptuxwcabcdefghijklmnoprstuvwyzlodhtiag",
)
DIGITS = str.maketrans({"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "€": "e", "!": "i", "|": "l"})
"""Signs written for letters. (1 stands for i and for l: both are tried.)"""


def _plain(sign: str) -> str:
    """A letter in a circle or square of its own as that letter; others as they are."""
    for first in (0x1F150, 0x1F170, 0x1F1E6):
        if first <= ord(sign) < first + 26:
            return chr(ord("a") + ord(sign) - first)
    return sign


def folded(name: str) -> str:
    """The form in which two names look the same: without case, width, accents, invisible signs, and alphabets that look alike."""
    plain = unicodedata.normalize("NFKD", "".join(_plain(sign) for sign in name)).translate(CAPITALS).casefold()
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] != "M" and unicodedata.category(sign) != "Cf").translate(
        LIKENESS
    )


def _readings(name: str) -> set[str]:
    """The words that somebody may read in a name, and the name read as one word."""
    plain = folded(name)
    found: set[str] = set()
    for one in ("i", "l"):
        for text in (plain, plain.translate(DIGITS).replace("1", one)):
            words = re.findall(r"[^\W_]+", text)
            single = [word if len(word) == 1 else " " for word in words]
            spelt = "".join(single).split()  # a d m i n
            halves = [a + b for a, b in pairwise(words) if min(len(a), len(b)) <= 2]  # ad min
            found.update(words, spelt, halves, ["".join(words)])
    return found | {re.sub(r"^\d+|\d+$", "", word) for word in found}


def imitates(name: str) -> bool:
    """Whether a name could be taken for a CPU player's, an empty chair's or the house's, in any spelling.

    Whole words are compared: Boto, Admir and Máximo are people.
    """
    found = _readings(name)
    return bool(found & (STAFF | MACHINES | PLACES))


def speaks_for_us(title: str) -> bool:
    """Whether a table's title could be taken for the house's word. A machine or a green cloth may well be in one."""
    found = _readings(title)
    return bool(found & (STAFF - {"tapete"})) or "".join(re.findall(r"[^\W_]+", folded(title))) == "tapete"
