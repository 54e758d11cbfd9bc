"""Half-made plays: what they would be worth, and plays and swaps from the fields of a form without script (T18)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.contract import Illegal, Json, Line, Malformed, Region, Setting
from games.crazy10s import codec
from games.crazy10s.board import COLUMNS, GRIDS, RACK, STAR, TEN, TILES
from games.crazy10s.judge import judge
from games.crazy10s.texts import REFUSALS
from games.crazy10s.views import Play, ScoredLine, Verdict, View
from games.crazy10s.words import tile_token

WHY: Final[Mapping[str, str]] = {f"why-{code}": text for code, text in REFUSALS.items()}
"""The refusals once more as lines, so that a draft can say what stands in its way."""
FIELDS: Final = range(1, RACK + 1)
"""Numbers of the form's rows."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A touched line as it is shown. values: e.g. ``"4 + 6"``. over: by how much it passes 10, negative when it falls short.

    first, last: its ends as ``"row,col"``. doubled: new tiles on DN. factor: of DL and TL. points: what it scores, when it fits.
    """

    values: str
    sum: int
    over: int
    across: bool
    first: str
    last: str
    doubled: int
    factor: int
    points: int

    @property
    def short(self) -> int:
        """By how much it falls short of 10."""
        return -self.over


def sum_of(line: ScoredLine) -> Sum:
    """A touched line for the eye."""
    first, last = line.cells[0], line.cells[-1]
    return Sum(
        " + ".join(map(str, line.values)), line.sum, line.sum - TEN, line.across, f"{first.row},{first.col}", f"{last.row},{last.col}",
        sum(line.doubled), line.factor, line.points,
    )  # fmt: skip


def sheet_of(verdict: Verdict | None, *, send: str = "", mine: bool = True) -> dict[str, Any]:
    """What ``draft.html`` draws as ``draft``. verdict: None while nothing is laid. send: the play as a form carries it.

    mine: it may be sent now, provided that it is valid.
    """
    valid = verdict is not None and verdict.fault is None
    fault = verdict.fault if verdict else None
    return {
        "lines": [sum_of(line) for line in verdict.lines] if verdict else [],
        "laid": verdict is not None,
        "valid": valid,
        "total": verdict.total if verdict else 0,
        "bonus": verdict.bonus if verdict and valid else 0,
        "why": Line(f"why-{fault.code}", fault.params) if fault else None,
        "send": send if mine and valid else "",
        "mine": mine,
    }


def draft(view: View, setting: Setting, raw: Json) -> Region:
    """`games.contract.Game.draft`: the sums and the score of tiles laid, from what the viewer sees. Raises `Malformed`."""
    move = codec.decode(raw)
    if not isinstance(move, Play):
        raise Malformed()
    verdict = judge(view.board, GRIDS[view.grid], view.rack, move.placements)
    mine = setting.acting and setting.viewer in view.awaited
    return Region("r-draft", "games/crazy10s/draft.html", {"draft": sheet_of(verdict, send=setting.encode(move), mine=mine)})


# ---- without script ---------------------------------------------------------------------------------------------------------


def compose(fields: Mapping[str, str]) -> Json:
    """`games.contract.Game.compose`: fields ``tile1 row1 col1 value1`` to ``7`` of a play, ``swap1`` to ``7`` of a swap.

    row: from 1; col: a letter; value: a wild's digit. ``act`` says which of the two it is. Raises `Illegal` for what was filled in
    wrong, `Malformed` for any other form.
    """
    match fields.get("act"):
        case "play":
            return _composed_play(fields)
        case "swap":
            return _composed_swap([tile for number in FIELDS if (tile := fields.get(f"swap{number}"))])
    raise Malformed()


def _composed_play(fields: Mapping[str, str]) -> Json:
    laid: list[Json] = [placed for number in FIELDS if (placed := _placed(fields, number))]
    if not laid:
        raise Illegal("nothing-laid")
    return {"play": laid}


def _composed_swap(tiles: Sequence[str]) -> Json:
    if not tiles:
        raise Illegal("nothing-swapped")
    return {"swap": list(tiles)}


def _placed(fields: Mapping[str, str], number: int) -> Json:
    """One row of the form as a placement; None where neither row nor column is filled in."""
    tile, row, col, value = (fields.get(f"{name}{number}", "").strip().upper() for name in ("tile", "row", "col", "value"))
    if not row and not col:
        return None
    if not row or not col:
        raise Illegal("half-square", tile=tile_token(tile)) if tile in TILES else Malformed()
    if not re.fullmatch(r"[0-9]{1,2}", row) or col not in tuple(COLUMNS):
        raise Illegal("off-board")
    if tile == STAR and not re.fullmatch(r"[0-9]", value):
        raise Illegal("wild-without-digit")
    digit = value if tile == STAR else tile
    if not re.fullmatch(r"[0-9]", digit):
        raise Malformed()
    return [int(row) - 1, COLUMNS.index(col), tile, int(digit)]
