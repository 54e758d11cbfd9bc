"""What the games share: the stream of bits, imagined deals, tricks, and the registry."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from games.contract import Choice, Value
from games.kit.bits import Stream
from games.kit.cards import CARD_NAMES, card_token, sprite, suit_token
from games.kit.imagine import best_on_average, deal_unseen, one_of_the_best, shuffled
from games.kit.recall import LATEST, Denial, Face, blank, remember_denial, remember_draw, remember_play, remember_reshuffle
from games.kit.seats import after, order_from, put
from games.kit.tricks import allowed, winning, without
from games.registry import RegistryError, all_games, collect, faults, get


def test_p15_a_stream_is_a_function_of_its_seed() -> None:
    first, second, other = Stream("seed"), Stream(b"seed"), Stream("seeds")
    numbers = [first.below(1000) for _ in range(50)]
    assert numbers == [second.below(1000) for _ in range(50)]
    assert numbers != [other.below(1000) for _ in range(50)]


def test_p15_the_stream_stays_what_it_is() -> None:
    """A stored match names no bits, but a bug report does: these numbers may never change."""
    stream = Stream("tapete")
    assert [stream.below(100) for _ in range(8)] == [59, 89, 61, 84, 10, 95, 23, 64]


@given(st.integers(min_value=1, max_value=2**64), st.binary(max_size=8))
def test_numbers_stay_below_the_limit(limit: int, seed: bytes) -> None:
    stream = Stream(seed)
    assert all(0 <= stream.below(limit) < limit for _ in range(5))


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_limit_must_be_possible(limit: int) -> None:
    with pytest.raises(ValueError):
        Stream("").below(limit)


def test_all_numbers_are_equally_likely() -> None:
    stream = Stream("even")
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    # Five standard deviations: the seed is fixed, so this either holds for ever or never.
    assert all(abs(count - 2000) < 205 for count in counts.values())


def test_numbers_of_the_incomplete_stretch_are_drawn_again() -> None:
    """With a limit just over half of the words, taking the remainder would make small numbers twice as likely."""
    limit = 3 * 2**62
    stream = Stream("stretch")
    low = sum(stream.below(limit) < 2**62 for _ in range(3000))
    assert 850 < low < 1150


@given(st.integers(min_value=0, max_value=60))
def test_permutations_hold_every_number_once(size: int) -> None:
    assert sorted(Stream(str(size)).permutation(size)) == list(range(size))
    assert sorted(shuffled(range(size), Stream("x"))) == list(range(size))


# ---- imagined deals ---------------------------------------------------------------------------------------------------------------


def test_s30_imagined_hands_keep_sizes_and_exclusions() -> None:
    may_hold = {card: [1, 2, 3] if card < 5 else [2, 3] if card < 10 else [3] for card in range(12)}
    for seed in range(200):
        held = deal_unseen(range(12), may_hold, {1: 4, 2: 4, 3: 4}, Stream(str(seed)))
        assert {seat: len(cards) for seat, cards in held.items()} == {1: 4, 2: 4, 3: 4}
        assert sorted(card for cards in held.values() for card in cards) == list(range(12))
        assert all(seat in may_hold[card] for seat, cards in held.items() for card in cards)


def test_s30_contradicting_exclusions_still_give_a_deal() -> None:
    """Somebody revoked: seat 1 seems to hold nothing, and yet holds three cards."""
    held = deal_unseen(range(6), {card: [2] for card in range(6)}, {1: 3, 2: 3}, Stream("lie"))
    assert {seat: len(cards) for seat, cards in held.items()} == {1: 3, 2: 3}


def test_every_deal_that_can_be_is_imagined() -> None:
    homes = dict.fromkeys(range(4), (1, 2))
    seen = {tuple(sorted(deal_unseen(range(4), homes, {1: 2, 2: 2}, Stream(str(seed)))[1])) for seed in range(200)}
    assert len(seen) == 6


def test_candidates_are_compared_on_the_same_worlds() -> None:
    bits = Stream("worlds")
    assert best_on_average([1, 2, 3], 40, lambda: bits.below(10), lambda world, move: world * (move == 2)) == 2
    assert best_on_average(["a", "b"], 3, lambda: 0, lambda world, move: 0) == "a"


def test_ties_among_the_best_are_broken_by_the_stream() -> None:
    found = Counter(one_of_the_best(["a", "bb", "cc", "dd"], lambda item: (len(item),), Stream(str(seed))) for seed in range(300))
    assert set(found) == {"bb", "cc", "dd"}
    assert min(found.values()) > 70


# ---- what a table remembers ---------------------------------------------------------------------------------------------------------

HEARTS = Face("7", "H", "8")


def test_what_was_denied_stays_so_while_its_seat_draws() -> None:
    memory = remember_draw(remember_denial(blank(2), 1, HEARTS), 1, 2)
    assert memory.denials == ((), (Denial("7", "H", "8", 2),))
    assert remember_draw(blank(2), 1, 2, HEARTS) == memory


def test_a_card_shown_against_a_denial_was_drawn_after_it_or_the_denial_was_none() -> None:
    memory = remember_draw(blank(2), 1, 1, HEARTS)
    assert remember_play(memory, 1, "9C", 5).denials == memory.denials
    shown = remember_play(memory, 1, "8C", 4)
    assert shown.denials[1] == (Denial("7", "H", "8", 0),)
    assert remember_play(shown, 1, "2H", 3).denials == ((), ())


def test_a_denial_says_nothing_once_the_whole_hand_may_have_been_drawn_since() -> None:
    memory = remember_draw(blank(2), 1, 2, HEARTS)
    assert remember_play(memory, 1, "9C", 3).denials[1]
    assert not remember_play(memory, 1, "9C", 2).denials[1]


def test_the_latest_denials_are_remembered_each_face_once() -> None:
    memory = blank(1)
    for trait in "A234532":
        memory = remember_draw(memory, 0, 1, Face(trait, "H", "8"))
    assert [each.trait for each in memory.denials[0]] == ["4", "5", "3", "2"]
    assert len(memory.lacks[0]) == LATEST


def test_after_a_reshuffle_fresh_cards_are_counted_and_denials_stay() -> None:
    memory = remember_reshuffle(remember_denial(blank(2), 1, HEARTS), ("9C", "2D"))
    memory = remember_draw(memory, 1, 1)
    assert (memory.recycled, memory.fresh, memory.denials[1]) == (("2D", "9C"), (0, 1), (Denial("7", "H", "8", 1),))
    assert remember_play(memory, 1, "KS", 5).fresh == (0, 1)
    played = remember_play(memory, 1, "9C", 5)
    assert (played.recycled, played.fresh) == (("2D",), (0, 0))


# ---- tricks, seats, cards -----------------------------------------------------------------------------------------------------------


def test_hands_follow_suit_where_they_can() -> None:
    assert allowed(("AS", "2H", "3H"), "H") == ("2H", "3H")
    assert allowed(("AS", "2H"), "C") == ("AS", "2H")
    assert allowed(("AS", "2H"), None) == ("AS", "2H")
    assert without(("AS", "2H", "3H"), "2H") == ("AS", "3H")
    with pytest.raises(ValueError):
        without(("AS",), "2H")


def test_a_trick_without_trumps_goes_to_the_led_suit() -> None:
    strength = {"2H": 0, "3H": 1, "AC": 9, "2S": 0}
    assert winning(["2H", "AC", "3H"], "S", strength) == 2
    assert winning(["2H", "AC", "2S"], "S", strength) == 2


def test_seats_go_round() -> None:
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)
    assert order_from(2, 4) == (2, 3, 0, 1)
    assert after(3, 4) == 0


def test_cards_have_a_drawing_and_a_name() -> None:
    assert (sprite("TH"), card_token("TH").short, card_token("TH").label) == ("10h", "10♥", "diez de corazones")
    assert (card_token("AS").red, suit_token("D").red, suit_token("D").label) == (False, True, "diamantes")
    assert len(CARD_NAMES) == 52
    assert len(set(CARD_NAMES.values())) == 52


# ---- registry -----------------------------------------------------------------------------------------------------------------------


def package(folder: Path, name: str, text: str) -> str:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text)
    return name


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


def test_games_are_found_by_their_folder() -> None:
    assert "sueca" in [game.slug for game in all_games()]
    assert get("sueca").slug == "sueca"
    with pytest.raises(KeyError):
        get("no-such-game")


def test_a_package_without_a_game_stops_the_start(packages: Path) -> None:
    name = package(packages, "half_made_game", "")
    with pytest.raises(RegistryError, match="half_made_game exposes no GAME"):
        collect([name])


def test_a_package_that_breaks_stops_the_start(packages: Path) -> None:
    name = package(packages, "broken_game", "import nothing_of_that_name")
    with pytest.raises(RegistryError, match=r"broken_game can't be imported.*nothing_of_that_name"):
        collect([name])


def test_two_games_of_one_name_stop_the_start(packages: Path) -> None:
    name = package(packages, "second_sueca", "from games.sueca import GAME")
    with pytest.raises(RegistryError, match=r"games.sueca and second_sueca both call their game 'sueca'"):
        collect(["games.sueca", name])


def test_the_site_has_one_daily_puzzle(packages: Path) -> None:
    twin = """
from dataclasses import replace
from games.registry import puzzling
GAME = replace(puzzling(), slug="{}")
"""
    names = [package(packages, name, twin.format(name)) for name in ("twin-one", "twin-two")]
    assert len(collect(names[:1])) == 1
    with pytest.raises(RegistryError, match="one daily puzzle, and twin-one and twin-two each bring one"):
        collect(names)


def test_a_faulty_description_is_told_in_full() -> None:
    choice = Choice("pace", "Ritmo", (Value("slow", "Lento", "Sin prisa."),), "fast")
    faulty = replace(get("sueca"), slug="La Sueca", versions={}, default_seats=7, samples={"easy": 0}, choices=(choice,))
    assert len(faults(faulty)) == 5
    assert faults(get("sueca")) == []
