"""What a seat is sent of a Hanabi table, made only from what the rules let that seat see."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight import hanabi
from handsight.game.bitmask import members
from handsight.hanabi.rules import may_discard
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.notation.hanabi.table_text import event_sentence, score_text
from handsight.web.server.game_table import EVERYONE, OPEN

Row = dict[str, Any]


class HanabiLogLine(Struct, frozen=True, omit_defaults=True):
    """A line of the log: what happened, in words, and the cards it was about."""

    turn: int
    seat: int
    kind: str
    text: str
    target: int = -1
    orders: tuple[int, ...] = ()
    clue: str = ""
    strike: bool = False
    why: str = ""


def seen_by(state: hanabi.State, seat: int) -> hanabi.View:
    """Return a seat's view of a state; for EVERYONE what all seats see, for OPEN all hands visible."""
    if seat == OPEN:
        return hanabi.spectator_view(state, state.seat)
    if seat == EVERYONE:
        return common_view([hanabi.view(state, at) for at in range(state.terms.players)])
    return hanabi.view(state, seat)


def common_view(views: Sequence[hanabi.View]) -> hanabi.View:
    """Return a view of only what all of these views show."""
    cards = tuple(
        faces[0] if all(faces) else None for faces in zip(*(one.cards for one in views), strict=True)
    )
    events = tuple(min(same, key=_is_complete) for same in zip(*(one.events for one in views), strict=True))
    return replace(views[0], cards=cards, events=events)


def _is_complete(event: hanabi.Event) -> bool:
    """Whether an event hides nothing of what happened."""
    match event:
        case hanabi.ClueGiven(clue=what) | hanabi.CardPlayed(card=what) | hanabi.CardDiscarded(card=what):
            return what is not None
    return True


def board(state: hanabi.State, seat: int) -> Row:
    """Return what lies on the table as a seat sees it; a card or a number that it may not see is null."""
    seen = seen_by(state, seat)
    terms = seen.terms
    limits = None
    if seen.stacks is not None:
        limits = hanabi.card_value.max_heights(terms.variant, seen.stacks, seen.discarded_copies)
    best = None if limits is None else sum(limits)
    pace = None
    if best is not None and seen.deck_left and not seen.over:
        pace = len(seen.played) + seen.deck_left + terms.final_round - best
    whole, half = divmod(seen.clue_units, terms.clue_cost)
    return {
        "turn": seen.turn,  # how many actions have been taken
        "mover": -1 if seen.over else seen.seat,
        "hands": _hands(seen, open_hands=seat < 0),
        "stacks": None if limits is None else _stacks(seen, limits),
        "discards": [(order, seen.cards[order]) for order in seen.discarded],
        "played": len(seen.played),
        "deck": seen.deck_left,
        "tokens": whole + (0.5 if half else 0),
        "strikes": seen.strikes,
        "max_score": best,
        "pace": pace,
        "turns_left": seen.turns_left,
        "over": seen.over,
        "score": state.score if seen.over else None,
        "score_text": f"{len(seen.played)} played" if best is None and not seen.over else score_text(state),
        "end": state.end.value if seen.over else "in_progress",
    }


def picture(state: hanabi.State, seat: int, names: tuple[str, ...], reasons: Sequence[str] = ()) -> Row:
    """Return a state for a seat: its board, its choices, the log; *reasons* has the bots' reasons by turn."""
    seen = seen_by(state, seat)
    may = _choices(seen) if seat == seen.seat and not seen.over else {"clues": [], "bottom": -1}
    allowed = {"may_discard": may_discard(seen), "log": log_lines(seen, names, reasons)}
    return board(state, seat) | may | allowed


def choices(state: hanabi.State) -> Row:
    """Return what the player to move may do."""
    if state.over:
        return {"mover": -1, "hand": [], "clues": [], "may_discard": False, "bottom": -1}
    seen = hanabi.view(state, state.seat)
    head = {"mover": state.seat, "hand": seen.hands[state.seat], "may_discard": may_discard(seen)}
    return head | _choices(seen)


def _mark(clue: hanabi.Clue) -> str:
    """Abbreviate a clue: ``c0`` for the first colour, ``n3`` for a three."""
    return f"{clue.kind[0]}{clue.value}"


def _choices(seen: hanabi.View) -> Row:
    """Return the clues that the mover may give, and the deck's last card if it may be played unseen (or -1).

    A clue is a seat, a mark such as ``n3``, and the cards that it would touch.
    """
    actions, hand = list(hanabi.legal(seen)), seen.hands[seen.seat]
    clues = [act for act in actions if isinstance(act, hanabi.GiveClue)]
    plays = (act.order for act in actions if isinstance(act, hanabi.Play))
    return {
        "clues": [(act.seat, _mark(act.clue), hanabi.touches(seen, act.seat, act.clue)) for act in clues],
        "bottom": next((order for order in plays if order not in hand), -1),
    }


def _stacks(seen: hanabi.View, limits: tuple[int, ...]) -> list[Row]:
    """Return each stack: its height, the rank and the order of its top card (0 and -1: none), and more."""
    tops = {card.suit: order for order in seen.played if (card := seen.cards[order])}
    rows = zip(seen.terms.variant.stacks, seen.stacks or (), limits, strict=True)
    return [
        {"height": rule.height[at], "top": rule.tops[at], "order": tops.get(suit, -1)}
        | {"arrow": rule.arrows[at], "limit": limit}
        for suit, (rule, at, limit) in enumerate(rows)
    ]


def _hands(seen: hanabi.View, *, open_hands: bool) -> list[list[Row]]:
    """Return every hand, newest card first, with what clues told the holder about each card.

    *suits* and *ranks* are masks of what clues leave possible; *yes* and *no* are the clues that touched and
    missed a card, such as ``c0`` and ``n3``, or ``?`` where the clue's value stays hidden.
    """
    yes, no = _clue_marks(seen)
    variant, plain = seen.terms.variant, clue_masks(seen, seen.viewer)[0]

    def held(order: int, known: Mapping[int, int]) -> Row:
        suits, ranks = _suits_and_ranks(variant, known.get(order, variant.everything))
        clued = {"suits": suits, "ranks": ranks, "yes": yes.get(order, []), "no": no.get(order, [])}
        touched = bool(seen.touched >> order & 1)
        return {"order": order, "card": seen.cards[order], "touched": touched} | clued

    apart = variant.hides and not open_hands
    known = [clue_masks(seen, seat)[0] if apart else plain for seat in range(len(seen.hands))]
    return [[held(order, masks) for order in hand] for masks, hand in zip(known, seen.hands, strict=True)]


@lru_cache(maxsize=1 << 14)
def _suits_and_ranks(variant: hanabi.Variant, mask: int) -> tuple[int, int]:
    """Return masks of the suits and the ranks in a set of identities."""
    suits = ranks = 0
    for identity in members(mask):
        suit, rank = divmod(identity, len(variant.ranks))
        suits |= 1 << suit
        ranks |= 1 << rank
    return suits, ranks


def _clue_marks(seen: hanabi.View) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Collect for every card the clues that touched it and those that missed it, each once."""
    yes: dict[int, list[str]] = {}
    no: dict[int, list[str]] = {}
    for event in seen.events:
        if isinstance(event, hanabi.ClueGiven):
            mark = _mark(event.clue) if event.clue else "?"
            for marks, orders in ((yes, event.touched), (no, event.missed if event.clue else ())):
                for order in orders:
                    if mark not in marks.setdefault(order, []):
                        marks[order].append(mark)
    return yes, no


def log_lines(seen: hanabi.View, names: tuple[str, ...], reasons: Sequence[str] = ()) -> list[HanabiLogLine]:
    """Return a line for each move in a view; *reasons* has the bots' reasons by turn."""
    variant, lines = seen.terms.variant, []
    for event in seen.events:
        if isinstance(event, hanabi.CardDrawn):
            continue
        text = event_sentence(event, variant, names)
        why = reasons[event.turn] if event.turn < len(reasons) else ""
        match event:
            case hanabi.ClueGiven(turn, seat, target, clue, _, touched, _):
                mark = _mark(clue) if clue else "?"
                lines.append(HanabiLogLine(turn, seat, "clue", text, target, touched, mark, why=why))
            case hanabi.CardPlayed(turn, seat, order, _, fits):
                lines.append(
                    HanabiLogLine(turn, seat, "play", text, -1, (order,), strike=fits is False, why=why)
                )
            case hanabi.CardDiscarded(turn, seat, order):
                lines.append(HanabiLogLine(turn, seat, "discard", text, -1, (order,), why=why))
            case _:
                lines.append(HanabiLogLine(event.turn, -1, "stop", text))
    return lines


def variant_view(state: hanabi.State) -> Row:
    """Return what the page must know of the variant of a game to draw it; it is sent once.

    The colors of a suit are the clue colours that touch it, for suits that are drawn in several.
    """
    terms, variant = state.terms, state.terms.variant
    suits = [
        {
            "name": suit.display,
            "letter": variant.letters[at],
            "colors": variant.colors if suit.color in ("all", "by_rank") else suit.colors,
            "down": at in variant.down,
            "one_of_each": suit.one_of_each,
        }
        for at, suit in enumerate(variant.suits)
    ]
    same = ("name", "ranks", "colors", "numbers", "copies", "max_score", "face_down")
    own = {"full": variant.stack_size, "tokens": terms.max_clues, "strikes": terms.max_strikes}
    return {"suits": suits, **{name: getattr(variant, name) for name in same}, **own}
