"""What may be done in a state of Choque de Colores: asked alike by the rules and by the view."""

from __future__ import annotations

from games.choque.faces import Face, is_wild
from games.choque.state import State, faces_of, top_of
from games.choque.views import DrawRefusal
from games.kit.shedding import Target, fits, recyclable, seat_after


def target(state: State) -> Target:
    """What has to be matched: the active colour, or the number or symbol of the top card; a wild one has none (C5)."""
    top = top_of(state)
    return Target(state.colour, None if is_wild(top) else top[0])


def answers(state: State) -> str:
    """The traits that may be played on the pending pile (C11, C17, C18, C23); "" also where none is pending."""
    return state.frame.variant.answers[state.pending.trait] if state.pending else ""


def fitting(state: State, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Those of the faces that could be laid on the pile now, whoever's turn it is (C5, C6, C11)."""
    if state.pending:
        answering = answers(state)
        return tuple([face for face in faces if face[0] in answering])
    goal = target(state)
    return tuple([face for face in faces if is_wild(face) or fits(face[1], face[0], goal)])


def acting(state: State, seat: int) -> bool:
    """Whether the seat is to do something now."""
    return state.phase == "play" and seat == state.turn


def drawn(state: State) -> Face | None:
    """The card that waits for JUGAR or GUARDAR: the last one of the hand (C7); None in any other stage."""
    return faces_of(state, state.hands[state.turn][-1:])[0] if state.stage == "drawn" else None


def playable(state: State, seat: int) -> tuple[Face, ...]:
    """The faces that the seat may play now, each once, in the order of the hand; () out of turn, and while a colour is to be named."""
    if not acting(state, seat) or state.stage not in ("play", "drawn"):
        return ()
    waiting = drawn(state)
    if waiting:
        return (waiting,)
    return tuple(dict.fromkeys(fitting(state, faces_of(state, state.hands[seat]))))


def supply(state: State) -> bool:
    """Whether there is anything to draw: a stock, or played cards that may become one (C8)."""
    return bool(state.stock) or recyclable(state.pile) > 0


def must_name(state: State) -> bool:
    """Whether the seat to play must name a colour before anything else (C21, C22)."""
    return state.stage in ("name-then-pass", "name-then-play")


def draw_refusal(state: State) -> DrawRefusal | None:
    """Why the seat to play may not draw; None when it may. A pending pile may be taken even when there is nothing to take (C8, C11)."""
    if must_name(state):
        return "colour-waits"
    if state.stage == "drawn":
        return "drawn-waits"
    return None if state.pending or supply(state) else "nothing-to-draw"


def may_pass(state: State) -> bool:
    """Whether the seat to play may pass: it can neither draw nor play (C8)."""
    return draw_refusal(state) == "nothing-to-draw" and not playable(state, state.turn)


def following(state: State, seat: int) -> int:
    """Whose turn comes after this seat's in the direction of play."""
    return seat_after(seat, state.frame.seats, state.direction)


def falls_on(state: State, left: int) -> int:
    """Whose turn it will be when a countdown comes to zero, if every turn is handed to the next seat (C12, C22)."""
    return seat_after(state.turn, state.frame.seats, state.direction, left - 1)


def wilds(state: State) -> str:
    """The traits that go on anything, on the side in play."""
    return state.sides[state.side].wild


def turn_name(state: State) -> str:
    """The name of the turn, as `NeedMove.turn`: drawing, and naming a colour after a turn-over, do not change it."""
    return f"t{state.turn_number}"
