"""Open readings: what one event left open as alternatives, what a seat makes of it, how it is settled."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.interpreter.public_state import PublicState
from handsight.game.bitmask import members
from handsight.hanabi import CardPlayed, ClueGiven

if TYPE_CHECKING:
    from handsight.conventions.interpreter.rule_context import Context, Memory

MOST_ALTERNATIVES = 16
MOST_QUESTIONS = 6
ANY = 63
"""Stands for the value of a card that is said to be any that fits; no identity is so large."""
Pair = tuple[int, int]
"""A card, by its order, and what it is said to be, as an identity."""
Alternative = tuple[Pair, ...]
"""The focus and its value first, then the cards that must be played before it."""
Face = Callable[[int], int | None]
"""What a card is, or None where that is hidden."""


class OpenQuestion(Struct, frozen=True):
    """What one event left open."""

    giver: int
    turn: int
    alternatives: tuple[Alternative, ...]
    excused: bool = False

    @property
    def focus(self) -> int | None:
        """The card that all alternatives are about, if it is one."""
        cards = {alternative[0][0] for alternative in self.alternatives}
        return cards.pop() if len(cards) == 1 else None

    @property
    def focus_values(self) -> int:
        """Mask of what the alternatives say of their focus."""
        return _mask(alternative[0][1] for alternative in self.alternatives)


def _mask(values: Iterator[int]) -> int:
    found = 0
    for value in values:
        found |= 1 << value
    return found


def open_pairs(alternative: Alternative, played: int) -> tuple[Pair, ...]:
    """Return the pairs, the focus apart, whose value is not on the stacks yet."""
    return tuple(pair for pair in alternative[1:] if not played >> pair[1] & 1)


def readings_left(
    questions: tuple[OpenQuestion, ...], played: int, playable: int
) -> tuple[tuple[int, int], ...]:
    """Return by order what open readings leave the cards that all alternatives of a question name."""
    left: dict[int, int] = {}
    for question in questions:
        for card in {one for alternative in question.alternatives for one, _ in alternative}:
            named = named_values(list(question.alternatives), card, played, playable)
            if named is not None:
                left[card] = left.get(card, named) & named
    return tuple(sorted(left.items()))


# ---- what a seat makes of them


def counting(
    public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face
) -> list[Alternative]:
    """Return the alternatives that count for a seat.

    *playable* is a mask of what fits, and *face* says what the cards are that I see.
    """
    hand, played = public.hands[seat], public.played_values
    alive = [
        one
        for one in question.alternatives
        if all(card in hand or fits(face(card), value, playable) for card, value in _open(one, played))
    ]
    plain = [one for one in alive if not any(card in hand for card, _ in open_pairs(one, played))]
    return plain or alive


def _open(alternative: Alternative, played: int) -> tuple[Pair, ...]:
    """Return the focus and the open pairs."""
    return (alternative[0], *open_pairs(alternative, played))


def fits(face: int | None, value: int, playable: int) -> bool:
    """Whether a card may be a value, where `ANY` is one that fits; None is a card that I do not see."""
    return face is None or (bool(playable >> face & 1) if value == ANY else face == value)


def asked_in(public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face) -> int | None:
    """Return the card that a question asks a seat to play now; *playable* is a mask of what fits."""
    count = counting(public, playable, question, seat, face)
    if not count:
        return None
    played, hand = public.played_values, public.hands[seat]
    waiting = open_pairs(count[0], played)
    if waiting:
        card, value = waiting[0]
        return card if card in hand and (value == ANY or playable >> value & 1) else None
    card = count[0][0][0]
    sure = all(
        one[0][0] == card and not open_pairs(one, played) and playable >> one[0][1] & 1 for one in count
    )
    return card if sure and card in hand else None


def is_honest(public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face) -> bool:
    """Whether a seat would not be misled: a true alternative counts for it, and what it is asked is true."""
    count = counting(public, playable, question, seat, face)
    played = public.played_values
    true = any(all(fits(face(card), value, playable) for card, value in _open(one, played)) for one in count)
    if not true:
        return False
    waiting = [pairs[0] for one in count if (pairs := open_pairs(one, played))]
    if not open_pairs(count[0], played) or waiting[0][0] not in public.hands[seat]:
        return True
    asked = waiting[0][0]
    return any(card == asked and fits(face(card), value, playable) for card, value in waiting)


def named_values(alternatives: list[Alternative], card: int, played: int, playable: int) -> int | None:
    """Return the mask of what alternatives say of a card, or None unless each of them names it."""
    mask = 0
    for alternative in alternatives:
        values = [value for one, value in _open(alternative, played) if one == card]
        if not values:
            return None
        mask |= playable if values[0] == ANY else 1 << values[0]
    return mask if alternatives else None


# ---- how a question is opened


def plain_alternatives(context: "Context", card: int, values: int) -> Iterator[Alternative]:
    """Yield an alternative for each value that a card could be."""
    yield from (((card, value),) for value in members(values & context.could(card)))


def missing_before(context: "Context", value: int) -> list[int]:
    """Return the needed values of a suit, lowest first, that must be played before a value."""
    variant = context.public.terms.variant
    suit, rank = variant.card(value).suit, variant.card(value).rank
    open_values = members(context.needed & ~context.public.played_values)
    return [
        other for other in open_values if variant.card(other).suit == suit and variant.card(other).rank < rank
    ]


def with_question(context: "Context", found: list[Alternative]) -> "Memory":
    """Return the memory with a new question of these alternatives, or what it says if nothing is open."""
    memory, public = context.memory, context.public
    alternatives = tuple(sorted(dict.fromkeys(found), key=len))
    if not alternatives:
        return memory
    if len(alternatives) > MOST_ALTERNATIVES:
        memory = replace(memory, full=memory.full + 1)
        most = len(alternatives[MOST_ALTERNATIVES])
        alternatives = tuple(one for one in alternatives if len(one) < most)
        if not alternatives:
            return memory
    question = OpenQuestion(public.actor, public.turn, alternatives)
    if not _is_open(question, public.played_values) and question.focus is not None:
        return memory.with_promise(question.focus, question.focus_values)
    questions = (*memory.questions, question)
    memory = replace(memory, questions=questions[-MOST_QUESTIONS:])
    return _closed(memory, questions[0]) if len(questions) > MOST_QUESTIONS else memory


def _is_open(question: OpenQuestion, played: int) -> bool:
    return any(open_pairs(alternative, played) for alternative in question.alternatives)


def _closed(memory: "Memory", question: OpenQuestion) -> "Memory":
    """Return the memory after a question was closed: its focus is promised what is left."""
    if question.focus is None:
        return memory
    return memory.narrowed(question.focus, question.focus_values)


# ---- how questions are settled


def settle(context: "Context", *, excused: bool, instead: int | None) -> "Memory":
    """Return the memory after the five rules have moved the questions that were open."""
    public, memory = context.public, context.memory
    left: list[OpenQuestion] = []
    for question in memory.questions:
        excuse = excused and not question.excused
        kept = []
        declined = False
        bluffed = _bluffed(context, question)
        for alternative in question.alternatives:
            if bluffed is not None and all(card != bluffed for card, _ in alternative[1:]):
                continue
            settled = _fitting(context, alternative, instead)
            if settled is None:
                continue
            if settled == alternative and _is_declined(context, settled):
                declined = True
                if not excuse:
                    continue
            kept.append(settled)
        now = replace(
            question,
            alternatives=tuple(dict.fromkeys(kept)),
            excused=question.excused or (excuse and declined),
        )
        if not now.alternatives:
            continue
        if now.focus is not None and not _is_open(now, public.played_values):
            memory = _closed(memory, now)
        else:
            left.append(now)
    return replace(memory, questions=tuple(left))


def _fitting(  # noqa: C901  # the same cases, in the same order, as the compiled one
    context: "Context", alternative: Alternative, instead: int | None
) -> Alternative | None:
    """Return an alternative if clues and faces still allow it, with another card instead if there is one."""
    public = context.public
    last, holders = public.last_action, context.holders
    moved = None if last is None or isinstance(last, ClueGiven) else last.order
    (focus, value), *rest = alternative
    if focus in holders:
        if not context.could(focus) >> value & 1 or public.played_values >> value & 1:
            return None
        if not context.needed >> value & 1:
            return None
    elif focus == moved and context.identity(focus) != value:
        return None
    if rest and rest[0][1] == ANY:
        return _fitting_bluff(context, alternative)
    pairs = [(focus, value)]
    for card, wanted in rest:
        named = card
        if not public.played_values >> wanted & 1:
            if card not in holders:
                free = instead is not None and instead not in [one for one, _ in alternative]
                if card != moved or not isinstance(last, CardPlayed) or instead is None or not free:
                    return None
                named = instead
            if not context.could(named) >> wanted & 1:
                return None
        pairs.append((named, wanted))
    return tuple(pairs)


def _fitting_bluff(context: "Context", alternative: Alternative) -> Alternative | None:
    """Return an alternative whose focus fits, and which stands on a bluff: without it, once it was played."""
    card, last = alternative[1][0], context.public.last_action
    if card in context.holders:
        return alternative if context.could(card) & context.playable else None
    done = isinstance(last, CardPlayed) and last.fits and last.order == card
    return alternative[:1] if done else None


def _bluffed(context: "Context", question: OpenQuestion) -> int | None:
    """Return the card that was just played and fits, if the question has it as a bluff."""
    last = context.public.last_action
    if not isinstance(last, CardPlayed) or not last.fits:
        return None
    named = any((last.order, ANY) in one for one in question.alternatives)
    return last.order if named else None


def _is_declined(context: "Context", alternative: Alternative) -> bool:
    """Whether the holder of the first awaited card, never touched, has just done something else."""
    public, last = context.public, context.public.last_action
    waiting = open_pairs(alternative, public.played_values)
    if not waiting or last is None:
        return False
    card, value = waiting[0]
    if public.touched >> card & 1 or context.holders[card] != last.seat:
        return False
    if value == ANY:
        return True
    variant, revealed = public.terms.variant, public.revealed_card
    just_fits = (
        isinstance(last, CardPlayed)
        and last.fits
        and revealed is not None
        and revealed.suit == variant.card(value).suit
    )
    return bool(context.playable >> value & 1) and not just_fits
