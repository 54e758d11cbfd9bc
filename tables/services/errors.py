"""How a service says no."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _


class Refused(Exception):  # noqa: N818 - named after what happened
    """Bad input. Nothing was changed.

    code: kebab-case, for the page: ``"rate"`` is a 429, ``"malformed"`` a 400, ``"not-seated"`` and ``"not-host"`` a 403.
    sentence: one (lazy) sentence in the person's language.
    """

    def __init__(self, code: str, sentence: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence


def not_seated() -> Refused:
    """Somebody acts who holds no seat."""
    return Refused("not-seated", _("No estás sentado a esta mesa: solo puedes mirar."))


def not_host() -> Refused:
    """Somebody does what only the host may."""
    return Refused("not-host", _("Solo puede hacerlo quien abrió la mesa."))


def running() -> Refused:
    """A lobby action during a match."""
    return Refused("running", _("La partida ya ha empezado."))


def no_match() -> Refused:
    """A match action without a running match."""
    return Refused("no-match", _("No hay ninguna partida en juego en esta mesa."))


def closed() -> Refused:
    """The table has closed (P6)."""
    return Refused("closed", _("Esta mesa está cerrada. Puedes abrir otra."))


def unreplayable(match_id: int) -> Refused:
    """A match whose history can't be told again: nothing can be done in it, everything else works."""
    sentence = _("Esta partida (n.º %(number)s) no se puede reconstruir. Avisa a quien lleva el sitio.")
    return Refused("unreplayable", sentence % {"number": match_id})


def malformed() -> Refused:
    """A form that no page of ours sends."""
    return Refused("malformed", _("No se entiende lo que ha llegado. Vuelve a cargar la mesa."))
