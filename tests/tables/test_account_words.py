"""What accounts say, in every language of the site: the sentences come from three packages, so each language is looked at."""

import re
from html import unescape

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from config import messages

pytestmark = pytest.mark.django_db

MISTAKES = {
    "es": ["Este campo es obligatorio.", "La contraseña tiene que tener 8 caracteres o más.", "Que no sean solo números."],
    "en": ["This field is required.", "The password needs 8 characters or more.", "Not digits alone."],
    "pt": ["Este campo é obrigatório.", "A palavra-passe tem de ter 8 caracteres ou mais.", "Que não sejam só números."],
}
MAILS = {"es": "Confirma tu correo", "en": "Confirm your email", "pt": "Confirme o seu e-mail"}
LABELS = {"es": "Dirección de correo electrónico", "en": "Email address", "pt": "Endereço de email"}


@pytest.fixture(autouse=True)
def _compiled(settings: Settings) -> None:
    """Pages read the binary catalogues."""
    messages.compile_all(settings.BASE_DIR)


def said(client: Client, email: str, password: str) -> str:
    """The words of the sign-up page after a mistake, without its marks."""
    page = client.post("/cuenta/signup/", {"email": email, "password1": password}).content.decode()
    return unescape(re.sub(r"<(?!input)[^>]*>", " ", page))


@pytest.mark.parametrize("language", MISTAKES)
def test_a_mistaken_sign_up_is_answered_in_the_reader_s_language(language: str) -> None:
    client = Client(headers={"accept-language": language})
    words = said(client, "", "corta")
    assert [sentence for sentence in MISTAKES[language] if sentence not in words] == []
    assert LABELS[language] in words
    others = {sentence for other in MISTAKES if other != language for sentence in MISTAKES[other]}
    assert [sentence for sentence in others if sentence in words] == []


REFUSED = {
    "ana-pilar-soler": "A palavra-passe parece-se demais com o seu e-mail.",
    "password": "Muita gente usa essa palavra-passe: escolha outra.",
    "84273160957": "A palavra-passe não pode ter só números.",
}


@pytest.mark.parametrize("password", REFUSED)
def test_each_refused_password_gets_its_sentence(password: str) -> None:
    client = Client(headers={"accept-language": "pt"})
    words = said(client, "ana-pilar-soler@example.org", password)
    assert [sentence for sentence in REFUSED.values() if sentence in words] == [REFUSED[password]]


@pytest.mark.parametrize("language", MAILS)
def test_the_confirmation_s_mail_is_in_the_reader_s_language(language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.post("/cuenta/signup/", {"email": f"nueva-{language}@example.org", "password1": "papagayo-verde-7"})
    assert mail.outbox[0].subject == MAILS[language]
