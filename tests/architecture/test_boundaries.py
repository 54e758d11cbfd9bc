"""What no import contract sees: names of games where none belongs, addresses and machine paths, functions that grew too long."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = ("tables", "templates", "config")


def tracked(*patterns: str) -> list[Path]:
    """The files of the project that match, new ones included, without what git ignores."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [path for name in sorted(names) if name and (path := ROOT / name).is_file()]


def texts(*patterns: str) -> Iterator[tuple[str, str]]:
    """Name and text of each file that is text."""
    for path in tracked(*patterns):
        raw = path.read_bytes()
        if b"\0" not in raw:
            yield path.relative_to(ROOT).as_posix(), raw.decode("utf-8")


def slugs() -> set[str]:
    """What games are called: their slugs and the names of their folders."""
    folders = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")} - registry.NO_GAMES
    return folders | {game.slug for game in registry.all_games()}


def naming(text: str) -> list[str]:
    """The names of games that stand in a text as words."""
    return [slug for slug in slugs() if re.search(rf"(?<![\w-]){re.escape(slug)}(?![\w-])", text, re.IGNORECASE)]


def test_the_platform_names_no_game() -> None:
    named = {name: found for name, text in texts(*PLATFORM) if (found := naming(text)) and not name.endswith(".po")}
    assert named == {}


def test_a_named_game_would_be_found() -> None:
    game = registry.all_games()[0].slug
    assert naming(f'if slug == "{game}":') == [game]
    assert naming(f"games/{game}/table.css") == [game]


ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links|git\+")


def test_requirement_files_hold_names_versions_and_hashes_only() -> None:
    files = list(texts("requirements", "pyproject.toml"))
    assert len(files) >= 9
    assert [name for name, text in files if ADDRESS.search(text)] == []


@pytest.mark.parametrize("name", ["base", "dev", "bench", "uv"])
def test_every_requirement_is_pinned_with_hashes(name: str) -> None:
    lines = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", " ").splitlines()
    assert lines
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


MACHINE = re.compile(r"/(?:home|Users|root|work)/[a-z]")


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    found = [f"{name}: {line}" for name, text in texts() for line in text.splitlines() if MACHINE.search(line) or str(ROOT) in line]
    assert found == []


def functions(pattern: str) -> Iterator[tuple[str, int]]:
    """Each function of the Python files, with its number of lines."""
    for name, text in texts(pattern):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{name}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def test_functions_stay_short() -> None:
    lengths = [(name, lines) for pattern in ("games/*.py", "tables/*.py", "config/*.py") for name, lines in functions(pattern)]
    assert lengths
    assert [name for name, lines in lengths if lines > 50] == []
    assert sum(lines <= 15 for _name, lines in lengths) / len(lengths) > 0.8


def test_public_code_says_what_it_is_for() -> None:
    silent = []
    for name, text in texts("games/*.py", "tables/*.py", "config/*.py"):
        if "/migrations/" in name or "/static/" in name or not text.strip():
            continue
        module = ast.parse(text)
        silent += [] if ast.get_docstring(module) else [name]
        parts = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
        silent += [f"{name}:{node.name}" for node in parts if not node.name.startswith("_") and not ast.get_docstring(node)]
    assert silent == []
