"""The log in words. Of a running match only what the rules call recent, and what is lasting, is told (S29)."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import escape
from django.utils.translation import get_language, gettext as _

from games.contract import N_, Game, Line, Rules
from tables.models import Match
from tables.rendering.snapshot import Snapshot, Viewer
from tables.rendering.words import NameOf, line_html, line_text
from tables.selectors.states import Step

type Told = tuple[bool, str, str]
"""One line: lasting, as an item of the list, as plain text."""


class Lines:
    """Lines of single events, kept so that a move renders only its own. They never change once the event is written."""

    def __init__(self, size: int = 20_000) -> None:
        self.size = size
        self._kept: OrderedDict[tuple[Any, ...], tuple[Told, ...]] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> tuple[Told, ...] | None:
        """The lines kept under a key."""
        return self._kept.get(key)

    def put(self, key: tuple[Any, ...], lines: tuple[Told, ...]) -> None:
        """Keep lines; the oldest make room."""
        self._kept[key] = lines
        while len(self._kept) > self.size:
            self._kept.popitem(last=False)


LINES = Lines()
LATE = " data-late"
"""Marks what the page holds back while it runs the show of it."""


def item_html(line: Line, inner: str) -> str:
    """One line as an item of the list."""
    late = LATE if line.late else ""
    if line.heading:
        return f'<li class="big"{late}><i></i><span>{inner}</span></li>'
    return f"<li{late}><i>{escape(line.mark) or '–'}</i><span>{inner}</span></li>"


def told(
    game: Game, rules: Rules[Any, Any, Any], step: Step, viewer: int | None, name_of: NameOf, *, live: bool = True
) -> Iterable[tuple[Line, str, str]]:
    """The lines of one event: line, HTML, and the text that is heard. A late or absent person's move says so (P2).

    What the viewer did, and what befell them, is heard in the second person; what a CPU player did in their place is not,
    nor what somebody reads back (live: no).
    """
    own = live and step.seat is not None and step.seat == viewer
    if step.event is None:
        text = platform_words(step, name_of)
        return [(Line("", lasting=True), escape(text), (own and platform_words(step, name_of, own=True)) or text)] if text else []
    you = None if not live or (own and step.cause != "person") else viewer
    found = [
        (line, line_html(line, game.lines, name_of), line_text(line, game.lines, name_of, you))
        for line in rules.narrate(step.before, step.event, step.after, viewer)
    ]
    if step.cause == "clock" and step.seat is not None:
        text = _("Se acabó el tiempo de %(name)s: juega la máquina.") % {"name": name_of(step.seat)}
        heard = _("Se te acabó el tiempo: juega la máquina.") if own else text
        found.insert(0, (Line("", lasting=found[0][0].lasting if found else False), escape(text), heard))
    return found


OWN = {
    "sat": N_("Te sientas."),
    "left": N_("Te levantas; la máquina juega en tu lugar."),
    "stood-in": N_("Se te pasaron dos turnos: la máquina juega en tu lugar."),
    "came-back": N_("Has vuelto."),
    "handed": N_("Llevabas días sin jugar: la máquina juega en tu lugar."),
}
"""The same as below, told to the person it is about."""


def platform_words(step: Step, name_of: NameOf, *, own: bool = False) -> str:
    """What the log says of an event of the platform; "" for nothing. own: to the person it is about."""
    if own:
        return _(OWN[step.kind]) if step.kind in OWN else ""
    name = name_of(step.seat) if step.seat is not None else ""
    payload = step.payload if isinstance(step.payload, Mapping) else {}
    texts = {
        "sat": _("%(name)s se sienta."),
        "left": _("%(name)s se levanta; la máquina juega en su lugar."),
        "stood-in": _("A %(name)s se le pasaron dos turnos: la máquina juega en su lugar."),
        "came-back": _("%(name)s ha vuelto."),
        "handed": _("%(name)s llevaba días sin jugar: la máquina juega en su lugar."),
        "clock-restored": _("La mesa estuvo parada: el reloj devuelve %(minutes)s min."),
        "voided": _("No queda ninguna persona: la partida acaba sin ganador."),
    }
    seconds = payload.get("seconds") or 0
    seconds = int(seconds) if isinstance(seconds, int | float) else 0
    if step.kind == "clock-restored" and seconds < 60:
        return _("La mesa estuvo parada: el reloj devuelve %(seconds)s s.") % {"seconds": seconds}
    return texts.get(step.kind, "") % {"name": name, "minutes": -(-seconds // 60)} if step.kind in texts else ""


def lines_of(match: Match, game: Game, rules: Rules[Any, Any, Any], step: Step, viewer: int | None, names: Any) -> tuple[Told, ...]:
    """The kept lines of an event for a viewer in the present language."""
    over = match.status != "running"
    key = (match.pk, match.commitment, step.seq, viewer, get_language(), over)
    found = LINES.get(key)
    if found is None:

        def name_of(seat: int) -> str:
            return str(names(seat, step.seq))

        lines = told(game, rules, step, viewer, name_of)
        found = tuple((line.lasting, item_html(line, html), text) for line, html, text in lines if over or not line.afterwards)
        LINES.put(key, found)
    return found


def visible(snapshot: Snapshot, viewer: Viewer) -> list[tuple[Told, ...]]:
    """The lines of each event of the tail that this viewer may still read, oldest first."""
    loaded, match, rules = snapshot.loaded, snapshot.match, snapshot.rules
    if loaded is None or match is None or rules is None:
        return []
    limit = None if snapshot.over else rules.recent(loaded.state)
    steps = list(loaded.tail)
    rule_steps = [step.seq for step in steps if step.event is not None]
    first = 0 if limit is None else (rule_steps[-limit] if 0 < limit <= len(rule_steps) else (0 if limit else loaded.seq + 1))
    shown, language = [], get_language()
    for step in steps:
        lines = LINES.get((match.pk, match.commitment, step.seq, viewer.seat, language, snapshot.over))
        if lines is None:
            lines = lines_of(match, snapshot.game, rules, step, viewer.seat, snapshot.names)
        shown.append(lines if step.seq >= first else tuple(line for line in lines if line[0]))
    return shown


def region(shown: list[tuple[Told, ...]]) -> str:
    """The log's list. Only the newest event can be one that the page still runs the show of."""
    told = [[html for _lasting, html, _text in lines] for lines in shown]
    newest = max((k for k, lines in enumerate(told) if any(LATE in html for html in lines)), default=-1)
    items = "".join(html if k == newest else html.replace(LATE, "", 1) for k, lines in enumerate(told) for html in lines)
    empty = f'<li class="hush"><i></i><span>{escape(_("Aquí se cuenta lo que se juega."))}</span></li>'
    label = escape(_("Lo jugado, en palabras"))
    return f'<ol class="lines" id="r-log" tabindex="0" aria-label="{label}">{items or empty}</ol>'


def latest(shown: list[tuple[Told, ...]]) -> str:
    """The newest event in plain words, for the live region."""
    newest = next((lines for lines in reversed(shown) if lines), ())
    return " ".join(_sentence(text) for _lasting, _html, text in newest)


def told_until(snapshot: Snapshot, shown: list[tuple[Told, ...]]) -> int:
    """The seq of the event that `latest` tells, 0 for none: the same words of another event are told again, of the same one never."""
    steps = snapshot.loaded.tail if snapshot.loaded is not None else ()
    return next((step.seq for step, lines in reversed(list(zip(steps, shown, strict=False))) if lines), 0)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."
