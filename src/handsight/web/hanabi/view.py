"""What a seat is sent of a table of Hanabi: made from what the rules let that seat see, and nothing else."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from handsight.hanabi import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Clue,
    ClueGiven,
    Event,
    GiveClue,
    Play,
    State,
    Variant,
    View,
    card_value,
    legal,
    spectator_view,
    touches,
    view,
)
from handsight.hanabi.legality import may_discard
from handsight.knowledge.hanabi.evidence import lost, marks
from handsight.knowledge.hanabi.sentences import happened
from handsight.table.bitmask import members

EVERYONE = -1
"""In place of a seat: what all seats can see, shown to those who only watch."""
OPEN = -2
"""In place of a seat: all hands, once nobody can gain by it."""


class Held(Struct, frozen=True):
    """A card in a hand: its face where it may be seen, and what clues have said of it.

    *suits* and *ranks* are masks of what clues leave possible; *yes* and *no* are the clues that touched and
    missed it, as in ``c0`` and ``n3``, or ``?`` where its value stays hidden.
    """

    order: int
    card: tuple[int, int] | None
    touched: bool
    suits: int
    ranks: int
    yes: list[str]
    no: list[str]


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the log: what happened, in words and as cards to point at."""

    turn: int
    seat: int
    kind: str
    text: str
    target: int = -1
    orders: tuple[int, ...] = ()
    clue: str = ""
    strike: bool = False
    why: str = ""


class Stack(Struct, frozen=True):
    """A stack: its height, the rank and the card on top (0 and -1: none), its direction, its limit."""

    height: int
    top: int
    order: int
    arrow: str
    limit: int


class Picture(Struct, frozen=True, tag_field="type", tag="table"):
    """The table as one seat sees it."""

    at: int
    turn: int
    mover: int
    hands: list[list[Held]]
    stacks: list[Stack] | None
    discards: list[tuple[int, tuple[int, int] | None]]
    played: int
    deck: int
    tokens: float
    strikes: int | None
    max_score: int | None
    pace: int | None
    turns_left: int | None
    over: bool
    score: int | None
    end: str
    clues: list[tuple[int, str, tuple[int, ...]]]
    """The clues that the viewer may give now: a seat, a clue such as ``n3``, and the cards it would touch."""
    may_discard: bool
    bottom: int
    """The last card of the deck, where the viewer may play it now; -1 otherwise."""
    log: list[Line]
    here: list[bool]
    pause: float = 0.0
    going: bool = True
    fault: str = ""


def seen_by(state: State, seat: int) -> View:
    """Show a moment of a game to a seat, to everyone, or openly."""
    if seat == OPEN:
        return spectator_view(state, state.seat)
    if seat == EVERYONE:
        return common([view(state, at) for at in range(state.terms.players)])
    return view(state, seat)


def common(views: Sequence[View]) -> View:
    """Show only what every one of these views shows."""
    cards = tuple(
        faces[0] if all(faces) else None for faces in zip(*(look.cards for look in views), strict=True)
    )
    events = tuple(min(told, key=_told) for told in zip(*(look.events for look in views), strict=True))
    return replace(views[0], cards=cards, events=events)


def _told(event: Event) -> bool:
    """Order an event as a seat was told it that may not know all of it before the same, told whole."""
    match event:
        case ClueGiven(clue=what) | CardPlayed(card=what) | CardDiscarded(card=what):
            return what is not None
    return True


def picture(state: State, seat: int, names: tuple[str, ...], whys: Sequence[str] = ()) -> Picture:
    """Draw a moment of a game for a seat, the reasons of bots beside their moves where *whys* has them."""
    look = seen_by(state, seat)
    variant, terms, gone = look.terms.variant, look.terms, lost(look)
    limits = None if look.stacks is None else card_value.limits(variant, look.stacks, gone)
    best = None if limits is None else sum(limits)
    pace = None
    if best is not None and look.deck_left and not look.over:
        pace = len(look.played) + look.deck_left + terms.final_round - best
    whole, half = divmod(look.clue_units, terms.clue_cost)
    mine = seat == look.seat and not look.over
    return Picture(
        at=0,
        turn=look.turn,
        mover=-1 if look.over else look.seat,
        hands=_hands(look, open_hands=seat < 0),
        stacks=None if limits is None else _stacks(look, limits),
        discards=[(order, look.cards[order]) for order in look.discarded],
        played=len(look.played),
        deck=look.deck_left,
        tokens=whole + (0.5 if half else 0),
        strikes=look.strikes,
        max_score=best,
        pace=pace,
        turns_left=look.turns_left,
        over=look.over,
        score=state.score if look.over else None,
        end=state.end.value if look.over else "in_progress",
        clues=_clues(look) if mine else [],
        may_discard=may_discard(look),
        bottom=_bottom(look) if mine else -1,
        log=_log(look, names, whys),
        here=[],
    )


def _mark(clue: Clue) -> str:
    """Write a clue short: ``c0`` for the first colour, ``n3`` for a three."""
    return f"{clue.kind[0]}{clue.value}"


def _clues(look: View) -> list[tuple[int, str, tuple[int, ...]]]:
    return [
        (act.seat, _mark(act.clue), touches(look, act.seat, act.clue))
        for act in legal(look)
        if isinstance(act, GiveClue)
    ]


def _bottom(look: View) -> int:
    hand = look.hands[look.seat]
    plays = (act.order for act in legal(look) if isinstance(act, Play))
    return next((order for order in plays if order not in hand), -1)


def _stacks(look: View, limits: tuple[int, ...]) -> list[Stack]:
    tops = {card.suit: order for order in look.played if (card := look.cards[order])}
    rows = zip(look.terms.variant.stacks, look.stacks or (), limits, strict=True)
    return [
        Stack(rule.height[at], rule.tops[at], tops.get(suit, -1), rule.arrows[at], limit)
        for suit, (rule, at, limit) in enumerate(rows)
    ]


def _hands(look: View, *, open_hands: bool) -> list[list[Held]]:
    """Show every hand with what clues have said of each card, to its holder."""
    yes, no = _clue_marks(look)
    variant, held = look.terms.variant, []
    plain, _ = marks(look, look.viewer)
    for seat, hand in enumerate(look.hands):
        known = marks(look, seat)[0] if variant.hides and not open_hands else plain
        held.append(
            [
                Held(
                    order,
                    look.cards[order],
                    bool(look.touched >> order & 1),
                    *_spread(variant, known.get(order, variant.everything)),
                    yes.get(order, []),
                    no.get(order, []),
                )
                for order in hand
            ]
        )
    return held


@lru_cache(maxsize=1 << 14)
def _spread(variant: Variant, mask: int) -> tuple[int, int]:
    """Return which suits and which ranks a set of identities has."""
    suits = ranks = 0
    for identity in members(mask):
        suit, rank = divmod(identity, len(variant.ranks))
        suits |= 1 << suit
        ranks |= 1 << rank
    return suits, ranks


def _clue_marks(look: View) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Collect for every card the clues that touched it and those that missed it, each once."""
    yes: dict[int, list[str]] = {}
    no: dict[int, list[str]] = {}
    for event in look.events:
        if isinstance(event, ClueGiven):
            mark = _mark(event.clue) if event.clue else "?"
            for order in event.touched:
                _add(yes, order, mark)
            for order in event.missed if event.clue else ():
                _add(no, order, mark)
    return yes, no


def _add(found: dict[int, list[str]], order: int, mark: str) -> None:
    known = found.setdefault(order, [])
    if mark not in known:
        known.append(mark)


def _log(look: View, names: tuple[str, ...], whys: Sequence[str]) -> list[Line]:
    variant, lines = look.terms.variant, []
    for event in look.events:
        if isinstance(event, CardDrawn):
            continue
        text = happened(event, variant, names)
        why = whys[event.turn] if event.turn < len(whys) else ""
        match event:
            case ClueGiven(turn, seat, target, clue, _, touched, _):
                mark = _mark(clue) if clue else "?"
                lines.append(Line(turn, seat, "clue", text, target, touched, mark, why=why))
            case CardPlayed(turn, seat, order, _, fits):
                lines.append(Line(turn, seat, "play", text, -1, (order,), strike=fits is False, why=why))
            case CardDiscarded(turn, seat, order):
                lines.append(Line(turn, seat, "discard", text, -1, (order,), why=why))
            case _:
                lines.append(Line(event.turn, -1, "stop", text))
    return lines
