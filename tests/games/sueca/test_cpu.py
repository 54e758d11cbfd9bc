"""The CPU players of Sueca (S30): what they are given, what they may do, and that they always know what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import get_type_hints

import pytest

from games.contract import LEVELS, Level, NeedMove, Over, Played, Shuffled
from games.kit.bits import Stream
from games.registry import get
from games.sueca.cpu import choose, hidden_cards
from games.sueca.questions import clean
from games.sueca.rules_v1 import RULES
from games.sueca.skill import CARD, NUMBER, lay, worth_of_round
from games.sueca.views import Accuse, AskRedeal, Count, Mind, NextRound, PlayCard
from tests.contract.meetings import bits_drawn
from tests.games.sueca.tables import MIXED, ONE_SUIT_EACH, WEAK, Table

GAME = get("sueca")
levels = pytest.mark.parametrize("level", LEVELS)


def choice(table: Table, seat: int, level: Level, seed: str = "", samples: int = 3) -> object:
    return choose(RULES.mind(table.state, seat), level, Stream(seed), samples)


def at_a_glance(legal: str, table: str = "", trump: str = "S") -> str:
    return CARD[lay(sorted(NUMBER[card] for card in legal.split()), [NUMBER[card] for card in table.split()], "SHDC".index(trump))]


def test_s30_a_cpu_player_is_given_a_mind_and_no_state() -> None:
    assert get_type_hints(choose)["mind"] is Mind
    assert set(Mind.__slots__) == {"view", "tricks"}


def test_s30_the_memory_is_the_finished_tricks_of_this_round() -> None:
    table = Table().deal(*MIXED).play_on().do(0, NextRound(1)).deal(*MIXED)
    assert RULES.mind(table.state, 0).tricks == ()
    while len(table.state.tricks) < 3:
        table.do(table.state.turn, PlayCard(clean(table.state)[0]))
    assert RULES.mind(table.state, 0).tricks == table.state.tricks


@levels
@pytest.mark.parametrize("revoke", ["impeded", "allowed"])
def test_s30_nobody_ever_revokes(level: Level, revoke: str) -> None:
    for seed in range(12 if level == "hard" else 40):
        bits = Stream(f"{level}{revoke}{seed}")
        table = Table(revoke=revoke).take(Shuffled(bits.permutation(40)))
        while table.state.phase == "play":
            seat = table.state.turn
            move = choose(RULES.mind(table.state, seat), level, bits, 2)
            if isinstance(move, PlayCard):
                assert move.card in clean(table.state)
            table.do(seat, move)


def test_s11_normal_and_hard_always_ask_and_easy_never() -> None:
    table = Table().deal(*WEAK)
    for seed in map(str, range(20)):
        assert isinstance(choice(table, 1, "easy", seed), PlayCard)
        assert choice(table, 1, "normal", seed) == AskRedeal()
        assert choice(table, 1, "hard", seed) == AskRedeal()


@levels
def test_s30_they_accuse_on_public_proof(level: Level) -> None:
    """Seat 3 trumped hearts while holding them, and shows a heart later: only then is it proven."""
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H")
    table.lay("QH")
    assert choice(table, 0, level) == Accuse(3, 1)


@levels
def test_s30_a_suspicion_is_no_proof(level: Level) -> None:
    """The revoke has happened and no heart has been shown since: a CPU player can't know."""
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H 3D")
    assert table.state.turn == 0
    assert isinstance(choice(table, 0, level), PlayCard)


@levels
def test_s30_they_do_not_accuse_their_partner(level: Level) -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H QH 7H")
    assert table.state.turn == 1
    assert isinstance(choice(table, 1, level), PlayCard)


@levels
def test_s30_they_accuse_before_counting_and_else_count(level: Level) -> None:
    honest = Table(revoke="allowed").deal(*MIXED).play_on()
    assert choice(honest, 0, level) == Count(1)
    caught = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H QH").play_on()
    assert choice(caught, 0, level) == Accuse(3, 1)
    assert choice(caught, 1, level) == Count(1)


@levels
def test_s24_they_go_on_after_the_count(level: Level) -> None:
    assert choice(Table().deal(*MIXED).play_on(), 2, level) == NextRound(1)


def test_only_an_awaited_seat_chooses() -> None:
    table = Table().deal(*MIXED)
    with pytest.raises(ValueError):
        choice(table, 0, "normal")
    with pytest.raises(ValueError):
        choose(Mind(table.view(None), ()), "normal", Stream(""), 0)


@levels
def test_p15_the_same_bits_give_the_same_game(level: Level) -> None:
    def moves() -> list[object]:
        bits, table = Stream("again"), Table().take(Shuffled(Stream("deal").permutation(40)))
        while table.state.phase == "play":
            table.do(table.state.turn, choose(RULES.mind(table.state, table.state.turn), level, bits, 2))
        return table.events[1:]

    assert moves() == moves()


def test_p15_hard_is_bounded_by_its_samples() -> None:
    """The bits it draws are those of its imagined deals: twice the samples, about twice the bits, and never more for a long look."""
    mind = RULES.mind(Table().deal(*MIXED).state, 1)
    assert bits_drawn(choose, mind, 10) == 2 * bits_drawn(choose, mind, 5) > 0


@pytest.mark.parametrize(
    ("legal", "table", "card", "why"),
    [
        ("AH 2H", "3H 7H KH", "AH", "wins a rich trick when last"),
        ("AH 2S 3S", "", "AH", "leads a plain ace"),
        ("7D 2D", "2H AH 3H", "7D", "feeds the partner who is winning for certain"),
        ("2S KS 3D", "2H 3H 4H", "3D", "saves trumps when there is nothing to win"),
        ("2S KS 3D", "2H AH 4H", "3D", "does not trump the partner"),
        ("2S KS 3D", "AH 2H 4H", "2S", "trumps an ace of the other side"),
        ("KH 2H", "AH 3H 4H", "2H", "plays low when it can't win"),
        ("2S 7S 3D", "3H KH AH", "2S", "takes a rich trick with the lowest trump"),
    ],
)
def test_s30_normal_plays_as_an_experienced_player_would(legal: str, table: str, card: str, why: str) -> None:
    assert at_a_glance(legal, table) == card, why


@pytest.mark.parametrize(
    ("points", "tricks", "value"),
    [
        ([61, 59], [5, 5], 161),
        ([90, 30], [5, 5], 190),
        ([91, 29], [5, 5], 291),
        ([60, 60], [5, 5], 60),
        ([120, 0], [9, 1], 320),
        ([120, 0], [10, 0], 520),
        ([0, 120], [0, 10], -400),
    ],
)
def test_hard_values_a_round_by_its_marks(points: list[int], tricks: list[int], value: int) -> None:
    assert worth_of_round(points, tricks, 0) == value


def test_s30_hard_finds_the_winning_card_where_it_can_count_it_out() -> None:
    """All trumps in hand: whatever it lays takes the trick, ten times."""
    table = Table().deal(*ONE_SUIT_EACH)
    while table.state.phase == "play":
        level: Level = "hard" if table.state.turn == 0 else "easy"
        table.do(table.state.turn, choose(RULES.mind(table.state, table.state.turn), level, Stream("x"), 2))
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert awaited.result.reason == "capote"


def test_s30_hard_heeds_the_voids_it_has_seen() -> None:
    """Seat 2 showed to have no hearts: no imagined deal gives it one."""
    table = Table().deal(*MIXED).lay("KH QC QH AH")
    _, may_hold, needs, known = hidden_cards(RULES.mind(table.state, 0), 0)
    hearts = [card for card in may_hold if CARD[card][1] == "H"]
    assert hearts
    assert all(2 not in may_hold[card] for card in hearts)
    assert needs == {1: 9, 2: 9, 3: 9}
    assert known == [[], [], [], []]


def test_s30_hard_believes_no_void_that_was_a_lie() -> None:
    """Seat 3 trumped hearts and shows one later: it may hold more of them."""
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H")
    _, may_hold, _, _ = hidden_cards(RULES.mind(table.state, 1), 1)
    assert 3 not in may_hold[NUMBER["6H"]]
    _, may_hold, _, _ = hidden_cards(RULES.mind(table.lay("QH").state, 1), 1)
    assert 3 in may_hold[NUMBER["6H"]]


def test_s30_hard_knows_where_the_trump_card_lies() -> None:
    table = Table().deal(*MIXED)
    unseen, _, needs, known = hidden_cards(RULES.mind(table.state, 1), 1)
    assert NUMBER["2S"] not in unseen
    assert known[0] == [NUMBER["2S"]]
    assert needs == {0: 9, 2: 10, 3: 10}


def test_what_others_hold_makes_no_difference() -> None:
    """The same mind from two deals that differ in what seat 1 can't see: the same card."""
    other = (MIXED[0], MIXED[1], MIXED[3], MIXED[2])
    for level in LEVELS:
        first, second = (Table().deal(*hands) for hands in (MIXED, other))
        assert RULES.mind(first.state, 1) == RULES.mind(second.state, 1)
        assert choice(first, 1, level) == choice(second, 1, level)


def test_a_mind_with_every_field_of_the_view_is_enough() -> None:
    """Nothing but the mind is read: an equal copy gives an equal move."""
    table = Table().deal(*MIXED).lay("KH")
    mind = RULES.mind(table.state, 2)
    copy = Mind(replace(mind.view), tuple(mind.tricks))
    assert choose(mind, "hard", Stream("copy"), 3) == choose(copy, "hard", Stream("copy"), 3)


def test_whole_matches_of_cpu_players_end() -> None:
    for seed, pair in enumerate((("easy", "normal"), ("normal", "normal"))):
        bits, table = Stream(f"whole{seed}"), Table()
        while not isinstance(awaited := RULES.awaits(table.state), Over):
            if isinstance(awaited, NeedMove):
                seat = awaited.seats[0]
                level: Level = pair[seat % 2]  # type: ignore[assignment]
                table.take(Played(seat, choose(RULES.mind(table.state, seat), level, bits, 0)))
            else:
                table.take(Shuffled(bits.permutation(awaited.size)))
        assert max(table.state.frame.marks) == 4
