"""The history only grows; rows agree with it; what can't be replayed is named and hurts nothing else."""

from __future__ import annotations

import io
from typing import Any

import pgtrigger
import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, transaction
from django.utils import timezone

from tables.models import HistoryEvent, Match, Occupancy, Seat
from tables.selectors import occupancy, states
from tables.services import absence, lobby
from tables.services.errors import Refused
from tables.services.play import play_move
from tests import factories as make
from tests.jobs import run_due_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make.play(make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo"))), until=lambda match: match.seq > 9)


@pytest.mark.parametrize(
    "act",
    [
        lambda match: HistoryEvent.objects.filter(match=match, seq=1).update(payload=[]),
        lambda match: HistoryEvent.objects.filter(match=match, seq=2).delete(),
        lambda match: Match.objects.filter(pk=match.pk)._raw_delete("default"),
        lambda match: Occupancy.objects.filter(match=match).update(name="Otra"),
        lambda match: Occupancy.objects.filter(match=match).delete(),
    ]
    + [
        (lambda match, field=field, value=value: Match.objects.filter(pk=match.pk).update(**{field: value}))
        for field, value in {
            "slug": "other", "version": 9, "options": {}, "clock": "7d", "seat_kinds": [], "deal_code": "X", "nonce": "X",
            "commitment": "X", "number": 7, "open_code": True,
        }.items()
    ],
)  # fmt: skip
def test_a_trigger_refuses_to_change_what_has_happened(match: Match, act: Any) -> None:
    with pytest.raises(ProgrammingError) as refused, transaction.atomic():
        act(match)
    assert getattr(refused.value.__cause__, "sqlstate", "") == "P0001"


def test_the_history_names_seats_and_no_users() -> None:
    assert not [field for field in HistoryEvent._meta.get_fields() if field.related_model and field.related_model is not Match]


def test_names_follow_who_held_the_seat_at_each_event(match: Match) -> None:
    (zoe,) = make.people("Zoe")
    luis = make.holder(match, 1)
    absence.abandon(match.table, player=luis)
    left = HistoryEvent.objects.get(kind="left").seq
    run_due_jobs()
    lobby.sit(match.table, player=zoe)
    sat = HistoryEvent.objects.get(kind="sat").seq
    name = occupancy.names(match)
    assert [name(1, 1), name(1, left), name(1, sat - 1), name(1, sat), name(1, sat + 100)] == ["Luis", "Luis", "Luis", "Zoe", "Zoe"]
    assert name(0, 5) == "Ana"


# ---- verify_histories -------------------------------------------------------------------------------------------------------


def verify() -> list[str]:
    """What the command complains of."""
    errors = io.StringIO()
    try:
        call_command("verify_histories", stdout=io.StringIO(), stderr=errors)
    except CommandError:
        assert errors.getvalue()
    return errors.getvalue().splitlines()


def eventful() -> Match:
    """A match with leaving, coming back, handing on, and an end."""
    persons = make.people("Ana", "Luis", "Eva")
    table = make.opened(persons[0], ("person", "person", "easy"))
    for person in persons[1:]:
        lobby.sit(table, player=person)
    match = make.started(table)
    absence.abandon(table, player=persons[1])
    run_due_jobs()
    absence.come_back(table, player=persons[1])
    for _ in range(600):
        run_due_jobs()
        match.refresh_from_db()
        if match.status != "running":
            break
        make.play_one(match)
    return match


def test_histories_of_running_finished_and_voided_matches_agree(match: Match) -> None:
    eventful()
    persons = make.people("Ana", "Luis", "Eva", "Leo")
    voided = make.started(make.gathered(persons))
    for person in persons:
        absence.abandon(voided.table, player=person)
    assert verify() == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "over"), ("result", {"points": []}), ("awaited", [3, 2]), ("show", True), ("turn", "other"), ("seq", 8),
        ("deadline", timezone.now()), ("turn_since", timezone.now()), ("moved_at", timezone.now()), ("ended_at", timezone.now()),
        ("machine", True),
    ],
)  # fmt: skip
def test_a_projection_that_differs_is_named_with_its_match(match: Match, field: str, value: Any) -> None:
    Match.objects.filter(pk=match.pk).update(**{field: value})
    complaints = verify()
    assert len(complaints) == 1
    assert f"match {match.pk} (table {match.table.code}, number 1): {field}:" in complaints[0]


def test_a_steered_shuffle_is_named(match: Match) -> None:
    make.one_round(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    complaints = verify()
    assert len(complaints) == 1
    assert "chance: shuffle 1" in complaints[0]


def test_an_occupancy_that_differs_is_named(match: Match) -> None:
    Occupancy.objects.create(match=match, number=9, seat=1, name="Nadie", from_seq=3)
    assert "occupancies" in verify()[0]


def break_history(match: Match) -> None:
    """Have the history tell of something that can't have been."""
    with pgtrigger.ignore("tables.HistoryEvent:history_append_only"):
        HistoryEvent.objects.filter(match=match, seq=4).update(payload={"do": "play", "card": "XX"})
    states.PREFIXES.clear()


def test_a_match_that_cannot_be_replayed_is_named_and_others_are_still_checked(match: Match) -> None:
    other = make.started(make.gathered(make.people("Eva", "Leo", "Ivo", "Zoe")))
    break_history(match)
    Match.objects.filter(pk=other.pk).update(turn="other")
    complaints = verify()
    assert len(complaints) == 2
    assert "can't be replayed" in complaints[0]
    assert f"match {other.pk}" in complaints[1]


@pytest.mark.parametrize("change", ["payload", "gap", "game", "version"])
def test_a_match_that_cannot_be_replayed_raises_unreplayable_with_its_number(match: Match, change: str) -> None:
    if change == "payload":
        break_history(match)
    elif change == "gap":
        match.seq += 1
    elif change == "game":
        match.slug = "vanished"
    else:
        match.version = 99
    match.commitment = "other process"
    with pytest.raises(states.Unreplayable) as error:
        states.current(match)
    assert f"match {match.pk}" in str(error.value)


def test_nothing_can_be_done_in_a_match_that_cannot_be_replayed_and_every_act_says_so(match: Match) -> None:
    seat, seq, raw = make.fallback(match)
    player = make.holder(match, seat)
    break_history(match)
    for act in (
        lambda: play_move(match.pk, player=player, seq=seq, raw=raw),
        lambda: play_move(match.pk, player=player, seq=seq, raw=raw, token="t"),
        lambda: absence.abandon(match.table, player=player),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "unreplayable"
        assert str(match.pk) in str(refused.value.sentence)


# ---- the cache --------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_state_is_never_remembered() -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    make.play_one(match)
    before = states.PREFIXES.get(match)
    seat, seq, raw = make.fallback(match)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert play_move(match.pk, player=make.holder(match, seat), seq=seq, raw=raw).status == "done"
        assert states.PREFIXES.get(match) == before
        raise ZeroDivisionError
    assert states.PREFIXES.get(match) == before
    make.play_one(match)
    after = states.PREFIXES.get(match)
    assert before
    assert after
    assert after.seq == before.seq + 1


@pytest.mark.django_db(transaction=True)
def test_a_miss_reads_only_the_events_after_the_known_prefix(django_assert_num_queries: Any) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    make.play(match, until=lambda match: match.seq > 12)
    with django_assert_num_queries(0):
        states.current(match)
    known = states.PREFIXES.get(match)
    make.play(match, until=lambda match: match.seq > 15)
    states.PREFIXES.clear()
    assert known
    states.PREFIXES.put(match, known)
    with django_assert_num_queries(1) as queries:
        states.current(match)
    assert f'"seq" > {known.seq}' in queries[0]["sql"]


def test_the_cache_is_bounded_and_keeps_the_latest() -> None:
    cache = states.Prefixes(kept=2)
    course = states.Course(seq=1, state=None, awaits=None, turn_since=timezone.now(), moved_at=timezone.now())
    matches = [Match(pk=number, commitment="c") for number in range(3)]
    for match in matches:
        cache.put(match, course)
    assert [cache.get(match) is None for match in matches] == [True, False, False]


def test_states_along_the_way_are_those_that_were(match: Match) -> None:
    steps = list(states.walk(match))
    assert [step.seq for step in steps] == list(range(1, match.seq + 1))
    assert states.at(match, 5) == steps[4].after
    assert states.at(match, 0) == steps[0].before


@pytest.mark.django_db(transaction=True)
def test_an_admin_page_shows_history_read_only_and_hides_what_runs(client: Any) -> None:
    match = make.started(make.gathered(make.people("Ana", "Luis", "Eva", "Leo")))
    event = match.events.get(seq=1)
    from tables.models import Player

    client.force_login(Player.objects.create_superuser("root@example.org", "una-clave-larga", name="Root"), backend=BACKEND)
    pages = [
        f"/admin/tables/match/{match.pk}/change/", f"/admin/tables/historyevent/{event.pk}/change/", "/admin/tables/historyevent/",
        "/admin/tables/match/", "/admin/tables/player/", f"/admin/tables/table/{match.table_id}/change/", "/admin/tables/seat/",
    ]  # fmt: skip
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200, page
        text = response.content.decode()
        assert match.deal_code not in text
        assert match.nonce not in text
        assert str(event.payload)[1:20] not in text
    for page in (f"/admin/tables/match/{match.pk}/delete/", f"/admin/tables/historyevent/{event.pk}/delete/"):
        assert client.post(page, {"post": "yes"}).status_code == 403
    assert Seat.objects.filter(table=match.table).count() == 4


BACKEND = "django.contrib.auth.backends.ModelBackend"
