"""The CPU players of Choque de Colores (C27): what they are given, what they may do, and that they always know what to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_type_hints

import pytest

from games.choque import GAME
from games.choque.cpu import candidates, choose
from games.choque.rules_v1 import RULES
from games.choque.shrewd import BLAST_ELSEWHERE, PLANTED, SURE, Glance, harmless
from games.choque.state import State, faces_of
from games.choque.variants import VARIANTS
from games.choque.views import Draw, Keep, Mind, NameColour, Pass, PlayCard
from games.contract import LEVELS, Level, NeedShuffle, Over, Shuffled
from games.kit.bits import Stream
from games.kit.recall import matches
from games.kit.shedding import Target
from tests.contract.meetings import bits_drawn
from tests.games.choque.tables import Table

NIGHT = "dia-y-noche"
levels = pytest.mark.parametrize("level", LEVELS)
each_table = pytest.mark.parametrize("variant", list(VARIANTS))


def choice(table: Table, level: Level, seed: str = "") -> object:
    return choose(RULES.mind(table.state, table.state.turn), level, Stream(seed), 4)


def many(table: Table, level: Level) -> set[object]:
    """What the level does in the position, over many streams."""
    return {choice(table, level, str(seed)) for seed in range(20)}


def glance(table: Table, seat: int = 0) -> Glance:
    return Glance(RULES.mind(table.state, seat))


def test_c27_a_cpu_player_is_given_a_mind_and_no_state() -> None:
    assert get_type_hints(choose)["mind"] is Mind
    assert set(Mind.__slots__) == {"view", "shown", "known", "denials"}


def test_c27_easy_makes_every_play_now_and_then() -> None:
    table = Table(3).lie("7A 5C WX", "9T", "9V", top="5A", stock="2C")
    seen = {choice(table, "easy", str(seed)) for seed in range(200)}
    assert seen == set(RULES.moves(table.state, 0)) - {Draw()}


@pytest.mark.parametrize(
    ("hand", "move", "why"),
    [
        ("7A 5C 2C 3C", PlayCard("5C"), "the longest colour"),
        ("7A 9A 2T 3C", PlayCard("9A"), "the dearest card of it"),
        ("WX 7A 2C 3C", PlayCard("7A"), "a wild one only if it must be"),
        ("WX 2T 3C 4C", PlayCard("WX", "C"), "with the longest colour"),
        ("2T 3C", Draw(), "draws only with nothing to play"),
    ],
)
def test_c27_normal_plays_sensibly(hand: str, move: object, why: str) -> None:
    assert choice(Table(3).lie(hand, "9T 8T 7T", "9V", top="5A", stock="2C"), "normal") == move, why


@levels
def test_c8_they_pass_with_nothing_to_play_and_nothing_to_draw(level: Level) -> None:
    assert choice(Table(3).lie("2T 3C", "9T", "9V", top="5A"), level) == Pass()


@levels
def test_c11_they_take_a_pile_that_they_can_not_answer(level: Level) -> None:
    assert choice(Table(3).lie("2A 3C", "9T", "9V", top="DA", stock="1V", pending="2D"), level) == Draw()


def test_c17_normal_answers_a_pile_with_the_cheapest_card() -> None:
    table = Table(3, "asedio").lie("FX DC 2A 3A", "9T", "9V", top="DA", stock="1V", pending="2D")
    assert choice(table, "normal") == PlayCard("DC")


def test_c7_normal_keeps_a_wild_card_that_it_drew_and_plays_any_other() -> None:
    assert choice(Table(3).lie("2T 3C 4C", "9T", "9V", top="5A", stock="WX").go("draw"), "normal") == Keep()
    assert choice(Table(3).lie("2T 3C", "9T", "9V", top="5A", stock="WX").go("draw"), "normal") != Keep()
    assert choice(Table(3).lie("2T 3C 4C", "9T", "9V", top="5A", stock="BA").go("draw"), "normal") == PlayCard("BA")


@levels
def test_c21_they_name_a_colour(level: Level) -> None:
    table = Table(3, NIGHT).lie("MA/HX 1C/1L 2C/2L", "9T", "9V", top="5A").go("MA")
    named = {choice(table, level, str(seed)) for seed in range(20)}
    assert named <= {NameColour(colour) for colour in "ELOQ"}
    if level == "normal":
        assert named == {NameColour("L")}


def test_c20_normal_looks_at_the_rivals_other_faces_before_it_turns_the_table() -> None:
    """By day everything that bites at night in the rival's hand is in sight: then the table rather stays as it is."""
    harmless = Table(2, NIGHT).lie("MA 3A 4A 9A", "1T/1E 2T/2E 3T/3E 4T/4E", top="5A", stock="1V")
    biting = Table(2, NIGHT).lie("MA 3A 4A 9A", "1T/VE 2T/VL 3T/TE 4T/HX", top="5A", stock="1V")
    assert choice(harmless, "normal") == PlayCard("MA")
    assert choice(biting, "normal") == PlayCard("9A")
    assert choice(harmless, "easy", "1") in RULES.moves(harmless.state, 0)


def test_c20_normal_avoids_a_colour_that_the_next_player_is_known_to_hold() -> None:
    """What was behind the rival's cards is in front now, and everybody has seen it."""
    table = Table(2, NIGHT).lie("MA/HX 1C/1L 2C/1O", "9T/9L 8T/8L 7T/7L", top="5A").go("MA")
    assert {choice(table, "normal", str(seed)) for seed in range(20)} == {NameColour("O")}


def test_only_an_awaited_seat_chooses() -> None:
    table = Table(3).lie("2T 3C", "9T", "9V", top="5A")
    with pytest.raises(ValueError):
        choose(RULES.mind(table.state, 1), "normal", Stream(""), 0)
    with pytest.raises(ValueError):
        choose(replace(RULES.mind(table.state, 0), view=RULES.view(table.state, None)), "normal", Stream(""), 0)


def test_p15_no_level_imagines_deals() -> None:
    mind = RULES.mind(Table(3).lie("7A 6A 9C WX", "9T 8T", "9V 7V", top="5A", stock="1V 2V 3V 4V").state, 0)
    assert bits_drawn(choose, mind, 0) == bits_drawn(choose, mind, 100) <= 2
    assert set(GAME.samples.values()) == {0}


@each_table
@levels
def test_p15_the_same_bits_give_the_same_game(variant: str, level: Level) -> None:
    def moves() -> list[object]:
        bits, table = Stream("again"), Table(4, variant)
        while len(table.events) < 24:
            awaited = RULES.awaits(table.state)
            if isinstance(awaited, NeedShuffle):
                table.take(Shuffled(bits.permutation(awaited.size)))
            else:
                table.do(table.state.turn, choose(RULES.mind(table.state, table.state.turn), level, bits, 2))
        return list(table.events)

    assert moves() == moves()


# ---- what can't be seen ---------------------------------------------------------------------------------------------------------------


@levels
@each_table
def test_c27_what_others_hold_makes_no_difference(variant: str, level: Level) -> None:
    told = []
    for hands in (("9T 8T 2C", "9V 7V SA"), ("9V 7V 2C", "9T 8T SA")):
        table = Table(3, variant).lie("7A 6A 9C WX", *hands, top="5A", stock="1V 2V 3V 4V")
        if variant == NIGHT:
            # The rivals' other faces are in sight: they stay.
            table.state = behind(table.state)
        told.append((RULES.mind(table.state, 0), choice(table, level)))
    assert told[0] == told[1]


def behind(state: State) -> State:
    """The same cards in front, with other faces that follow from where the cards lie alone."""
    places = iter(range(112))
    hands = tuple(tuple((card[0], next(places)) for card in hand) for hand in state.hands)
    return state._replace(hands=hands, stock=tuple((card[0], next(places)) for card in state.stock))


@levels
def test_c20_what_is_behind_own_cards_the_pile_and_the_stock_makes_no_difference(level: Level) -> None:
    told = []
    for own, top, stock in (("7A/1E 6A/VL MA/3E WX/HX", "5A/8O", "1V/TE 2V/9Q"), ("7A/HX 6A/9Q MA/8O WX/1E", "5A/TE", "1V/3E 2V/VL")):
        table = Table(3, NIGHT).lie(own, "9T/2E 8T/4E", "9V/5E 7V/6E", top=top, stock=stock)
        told.append((RULES.mind(table.state, 0), choice(table, level)))
    assert told[0] == told[1]


# ---- what was seen ------------------------------------------------------------------------------------------------------------------


def test_c27_who_passed_lacks_what_would_have_gone() -> None:
    table = Table(3).lie("7T 8T 1A", "2T 3C", "9V 8V", top="5A", turn=1).go("pass")
    assert [each[:3] for each in table.state.memory.denials[1]] == [("5", "A", "WF")]
    told = glance(table)
    assert told.stuck(1, Target("A", "5")) == 1 > told.stuck(2, Target("A", "5"))
    assert 1 > told.stuck(1, Target("A", "6")) > told.stuck(2, Target("A", "6")) > 0


def test_c7_whose_drawn_card_did_not_fit_either_lacks_what_would_have_gone() -> None:
    table = Table(2).lie("7T 8T", "2T 3C", top="5A", stock="4C 1A", turn=1).go("draw")
    assert [(each.colour, each.since) for each in table.state.memory.denials[1]] == [("A", 0)]
    table = Table(2).lie("7T 8T", "2T 3C", top="5A", stock="4A 1A", turn=1).go("draw")
    assert [(each.colour, each.since) for each in table.state.memory.denials[1]] == [("A", 1)]
    assert [(each.colour, each.since) for each in table.go("4A").state.memory.denials[1]] == [("A", 0)]


def test_c11_who_takes_a_pile_seems_to_have_no_answer() -> None:
    table = Table(2).lie("7T 8T", "2T 3C", top="DA", stock="4C 1A 2C", turn=1, pending="2D").go("draw")
    assert [(each.wild, each.since) for each in table.state.memory.denials[1]] == [("D", 2)]
    table = Table(3).lie("7T 8T", "2T 3C", "1T 1C", top="DA", turn=1, pending="2D").go("draw")
    assert glance(table).defenceless(1, "D") == 1 > glance(table).defenceless(2, "D") > 0


def test_c20_when_the_table_turns_every_rival_knows_a_hand_by_its_other_faces() -> None:
    table = Table(3, NIGHT).lie("MA/1E 9C/VL 2T/3E", "5A/KO 4C/2L", "1T/1O", top="4A/9E", stock="7C/7Q").go("MA")
    mind = RULES.mind(table.state, 1)
    assert mind.known == (("3E", "VL"), ("2L", "KO"), ("1O",))
    assert mind.shown == ("1E",)
    table.go("draw")
    assert RULES.mind(table.state, 2).known[1] == ("2L", "KO")
    table.state = table.state._replace(turn=0)
    table.go("3E")
    assert RULES.mind(table.state, 1).known[0] == ("VL",)


@each_table
def test_c27_what_can_not_be_seen_is_counted_to_the_card(variant: str) -> None:
    """Along whole games: what a seat takes for hidden are just the faces of the stock, of the pile from before the table turned, of
    what its rivals have drawn since.
    """
    checked = 0
    for seed in range(4):
        bits, table = Stream(f"{variant} sight {seed}"), Table(3, variant)
        while not isinstance(awaited := RULES.awaits(table.state), Over):
            if isinstance(awaited, NeedShuffle):
                table.take(Shuffled(bits.permutation(awaited.size)))
                continue
            seat = awaited.seats[0]
            checked += check_hidden(table.state, seat)
            table.do(seat, choose(RULES.mind(table.state, seat), LEVELS[seat], bits, 0))
    assert checked > 100


def check_hidden(state: State, seat: int) -> int:
    buried = state.pile[: len(state.pile) - state.seen]
    away = Counter(faces_of(state, (*state.stock, *buried)))
    for rival, hand in enumerate(state.hands):
        if rival != seat:
            away += Counter(faces_of(state, hand)) - Counter(state.known[rival])
    assert +Glance(RULES.mind(state, seat)).hidden == away
    return 1


@each_table
def test_c27_what_is_remembered_agrees_with_the_cards_as_long_as_nobody_draws_who_could_play(variant: str) -> None:
    """Along whole games of normal and hard players, who never do: no seat holds more of what it seemed to lack than it drew since."""
    checked = 0
    for seed in range(8):
        bits, table = Stream(f"{variant} memory {seed}"), Table(2 + seed % 4, variant)
        while not isinstance(awaited := RULES.awaits(table.state), Over):
            if isinstance(awaited, NeedShuffle):
                table.take(Shuffled(bits.permutation(awaited.size)))
            else:
                seat = awaited.seats[0]
                table.do(seat, choose(RULES.mind(table.state, seat), LEVELS[1 + seat % 2], bits, 0))
            checked += check_memory(table.state)
    assert checked > 300


def check_memory(state: State) -> int:
    checked = 0
    hands = [faces_of(state, hand) for hand in state.hands]
    for seat, denials in enumerate(state.memory.denials):
        for each in denials:
            assert sum(matches(face, each) for face in hands[seat]) <= each.since
            checked += 1
    for hand, known in zip(hands, state.known, strict=True):
        assert not Counter(known) - Counter(hand)
        checked += len(known)
    return checked


# ---- hard -----------------------------------------------------------------------------------------------------------------------------


FAR = ("9T 8T 7T", "9V 8V 7V", "9C 8C 7C")
"""The others' hands, none of them short of cards."""


def test_c27_hard_weighs_every_play_and_never_draws_instead() -> None:
    """Every plain card, a wild one with each colour, keeping what was drawn, each colour that may be named."""
    wild = [PlayCard("WX", colour) for colour in "ATCV"]
    assert candidates(Table(3).lie("7A WX 2T", "9T", "9V", top="5A", stock="2C").view(0)) == [PlayCard("7A"), *wild]
    assert candidates(Table(3).lie("7T", "9T", "9V", top="5A", stock="1A").go("draw").view(0)) == [PlayCard("1A"), Keep()]
    assert candidates(Table(3).lie("DC 7T", "9T", "9V", top="DA", stock="1A", pending="2D").view(0)) == [PlayCard("DC")]
    named = [NameColour(colour) for colour in "ELOQ"]
    assert candidates(Table(3, NIGHT).lie("MA/HX 1C/1L", "9T", "9V", top="5A").go("MA").view(0)) == named


@pytest.mark.parametrize(
    ("variant", "card"),
    [("clasica", "SA"), ("clasica", "DA"), ("asedio", "DA"), (NIGHT, "SA"), (NIGHT, "UA"), (NIGHT, "VE"), (NIGHT, "TE")],
)
def test_c27_hard_aims_at_who_is_short_of_cards(variant: str, card: str) -> None:
    """The card that bites comes before all others of its colour."""
    colour, (next_one, last) = card[1], ("1T", "2T 3T") if card[1] == "A" else ("1O", "2O 3O")
    hand = " ".join([card, *(number + colour for number in "987")])
    assert many(Table(3, variant).lie(hand, next_one, last, top="5" + colour, night=colour == "E"), "hard") == {PlayCard(card)}


def test_c11_hard_keeps_a_draw_four_for_who_is_short_of_cards() -> None:
    hand = "FX 7A 5T 3V 2V"
    assert many(Table(4).lie(hand, *FAR, top="6A"), "hard") == {PlayCard("7A")}
    assert many(Table(4).lie(hand, "9T", *FAR[1:], top="6A"), "hard") == {PlayCard("FX", "V")}


def test_c10_hard_turns_the_game_away_from_who_is_short_of_cards() -> None:
    hand = "RA 7A 5T 3V 2V"
    assert many(Table(4).lie(hand, "9T 8T", *FAR[1:], top="6A"), "hard") == {PlayCard("RA")}
    assert many(Table(4).lie(hand, *FAR[:2], "9C 8C", top="6A"), "hard") == {PlayCard("7A")}


def test_c10_between_two_a_reverse_hits_as_a_skip_does() -> None:
    assert many(Table(2).lie("RA 7A 5T 3V 2V", FAR[0], top="6A"), "hard") == {PlayCard("RA")}
    assert many(Table(3).lie("RA 7A 5A 3V 2V", *FAR[:2], top="6A"), "hard") != {PlayCard("RA")}


def test_c12_hard_sees_whom_the_bomb_will_hit() -> None:
    """It counts the turns: a skip that would bring the explosion home stays in the hand."""
    hand = "SA 7A 5T 3V"
    assert many(Table(2).lie(hand, FAR[0], top="6A"), "hard") == {PlayCard("SA")}
    assert many(Table(2).lie(hand, FAR[0], top="6A", fuse="2:4"), "hard") == {PlayCard("SA")}
    assert many(Table(2).lie(hand, FAR[0], top="6A", fuse="1:4"), "hard") == {PlayCard("7A")}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("fuse", ["", "1:4", "2:4", "3:4"])
def test_c12_it_counts_as_the_rules_do(seats: int, fuse: str) -> None:
    """What a lit fuse adds to the worth of a card is below zero where the rules then have the bomb go off at home."""
    hand, others = "SA RA BA 7A", ["9T 8T 7T", "9V 8V 7V", "9C 8C 7C", "9T 8T 6T", "9V 8V 6V"][: seats - 1]
    lit = Table(seats).lie(hand, *others, top="6A", fuse=fuse) if fuse else Table(seats).lie(hand, *others, top="6A")
    calm, at_home = Table(seats, "asedio").lie(hand.replace("BA", "EA"), *others, top="6A"), list[bool]()
    for card in hand.split() if fuse else ["BA"]:
        without = PLANTED if card == "BA" else 0.0
        added = glance(lit).weigh(PlayCard(card)) - glance(calm).weigh(PlayCard(card.replace("B", "E"))) + without
        assert (added < 0) == (exploded(seats, hand, others, fuse, card) == 0), card
        at_home.append(added < 0)
    assert at_home == [seats in (2, 4)] or fuse


def exploded(seats: int, hand: str, others: list[str], fuse: str, card: str) -> int:
    """Whom the bomb hits when this is played and everybody then draws."""
    changes = {"fuse": fuse} if fuse else {}
    stock = "1C 2C 3C 4C 5C 1C 2C 3C 4C 5C 0C 1V 2V 3V 4V 5V"
    table = Table(seats).lie(hand, *others, top="6A", stock=stock, **changes).go(card)
    while not any(each.what == "explodes" for each in table.state.news):
        table.go("draw")
    return next(each.seat for each in table.state.news if each.what == "explodes")


def test_c13_a_bomb_on_a_lit_one_is_worth_its_two_cards_more() -> None:
    """Between three both go off at the next player's place; so does the one that burns already with twice as many cards."""
    others = ["9T 8T 7T", "9V 8V 7V"]
    unlit, lit, more = (glance(Table(3).lie("BA 7A", *others, top="6A", **fuse)) for fuse in ({}, {"fuse": "1:4"}, {"fuse": "1:8"}))
    added = lit.weigh(PlayCard("BA")) - unlit.weigh(PlayCard("BA"))
    assert added == pytest.approx(BLAST_ELSEWHERE * SURE**3 / 2)
    assert more.weigh(PlayCard("7A")) - lit.weigh(PlayCard("7A")) == pytest.approx(BLAST_ELSEWHERE)


def test_c18_hard_holds_a_shield_for_a_pile() -> None:
    table = Table(4, "asedio").lie("EA 7A 9T 8C", *FAR, top="6A")
    assert many(table, "hard") == {PlayCard("7A")}
    assert many(Table(4, "asedio").lie("EA 7A 9T 8C", *FAR, top="DA", pending="2D"), "hard") == {PlayCard("EA")}


def test_c18_a_shield_that_answers_is_not_one_that_is_planted() -> None:
    planted, answering = (
        glance(Table(3, "asedio").lie("EA 2A", *FAR[:2], top="DA", **pending)).weigh(PlayCard("EA")) for pending in ({}, {"pending": "2D"})
    )
    assert answering - planted == pytest.approx(-PLANTED)


def test_c18_a_draw_two_is_no_use_against_a_shield_that_stands() -> None:
    hand = "DA 7A 5T 3V"
    assert many(Table(4, "asedio").lie(hand, *FAR, top="6A"), "hard") == {PlayCard("DA")}
    standing = Table(4, "asedio").lie(hand, *FAR, top="6A", tokens=(False, True, False, False))
    assert glance(standing).defenceless(1, "D") == 0
    assert many(standing, "hard") == {PlayCard("7A")}


def test_c6_hard_names_the_colour_of_its_last_card() -> None:
    """Though the next player has shown to lack another one."""
    table = Table(3).lie("WX 7C", "2V 3V 4V 8V", "9V 8V", top="5T", turn=1).go("pass pass")
    assert many(table, "hard") == {PlayCard("WX", "C")}
    table = Table(3).lie("WX 7C 3A 2V", "2V 3V 4V 8V", "9V 8V", top="5T", turn=1).go("pass pass")
    assert many(table, "hard") == {PlayCard("WX", "T")}


def test_c7_hard_keeps_a_wild_card_that_it_drew_and_plays_any_other() -> None:
    assert many(Table(4).lie("2T 3C 4C", *FAR, top="5A", stock="WX").go("draw"), "hard") == {Keep()}
    assert many(Table(4).lie("2T 3C 4C", *FAR, top="5A", stock="1A").go("draw"), "hard") == {PlayCard("1A")}


def test_c11_no_answer_is_left_where_there_is_none_by_the_rules() -> None:
    assert glance(Table(3).lie("FX 7A", *FAR[:2], top="6A")).defenceless(1, "F") == 1
    assert 0 < glance(Table(3, "asedio").lie("FX 7A", *FAR[:2], top="6A")).defenceless(1, "F") < 1


def test_c20_hard_knows_what_it_has_seen_from_behind() -> None:
    """Of a hand that turned with the table each card is known: whether it goes is no guess; what was drawn since is one."""
    table = Table(3, NIGHT).lie("MA/1E 9C/VL 2T/3E", "5A/KO 4C/2L", "1T/VO 6T/3O", top="4A/9Q", stock="7C/7Q 8C/8Q").go("MA")
    told = glance(table)
    assert [told.stuck(1, Target(*goal)) for goal in (("O", "9"), ("E", "2"), ("E", "9"))] == [0, 0, 1]
    assert [told.defenceless(seat, "V") for seat in (1, 2)] == [1, 0]
    table.go("draw")
    assert 0 < glance(table).stuck(1, Target("E", "9")) < 1 == glance(table).stuck(2, Target("E", "9"))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_c21_a_colour_is_named_that_the_next_player_is_known_to_lack(level: Level) -> None:
    table = Table(3, NIGHT).lie("MA/HX 1C/1L 2C/1O", "9T/9L 8T/8E", "9V", top="5A").go("MA")
    assert many(table, level) == {NameColour("O")}


def test_c22_when_midnight_comes_first_other_faces_have_to_follow() -> None:
    """What the next player holds now is no matter then; what is behind it is in sight."""
    for left, same in ((1, False), (2, True)):
        worth = {
            glance(Table(3, NIGHT).lie("3A/5E 4T/6E", f"1T/{behind_it}", "9T/9L", top="5A/7E", midnight=left)).weigh(PlayCard("3A"))
            for behind_it in ("1O", "HX")
        }
        assert (len(worth) == 1) == same


def test_c21_how_likely_a_hand_is_stuck_behind() -> None:
    """What may lie on top is any other face that is not in sight; here 26 of E and 6 sevens go, of 110."""
    table = Table(3, NIGHT).lie("MA/5E", "1T/7E", "2T/3O", top="5A/7L")
    assert glance(table).stuck_behind(1) == pytest.approx(1 - (26 + 6) / 110)


def test_c20_hard_plays_the_card_that_a_known_hand_can_not_follow() -> None:
    table = Table(3, NIGHT).lie("1C/7E 2C/7L 9C/8Q", "5A/2E 4C/3E", "MA/7O 6T/3O", top="4A/4Q", turn=2).go("MA")
    assert many(table, "hard") == {PlayCard("7L")}


def test_c20_hard_looks_at_the_rivals_other_faces_before_it_turns_the_table() -> None:
    tame = Table(3, NIGHT).lie("MA 3A 4A 9A", "1T/1E 2T/2E 3T/3E", "4T/4E 5T/5E 6T/6E", top="5A", stock="1V")
    fierce = Table(3, NIGHT).lie("MA 3A 4A 9A", "1T/VE 2T/VL 3T/TE", "4T/HX 5T/VQ 6T/TL", top="5A", stock="1V")
    assert harmless(tame.view(0)) > 0 > harmless(fierce.view(0))
    assert many(tame, "hard") == {PlayCard("MA")}
    assert PlayCard("MA") not in many(fierce, "hard")
    assert glance(tame).stuck_behind(1) > 0 == glance(fierce).stuck_behind(2)


def test_c23_a_pile_can_not_be_answered_when_midnight_comes_first() -> None:
    """What answers a +1 is of the day (C23), and the table turns as the turn of whoever has to answer begins (C22)."""
    waiting, striking = (Table(3, NIGHT).lie("UA 3A 4T", *FAR[:2], top="5A", midnight=left) for left in (2, 1))
    assert glance(waiting).defenceless(1, "U") < 1 == glance(striking).defenceless(1, "U")


def test_c24_a_hunt_names_the_colour_of_which_the_fewest_are_left() -> None:
    hand = "HX 1E 1L 1O 1Q"
    table = Table(3, NIGHT).lie(hand, "9T", "9V 8V 7V", top="HX", night=True, colour="E", pile="2O 3O 4O 5O 6O 7O 8O 9O")
    assert many(table, "hard") == {PlayCard("HX", "O")}


def test_a_spectator_has_no_turn_to_weigh() -> None:
    table = Table(3).lie("2T 3C", "9T", "9V", top="5A")
    with pytest.raises(ValueError, match="spectator"):
        Glance(replace(RULES.mind(table.state, 0), view=RULES.view(table.state, None)))
