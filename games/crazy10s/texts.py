"""The Spanish words of Crazy10s: the host's choice, log lines, refusals and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import N_, Choice, Value
from games.crazy10s.board import MATCH_GRID

CHOICES: Final = (
    Choice(
        key="map",
        label=N_("El tablero"),
        values=(Value(MATCH_GRID.id, N_("De trece por trece."), N_("Casillas DN, DL y TL: multiplican lo que se pone encima ese turno.")),),
        default=MATCH_GRID.id,
    ),
)

LINES: Final[Mapping[str, str]] = {
    "lots": N_("Se sortea quién empieza: {who}."),
    "drawn": N_("Cada uno saca siete fichas de la bolsa."),
    "plays": N_("{who} suma {points} puntos"),
    "lone-zero": N_("{who} pone un cero suelto en {square}: no puntúa"),
    "line": N_("{ends}: {values} = {points}"),
    "line-doubled": N_("{ends}: {values} con DN = {points}"),
    "line-times": N_("{ends}: {values}, por {factor} = {points}"),
    "line-doubled-times": N_("{ends}: {values} con DN, por {factor} = {points}"),
    "full-rack": N_("Siete fichas de una vez: {points} puntos más"),
    "wild": N_("El comodín de {square} es un {digit}"),
    "passes": N_("{who} pasa"),
    "swaps-one": N_("{who} cambia una ficha"),
    "swaps": N_("{who} cambia {count} fichas"),
    "bag-empty": N_("La bolsa se ha quedado vacía."),
    "out": N_("{who} se queda sin fichas, y la bolsa está vacía: suma lo que le queda a {other}, {points}."),
    "scoreless": N_("Seis turnos seguidos sin puntuar: la partida termina y a cada uno se le resta lo que le queda."),
    "loses": N_("A {who} se le restan {points}."),
    "wins": N_("{who} gana la partida, {best} a {least}."),
    "draw": N_("La partida acaba en empate a {best}."),
}

TO_YOU: Final[Mapping[str, str]] = {
    "lots-you": N_("Se sortea quién empieza: tú."),
    "plays-you": N_("Has sumado {points} puntos"),
    "lone-zero-you": N_("Has puesto un cero suelto en {square}: no puntúa"),
    "passes-you": N_("Has pasado"),
    "swaps-one-you": N_("Has cambiado una ficha"),
    "swaps-you": N_("Has cambiado {count} fichas"),
    "out-you": N_("Te quedas sin fichas, y la bolsa está vacía: sumas lo que le queda a {other}, {points}."),
    "loses-you": N_("Se te restan {points}."),
    "wins-you": N_("Ganas la partida, {best} a {least}."),
}
"""What befalls a seat, as its own person hears it."""

REFUSALS: Final[Mapping[str, str]] = {
    "malformed": N_("Eso no es una jugada de Crazy10s."),
    "bad-shuffle": N_("Así no se puede mezclar: faltan o sobran fichas."),
    "not-now": N_("Ahora no toca mezclar la bolsa."),
    "not-seated": N_("Estás mirando: solo juega quien está sentado."),
    "finished": N_("La partida ya ha terminado."),
    "shuffling": N_("Se están mezclando las fichas: espera un momento."),
    "not-your-turn": N_("No es tu turno: juega {who}."),
    "nothing-laid": N_("No has puesto ninguna ficha en el tablero."),
    "off-board": N_("Esa casilla está fuera del tablero."),
    "half-square": N_("A la ficha {tile} le falta la fila o la columna."),
    "occupied": N_("En {square} ya hay una ficha."),
    "two-on-a-square": N_("En {square} solo cabe una ficha."),
    "not-on-rack": N_("No tienes esa ficha en el atril: {tile}."),
    "wild-without-digit": N_("Elige qué número es el comodín."),
    "centre-uncovered": N_("La primera jugada tiene que cubrir la casilla del centro, {square}."),
    "no-line": N_("La primera jugada tiene que formar una línea de dos fichas o más."),
    "not-joined": N_("Alguna ficha nueva tiene que tocar una que ya esté en el tablero."),
    "not-linked": N_("Las fichas nuevas tienen que estar unidas entre sí por líneas sin huecos."),
    "row-sum": N_("La fila {ends} ({values}) suma {sum}: tiene que sumar 10."),
    "column-sum": N_("La columna {ends} ({values}) suma {sum}: tiene que sumar 10."),
    "nothing-swapped": N_("Elige qué fichas quieres cambiar."),
    "swap-too-large": N_("No puedes cambiar tantas fichas. En la bolsa: {bag}."),
}

REASONS: Final[Mapping[str, str]] = {
    "out": N_("por quedarse sin fichas"),
    "scoreless": N_("por seis turnos sin puntuar"),
}
