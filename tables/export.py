"""A finished match as plain JSON: everything that anybody needs to check and retell it, and no user (P16)."""

from __future__ import annotations

from typing import Any

from tables.models import Match
from tables.selectors.occupancy import occupant_name

FORMAT = 1


def export(match: Match) -> dict[str, Any]:
    """The match with its deal proof and history. Raises ValueError while it runs: hidden cards would leak."""
    if match.status == "running":
        raise ValueError("a running match is not exported")
    return {
        "format": FORMAT,
        "table": match.table.code,
        "number": match.number,
        "game": match.slug,
        "rules_version": match.version,
        "options": match.options,
        "clock": match.clock,
        "seats": match.seat_kinds,
        "started_at": match.started_at.isoformat(),
        "ended_at": match.ended_at.isoformat() if match.ended_at else None,
        "status": match.status,
        "result": match.result,
        "deal": {"code": match.deal_code, "nonce": match.nonce, "commitment": match.commitment},
        "occupants": [
            {"number": row.number, "seat": row.seat, "name": occupant_name(row), "level": row.level, "from_seq": row.from_seq}
            for row in match.occupancies.order_by("number")
        ],
        "events": [
            {
                "seq": row.seq,
                "kind": row.kind,
                "seat": row.seat,
                "cause": row.cause,
                "occupant": row.occupant,
                "payload": row.payload,
                "at": row.at.isoformat(),
            }
            for row in match.events.order_by("seq")
        ],
    }
