"""Bad input, by HTTP and at the page: one clear Spanish sentence, the board as it was, nothing recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, BrowserContext, expect

from tables.models import ChatLine, HistoryEvent, Match, Player, Seat, Table
from tests import factories
from tests.browser.helpers import aside, level
from tests.browser.people import CALM, LONG, Person, hand, seated, somebody
from tests.games.sueca.tables import MIXED
from tests.live import LiveSite

SITE = {"CHANCE": "tests.stacked"}
NOT_SEATED = "No estás sentado a esta mesa: solo puedes mirar."
NONSENSE = "No se entiende lo que ha llegado. Vuelve a cargar la mesa."
TOO_MUCH = "Eso es demasiado grande: aquí no se envía tanto de una vez."
STALE = "Mientras tanto la mesa ha cambiado. Mírala otra vez y decide."
type Open = Callable[..., BrowserContext]


@pytest.fixture
def match(site: LiveSite) -> Match:
    """Ana, Luis, Eva and Leo with known hands; Luis, seat 1, leads the round with hearts, clubs, diamonds and spades."""

    def begin() -> Match:
        table = factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"))
        factories.stack(table, [factories.sueca_deal([cards.split() for cards in MIXED])])
        return factories.started(table)

    return aside(begin)


def recorded(match: Match) -> tuple[Any, ...]:
    """Everything that a person at the table could have changed."""
    return (
        list(HistoryEvent.objects.filter(match=match).order_by("seq").values_list("seq", "payload")),
        list(ChatLine.objects.filter(table=match.table_id).values_list("text")),
        list(Seat.objects.filter(table=match.table_id).order_by("index").values_list("player", "name", "level", "stand_in", "answer")),
        Player.objects.count(),
    )


def at_table(site: LiveSite, new_context: Open, match: Match, seat: int) -> Person:
    """The person of that seat at their page."""
    return seated(site, new_context, match.table, [factories.holder(match, seat)], **CALM)[0]


def watching(site: LiveSite, new_context: Open, match: Match) -> Person:
    """Somebody who only has the link."""
    person = somebody("Mirón", new_context(**CALM))
    person.page.goto(f"{site.url}/m/{match.table.code}/")
    level(person.page)
    return person


def post(person: Person, what: str, *, htmx: bool = True, **fields: Any) -> APIResponse:
    """Post a form as the page's script does, or as the page does without it."""
    page = person.page
    headers = {"X-CSRFToken": str(page.locator("meta[name='csrf']").get_attribute("content"))}
    if htmx:
        headers["HX-Request"] = "true"
    base = page.url.split("?")[0].split("#")[0]
    return page.request.post(f"{base}{what}/", headers=headers, form={key: str(value) for key, value in fields.items()})


def move(person: Person, act: Any, *, match: int = 1, seq: int = 1, token: str = "", **how: Any) -> APIResponse:
    """Post a move."""
    raw = act if isinstance(act, str) else json.dumps(act)
    return post(person, "jugada", match=match, seq=seq, token=token, move=raw, **how)


def card(code: str) -> dict[str, str]:
    """The move that lays a card."""
    return {"do": "play", "card": code}


def says(answer: APIResponse, sentence: str, status: int = 200) -> None:
    """Fail unless the answer has that status and says exactly that sentence."""
    text = answer.text()
    assert answer.status == status, text[:500]
    assert f"<p>{sentence}</p>" in text, text[-600:]
    assert "Traceback" not in text


# ---- moves ------------------------------------------------------------------------------------------------------------------


REFUSED: list[tuple[Any, str]] = [
    (card("AH"), "No tienes as de corazones en la mano."),
    ({"do": "accuse", "seat": 0, "round": 1}, "En esta mesa el renuncio está impedido: no hay nada que acusar."),
    ({"do": "count", "round": 1}, "Aún quedan bazas: se cuenta después de la décima."),
    ({"do": "next", "round": 1}, "Antes de la ronda siguiente hay que contar las cartas."),
    ({"do": "ask"}, "Tienes 45 puntos: la mano floja se pide con 10 o menos."),
]


def test_what_the_rules_refuse_is_said_and_not_done(site: LiveSite, new_context: Open, match: Match) -> None:
    luis = at_table(site, new_context, match, 1)
    before, picture = recorded(match), luis.page.locator("main").inner_html()
    for act, sentence in REFUSED:
        answer = move(luis, act)
        says(answer, sentence)
        assert answer.headers["x-tapete-outcome"] == "refused"
        assert recorded(match) == before
    assert luis.page.locator("main").inner_html() == picture
    luis.complaints.none()


def test_out_of_turn_and_off_suit_are_refused_in_the_players_own_words(site: LiveSite, new_context: Open, match: Match) -> None:
    eva, luis, ana = (at_table(site, new_context, match, seat) for seat in (2, 1, 0))
    before = recorded(match)
    says(move(eva, card("QC")), "No es tu turno: juega Luis.")
    assert recorded(match) == before
    luis.play("KC")
    before = recorded(match)
    says(move(eva, card("QD"), seq=2), "Tienes tréboles en la mano: debes asistir.")
    says(move(luis, {"do": "ask"}, seq=2), "La mano floja se pide antes de la primera carta, y ya se ha jugado.")
    says(move(ana, {"do": "ask"}, seq=2), "La mano floja se pide antes de la primera carta, y ya se ha jugado.")
    assert recorded(match) == before
    eva.page.locator(".fan [data-card='QD'] .pc").focus()
    eva.page.keyboard.press("Enter")
    expect(eva.page.locator("#r-live")).to_have_text("Esa carta no se puede jugar ahora.")
    assert recorded(match) == before
    for person in (eva, luis, ana):
        person.complaints.none()


def test_s23_the_partner_is_not_accused_and_nobody_before_the_first_card(site: LiveSite, new_context: Open) -> None:
    match = aside(lambda: factories.started(factories.gathered(factories.people("Ana", "Luis", "Eva", "Leo"), revoke="allowed")))
    ana = at_table(site, new_context, match, 0)
    before = recorded(match)
    says(move(ana, {"do": "accuse", "seat": 1, "round": 1}), "Todavía no puedes acusar: falta la primera carta de la ronda.")
    aside(lambda: factories.play_one(match))
    after = recorded(match)
    says(move(ana, {"do": "accuse", "seat": 2, "round": 1}), "No puedes acusar a tu pareja: solo a un adversario.")
    says(move(ana, {"do": "accuse", "seat": 0, "round": 1}), "No puedes acusarte.")
    assert before != after == recorded(match)
    watcher = watching(site, new_context, match)
    answer = move(watcher, {"do": "accuse", "seat": 1, "round": 1})
    says(answer, NOT_SEATED, 403)
    assert recorded(match) == after


def test_a_foreign_seat_can_not_be_played(site: LiveSite, new_context: Open, match: Match) -> None:
    other = aside(lambda: factories.started(factories.gathered(factories.people("Marta", "Nil", "Olga", "Pol"))))
    marta, watcher = at_table(site, new_context, other, 0), watching(site, new_context, match)
    marta.page.goto(watcher.page.url)
    level(marta.page)
    before = recorded(match)
    for person in (marta, watcher):
        for what, fields in (
            ("jugada", {"match": 1, "seq": 1, "token": "x", "move": json.dumps(card("KC"))}),
            ("charla", {"text": "hola", "token": "y"}),
            ("abandonar", {}),
            ("revancha", {"answer": "yes"}),
            ("ceder", {"index": 1}),
        ):
            says(post(person, what, **fields), NOT_SEATED, 403)
            answer = post(person, what, htmx=False, **fields)
            assert answer.status == 403
            assert NOT_SEATED in answer.text()
            assert 'lang="es"' in answer.text()
        expect(person.page.locator(".fan")).to_have_count(0)
        person.complaints.none()
    assert recorded(match) == before


def test_a_stale_board_is_refused_and_a_repeated_token_is_one_move(site: LiveSite, new_context: Open, match: Match) -> None:
    luis, eva = at_table(site, new_context, match, 1), at_table(site, new_context, match, 2)
    says(move(luis, card("KC"), seq=0), STALE)
    first = move(luis, card("KC"), token="same")
    again = move(luis, card("KC"), token="same")
    other = move(luis, card("JC"), token="same")
    assert [one.headers["x-tapete-outcome"] for one in (first, again, other)] == ["done", "repeated", "repeated"]
    assert len(recorded(match)[0]) == 2
    says(move(eva, card("QC"), seq=1, token="same"), STALE)
    done = move(eva, card("QC"), seq=2, token="same")
    assert done.headers["x-tapete-outcome"] == "done", "another person's token is another token"
    expect(luis.page.locator(".fan li")).to_have_count(9, timeout=LONG)


MALFORMED: list[dict[str, str]] = [
    {"move": ""}, {"move": "KC"}, {"move": "[" * 1900}, {"move": '{"do":"play","card":"KC","card2":1}'},
    {"move": '{"do":"play","card":["KC"]}'}, {"move": '{"do":"accuse","seat":true,"round":1}'},
    {"move": '{"do":"next","round":1e400}'}, {"move": "x" * 60_000}, {"move": "NaN"},
    {"move": '{"do":"play","card":"\\ud800"}'}, {"match": "2"}, {"match": "-1"}, {"match": ""}, {"seq": "uno"}, {"seq": "9" * 40},
    {"token": "x" * 41}, {"token": "\x00"},
]  # fmt: skip


def test_malformed_moves_are_refused(site: LiveSite, new_context: Open, match: Match) -> None:
    luis = at_table(site, new_context, match, 1)
    before = recorded(match)
    for change in MALFORMED:
        fields = {"match": "1", "seq": "1", "token": "x", "move": json.dumps(card("KC")), **change}
        says(post(luis, "jugada", **fields), NONSENSE, 400)
        plain = post(luis, "jugada", htmx=False, **fields)
        assert plain.status == 400
        assert NONSENSE in plain.text()
        assert recorded(match) == before, change
    luis.play("KC")
    luis.complaints.none()


# ---- names and chat ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Escribe un nombre."), ("   ", "Escribe un nombre."), ("\u200b\u2060", "Escribe un nombre."), ("\x00", "Escribe un nombre."),
        ("x" * 25, "El nombre puede tener 24 letras como mucho."), ("x" * 100_000, TOO_MUCH),
    ],
    ids=["empty", "blank", "invisible", "nul", "long", "huge"],
)  # fmt: skip
def test_a_name_that_is_none_seats_nobody(site: LiveSite, new_context: Open, name: str, sentence: str) -> None:
    table = aside(lambda: factories.opened(factories.people("Ana")[0]))
    person = somebody("Nadie", new_context(**CALM))
    person.page.goto(f"{site.url}/m/{table.code}/")
    level(person.page)
    before = Player.objects.count()
    field = person.page.get_by_label("Tu nombre en la mesa")
    field.evaluate("input => { input.required = false; input.removeAttribute('maxlength'); }")
    field.evaluate("(input, name) => { input.value = name; }", name)
    person.page.get_by_role("button", name="Sentarme").click()
    expect(person.page.get_by_text(sentence)).to_be_visible(timeout=LONG)
    assert Player.objects.count() == before
    assert not Seat.objects.filter(table=table, index__gt=0, player__isnull=False).exists()
    person.complaints.expected = ("status of 413",) if sentence == TOO_MUCH else ()
    person.complaints.none()


def test_an_absurd_name_is_shown_as_text(site: LiveSite, new_context: Open) -> None:
    table = aside(lambda: factories.opened(factories.people("Ana")[0]))
    person = somebody("x", new_context(**CALM))
    person.page.goto(f"{site.url}/m/{table.code}/")
    level(person.page)
    person.page.get_by_label("Tu nombre en la mesa").fill("<i onload=x>\u202e{{7}}%s")
    person.page.get_by_role("button", name="Sentarme").click()
    expect(person.page.get_by_role("list", name="Sillas")).to_contain_text("<i onload=x>{{7}}%s", timeout=LONG)
    person.complaints.none()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("   ", "Escribe algo antes de enviar."), ("\u200b", "Escribe algo antes de enviar."),
        ("x" * 121, "Un mensaje puede tener 120 letras como mucho."), ("ñ" * 50_000, TOO_MUCH),
    ],
    ids=["blank", "invisible", "long", "huge"],
)  # fmt: skip
def test_a_chat_line_that_is_none_is_not_said(site: LiveSite, new_context: Open, match: Match, line: str, sentence: str) -> None:
    luis = at_table(site, new_context, match, 1)
    before = recorded(match)
    field = luis.page.locator("#msg")
    field.evaluate("input => { input.removeAttribute('maxlength'); }")
    field.evaluate("(input, line) => { input.value = line; }", line)
    luis.page.get_by_role("button", name="Enviar").click()
    expect(luis.page.locator("#r-toast")).to_have_text(sentence, timeout=LONG)
    assert field.input_value() == line, "what was typed is not lost"
    assert recorded(match) == before
    luis.complaints.expected = ("status of 413", "Response Status Error Code 413") if sentence == TOO_MUCH else ()
    luis.complaints.none()


def test_chat_is_text_and_the_ninth_line_in_a_row_waits(site: LiveSite, new_context: Open, match: Match) -> None:
    luis = at_table(site, new_context, match, 1)
    said = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "{% now %}",
        "a\x00b",
        "\u202eoirartnoc",
        "🂡" * 60,
        "&amp;",
        "%s %(n)d",
    ]
    for number, line in enumerate(said):
        assert post(luis, "charla", text=line, token=f"t{number}").status == 200
    answer = post(luis, "charla", text="una más", token="t9")
    says(answer, "Vas muy deprisa: espera unos segundos antes de escribir más.", 429)
    assert len(recorded(match)[1]) == len(said)
    luis.page.reload()
    level(luis.page)
    lines = luis.page.locator("#r-lines li")
    expect(lines).to_have_count(len(said))
    expect(lines.nth(0)).to_contain_text("<script>alert(1)</script>")
    expect(lines.nth(3)).to_contain_text("a b")
    assert luis.page.locator("#r-lines script, #r-lines img").count() == 0
    luis.fine()


# ---- the host's acts --------------------------------------------------------------------------------------------------------


def test_only_the_host_decides_and_nothing_once_the_match_runs(site: LiveSite, new_context: Open, match: Match) -> None:
    ana, luis = at_table(site, new_context, match, 0), at_table(site, new_context, match, 1)
    before = recorded(match)
    says(post(luis, "silla", index=2, holder="easy"), "Solo puede hacerlo quien abrió la mesa.", 403)
    for what, fields in (("silla", {"index": 2, "holder": "easy"}), ("liberar", {"index": 1})):
        says(post(ana, what, **fields), "La partida ya ha empezado.")
    assert post(ana, "empezar", partner=1).ok, "a second start meets the match that the first has begun"
    assert Match.objects.filter(table=match.table_id).count() == 1
    assert recorded(match) == before
    assert hand(ana.page)


def test_an_opening_form_with_nonsense_opens_nothing(site: LiveSite, new_context: Open) -> None:
    person = somebody("Inés", new_context(**CALM))
    person.complaints.expected = ("status of 400",)
    for field, value in (("choice-count", "never"), ("clock", "5y"), ("visibility", "all"), ("seat-1", "wizard"), ("name", " ")):
        before = Table.objects.count(), Player.objects.count()
        person.page.goto(f"{site.url}/abrir/sueca/")
        person.page.get_by_label("Tu nombre en la mesa").fill("Inés")
        person.page.evaluate(
            """([field, value]) => {
                for (const one of document.querySelectorAll(`[name="${field}"]`)) one.remove();
                const extra = Object.assign(document.createElement('input'), { type: 'hidden', name: field, value });
                document.querySelector('form.setup').append(extra);
            }""",
            [field, value],
        )
        person.page.get_by_role("button", name="Abrir la mesa").click()
        expect(person.page.get_by_role("alert").first).to_be_visible(timeout=LONG)
        assert (Table.objects.count(), Player.objects.count()) == before, field
        person.fine()
