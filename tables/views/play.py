"""Moves, and what else people do while and after a match is played."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.views.decorators.http import require_POST

from games.contract import Illegal, Malformed
from tables.models import Match, Table
from tables.rendering import draft_of, known, seen_by
from tables.services import absence, play, rematch as rematches, social
from tables.services.errors import Refused, malformed, no_match
from tables.services.sentences import refusal
from tables.views.answers import STATUS, answer, no_store, player_of, refuse, table_post, whole_number
from tables.views.opening import game_or_404


@table_post
def move(request: HttpRequest, table: Table) -> HttpResponse:
    """A move: the match and seq its sender saw, their token, and the encoded move. The seat comes from the session alone.

    A form that names no move is one of plain fields, which its game puts together.
    """
    player = player_of(request)
    number, seq = whole_number(request, "match"), whole_number(request, "seq")
    found = Match.objects.filter(table=table, number=number).values_list("id", "slug").first()
    if found is None:
        raise malformed()
    raw = request.POST["move"] if "move" in request.POST else composed(request, found[1])
    outcome = play.play_move(found[0], player=player, seq=seq, raw=raw, token=token_of(request))
    seen = (number, outcome.seq, 0) if outcome.status == "done" else None
    return answer(request, table.code, sentence=outcome.sentence or "", outcome=outcome.status, at_least=seen)


def composed(request: HttpRequest, slug: str) -> str:
    """The move of a form without script, as JSON text. Raises `Refused` with the game's sentence for what a person can mend."""
    game = game_or_404(slug)
    if game.compose is None:
        raise malformed()
    try:
        return json.dumps(game.compose(request.POST.dict()))
    except Malformed:
        raise malformed() from None
    except Illegal as illegal:
        raise Refused(illegal.code, refusal(game, illegal, ())) from illegal


@require_POST
@no_store
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """What the move that a seated viewer is putting together would be worth: a fragment. Changes nothing."""
    found = seen_by(code, known(request.user))
    if found is None:
        raise Http404
    try:
        return HttpResponse(draft_of(*found, play.read(request.POST.get("move", "")), get_token(request)))
    except Refused as refused:
        return refuse(request, STATUS.get(refused.code, 400), str(refused.sentence))


def token_of(request: HttpRequest) -> str:
    """The client's token, "" when its form has none (no script). Raises `Refused` when it is none of ours."""
    token = request.POST.get("token", "")
    if len(token) > 40 or not token.isprintable():
        raise malformed()
    return token


@table_post
def abandon(request: HttpRequest, table: Table) -> None:
    """Leave a running match (P5)."""
    absence.abandon(table, player=player_of(request))


@table_post
def come_back(request: HttpRequest, table: Table) -> None:
    """Take one's seat back from the CPU player (P3, P5)."""
    absence.come_back(table, player=player_of(request))


@table_post
def hand_over(request: HttpRequest, table: Table) -> None:
    """Hand a seat that has not moved for a week to a CPU player (P4)."""
    absence.hand_over(table, player=player_of(request), index=whole_number(request, "index"))


@table_post
def chat(request: HttpRequest, table: Table) -> None:
    """A line of chat (P8)."""
    social.say(table, player=player_of(request), text=request.POST.get("text", ""), token=token_of(request))


@table_post
def remark(request: HttpRequest, table: Table) -> None:
    """A ready-made remark on a finished match (S26)."""
    match = Match.objects.filter(table=table, number=whole_number(request, "match")).first()
    if match is None:
        raise no_match()
    social.remark(match, player=player_of(request), key=request.POST.get("key", ""))


@table_post
def rematch(request: HttpRequest, table: Table) -> None:
    """Yes or no to another match (P7, S25)."""
    answers = {"yes": True, "no": False}
    given = request.POST.get("answer", "")
    if given not in answers:
        raise malformed()
    rematches.answer(table, player=player_of(request), yes=answers[given])


@table_post
def free_seat(request: HttpRequest, table: Table) -> None:
    """Free a seat that has not answered the rematch for a day (P7)."""
    rematches.free_silent(table, host=player_of(request), index=whole_number(request, "index"))
