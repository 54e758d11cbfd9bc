"""No hidden card in any byte sent: pages, frames, answers and log of whole games, for every seat and for spectators (S19, S29)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import registry
from games.kit.bits import Stream
from games.kit.cards import CARD_NAMES, card_token, sprite
from games.sueca.state import DECK
from games.sueca.views import Accuse, PlayCard
from tables.middleware import BUCKETS
from tables.models import Match, Player, Table
from tables.rendering import SNAPSHOTS, fill, table_frame
from tables.selectors import states
from tables.services.play import play_move
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Caches of the process know nothing of other tests' databases."""
    SNAPSHOTS.clear()
    BUCKETS.clear()


def traces(card: str) -> tuple[str, ...]:
    """How a card could show: sprite, code as a data attribute, code in a move, its name, its short form."""
    name, short = CARD_NAMES[card], card_token(card).short
    return (
        f'#{sprite(card)}"',
        f'data-card="{card}"',
        f"&quot;{card}&quot;",
        f'"{name}',
        f'"{name[0].upper()}{name[1:]}',
        f" {name}",
        short,
    )


def seen(html: str) -> set[str]:
    """The cards of which the bytes hold any trace."""
    # A page's own pictures of decks are no cards of the match.
    bare = re.sub(r'<span class="dk".*?</span>', "", html, flags=re.S)
    return {card for card in DECK if any(trace in bare for trace in traces(card))}


def allowed(match: Match, seat: int | None) -> set[str]:
    """What the viewer may know now (S29): own hand, trump, the trick and the last one, and in a count what was counted."""
    course = states.current(match)
    view: Any = states.rules_of(match).view(course.state, seat)
    known = set(view.hand) | ({view.trump} if view.trump else set())
    for trick in (view.trick, view.last_trick):
        known |= {play.card for play in trick.plays} if trick else set()
    if view.count:
        known |= {card for pile in view.count.cards for card in pile}
    if view.verdict:
        known |= set(view.verdict.hand) | {play.card for trick in view.verdict.tricks for play in trick.plays}
    return known


def browsers(players: list[Player]) -> list[Client]:
    """One browser each."""
    found = []
    for player in players:
        client = Client()
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        found.append(client)
    return found


def look(match: Match, table: Table, players: list[Player], clients: list[Client]) -> None:
    """Every viewer's page, fragments and frame hold no trace of a card that the viewer may not know."""
    for seat in (*range(4), None):
        client = clients[[player.pk for player in players].index(make.holder(match, seat).pk)] if seat is not None else Client()
        may = allowed(match, seat)
        for address in (f"/m/{table.code}/", f"/m/{table.code}/estado/"):
            html = client.get(address).content.decode()
            assert seen(html) <= may, f"seat {seat} at {match.seq} sees {seen(html) - may}"
            assert match.deal_code not in html and match.nonce not in html
            assert "\0" not in html
        # The home page shows the game's own three pictures and no other card.
        assert {sprite(card) for card in seen(client.get("/").content.decode())} <= {
            drawing for game in registry.all_games() for drawing in game.icon
        }
    spectator = Client().get(f"/m/{table.code}/").content.decode()
    if match.status == "running":
        assert not re.search(r"<li data-card=", spectator)


def sums_hidden(match: Match, table: Table, clients: list[Client]) -> None:
    """With the count at the end no running sum is anywhere before the count (S19)."""
    course = states.current(match)
    if course.state.phase in ("counted", "over"):
        return
    for client in (*clients, Client()):
        html = client.get(f"/m/{table.code}/estado/").content.decode()
        score = re.search(r'<div class="score" id="r-score".*?(?=<ol|<div class="centre")', html, re.S)
        assert score and not re.search(r"\d+ puntos?", score[0])


@pytest.mark.long
@pytest.mark.parametrize("count", ["real", "end"])
@pytest.mark.parametrize("revoke", ["impeded", "allowed"])
def test_s29_no_hidden_card_in_any_byte_of_a_game(count: str, revoke: str) -> None:
    """A canary hunt through a random game: after every few moves all five kinds of viewer are looked at."""
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players, count=count, revoke=revoke)
    match = make.started(table)
    clients = browsers(players)
    bits = Stream(f"{count}-{revoke}".encode())
    for number in range(90):
        course, seat = make.waiting(match)
        rules = states.rules_of(match)
        moves = [move for move in rules.moves(course.state, seat) or () if not isinstance(move, Accuse)]
        cards = [move for move in moves if isinstance(move, PlayCard)]
        move = (cards or moves)[bits.below(len(cards or moves))]
        outcome = play_move(match.pk, player=make.holder(match, seat), seq=course.seq, raw=make.text_of(match, move))
        assert outcome.status == "done"
        match.refresh_from_db()
        if number % 7 == 0 or number in (38, 39, 40, 41, 42, 43):
            look(match, table, players, clients)
            if count == "end":
                sums_hidden(match, table, clients)
        if match.status != "running":
            break


def test_s29_equal_views_give_equal_bytes() -> None:
    """Two deals that differ only in what others hold give a seat the same page but for addresses, tokens and the deal's seal."""
    found = []
    for swap in (False, True):
        SNAPSHOTS.clear()
        players = make.people("Ana", "Luis", "Eva", "Leo")
        table = make.gathered(players)
        hands = [list(DECK[seat * 10 : seat * 10 + 10]) for seat in range(4)]
        if swap:
            hands[1][3], hands[2][3] = hands[2][3], hands[1][3]
        make.stack(table, [make.sueca_deal(hands)])
        match = make.started(table)
        result = table_frame(table.code, make.holder(match, 0).pk)
        assert result
        html = "".join(result[2].regions.values())
        found.append(fill(html, result[2].stamp).replace(table.code, "CODE").replace(match.commitment, "SEAL"))
    # A card's word in the browser's storage is made of the table's address.
    clean = [re.sub(r'data-now="\d+"|(?<==)[0-9a-f]{8}\b', "", html) for html in found]
    assert clean[0] == clean[1]


def test_face_down_cards_are_identical_nodes() -> None:
    """Every card that a seat does not know is the very same drawing, without anything to tell it by."""
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players)
    match = make.started(table)
    result = table_frame(table.code, make.holder(match, 0).pk)
    assert result
    backs = re.findall(r'<svg[^>]*>\s*<use href="[^"]*#back"/></svg>', result[2].regions["r-seats"])
    assert len(backs) == 3 and len(set(backs)) == 1


def test_p16_after_the_end_everything_may_be_seen() -> None:
    """The hunt itself can find: in the replay with open hands all forty cards leave traces (P16)."""
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players)
    match = make.play_out(make.one_round(table))
    assert match.status == "over"
    html = Client().get(f"/m/{table.code}/1/?paso=1&ojos=todas").content.decode()
    assert seen(html) == set(DECK)
    one = Client().get(f"/m/{table.code}/1/paso/?paso=1&ojos=2").content.decode()
    board = one.split('id="r-log"')[0]
    assert len(seen(board)) <= 11
