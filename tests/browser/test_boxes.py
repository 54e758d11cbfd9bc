"""What lies over a table is no larger than what it says, in every game and on every screen, and covers nothing that is needed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import BrowserContext, Page, expect

from games import registry
from games.contract import Game
from tests import factories
from tests.browser.helpers import aside, level, seat_at
from tests.browser.people import CALM, LONG, PHONE, seated, still
from tests.live import LiveSite

SITE = {"CPU_PACE": 0, "CHANCE": "tests.stacked", "FREE_VARIANTS": ["choque:clasica", "choque:asedio", "choque:dia-y-noche"]}
SCREENS = {"phone": (360, 740), "small": (320, 568), "sideways": (740, 360), "desktop": (1440, 900)}
LONGEST_NAME = "Maximiliana Bartolomé Ruiz"[:24]
LOST = "Sin conexión con la mesa. Lo que ves puede ser de hace un rato."
LABELS = re.compile(r"(CARD|FACE|TILE|RANK|SUIT|COLOUR)_NAMES")
type Open = Callable[..., BrowserContext]

TOAST = """sentences => {
    const box = document.getElementById('r-toast'), found = [], place = el => el.getBoundingClientRect();
    const needed = 'a[href], button, summary, input:not([type=hidden]), .fan li, .pile, .trick, .board, .panel';
    const shown = [...document.querySelectorAll(needed)].filter(el => el.checkVisibility({ visibilityProperty: true }))
        .filter(el => !el.closest('.skip, .vh, #r-toast'));
    const meet = (a, b) => b.width > 1 && b.height > 1 && b.left < a.right - 1 && b.right > a.left + 1 && b.top < a.bottom - 1
        && b.bottom > a.top + 1;
    for (const text of sentences) {
        box.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
        const said = box.firstElementChild, seen = place(box), status = place(document.getElementById('r-status'));
        const range = document.createRange();
        range.selectNodeContents(said);
        found.push({
            text, height: seen.height, lines: new Set([...range.getClientRects()].map(line => Math.round(line.top))).size,
            whole: box.scrollHeight <= box.clientHeight + 1 && said.scrollWidth <= said.clientWidth + 1,
            over: seen.top <= status.top + 1 && seen.bottom >= status.bottom - 1,
            along: seen.left <= status.left + 1 && seen.right >= status.right - 1,
            inside: seen.top >= -1 && seen.left >= -1 && seen.right <= innerWidth + 1,
            hit: shown.filter(el => meet(seen, place(el))).map(el => el.outerHTML.slice(0, 90)),
        });
    }
    box.replaceChildren();
    return found;
}"""
PLACE = "id => { const el = document.getElementById(id); el.hidden = false; return el.getBoundingClientRect().toJSON() }"
STRETCHED = """() => [...document.querySelectorAll('body *')]
    .filter(el => el instanceof HTMLElement && el.checkVisibility({ visibilityProperty: true }) && el.textContent.trim())
    .filter(el => ['absolute', 'fixed'].includes(getComputedStyle(el).position) && !el.matches('.sheet, .over, .vh, .skip'))
    .filter(el => getComputedStyle(el).backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(getComputedStyle(el).borderTopWidth))
    .map(el => {
        const tall = el.offsetHeight;
        el.style.setProperty('bottom', 'auto', 'important');
        const plain = el.offsetHeight;
        el.style.removeProperty('bottom');
        return [el, tall, plain];
    })
    .filter(([, tall, plain]) => tall > plain + 2)
    .map(([el, tall, plain]) => `${el.outerHTML.slice(0, 90)}: ${tall} px instead of ${plain}`)"""


def longest_label(game: Game) -> str:
    """The longest name of a card, tile or colour that the game's modules know, in the present language."""
    package = next(name for name, module in list(sys.modules.items()) if getattr(module, "GAME", None) is game and name.count(".") == 1)
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(package)]
    names = [vars(module)[key] for module in modules for key in vars(module) if LABELS.fullmatch(key)]
    return max((_(label) for mapping in names for label in mapping.values()), key=len, default="x" * 14)


def platform_sentences() -> Iterator[str]:
    """What the platform's services refuse with, as message ids."""
    with (settings.BASE_DIR / "config" / "locale" / "en" / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            if isinstance(message.id, str) and any(place.startswith("tables/services/") for place, _line in message.locations):
                yield message.id


def sentences(game: Game) -> list[str]:
    """Every refusal that a table of the game may show, in every language, with the longest names and cards in it."""
    found = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found |= {filled(text, game) for text in (*game.refusals.values(), *platform_sentences(), LOST)}
    return sorted(found, key=len, reverse=True)


def filled(text: str, game: Game) -> str:
    """A message in the present language, its places taken by what is longest."""
    long = {"who": LONGEST_NAME, "game": _(game.title), "names": "«Día y Noche»", "values": "9 + 9 + 9 + 9"}
    numbers = dict.fromkeys(("pending", "points", "sum", "left", "most", "all", "number"), "123")
    known = {**long, **numbers}
    return re.sub(r"%\((\w+)\)[sd]|\{(\w+)\}", lambda hole: known.get(hole[1] or hole[2]) or longest_label(game), _(text))


def fine(box: dict[str, Any]) -> bool:
    """Three lines at most, whole, over the plaque, on the screen, and nothing needed below it."""
    small = box["lines"] <= 3 and box["height"] <= 60
    return bool(small and all(box[key] for key in ("whole", "over", "along", "inside")) and not box["hit"])


def at(page: Page, screen: str) -> None:
    """Give the page a screen of that size."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    still(page)


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.slug)
def test_a_refusal_lies_over_the_plaque_and_nothing_is_stretched(site: LiveSite, new_context: Open, game: Game) -> None:
    players = aside(lambda: factories.people(*("Ana", "Luis", "Eva", "Leo")[: game.default_seats]))
    match = aside(lambda: factories.started(factories.gathered(players, slug=game.slug, clock="1d")))
    (person,) = seated(site, new_context, match.table, [factories.holder(match, 0)], **CALM)
    said = sentences(game)
    for screen in SCREENS:
        at(person.page, screen)
        wrong = [box for box in person.page.evaluate(TOAST, said) if not fine(box)]
        assert wrong == [], f"{screen}: " + "\n".join(map(str, wrong))
        assert person.page.evaluate(STRETCHED) == [], screen
    person.complaints.none()


def test_a_refusal_goes_by_itself_at_a_touch_and_by_escape(site: LiveSite, new_context: Open) -> None:
    players = aside(lambda: factories.people("Ana", "Luis", "Eva", "Leo"))
    match = aside(lambda: factories.started(factories.gathered(players)))
    context = new_context(**PHONE, **CALM)
    seat_at(context, site, factories.holder(match, 0))
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site.url}/m/{match.table.code}/")
    level(page)
    toast, said = page.locator("#r-toast"), page.locator("#r-toast p")
    for go in (lambda: toast.tap(), lambda: page.keyboard.press("Escape"), lambda: page.clock.run_for(12_000)):
        refused(page)
        expect(said).to_have_text("Un mensaje puede tener 120 letras como mucho.", timeout=LONG)
        go()
        expect(said).to_have_count(0)
    expect(page.locator("#menu")).to_be_hidden()
    refused(page)
    expect(said).to_have_count(1)
    for _second in range(8):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # asks for everything, which is one more frame
        page.clock.run_for(1000)
    expect(said).to_have_count(0)
    for screen in SCREENS:
        at(page, screen)
        assert page.evaluate(f"() => {{ document.getElementById('r-offline').hidden = false; return ({STRETCHED})() }}") == [], screen
        lost, status = (page.evaluate(PLACE, name) for name in ("r-offline", "r-status"))
        assert lost["height"] <= status["height"] + 14 and abs(lost["y"] - status["y"]) <= 8, screen


def refused(page: Page) -> None:
    """Have the page say something too long to its table, which the server refuses."""
    page.evaluate("""() => {
        const field = document.getElementById('msg');
        field.maxLength = 200;
        field.value = 'x'.repeat(121);
        field.form.requestSubmit();
    }""")
