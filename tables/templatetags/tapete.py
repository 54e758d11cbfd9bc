"""Tags that screens of games and the platform's own templates share."""

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

from config import static as static_files
from games.contract import Line, Setting
from tables.names import initial
from tables.rendering.words import line_html, line_text

register = template.Library()
register.filter("initial", initial)


@cache
def sprite(name: str) -> str:
    """Address of one of the two sprites."""
    return static(f"tapete/{name}.svg")


@register.simple_tag
def card(code: str, size: str = "", label: str = "") -> SafeString:
    """A drawing of the sprite, e.g. ``ah`` or ``back``. size: more classes, e.g. ``sm``. label: Spanish msgid read aloud, else hidden."""
    role = f'role="img" aria-label="{escape(_(label))}"' if label else 'aria-hidden="true"'
    more = f" {escape(size)}" if size else ""
    return mark_safe(f'<svg class="card{more}" {role}><use href="{sprite("cards")}#{escape(code)}"/></svg>')


@register.simple_tag
def icon(name: str) -> SafeString:
    """A small drawing of the icons' sprite; what it means is said beside it or in the button's label."""
    return mark_safe(f'<svg class="i" aria-hidden="true"><use href="{sprite("icons")}#{escape(name)}"/></svg>')


@register.simple_tag
def import_map() -> SafeString:
    """Where the modules lie that other modules name, as the content of a script element."""
    return mark_safe(static_files.import_map())


@register.simple_tag
def mark(name: str = "mark") -> SafeString:
    """A drawing of the cards' sprite that is no card: the emblem, a cross."""
    return mark_safe(f'<svg aria-hidden="true"><use href="{sprite("cards")}#{escape(name)}"/></svg>')


class Kept(template.Node):
    """Renders its block once for each combination of values and language, and takes it from memory from then on."""

    MOST = 4000
    """Combinations kept; then all are forgotten and the usual ones soon there again."""

    def __init__(self, values: list[template.base.FilterExpression], block: template.NodeList) -> None:
        self.values, self.nodelist = values, block
        self.known: dict[tuple[Any, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The block's text."""
        key = (get_language(), *(value.resolve(context) for value in self.values))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.MOST:
                self.known.clear()
            found = self.known[key] = self.nodelist.render(context)
        return found


@register.tag
def kept(parser: template.base.Parser, token: template.base.Token) -> Kept:
    """``{% kept a b %}...{% endkept %}``: for what a table shows again and again, such as a card.

    The block must depend on nothing but the values named, which must be hashable, and the language.
    """
    values = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    block = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(values, block)


def _name_of(context: Context) -> Any:
    """Names by seat, of a table: a rules page has no seats, and its lines name none."""

    def name_of(seat: int) -> str:
        setting: Setting = context["setting"]
        return setting.people[seat].name

    return name_of


@register.simple_tag(takes_context=True)
def line(context: Context, line: Line | None) -> str:
    """A line of the game in words, names and cards in place; nothing for None."""
    return line_html(line, context["game"].lines, _name_of(context)) if line else ""


@register.simple_tag(takes_context=True)
def plain_line(context: Context, line: Line | None) -> str:
    """The same without markup, for attributes."""
    return line_text(line, context["game"].lines, _name_of(context)) if line else ""


@register.filter
def tr(message: str) -> str:
    """A Spanish msgid of a game in the reader's language."""
    return _(message) if message else ""


@register.filter
def chosen(options: dict[str, str], key: str) -> str:
    """The value of a choice in a table's options."""
    return options.get(key, "")


@register.filter
def cut_words(names: str) -> list[str]:
    """Addresses of the style sheets of those names, in that order: one cascade layer each."""
    return [static(f"tapete/{name}.css") for name in names.split()]


@register.filter
def region(regions: dict[str, str], key: str) -> SafeString:
    """A rendered region of a game, "" when the game has none of that id."""
    return mark_safe(regions.get(key, ""))


@register.filter
def cut_plain(names: str) -> list[str]:
    """Words separated by spaces, as a list."""
    return names.split()


@register.simple_tag(takes_context=True)
def places(context: Context, cards: Iterable[Any]) -> str:
    """A word for each card of a hand, as ``card=word``: what the page's script stores in the browser in the card's stead.

    It is the same for one seat, match and card as long as the site's key is, and tells nothing about the card to who reads it there.
    """
    viewer = getattr(context.get("setting"), "viewer", None)
    where = f"{context.get('move_url')}{context.get('match_number')}:{context.get('sort_key')}:{viewer}"
    keys = [(card.get("key") or card["face"].code) if isinstance(card, Mapping) else card.key for card in cards]
    secret = blake2b(settings.SECRET_KEY.encode(), person=b"tapete.places").digest()
    return " ".join(f"{key}={blake2b(f'{where}:{key}'.encode(), key=secret, digest_size=4).hexdigest()}" for key in keys)
