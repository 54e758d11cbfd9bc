"""The Spanish words of Choque de Colores: the host's choice, log lines, refusals and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import N_, Choice, Value

CHOICES: Final = (
    Choice(
        key="variant",
        label=N_("La mesa"),
        values=(
            Value("clasica", N_("Clásica."), N_("Con bombas: la mecha cuenta turnos y le estalla a quien le toque en ese momento.")),
            Value("asedio", N_("Asedio."), N_("Los +2 y +4 se acumulan en escalera, y un Escudo detiene cualquier pila."), granted=True),
            Value(
                "dia-y-noche",
                N_("Día y Noche."),
                N_("Cada carta tiene dos caras: tú ves la otra cara de las ajenas, y los demás, la de las tuyas."),
                granted=True,
            ),
        ),
        default="clasica",
    ),
)

LINES: Final[Mapping[str, str]] = {
    "starter-back": N_("Sale {card}, que no es un número: se aparta."),
    "mixed-in": N_("Las cartas apartadas se barajan con el mazo."),
    "dealt": N_("Se reparten siete cartas a cada uno. Abre {card} y empieza {who}."),
    "plays": N_("{who} juega {card}"),
    "answers": N_("{who} responde con {card}"),
    "plays-wild": N_("{who} juega {card} y pide {colour}"),
    "names": N_("{who} pide {colour}"),
    "last-card": N_("¡UNA CARTA! A {who} le queda una sola"),
    "keeps": N_("{who} se guarda la carta robada"),
    "passes": N_("{who} no puede jugar ni robar: pasa"),
    "draws": N_("{who} roba una carta"),
    "skips": N_("{who} pierde el turno"),
    "everybody": N_("Todos los demás pierden el turno: {who} juega otra vez"),
    "reverses": N_("Cambia el sentido del juego"),
    "again": N_("{who} juega otra vez"),
    "piles": N_("A {who} le esperan {count} cartas"),
    "piles-one": N_("A {who} le espera una carta"),
    "lights": N_("¡MECHA ENCENDIDA! Dentro de tres traspasos estalla: {count} cartas"),
    "lights-more": N_("¡MECHA ENCENDIDA! Vuelve a contar desde tres, y ya van {count} cartas"),
    "explodes": N_("¡BUM! {who} roba {count} cartas"),
    "explodes-one": N_("¡BUM! {who} roba una carta"),
    "explodes-none": N_("¡BUM! No queda nada que robar: {who} se libra"),
    "plants": N_("{who} planta un escudo"),
    "plants-none": N_("{who} ya tenía un escudo: este no añade nada"),
    "cancels": N_("El escudo de {who} anula la pila de {count}"),
    "absorbs": N_("El escudo de {who} absorbe la pila de {count}"),
    "winds": N_("El reloj de medianoche empieza a contar desde tres"),
    "midnight": N_("Suena el reloj de medianoche"),
    "turns": N_("La mesa se ha dado la vuelta"),
    "night-falls": N_("Cae la noche: la mesa se da la vuelta y queda {card}"),
    "day-breaks": N_("Se hace de día: la mesa se da la vuelta y queda {card}"),
    "hunts": N_("Caza: {who} roba {count} cartas y pierde el turno"),
    "hunts-one": N_("Caza: {who} roba una carta y pierde el turno"),
    "takes": N_("{who} toma la pila: {count} cartas"),
    "takes-one": N_("{who} toma la pila: una carta"),
    "takes-none": N_("No queda nada que robar: a {who} se le perdona la pila"),
    "reshuffles": N_("El mazo se ha acabado: se barajan las cartas jugadas."),
    "goes-out": N_("¡{who} se queda sin cartas y gana!"),
    "blocked": N_("Nadie puede jugar ni robar: la partida acaba aquí."),
    "wins-blocked": N_("{who} gana con {points} puntos en la mano."),
    "wins-blocked-one": N_("{who} gana con un punto en la mano."),
    "scores": N_("{who} suma {points} puntos."),
    "scores-one": N_("{who} suma un punto."),
}

TO_YOU: Final[Mapping[str, str]] = {
    "dealt-you": N_("Se reparten siete cartas a cada uno. Abre {card} y empiezas tú."),
    "plays-you": N_("Has jugado {card}"),
    "answers-you": N_("Has respondido con {card}"),
    "plays-wild-you": N_("Has jugado {card} y pides {colour}"),
    "names-you": N_("Pides {colour}"),
    "last-card-you": N_("¡UNA CARTA! Te queda una sola"),
    "keeps-you": N_("Te guardas la carta robada"),
    "passes-you": N_("No puedes jugar ni robar: pasas"),
    "draws-you": N_("Has robado una carta"),
    "skips-you": N_("Pierdes el turno"),
    "everybody-you": N_("Todos los demás pierden el turno: juegas otra vez"),
    "again-you": N_("Juegas otra vez"),
    "piles-you": N_("Te esperan {count} cartas"),
    "piles-one-you": N_("Te espera una carta"),
    "explodes-you": N_("¡BUM! Robas {count} cartas"),
    "explodes-one-you": N_("¡BUM! Robas una carta"),
    "explodes-none-you": N_("¡BUM! No queda nada que robar: te libras"),
    "plants-you": N_("Has plantado un escudo"),
    "plants-none-you": N_("Ya tenías un escudo: este no añade nada"),
    "cancels-you": N_("Tu escudo anula la pila de {count}"),
    "absorbs-you": N_("Tu escudo absorbe la pila de {count}"),
    "hunts-you": N_("Caza: robas {count} cartas y pierdes el turno"),
    "hunts-one-you": N_("Caza: robas una carta y pierdes el turno"),
    "takes-you": N_("Tomas la pila: {count} cartas"),
    "takes-one-you": N_("Tomas la pila: una carta"),
    "takes-none-you": N_("No queda nada que robar: se te perdona la pila"),
    "goes-out-you": N_("¡Te quedas sin cartas y ganas!"),
    "wins-blocked-you": N_("Ganas con {points} puntos en la mano."),
    "wins-blocked-one-you": N_("Ganas con un punto en la mano."),
    "scores-you": N_("Sumas {points} puntos."),
    "scores-one-you": N_("Sumas un punto."),
}
"""What befalls a seat, as its own person hears it."""

REFUSALS: Final[Mapping[str, str]] = {
    "malformed": N_("Eso no es una jugada de Choque de Colores."),
    "bad-shuffle": N_("Así no se puede barajar: faltan o sobran cartas."),
    "not-now": N_("Ahora no toca barajar."),
    "not-seated": N_("Estás mirando: solo juega quien está sentado."),
    "finished": N_("La partida ya ha terminado."),
    "shuffling": N_("Se están barajando las cartas: espera un momento."),
    "not-your-turn": N_("No es tu turno: juega {who}."),
    "not-in-hand": N_("No tienes {card} en la mano."),
    "no-match": N_("{card} no va con {top}: no coincide ni el color ni el valor."),
    "no-match-named": N_("{card} no sirve: se ha pedido {colour}."),
    "no-answer": N_("{card} no responde a la pila de {pending} que te espera."),
    "only-the-drawn": N_("Has robado {drawn}: juégala o guárdala. Ahora no vale {card}."),
    "drawn-waits": N_("Has robado {drawn}: juégala o guárdala."),
    "nothing-drawn": N_("No hay ninguna carta robada que guardar."),
    "nothing-to-draw": N_("No queda nada que robar: juega una carta que sirva, o pasa si no tienes."),
    "pass-may-play": N_("No puedes pasar: tienes una carta que sirve."),
    "pass-may-draw": N_("No puedes pasar: todavía puedes robar."),
    "colour-missing": N_("Di también qué color pides con {card}."),
    "colour-unknown": N_("Ese color no está en juego: pide uno de los cuatro de la mesa."),
    "colour-not-asked": N_("Con {card} no se pide color."),
    "colour-waits": N_("Antes tienes que pedir un color."),
    "colour-not-awaited": N_("Ahora no hay ningún color que pedir."),
}

REASONS: Final[Mapping[str, str]] = {
    "out": N_("por quedarse sin cartas"),
    "blocked": N_("por partida bloqueada"),
}
