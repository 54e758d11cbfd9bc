"""The Spanish words of Sueca: log lines, refusals, reasons, and what may be said after the end (S26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.contract import N_, Choice, Remark, Result, Value

CHOICES: Final = (
    Choice(
        key="count",
        label=N_("La cuenta"),
        values=(
            Value("real", N_("Se canta en voz alta."), N_("Todos ven en cada momento cuántos puntos lleva cada pareja.")),
            Value("end", N_("Se cuenta al final."), N_("Nadie ve ni una suma hasta el recuento; entonces las cartas salen una a una.")),
        ),
        default="real",
    ),
    Choice(
        key="revoke",
        label=N_("El renuncio"),
        values=(
            Value("impeded", N_("La mesa no lo consiente."), N_("Solo se pueden jugar las cartas que asisten.")),
            Value(
                "allowed",
                N_("Se puede, por tu cuenta y riesgo."),
                N_("Cualquiera puede acusar hasta el recuento: si es cierto pierde la pareja acusada; si no, la que acusó."),
            ),
        ),
        default="impeded",
    ),
)

LINES: Final[Mapping[str, str]] = {
    "round": N_("Ronda {round}"),
    "dealt": N_("Reparte {who}. El triunfo es {card}."),
    "leads": N_("{who} sale con {card}"),
    "plays": N_("{who} juega {card}"),
    "follows": N_("{who} asiste con {card}"),
    "ruffs": N_("{who} falla con {card}"),
    "discards": N_("{who} descarta {card}"),
    "takes": N_("La baza es de {who}, con {card}"),
    "redeal": N_("{who} pide mano floja: se reparte de nuevo."),
    "accuses": N_("{who} acusa de renuncio a {accused}."),
    "counts": N_("{who} pide contar."),
    "count-one": N_("Contadas las cartas: {won} a {lost}. {who} y {partner} marcan una bolita."),
    "count-two": N_("Contadas las cartas: {won} a {lost}. {who} y {partner} marcan dos bolitas."),
    "count-more": N_("Contadas las cartas: {won} a {lost}. {who} y {partner} marcan {marks} bolitas."),
    "count-tie": N_("Contadas las cartas: 60 a 60. Nadie marca; bolitas pendientes: {pending}."),
    "count-capote": N_("Contadas las cartas: 120 a 0, y ni una carta para {loser} y {loser_partner}. ¡Capote!"),
    "verdict-true": N_("La mesa juzga: hay renuncio. {who} y {partner} pierden el juego."),
    "verdict-false": N_("La mesa juzga: {accused} jugó limpio. {who} y {partner} pierden el juego."),
    "blanqueada": N_("¡Blanqueada! {who} y {partner} cierran el juego cuatro a cero."),
    "wins": N_("{who} y {partner} ganan el juego."),
}

TO_YOU: Final[Mapping[str, str]] = {
    "dealt-you": N_("Repartes tú. El triunfo es {card}."),
    "leads-you": N_("Has salido con {card}"),
    "plays-you": N_("Has jugado {card}"),
    "follows-you": N_("Has asistido con {card}"),
    "ruffs-you": N_("Has fallado con {card}"),
    "discards-you": N_("Has descartado {card}"),
    "takes-you": N_("La baza es tuya, con {card}"),
    "redeal-you": N_("Has pedido mano floja: se reparte de nuevo."),
    "accuses-you": N_("Has acusado de renuncio a {accused}."),
    "counts-you": N_("Has pedido contar."),
}
"""What befalls a seat, as its own person hears it."""

REFUSALS: Final[Mapping[str, str]] = {
    "malformed": N_("Eso no es una jugada de sueca."),
    "bad-shuffle": N_("Así no se puede repartir: faltan o sobran cartas."),
    "not-now": N_("Ahora no toca repartir."),
    "not-seated": N_("Estás mirando: solo juegan los cuatro sentados."),
    "finished": N_("La partida ya ha terminado."),
    "not-your-turn": N_("No es tu turno: juega {who}."),
    "round-over": N_("No hay ninguna baza en juego: espera a la próxima ronda."),
    "not-in-hand": N_("No tienes {card} en la mano."),
    "must-follow": N_("Tienes {suit} en la mano: debes asistir."),
    "redeal-late": N_("La mano floja se pide antes de la primera carta, y ya se ha jugado."),
    "redeal-not-leader": N_("Solo {who}, que sale en esta ronda, puede pedir mano floja."),
    "redeal-too-strong": N_("Tienes {points} puntos: la mano floja se pide con 10 o menos."),
    "no-revoke": N_("En esta mesa el renuncio está impedido: no hay nada que acusar."),
    "accuse-self": N_("No puedes acusarte."),
    "accuse-partner": N_("No puedes acusar a tu pareja: solo a un adversario."),
    "no-such-seat": N_("No hay nadie en esa silla: acusa a un adversario."),
    "accuse-early": N_("Todavía no puedes acusar: falta la primera carta de la ronda."),
    "already-judged": N_("Ya se ha juzgado una acusación en esta ronda."),
    "already-counted": N_("Ya se han contado las cartas: solo puedes acusar hasta el recuento."),
    "old-round": N_("Has tocado el botón de otra ronda: mira cómo está la mesa."),
    "counted-already": N_("Tu pareja ya ha pedido contar."),
    "round-running": N_("Aún quedan bazas: se cuenta después de la décima."),
    "next-already": N_("La ronda siguiente ya ha empezado."),
    "not-counted": N_("Antes de la ronda siguiente hay que contar las cartas."),
}

REASONS: Final[Mapping[str, str]] = {
    "marks": N_("por cuatro bolitas"),
    "capote": N_("por capote"),
    "blanqueada": N_("por blanqueada"),
    "capote-blanqueada": N_("por capote y blanqueada"),
    "revoke-true": N_("por renuncio"),
    "revoke-false": N_("por renuncio: la acusación era falsa"),
}

TAUNTS: Final = (
    Remark("coffee", N_("Se os ha quedado frío el café.")),
    Remark("shuffle", N_("¿Barajo yo, que os veo flojos?")),
    Remark("weddings", N_("Esto se cuenta en las bodas.")),
    Remark("cards", N_("Las cartas pares son para ganar; las impares, también.")),
    Remark("lesson", N_("La lección de hoy era gratis. La próxima se cobra.")),
)
REVENGES: Final = (
    Remark("rematch", N_("¡Revancha!")),
    Remark("rematch-now", N_("Revancha, y que reparta otro.")),
    Remark("rematch-cat", N_("Ríe, ríe: el gato se va a vuestra cruz. ¡Revancha!")),
)


def remarks(result: Result, seat: int) -> Sequence[Remark]:
    """What the seat may say once after a capote or a blanqueada (S26): winners taunt, losers ask for revenge. Else nothing."""
    if not (result.facts["capote"] or result.facts["blanqueada"]):
        return ()
    return TAUNTS if seat in result.winners else REVENGES


def honours(result: Result) -> Mapping[int, Sequence[str]]:
    """The humiliations of a result by losing seat (S26): ``capote``, ``blanqueada``, both, or none."""
    kinds = [kind for kind in ("capote", "blanqueada") if result.facts[kind]]
    return {seat: kinds for seat in range(len(result.ranks)) if kinds and seat not in result.winners}
