"""How rounds and matches end, by prepared deals: each ending on the page, with axe, and its replay stepped through."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games.kit.cards import SUITS
from games.sueca.state import DECK
from games.sueca.views import AskRedeal
from tables.models import Player
from tests import factories
from tests.browser.helpers import aside, level, seat_at
from tests.browser.people import CALM, DESKTOP, LONG, PHONE, Person, at_step, hand, seated, somebody, until, walk_through
from tests.browser.prepared import Prepared, golden
from tests.games.sueca.tables import WEAK
from tests.live import LiveSite

SITE = {"CHANCE": "tests.stacked"}
pytestmark = pytest.mark.long
type Open = Callable[..., BrowserContext]


def opened(site: LiveSite, new_context: Open, match: Prepared, **how: object) -> list[Person]:
    """The four people at their pages, two of them on phones, without motion unless asked for otherwise."""
    table, people = match.match.table, match.people
    return [seated(site, new_context, table, [player], **{**CALM, **how, **(PHONE if k % 2 else {})})[0] for k, player in enumerate(people)]


def read_back(site: LiveSite, new_context: Open, match: Prepared) -> Page:
    """Step through the match's replay from start to end on a small screen, and look at its end with axe, on a large one too."""
    reader = somebody("Lectora", new_context(**CALM, viewport=PHONE["viewport"]))
    reader.page.goto(f"{site.url}/m/{match.match.table.code}/{match.match.number}/")
    assert walk_through(reader.page) == match.match.events.filter(kind__in=("played", "shuffled")).count()
    reader.fine()
    reader.page.set_viewport_size(DESKTOP["viewport"])
    reader.fine()
    return reader.page


def fine(*people: Person) -> None:
    """Nobody's page complains, nor does axe."""
    for person in people:
        person.fine()


def heading(person: Person, words: str) -> None:
    """The headline of the page's panel."""
    expect(person.page.locator("#r-panel").get_by_role("heading", name=words).first).to_be_visible(timeout=LONG)


def test_s21_a_false_accusation_loses_the_game(site: LiveSite, new_context: Open) -> None:
    match = Prepared([], [], revoke="allowed")
    aside(lambda: factories.play(match.match, until=lambda match: match.seq >= 11))
    ana, luis, *_ = people = opened(site, new_context, match)
    ana.page.locator("#d-accuse > summary").click()
    ana.page.locator("#d-accuse").get_by_text("Luis", exact=True).click()
    fine(ana)
    ana.page.get_by_role("button", name="Acusar", exact=True).click()
    for person in people:
        heading(person, "Acusación falsa")
        expect(person.page.locator("#r-panel")).to_contain_text("Ana y Eva pierden el juego.")
    expect(luis.page.locator("#r-status")).to_contain_text("Ganáis el juego")
    fine(ana, luis)
    page = read_back(site, new_context, match)
    expect(page.locator("#r-panel")).to_contain_text("Ana y Eva pierden el juego.")


def test_s11_mano_floja_then_s17_a_capote_with_taunts_revenge_and_tally(site: LiveSite, new_context: Open) -> None:
    one_suit_each = [[card for card in DECK if card[1] == suit] for suit in SUITS]
    deals = [factories.sueca_deal([held.split() for held in WEAK]), factories.sueca_deal(one_suit_each, dealer=1)]
    match = Prepared(deals, [])
    people = opened(site, new_context, match)
    ana, luis, eva, leo = people
    weak = hand(luis.page)
    luis.page.locator("#d-ask > summary").click()
    fine(luis)
    luis.page.get_by_role("button", name="Pedirla").click()
    for person in people:
        expect(person.page.locator("#r-log")).to_contain_text("Luis pide mano floja: se reparte de nuevo.", timeout=LONG)
        expect(person.page.locator(".fan li")).to_have_count(10)
    assert hand(luis.page) != weak
    expect(eva.page.locator("#r-status.mine")).to_be_visible()

    aside(lambda: factories.play(match.match, until=lambda match: match.seq >= 39))
    for person in people:
        person.page.reload()
        level(person.page)
    while match.match.status == "running":
        _course, seat = factories.waiting(match.match)
        people[seat].play()
        match.match.refresh_from_db()
    for person in people:
        heading(person, "¡Capote!")
        expect(person.page.get_by_role("img", name="Una bandera que ondea")).to_be_visible()
        expect(person.page.get_by_role("img", name="La dama de corazones hace burla")).to_be_visible()
        expect(person.page.get_by_role("img", name="La cara de un gato")).to_have_count(0)
        assert person.page.locator("#r-panel").get_attribute("data-sound") == "horn"
    fine(ana, luis)
    remarks(people, winners=(luis, leo), losers=(ana, eva))
    fine(ana, luis)

    page = read_back(site, new_context, match)
    at = match.match.events.get(payload={"do": "ask"}).seq
    page.locator("#r-log").get_by_text("Luis pide mano floja").click()
    expect(page.locator("#r-facts")).to_have_attribute("data-step", str(at))
    page.get_by_role("link", name="Paso atrás").click()
    at_step(page, at - 1)
    shown = page.locator(".hands [data-chair='1'] use").evaluate_all("uses => uses.map(use => use.getAttribute('href').split('#')[1])")
    assert len(shown) == 10


def remarks(people: list[Person], winners: tuple[Person, Person], losers: tuple[Person, Person]) -> None:
    """Each winner taunts once, each loser asks for revenge once, everybody reads it, and the night's tally counts the losers (S26)."""
    said = ("Se os ha quedado frío el café.", "Esto se cuenta en las bodas.", "¡Revancha!", "¡Revancha!")
    for person, words in zip((*winners, *losers), said, strict=True):
        person.page.get_by_label("Dilo una vez").select_option(label=words)
        person.page.get_by_role("button", name="Decirlo").click()
        for other in people:
            expect(other.page.locator(".said li").filter(has_text=f"{person.name}: «{words}»")).to_have_count(1, timeout=LONG)
        expect(person.page.get_by_role("button", name="Decirlo")).to_have_count(0)
    tally = people[0].page.locator(".papelon li")
    for loser in losers:
        expect(tally.filter(has_text=loser.name)).to_contain_text("1")
    for winner in winners:
        expect(tally.filter(has_text=winner.name)).to_have_count(0)


def test_s15_a_tie_leaves_a_mark_pending_and_s18_a_capote_after_it_is_a_blanqueada(site: LiveSite, new_context: Open) -> None:
    match = golden("capote-blanqueada").rest(left=4)
    people = opened(site, new_context, match)
    ana, luis, *_ = people
    match.by_hand(people)
    for person in people:
        heading(person, "Contando las cartas")
        expect(person.page.locator("#r-panel")).to_contain_text("Sesenta a sesenta: nadie marca.")
    fine(ana, luis)
    _seat, _next = match.moves.pop(0)
    people[3].page.get_by_role("button", name="Siguiente ronda").click()
    for person in people:
        expect(person.page.locator("#r-centre")).to_contain_text("Una bolita pendiente", timeout=LONG)
    fine(ana, luis)
    match.rest(left=4)
    for person in people:
        person.page.reload()
        level(person.page)
    match.by_hand(people)
    for person in people:
        heading(person, "¡Capote!")
        expect(person.page.locator("#r-panel")).to_contain_text("Y además blanqueada")
        expect(person.page.get_by_role("img", name="Una bandera que ondea")).to_be_visible()
        assert person.page.locator(".crosses use").evaluate_all("uses => uses.map(use => use.getAttribute('href').split('#')[1])") == [
            "crosscat",
            "cross0cat",
        ]
        assert person.page.locator("#r-panel").get_attribute("data-sound") == "horn"
    fine(ana, luis)
    page = read_back(site, new_context, match)
    expect(page.locator("#r-panel")).to_contain_text("¡Capote!")


SHAPES = ((360, 740, "es"), (320, 568, "pt"), (740, 360, "en"), (1440, 900, "es"))
"""Width and height of the page that each of the four looks at the show with, and their language."""
LATE = "() => [...document.querySelectorAll('#r-panel h2, #r-status [data-late], #r-log [data-late]')].map(el => el.textContent.trim())"
SHOWN = """() => {
    const box = el => { const r = el.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map(Math.round); };
    const seen = el => el.checkVisibility({ visibilityProperty: true });
    const cards = [...document.querySelectorAll('.count-show .card')].filter(seen);
    return {
        text: document.body.innerText + document.title + document.getElementById('r-live').textContent,
        marks: [...document.querySelectorAll('.won, .crosses, .marks, .tally')].filter(seen).length,
        cards: cards.map(box), title: box(document.querySelector('.count-show h2')), skip: box(document.querySelector('[data-skip]')),
        heaps: [...document.querySelectorAll('.laying')].map(box), cloth: box(document.getElementById('cloth')),
    };
}"""


def watching(site: LiveSite, new_context: Open, match: Prepared) -> list[Person]:
    """The four open the table's page, each in a size and a language of their own, with clocks that stand still."""
    people = []
    for player, (width, height, language) in zip(match.people, SHAPES, strict=True):
        aside(lambda player=player, language=language: Player.objects.filter(pk=player.pk).update(language=language))
        context = new_context(viewport={"width": width, "height": height}, has_touch=width < 1000)
        seat_at(context, site, player)
        person = somebody(player.name, context, touch=width < 1000)
        person.page.clock.install()
        person.page.clock.pause_at(timezone.now() + dt.timedelta(seconds=1))
        person.page.goto(f"{site.url}/m/{match.match.table.code}/")
        expect(person.page.locator("body.counting")).to_be_visible(timeout=LONG)
        person.page.clock.run_for(100)
        until(person.page, lambda person=person: person.frames)
        people.append(person)
    return people


def held_back(person: Person, cards: int) -> None:
    """So many cards lie, all in the middle of the page with nothing over them, and not a word tells how it ends."""
    page = person.page
    laid = page.locator(".count-show [data-k]:not(.unseen)").count()
    page.clock.run_for(260 * (cards - laid))
    expect(page.locator(".count-show [data-k]:not(.unseen)")).to_have_count(cards)
    shown = page.evaluate(SHOWN)
    told = [words for words in page.evaluate(LATE) if words and words not in page.locator(".count-show h2").inner_text()]
    assert len(told) > 3
    assert [words for words in told if words in shown["text"]] == [] and shown["marks"] == 0
    left, top, right, bottom = shown["cloth"]
    assert len(shown["cards"]) == cards
    for box in (*shown["cards"], *shown["heaps"], shown["title"], shown["skip"]):
        assert left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom, (box, shown["cloth"])
    (l1, t1, _, b1), (_, t2, r2, b2) = shown["heaps"]
    assert abs((l1 + r2) - (left + right)) <= 4 and (t1, b1) == (t2, b2), "in the middle, and alike"
    for k, (x, y, z, w) in enumerate((shown["title"], shown["skip"])):
        others = [*shown["heaps"], (shown["skip"], shown["title"])[k]]
        assert not [one for one in others if x < one[2] and one[0] < z and y < one[3] and one[1] < w], "one over the other"


def test_s22_nothing_tells_the_end_of_a_count_before_its_last_card(site: LiveSite, new_context: Open) -> None:
    match = Prepared([factories.CAPOTE], [], count="end")
    aside(lambda: factories.play_out(match.match))
    ana, luis, eva, leo = people = watching(site, new_context, match)
    for person in people:
        held_back(person, 0)
        held_back(person, 39)
    leo.page.locator("[data-skip]").click()
    leo.page.clock.resume()
    expect(leo.page.locator("body.counting")).to_have_count(0)
    expect(leo.page.locator("#r-panel .crosses")).to_be_visible()
    leo.page.get_by_role("button", name="¡Bien jugado!").click()
    expect(leo.page.locator("#r-lines")).to_contain_text("¡Bien jugado!")
    for person in (ana, luis, eva):
        held_back(person, 40)
        person.page.wait_for_timeout(300)
        expect(person.page.locator("#r-lines")).not_to_contain_text("¡Bien jugado!")
        late = person.page.evaluate(LATE)
        person.page.clock.run_for(2600)
        person.page.clock.resume()
        expect(person.page.locator("body.counting")).to_have_count(0)
        assert person.page.title().split(" · ")[0] in late
        assert person.page.locator("#r-live").text_content() != ""
        expect(person.page.locator("#r-panel .crosses")).to_be_visible()
        expect(person.page.locator("#r-lines")).to_contain_text("¡Bien jugado!", timeout=LONG)
        sticking = """() => [...document.querySelectorAll('.finale *')].filter(el => el.checkVisibility())
            .filter(el => el.getBoundingClientRect().right > document.getElementById('cloth').getBoundingClientRect().right)
            .map(el => `${el.className}: ${el.textContent}`)"""
        assert person.page.evaluate(sticking) == []
    fine(*people)


def test_s22_a_count_waits_for_its_script_from_the_first_paint_and_without_any_it_is_all_there(site: LiveSite, new_context: Open) -> None:
    match = Prepared([factories.CAPOTE], [], count="end")
    aside(lambda: factories.play_out(match.match))
    ana, luis, eva, *_ = match.people
    late, plain, calm = new_context(), new_context(java_script_enabled=False), new_context(**CALM)
    for context, player in ((late, ana), (plain, luis), (calm, eva)):
        seat_at(context, site, player)
    late.route("**/js/live*.js", lambda route: route.abort())
    page = late.new_page()
    page.goto(f"{site.url}/m/{match.match.table.code}/")
    expect(page.locator(".count-show h2")).to_be_visible()
    for hidden in ("#h-end", "#r-status [data-late] >> nth=0", "#r-after h3 >> nth=0", "#r-log [data-late] >> nth=0"):
        expect(page.locator(hidden)).to_be_hidden()
    assert page.title().startswith("Contando las cartas")
    for context in (plain, calm):
        page = context.new_page()
        page.goto(f"{site.url}/m/{match.match.table.code}/")
        expect(page.locator("#h-end")).to_be_visible()
        expect(page.locator("#r-status")).to_contain_text("¡Capote!")
        expect(page.locator(".show")).to_be_hidden()


def test_s19_the_cards_are_counted_one_by_one_once_and_can_be_skipped_then_s18_blanqueada(site: LiveSite, new_context: Open) -> None:
    match = golden("blanqueada").rest(left=1)
    people = opened(site, new_context, match, reduced_motion="no-preference")
    ana, luis, *_ = people
    for person in people:
        assert "punto" not in person.page.locator("#r-score").inner_text()
    match.by_hand(people)
    for person in (ana, luis):
        expect(person.page.locator("body.counting")).to_be_visible(timeout=LONG)
        expect(person.page.locator("#r-panel .unseen").first).to_be_attached()
    ana.page.get_by_role("button", name="Contar de una vez").click()
    expect(ana.page.locator("body.counting")).to_have_count(0)
    expect(ana.page.get_by_role("button", name="Siguiente ronda")).to_be_focused()
    ana.page.get_by_role("button", name="Siguiente ronda").click()
    expect(ana.page.locator("#r-centre .trick")).to_be_visible(timeout=LONG)
    # Who has not seen the count to its end goes on seeing it; the next round waits so long.
    expect(luis.page.locator("body.counting")).to_be_visible()
    expect(luis.page.locator("#r-panel .unseen")).to_have_count(0, timeout=LONG)
    expect(luis.page.locator("body.counting")).to_be_visible()
    assert sum(map(int, luis.page.locator(".count-show [data-adds]").all_inner_texts())) == 120
    expect(luis.page.locator("#r-centre .trick")).to_be_visible(timeout=LONG)
    for person in (ana, luis):
        person.page.locator("#d-count > summary").click()
        totals = person.page.locator("#r-panel [data-sum]").all_inner_texts()
        assert sum(map(int, totals)) == 120
        person.page.reload()
        level(person.page)
        expect(person.page.locator("body.counting")).to_have_count(0)
    fine(ana, luis)

    for person in people:
        person.page.context.close()
    match.moves.pop(0)
    match.rest(left=4)
    ana, luis, *_ = people = opened(site, new_context, match)
    match.by_hand(people)
    for person in people:
        heading(person, "Blanqueada")
        expect(person.page.get_by_role("img", name="La cara de un gato")).to_be_visible()
        expect(person.page.get_by_role("img", name="La dama de corazones hace burla con la mano en la nariz y maúlla")).to_be_visible()
        assert person.page.locator("#r-panel").get_attribute("data-sound") == "meow"
    fine(ana, luis)
    read_back(site, new_context, match)


def test_s11_only_a_weak_leader_is_offered_mano_floja(site: LiveSite, new_context: Open) -> None:
    match = Prepared([factories.sueca_deal([held.split() for held in WEAK])], [(1, AskRedeal())])
    people = opened(site, new_context, match)
    offers = [person.page.locator("#d-ask").count() for person in people]
    assert offers == [0, 1, 0, 0]
