"""The CPU players of Crazy Eights (E19): what they are given, what they may do, and that they always know what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import get_type_hints

import pytest

from games.contract import LEVELS, Level, NeedMove, Over, Played, Shuffled
from games.crazy_eights.cpu import DECK_SIZE, FEW, candidates, choose, hidden_cards, imagined
from games.crazy_eights.rules_v1 import RULES
from games.crazy_eights.skill import CARD, DRAW, FREE, NUMBER, PASS, Round, lay, longest_suit
from games.crazy_eights.state import State
from games.crazy_eights.views import Draw, Mind, NextHand, Pass, PlayCard
from games.kit.bits import Stream
from games.kit.imagine import limited_dealer
from games.kit.recall import matches
from tests.contract.meetings import bits_drawn
from tests.games.crazy_eights.tables import PLAIN, Table

levels = pytest.mark.parametrize("level", LEVELS)
EIGHT = 7


def choice(table: Table, level: Level, seed: str = "", samples: int = 4) -> object:
    return choose(RULES.mind(table.state, table.state.turn), level, Stream(seed), samples)


def test_e19_a_cpu_player_is_given_a_mind_and_no_state() -> None:
    assert get_type_hints(choose)["mind"] is Mind
    assert set(Mind.__slots__) == {"view", "pile", "recycled", "fresh", "denials"}


def test_e19_easy_makes_every_legal_move_now_and_then() -> None:
    table = Table(3).lie("AS", "7C KH 8D", "AH", top="7H", stock="2C", turn=1)
    seen = {choice(table, "easy", str(seed)) for seed in range(200)}
    assert seen == set(RULES.moves(table.state, 1))


@pytest.mark.parametrize(
    ("hand", "move", "why"),
    [
        ("7C KH 2H 8D", PlayCard("KH"), "the longest suit, the dearest card of it"),
        ("7C 3C 4C KH", PlayCard("7C"), "the longest suit before the dearest card"),
        ("8D 3C 4C 5S", PlayCard("8D", "C"), "a wild one only if it must be, with the longest suit"),
        ("8D", PlayCard("8D"), "a last eight asks no suit"),
        ("3C", Draw(), "draws only with nothing to play"),
    ],
)
def test_e19_normal_plays_sensibly(hand: str, move: object, why: str) -> None:
    assert choice(Table(3).lie("AS", hand, "AH", top="7H", stock="2C", turn=1), "normal") == move, why


@levels
def test_e8_they_pass_with_nothing_to_play_and_nothing_to_draw(level: Level) -> None:
    assert choice(Table(3).lie("AS", "3C 4C", "AH", top="7H", turn=1), level) == Pass()


@levels
def test_they_go_on_to_the_next_hand(level: Level) -> None:
    table = Table(3).lie("AS", "7C", "AH", top="7H", turn=1).go("7C")
    assert choose(RULES.mind(table.state, 2), level, Stream(""), 1) == NextHand(1)


def test_only_an_awaited_seat_chooses() -> None:
    table = Table(3).lie("AS", "7C", "AH", top="7H", turn=1)
    with pytest.raises(ValueError):
        choose(RULES.mind(table.state, 0), "normal", Stream(""), 0)
    with pytest.raises(ValueError):
        choose(replace(RULES.mind(table.state, 1), view=RULES.view(table.state, None)), "normal", Stream(""), 0)


def weighed(table: Table) -> list[str]:
    """What hard weighs in the turn of seat 1, what looks best first, as in `tables.move_of`."""
    acts = candidates(RULES.mind(table.state, 1))
    return ["draw" if card == DRAW else CARD[card] + ("" if suit == FREE else ":" + "SHDC"[suit]) for card, suit in acts]


def test_e19_hard_weighs_few_plays_and_a_draw_only_to_spare_a_wild_card() -> None:
    table = Table(3).lie("AS", "7C KH 2H 8D 3H", "AH", top="7H", stock="2C", turn=1)
    assert len(weighed(table)) == FEW
    assert {word[:2] for word in weighed(table)} <= {"7C", "KH", "2H", "3H"}
    table = Table(3).lie("AS", "8D 3C", "AH", top="7H", stock="2C", turn=1)
    assert weighed(table)[0] == "8D:C"
    assert weighed(table)[-1] == "draw"


@pytest.mark.parametrize(
    ("best", "hand", "played", "why"),
    [
        ("KH", "KH 4H", "", "the dearer card, where nothing else tells them apart"),
        ("5C", "KH 5C", "", "another suit than everybody has been following"),
        ("KH", "KH 5C", "2H 3H 4H 6H 7H", "a suit of which little is left unseen"),
        ("5C", "KH 5C 5D", "", "a card of the same rank is kept to come back with"),
    ],
)
def test_e19_what_looks_best_to_hard(best: str, hand: str, played: str, why: str) -> None:
    table = Table(3).lie("AS QS", hand + " 9S TS", "AH QH JC", top="5H", pile=played, stock="2C", turn=1)
    assert weighed(table)[0] == best, why


def test_e19_hard_goes_where_the_next_one_has_shown_to_lack_an_answer() -> None:
    lacking = Table(3).lie("AS", "9C 4D 5D 7H", "QS TD 9H JC", top="9D", stock="2S 3S 4S 5S", turn=2)
    state = lacking.state
    assert weighed(Table(3).lie(*map(" ".join, state.hands), top="9D", stock="2S 3S 4S 5S", turn=1))
    denied = lacking.go("draw").state._replace(turn=1)
    assert [each.colour for each in RULES.mind(denied, 1).denials[2]] == ["D"]
    lacking.state = denied
    assert weighed(lacking)[0][1] == "D"


@pytest.mark.parametrize(("option", "card"), [("queens", "QC"), ("aces", "AC"), ("twos", "2C")])
def test_e13_e14_e15_hard_likes_what_takes_the_turn_of_the_next_one(option: str, card: str) -> None:
    def first(switch: str) -> str:
        table = Table(2, **{option: switch})
        return weighed(table.lie("AS 3S 4S 5S", f"{card} KC KD 9S", top="7C", stock="2H 3H", turn=1))[0]

    assert (first("off"), first("on")) == ("KC", card)


def test_p15_hard_is_bounded_by_its_samples() -> None:
    table = Table(3).deal("AS 2S 3S 4S 5S", "7C KH 2H 8D 9D", "AD 2D 3D 4D 5D", starter="7H")
    five, ten = (bits_drawn(choose, RULES.mind(table.state, 1), samples) for samples in (5, 10))
    assert 1.8 * five < ten < 2.2 * five


def test_e19_what_others_hold_makes_no_difference() -> None:
    tables = [
        Table(3).deal(hand, "7C KH 2H 8D 9D", other, starter="7H")
        for hand, other in (("AS 2S 3S 4S 5S", "AD 2D 3D 4D 5D"), ("AD 2D 3D 4D 5D", "AS 2S 3S 4S 5S"))
    ]
    assert RULES.mind(tables[0].state, 1) == RULES.mind(tables[1].state, 1)
    for level in LEVELS:
        assert choice(tables[0], level) == choice(tables[1], level)


# ---- what was seen ------------------------------------------------------------------------------------------------------------------


def worlds(mind: Mind, count: int = 60) -> list[dict[int, set[str]]]:
    deal = limited_dealer(*hidden_cards(mind))
    return [{place: {CARD[card % DECK_SIZE] for card in cards} for place, cards in deal(Stream(str(n))).items()} for n in range(count)]


def test_e19_who_passed_lacks_what_would_have_gone() -> None:
    table = Table(3, reshuffle="no").lie("KS QH", "9C TC", "AD 5D", top="7H", stock="", turn=1).go("pass")
    assert [each[:3] for each in table.state.memory.denials[1]] == [("7", "H", "8")]
    state = table.state._replace(pile=tuple(card for card in CARD if card not in "KS QH 9C TC AD 5D JH 6H 4S 2S".split()))
    state = state._replace(hands=(state.hands[0], state.hands[1], ("AD", "5D", "JH", "6H", "4S", "2S")))
    for world in worlds(RULES.mind(state._replace(turn=0), 0)):
        assert not {card for card in world[1] if card[1] == "H" or card[0] in "78"}


def test_e19_who_drew_seemed_to_lack_what_would_have_gone_but_may_have_drawn_it() -> None:
    table = Table(2).deal("AS 2S 3S 4S 5S 6S 7S", "9C TC JC 9D TD JD QC", starter="7H", stock="QS 7C").go("draw draw 7C")
    denial = table.state.memory.denials[1][-1]
    assert (denial[:3], denial.since) == (("7", "H", "8"), 0)
    for world in worlds(RULES.mind(table.state, 0)):
        assert not {card for card in world[1] if card[1] == "H" or card[0] in "78"}


def test_e19_a_card_that_belies_a_denial_ends_it() -> None:
    table = Table(2).deal("AS 2S 3S 4S 5S 6S 7S", "9C TC JH 9D TD JD QH", starter="7H", stock="QS KS").go("draw JH")
    assert [each.since for each in table.state.memory.denials[1]] == [0]
    table.lie("AS 2S", "QH 9C", top="3H", turn=1).go("QH")
    assert table.state.memory.denials[1] == ()


def test_e19_after_a_reshuffle_the_stock_holds_only_what_went_back() -> None:
    table = Table(2, draw="1")
    table.lie("AS 2S", "9C TC", top="7H", pile="2C 3C 4C 5C 6C", turn=1).go("draw").shuffle()
    assert table.state.memory.recycled == ("2C", "3C", "4C", "5C", "6C")
    assert table.state.memory.fresh == (0, 1)
    mind = RULES.mind(table.state, 0)
    _, needs, limits = hidden_cards(mind)
    assert needs == {1: 3, 2: 4}
    again = {NUMBER[card] for card in "2C 3C 4C 5C 6C".split()}
    assert {limit.most for limit in limits[2]} == {0}
    assert not limits[2][0].cards & again
    assert (limits[1][-1].cards, limits[1][-1].most) == (again, 1)


def test_e19_what_is_remembered_agrees_with_the_cards_as_long_as_nobody_draws_who_could_play() -> None:
    """Along whole hands of sensible players: no seat holds more of what it seemed to lack, or of what went back, than it drew since."""
    checked = 0
    for seed in range(12):
        bits, table = Stream(f"memory {seed}"), Table(2 + seed % 4, draw="until" if seed % 2 else "3", twos="on")
        while len(table.state.frame.sheets) < 2:
            awaited = RULES.awaits(table.state)
            if isinstance(awaited, NeedMove):
                seat = awaited.seats[0]
                table.take(Played(seat, choose(RULES.mind(table.state, seat), "normal", bits, 0)))
            else:
                table.take(Shuffled(bits.permutation(awaited.size)))  # type: ignore[union-attr]
            checked += check_memory(table.state)
    assert checked > 500


def check_memory(state: State) -> int:
    checked = 0
    for seat, shown in enumerate(state.memory.denials):
        for each in shown:
            assert sum(matches(card, each) for card in state.hands[seat]) <= each.since
            checked += 1
    if state.memory.recycled:
        for seat, hand in enumerate(state.hands):
            assert sum(card in state.memory.recycled for card in hand) == state.memory.fresh[seat]
            checked += 1
    return checked


# ---- imagined hands -----------------------------------------------------------------------------------------------------------------


def test_e19_the_imagined_hand_plays_by_the_rules() -> None:
    """From the same cards the imagined hand and the rules go the same way, with every special card and both ends of a hand."""
    ends: set[str] = set()
    for seed in range(60):
        bits = Stream(f"both {seed}")
        options = {**PLAIN, "queens": "on", "aces": "on", "twos": "on", "reshuffle": "no", "draw": ("until", "3")[seed % 2]}
        state = RULES.start(["cpu"] * (2 + seed % 4), options)
        state = RULES.step(state, Shuffled(bits.permutation(52)))
        told = imagined(RULES.mind(state, state.turn), lying(state))
        while state.phase == "play":
            assert told.turn == state.turn
            assert sorted(CARD[card] for card in told.hands[told.turn]) == sorted(state.hands[state.turn])
            act = told.glance()
            told.act(act)
            state = RULES.step(state, Played(state.turn, spoken(state, act)))
        assert told.winner is not None or told.blocked
        assert told.scores() == state.frame.sheets[-1].scores
        ends.add(state.frame.sheets[-1].ending)
    assert ends == {"out", "blocked"}


def lying(state: State) -> dict[int, list[int]]:
    """The world as it is."""
    hands = {seat: [NUMBER[card] for card in hand] for seat, hand in enumerate(state.hands)}
    return {**hands, len(state.hands): [NUMBER[card] for card in reversed(state.stock)]}


def spoken(state: State, act: tuple[int, int]) -> object:
    if act[0] in (DRAW, PASS):
        return Draw() if act[0] == DRAW else Pass()
    card = CARD[act[0]]
    return PlayCard(card, "SHDC"[act[1]] if card[0] == "8" and len(state.hands[state.turn]) > 1 else None)


def test_card_sense() -> None:
    hand = [NUMBER[card] for card in "7C KH 2H 8D 8S".split()]
    assert CARD[lay(hand, [NUMBER["7C"], NUMBER["2H"]], EIGHT)] == "2H"
    assert longest_suit(hand, EIGHT) == 1
    assert longest_suit([], EIGHT) == 0


def lying_so(*hands: str, top: str, stock: str = "") -> Round:
    cards = [[NUMBER[card] for card in hand.split()] for hand in hands]
    seats = len(cards)
    drawn = [NUMBER[card] for card in stock.split()]
    return Round(cards, drawn, [], NUMBER[top], FREE, 0, 1, 0, 0, 0, [EIGHT] * seats, 9, True, False, False, False)


def test_an_imagined_hand_goes_on_for_so_many_turns_or_to_its_end() -> None:
    table = lying_so("KS QS", "JS 9S", top="7S")
    table.play_on(1)
    assert [len(hand) for hand in table.hands] == [1, 2]
    table.play_on(8)
    assert (table.winner, table.over) == (0, True)


def test_an_imagined_hand_that_is_blocked_is_over() -> None:
    table = lying_so("KS", "QS", top="7H")
    table.play_on(8)
    assert (table.blocked, table.scores()) == (True, (0, 0))


def test_fewer_and_cheaper_cards_than_the_others_are_a_lead_and_a_wild_one_is_no_burden() -> None:
    assert lying_so("KS", "QS", top="7H").lead(0) == 0
    assert lying_so("3S", "QS", top="7H").lead(0) > 0 > lying_so("KS JS", "QS", top="7H").lead(0)
    assert lying_so("8S", "3H", top="7H").lead(0) > 0
    won, near = lying_so("KH", "QS", top="7H"), lying_so("KH AH", "QS", top="7H")
    won.play_on(1)
    near.play_on(1)
    assert won.lead(0) > near.lead(0) > 0


@levels
def test_p15_the_same_bits_give_the_same_game(level: Level) -> None:
    def moves() -> list[object]:
        bits, table = Stream("again"), Table(4)
        table.take(Shuffled(Stream("deal").permutation(52)))
        while table.state.phase == "play" and len(table.events) < 40:
            table.do(table.state.turn, choose(RULES.mind(table.state, table.state.turn), level, bits, 2))
        return list(table.events)

    assert moves() == moves()


def test_whole_matches_of_cpu_players_end() -> None:
    for seed, length in enumerate(("match", "countdown")):
        bits, state = Stream(f"whole{seed}"), RULES.start(["cpu"] * 7, {**PLAIN, "length": length})
        while not isinstance(awaited := RULES.awaits(state), Over):
            if isinstance(awaited, NeedMove):
                seat = awaited.seats[0]
                state = RULES.step(state, Played(seat, choose(RULES.mind(state, seat), "normal", bits, 0)))
            else:
                state = RULES.step(state, Shuffled(bits.permutation(awaited.size)))
        assert awaited.result.winners
