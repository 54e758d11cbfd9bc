"""Prepared deals: dice that throw what a test has laid down for a deal code, and honest ones for every other code.

The test settings name this module as ``CHANCE``. What is laid down is a table that exists in test databases only, so that a served site
in another process throws the same. A stacked match does not pass the deal proof, which is what the proof is for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.db import connection

from tables import dice


def lay_down(code: str, orders: Sequence[Sequence[int]]) -> None:
    """Have permutations 1, 2, 3... of the match with that deal code come out as given; later ones honestly."""
    with connection.cursor() as cursor:
        cursor.execute("create table if not exists stacked_deals (code text, number int, places text, primary key (code, number))")
        rows = [(code, number, json.dumps(list(order))) for number, order in enumerate(orders, start=1)]
        cursor.executemany("insert into stacked_deals values (%s, %s, %s)", rows)


def codes() -> list[str]:
    """The deal codes for which something has been laid down."""
    with connection.cursor() as cursor:
        cursor.execute("select to_regclass('stacked_deals') is not null")
        (exists,) = cursor.fetchone()
        if not exists:
            return []
        cursor.execute("select distinct code from stacked_deals")
        return [code for (code,) in cursor.fetchall()]


def throw(code: str, number: int, size: int) -> tuple[int, ...]:
    """As `tables.dice.throw`."""
    with connection.cursor() as cursor:
        cursor.execute("select to_regclass('stacked_deals') is not null")
        (exists,) = cursor.fetchone()
        if exists:
            cursor.execute("select places from stacked_deals where code = %s and number = %s", [code, number])
            if row := cursor.fetchone():
                return tuple(json.loads(row[0]))
    return dice.throw(code, number, size)
