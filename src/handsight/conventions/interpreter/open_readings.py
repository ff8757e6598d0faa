"""Open readings: what one event left open, as a list of alternatives, and how it is settled (see `core`)."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from handsight.hanabi import CardPlayed, ClueGiven
from handsight.table.bitmask import members

if TYPE_CHECKING:
    from handsight.conventions.interpreter.context import Context, Memory

MOST_ALTERNATIVES = 16
MOST_QUESTIONS = 6
Pair = tuple[int, int]
"""A card, by its order, and what it is said to be, as an identity."""
Alternative = tuple[Pair, ...]
"""The focus and its value first, then the cards that must be played before it."""
Face = Callable[[int], int | None]
"""What a card is, or None where that is hidden."""


class Question(Struct, frozen=True):
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


# ---- how a question is opened


Offer = Callable[[int, int, int], int | None]
"""Offers a card of a hand for a value: called with the value, the seat and the mask of cards named so far."""


def plain_alternatives(context: "Context", card: int, values: int) -> Iterator[Alternative]:
    """Yield an alternative for each value that a card could be."""
    yield from (((card, value),) for value in members(values & context.could(card)))


def bridged_alternatives(  # noqa: PLR0913  # what it is about, and how values are bridged
    context: "Context",
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


def missing_before(context: "Context", value: int) -> list[int]:
    """Return the needed values of a suit, lowest first, that must be played before a value."""
    variant = context.public.terms.variant
    suit, rank = variant.card(value).suit, variant.card(value).rank
    open_values = members(context.needed & ~context.public.played)
    return [
        other for other in open_values if variant.card(other).suit == suit and variant.card(other).rank < rank
    ]


def _offered(context: "Context", missing: list[int], used: int, offer: Offer) -> Iterator[tuple[Pair, ...]]:
    if not missing:
        yield ()
        return
    for away in range(1, context.public.terms.players):
        card = offer(missing[0], context.seat(away), used)
        if card is not None:
            for rest in _offered(context, missing[1:], used | 1 << card, offer):
                yield ((card, missing[0]), *rest)


def with_question(context: "Context", found: list[Alternative]) -> "Memory":
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


def _closed(memory: "Memory", question: Question) -> "Memory":
    """Return the memory after a question was closed: its focus is promised what is left."""
    if question.focus is None:
        return memory
    return memory.narrowed(question.focus, question.focus_values)


# ---- how questions are settled


def settle(context: "Context", *, excused: bool, instead: int | None) -> "Memory":
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


def _fitting(context: "Context", alternative: Alternative, instead: int | None) -> Alternative | None:
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


def _is_declined(context: "Context", alternative: Alternative) -> bool:
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


def readings_left(questions: tuple[Question, ...], played: int) -> tuple[tuple[int, int], ...]:
    """Return by order what open readings leave the cards that all alternatives of a question name."""
    left: dict[int, int] = {}
    for question in questions:
        for card in {one for alternative in question.alternatives for one, _ in alternative}:
            named = named_values(list(question.alternatives), card, played)
            if named is not None:
                left[card] = left.get(card, named) & named
    return tuple(sorted(left.items()))


# ---- what a seat makes of them


def counting(context: "Context", question: Question, seat: int, face: Face) -> list[Alternative]:
    """Return the alternatives that count for a seat; *face* says what the cards are that I see."""
    hand, played = context.public.hands[seat], context.public.played
    alive = [one for one in question.alternatives if _is_alive(one, hand, played, face)]
    plain = [one for one in alive if not any(card in hand for card, _ in open_pairs(one, played))]
    return plain or alive


def _is_alive(alternative: Alternative, hand: tuple[int, ...], played: int, face: Face) -> bool:
    return all(
        card in hand or face(card) in (None, value)
        for card, value in (alternative[0], *open_pairs(alternative, played))
    )


def asked_in(context: "Context", question: Question, seat: int, face: Face) -> int | None:
    """Return the card that a question asks a seat to play now."""
    count = counting(context, question, seat, face)
    if not count:
        return None
    played, playable, hand = context.public.played, context.playable, context.public.hands[seat]
    waiting = open_pairs(count[0], played)
    if waiting:
        card, value = waiting[0]
        return card if card in hand and playable >> value & 1 else None
    card = count[0][0][0]
    sure = all(
        one[0][0] == card and not open_pairs(one, played) and playable >> one[0][1] & 1 for one in count
    )
    return card if sure and card in hand else None


def is_honest(context: "Context", question: Question, seat: int, face: Face) -> bool:
    """Whether a seat would not be misled: a true alternative counts for it, and what it is asked is true."""
    count = counting(context, question, seat, face)
    played = context.public.played
    true = any(
        all(face(card) in (None, value) for card, value in (one[0], *open_pairs(one, played)))
        for one in count
    )
    if not true:
        return False
    waiting = open_pairs(count[0], played)
    if waiting and waiting[0][0] in context.public.hands[seat]:
        return face(waiting[0][0]) in (None, waiting[0][1])
    return True


def named_values(alternatives: list[Alternative], card: int, played: int) -> int | None:
    """Return the mask of what alternatives say of a card, or None unless each of them names it."""
    mask = 0
    for alternative in alternatives:
        values = [value for one, value in (alternative[0], *open_pairs(alternative, played)) if one == card]
        if not values:
            return None
        mask |= 1 << values[0]
    return mask if alternatives else None
