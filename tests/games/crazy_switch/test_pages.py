"""The pages of Crazy Switch besides the table: its rules by number, and how it deals (W4)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

RULES = [*(f"W{number}" for number in range(1, 23)), "W15b"]


@pytest.mark.django_db
def test_the_rules_page_has_every_number_and_both_rule_sets() -> None:
    page = Client().get("/reglas/crazy-switch/").content.decode()
    assert sorted(re.findall(r'<dt id="(W\w+)">', page)) == sorted(RULES)
    assert "Estándar y de la casa, lado a lado" in page and 'href="/reglas/crazy-switch/reparto/"' in page


@pytest.mark.django_db
def test_w4_the_fairness_page_prints_the_two_exact_figures() -> None:
    page = Client().get("/reglas/crazy-switch/reparto/").content.decode()
    assert re.findall(r"<td>(\d+,\d+)&nbsp;%</td>", page)[::2] == ["8,97", "26,94"]
    assert "check_deal" in page and 'href="/reglas/crazy-switch/"' in page


@pytest.mark.django_db
def test_a_game_without_such_a_page_has_no_address_for_it_and_no_link() -> None:
    assert Client().get("/reglas/sueca/reparto/").status_code == 404
    assert "/reparto/" not in Client().get("/reglas/sueca/").content.decode()
