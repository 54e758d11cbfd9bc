"""Static files as plain responses, compressed where that helps, under names that tell their content: no step before the site runs.

`static()` gives ``tapete/table.5f1c0b7a93de.css``, which may be kept for a year; ``tapete/table.css`` is there too, for a minute. Modules
import each other by their plain names, which the page's import map turns into the telling ones.
"""

import gzip
import hashlib
import json
import re
from functools import cache, lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

TEXT = ("text/", "image/svg+xml", "application/javascript", "application/json", "application/manifest+json")
NAMED = re.compile(r"(?P<stem>.+)\.(?P<digest>[0-9a-f]{12})(?P<suffix>\.[^./]+)")
YEAR = "public, max-age=31536000, immutable"
ASK = "no-cache"


@lru_cache(maxsize=2048)
def digest_of(path: Path, changed: int) -> str:
    """What tells a file's content. ``changed``: its time of change, so that an edited one is read again."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


@lru_cache(maxsize=512)
def compressed(path: Path, changed: int) -> bytes:
    """A file's content, compressed once; ``changed`` as above."""
    return gzip.compress(path.read_bytes(), mtime=0)


@cache
def place_of(name: str) -> Path | None:
    """Where a static file lies."""
    found = finders.find(name)
    return Path(found) if isinstance(found, str) else None


class TellingNames(StaticFilesStorage):
    """Addresses that change with the content of their file."""

    def url(self, name: str | None) -> str:
        """The address of a static file; a plain one where there is no such file."""
        path = place_of(name) if name else None
        if name and path:
            stem, dot, suffix = name.rpartition(".")
            name = f"{stem}.{digest_of(path, path.stat().st_mtime_ns)}.{suffix}" if dot else name
        return super().url(name)


@cache
def modules() -> tuple[str, ...]:
    """The names of our own modules, those of the games among them."""
    found = {path for finder in finders.get_finders() for path, _storage in finder.list(None)}
    return tuple(sorted(path for path in found if path.endswith(".js") and path.startswith(("tapete/", "games/"))))


def import_map() -> str:
    """What a page says of its modules, as JSON: by their plain addresses the telling ones."""
    plain = StaticFilesStorage()
    return json.dumps({"imports": {plain.url(name): staticfiles_storage.url(name) for name in modules()}}, separators=(",", ":"))


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the bytes: Django's ASGI handler would read a file response whole anyway, with a warning."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The file of that address, whatever content its name tells; else what the site answers."""
        found, digest = self.find(request.path_info), ""
        named = NAMED.fullmatch(request.path_info) if found is None and request.path_info.startswith(self.static_prefix) else None
        if named:
            found, digest = self.find(named["stem"] + named["suffix"]), named["digest"]
        if found is None:
            response: HttpResponse = self.get_response(request)
            return response
        return self.serve(found, request, digest)

    def find(self, address: str) -> StaticFile | None:
        """The file of exactly that address."""
        found: StaticFile | None = self.find_file(address) if self.autorefresh else self.files.get(address)
        return found if isinstance(found, StaticFile) else None

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest, digest: str = "") -> HttpResponse:
        """The file, or 304 or 405 without one.

        digest: what its address tells of the content. Only where that is true the answer may be kept: a name from before or after a
        deploy gets the file as it is here and now, and is asked for again next time.
        """
        found = static_file.get_response(request.method, request.META)
        headers = dict(found.headers)
        path = Path(static_file.alternatives[-1][1])
        changed = path.stat().st_mtime_ns
        if digest:
            headers["Cache-Control"] = YEAR if digest == digest_of(path, changed) else ASK
        body = b""
        if found.file is not None:
            with found.file as file:
                if wants_gzip(request, headers):
                    body = compressed(path, changed)
                    headers |= {"Content-Encoding": "gzip"}
                else:
                    body = file.read()
            headers |= {"Content-Length": str(len(body))}
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in headers.items():
            response[name] = value
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


def wants_gzip(request: HttpRequest, headers: dict[str, str]) -> bool:
    """Whether to send this file compressed: the whole of a text, to somebody who can read it."""
    able = "gzip" in request.headers.get("Accept-Encoding", "") and "Range" not in request.headers
    return able and headers.get("Content-Type", "").startswith(TEXT) and "Content-Encoding" not in headers
