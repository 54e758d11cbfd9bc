"""The Spanish words of Crazy Switch: the host's choice, log lines, refusals and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import N_, Choice, Value

CHOICES: Final = (
    Choice(
        key="rules",
        label=N_("Las reglas"),
        values=(
            Value("estandar", N_("Estándar."), N_("Nada se acumula, los comodines van siempre y la última carta se canta sola.")),
            Value(
                "casa",
                N_("De la casa."),
                N_("Un roba dos responde a otro, el roba cuatro tiene condiciones y olvidar cantar la última carta cuesta dos."),
            ),
        ),
        default="estandar",
    ),
)

LINES: Final[Mapping[str, str]] = {
    "deal-again": N_("A alguien no le ha tocado ninguna carta especial: se reparte de nuevo."),
    "starter-back": N_("Sale {card}, que no es un número: va al fondo del mazo."),
    "dealt": N_("Se reparten siete cartas a cada uno. Abre {card} y empieza {who}."),
    "plays": N_("{who} juega {card}"),
    "plays-wild": N_("{who} juega {card} y pide {colour}"),
    "last-card": N_("{who} canta su última carta"),
    "keeps": N_("{who} se guarda la carta y pasa"),
    "missed-call": N_("{who} no ha cantado su última carta: roba {count}"),
    "missed-call-one": N_("{who} no ha cantado su última carta: roba la única que queda"),
    "reverses": N_("Cambia el sentido del juego"),
    "skips": N_("{who} pierde el turno"),
    "stacks": N_("{who} tiene que responder: van {count} cartas"),
    "draws-one": N_("{who} roba una carta"),
    "takes": N_("{who} roba {count} cartas y pierde el turno"),
    "takes-one": N_("{who} roba la única carta que queda y pierde el turno"),
    "takes-none": N_("No queda nada que robar: {who} solo pierde el turno"),
    "turn-passes": N_("{who} ha robado tres y no puede jugar: el turno pasa"),
    "no-cards": N_("{who} no puede jugar ni robar: pasa"),
    "reshuffles": N_("El mazo se ha acabado: se barajan las cartas jugadas."),
    "goes-out": N_("¡{who} se queda sin cartas!"),
    "blocked": N_("Nadie puede jugar ni robar: la partida queda bloqueada."),
    "wins": N_("{who} gana y suma {points} puntos."),
    "wins-one": N_("{who} gana y suma un punto."),
    "shares-one": N_("{who} comparte el primer puesto y suma un punto."),
    "shares": N_("{who} comparte el primer puesto y suma {points} puntos."),
}

TO_YOU: Final[Mapping[str, str]] = {
    "dealt-you": N_("Se reparten siete cartas a cada uno. Abre {card} y empiezas tú."),
    "plays-you": N_("Has jugado {card}"),
    "plays-wild-you": N_("Has jugado {card} y pides {colour}"),
    "last-card-you": N_("Has cantado tu última carta"),
    "keeps-you": N_("Te guardas la carta y pasas"),
    "missed-call-you": N_("No has cantado tu última carta: robas {count}"),
    "missed-call-one-you": N_("No has cantado tu última carta: robas la única que queda"),
    "skips-you": N_("Pierdes el turno"),
    "stacks-you": N_("Tienes que responder: van {count} cartas"),
    "draws-one-you": N_("Has robado una carta"),
    "takes-you": N_("Robas {count} cartas y pierdes el turno"),
    "takes-one-you": N_("Robas la única carta que queda y pierdes el turno"),
    "takes-none-you": N_("No queda nada que robar: solo pierdes el turno"),
    "turn-passes-you": N_("Has robado tres y no puedes jugar: el turno pasa"),
    "no-cards-you": N_("No puedes jugar ni robar: pasas"),
    "goes-out-you": N_("¡Te quedas sin cartas!"),
    "wins-you": N_("Ganas y sumas {points} puntos."),
    "wins-one-you": N_("Ganas y sumas un punto."),
    "shares-you": N_("Compartes el primer puesto y sumas {points} puntos."),
    "shares-one-you": N_("Compartes el primer puesto y sumas un punto."),
}
"""What befalls a seat, as its own person hears it."""

REFUSALS: Final[Mapping[str, str]] = {
    "malformed": N_("Eso no es una jugada de Crazy Switch."),
    "bad-shuffle": N_("Así no se puede barajar: faltan o sobran cartas."),
    "not-now": N_("Ahora no toca barajar."),
    "not-seated": N_("Estás mirando: solo juega quien está sentado."),
    "finished": N_("La partida ya ha terminado."),
    "shuffling": N_("Se están barajando las cartas: espera un momento."),
    "not-your-turn": N_("No es tu turno: juega {who}."),
    "not-in-hand": N_("No tienes {card} en la mano."),
    "no-match": N_("{card} no va con {top}: no coincide ni el color activo ni lo que pone."),
    "no-match-named": N_("{card} no sirve: el color activo es {colour}."),
    "only-the-same-kind": N_("{card} no responde a {top}: van {pending} cartas y solo vale otra igual."),
    "draw-four-barred": N_("{card} solo se juega sin cartas del color activo, y tienes {colour}."),
    "colour-missing": N_("Di también qué color pides con {card}."),
    "colour-unknown": N_("Ese color no existe: pide ámbar, turquesa, carmesí o violeta."),
    "colour-not-asked": N_("Con {card} no se pide color."),
    "call-not-last": N_("No te quedas con una sola carta: todavía no hay nada que cantar."),
    "call-not-asked": N_("Con estas reglas la última carta se canta sola."),
    "may-play": N_("No puedes robar: tienes una carta que sirve, {card}."),
    "must-answer": N_("No puedes robar: tienes que responder con {card}."),
    "drawn-goes": N_("No puedes robar más: la carta robada sirve, {card}. Juégala o pasa."),
    "pass-may-play": N_("No puedes pasar: tienes una carta que sirve."),
    "pass-may-draw": N_("No puedes pasar: nada sirve, pero todavía puedes robar."),
}

REASONS: Final[Mapping[str, str]] = {
    "out": N_("por quedarse sin cartas"),
    "blocked": N_("por partida bloqueada"),
}
