"""The regions that every game's table has alike: status, clock, banner, lobby, what comes after the end, chat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import escape
from django.utils.translation import get_language, gettext as _, ngettext

from games.contract import Game, Person, Setting, Status
from tables import proof
from tables.models import CLOCKS, Match, Player, Seat, Table
from tables.rendering.fragments import render
from tables.rendering.snapshot import Snapshot, Viewer
from tables.rendering.words import line_html, line_text
from tables.selectors import grants, tables as selectors
from tables.services import lobby

DEAL_FIELD = "partida"
"""The part of an address that names a deal code; the rules go with it, each under its own key."""

EMPTY = ("r-score", "r-seats", "r-centre", "r-actions", "r-hand")


@dataclass(frozen=True, slots=True)
class Words:
    """The status plaque: two lines of HTML, and the same as plain text."""

    first: str
    second: str
    plain: str
    mine: bool


# ---- names -------------------------------------------------------------------------------------------------------------------


def title_of(table: Table, game: Game) -> str:
    """The table's own name, else its game's."""
    return table.title or _("Mesa de %(game)s") % {"game": _(game.title)}


def clock_words(key: str) -> str:
    """A turn's time in words."""
    return {
        "none": _("todo el tiempo del mundo"),
        "15s": _("15 segundos"),
        "20s": _("20 segundos"),
        "30s": _("30 segundos"),
        "45s": _("45 segundos"),
        "1m": _("un minuto"),
        "10m": _("diez minutos"),
        "1d": _("un día"),
        "3d": _("tres días"),
        "7d": _("una semana"),
    }[key]


def rules_in_force(game: Game, options: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The host's choices as (question, answer, consequence), in the reader's language."""
    found = []
    for choice in game.choices:
        value = next((value for value in choice.values if value.key == options.get(choice.key)), None)
        if value:
            found.append((_(choice.label), _(value.label), _(value.text)))
    return found


def rules_listed(game: Game, options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The host's choices as (answer, consequence); an answer that several questions have comes with its own."""
    answers = Counter(label for choice in game.choices for label in {_(value.label) for value in choice.values})
    shared = {_(choice.label) for choice in game.choices if any(answers[_(value.label)] > 1 for value in choice.values)}
    rules = rules_in_force(game, options)
    return [(f"{question}: {answer}" if question in shared else answer, text) for question, answer, text in rules]


# ---- bar ---------------------------------------------------------------------------------------------------------------------


def where(snapshot: Snapshot) -> str:
    """The table's name and what is going on at it."""
    game = snapshot.game
    second = _("Se está formando") if snapshot.match is None else _("Partida %(number)s") % {"number": snapshot.match.number}
    second = f"{_(game.title)} · {second}"
    return f'<div class="where" id="r-where"><h1>{escape(title_of(snapshot.table, game))}</h1><span>{escape(second)}</span></div>'


class OpenDeal(NamedTuple):
    """A deal whose code lies open. link: leads to the same deal with the same rules."""

    code: str
    link: str


def open_deal(match: Match | None) -> OpenDeal | None:
    """The deal of the match if its code lies open (`Game.open_code`), else None."""
    if match is None or not match.open_code:
        return None
    query = urlencode({DEAL_FIELD: match.deal_code, **match.options})
    return OpenDeal(proof.grouped(match.deal_code), f"{settings.SITE_URL}{reverse('open-table', args=[match.slug])}?{query}")


def seal(snapshot: Snapshot) -> str:
    """The commitment to the newest match's deal, shown before its first card: code and nonce follow at the end.

    A deal whose code lies open shows the code instead, and the link to the same cards.
    """
    if snapshot.match is None:
        return '<p id="r-seal" hidden></p>'
    deal = open_deal(snapshot.match)
    if deal:
        return render("table/regions/deal.html", {"deal": deal})
    label = escape(_("Sello del reparto"))
    return f'<p class="hint" id="r-seal"><b>{label}</b> <code class="hash">{snapshot.match.commitment}</code></p>'


def status_words(snapshot: Snapshot, viewer: Viewer, status: Status | None, setting: Setting) -> Words:
    """The plaque's words: the game's while and after it is played, else the platform's own."""
    if status is None or (snapshot.match and snapshot.match.status == "voided"):
        first, second = _lobby_words(snapshot, viewer)
        return Words(f"<b>{escape(first)}</b>", escape(second), first, False)

    return game_words(status, snapshot.game, setting.people)


def game_words(status: Status, game: Game, people: Sequence[Person]) -> Words:
    """A game's status in the reader's language."""

    def name_of(seat: int) -> str:
        return people[seat].name

    second = line_html(status.second, game.lines, name_of) if status.second else ""
    first = line_html(status.first, game.lines, name_of)
    return Words(f"<b>{first}</b>", second, line_text(status.first, game.lines, name_of), status.mine)


def _lobby_words(snapshot: Snapshot, viewer: Viewer) -> tuple[str, str]:
    if snapshot.broken:
        return _("No se puede mostrar"), _("Esta partida no se deja repetir")
    if snapshot.over:
        return _("Partida sin ganador"), _("Se levantaron todas las personas")
    free = sum(1 for seat in snapshot.seats if is_free(seat))
    if free:
        return ngettext("Falta una persona", "Faltan %(n)s personas", free) % {"n": free}, _("Comparte el enlace de la mesa")
    if viewer.host:
        return _("Mesa completa"), _("Elige pareja y empieza") if snapshot.game.partners else _("Ya puedes empezar")
    return _("Mesa completa"), _("Empieza quien lleva la mesa") if snapshot.table.host_before else _("Empieza quien abrió la mesa")


def status(words: Words) -> str:
    """The plaque; always two lines, so that nothing moves."""
    mine = " mine" if words.mine else ""
    return f'<div class="say{mine}" id="r-status"><p>{words.first}</p><p>{words.second}</p></div>'


def clock(snapshot: Snapshot) -> str:
    """The turn's clock; the page's script keeps it going by the server's time."""
    deadline = snapshot.match.deadline if snapshot.running and snapshot.match else None
    if deadline is None:
        return '<div class="clk" id="r-clock" hidden></div>'
    until = formats.date_format(timezone.localtime(deadline), "DATETIME_FORMAT")
    label = escape(_("Hay tiempo para jugar hasta %(until)s") % {"until": until})
    total = snapshot.decision_seconds or 0
    return (
        f'<div class="clk" id="r-clock" role="img" aria-label="{label}" data-deadline="{int(deadline.timestamp() * 1000)}"'
        f' data-total="{total}"><svg viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="19"/><circle cx="22" cy="22"'
        f' r="19" pathLength="100" stroke-dasharray="100 100"/></svg><span aria-hidden="true">'
        f"{escape(_short(deadline))}</span></div>"
    )


def _short(deadline: Any) -> str:
    """The rest of the time, as `clock.js` goes on writing it; the space may break only before "min", which is too long for the ring."""
    left = max(0, int((deadline - timezone.now()).total_seconds()))
    for size, unit in ((86_400, "\N{NO-BREAK SPACE}d"), (3600, "\N{NO-BREAK SPACE}h"), (60, " min")):
        if left >= size:
            return f"{left // size}{unit}"
    return f"{left}\N{NO-BREAK SPACE}s"


# ---- banner ------------------------------------------------------------------------------------------------------------------


def banner(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person]) -> str:
    """What concerns the viewer's own seat, or a seat they could take, above the board (P3, P4, P5)."""
    context = _banner(snapshot, viewer, people) if snapshot.running else None
    if context is None:
        return '<div id="r-banner" hidden></div>'
    return render("table/regions/banner.html", {**context, "table": snapshot.table, "named": viewer.named})


def _banner(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person]) -> dict[str, Any] | None:
    if viewer.seat is not None and snapshot.seats[viewer.seat].stand_in:
        return {"kind": "back", "why": snapshot.seats[viewer.seat].stand_in}
    if viewer.returning is not None:
        return {"kind": "back", "why": "left"}
    if viewer.seat is None:
        left = [people[seat.index] for seat in snapshot.seats if seat.stand_in == "left" and seat.player_id is None]
        return {"kind": "take" if left else "watch", "left": left}
    late = [people[index] for index in snapshot.awaited if people[index].kind == "person"]
    if snapshot.moment.late and late and viewer.seat not in snapshot.awaited:
        return {"kind": "late", "late": late}
    return None


# ---- lobby -------------------------------------------------------------------------------------------------------------------


def is_free(seat: Seat) -> bool:
    """Nobody and nothing holds the seat."""
    return seat.player_id is None and not seat.level and not seat.stand_in


def chairs(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person]) -> list[dict[str, Any]]:
    """The seats for the lobby's list."""
    marked = selectors.guests_to_mark(snapshot.seats)
    return [
        {
            "seat": seat,
            "person": person,
            "free": is_free(seat),
            "you": seat.index == viewer.seat,
            "host": seat.player_id is not None and seat.player_id == snapshot.table.host_id,
            "guest": seat.index in marked,
            "holder": seat.level or "person",
            "silent": seat.index in snapshot.moment.freeable,
        }
        for seat, person in zip(snapshot.seats, people, strict=True)
    ]


def host_of(snapshot: Snapshot) -> Player | None:
    """The person with the host's rights, if they are seated."""
    return next((seat.player for seat in snapshot.seats if seat.player_id and seat.player_id == snapshot.table.host_id), None)


def chair_counts(snapshot: Snapshot) -> tuple[int, ...]:
    """How many chairs the host may choose (C1)."""
    host = host_of(snapshot)
    return lobby.chair_counts(snapshot.game, bool(host and host.is_guest), len(snapshot.seats))


def lobby_context(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person]) -> dict[str, Any]:
    """What the lobby's templates need, before the first match and between matches."""
    table, game = snapshot.table, snapshot.game
    free = sum(1 for seat in snapshot.seats if is_free(seat))
    seated = chairs(snapshot, viewer, people)
    return {
        "table": table,
        "game": game,
        "title": title_of(table, game),
        "viewer": viewer,
        "chairs": seated,
        "free": free,
        "full": free == 0,
        "arrivals": selectors.arrivals(snapshot.seats),
        "others": [person for person in people if person.seat != viewer.seat],
        "choices": game.choices,
        "seat_counts": chair_counts(snapshot) if snapshot.match is None and len(game.seats) > 1 else (),
        "host_before": table.host_before,
        "host_name": next((chair["person"].name for chair in seated if chair["host"]), ""),
        "locked": {value.key for value in grants.locked(host_of(snapshot), game)} if viewer.host else (),
        "rules": rules_listed(game, table.options),
        "clock_words": clock_words(table.clock),
        "clocks": [(key, clock_words(key)) for key in CLOCKS],
        "path": reverse("table", args=[table.code]),
        "link": settings.SITE_URL + reverse("table", args=[table.code]),
        "decks": Player.DECKS,
    }


def empty_board(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person]) -> dict[str, str]:
    """The game's regions while there is no board: the panel holds the lobby, the others are empty."""
    regions = {key: f'<div id="{key}" hidden></div>' for key in EMPTY}
    if snapshot.broken:
        context = {"number": snapshot.match.number if snapshot.match else 0, "table": snapshot.table}
        panel = render("table/regions/broken.html", context)
    else:
        panel = render("table/regions/gathering.html", lobby_context(snapshot, viewer, people))
    order = ("r-score", "r-seats", "r-centre", "r-actions", "r-panel", "r-hand")
    return {key: panel if key == "r-panel" else regions[key] for key in order}


# ---- after the end -----------------------------------------------------------------------------------------------------------


def after(snapshot: Snapshot, viewer: Viewer, people: Sequence[Person], players: Sequence[Person]) -> str:
    """Rematch, remarks, tally and the way to the replay, once the match is over (P7, S25, S26)."""
    if not snapshot.over or snapshot.broken:
        return '<div id="r-after" hidden></div>'
    match = snapshot.match
    assert match is not None
    answers = [{**chair, "answer": _answer(chair["seat"])} for chair in chairs(snapshot, viewer, people)]
    mine = snapshot.seats[viewer.seat].answer if viewer.seat is not None else None
    return render(
        "table/regions/after.html",
        {
            **lobby_context(snapshot, viewer, people),
            **_remarks(snapshot, viewer, players),
            "match": match,
            "changes": changes(snapshot.table, snapshot.game),
            "voided": match.status == "voided",
            "answers": answers,
            "mine": mine,
            "everybody": all(answer["answer"] == "yes" for answer in answers),
            "changed": changed_rules(snapshot),
            "tally": selectors.tally(snapshot.table),
            "replay": reverse("replay", args=[snapshot.table.code, match.number]),
        },
    )


def changed_rules(snapshot: Snapshot) -> list[str]:
    """What the next match will have otherwise than the one just played, as sentences for everybody (P7)."""
    table, match = snapshot.table, snapshot.match
    assert match is not None
    before = {question: answer for question, answer, _text in rules_in_force(snapshot.game, match.options)}
    now = rules_in_force(snapshot.game, table.options)
    found = [f"{question}: {answer} {text}" for question, answer, text in now if before.get(question) != answer]
    if table.clock != match.clock:
        found.append(_("Cada jugada tiene %(time)s.") % {"time": clock_words(table.clock)})
    return found


def changes(table: Table, game: Game) -> list[tuple[str, str, str]]:
    """What the host changed since the last match, as (question, before, now) in the reader's language (P7)."""
    told = {choice.key: (_(choice.label), {value.key: _(value.label) for value in choice.values}) for choice in game.choices}
    told["clock"] = (_("Cada jugada tiene"), {key: clock_words(key) for key in CLOCKS})
    told["visibility"] = (_("A la mesa llega"), {key: str(label) for key, label in Table.VISIBILITY})
    found = []
    for change in table.changes:
        label, words = told.get(change["key"], (change["key"], {}))
        found.append((label, words.get(change["from"], change["from"]), words.get(change["to"], change["to"])))
    return found


def _answer(seat: Seat) -> str:
    if is_free(seat):
        return "free"
    if seat.player_id is None or seat.answer:
        return "yes"
    return "no" if seat.answer is False else "waiting"


def _remarks(snapshot: Snapshot, viewer: Viewer, players: Sequence[Person]) -> dict[str, Any]:
    result = snapshot.result
    if result is None:
        return {"said": [], "may_say": []}
    said = []
    for row in snapshot.remarks:
        text = next((remark.text for remark in snapshot.game.remarks(result, row.seat) if remark.key == row.key), None)
        if text:
            said.append((players[row.seat].name, _(text)))
    may = viewer.played is not None and viewer.played not in {row.seat for row in snapshot.remarks}
    return {"said": said, "may_say": snapshot.game.remarks(result, viewer.played) if may and viewer.played is not None else []}


# ---- chat --------------------------------------------------------------------------------------------------------------------

_CHAT: dict[tuple[Any, ...], str] = {}


def chat_lines(snapshot: Snapshot, viewer: Viewer) -> str:
    """The latest messages as plain text, one's own on the other side."""
    own = snapshot.seats[viewer.seat].player_id if viewer.seat is not None else None
    key = (snapshot.table.pk, snapshot.chat[-1].pk if snapshot.chat else 0, own, get_language())
    if key not in _CHAT:
        if len(_CHAT) > 2000:
            _CHAT.clear()
        _CHAT[key] = _chat_html(snapshot, own)
    return _CHAT[key]


def _chat_html(snapshot: Snapshot, own: int | None) -> str:
    items = []
    for line in snapshot.chat:
        is_own = own is not None and line.player_id == own
        at = timezone.localtime(line.at)
        name = _("Tú") if is_own else line.name
        items.append(
            f'<li{" class=own" if is_own else ""}><b>{escape(name)} <time datetime="{at.isoformat()}">{at:%H:%M}</time></b>'
            f"{escape(line.text)}</li>"
        )
    hush = escape(_("Aún no ha dicho nadie nada."))
    body = "".join(items) or f'<li class="hush">{hush}</li>'
    return f'<ol class="lines" id="r-lines" tabindex="0" aria-label="{escape(_("Mensajes"))}">{body}</ol>'
