"""The environment turned into settings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment
from tests.live import ROOT


def test_a_database_address_with_every_part() -> None:
    found = environment.database("postgresql://ana:s%40l@db.example:6000/tapete?sslmode=require")
    assert found == {
        "ENGINE": "django.db.backends.postgresql", "NAME": "tapete", "USER": "ana", "PASSWORD": "s@l", "HOST": "db.example", "PORT": "6000",
        "OPTIONS": {"sslmode": "require"},
    }  # fmt: skip


def test_a_database_address_by_socket() -> None:
    found = environment.database("postgresql:///tapete?host=/var/run/a%20b&user=ana")
    assert (found["HOST"], found["USER"], found["PORT"], found["OPTIONS"]) == ("/var/run/a b", "ana", "", {})


@pytest.mark.parametrize("address", ["mysql://x/y", "tapete", "sqlite:///x"])
def test_another_database_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL must begin"):
        environment.database(address)


def test_a_time_zone_is_one_that_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZONE", raising=False)
    assert environment.zone("ZONE", "Europe/Madrid") == "Europe/Madrid"
    monkeypatch.setenv("ZONE", "America/Lima")
    assert environment.zone("ZONE", "Europe/Madrid") == "America/Lima"


@pytest.mark.parametrize("name", ["Europe/Atlantis", "../etc/passwd", "/etc/localtime", "Madrid time"])
def test_another_time_zone_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZONE", name)
    with pytest.raises(ValueError, match="there is no time zone"):
        environment.zone("ZONE", "Europe/Madrid")


def test_mails_go_to_files_or_to_a_server(tmp_path: Path) -> None:
    assert environment.mailer("", tmp_path)["OPTIONS"] == {"file_path": str(tmp_path)}
    plain = environment.mailer("smtp://ana:s%40l@mail.example:587/?tls=1", tmp_path)["OPTIONS"]
    assert (plain["host"], plain["port"], plain["username"], plain["password"]) == ("mail.example", 587, "ana", "s@l")
    assert (plain["use_tls"], plain["use_ssl"]) == (True, False)
    safe = environment.mailer("smtps://mail.example", tmp_path)["OPTIONS"]
    assert (safe["port"], safe["use_tls"], safe["use_ssl"]) == (465, False, True)
    with pytest.raises(ValueError, match="EMAIL_URL must begin"):
        environment.mailer("imap://mail.example", tmp_path)


def test_the_secret_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret_key"
    first = environment.own_secret(path)
    assert len(first) > 50
    assert environment.own_secret(path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("true", True), ("YES", True), ("0", False), ("no", False), ("", False)])
def test_flags(value: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert environment.flag("DEBUG") is expected


ASK = """
from config import settings as s
print(s.DEBUG, s.SITE_URL, s.SESSION_COOKIE_SECURE, s.SECURE_PROXY_SSL_HEADER is not None, sorted(s.ALLOWED_HOSTS)[-1], s.CLUSTER is None)
"""


def settings_under(tmp_path: Path, **env: str) -> str:
    """What a fresh process makes of an environment."""
    base = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    command = [sys.executable, "-c", ASK]
    return subprocess.run(
        command, cwd=ROOT, env={**base, "TAPETE_VAR": str(tmp_path), **env}, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_with_nothing_set_it_is_safe_and_works_over_http(tmp_path: Path) -> None:
    assert settings_under(tmp_path) == "False http://localhost:8000 False False localhost False"
    assert settings_under(tmp_path, PORT="9000").split()[1] == "http://localhost:9000"


def test_a_public_site_behind_a_proxy(tmp_path: Path) -> None:
    env = {"SITE_URL": "https://tapete.example/", "TRUSTED_PROXIES": "1", "DATABASE_URL": "postgresql://db/x"}
    assert settings_under(tmp_path, **env) == "False https://tapete.example True True tapete.example True"
