"""Crazy10s on the page: what a view becomes in the six regions of the table. Pure; the words are in the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.contract import N_, Line, Person, Region, SeatRef, Setting, Status
from games.crazy10s.board import GRIDS, TILES, Board, Tile
from games.crazy10s.drafts import WHY, sheet_of, sum_of
from games.crazy10s.drawing import board_of, rack_of, squares_of
from games.crazy10s.examples import EXAMPLES, Example
from games.crazy10s.generate import find
from games.crazy10s.state import SCORELESS
from games.crazy10s.views import Pass, Turn, View
from games.crazy10s.words import TILE_NAMES

STATUS: Final[Mapping[str, str]] = {
    "st-you": N_("Te toca"),
    "st-turn": N_("Le toca a {who}"),
    "st-lots": N_("Se sortea quién empieza"),
    "st-deal": N_("Se sacan las fichas"),
    "st-swap": N_("Se mezcla la bolsa"),
    "st-first-you": N_("Empieza por el centro: que sume 10"),
    "st-first": N_("Aún no hay fichas en el tablero"),
    "st-stuck": N_("Nada encaja: cambia o pasa"),
    "st-stuck-dry": N_("Nada encaja: solo puedes pasar"),
    "st-scored": N_("{who} sumó {points}"),
    "st-scored-you": N_("Sumaste {points}"),
    "st-passed": N_("{who} pasó"),
    "st-passed-you": N_("Pasaste"),
    "st-swapped": N_("{who} cambió fichas: {count}"),
    "st-swapped-you": N_("Cambiaste fichas: {count}"),
    "st-dry": N_("Turnos sin puntuar: {count} de {most}"),
    "st-won": N_("Ganas la partida"),
    "st-wins": N_("Gana {who}"),
    "st-drawn": N_("La partida queda en empate"),
    "st-by": N_("{best} a {least}"),
    **WHY,
}
"""Lines of the status plaque and of the draft, on top of the log's: the first at most 30 characters, the second 36, names aside."""

DRY: Final = 3
"""From so many scoreless turns on the plaque counts them (T13)."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside the board. gain: what the last turn brought them, None unless it was theirs. rack: open in a replay, else empty."""

    person: Person
    chair: int
    you: bool
    turn: bool
    score: int
    held: int
    gain: int | None
    rack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """How many tiles of a kind are still to be seen (T19). pips: a dot for each."""

    text: Tile
    label: str
    left: int
    pips: str


def chairs(view: View) -> tuple[int, ...]:
    """The seats from the viewer's own on; from seat 0 for a spectator."""
    return (1, 0) if view.viewer == 1 else (0, 1)


def plates(view: View, setting: Setting) -> list[Plate]:
    """Both players, the viewer first."""
    return [_plate(view, setting, chair, seat) for chair, seat in enumerate(chairs(view))]


def _plate(view: View, setting: Setting, chair: int, seat: int) -> Plate:
    gain = view.last.points if view.last and view.last.seat == seat and view.last.verdict else None
    return Plate(
        person=setting.people[seat], chair=chair, you=seat == view.viewer, turn=seat == view.turn, score=view.scores[seat],
        held=view.held[seat], gain=gain, rack=shown_rack(view, seat),
    )  # fmt: skip


def shown_rack(view: View, seat: int) -> tuple[str, ...]:
    """The tiles of a rack that may be shown open in a replay."""
    return view.racks[seat] if view.racks is not None else view.rack if seat == view.viewer else ()


def may_lay(view: View, setting: Setting) -> bool:
    """Whether tiles may be laid on the board: before the own turn, too, to see what they would make (T18)."""
    return setting.acting and not setting.replay and view.viewer is not None and view.ending is None and bool(view.rack)


def may_move(view: View, setting: Setting) -> bool:
    """Whether it is the viewer's turn."""
    return may_lay(view, setting) and view.viewer in view.awaited


def stuck(view: View, setting: Setting) -> bool:
    """Whether it is the viewer's turn and no play of their rack fits the board: they may only swap or pass."""
    return may_move(view, setting) and not _fits(view.board, view.grid, "".join(sorted(view.rack)))


@lru_cache(maxsize=2048)
def _fits(board: Board, grid: str, rack: str) -> bool:
    """The search ends at the first play; that there is none costs as much as a CPU player's turn, once a turn."""
    return next(find(board, GRIDS[grid], rack), None) is not None


# ---- regions ----------------------------------------------------------------------------------------------------------------


def score(view: View, setting: Setting) -> dict[str, Any]:
    """Both totals and the bag (T19)."""
    return {"plates": plates(view, setting), "bag": view.bag, "unseen": bool(view.bag or any(view.held))}


def seats(view: View, setting: Setting) -> dict[str, Any]:
    """In a replay both racks: open where the view shows them, their size elsewhere."""
    return {"plates": plates(view, setting) if setting.replay else []}


def centre(view: View, setting: Setting) -> dict[str, Any]:
    """The board, its bonus squares and the last play (T2, T19)."""
    return {"board": _board(view, setting, live=may_lay(view, setting)), "turn_number": view.turn_number}


def _board(view: View, setting: Setting, *, live: bool) -> dict[str, Any]:
    """Laid wilds are tiles like any other of their digit (T7); only the replay marks them."""
    latest = squares_of(view.latest_play.placements) if view.latest_play else frozenset()
    stars = view.stars if setting.replay else ()
    return board_of(GRIDS[view.grid], view.board, stars=stars, latest=latest, live=live)


def actions(view: View, setting: Setting) -> dict[str, Any]:
    """The draft, of which the server knows nothing before it is asked (T18), and what the last turn made."""
    return {
        "draft": sheet_of(None, mine=may_move(view, setting)) if may_lay(view, setting) else None,
        "told": told(view.last, setting) if view.last and not view.ending else None, "first": view.latest_play is None,
        "quiet": view.ending is not None, "stuck": _stuck_line(view) if stuck(view, setting) else None,
    }  # fmt: skip


def _stuck_line(view: View) -> Line:
    return Line("st-stuck" if view.most_swapped else "st-stuck-dry")


def told(turn: Turn, setting: Setting) -> dict[str, Any]:
    """A turn line by line with its score (T9-T11)."""
    verdict = turn.verdict
    return {
        "who": setting.people[turn.seat].name, "you": turn.seat == setting.viewer and not setting.replay, "points": turn.points,
        "lines": [sum_of(line) for line in verdict.lines] if verdict else [], "bonus": verdict.bonus if verdict else 0,
        "lone_zero": verdict is not None and verdict.lone_zero, "swapped": turn.swapped, "number": turn.number,
    }  # fmt: skip


def hand(view: View, setting: Setting) -> dict[str, Any]:
    """The rack, swap and pass (T8), the form without script (T18), and what is still to be seen (T19)."""
    mine = may_move(view, setting)
    return {
        "rack": rack_of(view.rack), "live": may_lay(view, setting), "mine": mine, "watching": view.viewer is None,
        "swap": view.most_swapped if mine else 0, "bag": view.bag, "pass_on": setting.encode(Pass()) if mine else "",
        "quiet": view.ending is not None, "kinds": kinds(view), "to_see": sum(left for _tile, left in view.unseen),
        "started": view.phase not in ("lots", "deal"),
    }  # fmt: skip


def kinds(view: View) -> list[Kind]:
    """Every kind of tile with how many lie neither on the board nor on the viewer's rack (T19)."""
    return [Kind(tile, TILE_NAMES[tile], left, "●" * left) for tile, left in view.unseen]


# ---- the end ----------------------------------------------------------------------------------------------------------------


def panel(view: View, setting: Setting) -> dict[str, Any]:
    """How the match ended, both racks and what they changed (T12, T13), and the board as it was left."""
    if view.ending is None:
        return {"end": None}
    return {"end": ending(view, setting), "board": _board(view, setting, live=False)}


def ending(view: View, setting: Setting) -> dict[str, Any]:
    """The final count in plain values."""
    assert view.ending is not None
    found, order = view.ending, chairs(view)
    rows = [
        {
            "person": setting.people[seat], "you": seat == view.viewer, "won": seat in view.winners and len(view.winners) == 1,
            "rack": found.racks[seat], "left": found.left[seat], "before": found.before[seat], "change": found.change[seat],
            "total": view.scores[seat],
        }
        for seat in order
    ]  # fmt: skip
    winner = view.winners[0]
    return {
        "reason": found.reason, "rows": rows, "tied": len(view.winners) > 1, "you": view.viewer == winner and len(view.winners) == 1,
        "name": setting.people[winner].name, "out": next((setting.people[seat].name for seat in order if not found.racks[seat]), ""),
    }  # fmt: skip


# ---- the status plaque ------------------------------------------------------------------------------------------------------


def _last_line(view: View, *, mine: bool) -> Line:
    """What the last turn was, or how many have scored nothing."""
    if view.scoreless >= DRY:
        return Line("st-dry", {"count": view.scoreless, "most": SCORELESS})
    turn = view.last
    if turn is None:
        return Line("st-first-you" if mine else "st-first")
    you = "-you" if turn.seat == view.viewer else ""
    what = "scored" if turn.verdict else "swapped" if turn.swapped else "passed"
    return Line(f"st-{what}{you}", {"who": SeatRef(turn.seat), "points": turn.points, "count": turn.swapped})


def _over_status(view: View) -> Status:
    totals = Line("st-by", {"best": max(view.scores), "least": min(view.scores)})
    if len(view.winners) > 1:
        return Status(Line("st-drawn"), totals, mine=False)
    winner = view.winners[0]
    return Status(Line("st-won") if winner == view.viewer else Line("st-wins", {"who": SeatRef(winner)}), totals, mine=False)


class Crazy10sScreen:
    """`games.contract.Screen` for Crazy10s."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """The six regions, always all of them in this order."""
        parts = {"score": score, "seats": seats, "centre": centre, "actions": actions, "panel": panel, "hand": hand}
        return [Region(f"r-{name}", f"games/crazy10s/{name}.html", make(view, setting)) for name, make in parts.items()]

    def body_class(self, view: View) -> str:
        """``flat`` when the count takes the whole cloth."""
        return "tiles flat" if view.ending else "tiles"

    def status(self, view: View, setting: Setting) -> Status:
        """Whose turn it is and what the last one was, in two short lines."""
        if view.ending:
            return _over_status(view)
        if view.turn is None or view.phase == "swap":
            return Status(Line(f"st-{view.phase}"), _last_line(view, mine=False) if view.last else None, mine=False)
        mine = may_move(view, setting)
        second = _stuck_line(view) if stuck(view, setting) else _last_line(view, mine=mine)
        return Status(Line("st-you") if mine else Line("st-turn", {"who": SeatRef(view.turn)}), second, mine)

    @property
    def examples(self) -> Mapping[str, Example]:
        """The boards of the rules page."""
        return EXAMPLES

    @property
    def material(self) -> list[tuple[Tile, str, int]]:
        """Every kind of tile, its name and how many there are (T1)."""
        return [(tile, TILE_NAMES[tile], count) for tile, count in TILES.items()]


SCREEN: Final = Crazy10sScreen()
