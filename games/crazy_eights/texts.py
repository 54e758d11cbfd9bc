"""The Spanish words of Crazy Eights: the host's choices, log lines, refusals and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import N_, Choice, Value

CHOICES: Final = (
    Choice(
        key="draw",
        label=N_("Robar del mazo"),
        values=(
            Value("until", N_("Hasta poder jugar."), N_("Quien no puede jugar roba hasta que le salga una carta que sirva.")),
            Value("1", N_("Una carta por turno."), N_("Si después de robar una tampoco puede jugar, el turno pasa solo.")),
            Value("3", N_("Hasta tres por turno."), N_("Si después de robar tres tampoco puede jugar, el turno pasa solo.")),
            Value("5", N_("Hasta cinco por turno."), N_("Si después de robar cinco tampoco puede jugar, el turno pasa solo.")),
        ),
        default="until",
    ),
    Choice(
        key="reshuffle",
        label=N_("Cuando se acaba el mazo"),
        values=(
            Value("yes", N_("Se baraja lo jugado."), N_("Todas las cartas jugadas menos la de arriba forman un mazo nuevo.")),
            Value("no", N_("Sin rebarajar."), N_("El mazo queda vacío: quien no puede jugar pasa, y si pasan todos acaba la mano.")),
        ),
        default="yes",
    ),
    Choice(
        key="queens",
        label=N_("Las damas"),
        values=(
            Value("off", N_("Cartas corrientes."), N_("Una dama no tiene ningún efecto.")),
            Value("on", N_("Saltan."), N_("Quien viene después de una dama pierde el turno.")),
        ),
        default="off",
    ),
    Choice(
        key="aces",
        label=N_("Los ases"),
        values=(
            Value("off", N_("Cartas corrientes."), N_("Un as no tiene ningún efecto.")),
            Value("on", N_("Cambian el sentido."), N_("Con un as se juega en el otro sentido; entre dos, el otro pierde el turno.")),
        ),
        default="off",
    ),
    Choice(
        key="twos",
        label=N_("Los doses"),
        values=(
            Value("off", N_("Cartas corrientes."), N_("Un dos no tiene ningún efecto.")),
            Value("on", N_("Hacen robar dos."), N_("Quien viene después roba dos y pierde el turno, o echa otro dos y se suman.")),
        ),
        default="off",
    ),
    Choice(
        key="length",
        label=N_("La partida"),
        values=(
            Value("match", N_("A puntos."), N_("Gana quien llega primero a 50 puntos por jugador.")),
            Value("hand", N_("Una sola mano."), N_("Gana quien se lleva la mano.")),
            Value(
                "countdown",
                N_("Cuenta atrás."),
                N_("Cada uno empieza con el 8: tantas cartas recibe, y ese número es su comodín. Quien se queda sin cartas baja uno."),
            ),
        ),
        default="match",
    ),
)

LINES: Final[Mapping[str, str]] = {
    "hand": N_("Mano {hand}"),
    "starter-back": N_("Sale {card}, que no puede abrir: vuelve al mazo."),
    "dealt": N_("Reparte {who}. Se descubre {card} y empieza {first}."),
    "plays": N_("{who} juega {card}"),
    "plays-wild": N_("{who} juega {card} y pide {suit}"),
    "skips": N_("{who} pierde el turno"),
    "reverses": N_("Cambia el sentido del juego"),
    "pending": N_("{who} debe robar {count} cartas o echar un dos"),
    "draws-one": N_("{who} roba una carta"),
    "draws": N_("{who} roba {count} cartas"),
    "takes": N_("{who} se lleva las cartas pendientes y pierde el turno"),
    "takes-none": N_("No queda nada que robar: {who} solo pierde el turno"),
    "reshuffles": N_("El mazo se ha acabado: se barajan las cartas jugadas."),
    "turn-passes": N_("{who} ya ha robado lo que se puede y no puede jugar: el turno pasa"),
    "passes": N_("{who} pasa"),
    "goes-out": N_("¡{who} se queda sin cartas!"),
    "blocked": N_("Nadie puede jugar ni robar: la mano queda bloqueada."),
    "scores-one": N_("{who} suma un punto."),
    "scores": N_("{who} suma {points} puntos."),
    "nobody-scores": N_("Nadie suma puntos."),
    "lowers": N_("{who} baja a {number}."),
    "nobody-lowers": N_("Nadie baja su número."),
    "tied-one": N_("Empate a un punto en cabeza: se juega otra mano."),
    "tied": N_("Empate a {points} puntos en cabeza: se juega otra mano."),
    "wins": N_("{who} gana la partida."),
    "drawn-match": N_("La partida acaba en empate."),
}

TO_YOU: Final[Mapping[str, str]] = {
    "dealt-you": N_("Repartes tú. Se descubre {card} y empieza {first}."),
    "plays-you": N_("Has jugado {card}"),
    "plays-wild-you": N_("Has jugado {card} y pides {suit}"),
    "skips-you": N_("Pierdes el turno"),
    "pending-you": N_("Debes robar {count} cartas o echar un dos"),
    "draws-one-you": N_("Has robado una carta"),
    "draws-you": N_("Has robado {count} cartas"),
    "takes-you": N_("Te llevas las cartas pendientes y pierdes el turno"),
    "takes-none-you": N_("No queda nada que robar: solo pierdes el turno"),
    "turn-passes-you": N_("Ya has robado lo que se puede y no puedes jugar: el turno pasa"),
    "passes-you": N_("Has pasado"),
    "goes-out-you": N_("¡Te quedas sin cartas!"),
    "scores-one-you": N_("Sumas un punto."),
    "scores-you": N_("Sumas {points} puntos."),
    "lowers-you": N_("Bajas a {number}."),
    "wins-you": N_("Ganas la partida."),
}
"""What befalls a seat, as its own person hears it."""

REFUSALS: Final[Mapping[str, str]] = {
    "malformed": N_("Eso no es una jugada de ochos locos."),
    "bad-shuffle": N_("Así no se puede barajar: faltan o sobran cartas."),
    "not-now": N_("Ahora no toca barajar."),
    "not-seated": N_("Estás mirando: solo juega quien está sentado."),
    "finished": N_("La partida ya ha terminado."),
    "shuffling": N_("Se están barajando las cartas: espera un momento."),
    "hand-over": N_("La mano ha terminado: espera a la siguiente."),
    "not-your-turn": N_("No es tu turno: juega {who}."),
    "not-in-hand": N_("No tienes {card} en la mano."),
    "no-match": N_("{card} no va con {top}: hace falta el mismo palo o el mismo valor."),
    "no-match-named": N_("{card} no sirve: se ha pedido {suit}."),
    "only-a-two": N_("Hay {pending} cartas pendientes: echa un dos o róbalas."),
    "suit-missing": N_("Di también qué palo pides con {card}."),
    "suit-unknown": N_("Ese palo no existe: pide picas, corazones, diamantes o tréboles."),
    "suit-not-asked": N_("Con {card} no se pide palo."),
    "draw-limit": N_("Ya has robado {count} en este turno: juega una carta."),
    "nothing-to-draw-play": N_("No queda nada que robar: juega una carta."),
    "nothing-to-draw-pass": N_("No queda nada que robar: pasa."),
    "may-play": N_("No puedes pasar: tienes cartas que sirven."),
    "may-draw": N_("No puedes pasar: todavía puedes robar."),
    "next-already": N_("La mano siguiente ya ha empezado."),
    "old-hand": N_("Has tocado el botón de otra mano: mira cómo está la mesa."),
    "hand-running": N_("La mano todavía no ha terminado."),
}

REASONS: Final[Mapping[str, str]] = {
    "out": N_("por quedarse sin cartas"),
    "blocked": N_("por mano bloqueada"),
    "points": N_("por puntos"),
    "countdown": N_("por la cuenta atrás"),
}
