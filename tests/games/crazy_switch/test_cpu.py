"""CPU players of Crazy Switch (W20-W22): what they know, what they do, and that they never know more."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.contract import LEVELS, Level, NeedMove, NeedShuffle, Over, Played, Shuffled, alone
from games.crazy_switch import GAME
from games.crazy_switch.cards import DECK
from games.crazy_switch.cpu import DECK_SIZE, candidates, choose, hidden_cards, imagined, lacks, sensible
from games.crazy_switch.rules_v1 import RULES
from games.crazy_switch.skill import NUMBER, Round
from games.crazy_switch.state import SEATS, State
from games.crazy_switch.views import Draw, Mind, Move, Pass, PlayCard
from games.kit.bits import Stream
from games.kit.imagine import limited_dealer, shuffled
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


@both
def test_imagined_deals_agree_with_all_that_is_known(options: dict[str, str]) -> None:
    bits, looked = Stream("worlds"), 0
    for state in game(options, "normal", "worlds")[1::3]:
        if not isinstance(RULES.awaits(state), NeedMove):
            continue
        mind = RULES.mind(state, state.turn)
        world = limited_dealer(*hidden_cards(mind))(bits)
        table = imagined(mind, world)
        assert [len(hand) for hand in table.hands] == list(mind.view.held)
        everything = [*(card for hand in table.hands for card in hand), *table.stock, *table.played, table.top]
        assert Counter(everything) == Counter(NUMBER[card] for card in DECK)
        looked += 1
    assert looked > 10
    assert max(NUMBER.values()) + 1 == DECK_SIZE


@both
def test_an_imagined_game_follows_the_rules(options: dict[str, str]) -> None:
    """The same acts from the same position lead to the same cards, turn and direction, as long as nothing is reshuffled."""
    followed = 0
    for state in game(options, "normal", "followed")[1:]:
        if not isinstance(RULES.awaits(state), NeedMove) or len(state.stock) < 20:
            continue
        mind, seat = RULES.mind(state, state.turn), state.turn
        world = {each: [NUMBER[card] for card in state.hands[each]] for each in range(SEATS) if each != seat}
        table = imagined(mind, {**world, SEATS: [NUMBER[card] for card in reversed(state.stock)]})
        move = choose(mind, "normal", Stream("follow"), 0)
        after = RULES.step(state, Played(seat, move))
        act(table, move)
        if after.frame.phase != "play":
            assert table.winner == seat
            continue
        while (table.turn, table.drawn) != (after.turn, after.drawn):
            assert not table.legal()
            table.act(table.glance())
        assert [sorted(hand) for hand in table.hands] == [sorted(NUMBER[card] for card in hand) for hand in after.hands]
        assert (table.direction, table.pending, table.colour) == (
            after.direction, after.pending.cards if after.pending else 0, "ATCV".index(after.colour),
        )  # fmt: skip
        followed += 1
    assert followed > 20


def act(table: Round, move: Move) -> None:
    """The move in an imagined game."""
    match move:
        case PlayCard(card, colour, _call):
            table.act((NUMBER[card], "ATCV".index(colour or card[1].replace("X", "A"))))
        case Draw():
            table.act((-1, 4))
        case Pass():
            table.act((-2, 4))


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


def habit(table: Table) -> Move:
    """What *hard* does by habit, without imagined deals that could tell it better: one candidate alone is weighed."""
    from games.crazy_switch.cpu import _move, crafty

    mind = RULES.mind(table.state, table.state.turn)
    return _move(mind.view, crafty(mind, Stream("habit")))


def test_w21_hard_aims_skips_and_draw_twos_at_whoever_is_short() -> None:
    far = ("1T 1T 1T", "1C 1C 1C", "1V 1V 1V")
    for card in ("SA", "DA"):
        hand = f"{card} 7T 5T 3T 2T"
        assert habit(Table().lie(hand, *far, top="7A")) == move_of("7T")
        assert habit(Table().lie(hand, "1T 1T", *far[1:], top="7A")) == move_of(card)


def test_w21_hard_turns_the_game_away_from_whoever_is_short() -> None:
    hand = "RA 7T 5T 3T 2T"
    assert habit(Table().lie(hand, "1T 1T", "1C 1C 1C", "1V 1V 1V", top="7A")) == move_of("RA")
    assert habit(Table().lie(hand, "1T 1T 1T", "1C 1C 1C", "1V 1V", top="7A")) == move_of("7T")


def test_w21_hard_counts_colours_to_choose_the_one_to_name() -> None:
    table = Table().lie("WX 9V 8T 7C", "1T 1T 1T", "1C 1C 1C", "1V 1V 1V", top="1A", colours=((0,) * 4, (0, 3, 1, 1), (0,) * 4, (0,) * 4))
    assert habit(table) == move_of("WX:T")
    mind = RULES.mind(Table().lie("9V 8V 1T", "9V 9V 9V", "1C 1C", "1V 1V", top="1T", stock="2C 2C").go("1T draw").state, 1)
    assert lacks(mind, 1, 1) > lacks(mind, 1, 0) == 0.0


def test_w21_hard_weighs_every_card_and_colour_of_its_own() -> None:
    view = RULES.view(Table().lie("1A WX 9V 8T", "1T 1T", "1C 1C", "1V 1V", top="7A").state, 0)
    acts = candidates(view, sensible(view, Stream("x")))
    assert acts[0] == (NUMBER["1A"], 0)
    assert set(acts[1:]) == {(NUMBER["WX"], colour) for colour in (0, 1, 3)}


def test_p15_hard_is_bounded_by_its_samples() -> None:
    mind = RULES.mind(Table().lie("1A WX 9V 8T", "1T 1T", "1C 1C", "1V 1V", top="7A", stock="1C 2C 3C").state, 0)
    drawn = [bits_drawn(choose, mind, samples) for samples in (1, 10)]
    assert 0 < drawn[0] < drawn[1] <= 12 * drawn[0] + 12
    assert GAME.samples["easy"] == GAME.samples["normal"] == 0


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
