"""Times for people who may be anywhere: in the site's time zone, which is named."""

from __future__ import annotations

import datetime as dt

from babel.core import UnknownLocaleError
from babel.dates import get_timezone_location
from django.conf import settings
from django.utils import formats, timezone
from django.utils.translation import get_language, gettext as _

SPOKEN = {"pt": "pt_PT"}
"""Languages whose places have other names in Babel's first choice of the language."""


def in_words(moment: dt.datetime) -> str:
    """A moment with its day of the week and its time zone, e.g. ``miércoles, 1 de mayo de 2030 a las 18:00 (hora de Madrid)``.

    A mail is read later than it is written: no "today" and no "tomorrow".
    """
    local = timezone.localtime(moment, timezone.get_default_timezone())
    when = _("%(weekday)s, %(date)s") % {"weekday": formats.date_format(local, "l"), "date": formats.date_format(local, "DATETIME_FORMAT")}
    place = place_of(settings.TIME_ZONE)
    if place:
        return _("%(when)s (hora de %(place)s)") % {"when": when, "place": place}
    return f"{when} ({local:%Z})" if f"{local:%Z}"[0].isalpha() else f"{when} (UTC{local:%Z})"


def place_of(zone: str) -> str:
    """The city or island that a zone is named after, in the current language; "" for zones that are only a difference from UTC."""
    if "/" not in zone or zone.startswith("Etc/"):
        return ""
    language = get_language() or settings.LANGUAGE_CODE
    try:
        return str(get_timezone_location(zone, locale=SPOKEN.get(language, language), return_city=True))
    except (LookupError, ValueError, UnknownLocaleError):
        return zone.rpartition("/")[2].replace("_", " ")
