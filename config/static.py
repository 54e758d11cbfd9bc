"""Static files as plain responses."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the bytes: Django's ASGI handler would read a file response whole anyway, with a warning."""

    @staticmethod
    def serve(static_file, request: HttpRequest) -> HttpResponse:
        """The file, or 304 or 405 without one."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response
