"""Pages for what went wrong."""

import pytest
from django.db import OperationalError
from django.test import RequestFactory
from django.utils import translation
from psycopg_pool import PoolTimeout, TooManyRequests

from config import errors


@pytest.mark.parametrize("cause", [PoolTimeout("no connection"), TooManyRequests("queue full")])
def test_a_used_up_pool_is_503_without_template_and_database(cause: Exception, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors.loader, "render_to_string", lambda *args: pytest.fail("a template was rendered"))
    try:
        raise OperationalError from cause
    except OperationalError:
        response = errors.server_error(rf.get("/"))
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "Hay mucha gente" in response.content.decode()


def test_any_other_error_is_a_500(rf: RequestFactory) -> None:
    try:
        raise OperationalError("something else")
    except OperationalError:
        response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "something else" not in response.content.decode()


def test_a_broken_error_page_still_says_what_happened(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(errors.loader, "render_to_string", broken)
    with translation.override("es"):
        response = errors.not_found(rf.get("/"), Exception())
    assert response.status_code == 404
    assert "el enlace está mal" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "view"), [(400, errors.bad_request), (403, errors.forbidden), (404, errors.not_found)])
def test_each_refusal_is_a_page_with_its_status(status: int, view, rf: RequestFactory) -> None:
    assert view(rf.get("/"), Exception()).status_code == status


@pytest.mark.django_db
def test_a_form_without_its_token_is_told_to_load_the_page_again(rf: RequestFactory) -> None:
    response = errors.csrf_failure(rf.post("/"))
    assert response.status_code == 403
    assert "vuelve a cargarla" in response.content.decode()
