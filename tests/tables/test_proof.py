"""The deal proof: recomputed here by hand, by the stand-alone script, and found out when the cards were steered."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tables import codes, dice, proof
from tables.models import Match
from tests import factories as make

SCRIPT = Path(settings.BASE_DIR) / "tables/static/tapete/check_deal.py"


def test_the_stream_is_the_documented_one() -> None:
    digest = sha256(b"ABCDEFGHJKMN:1:0").digest()
    first = int.from_bytes(digest[:8], "big")
    order = [0, 1]
    if first % 2 == 0:
        order = [1, 0]
    assert list(proof.permutation("ABCDEFGHJKMN", 1, 2)) == order


def test_every_order_is_equally_likely() -> None:
    counts = Counter(proof.permutation("ABCDEFGHJKMN", number, 3) for number in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_word_that_would_favour_small_numbers_is_skipped() -> None:
    stream = proof.Stream(b"x")
    stream._words = iter([proof.WORD - 1, 7])
    assert stream.below(10) == 7


def test_codes_have_sixty_bits_and_are_shown_in_groups() -> None:
    code = dice.deal_code()
    assert len(code) == 12
    assert set(code) <= set(codes.ALPHABET)
    assert proof.grouped("ABCDEFGHJKMN") == "ABCD-EFGH-JKMN"
    assert len({dice.deal_code() for _ in range(200)}) == 200
    assert len(dice.nonce()) == 32


def test_the_commitment_hides_the_code_behind_a_nonce() -> None:
    assert proof.commitment("A", "b") == sha256(b"Ab").hexdigest()
    assert proof.commitment("A", "b") != proof.commitment("A", "c")


@pytest.fixture
def finished(db: None) -> Match:
    return make.play_out(make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))))


def exported(client: Any, match: Match) -> dict[str, Any]:
    """The export that the match's page offers."""
    response = client.get(f"/m/{match.table.code}/{match.number}/partida.json")
    assert response.status_code == 200
    return json.loads(response.content)  # type: ignore[no-any-return]


def run_script(tmp_path: Path, data: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "partida.json"
    file.write_text(json.dumps(data))
    return subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, timeout=60, check=False)


def test_p13_anybody_can_check_a_finished_match_with_the_script_alone(finished: Match, tmp_path: Path, client: Any) -> None:
    data = exported(client, finished)
    good = run_script(tmp_path, data)
    assert good.returncode == 0, good.stdout + good.stderr
    assert good.stdout.startswith("OK")
    data["events"][0]["payload"].reverse()
    bad = run_script(tmp_path, data)
    assert (bad.returncode, bad.stdout) == (1, "WRONG: shuffle 1\n")
    data["deal"]["nonce"] = "0" * 32
    assert "commitment" in run_script(tmp_path, data).stdout


def test_the_script_is_short_enough_to_be_read() -> None:
    lines = [line for line in SCRIPT.read_text().splitlines() if line.strip()]
    assert len(lines) <= 31


def test_p16_a_running_match_is_not_exported(db: None, client: Any) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    response = client.get(f"/m/{match.table.code}/1/partida.json")
    assert (response.status_code, response.headers["Location"]) == (302, f"/m/{match.table.code}/")


def test_a_stacked_deal_does_not_pass(db: None) -> None:
    match = make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    wrong = proof.check(match.deal_code, match.nonce, match.commitment, [match.events.get(seq=1).payload])
    assert wrong == [1]
