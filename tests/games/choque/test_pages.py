"""The pages of Choque de Colores besides the table: its rules by number, and how the three tables differ."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.choque.variants import VARIANTS


@pytest.mark.django_db
def test_the_rules_page_has_every_number_and_the_three_tables_side_by_side() -> None:
    page = Client().get("/reglas/choque/").content.decode()
    assert re.findall(r'<dt id="C(\d+)">', page) == [str(number) for number in range(1, 29)]
    assert "Las tres mesas, lado a lado" in page and '<th scope="col">Día y Noche</th>' in page
    assert all(f'id="{variant}"' in page for variant in VARIANTS), "the table's corner links here"


@pytest.mark.django_db
def test_c12_the_rules_page_says_whom_an_untouched_fuse_hits() -> None:
    page = Client().get("/reglas/choque/").content.decode()
    assert "con 2, 3, 4, 5 o 6 jugadores estalla 0, 1, 0, 4 o 4 puestos después" in page


@pytest.mark.django_db
def test_c16_the_rules_page_gives_the_example_of_the_scores() -> None:
    assert "Si quedan 0, 79 y 20, las sumas son 99, 20 y 79." in Client().get("/reglas/choque/").content.decode()
