"""Pages for what went wrong: one clear sentence, never a traceback.

Each looks for a template ``<status>.html``; where there is none, or it fails itself, a plain page says the same.
"""

import logging
import re
import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.html import escape
from django.utils.translation import get_language, gettext as _
from psycopg_pool import PoolTimeout, TooManyRequests

log = logging.getLogger("tapete.errors")


def sentence(status: int) -> str:
    """What the page of that status says."""
    texts = {
        400: _("No hemos entendido lo que nos ha llegado."),
        403: _("Eso no te toca a ti."),
        404: _("Aquí no hay nada: el enlace está mal o la mesa ya no existe."),
        408: _("Lo que enviabas no ha llegado entero a tiempo. Prueba otra vez."),
        413: _("Eso es demasiado grande: aquí no se envía tanto de una vez."),
        414: _("Esa dirección es demasiado larga."),
        429: _("Demasiadas veces seguidas: espera un momento y vuelve a probar."),
        431: _("Tu navegador manda demasiado con cada página: borra las cookies de este sitio y prueba otra vez."),
        500: _("Algo ha fallado por nuestra parte. Lo ya jugado está guardado."),
        503: _("Hay mucha gente ahora mismo; prueba en unos segundos."),
    }
    return texts[status]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: malformed or not for this host; 413 where it is too big."""
    return page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return page(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return page(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that lost its token, mostly because the page is older than a sign-in."""
    return page(request, 403, _("La página era antigua: vuelve a cargarla y prueba otra vez."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503 when the connections are used up, without touching template or database: it must stay cheap then."""
    if busy(sys.exc_info()[1]):
        return HttpResponse(plain(503, sentence(503)), status=503, headers={"Retry-After": "2"})
    return page(request, 500)


def busy(error: BaseException | None) -> bool:
    """Whether an error comes from a connection pool that is used up."""
    while error:
        if isinstance(error, PoolTimeout | TooManyRequests):
            return True
        error = error.__cause__ or error.__context__
    return False


def page(request: HttpRequest, status: int, text: str = "") -> HttpResponse:
    """The page of a status: its template with ``status`` and ``sentence``, else the plain one."""
    text = text or sentence(status)
    try:
        # A 500 may come from the session or the database: its template gets no request.
        context = {"status": status, "sentence": text, "typed": typed_code(request)}
        body: str = loader.render_to_string(f"{status}.html", context, None if status == 500 else request)
    except Exception as error:
        if not isinstance(error, TemplateDoesNotExist):
            log.exception("the page of status %s failed", status)
        body = plain(status, text)
    return HttpResponse(body, status=status)


def typed_code(request: HttpRequest) -> str:
    """What stands in the address where a table's code belongs, for the field that offers to correct it."""
    found = re.match(r"/m/([^/]{1,40})", request.path_info, re.IGNORECASE)
    return found[1].replace("\0", "") if found else ""


def plain(status: int, text: str) -> str:
    """A page that needs nothing."""
    title = f"{status} · Tapete"
    return (
        f'<!doctype html><html lang="{get_language() or "es"}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><main><h1>Tapete</h1><p>{escape(text)}</p>"
        f'<p><a href="/">{escape(_("Volver al inicio"))}</a></p></main></html>'
    )
