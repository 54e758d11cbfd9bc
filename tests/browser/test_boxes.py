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
LABELS = re.compile(r"(CARD|FACE|TILE|RANK|SUIT|COLOUR)_NAMES")
type Open = Callable[..., BrowserContext]

TOAST = """sentences => {
    const box = document.getElementById('r-toast'), found = [];
    const needed = [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), .fan li, .pile, .trick, .board, .panel')]
        .filter(el => el.checkVisibility({ visibilityProperty: true }) && !el.closest('.skip, .vh, #r-toast'));
    for (const text of sentences) {
        box.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
        const said = box.firstElementChild, seen = box.getBoundingClientRect(), status = document.getElementById('r-status').getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(said);
        const lines = new Set([...range.getClientRects()].map(line => Math.round(line.top))).size;
        const hit = needed.map(el => [el, el.getBoundingClientRect()]).filter(([, b]) => b.width > 1 && b.height > 1
            && b.left < seen.right - 1 && b.right > seen.left + 1 && b.top < seen.bottom - 1 && b.bottom > seen.top + 1);
        found.push({ text, lines, height: seen.height, whole: box.scrollHeight <= box.clientHeight + 1 && said.scrollWidth <= said.clientWidth + 1,
            on: seen.top <= status.top + 1 && seen.bottom >= status.bottom - 1 && seen.left <= status.left + 1 && seen.right >= status.right - 1,
            inside: seen.top >= -1 && seen.left >= -1 && seen.right <= innerWidth + 1, hit: hit.map(([el]) => el.outerHTML.slice(0, 90)) });
    }
    box.replaceChildren();
    return found;
}"""
STRETCHED = """() => [...document.querySelectorAll('body *')].filter(el => el instanceof HTMLElement && el.checkVisibility({ visibilityProperty: true })
        && ['absolute', 'fixed'].includes(getComputedStyle(el).position) && !el.matches('.sheet, .over, .vh, .skip') && el.textContent.trim()
        && (getComputedStyle(el).backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(getComputedStyle(el).borderTopWidth)))
    .map(el => {
        const tall = el.offsetHeight;
        el.style.setProperty('bottom', 'auto', 'important');
        const plain = el.offsetHeight;
        el.style.removeProperty('bottom');
        return [el, tall, plain];
    }).filter(([, tall, plain]) => tall > plain + 2).map(([el, tall, plain]) => `${el.outerHTML.slice(0, 90)}: ${tall} px instead of ${plain}`)"""


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
    found = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            long = {"who": LONGEST_NAME, "pending": "12", "points": "10", "sum": "38", "left": "12", "values": "9 + 9 + 9 + 9"}
            label = longest_label(game)
            for text in game.refusals.values():
                found.append(re.sub(r"\{(\w+)\}", lambda hole: long.get(hole[1], label), _(text)))
            for text in platform_sentences():
                values = {"game": _(game.title), "names": "«Día y Noche»"}
                found.append(re.sub(r"%\((\w+)\)[sd]", lambda hole: values.get(hole[1], "123456"), _(text)))
            found.append(_("Sin conexión con la mesa. Lo que ves puede ser de hace un rato."))
    return sorted(set(found), key=len, reverse=True)


def fine(box: dict[str, Any]) -> bool:
    """Three lines at most, whole, over the plaque, on the screen, and nothing needed below it."""
    small = box["lines"] <= 3 and box["height"] <= 60
    return bool(small and box["whole"] and box["on"] and box["inside"] and not box["hit"])


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
    page.evaluate("document.getElementById('r-offline').hidden = false")
    for screen in SCREENS:
        at(page, screen)
        assert page.evaluate(STRETCHED) == [], screen
        lost, status = page.locator("#r-offline").bounding_box(), page.locator("#r-status").bounding_box()
        assert lost and status and lost["height"] <= status["height"] + 14 and abs(lost["y"] - status["y"]) <= 8, screen


def refused(page: Page) -> None:
    """Have the page say something too long to its table, which the server refuses."""
    page.evaluate("""() => {
        const field = document.getElementById('msg');
        field.maxLength = 200;
        field.value = 'x'.repeat(121);
        field.form.requestSubmit();
    }""")
