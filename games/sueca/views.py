"""What one seat, or a spectator, may know of a match of Sueca (S29), and what a CPU player remembers besides (S30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.kit.cards import Card

type Phase = Literal["deal", "play", "to-count", "counted", "over"]
type CountKind = Literal["one", "two", "all-with-trick", "capote", "tie"]


@dataclass(frozen=True, slots=True)
class Play:
    """One card laid by one seat."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick. number: 1 to 10 in its round. best: the seat winning so far, or the winner; None while empty."""

    number: int
    plays: tuple[Play, ...]
    best: int | None


@dataclass(frozen=True, slots=True)
class CountSheet:
    """The count of one round (S12-S18, S22). Pairs are 0 (seats 0 and 2) and 1 (seats 1 and 3).

    cards: each pair's taken cards in the order taken. marks: what each pair was given, pending ones included.
    cross_before, cross_after: marks on the cross, capped at four. pending_before, pending_after: marks waiting (S15).
    trick_counts: tricks taken by each pair.
    """

    round: int
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    points: tuple[int, int]
    trick_counts: tuple[int, int]
    kind: CountKind
    marker: int | None
    marks: tuple[int, int]
    cross_before: tuple[int, int]
    cross_after: tuple[int, int]
    pending_before: int
    pending_after: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an accusation (S21).

    guilty: the accusation was true. trick: the trick of the offence (None when false). card: what was played there.
    due: the cards of the led suit that the accused held at that moment. hand: the whole hand held then, the played card included.
    plays: every trick of the round so far with all plays, for "every play of the accused was clean".
    step: how many rule events of the match had happened just after the offending play, for the link into the replay; None when false.
    """

    accuser: int
    accused: int
    round: int
    guilty: bool
    trick: Trick | None
    card: Card | None
    due: tuple[Card, ...]
    hand: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    step: int | None


@dataclass(frozen=True, slots=True)
class Annulled:
    """A round dealt again for mano floja (S11). hand: what justified it; only set when revealed after the game."""

    round: int
    seat: int
    hand: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class View:
    """The table in the eyes of one viewer.

    viewer: the seat, or None for a spectator (and in `reveal`).
    round: counts dealt rounds from 1, annulled ones included. trick_number: 1 to 10, and 10 still after the tenth trick.
    leader: who leads the trick on the table, or has it to lead; after the tenth trick its winner.
    turn: the seat to play a card; None in other phases. awaited: every seat whose act is waited for now.
    trump: the dealer's last card, shown all round long (S8).
    hand: the viewer's own cards in dealt order; () for a spectator. playable: those that may be played now by the viewer.
    hands: every hand, in `reveal` only.
    held: number of cards in each hand.
    trick: the trick on the table, empty between two tricks and after the tenth; last_trick: the finished one before it, in this round.
    marks: on the two crosses, 0 to 4. pending: marks waiting for the next winner (S15).
    sums: points taken by each pair, only with the count in real time, or in `reveal` (S19).
    tapped: which pairs have tapped Contar (S22).
    may_ask, may_count, may_next: whether the viewer may ask for mano floja, tap Contar, tap Siguiente ronda.
    may_accuse: the opponents the viewer may accuse now.
    count: the sheet of the round just counted, until the next count (P12). history: all counted rounds, results only needed.
    """

    viewer: int | None
    count_mode: Literal["real", "end"]
    revoke_mode: Literal["impeded", "allowed"]
    phase: Phase
    round: int
    trick_number: int
    dealer: int
    leader: int
    turn: int | None
    awaited: tuple[int, ...]
    trump: Card | None
    hand: tuple[Card, ...]
    playable: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...] | None
    held: tuple[int, int, int, int]
    trick: Trick
    last_trick: Trick | None
    marks: tuple[int, int]
    pending: int
    sums: tuple[int, int] | None
    tapped: tuple[bool, bool]
    may_ask: bool
    may_count: bool
    may_next: bool
    may_accuse: tuple[int, ...]
    count: CountSheet | None
    history: tuple[CountSheet, ...]
    annulled: tuple[Annulled, ...]
    verdict: Verdict | None
    reason: str | None
    winners: tuple[int, ...]
    blanqueada: bool
    capote: bool


@dataclass(frozen=True, slots=True)
class Mind:
    """A CPU player's view and memory. tricks: every finished trick of this round, in order, as a person would remember them."""

    view: View
    tricks: tuple[Trick, ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Lay a card (S10)."""

    card: Card


@dataclass(frozen=True, slots=True)
class AskRedeal:
    """Ask for mano floja (S11). Names the board it was seen on by the platform's seq."""


@dataclass(frozen=True, slots=True)
class Accuse:
    """Accuse an opponent of a revoke in this round (S21). Names its round (S23)."""

    accused: int
    round: int


@dataclass(frozen=True, slots=True)
class Count:
    """Tap Contar after the tenth trick (S22). Names its round (S23)."""

    round: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """Tap Siguiente ronda after the count of this round (S24). Names its round (S23)."""

    round: int


type Move = PlayCard | AskRedeal | Accuse | Count | NextRound
