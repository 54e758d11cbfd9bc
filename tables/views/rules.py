"""How each game is played, in our own words. The text itself lies in the game's folder."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from tables.views.opening import game_or_404, own_text
from tables.views.table import game_files


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games and the way to their rules."""
    return render(request, "rules/index.html", {"games": registry.all_games(), "section": "rules"})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One game's page."""
    game = game_or_404(slug)
    context = {
        "game": game,
        "text": f"games/{game.slug}/rules.html",
        "fairness": own_text(game, "fairness"),
        "section": "rules",
        "game_sheets": game_files(game.slug, "table.css"),
    }
    return render(request, "rules/page.html", context)


@require_safe
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game's cards are dealt, what its CPU players see, and how to check it; not every game has such a page."""
    game = game_or_404(slug)
    text = own_text(game, "fairness")
    if not text:
        raise Http404
    return render(request, "rules/fairness.html", {"game": game, "text": text, "section": "rules"})
