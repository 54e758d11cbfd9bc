"""Templates of regions, parsed once and rendered with plain values: no request, no context processors."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.template import Context, loader

from tables.rendering.frames import CSRF


@cache
def compiled(name: str) -> Any:
    """A template, parsed once."""
    return loader.get_template(name).template  # type: ignore[attr-defined]


def render(name: str, context: Mapping[str, Any]) -> str:
    """The region. The form token is a placeholder, so that the result can be kept and shared.

    Numbers are not localised: a table has none of four digits, and to look each one up costs more than the rest of some regions.
    """
    return str(compiled(name).render(Context({**context, "csrf_token": CSRF}, use_l10n=False)))
