"""How open readings are opened by what may be, and settled by what happens (see `core`)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from handsight.conventions.interpreter.context import Context, Memory
from handsight.conventions.interpreter.open_readings import (
    MOST_ALTERNATIVES,
    MOST_QUESTIONS,
    Alternative,
    Pair,
    Question,
    open_pairs,
)
from handsight.hanabi import CardPlayed, ClueGiven
from handsight.table.bitmask import members

# ---- how a question is opened


Offer = Callable[[int, int, int], int | None]
"""Offers a card of a hand for a value: called with the value, the seat and the mask of cards named so far."""


def plain_alternatives(context: Context, card: int, values: int) -> Iterator[Alternative]:
    """Yield an alternative for each value that a card could be."""
    yield from (((card, value),) for value in members(values & context.could(card)))


def bridged_alternatives(  # noqa: PLR0913  # what it is about, and how values are bridged
    context: Context,
    card: int,
    values: int,
    *,
    most: int,
    is_known: Callable[[int], bool],
    offer: Offer,
) -> Iterator[Alternative]:
    """Yield the alternatives for each value that a card could be, fewest named cards first."""
    wanted = {
        value: [missing for missing in missing_before(context, value) if not is_known(missing)]
        for value in members(values & context.could(card) & context.needed)
    }
    for count in range(most + 1):
        for value, missing in wanted.items():
            if len(missing) == count:
                for pairs in _offered(context, missing, 1 << card, offer):
                    yield ((card, value), *pairs)


def missing_before(context: Context, value: int) -> list[int]:
    """Return the needed values of a suit, lowest first, that must be played before a value."""
    variant = context.public.terms.variant
    suit, rank = variant.card(value).suit, variant.card(value).rank
    open_values = members(context.needed & ~context.public.played)
    return [
        other for other in open_values if variant.card(other).suit == suit and variant.card(other).rank < rank
    ]


def _offered(context: Context, missing: list[int], used: int, offer: Offer) -> Iterator[tuple[Pair, ...]]:
    if not missing:
        yield ()
        return
    for away in range(1, context.public.terms.players):
        card = offer(missing[0], context.seat(away), used)
        if card is not None:
            for rest in _offered(context, missing[1:], used | 1 << card, offer):
                yield ((card, missing[0]), *rest)


def with_question(context: Context, found: list[Alternative]) -> Memory:
    """Return the memory with a new question of these alternatives, or what it says if nothing is open."""
    memory, public = context.memory, context.public
    alternatives = tuple(sorted(dict.fromkeys(found), key=len))
    if not alternatives:
        return memory
    if len(alternatives) > MOST_ALTERNATIVES:
        return replace(memory, full=memory.full + 1)
    question = Question(public.actor, public.turn, alternatives)
    if not _is_open(question, public.played) and question.focus is not None:
        return memory.with_promise(question.focus, question.focus_values)
    questions = (*memory.questions, question)
    memory = replace(memory, questions=questions[-MOST_QUESTIONS:])
    return _closed(memory, questions[0]) if len(questions) > MOST_QUESTIONS else memory


def _is_open(question: Question, played: int) -> bool:
    return any(open_pairs(alternative, played) for alternative in question.alternatives)


def _closed(memory: Memory, question: Question) -> Memory:
    """Return the memory after a question was closed: its focus is promised what is left."""
    if question.focus is None:
        return memory
    return memory.narrowed(question.focus, question.focus_values)


# ---- how questions are settled


def settle(context: Context, *, excused: bool, instead: int | None) -> Memory:
    """Return the memory after the five rules have moved the questions that were open."""
    public, memory = context.public, context.memory
    left: list[Question] = []
    for question in memory.questions:
        excuse = excused and not question.excused
        kept = []
        declined = False
        for alternative in question.alternatives:
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
        if now.focus is not None and not _is_open(now, public.played):
            memory = _closed(memory, now)
        else:
            left.append(now)
    return replace(memory, questions=tuple(left))


def _fitting(context: Context, alternative: Alternative, instead: int | None) -> Alternative | None:
    """Return an alternative if clues and faces still allow it, with another card instead if there is one."""
    public = context.public
    last, holders = public.last_action, context.holders
    moved = None if last is None or isinstance(last, ClueGiven) else last.order
    (focus, value), *rest = alternative
    if focus in holders:
        if not context.could(focus) >> value & 1 or public.played >> value & 1:
            return None
        if not context.needed >> value & 1:
            return None
    elif focus == moved and context.identity(focus) != value:
        return None
    pairs = [(focus, value)]
    for card, wanted in rest:
        named = card
        if not public.played >> wanted & 1:
            if card not in holders:
                free = instead is not None and instead not in [one for one, _ in alternative]
                if card != moved or not isinstance(last, CardPlayed) or instead is None or not free:
                    return None
                named = instead
            if not context.could(named) >> wanted & 1:
                return None
        pairs.append((named, wanted))
    return tuple(pairs)


def _is_declined(context: Context, alternative: Alternative) -> bool:
    """Whether the holder of the first awaited card, never touched, has just done something else."""
    public, last = context.public, context.public.last_action
    waiting = open_pairs(alternative, public.played)
    if not waiting or last is None:
        return False
    card, value = waiting[0]
    if public.touched >> card & 1 or context.holders[card] != last.seat:
        return False
    variant, revealed = public.terms.variant, public.revealed_card
    just_fits = (
        isinstance(last, CardPlayed)
        and last.fits
        and revealed is not None
        and revealed.suit == variant.card(value).suit
    )
    return bool(context.playable >> value & 1) and not just_fits
