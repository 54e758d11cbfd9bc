"""CPU players of Crazy Switch (W20-W22): what they know, what they do, and that they never know more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.contract import LEVELS, Level, NeedMove, NeedShuffle, Over, Played, Shuffled, alone
from games.crazy_switch import GAME
from games.crazy_switch.cards import WILDS
from games.crazy_switch.cpu import choose
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.shrewd import Glance
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import Mind, Move, Pass, PlayCard
from games.kit.bits import Stream
from games.kit.imagine import shuffled
from games.kit.recall import matches
from tests.contract.meetings import bits_drawn
from tests.games.crazy_switch.tables import CASA, ESTANDAR, Table, move_of

levels = pytest.mark.parametrize("level", LEVELS)
both = pytest.mark.parametrize("options", [ESTANDAR, CASA], ids=["estandar", "casa"])


def chosen(table: Table, level: Level, seed: str = "one") -> Move:
    return choose(RULES.mind(table.state, table.state.turn), level, Stream(seed), 12)


def many(table: Table, level: Level) -> Counter[Any]:
    """What the level does in the position, over many streams."""
    return Counter(chosen(table, level, str(seed)) for seed in range(60))


def game(options: dict[str, str], level: Level, seed: str) -> list[State]:
    """The states of a game among CPU players of the level."""
    bits, state = Stream(seed), RULES.start(["cpu"] * SEATS, options)
    states = [state]
    while not isinstance(awaited := RULES.awaits(state), Over):
        if isinstance(awaited, NeedShuffle):
            state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
        else:
            seat = awaited.seats[0]
            state = RULES.step(state, Played(seat, choose(RULES.mind(state, seat), level, bits, 2)))
        states.append(state)
    return states


# ---- W20 ------------------------------------------------------------------------------------------------------------------------


@both
@levels
def test_w20_states_that_differ_only_in_hidden_hands_and_stock_order_bring_the_same_move(options: dict[str, str], level: Level) -> None:
    """The published test: the others' hands and the stock are mixed, and every level plays the same card."""
    compared = 0
    for state in game(options, "normal", "published")[1::2]:
        if not isinstance(RULES.awaits(state), NeedMove):
            continue
        seat, bits = state.turn, Stream(f"mixed {state.turn_number}")
        others = [each for each in range(SEATS) if each != seat]
        mixed = shuffled([*state.stock, *(card for each in others for card in state.hands[each])], bits)
        hands = list(state.hands)
        for each in others:
            hands[each] = tuple(mixed.pop() for _ in state.hands[each])
        other = state._replace(hands=tuple(hands), stock=tuple(mixed))
        assert other != state
        minds = [RULES.mind(each, seat) for each in (state, other)]
        assert minds[0] == minds[1]
        assert len({choose(mind, level, Stream("same"), 6) for mind in minds}) == 1
        compared += 1
    assert compared > 8


def test_w20_a_mind_is_the_view_and_the_public_log() -> None:
    assert set(Mind.__slots__) == {"view", "pile", "recycled", "fresh", "denials", "colours"}


@both
def test_w20_what_is_remembered_is_true(options: dict[str, str]) -> None:
    """Who drew had nothing that went (W8): no hand ever holds more of that than was drawn since."""
    looked = 0
    for seed in range(6):
        for state in game(options, "normal", f"memory {seed}"):
            for seat, denials in enumerate(state.memory.denials):
                for each in denials:
                    assert sum(matches(card, each) for card in state.hands[seat]) <= each.since
                    looked += 1
    assert looked > 300


def test_w20_colours_played_are_counted_by_seat() -> None:
    table = Table().lie("1A WX 9V", "1T 2V 9V", "1C 1V", "1V 9V", top="7A").go("1A 1T")
    assert table.state.colours == ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))


# ---- W21 ------------------------------------------------------------------------------------------------------------------------


def test_w21_easy_plays_any_card_and_a_wild_one_as_gladly() -> None:
    found = many(Table().lie("1A 2A WX 9V", "1T 1T", "1C 1C", "1V 1V", top="7A"), "easy")
    cards = Counter(move.card for move in found.elements() if isinstance(move, PlayCard))
    assert set(cards) == {"1A", "2A", "WX"} and min(cards.values()) > 8
    assert {move.colour for move in found if isinstance(move, PlayCard) and move.card == "WX"} == set("ATCV")


def test_w21_easy_always_plays_what_it_drew() -> None:
    table = Table().lie("9V 8V 7V 6V", "1T 1T", "1C 1C", "1V 1V", top="1A", stock="WX").go("draw")
    assert all(isinstance(move, PlayCard) and move.card == "WX" for move in many(table, "easy"))


def test_w21_normal_plays_its_longest_colour_first_and_the_dearest_of_it() -> None:
    table = Table().lie("1A 7T 5T 3T 2A", "1T 1T", "1C 1C", "1V 1V", top="7A")
    assert set(many(table, "normal")) == {move_of("7T")}
    assert set(many(Table().lie("1A 5A SA 9V", "1T 1T", "1C 1C", "1V 1V", top="7A"), "normal")) == {move_of("SA")}


def test_w21_normal_keeps_wild_cards() -> None:
    assert set(many(Table().lie("WX 1A 9V 9V", "1T 1T", "1C 1C", "1V 1V", top="7A"), "normal")) == {move_of("1A")}


def test_w21_unless_a_wild_is_all_that_it_can_play() -> None:
    """Drawing is forbidden then (W8)."""
    assert set(many(Table().lie("WX 9V 8V 1T", "1T 1T", "1C 1C", "1V 1V", top="7A"), "normal")) == {move_of("WX:V")}


def test_w21_a_wild_that_it_draws_above_three_cards_it_keeps() -> None:
    above = Table().lie("9V 8V 7V", "1T 1T", "1C 1C", "1V 1V", top="1A", stock="WX").go("draw")
    assert set(many(above, "normal")) == {Pass()}
    three = Table().lie("9V 8V", "1T 1T", "1C 1C", "1V 1V", top="1A", stock="WX").go("draw")
    assert set(many(three, "normal")) == {move_of("WX:V")}
    plain = Table().lie("9V 8V 7V", "1T 1T", "1C 1C", "1V 1V", top="1A", stock="2A").go("draw")
    assert set(many(plain, "normal")) == {move_of("2A")}


def test_w21_ties_are_broken_by_the_stream() -> None:
    table = Table().lie("1A 7T 9V WX", "1T 1T", "1C 1C", "1V 1V", top="7C")
    assert set(many(table, "normal")) == {move_of("7T")}
    tied = Table().lie("9V 8T WX", "1T 1T", "1C 1C", "1V 1V", top="7C")
    found = many(tied, "normal")
    assert set(found) == {move_of("WX:V"), move_of("WX:T")}
    assert chosen(tied, "normal", "7") == chosen(tied, "normal", "7")


FAR = ("1T 1T 1T", "1C 1C 1C", "1V 1V 1V")
"""The others' hands, none of them short of cards."""


def test_w21_hard_aims_skips_and_draw_twos_at_whoever_is_short() -> None:
    for card in ("SA", "DA"):
        hand = f"{card} 7T 2T 3T 4T 5T 6T 8T"
        assert set(many(Table().lie(hand, *FAR, top="7A"), "hard")) == {move_of("7T")}
        assert set(many(Table().lie(hand, "1T 1T", *FAR[1:], top="7A"), "hard")) == {move_of(card)}


def test_w21_hard_holds_a_draw_four_back_until_the_next_player_is_short() -> None:
    hand = "FX 7T 5T 3V 2V"
    assert set(many(Table().lie(hand, *FAR, top="7A"), "hard")) == {move_of("7T")}
    assert {move.card for move in many(Table().lie(hand, "1T 1T", *FAR[1:], top="7A"), "hard") if isinstance(move, PlayCard)} == {"FX"}


def test_w21_hard_turns_the_game_away_from_whoever_is_short() -> None:
    hand = "RA 7T 5T 3T 2T"
    assert set(many(Table().lie(hand, "1T 1T", *FAR[1:], top="7A"), "hard")) == {move_of("RA")}
    assert set(many(Table().lie(hand, *FAR[:2], "1V 1V", top="7A"), "hard")) == {move_of("7T")}


def test_w21_hard_counts_colours_to_choose_the_one_to_name() -> None:
    """On the pile, whose cards nobody holds any more; among equals it names what the others have played most of in the whole game."""
    counts = ((0,) * 4, (0, 3, 1, 1), (0,) * 4, (0,) * 4)
    table = Table().lie("WX 9V 8T 7C", *FAR, top="1A")
    assert set(many(table, "hard")) == {move_of(f"WX:{colour}") for colour in "TCV"}
    assert set(many(Table().lie("WX 9V 8T 7C", *FAR, top="1A", colours=counts), "hard")) == {move_of("WX:T")}
    mind = RULES.mind(table.state, 0)
    assert set(answers(replace(mind, pile=("2C", "3C", *mind.pile)))) == {move_of("WX:C")}


def answers(mind: Mind) -> Counter[Move]:
    """What *hard* does with that in mind, over many streams."""
    return Counter(choose(mind, "hard", Stream(str(seed)), 0) for seed in range(60))


def test_w21_hard_knows_what_who_drew_can_not_hold() -> None:
    """Two of the three cards that West holds after its draw are neither turquoise, nor a one, nor wild (W8)."""
    state = Table().lie("9V 8V 1T", "9V 9V", "1C 1C", "1V 1V 1V", top="1T", stock="2C 2C").go("1T draw").state
    glance = Glance(RULES.mind(state, 2))
    turquoise, amber = glance.stuck(1, "9T", "T"), glance.stuck(1, "9A", "A")
    assert turquoise > amber > glance.stuck(3, "9A", "A")


def test_w21_hard_keeps_a_hand_that_goes_on() -> None:
    """Of two colours as long, the one that its last card can follow."""
    assert set(many(Table().lie("7T 7C 2C", *FAR, top="7A"), "hard")) == {move_of("7C")}


@both
def test_w21_hard_never_plays_a_wild_card_for_want_of_thought(options: dict[str, str]) -> None:
    """A plain wild card goes only where nothing else does."""
    held = 0
    for before in (state for seed in range(4) for state in game(options, "hard", f"wild {seed}")):
        if not isinstance(RULES.awaits(before), NeedMove):
            continue
        mind = RULES.mind(before, before.turn)
        if "WX" in mind.view.playable and any(card[0] not in WILDS for card in mind.view.playable):
            move = choose(mind, "hard", Stream("x"), 0)
            assert isinstance(move, PlayCard) and move.card != "WX"
            held += 1
    assert held > 10


def test_p15_no_level_imagines_deals() -> None:
    mind = RULES.mind(Table().lie("1A WX 9V 8T", "1T 1T", "1C 1C", "1V 1V", top="7A", stock="1C 2C 3C").state, 0)
    assert bits_drawn(choose, mind, 0) == bits_drawn(choose, mind, 100) <= 2
    assert set(GAME.samples.values()) == {0}


@levels
def test_only_who_is_awaited_chooses(level: Level) -> None:
    table = Table().lie("1A 2A", "1T 1T", "1C 1C", "1V 1V", top="7A")
    with pytest.raises(ValueError, match="awaited"):
        choose(RULES.mind(table.state, 1), level, Stream("x"), 1)


# ---- W22 ------------------------------------------------------------------------------------------------------------------------


def test_w22_the_deal_treats_cpu_seats_alike_and_nothing_adapts() -> None:
    """What is dealt hangs on the shuffle and on who is a person alone; `test_rules` measures the seats."""
    bits = Stream("alike")
    order = Shuffled(bits.permutation(106))
    hands = {RULES.step(RULES.start(("cpu",) * 4, options), order).hands for options in (ESTANDAR, CASA)}
    assert len(hands) == 1
    assert RULES.step(RULES.start(alone(4), ESTANDAR), order).hands in (*hands, ((),) * 4)
