"""The rules of Sueca, one numbered fact after the other (rules page, S1 to S30)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import games.sueca
from games.contract import Illegal, Malformed, NeedMove, NeedShuffle, Over, Played, Result, Settled, Shuffled
from games.kit.tricks import winning
from games.registry import get
from games.replay import steps
from games.sueca.questions import clean
from games.sueca.rules_v1 import RULES
from games.sueca.scoring import kind_of, result_of, sheet_of
from games.sueca.state import DECK, NO_HANDS, POINTS, STRENGTH, Frame, State, partner, worth
from games.sueca.views import Accuse, AskRedeal, Count, NextRound, Play, PlayCard, Trick, Verdict
from tests.games.sueca.tables import MIXED, ONE_SUIT_EACH, WEAK, Table, rotated

GAME = get("sueca")


def after_round(hands: tuple[str, ...] = MIXED, **options: str) -> Table:
    """A table whose first round is played to its tenth trick."""
    return Table(**options).deal(*hands).play_on()


def frame_with(marks: tuple[int, int] = (0, 0), pending: int = 0, rounds: int = 0) -> Frame:
    """A match in which so many rounds were counted."""
    sheet = sheet_of(Frame("real", "impeded", "play", 0, 1, 0, NO_HANDS, (0, 0), 0, (), (), (False, False), None), split(60))
    return Frame("real", "impeded", "play", 0, rounds + 1, 0, NO_HANDS, marks, pending, (sheet,) * rounds, (), (False, False), None)


def split(points: int, tricks: int = 5) -> tuple[Trick, ...]:
    """Ten tricks of which pair 0 has taken the first so many, with that many points in them."""
    own, total = [], 0
    for card in sorted(DECK, key=lambda card: -POINTS[card]):
        if len(own) < 4 * tricks and total + POINTS[card] <= points:
            own.append(card)
            total += POINTS[card]
    assert total == points
    assert len(own) == 4 * tricks
    cards = own + [card for card in DECK if card not in own]
    plays = [tuple(Play(seat, cards[4 * trick + seat]) for seat in range(4)) for trick in range(10)]
    return tuple(Trick(number + 1, plays[number], 0 if number < tricks else 1) for number in range(10))


# ---- cards ----------------------------------------------------------------------------------------------------------------------


def test_s1_forty_cards_without_eight_nine_and_ten() -> None:
    assert set(DECK) == {rank + suit for rank, suit in product("A234567QJK", "SHDC")}
    assert len(DECK) == 40


def test_s2_strength_within_a_suit() -> None:
    assert sorted("23456QJK7A", key=lambda rank: STRENGTH[rank + "H"], reverse=True) == list("A7KJQ65432")


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("2H AH 7H KH", 1),
        ("7H KH JH QH", 0),
        ("KH 7H JH QH", 1),
        ("AH 2S KH 7H", 1),
        ("AH 2S 3S 7H", 2),
        ("2H AD AC KD", 0),
        ("2S AH 7S AD", 2),
    ],
)
def test_s2_any_trump_beats_any_other_suit(cards: str, place: int) -> None:
    assert winning(cards.split(), "S", STRENGTH) == place


def test_s3_points_of_the_cards_and_the_deck() -> None:
    assert {card[0]: POINTS[card] for card in DECK if POINTS[card]} == {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
    assert worth(DECK) == 120


# ---- table, deal, order ---------------------------------------------------------------------------------------------------------


def test_s4_four_seats_partners_opposite_play_goes_to_the_right() -> None:
    table = Table().deal(*MIXED)
    assert [partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    seats = [table.state.turn]
    for card in ("3H", "QC", "QH"):
        seats.append(table.lay(card).state.turn)
    assert seats == [1, 2, 3, 0]


def test_s6_the_host_picks_a_partner_and_the_choices_are_the_two_of_the_table() -> None:
    assert GAME.partners
    assert GAME.seats == (4,)
    assert GAME.defaults == {"count": "real", "revoke": "impeded"}


def test_s7_the_host_deals_first_then_the_neighbour_on_the_right() -> None:
    table = Table()
    assert table.state.frame.dealer == 0
    table.deal(*MIXED).play_on().do(2, NextRound(1))
    assert table.state.frame.dealer == 1
    table.deal(*MIXED).play_on().do(0, NextRound(2))
    assert table.state.frame.dealer == 2


def test_s8_ten_cards_each_and_the_dealers_last_one_is_the_trump() -> None:
    table = Table().deal(*MIXED)
    assert [len(hand) for hand in table.state.hands] == [10] * 4
    assert {table.view(viewer).trump for viewer in (None, 0, 1, 2, 3)} == {"2S"}
    assert table.state.hands[0][-1] == "2S"


def test_s8_the_top_ten_cards_go_to_the_dealers_right_and_the_last_to_the_dealer() -> None:
    table = Table().take(Shuffled(tuple(range(40))))
    assert table.state.hands[1] == DECK[:10]
    assert table.state.hands[0] == DECK[30:]
    assert table.view(None).trump == DECK[39]


def test_s8_the_trump_stays_shown_after_it_is_played() -> None:
    table = Table().deal(*ONE_SUIT_EACH).lay("2H 2D 2C 2S")
    assert "2S" not in table.state.hands[0]
    assert table.view(None).trump == "2S"
    assert table.play_on().view(3).trump == "2S"


def test_s9_the_dealers_right_leads_and_winners_lead_on() -> None:
    table = Table().deal(*MIXED)
    assert table.state.turn == 1
    table.lay("KH QC QH AH")
    assert table.state.turn == 0
    assert table.view(2).leader == 0


def test_s10_who_holds_the_led_suit_must_play_it() -> None:
    table = Table().deal(*MIXED).lay("KH QC")
    assert set(RULES.moves(table.state, 3)) == {PlayCard(card) for card in ("QH", "6H", "5H", "4H")}
    assert table.view(3).playable == ("QH", "6H", "5H", "4H")
    refusal = table.refuse(3, PlayCard("JS"))
    assert refusal.code == "must-follow"


def test_s10_without_the_suit_any_card_may_be_played_and_nobody_has_to_beat_or_trump() -> None:
    table = Table().deal(*MIXED).lay("KH")
    assert len(RULES.moves(table.state, 2)) == 10
    table.lay("4C QH")
    assert PlayCard("2H") in RULES.moves(table.state, 0)


# ---- mano floja -----------------------------------------------------------------------------------------------------------------


def test_s11_the_leader_with_ten_points_or_fewer_has_it_dealt_again_by_the_next() -> None:
    table = Table().deal(*WEAK)
    assert worth(table.state.hands[1]) == 9
    assert table.view(1).may_ask
    assert AskRedeal() in RULES.moves(table.state, 1)
    table.do(1, AskRedeal())
    assert isinstance(RULES.awaits(table.state), NeedShuffle)
    assert (table.state.frame.dealer, table.state.turn, table.state.frame.round) == (1, 2, 2)


def test_s11_the_hand_is_shown_to_everyone_in_the_replay_and_to_nobody_before() -> None:
    table = Table().deal(*WEAK).do(1, AskRedeal())
    assert [(gone.round, gone.seat, gone.hand) for gone in table.view(0).annulled] == [(1, 1, None)]
    assert RULES.reveal(table.state).annulled[0].hand == tuple(WEAK[1].split())


@pytest.mark.parametrize(("leader", "points"), [("7H 6H 5H 4H 3H 2H 2C 3C 4C 5C", 10), ("AH 6H 5H 4H 3H 2H 2C 3C 4C 5C", 11)])
def test_s11_exactly_ten_is_weak_and_eleven_is_not(leader: str, points: int) -> None:
    rest = [card for card in DECK if card not in leader.split()]
    table = Table().deal(" ".join(rest[:10]), leader, " ".join(rest[10:20]), " ".join(rest[20:]))
    assert worth(table.state.hands[1]) == points
    assert table.view(1).may_ask is (points == 10)
    if points == 10:
        table.do(1, AskRedeal())
    else:
        refusal = table.refuse(1, AskRedeal())
        assert (refusal.code, refusal.params) == ("redeal-too-strong", {"points": 11})


def test_s11_only_the_leader_and_only_before_the_first_card() -> None:
    table = Table().deal(*WEAK)
    for seat in (0, 2, 3):
        assert not table.view(seat).may_ask
        assert table.refuse(seat, AskRedeal()).code == "redeal-not-leader"
    table.lay("2C")
    assert not any(table.view(seat).may_ask for seat in range(4))
    assert {table.refuse(seat, AskRedeal()).code for seat in range(4)} == {"redeal-late"}


def test_s11_there_is_no_limit_and_pending_marks_are_kept() -> None:
    table = Table().frame(pending=2)
    for turn in range(6):
        leader = (table.state.frame.dealer + 1) % 4
        table.deal(*rotated(WEAK, leader - 1)).do(leader, AskRedeal())
        assert table.state.frame.pending == 2
        assert table.state.frame.dealer == (turn + 1) % 4
    assert table.state.frame.history == ()


# ---- scoring --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", range(121))
def test_s12_to_s16_marks_by_points(points: int) -> None:
    """61-90 one (S12), 91-119 two (S13), 60 none (S15), 120 with a trick left two (S16)."""
    best = max(points, 120 - points)
    expected = "tie" if best == 60 else "one" if best <= 90 else "two" if best < 120 else "all-with-trick"
    assert kind_of((points, 120 - points), (5, 5)) == expected


def test_s12_a_pair_has_the_points_of_the_tricks_it_took() -> None:
    sheet = sheet_of(frame_with(), split(61))
    assert (sheet.points, sheet.marks, sheet.marker) == ((61, 59), (1, 0), 0)
    sheet = sheet_of(frame_with(), split(90))
    assert (sheet.points, sheet.marks) == ((90, 30), (1, 0))


def test_s13_from_91_two_marks() -> None:
    assert sheet_of(frame_with(), split(91)).marks == (2, 0)
    assert sheet_of(frame_with(), split(29)).marks == (0, 2)


def test_s14_four_marks_win_and_a_surplus_is_not_kept() -> None:
    sheet = sheet_of(frame_with((3, 2)), split(95))
    assert (sheet.marks, sheet.cross_after) == ((2, 0), (4, 2))


def test_s15_a_tie_leaves_a_mark_pending_and_ties_add_up() -> None:
    sheet = sheet_of(frame_with((1, 1)), split(60))
    assert (sheet.marker, sheet.marks, sheet.cross_after, sheet.pending_after) == (None, (0, 0), (1, 1), 1)
    assert sheet_of(frame_with(pending=1), split(60)).pending_after == 2


def test_s15_pending_marks_come_on_top_of_the_winners_own() -> None:
    sheet = sheet_of(frame_with(pending=2), split(61))
    assert (sheet.marks, sheet.cross_after, sheet.pending_before, sheet.pending_after) == ((3, 0), (3, 0), 2, 0)


def test_s16_all_points_with_a_worthless_trick_left_to_the_others() -> None:
    sheet = sheet_of(frame_with(), split(120, tricks=9))
    assert (sheet.kind, sheet.trick_counts, sheet.marks) == ("all-with-trick", (9, 1), (2, 0))


def test_s17_a_capote_wins_the_game_at_once() -> None:
    table = after_round(ONE_SUIT_EACH)
    awaited = RULES.awaits(table.state)
    assert isinstance(awaited, Over)
    assert (awaited.result.reason, awaited.result.winners, awaited.result.points) == ("capote", (0, 2), (4, 0, 4, 0))
    assert (table.view(None).capote, table.view(None).blanqueada) == (True, False)


def over(marks: tuple[int, int], rounds: int, tricks: tuple[Trick, ...]) -> Result:
    """The result of a match whose last round was this one."""
    frame = frame_with(marks, rounds=rounds)
    sheet = sheet_of(frame, tricks)
    ended = Frame(
        "real", "impeded", "over", 0, rounds + 1, 0, NO_HANDS, sheet.cross_after, 0, (*frame.history, sheet), (), (False, False), None
    )
    return result_of(State(ended, 0, NO_HANDS, (), tricks))


@pytest.mark.parametrize(
    ("marks", "rounds", "tricks", "reason"),
    [
        ((2, 0), 1, split(91), "blanqueada"),
        ((3, 0), 3, split(61), "blanqueada"),
        ((3, 1), 3, split(61), "marks"),
        ((0, 0), 0, split(120, tricks=10), "capote"),
        ((0, 0), 1, split(120, tricks=10), "capote-blanqueada"),
        ((2, 0), 2, split(120, tricks=10), "capote-blanqueada"),
        ((2, 1), 2, split(120, tricks=10), "capote"),
    ],
)
def test_s18_blanqueada_is_four_to_nothing_in_two_counted_rounds_or_more(
    marks: tuple[int, int], rounds: int, tricks: tuple[Trick, ...], reason: str
) -> None:
    """The earlier rounds of this test are ties: a 60-60 is a counted round."""
    result = over(marks, rounds, tricks)
    assert result.reason == reason
    assert result.facts["blanqueada"] == ("blanqueada" in reason)
    assert result.facts["capote"] == ("capote" in reason)


def test_s18_an_annulled_round_is_no_counted_one() -> None:
    table = Table().deal(*WEAK).do(1, AskRedeal())
    table.deal(*rotated(ONE_SUIT_EACH, 1)).play_on()
    result = result_of(table.state)
    assert (result.reason, result.winners, table.state.frame.round) == ("capote", (1, 3), 2)


def test_s18_a_verdict_is_neither_and_drops_pending_marks() -> None:
    table = Table(revoke="allowed").frame(pending=1, marks=(3, 0)).deal(*MIXED)
    table.lay("KH QC JS 2H").do(0, Accuse(3, 1))
    result = result_of(table.state)
    assert (result.reason, result.facts["capote"], result.facts["blanqueada"]) == ("revoke-true", False, False)
    assert table.state.frame.pending == 0


# ---- the host's choices ---------------------------------------------------------------------------------------------------------


def test_s19_in_real_time_everyone_sees_the_sums() -> None:
    table = Table().deal(*MIXED)
    assert {table.view(viewer).sums for viewer in (None, 0, 1, 2, 3)} == {(0, 0)}
    table.lay("KH QC QH AH")
    assert {table.view(viewer).sums for viewer in (None, 0, 1, 2, 3)} == {(19, 0)}


@pytest.mark.parametrize("revoke", ["impeded", "allowed"])
def test_s19_at_the_end_nothing_is_said_before_the_count(revoke: str) -> None:
    table = Table("end", revoke).deal(*MIXED)
    while table.state.phase == "play":
        for viewer in (None, 0, 1, 2, 3):
            view = table.view(viewer)
            assert (view.sums, view.count, view.history) == (None, None, ())
        table.do(table.state.turn, PlayCard(clean(table.state)[0]))
    if revoke == "allowed":
        assert table.view(0).sums is None
        table.do(0, Count(1))
        assert (table.view(1).sums, table.view(1).count) == (None, None)
        table.do(1, Count(1))
    view = table.view(None)
    assert view.count is not None
    assert view.sums == view.count.points
    assert sum(view.count.points) == 120


def test_s19_the_next_round_starts_without_sums_again() -> None:
    table = after_round(count="end").do(3, NextRound(1)).deal(*MIXED)
    assert table.view(0).sums is None
    assert table.view(0).count is not None


def test_s20_allowed_any_card_of_the_hand_is_taken_and_none_is_marked() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC")
    assert table.view(3).playable == table.state.hands[3]
    table.lay("JS")
    assert table.state.plays[-1] == Play(3, "JS")


def test_s20_no_line_of_the_log_hints_at_what_follows() -> None:
    table = Table(revoke="allowed").deal(*MIXED)
    before, keys = table.state, []
    for card in "KH QC JS 2H".split():
        table.lay(card)
        keys += [line.key for line in RULES.narrate(before, table.events[-1], table.state, None)]
        before = table.state
    assert keys == ["leads", "plays", "plays", "plays", "takes"]


# ---- accusations ----------------------------------------------------------------------------------------------------------------


def verdict(table: Table, accuser: int, accused: int) -> Verdict:
    """The verdict on an accusation made now."""
    table.do(accuser, Accuse(accused, table.state.frame.round))
    assert table.state.verdict is not None
    return table.state.verdict


def test_s21_true_the_accused_pair_loses_the_game() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H")
    found = verdict(table, 2, 3)
    assert (found.guilty, found.card, found.due) == (True, "JS", ("QH", "6H", "5H", "4H"))
    assert found.trick is not None
    assert found.trick.number == 1
    assert found.hand == tuple(MIXED[3].split())
    assert result_of(table.state).winners == (0, 2)
    assert result_of(table.state).reason == "revoke-true"


def test_s21_false_the_accusers_pair_loses_the_game_and_every_play_is_shown() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC QH AH 5S")
    found = verdict(table, 1, 2)
    assert (found.guilty, found.trick, found.card, found.due, found.hand, found.step) == (False, None, None, (), (), None)
    assert [play.card for trick in found.tricks for play in trick.plays] == ["KH", "QC", "QH", "AH", "5S"]
    assert result_of(table.state).winners == (0, 2)
    assert result_of(table.state).reason == "revoke-false"


def test_s21_the_verdict_names_the_step_of_the_offence_in_the_history() -> None:
    table = Table(revoke="allowed").deal(*WEAK).do(1, AskRedeal())
    table.deal(*rotated(MIXED, 1)).lay("KH QC JS 2H QS")
    found = verdict(table, 1, 0)
    assert found.guilty
    assert found.step is not None
    assert table.events[found.step - 1] == Played(0, PlayCard("JS"))


def test_s21_the_step_is_the_same_when_a_pair_has_tapped_already() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H").play_on().do(0, Count(1))
    found = verdict(table, 0, 3)
    assert found.step is not None
    assert table.events[found.step - 1] == Played(3, PlayCard("JS"))


def test_s21_from_the_first_card_on_in_mid_trick_and_out_of_turn() -> None:
    table = Table(revoke="allowed").deal(*MIXED)
    assert table.view(0).may_accuse == ()
    assert table.refuse(0, Accuse(1, 1)).code == "accuse-early"
    table.lay("KH")
    assert table.view(0).may_accuse == (1, 3)
    assert table.view(1).may_accuse == (0, 2)
    table.lay("QC JS")
    assert verdict(table, 2, 3).guilty


def test_s21_playing_the_suit_later_is_no_cure_and_not_needed() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H")
    table.lay("QH")
    while len(table.state.tricks) < 3:
        table.do(table.state.turn, PlayCard(clean(table.state)[0]))
    assert verdict(table, 0, 3).card == "JS"


def test_s21_leading_is_never_an_offence_and_winning_by_it_is_no_excuse() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H")
    assert table.state.turn == 3
    assert verdict(table, 0, 3).guilty
    clean_lead = Table(revoke="allowed").deal(*MIXED).lay("7S")
    assert not verdict(clean_lead, 0, 1).guilty


def test_s21_the_record_of_this_round_alone_counts() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H").play_on()
    table.do(0, Count(1)).do(1, Count(1)).do(1, NextRound(1))
    table.deal(*rotated(MIXED, 1)).lay("KH")
    assert table.refuse(0, Accuse(3, 1)).code == "already-counted"
    assert not verdict(table, 0, 3).guilty


def test_s21_the_last_trick_cannot_hold_an_offence() -> None:
    table = Table(revoke="allowed").deal(*ONE_SUIT_EACH).play_on()
    assert {trick.number for trick in table.state.tricks} == set(range(1, 11))
    assert not verdict(table, 0, 3).guilty


# ---- the count ------------------------------------------------------------------------------------------------------------------


def test_s22_impeded_the_count_follows_the_tenth_trick_directly() -> None:
    table = after_round()
    assert table.state.phase == "counted"
    assert RULES.awaits(table.state) == NeedMove(((0, 1, 2, 3),), "r1-next", show=True)


def test_s22_allowed_one_player_of_each_pair_must_tap() -> None:
    table = after_round(revoke="allowed")
    assert RULES.awaits(table.state) == NeedMove(((0, 2), (1, 3)), "r1-count", show=True)
    table.do(2, Count(1))
    assert RULES.awaits(table.state) == NeedMove(((1, 3),), "r1-count", show=True)
    assert [table.view(seat).may_count for seat in range(4)] == [False, True, False, True]
    table.do(3, Count(1))
    assert table.state.phase == "counted"


def test_s22_a_revoke_of_the_ninth_trick_can_be_accused_before_the_taps() -> None:
    table = Table(revoke="allowed").deal(*ONE_SUIT_EACH)
    assert table.play_on().view(1).may_accuse == (0, 2)
    table.do(0, Count(1))
    assert table.view(1).may_accuse == (0, 2)
    table.do(1, Count(1))
    assert table.view(1).may_accuse == ()


def test_s22_the_count_shows_cards_marker_and_marks() -> None:
    sheet = after_round().view(None).count
    assert sheet is not None
    assert sorted(sheet.cards[0] + sheet.cards[1]) == sorted(DECK)
    assert sheet.points == (worth(sheet.cards[0]), worth(sheet.cards[1]))
    assert sheet.marker is not None
    assert sheet.marks[sheet.marker] > 0


def test_s23_partners_oneself_spectators_and_strange_seats_are_not_accused() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH")
    assert table.refuse(0, Accuse(2, 1)).code == "accuse-partner"
    assert table.refuse(0, Accuse(0, 1)).code == "accuse-self"
    assert table.refuse(0, Accuse(7, 1)).code == "no-such-seat"
    assert table.refuse(-1, Accuse(1, 1)).code == "not-seated"
    assert table.view(None).may_accuse == ()


def test_s23_acts_that_name_their_round_are_free_of_the_board() -> None:
    assert [RULES.free(move) for move in (Accuse(1, 1), Count(1), NextRound(1))] == [True] * 3
    assert [RULES.free(move) for move in (PlayCard("AS"), AskRedeal())] == [False] * 2


def test_s23_duplicates_are_settled() -> None:
    table = after_round(revoke="allowed").do(0, Count(1))
    assert isinstance(table.refuse(2, Count(1)), Settled)
    table.do(1, Count(1))
    assert isinstance(table.refuse(3, Count(1)), Settled)
    table.do(1, NextRound(1))
    assert isinstance(table.refuse(0, NextRound(1)), Settled)
    table.deal(*rotated(MIXED, 1))
    assert isinstance(table.refuse(0, NextRound(1)), Settled)
    assert isinstance(table.refuse(0, Count(1)), Settled)


def test_s23_a_duplicate_is_settled_after_the_end_too() -> None:
    table = Table(revoke="allowed").deal(*ONE_SUIT_EACH).play_on().do(0, Count(1)).do(1, Count(1))
    assert table.state.phase == "over"
    assert isinstance(table.refuse(1, Count(1)), Settled)
    assert table.refuse(1, NextRound(1)).code == "finished"


def test_s23_only_the_first_accusation_is_judged() -> None:
    table = Table(revoke="allowed").deal(*MIXED).lay("KH QC JS 2H").do(0, Accuse(3, 1))
    assert table.refuse(1, Accuse(0, 1)).code == "already-judged"
    assert table.refuse(0, Accuse(3, 1)).code == "already-judged"


def test_s23_after_a_verdict_the_cross_keeps_its_marks() -> None:
    table = after_round(revoke="allowed").do(0, Count(1)).do(1, Count(1))
    marks = table.state.frame.marks
    assert sum(marks) > 0
    table.do(0, NextRound(1)).deal(*rotated(MIXED, 1)).lay("KH").do(0, Accuse(1, 2))
    assert result_of(table.state).points == marks * 2
    assert GAME.reasons[result_of(table.state).reason].startswith("por renuncio")


def test_s23_acts_of_another_round_are_refused_for_their_reason() -> None:
    table = Table(revoke="allowed").deal(*WEAK).do(1, AskRedeal())
    table.deal(*rotated(MIXED, 1)).lay("KH")
    assert {table.refuse(0, move).code for move in (Accuse(1, 1), Count(1), NextRound(1), Accuse(1, 3), Count(9), NextRound(9))} == {
        "old-round"
    }
    assert table.refuse(0, Count(2)).code == "round-running"
    assert table.refuse(0, NextRound(2)).code == "not-counted"


@pytest.mark.parametrize("seat", range(4))
def test_s24_any_player_starts_the_next_round(seat: int) -> None:
    table = after_round()
    assert table.view(seat).may_next
    assert not table.view(None).may_next
    table.do(seat, NextRound(1))
    assert isinstance(RULES.awaits(table.state), NeedShuffle)


# ---- after the game -------------------------------------------------------------------------------------------------------------


def test_s26_taunts_for_winners_and_revenge_for_losers_after_a_humiliation() -> None:
    result = result_of(after_round(ONE_SUIT_EACH).state)
    assert len(GAME.remarks(result, 0)) >= 4
    assert GAME.remarks(result, 0) == GAME.remarks(result, 2)
    assert any("evancha" in remark.text for remark in GAME.remarks(result, 1))
    assert {remark.key for remark in GAME.remarks(result, 0)}.isdisjoint(remark.key for remark in GAME.remarks(result, 3))
    assert GAME.honours(result) == {1: ["capote"], 3: ["capote"]}


def test_s26_nothing_of_the_kind_after_a_plain_end() -> None:
    result = over((3, 1), 3, split(61))
    assert [GAME.remarks(result, seat) for seat in range(4)] == [()] * 4
    assert GAME.honours(result) == {}


def test_s26_both_at_once_are_two_humiliations() -> None:
    assert GAME.honours(over((2, 0), 2, split(120, tricks=10))) == {1: ["capote", "blanqueada"], 3: ["capote", "blanqueada"]}


# ---- what each viewer may know ----------------------------------------------------------------------------------------------------


def test_s29_own_hand_counts_trump_current_and_last_trick_marks() -> None:
    table = Table().deal(*MIXED).lay("KH QC QH AH 7H")
    view = table.view(0)
    assert view.hand == tuple(card for card in MIXED[0].split() if card not in ("AH", "7H"))
    assert view.held == (8, 9, 9, 9)
    assert [play.card for play in view.trick.plays] == ["7H"]
    assert view.last_trick is not None
    assert ([play.card for play in view.last_trick.plays], view.last_trick.best) == (["KH", "QC", "QH", "AH"], 0)
    assert view.hands is None


def test_s29_no_older_trick_is_in_the_view_or_among_the_recent_events() -> None:
    table = Table().deal(*MIXED)
    while len(table.state.tricks) < 4:
        table.do(table.state.turn, PlayCard(clean(table.state)[0]))
    table.do(table.state.turn, PlayCard(clean(table.state)[0]))
    assert RULES.recent(table.state) == 5
    shown = {play.card for trick in (table.view(0).trick, table.view(0).last_trick) if trick for play in trick.plays}
    older = {play.card for trick in table.state.tricks[:-1] for play in trick.plays}
    assert shown.isdisjoint(older)


def test_s29_the_log_keeps_rounds_and_results_and_lets_single_cards_go() -> None:
    events = Table().deal(*MIXED).play_on().events
    story = steps(RULES, ["cpu"] * 4, GAME.defaults, events)
    lasting = [line.key for before, event, after in story for line in RULES.narrate(before, event, after, None) if line.lasting]
    assert lasting[:2] == ["round", "dealt"]
    assert set(lasting[2:]) <= {"count-one", "count-two", "count-more"}


def test_s29_after_the_game_all_hands_are_revealed() -> None:
    table = Table().deal(*MIXED)
    assert RULES.reveal(table.state).hands == table.state.hands


def test_p14_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    view = Table(revoke="allowed").deal(*WEAK).view(None)
    assert (view.hand, view.playable, view.hands) == ((), (), None)
    assert not (view.may_ask or view.may_count or view.may_next or view.may_accuse)


def test_a_view_is_for_a_seat_of_the_table_or_for_nobody() -> None:
    for viewer in (-1, 4):
        with pytest.raises(ValueError):
            RULES.view(Table().state, viewer)


# ---- what holds at every table ----------------------------------------------------------------------------------------------------


def test_p9_the_fallback_is_the_lowest_legal_card_trumps_last() -> None:
    table = Table().deal(*MIXED)
    assert RULES.fallback(table.state, 1) == PlayCard("3H")
    table.lay("KH")
    assert RULES.fallback(table.state, 2) == PlayCard("4D")
    table.lay("QC")
    assert RULES.fallback(table.state, 3) == PlayCard("4H")


def test_p9_the_fallback_neither_revokes_nor_accuses_nor_asks() -> None:
    table = Table(revoke="allowed").deal(*WEAK)
    while table.state.phase == "play":
        move = RULES.fallback(table.state, table.state.turn)
        assert isinstance(move, PlayCard)
        assert move.card in clean(table.state)
        table.do(table.state.turn, move)
    assert RULES.fallback(table.state, 3) == Count(1)
    assert RULES.fallback(after_round().state, 0) == NextRound(1)


def test_p9_only_an_awaited_seat_has_a_fallback() -> None:
    table = Table(revoke="allowed").deal(*MIXED)
    with pytest.raises(ValueError):
        RULES.fallback(table.state, 0)
    table.play_on().do(0, Count(1))
    with pytest.raises(ValueError):
        RULES.fallback(table.state, 2)


def test_p12_counting_and_going_on_are_for_show_and_cards_are_not() -> None:
    table = Table(revoke="allowed").deal(*MIXED)
    shows = [RULES.awaits(table.state)]
    shows.append(RULES.awaits(table.play_on().state))
    shows.append(RULES.awaits(table.do(0, Count(1)).do(1, Count(1)).state))
    assert [awaited.show for awaited in shows if isinstance(awaited, NeedMove)] == [False, True, True]


def test_p12_the_last_count_stays_until_the_next_one() -> None:
    table = after_round()
    sheet = table.view(0).count
    table.do(0, NextRound(1)).deal(*rotated(MIXED, 1)).lay("KH")
    assert table.view(0).count == sheet
    assert table.play_on().view(0).count != sheet


# ---- bad input --------------------------------------------------------------------------------------------------------------------


def test_bad_input_is_refused_with_its_reason() -> None:
    table = Table().deal(*MIXED).lay("KH")
    assert table.refuse(0, PlayCard("AH")).code == "not-your-turn"
    assert table.refuse(2, PlayCard("AH")).code == "not-in-hand"
    assert table.refuse(1, Accuse(0, 1)).code == "no-revoke"
    assert table.refuse(4, PlayCard("AH")).code == "not-seated"
    assert table.refuse(True, PlayCard("AH")).code == "not-seated"
    assert table.refuse(0, "AH").code == "malformed"


def test_bad_input_between_rounds() -> None:
    table = after_round()
    assert table.refuse(0, PlayCard("AH")).code == "round-over"
    assert table.refuse(0, AskRedeal()).code == "round-over"
    with pytest.raises(Illegal, match="not-now"):
        table.take(Shuffled(tuple(range(40))))


def test_every_refusal_has_a_sentence_and_every_sentence_a_use() -> None:
    source = "".join(path.read_text() for path in Path(games.sueca.__file__).parent.glob("*.py"))
    raised = set(re.findall(r'(?:Illegal|Settled)\(\s*"([a-z-]+)"', source)) | {"malformed", "accuse-partner", "no-such-seat"}
    assert raised == set(GAME.refusals)
    assert all(text.endswith(".") and text[0].isupper() for text in GAME.refusals.values())


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "play"},
        {"do": "play", "card": "8S"},
        {"do": "play", "card": "as"},
        {"do": "play", "card": ["AS"]},
        {"do": "play", "card": "\ud800"},
        {"do": "play", "card": "AS", "seat": 1},
        {"do": "ask", "round": 1},
        {"do": "accuse", "seat": True, "round": 1},
        {"do": "accuse", "seat": 4, "round": 1},
        {"do": "accuse", "seat": -1, "round": 1},
        {"do": "accuse", "seat": 1},
        {"do": "count", "round": 0},
        {"do": "count", "round": True},
        {"do": "count", "round": 1.0},
        {"do": "count", "round": "1"},
        {"do": "next", "round": 10**30},
        {"do": "fly"},
        {"play": "AS"},
    ],
)
def test_decode_is_strict(raw: object) -> None:
    with pytest.raises(Malformed):
        RULES.decode(raw)  # type: ignore[arg-type]


WORDS = st.sampled_from(["do", "card", "seat", "round", "play", "ask", "accuse", "count", "next", "AS"]) | st.text()
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


@given(JUNK)
def test_decode_gives_a_move_or_refuses(raw: object) -> None:
    """Whatever arrives: either it is a move, and encodes to the very same JSON, or it is malformed."""
    try:
        move = RULES.decode(raw)  # type: ignore[arg-type]
    except Malformed:
        return
    assert RULES.encode(move) == raw
