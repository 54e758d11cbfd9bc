"""The replay of a finished match: any step, through the eyes of any seat or with every hand open (P16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language, gettext as _

from games import registry
from games.contract import Person, Setting
from tables.models import Match
from tables.names import initial
from tables.rendering import log, platform
from tables.rendering.fragments import render
from tables.rendering.frames import CSRF, out_of_band
from tables.rendering.regions import encoder_of
from tables.selectors import occupancy, states
from tables.selectors.states import Step
from tables.slow import let_go


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the replay's log. step: the rule events up to and with its event, for the link."""

    step: int
    html: str
    text: str
    heading: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Told:
    """A whole finished match, told once. states[k]: after k rule events. seqs[k]: the seq of the k-th rule event (seqs[0] is 0)."""

    match: Match
    states: tuple[Any, ...]
    seqs: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.states) - 1


def tell(match: Match) -> Told:
    """Every state of a match. Raises `Unreplayable`."""
    return _tell(match.pk, match.commitment)


@lru_cache(maxsize=32)
def _tell(match_id: int, commitment: str) -> Told:
    match = Match.objects.select_related("table").get(pk=match_id)
    rows = list(match.events.order_by("seq"))
    let_go()  # a long match takes a while
    steps = tuple(states.walk(match, rows))
    rule_steps = [step for step in steps if step.event is not None]
    first = rule_steps[0].before if rule_steps else states.at(match, 0)
    return Told(match, (first, *(step.after for step in rule_steps)), (0, *(step.seq for step in rule_steps)), steps)


def lines(told: Told, eyes: int | None) -> tuple[LogLine, ...]:
    """The whole log with the step each line leads to."""
    return _lines(told.match.pk, told.match.commitment, eyes, get_language())


@lru_cache(maxsize=64)
def _lines(match_id: int, commitment: str, eyes: int | None, language: str | None) -> tuple[LogLine, ...]:
    told = _tell(match_id, commitment)
    rules, game = states.rules_of(told.match), registry.get(told.match.slug)
    names = occupancy.names(told.match)
    found, step = [], 0
    for event in told.steps:
        step += event.event is not None

        def name_of(seat: int, seq: int = event.seq) -> str:
            return str(names(seat, seq))

        found += [
            LogLine(step, html, text, line.heading, line.mark)
            for line, html, text in log.told(game, rules, event, eyes, name_of, live=False)
        ]
    return tuple(found)


def board(told: Told, step: int, eyes: int | None, address: str) -> dict[str, Any]:
    """The game's regions at a step, the plaque's words and the body's class. eyes: a seat; None for every hand open."""
    match, state = told.match, told.states[step]
    game, rules = registry.get(match.slug), states.rules_of(match)
    view = rules.reveal(state) if eyes is None else rules.view(state, eyes)
    people = people_at(told, step)
    setting = Setting(eyes, people, False, True, encoder_of(rules))
    shared = {
        "setting": setting, "game": game, "move_url": "", "replay_url": address, "match_number": match.number, "seq": "", "over": True,
        "deal": platform.open_deal(match),
    }  # fmt: skip
    parts = game.screen.regions(view, setting)
    regions = {part.id: render(part.template, {**shared, **part.context}).replace(CSRF, "") for part in parts}
    status = game.screen.status(view, setting)
    return {"regions": regions, "body": game.screen.body_class(view), "people": people, "words": platform.game_words(status, game, people)}


def context(told: Told, step: int, eyes: int | None) -> dict[str, Any]:
    """What the replay's templates need at a step."""
    address = reverse("replay", args=[told.match.table.code, told.match.number])
    shown = board(told, step, eyes, address)
    seen = "todas" if eyes is None else str(eyes)
    return {
        **shown,
        "step": step,
        "last": told.last,
        "back": max(0, step - 1),
        "forward": min(told.last, step + 1),
        "eyes": eyes,
        "seen": seen,
        "address": address,
        "number": told.match.number,
        "log": log_html(lines(told, eyes), step, address, seen),
        "heard": " ".join(line.text for line in lines(told, eyes) if line.step == step and not line.heading),
    }


def fragments(context: Mapping[str, Any]) -> str:
    """Every region of a step, out of band."""
    regions = {
        "r-status": platform.status(context["words"]),
        "r-eyes": render("replay/eyes.html", context),
        **context["regions"],
        "r-steps": render("replay/steps.html", context),
        "r-log": context["log"],
        "r-live": platform.heard(str(context["step"]), context["heard"]),
        "r-facts": render("replay/facts.html", context),
    }
    return "".join(out_of_band(key, html) for key, html in regions.items())


def people_at(told: Told, step: int) -> tuple[Person, ...]:
    """Who held the seats at a step."""
    names = occupancy.names(told.match)
    seq = max(told.seqs[step], 1)
    found = []
    for seat, kind in enumerate(told.match.seat_kinds):
        name = str(names(seat, seq))
        found.append(Person(seat, name, "cpu" if kind == "cpu" else "person", "here", initial(name)))
    return tuple(found)


def log_html(shown: Sequence[LogLine], step: int, address: str, eyes: str) -> str:
    """The log's list: every line a link to its step, the present one marked."""
    items = []
    current = max((line.step for line in shown if line.step <= step and not line.heading), default=-1)
    for line in shown:
        here = ' aria-current="step"' if line.step == current and not line.heading else ""
        href = escape(f"{address}?paso={line.step}&ojos={eyes}")
        css = ' class="big"' if line.heading else ""
        mark = "" if line.heading else escape(line.mark) or "–"
        items.append(f'<li{css}><a href="{href}" data-step="{line.step}"{here}><i>{mark}</i><span>{line.html}</span></a></li>')
    label = escape(_("Toca una línea para ir a ese paso"))
    return f'<ol class="lines" id="r-log" tabindex="0" aria-label="{label}">{"".join(items)}</ol>'
