"""What a game implements, and the words in which rules and platform talk to each other.

A match is a sequence of *rule events*: what chance brought (`Shuffled`) and what a seat did (`Played`). A game is a set of pure
functions over frozen states: no clock, no random numbers, no input or output. Legality is `Rules.step` not raising; a preview is
`step` with its result thrown away. Seats are numbered from 0 in playing order, and seat 0 is the host's.

Events of the platform (somebody sat down, left, a clock restored) stand in the same history but never reach the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

type Json = bool | int | str | list[Json] | dict[str, Json] | None
type Level = Literal["easy", "normal", "hard"]
type SeatKind = Literal["person", "cpu"]
type Options = Mapping[str, str]
type Groups = tuple[tuple[int, ...], ...]

LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
"""Levels of the CPU players, weakest first."""


def alone(seats: int) -> tuple[SeatKind, ...]:
    """Who holds the seats when one person plays against CPU players."""
    machine: SeatKind = "cpu"
    return ("person", *[machine] * (seats - 1))


def N_(message: str) -> str:  # noqa: N802 - the field's usual mark for a text that is translated where it is shown
    """Mark a Spanish text for the catalogues. It is returned unchanged: whoever shows it translates it."""
    return message


# ---- events -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffled:
    """An outcome of chance, thrown by the server and recorded: a permutation of ``range(size)`` of the `NeedShuffle` before it."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A move of one seat, whoever chose it: a person, a CPU player, or the fallback at a deadline."""

    seat: int
    move: Any


type Event = Shuffled | Played


# ---- what a state waits for -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NeedShuffle:
    """The server must throw a permutation of ``range(size)`` before anything else can happen (P13)."""

    size: int


@dataclass(frozen=True, slots=True)
class NeedMove:
    """One seat of each group must act.

    groups: a usual turn is ``((seat,),)``. "Any of the four" is ``((0, 1, 2, 3),)``; "one of each pair" is ``((0, 2), (1, 3))``,
        and a group disappears from the next state once it has acted.
    turn: names the turn. Its deadline changes only when this changes, so nobody stalls by drawing cards.
    limit: a limit of the rules' own for this decision, in seconds; it ends with the turn's clock at the latest, and when it is over
        `Rules.fallback` is played. It begins anew only when turn or limit change. Usually None.
    show: the awaited act only moves the show on (count, next round). CPU players do not tap it while a person is seated in the
        group (P12), and it is no "turn" to be notified of before the others have had their look.
    """

    groups: Groups
    turn: str
    limit: int | None = None
    show: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may do the awaited act, ascending."""
        return tuple(sorted({seat for group in self.groups for seat in group}))


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished match ended.

    points: the game's own tally per seat (partners share theirs).
    ranks: place per seat, 1 is best; equal places are allowed.
    reason: a short kebab-case word, e.g. ``"marks"``, ``"capote"``, ``"revoke"``; `Game.reasons` has a text for it.
    facts: what else the platform or a page may want to know, plain JSON.
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    facts: Mapping[str, Json] = field(default_factory=dict)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


@dataclass(frozen=True, slots=True)
class Over:
    """The match is finished; no event is accepted any more."""

    result: Result


type Awaits = NeedShuffle | NeedMove | Over


# ---- refusals ---------------------------------------------------------------------------------------------------------------


class Illegal(Exception):  # noqa: N818 - named after what it says of a move
    """A move that the rules refuse. The state is unchanged.

    code: kebab-case; the game's `Game.refusals` holds the sentence for it.
    params: values for the sentence's placeholders, as in `Line.params`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Settled(Illegal):
    """The act was already done by somebody (a second tap on *Contar*): not an error, the sender simply gets the board as it is."""


class Malformed(Illegal):
    """Data that is no move of this game at all: wrong type, unknown card, missing or surplus keys.

    code: other than ``"malformed"`` where the game names what is missing; its sentence is in `Game.refusals`.
    """

    def __init__(self, code: str = "malformed", **params: object) -> None:
        super().__init__(code, **params)


# ---- words ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: a key into `Game.lines` and its parameters, no text.

    params: ``who`` and other seat parameters are given as `SeatRef`, cards and the like as `Token`; the rest is plain.
    heading: the line opens a section ("Ronda 3").
    lasting: it may be shown in a running match for ever. Other lines are shown only while they are among the events that
        `Rules.recent` counts; after the match all are.
    mark: a short label shown before the line (a trick's number), or "".
    late: it tells how a show ends (a count, card by card): while a page runs the show, it holds the line back.
    afterwards: it is told only once the match is over, in its log and replay.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
    heading: bool = False
    lasting: bool = False
    mark: str = ""
    late: bool = False
    afterwards: bool = False


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat inside a `Line` or refusal: shown as the name of whoever held it at that moment."""

    seat: int


@dataclass(frozen=True, slots=True)
class Token:
    """A card, suit or tile inside a `Line` or refusal: the short form is drawn, the long one (a Spanish msgid) is read aloud.

    spelled: the long form stands in the sentence too, in the reader's language.
    """

    short: str
    label: str
    red: bool = False
    spelled: bool = False


# ---- what a host may choose -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Value:
    """One answer to a `Choice`. label and text are Spanish msgids: the answer, and its consequence in a plain sentence.

    granted: the host needs the operator's grant for it (C4); its key then names nothing else among the game's values.
    """

    key: str
    label: str
    text: str
    granted: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule that the host chooses before the start, locked from then on. The first value is not necessarily the default."""

    key: str
    label: str
    values: tuple[Value, ...]
    default: str


# ---- the interfaces ---------------------------------------------------------------------------------------------------------


class Rules[State, View, Mind](Protocol):
    """One version of the rules of one game. A behaviour fix is a new version; old ones stay while a stored match names them."""

    def start(self, seats: Sequence[SeatKind], options: Options) -> State:
        """The state before any event. seats: who is a person and who a CPU player at the start, in playing order, host first.

        Raises ValueError when the number of seats or an option is not one of the game's.
        """

    def awaits(self, state: State) -> Awaits:
        """Who must act now, or what chance must bring, or that it is over."""

    def step(self, state: State, event: Event) -> State:
        """The state after the event. Raises `Illegal` with nothing changed when the rules refuse it."""

    def moves(self, state: State, seat: int) -> Sequence[Any] | None:
        """All legal moves of the seat now, optional ones (an accusation) included; None where there are too many to list."""

    def fallback(self, state: State, seat: int) -> Any:
        """A legal move for an awaited seat that cannot act for itself (P9), and what happens at the end of a `NeedMove.limit`."""

    def view(self, state: State, viewer: int | None) -> View:
        """What the viewer may know (None: a spectator), built up from nothing, never blanked afterwards (P14)."""

    def reveal(self, state: State) -> View:
        """What may be seen of this state once the match is over: every hand, with nobody's eyes in particular (P16)."""

    def mind(self, state: State, seat: int) -> Mind:
        """The seat's view together with its memory: the public events that a person at the table would remember.

        Given to CPU players only; never rendered, sent or logged.
        """

    def free(self, move: Any) -> bool:
        """Whether the move names its own moment (its round), so that an older board does not refuse it (S23)."""

    def recent(self, state: State) -> int | None:
        """How many of the latest rule events the log of a running match may tell (S29); None: all of them."""

    def narrate(self, before: State, event: Event, after: State, viewer: int | None) -> Sequence[Line]:
        """What the log says of the event to this viewer; one event can say several things, or nothing."""

    def encode(self, move: Any) -> Json:
        """The move as plain JSON, for a form's button and for the history."""

    def decode(self, raw: Json) -> Any:
        """The move back from `encode`'s form. Lifts old payloads. Raises `Malformed` for anything else, however odd."""


class Bits(Protocol):
    """A stream of random bits given to a CPU player, so that every game replays (P15)."""

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely."""


class Choose[Mind](Protocol):
    """A CPU player: bounded by a number of samples, never by time (P15)."""

    def __call__(self, mind: Mind, level: Level, bits: Bits, samples: int) -> Any:
        """A legal move for the seat whose mind it is. samples: at most so many imagined deals (`Game.samples` has the level's)."""


@dataclass(frozen=True, slots=True)
class Person:
    """A seat as the platform describes it to a screen, in the viewer's eyes. Plain text; templates escape it.

    presence: ``"here"``, ``"away"`` (looking at another page, or lately) or ``"gone"``.
    kind: ``"person"``, ``"cpu"``, or ``"stand-in"``: a CPU player acts for a person who is away or has left.
    level: of a CPU player that holds the seat, else None.
    visitor: a guest who could be mistaken for somebody at the table with an account, and is marked as such (P17).
    """

    seat: int
    name: str
    kind: Literal["person", "cpu", "stand-in"]
    presence: Literal["here", "away", "gone"]
    initial: str
    level: Level | None = None
    visitor: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What a screen may know besides the view.

    viewer: the seat whose screen it is, None for a spectator.
    people: one `Person` a seat, in seat order.
    acting: the viewer may act (it is a live table, and no stand-in plays the seat).
    replay: the screen of a step of a finished match: no controls.
    encode: the rules' `Rules.encode` followed by JSON text, for the values of buttons.
    """

    viewer: int | None
    people: tuple[Person, ...]
    acting: bool
    replay: bool
    encode: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the table's page that is swapped as a whole. id: one of the page's region ids, e.g. ``r-hand``.

    template: name of the template, e.g. ``games/sueca/hand.html``; context: plain values for it, on top of `Setting` as ``setting``.
    """

    id: str
    template: str
    context: Mapping[str, Any]


class Screen[View](Protocol):
    """Turns a view into the regions of the page. Pure; the words are in the game's templates."""

    def regions(self, view: View, setting: Setting) -> Sequence[Region]:
        """Every region of the game in this view, always the same ids in the same order."""

    def body_class(self, view: View) -> str:
        """Class names for the page's body in this view, e.g. the phase."""

    def status(self, view: View, setting: Setting) -> Status:
        """The sentence on top, which is also the page's title and what is read aloud."""


@dataclass(frozen=True, slots=True)
class Status:
    """Two short lines of the status plaque, as keys of `Game.lines` with parameters. mine: it is the viewer's turn.

    meanwhile: said in their place, on the plaque and in the title, while a page runs a show whose end they tell (see `Line.late`).
    """

    first: Line
    second: Line | None
    mine: bool
    meanwhile: Line | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something ready-made that may be said after the end (S26): once a match and seat. key names it, text is a Spanish msgid."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Made:
    """A new position of a daily puzzle, solved: the most points that a move can make, and one move that makes them. All plain JSON."""

    position: Json
    maximum: int
    best: Json


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that a position allows, in its one form as JSON, and its points."""

    move: Json
    points: int


class Puzzle(Protocol):
    """One version of a game's daily puzzle: one position a day, one move to find. Pure, like the rules.

    A position is stored with the version it was made by and judged by that one for ever. What `draw` and `draft` give holds no word of
    the solution: the platform shows it, by drawing that move, to those who have sent theirs.

    style: class names for the page's body.
    """

    style: str

    def make(self, bits: Bits) -> Made:
        """A position that follows from the bits alone. It is checked exhaustively, so this takes seconds; see `tables.thinking`.

        Raises RuntimeError when a bounded number of attempts gives none that is good enough.
        """

    def judge(self, position: Json, raw: Json) -> Judged:
        """A move from outside. Raises `Malformed` when it is no move at all, and `Illegal` when the position does not allow it."""

    def draft(self, position: Json, raw: Json) -> Region:
        """What a half-made move would be worth or what it lacks, as `Game.draft` shows it. Raises `Malformed`."""

    def draw(self, position: Json, raw: Json, acting: bool) -> Sequence[Region]:
        """The position with a move or draft laid out on it, None for nothing. acting: with what is needed to make a move.

        Regions ``r-centre``, ``r-draft`` and ``r-hand``; the last two only when acting. Raises `Malformed`.
        """

    def tell(self, position: Json, raw: Json) -> Region:
        """A legal move in words, line by line, for the page of results. Raises `Malformed`."""

    def card(self, position: Json) -> Region:
        """The position as a small picture for the home page, with nothing to press."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the platform knows it.

    slug: name in addresses and in the database; title, tagline, crowd: Spanish msgids (name, a sentence, "Cuatro, en parejas").
    seats: the numbers of seats a table may have; default_seats: the one offered first. guest_seats: the most at a table that somebody
        without an account makes (C1), None where that makes no difference.
    versions: rules by number; new matches take the highest.
    partners: seats 0 and 2 play against 1 and 3, and the host picks their partner before the start (S6).
    clockwise: the seats stand in the sense of the clock, so that seat 1 is to the left of seat 0; else to its right (S4).
    clock: the key of the table clock offered first (P1). quick_seats: how many seats *Jugar ahora* fills (P1).
    samples: how many samples `choose` may use, by level.
    lines, refusals, reasons: Spanish msgids with ``{placeholders}``, by `Line.key`, `Illegal.code` and `Result.reason`.
    open_code: whether the code of a deal lies open from the start where these hold the seats. Whoever has it can have the same cards dealt
        and knows every hand, so it is for games against CPU players alone; all other matches show only its commitment until the end.
    remarks: what the seat may say of the result, once. honours: what is tallied of it, by seat (S26), as kebab-case kinds.
    icon: three drawings for the game's card on the home page, as sprite ids.
    decks: its cards are French ones, which each viewer sees in the deck of their choice; a game with cards or tiles of its own offers none.
    draft: for games whose moves are put together piece by piece: what a half-made move would be worth. Gets the viewer's own view and the
        move as `Rules.encode` would write it, and answers the region that shows it, or raises `Malformed`. It is asked for also before the
        turn. As it sees no more than the viewer does, it can give nothing away; whether a move is legal is still for `Rules.step` to say.
    compose: a move of a form without script, from the form's plain fields, as `Rules.encode` would write it; for a form that names no
        move. Raises `Illegal` for what a person can mend (its sentence is in ``refusals``), `Malformed` for a form that is none of ours.
    puzzles: the daily puzzle by version, none when empty; new positions take the highest.
    """

    slug: str
    title: str
    tagline: str
    crowd: str
    seats: tuple[int, ...]
    default_seats: int
    quick_seats: int
    choices: tuple[Choice, ...]
    versions: Mapping[int, Rules[Any, Any, Any]]
    screen: Screen[Any]
    choose: Choose[Any]
    samples: Mapping[Level, int]
    lines: Mapping[str, str]
    refusals: Mapping[str, str]
    reasons: Mapping[str, str]
    clock: str = "3d"
    partners: bool = False
    guest_seats: int | None = None
    clockwise: bool = True
    icon: tuple[str, ...] = ()
    decks: bool = False
    open_code: Callable[[Sequence[SeatKind]], bool] = lambda seats: False
    remarks: Callable[[Result, int], Sequence[Remark]] = lambda result, seat: ()
    honours: Callable[[Result], Mapping[int, Sequence[str]]] = lambda result: {}
    draft: Callable[[Any, Setting, Json], Region] | None = None
    compose: Callable[[Mapping[str, str]], Json] | None = None
    puzzles: Mapping[int, Puzzle] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The version that new matches take."""
        return max(self.versions)

    def seats_for(self, guest: bool) -> tuple[int, ...]:
        """The numbers of seats for a table made by a guest, or by somebody with an account."""
        most = self.guest_seats if guest and self.guest_seats else max(self.seats)
        return tuple(count for count in self.seats if count <= most)

    @property
    def defaults(self) -> dict[str, str]:
        """The host's choices when nothing is changed (P1)."""
        return {choice.key: choice.default for choice in self.choices}
