"""Opening a table, and playing at once against CPU players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist, loader
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import registry
from games.contract import Game
from tables.forms import OpenForm, deck_of, linked_choices, linked_deal
from tables.models import CLOCKS, Player, Table
from tables.proof import grouped
from tables.rendering.platform import DEAL_FIELD, clock_words
from tables.selectors import grants
from tables.services import lobby
from tables.services.errors import Refused
from tables.views.answers import SeeOther, no_store, refuse
from tables.views.visitors import act_of, person


def game_or_404(slug: str) -> Game:
    """The game of that slug."""
    try:
        return registry.get(slug)
    except KeyError:
        raise Http404 from None


@require_http_methods(["GET", "HEAD", "POST"])
@no_store
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen with every choice; posting it leads to the table, its link ready to share.

    With a deal code in the address it is the start panel of that deal, and posting it deals the cards.
    """
    game = game_or_404(slug)
    sent = request.POST if request.method == "POST" else request.GET
    try:
        code = linked_deal(game, sent.get(DEAL_FIELD, ""))
    except Refused as error:
        return refuse(request, 400, str(error.sentence))
    host = request.user if request.user.is_authenticated else None
    form = OpenForm(game, request.POST.dict() or linked_choices(request.GET, game.choices), code, guest=host is None or host.is_guest)
    refused: object = ""
    if request.method == "POST":
        try:
            return opened(request, form)
        except Refused as error:
            if error.code == "not-granted":
                return render(request, "granted.html", {"game": game, "sentence": error.sentence}, status=403)
            refused = error.sentence
    context = {
        "game": game,
        "form": form,
        "clocks": [(key, clock_words(key)) for key in CLOCKS],
        "refused": refused,
        "locked": {value.key for value in grants.locked(host, game)},
        "fewer": form.guest and game.seats_for(guest=True) != game.seats,
        "brief": own_text(game, "brief"),
        "deal": grouped(code),
        "deal_field": DEAL_FIELD,
        "decks": Player.DECKS,
    }
    return render(request, "open.html", context, status=400 if refused else 200)


def opened(request: HttpRequest, form: OpenForm) -> HttpResponse:
    """Open the table of a posted form. Raises `Refused`, and nobody has become a guest then."""
    act = act_of(request, f"open {form.game.slug}")
    with person(request) as host:
        table = lobby.open_once(host, act, lambda: new_table(host, form))
        if host.deck != deck_of(request.POST, host.deck):
            host.deck = deck_of(request.POST, host.deck)
            host.save(update_fields=["deck"])
    return SeeOther(reverse("table", args=[table.code]))


def new_table(host: Player, form: OpenForm) -> Table:
    """The table that a form asks for, dealt already where it names a deal. Raises `Refused`."""
    return lobby.same_deal(host, **form.same_deal()).table if form.deal_code else lobby.open_table(host, **form.values())


def own_text(game: Game, text: str) -> str:
    """A text that a game may bring along, "" where it has none: its rules in a few lines (brief), how it deals (fairness)."""
    name = f"games/{game.slug}/{text}.html"
    try:
        loader.get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


@require_POST
@no_store
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """A table with CPU players, dealt at once (P1). A visitor becomes a guest with a name that they may change."""
    game = game_or_404(slug)
    act = act_of(request, f"play {game.slug}")
    try:
        with person(request, fallback=_("Visita")) as player:
            table = lobby.open_once(player, act, lambda: lobby.quick_match(player, slug=game.slug).table)
    except Refused as refused:
        return refuse(request, 400, str(refused.sentence))
    return SeeOther(reverse("table", args=[table.code]))
