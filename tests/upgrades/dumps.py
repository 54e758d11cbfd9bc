"""Databases of the upgrade tests, and the dumps they come from."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection
from psycopg import sql

FOLDER = Path(__file__).parent
NAME = f"tapete_upgrade_{os.getpid()}"


def dumps() -> list[Path]:
    """The kept dumps, oldest schema first."""
    return sorted(FOLDER.glob("*.sql.gz"))


@contextmanager
def database() -> Iterator[None]:
    """An empty database of its own for the block, in which Django works instead of its usual one."""
    usual = connection.settings_dict["NAME"]
    with _connected("postgres") as server:
        server.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(NAME)))
        server.execute(sql.SQL("create database {}").format(sql.Identifier(NAME)))
        try:
            _use(NAME)
            yield
        finally:
            _use(usual)
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(NAME)))


def _use(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _connected(name: str) -> psycopg.Connection:
    parameters = connection.get_connection_params()
    where = {key: parameters[key] for key in ("host", "port", "user", "password") if parameters.get(key)}
    return psycopg.connect(**where, dbname=name, autocommit=True)


def load(dump: Path) -> None:
    """Fill the empty database with what a dump holds. On a connection of its own: the script changes settings of its session."""
    with _connected(NAME) as fresh:
        fresh.execute(gzip.decompress(dump.read_bytes()))


def keep(target: Path, program: Path) -> None:
    """Dump the database as SQL that needs no `psql`, small and the same for the same rows. program: pg_dump."""
    parameters = connection.get_connection_params()
    command = [program, "--inserts", "--rows-per-insert=500", "--no-owner", "--no-privileges", "--no-comments"]
    command += ["-h", parameters["host"], "-U", parameters["user"], NAME]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Lines for psql alone, and remarks.
    script = re.sub(r"(?m)^(\\|--).*\n", "", said)
    target.write_bytes(gzip.compress(re.sub(r"\n{2,}", "\n", script).encode(), mtime=0))
