"""The CPU players of Choque de Colores (C27): what they are given, what they may do, and that they always know what to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_type_hints

import pytest

from games.choque.cpu import World, candidates, choose, hidden_cards, imagined, worlds
from games.choque.rules_v1 import RULES
from games.choque.skill import DRAW as TAKE, KEEP, NAME, PASS, Act, answer, lay, own_colour
from games.choque.state import State, faces_of, others_of
from games.choque.variants import VARIANTS
from games.choque.views import Draw, Keep, Mind, NameColour, Pass, PlayCard
from games.contract import LEVELS, Level, NeedShuffle, Over, Played, Shuffled
from games.kit.bits import Stream
from games.kit.recall import matches
from tests.contract.meetings import bits_drawn
from tests.games.choque.tables import Table

NIGHT = "dia-y-noche"
levels = pytest.mark.parametrize("level", LEVELS)
each_table = pytest.mark.parametrize("variant", list(VARIANTS))


def choice(table: Table, level: Level, seed: str = "", samples: int = 4) -> object:
    return choose(RULES.mind(table.state, table.state.turn), level, Stream(seed), samples)


def test_c27_a_cpu_player_is_given_a_mind_and_no_state() -> None:
    assert get_type_hints(choose)["mind"] is Mind
    assert set(Mind.__slots__) == {"view", "shown", "known", "recycled", "fresh", "denials", "passes"}


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


def test_c27_hard_aims_at_who_is_short_of_cards() -> None:
    table = Table(3).lie("SA 9A 8A 7A", "9T", "9V 8V 7V", top="5A", stock="1V 2V 3V 4V")
    assert choice(table, "hard", samples=1) == PlayCard("SA")


def test_only_an_awaited_seat_chooses() -> None:
    table = Table(3).lie("2T 3C", "9T", "9V", top="5A")
    with pytest.raises(ValueError):
        choose(RULES.mind(table.state, 1), "normal", Stream(""), 0)
    with pytest.raises(ValueError):
        choose(replace(RULES.mind(table.state, 0), view=RULES.view(table.state, None)), "normal", Stream(""), 0)


def test_c27_hard_weighs_the_habit_first_and_every_other_act() -> None:
    view = Table(3).lie("7A WX 2T 3C", "9T", "9V", top="5A", stock="2C").view(0)
    assert candidates(view, ("7A", "")) == [("7A", ""), ("WX", "A"), ("WX", "T"), ("WX", "C")]
    view = Table(3).lie("7T", "9T", "9V", top="5A", stock="1A").go("draw").view(0)
    assert candidates(view, ("1A", "")) == [("1A", ""), (KEEP, "")]
    view = Table(3).lie("DC 7T", "9T", "9V", top="DA", stock="1A", pending="2D").view(0)
    assert candidates(view, ("DC", "")) == [("DC", ""), (TAKE, "")]
    view = Table(3, NIGHT).lie("MA/HX 1C/1L 2C/2O", "9T", "9V", top="5A").go("MA").view(0)
    assert candidates(view, (NAME, "E")) == [(NAME, "E"), (NAME, "L"), (NAME, "O")]


@each_table
def test_p15_hard_is_bounded_by_its_samples(variant: str) -> None:
    table = Table(3, variant).lie("7A 6A 9C", "9T 8T", "9V 7V", top="5A", stock="1V 2V 3V 4V")
    five, ten = (bits_drawn(choose, RULES.mind(table.state, 0), samples) for samples in (5, 10))
    assert 1.8 * five < ten < 2.2 * five


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


def sampled(mind: Mind, count: int = 40) -> list[World]:
    imagine = worlds(mind, Stream("worlds"))
    return [imagine() for _ in range(count)]


def test_c27_who_passed_lacks_what_would_have_gone() -> None:
    table = Table(3).lie("7T 8T 1A", "2T 3C", "9V", top="5A", turn=1).go("pass")
    assert [each[:3] for each in table.state.memory.denials[1]] == [("5", "A", "WF")]
    out = {card for cards in (*table.state.hands, table.state.pile) for card in cards}
    state = table.state._replace(turn=0, stock=tuple((place,) for place in range(112) if (place,) not in out))
    for world in sampled(RULES.mind(state, 0)):
        assert not [card for card in world.hands[1] if card[0][1] == "A" or card[0][0] in "5WF"]


def test_c7_whose_drawn_card_did_not_fit_either_lacks_what_would_have_gone() -> None:
    table = Table(2).lie("7T 8T", "2T 3C", top="5A", stock="4C 1A", turn=1).go("draw")
    assert [(each.colour, each.since) for each in table.state.memory.denials[1]] == [("A", 0)]
    table = Table(2).lie("7T 8T", "2T 3C", top="5A", stock="4A 1A", turn=1).go("draw")
    assert [(each.colour, each.since) for each in table.state.memory.denials[1]] == [("A", 1)]
    assert [(each.colour, each.since) for each in table.go("4A").state.memory.denials[1]] == [("A", 0)]


def test_c11_who_takes_a_pile_seems_to_have_no_answer() -> None:
    table = Table(2).lie("7T 8T", "2T 3C", top="DA", stock="4C 1A 2C", turn=1, pending="2D").go("draw")
    assert [(each.wild, each.since) for each in table.state.memory.denials[1]] == [("D", 2)]


def test_c20_when_the_table_turns_every_rival_knows_a_hand_by_its_other_faces() -> None:
    table = Table(3, NIGHT).lie("MA/1E 9C/VL 2T/3E", "5A/KO 4C/2L", "1T/1O", top="4A/9E", stock="7C/7Q").go("MA")
    mind = RULES.mind(table.state, 1)
    assert mind.known == (("3E", "VL"), ("2L", "KO"), ("1O",))
    assert mind.shown == ("1E",)
    for world in sampled(replace(mind, view=replace(mind.view, turn=1))):
        assert sorted(card[1] for card in world.hands[0]) == ["3E", "VL"]
        assert sorted(card[0] for card in world.hands[0]) == ["2T", "9C"]
        assert [card[1] for card in world.hands[1]] == ["2L", "KO"]
        assert world.top[1] == "1E"
    table.go("draw")
    assert RULES.mind(table.state, 2).known[1] == ("2L", "KO")
    table.state = table.state._replace(turn=0)
    table.go("3E")
    assert RULES.mind(table.state, 1).known[0] == ("VL",)


@each_table
def test_c27_imagined_deals_agree_with_all_that_is_in_sight(variant: str) -> None:
    """Along whole games: counts, own cards and rivals' other faces are right in every imagined deal, and no card is there twice."""
    checked = 0
    for seed in range(4):
        bits, table = Stream(f"{variant} sight {seed}"), Table(3, variant)
        while not isinstance(awaited := RULES.awaits(table.state), Over):
            if isinstance(awaited, NeedShuffle):
                table.take(Shuffled(bits.permutation(awaited.size)))
                continue
            seat = awaited.seats[0]
            checked += check_world(table.state, seat)
            table.do(seat, choose(RULES.mind(table.state, seat), "normal", bits, 0))
    assert checked > 100


def check_world(state: State, seat: int) -> int:
    (world,) = sampled(RULES.mind(state, seat), 1)
    side, view = state.side, RULES.view(state, seat)
    assert [len(hand) for hand in world.hands] == list(view.held)
    assert [card[side] for card in world.hands[seat]] == list(view.hand)
    assert (len(world.stock), len(world.played) + 1, world.top[side]) == (view.stock, view.pile, view.top)
    cards = [*world.stock, *world.played, world.top, *(card for hand in world.hands for card in hand)]
    for number, each in enumerate(state.sides):
        assert Counter(card[number] for card in cards) == Counter(each.deck)
    for rival in range(state.frame.seats):
        if rival != seat and len(state.sides) > 1:
            assert Counter(card[1 - side] for card in world.hands[rival]) == Counter(view.others[rival])
            assert Counter(others_of(state, state.hands[rival])) == Counter(view.others[rival])
    return 1


@each_table
def test_c27_what_is_remembered_agrees_with_the_cards_as_long_as_nobody_draws_who_could_play(variant: str) -> None:
    """Along whole games of sensible players: no seat holds more of what it seemed to lack, or of what went back, than it drew since."""
    checked = 0
    for seed in range(8):
        bits, table = Stream(f"{variant} memory {seed}"), Table(2 + seed % 4, variant)
        while not isinstance(awaited := RULES.awaits(table.state), Over):
            if isinstance(awaited, NeedShuffle):
                table.take(Shuffled(bits.permutation(awaited.size)))
            else:
                seat = awaited.seats[0]
                table.do(seat, choose(RULES.mind(table.state, seat), "normal", bits, 0))
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


# ---- imagined games -----------------------------------------------------------------------------------------------------------------


@each_table
def test_c27_the_imagined_game_plays_by_the_rules(variant: str) -> None:
    """From the same cards the imagined game and the rules go the same way, up to the first reshuffle.

    When the table turns, hands are sorted, equal faces by what nobody knows: the imagined hands are then put into the same order.
    """
    ends: Counter[str] = Counter()
    for seed in range(60):
        bits, seats = Stream(f"{variant} both {seed}"), 2 + seed % 5
        state = RULES.start(["cpu"] * seats, {"variant": variant})
        while isinstance(awaited := RULES.awaits(state), NeedShuffle):
            state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
        told = imagined(RULES.mind(state, state.turn), lying(state))
        while state.phase == "play":
            assert (told.turn, told.stage, told.side, told.colour) == (state.turn, state.stage, state.side, state.colour)
            real = lying(state).hands
            assert [sorted(hand) for hand in told.hands] == [sorted(hand) for hand in real]
            told.hands = real
            assert (told.pending, told.tokens) == (state.pending.cards if state.pending else 0, list(state.tokens))
            act = told.glance()
            told.act(act)
            state = RULES.step(state, Played(state.turn, spoken(act)))
        if state.phase == "over":
            assert told.winner == state.frame.sheet.winner
        ends[state.phase] += 1
    assert ends["over"] > 40


def lying(state: State) -> World:
    """The cards as they are."""

    def whole(cards: tuple[tuple[int, ...], ...]) -> list[tuple[str, ...]]:
        return [tuple(side.deck[place] for side, place in zip(state.sides, card, strict=True)) for card in cards]

    pile = whole(state.pile)
    return World([whole(hand) for hand in state.hands], whole(state.stock)[::-1], pile[:-1], pile[-1])


def spoken(act: Act) -> object:
    what, colour = act
    plain = {TAKE: Draw(), KEEP: Keep(), PASS: Pass()}
    if what in plain:
        return plain[what]
    return NameColour(colour) if what == NAME else PlayCard(what, colour or None)


def test_c8_an_imagined_game_may_be_blocked() -> None:
    table = Table(2).lie("9C 8C", "7T 6T", top="5A")
    told = imagined(RULES.mind(table.state, 0), lying(table.state))
    told.play_out()
    assert told.blocked
    assert told.winner is None


def test_card_sense() -> None:
    hand = ["7A", "9A", "5C", "2C", "SC", "WX"]
    assert lay(hand, ["7A", "5C", "WX"]) == "5C"
    assert lay(hand, ["WX"]) == "WX"
    assert answer(["FX", "DC"]) == "DC"
    assert own_colour(hand, "ATCV") == "C"
    assert own_colour([], "ATCV") == "A"


def test_hidden_cards_count_what_lies_where() -> None:
    table = Table(3).lie("7T 8T 1A", "2T 3C", "9V", top="5A", pile="6A 7A", stock="1V 2V")
    needs = hidden_cards(RULES.mind(table.state, 0)).needs
    assert needs == {1: 2, 2: 1, 3: 2}
