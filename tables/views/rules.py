"""How each game is played, in our own words. The text itself lies in the game's folder."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from tables.views.opening import game_or_404
from tables.views.table import game_files


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games and the way to their rules."""
    return render(request, "rules/index.html", {"games": registry.all_games(), "section": "rules"})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One game's page."""
    game = game_or_404(slug)
    sheets = game_files(game.slug, "table.css")
    context = {"game": game, "text": f"games/{game.slug}/rules.html", "section": "rules", "game_sheets": sheets}
    return render(request, "rules/page.html", context)
