"""Lines of a game in the reader's language: message keys and parameters become escaped HTML."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from re import compile as pattern

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

from games.contract import Line, SeatRef, Token

type NameOf = Callable[[int], str]

_HOLE = pattern(r"\{(\w+)\}")


@lru_cache(maxsize=4096)
def pieces(message: str, language: str | None) -> tuple[str, ...]:
    """A translated message, cut at its placeholders: text, name, text, name... text. language: only keys the cache."""
    return tuple(_HOLE.split(_(message)))


@lru_cache(maxsize=4096)
def token_html(token: Token, language: str | None) -> str:
    """A card, suit or tile inside a sentence: the short form is drawn, the long one read aloud."""
    if token.spelled:
        return escape(_(token.label))
    red = " red" if token.red else ""
    return f'<span class="pcs{red}" role="img" aria-label="{escape(_(token.label))}">{escape(token.short)}</span>'


def piece_html(value: object, name_of: NameOf) -> str:
    """One parameter of a line as escaped HTML. A text parameter is a name or number, shown as it is."""
    if isinstance(value, SeatRef):
        return escape(name_of(value.seat))
    if isinstance(value, Token):
        return token_html(value, get_language())
    if isinstance(value, (list, tuple)):
        return " ".join(piece_html(part, name_of) for part in value)
    return escape(str(value))


def piece_text(value: object, name_of: NameOf) -> str:
    """One parameter of a line as plain text, for titles and what is read aloud."""
    if isinstance(value, SeatRef):
        return name_of(value.seat)
    if isinstance(value, Token):
        return _(value.label)
    if isinstance(value, (list, tuple)):
        return ", ".join(piece_text(part, name_of) for part in value)
    return str(value)


def line_html(line: Line, messages: Mapping[str, str], name_of: NameOf) -> SafeString:
    """The line as HTML. Raises KeyError when the game has no message of that key: a test of each game looks for that."""
    cut = pieces(messages[line.key], get_language())
    out: list[str] = [escape(cut[0])]
    for hole, text in zip(cut[1::2], cut[2::2], strict=True):
        out += [piece_html(line.params[hole], name_of), escape(text)]
    return mark_safe("".join(out))


def line_text(line: Line, messages: Mapping[str, str], name_of: NameOf, you: int | None = None) -> str:
    """The line as plain text. you: the seat that hears it, to whom its own doings are told in the second person (`Game.lines`)."""
    own = you is not None and line.params.get("who") == SeatRef(you) and messages.get(f"{line.key}-you")
    cut = pieces(own or messages[line.key], get_language())
    out = [cut[0]]
    for hole, text in zip(cut[1::2], cut[2::2], strict=True):
        out += [piece_text(line.params[hole], name_of), text]
    return "".join(out)


def sentence(message: str, params: Mapping[str, object], name_of: NameOf) -> str:
    """A refusal of the rules as plain text in the reader's language."""
    return line_text(Line("", params), {"": message}, name_of)
