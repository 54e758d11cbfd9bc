"""Collecting, checking and compiling translations without gettext's programs."""

from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.utils import translation
from pytest_django import Settings

from config import messages

CODE = """
from django.utils.translation import gettext as _, ngettext, pgettext
from games.contract import N_

A = N_("Baza")
def f(n):
    _("Hola, %(name)s")
    ngettext("%(n)s carta", "%(n)s cartas", n)
    pgettext("palo", "Copas")
    _("Partida " "nueva")
    print("not marked")
"""
PAGE = """{% load i18n %}
<div>
    {% if x %}
        <p title="{% translate "Tu turno" %}">{{ _("Salir")|upper }}</p>
  {% endif %}
    {% blocktranslate trimmed with name=player.name %}
        Le toca
        a {{ name }}
    {% endblocktranslate %}
      {% blocktranslate count n=n %}{{ n }} punto{% plural %}{{ n }} puntos{% endblocktranslate %}
      {% translate "Copas" context "bebida" %} it's 'not marked
</div>
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one shared module, one page and one game."""
    for name, text in {
        "tables/a.py": CODE,
        "templates/a.html": PAGE,
        "games/one/__init__.py": '_("Sota")\n',
        "games/kit/__init__.py": "",
        "config/a.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_every_kind_of_mark_is_found(root: Path) -> None:
    platform, game = messages.domains(root)
    found = {messages.key(message) for message in messages.collect(platform, root) if message.id}
    plain = {"Baza", "Hola, %(name)s", "%(n)s carta", "Partida nueva", "Tu turno", "Salir", "Le toca a %(name)s", "%(n)s punto"}
    assert found == {(text, None) for text in plain} | {("Copas", "palo"), ("Copas", "bebida")}
    assert [message.id for message in messages.collect(game, root) if message.id] == ["Sota"]


def translated(root: Path, language: str, old: str, new: str) -> None:
    """Replace the empty translation that follows a text."""
    path = root / f"config/locale/{language}/LC_MESSAGES/django.po"
    text = path.read_text()
    assert f'{old}"\nmsgstr ""' in text
    path.write_text(text.replace(f'{old}"\nmsgstr ""', f'{old}"\nmsgstr "{new}"'))


def test_updating_keeps_translations_drops_the_unused_and_changes_nothing_twice(root: Path) -> None:
    platform = messages.domains(root)[0]
    messages.update(platform, root)
    translated(root, "en", 'msgid "Baza', "Trick")
    messages.update(platform, root)
    first = platform.po("en").read_text()
    assert 'msgid "Baza"\nmsgstr "Trick"' in first
    messages.update(platform, root)
    assert platform.po("en").read_text() == first
    (root / "tables/a.py").write_text("")
    messages.update(platform, root)
    assert "Baza" not in platform.po("en").read_text()
    assert "Tu turno" in platform.po("en").read_text()


def test_faults_are_named(root: Path) -> None:
    platform, game = messages.domains(root)
    messages.update(platform, root)
    translated(root, "en", 'msgid "Baza', "Trick")
    translated(root, "en", 'msgid "Hola, %(name)s', "Hello")
    faults = messages.faults(platform, root)
    assert "config/locale/en/LC_MESSAGES/django.po: other places to fill than the source: 'Hola, %(name)s'" in faults
    assert "config/locale/en/LC_MESSAGES/django.po: empty: 'Tu turno'" in faults
    assert not any("en/" in fault and "'Baza'" in fault for fault in faults)
    assert "config/locale/pt/LC_MESSAGES/django.po: empty: 'Baza'" in faults
    assert messages.faults(game, root) == [f"games/one/locale/{code}/LC_MESSAGES/django.po: missing: 'Sota'" for code in ("en", "pt")]
    (root / "tables/a.py").write_text(CODE.replace("Baza", "Mano"))
    assert "config/locale/en/LC_MESSAGES/django.po: no longer used: 'Baza'" in messages.faults(platform, root)


def test_a_text_that_two_catalogues_translate_differently_is_named(root: Path) -> None:
    """Django knows one catalogue a language: one game's words would silently stand in the other's pages."""
    platform, game = messages.domains(root)
    (root / "games/one/__init__.py").write_text('_("Sota")\n_("Baza")\npgettext("palo", "Copas")\n')
    (root / "tables/a.py").write_text(CODE + '_("Sota")\n')
    for domain in (platform, game):
        messages.update(domain, root)
    assert messages.conflicts(root) == []
    translated(root, "en", 'msgid "Sota', "Jack")
    own = game.po("en")
    own.write_text(own.read_text().replace('msgid "Sota"\nmsgstr ""', 'msgid "Sota"\nmsgstr "Knave"'))
    assert messages.conflicts(root) == [
        "games/one/locale/en/LC_MESSAGES/django.po: translated otherwise in config/locale/en/LC_MESSAGES/django.po: 'Sota'"
    ]
    own.write_text(own.read_text().replace("Knave", "Jack"))
    assert messages.conflicts(root) == []
    own.write_text(own.read_text().replace('msgctxt "palo"\nmsgid "Copas"\nmsgstr ""', 'msgctxt "palo"\nmsgid "Copas"\nmsgstr "Cups"'))
    assert [fault.rpartition(": ")[2] for fault in messages.conflicts(root)] == ["'Copas'"], "the same text in the same context"


def test_what_pages_say_is_what_their_catalogue_says(settings: Settings) -> None:
    """Also against the catalogues of Django and of packages, whose English words may be written like Spanish ones."""
    messages.compile_all(settings.BASE_DIR)
    assert messages.conflicts(settings.BASE_DIR) == []
    for language in ("es", *messages.languages()):
        with translation.override(language):
            for domain in messages.domains(settings.BASE_DIR):
                for message in messages.stored(domain.po("en" if language == "es" else language), "en" if language == "es" else language):
                    if message.id and isinstance(message.id, str):
                        shown = translation.pgettext(message.context, message.id) if message.context else translation.gettext(message.id)
                        assert shown == (message.id if language == "es" else message.string), (language, domain.locale)


def test_compiling_needs_no_program_and_repeats_only_what_changed(root: Path) -> None:
    platform = messages.domains(root)[0]
    messages.update(platform, root)
    translated(root, "en", 'msgid "Baza', "Trick")
    messages.compile_all(root)
    binary = platform.po("en").with_suffix(".mo")
    with binary.open("rb") as file:
        assert GNUTranslations(file).gettext("Baza") == "Trick"
    made = binary.stat().st_mtime_ns
    messages.compile_all(root)
    assert binary.stat().st_mtime_ns == made


@pytest.mark.parametrize(
    ("text", "expected"),
    [("cien", ()), ("{name} y %(other)s", ("name", "other")),
     ("%s de %d", ("d", "s")), ("50%% de %(n)d", ("n",)), ("{a:>3}", ("a",)), ("{}", ("",))],
)  # fmt: skip
def test_places_to_fill(text: str, expected: tuple[str, ...]) -> None:
    assert messages.fields(text) == expected


def test_spanish_is_the_source_and_has_no_catalogue(settings: Settings) -> None:
    assert messages.languages() == ["en", "pt"]
    settings.LANGUAGES = [*settings.LANGUAGES, ("gl", "Galego")]
    assert messages.languages() == ["en", "pt", "gl"]
