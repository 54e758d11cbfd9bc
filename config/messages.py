"""Catalogues without GNU gettext: Spanish source texts out of code and templates, brought up to date, checked and compiled by Babel.

One catalogue for the platform, one for each game's folder. Spanish is the source, so only the other languages have files.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

type Key = tuple[str, str | None]

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "N_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NOTES = ["Translators"]
PLURALS = {"pt": "nplurals=2; plural=(n != 1);"}
"""Plural forms where Babel's differ from Django's own catalogue: Babel has a third one for millions, and none of its own for zero."""
BORROWED = {"pt": (("allauth", "pt_PT"),)}
"""Packages that have a language only under another code: their texts are compiled into the platform's catalogue, behind its own."""
FIELD = re.compile(r"%\((\w+)\)[#0\- +]*\d*(?:\.\d+)?[a-zA-Z]|(?<!\{)\{(\w*)[^{}]*\}(?!\})|(?<!%)%(?!%)[#0\- +]*\d*(?:\.\d+)?([sdrfi])")
"""A place to fill: ``%(name)s``, ``{name}`` or ``%s``."""


@dataclass(frozen=True)
class Domain:
    """A catalogue: the folder of its languages and the folders and files its texts come from."""

    locale: Path
    sources: tuple[Path, ...]

    def po(self, language: str) -> Path:
        """The catalogue of a language."""
        return self.locale / language / "LC_MESSAGES" / "django.po"


def languages() -> list[str]:
    """All but the source language."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def domains(root: Path) -> list[Domain]:
    """The platform's catalogue, then one for each game."""
    games = sorted(path.parent for path in (root / "games").glob("*/__init__.py") if path.parent.name != "kit")
    shared = [root / "config", root / "tables", root / "templates", root / "games" / "kit", *(root / "games").glob("*.py")]
    platform = Domain(root / "config" / "locale", tuple(shared))
    return [platform, *(Domain(game / "locale", (game,)) for game in games)]


def files(domain: Domain) -> Iterator[Path]:
    """Code and templates of a domain."""
    for source in domain.sources:
        inside = [source] if source.is_file() else sorted(source.rglob("*"))
        yield from (path for path in inside if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts)


def collect(domain: Domain, root: Path) -> Catalog:
    """A catalogue of all marked texts, without translations; each says in which files it stands (no line numbers: they change daily)."""
    found = Catalog(project="Tapete", charset="utf-8", fuzzy=False)
    for path in files(domain):
        code = path.read_text("utf-8")
        if path.suffix != ".py":
            if "{%" not in code and "{{" not in code:
                continue
            code = unindented(templatize(code, origin=str(path)))
        place = path.relative_to(root).as_posix()
        for _line, text, notes, context in extract("python", BytesIO(code.encode()), KEYWORDS, NOTES):
            if text and text != ("", ""):
                found.add(text, locations=[(place, 0)], auto_comments=notes, context=context)
    return found


def unindented(code: str) -> str:
    """Templatized text as something Babel can read as Python: the indentation of HTML means nothing."""
    return "\n".join(line.strip() for line in code.splitlines())


def stored(path: Path, language: str) -> Catalog:
    """The catalogue in a file; an empty one where there is no file."""
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    else:
        catalog = Catalog(locale=language, project="Tapete", charset="utf-8", fuzzy=False)
    if language in PLURALS:
        catalog.mime_headers = [("Plural-Forms", PLURALS[language])]
    return catalog


def update(domain: Domain, root: Path) -> None:
    """Bring the files of a domain up to date: new texts come in empty, unused ones go, nothing is guessed."""
    template = collect(domain, root)
    for language in languages():
        path = domain.po(language)
        if not path.exists() and not len(template):
            continue
        catalog = stored(path, language)
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=False, keep_user_comments=True)
        catalog.obsolete.clear()
        catalog.header_comment = f"# {language}: translations of Tapete"
        catalog.revision_date = catalog.creation_date = template.creation_date
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True, omit_header=False, include_lineno=False)
        fixed_head(path, language, catalog)


def fixed_head(path: Path, language: str, catalog: Catalog) -> None:
    """Replace Babel's dated header by a short one that changes only with the language: no noise in the history."""
    text = path.read_text("utf-8")
    _head, _gap, rest = text.partition("\n\n")
    lines = [
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalog.plural_forms}",
    ]
    head = 'msgid ""\nmsgstr ""\n' + "\n".join(f'"{line}\\n"' for line in lines)
    path.write_text(f"{head}\n\n{rest}".rstrip("\n") + "\n", "utf-8")


def compile_all(root: Path) -> None:
    """Write the binary form of every catalogue that is newer than its binary."""
    for place, domain in enumerate(domains(root)):
        for language in languages():
            source = domain.po(language)
            target = source.with_suffix(".mo")
            if source.exists() and not (target.exists() and target.stat().st_mtime > source.stat().st_mtime):
                draft = target.with_suffix(".mo.new")
                with draft.open("wb") as file:
                    write_mo(file, stored(source, language) if place else with_borrowed(source, language))
                draft.replace(target)


def with_borrowed(path: Path, language: str) -> Catalog:
    """The catalogue in a file and, where it has nothing, what the packages of `BORROWED` say."""
    catalog = stored(path, language)
    for package, code in BORROWED.get(language, ()):
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec else ():
            for message in stored(Path(folder) / "locale" / code / "LC_MESSAGES" / "django.po", language):
                if message.id and message.string and not message.fuzzy and catalog.get(message.id, message.context) is None:
                    catalog.add(message.id, message.string, context=message.context)
    return catalog


def faults(domain: Domain, root: Path) -> list[str]:
    """What is wrong with a domain's translations, one sentence each; [] when they are complete."""
    found = []
    template = collect(domain, root)
    for language in languages():
        catalog = stored(domain.po(language), language)
        place = domain.po(language).relative_to(root).as_posix()
        for message in template:
            if message.id and (fault := fault_of(message, catalog.get(message.id, message.context))):
                found.append(f"{place}: {fault}: {message.id!r}")
        wanted = {(key(message)) for message in template}
        found += [f"{place}: no longer used: {message.id!r}" for message in catalog if message.id and key(message) not in wanted]
    return found


def conflicts(root: Path) -> list[str]:
    """The texts that two catalogues translate differently, one sentence each; [] when there are none.

    Django throws all catalogues of a language into one: of two translations of one text the last one read would silently win
    everywhere. A text that means two things needs a context (`pgettext`) in one of the two places.
    """
    found = []
    for language in languages():
        first: dict[tuple[Key, bool], tuple[str, object]] = {}
        for domain in domains(root):
            place = domain.po(language).relative_to(root).as_posix()
            for message in stored(domain.po(language), language):
                if not message.id:
                    continue
                text = message.string if isinstance(message.string, str) else tuple(message.string or ())
                where, known = first.setdefault((key(message), isinstance(message.id, str)), (place, text))
                if known != text:
                    found.append(f"{place}: translated otherwise in {where}: {message.id!r}")
    return found


def key(message: Message) -> Key:
    """What makes two texts the same one."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return text, message.context


def fault_of(message: Message, stored_one: Message | None) -> str | None:
    """What is wrong with the translation of one text, None when nothing is."""
    if stored_one is None:
        return "missing"
    texts = [stored_one.string] if isinstance(stored_one.string, str) else list(stored_one.string or ())
    if not texts or not all(texts) or isinstance(message.id, str) != isinstance(stored_one.string, str):
        return "empty"
    if stored_one.fuzzy:
        return "fuzzy"
    allowed = [fields(text) for text in ([message.id] if isinstance(message.id, str) else message.id)]
    if any(fields(text) not in allowed for text in texts):
        return "other places to fill than the source"
    return None


def fields(text: str) -> tuple[str, ...]:
    """The places to fill in a text, sorted: ``("name",)`` for both ``%(name)s`` and ``{name}``."""
    return tuple(sorted("".join(match.groups("")) for match in FIELD.finditer(text)))
