"""Static files as plain responses, compressed where that helps."""

import gzip
from functools import lru_cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

TEXT = ("text/", "image/svg+xml", "application/javascript", "application/json", "application/manifest+json")


@lru_cache(maxsize=512)
def compressed(path: Path, changed: int) -> bytes:
    """A file's content, compressed once. ``changed``: its time of change, so that an edited one is read again."""
    return gzip.compress(path.read_bytes(), mtime=0)


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the bytes: Django's ASGI handler would read a file response whole anyway, with a warning."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or 304 or 405 without one."""
        found = static_file.get_response(request.method, request.META)
        headers = dict(found.headers)
        body = b""
        if found.file is not None:
            with found.file as file:
                if wants_gzip(request, headers):
                    path = Path(file.name)
                    body = compressed(path, path.stat().st_mtime_ns)
                    headers |= {"Content-Encoding": "gzip", "Content-Length": str(len(body))}
                else:
                    body = file.read()
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
