"""The CPU players of Choque de Colores (C27). They are given a `Mind`, never a state, and take their chances, ties among them, from the
stream of bits given to them.

*Easy* plays a random card of those that go, a wild one as gladly as any, and always what it drew. *Normal* plays its longest colour
first, spares wild cards for its last three cards, answers a pile with the cheapest card that does, and looks at its rivals' other faces
before it turns the table over. *Hard* has the same habits and some more: it aims what bites at a next player who is short of cards, turns
the direction before one, and names a colour that the next player is known or seems to lack. Then it imagines the cards it can't see,
consistently with all that was shown (a hand holds what was seen of it before the table turned, its other faces are those in sight),
plays every candidate out on each imagined deal, and leaves its habit only for something clearly better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.choque.faces import DRAWS, EVERYBODY, HUNT, MIDNIGHT, REVERSE, SKIP, TURN_OVER, WORTH, Face, is_wild
from games.choque.skill import DRAW, KEEP, NAME, SPARE, Act, Card, Round, answer
from games.choque.variants import VARIANTS, Side
from games.choque.views import Draw, Keep, Mind, Move, NameColour, Pass, PlayCard, View
from games.contract import Bits, Level
from games.kit import recall
from games.kit.imagine import clearly_best, limited_dealer, one_of_the_best, shuffled
from games.kit.recall import Hidden

SHORT: Final = 2
"""Who holds so many cards or fewer is short of cards."""
DOUBT: Final = 1.0
"""By how many standard errors another act must seem better than the habit."""
BITES: Final = "".join(DRAWS) + SKIP + EVERYBODY + HUNT
"""What hits the next player."""
TURNS: Final = TURN_OVER + MIDNIGHT
"""What turns the table over, now or soon."""


def choose(mind: Mind, level: Level, bits: Bits, samples: int) -> Move:
    """A legal move for the seat whose mind it is. Raises ValueError when it is not awaited.

    samples: the imagined deals of *hard*; the other levels need none.
    """
    view = mind.view
    if view.viewer is None or view.viewer not in view.awaited:
        raise ValueError("only an awaited seat chooses")
    if view.may_pass:
        return Pass()
    if not view.playable and not view.may_name:
        return Draw()
    if level == "easy":
        return _move(_any(view, bits))
    habit = _habit(mind, bits, crafty=level == "hard")
    acts = candidates(view, habit)
    if level == "normal" or len(acts) == 1:
        return _move(habit)
    return _move(_sampled(mind, acts, bits, samples))


def _move(act: Act) -> Move:
    what, colour = act
    match what:
        case "draw":
            return Draw()
        case "keep":
            return Keep()
        case "name":
            return NameColour(colour)
    return PlayCard(what, colour or None)


# ---- habits -------------------------------------------------------------------------------------------------------------------------


def _any(view: View, bits: Bits) -> Act:
    """A random card of those that may be played; a random colour."""
    colour = view.colours[bits.below(len(view.colours))]
    if view.may_name:
        return NAME, colour
    face = view.playable[bits.below(len(view.playable))]
    return face, colour if is_wild(face) else ""


def _habit(mind: Mind, bits: Bits, *, crafty: bool) -> Act:
    """What *normal* does by habit, and *hard* where nothing is clearly better."""
    view = mind.view
    if view.may_name:
        return NAME, _named(mind, bits, crafty=crafty)
    if view.pending:
        face = answer(view.playable)
        return face, _named(mind, bits, crafty=crafty) if is_wild(face) else ""
    plain = [face for face in view.playable if not is_wild(face)]
    if plain:
        counts = Counter(face[1] for face in view.hand)
        return one_of_the_best(plain, lambda face: (_aim(view, face, crafty=crafty), counts[face[1]], WORTH[face]), bits), ""
    if view.may_keep and len(view.hand) > SPARE:
        return KEEP, ""
    return view.playable[0], _named(mind, bits, crafty=crafty)


def _aim(view: View, face: Face, *, crafty: bool) -> int:
    """Whether a card is called for, 1, or better left in the hand, -1."""
    trait = face[0]
    if trait in TURNS:
        return _turning(view)
    if not crafty or view.held[view.next_seat] > SHORT:
        return 0
    return int(trait in BITES or (trait == REVERSE and view.held[view.other_side] > SHORT))


def _turning(view: View) -> int:
    """Whether it is good to turn the table: what the rivals would play then bites more or less than what is usual (C20)."""
    faces = [face for hand in view.others for face in hand]
    deck = VARIANTS[view.variant].sides[0 if view.night else 1].deck
    usual = sum(face[0] in BITES for face in deck) * len(faces)
    bites = sum(face[0] in BITES for face in faces) * len(deck)
    return (bites < usual) - (bites > usual)


def _named(mind: Mind, bits: Bits, *, crafty: bool) -> str:
    """The colour of most own cards; among equals, and for *hard* for one card, one that the next player lacks."""
    view = mind.view
    counts = Counter(face[1] for face in view.hand)
    known = Counter(face[1] for face in mind.known[view.next_seat])
    lacked = {each.colour for each in mind.denials[view.next_seat] if not each.since}

    def worth(colour: str) -> tuple[int, ...]:
        lacks = int(colour in lacked) if crafty else 0
        return counts[colour] + lacks, -known[colour]

    return one_of_the_best(view.colours, worth, bits)


# ---- imagined deals -------------------------------------------------------------------------------------------------------------------


def candidates(view: View, habit: Act) -> list[Act]:
    """The acts that *hard* weighs, the habit first: every plain card, a wild one with each colour of the hand, keeping what was drawn,
    taking a pile that could be answered."""
    own = [colour for colour in view.colours if any(face[1] == colour for face in view.hand)] or [view.colours[0]]
    acts = [habit]
    if view.may_name:
        acts += [(NAME, colour) for colour in own]
    for face in view.playable:
        acts += [(face, colour) for colour in own] if is_wild(face) else [(face, "")]
    if view.may_keep:
        acts.append((KEEP, ""))
    if view.pending:
        acts.append((DRAW, ""))
    return list(dict.fromkeys(acts))


class World(NamedTuple):
    """The cards as they may lie: the hands by seat, the stock with the next card last, the pile below its top card, and that one."""

    hands: list[list[Card]]
    stock: list[Card]
    played: list[Card]
    top: Card


def _sampled(mind: Mind, acts: list[Act], bits: Bits, samples: int) -> Act:
    """The act that does clearly best over the imagined deals; the habit where none does."""
    imagine = worlds(mind, bits)

    def value(world: World, act: Act) -> int:
        table = imagined(mind, world)
        table.act(act)
        table.play_out()
        return worth_of(mind.view, table)

    return clearly_best(acts, max(1, samples), imagine, value, DOUBT)


def worth_of(view: View, table: Round) -> int:
    """How good the end of a game is for the viewer: to win it; among losses the fewer cards the better."""
    assert view.viewer is not None
    return 100 if table.winner == view.viewer else -len(table.hands[view.viewer])


@cache
def _numbers(side: Side) -> Mapping[Face, int]:
    """A number for every face of the side."""
    return {face: number for number, face in enumerate(dict.fromkeys(side.deck))}


def _side(view: View) -> Side:
    return VARIANTS[view.variant].sides[int(view.night)]


def hidden_cards(mind: Mind) -> Hidden:
    """The faces that the seat can't see, and what is known of where they lie. Stock and unknown part of the pile share a place."""
    view, side = mind.view, _side(mind.view)
    seats = len(view.held)
    rivals = [seat for seat in range(seats) if seat != view.viewer]
    needs = {seat: view.held[seat] - len(mind.known[seat]) for seat in rivals} | {seats: view.stock + view.pile - len(mind.shown)}
    seen = [*mind.shown, *view.hand, *(face for seat in rivals for face in mind.known[seat])]
    return recall.hidden_cards(side.deck, seen, _numbers(side), needs, mind)


def worlds(mind: Mind, bits: Bits) -> Callable[[], World]:
    """Deals the hidden cards, again and again: the side in play first, then the other one."""
    view, deal = mind.view, limited_dealer(*hidden_cards(mind))
    faces, seats = list(_numbers(_side(view))), len(view.held)

    def imagine() -> World:
        lying = deal(bits)
        told = {place: [faces[number % len(faces)] for number in numbers] for place, numbers in lying.items()}
        hands = [list(view.hand) if seat == view.viewer else [*mind.known[seat], *told[seat]] for seat in range(seats)]
        stock, buried = told[seats][: view.stock], told[seats][view.stock :]
        return _two_sided(mind, hands, stock, [*buried, *mind.shown], bits)

    return imagine


def _two_sided(mind: Mind, hands: list[list[Face]], stock: list[Face], pile: list[Face], bits: Bits) -> World:
    """The same with the other faces: a rival's are those in sight, and any may lie behind any; the rest is anywhere else."""
    view = mind.view
    if not view.two_sided:
        whole: list[list[Card]] = [[(face,) for face in faces] for faces in (*hands, stock, pile)]
        return World(whole[:-2], whole[-2], whole[-1][:-1], whole[-1][-1])
    left = Counter(VARIANTS[view.variant].sides[0 if view.night else 1].deck)
    for faces in view.others:
        left.subtract(faces)
    rest = shuffled(list(left.elements()), bits)

    def backed(faces: list[Face], backs: Sequence[Face]) -> list[Card]:
        return [(back, face) if view.night else (face, back) for face, back in zip(faces, backs, strict=True)]

    def behind(faces: list[Face]) -> list[Card]:
        return backed(faces, [rest.pop() for _ in faces])

    cards = [behind(hand) if seat == view.viewer else backed(hand, shuffled(view.others[seat], bits)) for seat, hand in enumerate(hands)]
    lying = behind(pile)
    return World(cards, behind(stock), lying[:-1], lying[-1])


def imagined(mind: Mind, world: World) -> Round:
    """The game as it would lie in that world."""
    view = mind.view
    assert view.turn is not None
    return Round(
        variant=VARIANTS[view.variant],
        side=int(view.night),
        hands=[list(hand) for hand in world.hands],
        stock=list(world.stock),
        played=list(world.played),
        top=world.top,
        colour=view.colour,
        turn=view.turn,
        direction=view.direction,
        stage=view.stage,
        pending=view.pending,
        answers=view.answers,
        fuse=view.fuse or 0,
        bomb=view.explosion,
        midnight=view.midnight or 0,
        tokens=list(view.tokens),
        passes=mind.passes,
    )
