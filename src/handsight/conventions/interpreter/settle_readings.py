"""How `may be` rules open questions, and how later events settle them (see `core`)."""

from collections.abc import Iterator

from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.interpreter import open_readings
from handsight.conventions.interpreter.evaluate_core import candidates, evaluate
from handsight.conventions.interpreter.open_readings import ANY, Alternative, OpenQuestion, Pair, open_pairs
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.game.bitmask import members
from handsight.hanabi import CardPlayed, ClueGiven

# ---- how a question is opened


def new_alternatives(
    bridge: core.Bridge | None, context: Context, card: int, values: int
) -> Iterator[Alternative]:
    """Yield an alternative for each value that a card could be; with a *bridge*, fewest named cards first."""
    if bridge is None:
        yield from (((card, value),) for value in members(values & context.could(card)))
        return
    wanted = {
        value: [one for one in missing_before(context, value) if not _is_known(bridge, context, one)]
        for value in members(values & context.could(card) & context.needed)
    }
    then = context.seat(1)
    for count in range(bridge.most + 1):
        for value, missing in wanted.items():
            if len(missing) == count:
                for pairs in _offered(bridge, context, missing, 1 << card):
                    yield ((card, value), *pairs)
        if count == 1 and bridge.bluffs and context.holders[card] != then:
            for value, missing in wanted.items():
                if len(missing) == 1:
                    context.variables[:2] = missing[0], then
                    other = [one for each in bridge.bluffs for one in candidates(each, context)][:1]
                    if other and _offer(bridge, context, missing[0], then, 1 << card) == other:
                        yield ((card, value), (other[0], ANY))


def _is_known(bridge: core.Bridge, context: Context, value: int) -> bool:
    """Whether a missing value counts as played, because a truth of `bridge.known` holds for it."""
    context.variables[0] = value
    return any(evaluate(truth, context) for truth in bridge.known)


def _offered(
    bridge: core.Bridge, context: Context, missing: list[int], used: int
) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to name a card of another hand for each missing value."""
    if not missing:
        yield ()
        return
    for away in range(1, context.public.terms.players):
        for card in _offer(bridge, context, missing[0], context.seat(away), used):
            for rest in _offered(bridge, context, missing[1:], used | 1 << card):
                yield ((card, missing[0]), *rest)


def _offer(bridge: core.Bridge, context: Context, value: int, seat: int, used: int) -> list[int]:
    """Return the cards that a hand offers for a value; *used* is the mask of cards named so far."""
    context.variables[:2] = value, seat
    for number, each in enumerate(bridge.offers):
        found = [one for one in candidates(each, context) if not used >> one & 1]
        if found:
            return sorted(found, reverse=True) if number in bridge.every else found[:1]
    return []


def missing_before(context: Context, value: int) -> list[int]:
    """Return the needed, unplayed values below a value in its suit, lowest first."""
    variant = context.public.terms.variant
    suit, rank = variant.card(value).suit, variant.card(value).rank
    open_values = members(context.needed & ~context.public.played_values)
    return [
        other for other in open_values if variant.card(other).suit == suit and variant.card(other).rank < rank
    ]


def with_question(context: Context, found: list[Alternative]) -> Memory:
    """Return the memory with these alternatives as a new question, or as a promise if no pair is open."""
    memory, public = context.memory, context.public
    alternatives = tuple(sorted(dict.fromkeys(found), key=len))
    if not alternatives:
        return memory
    if len(alternatives) > open_readings.MOST_ALTERNATIVES:
        memory = replace(memory, full=memory.full + 1)
        most = len(alternatives[open_readings.MOST_ALTERNATIVES])
        alternatives = tuple(one for one in alternatives if len(one) < most)
        if not alternatives:
            return memory
    question = OpenQuestion(public.actor, public.turn, alternatives)
    if not _is_open(question, public.played_values) and question.focus is not None:
        return memory.with_promise(question.focus, question.focus_values)
    questions = (*memory.questions, question)
    memory = replace(memory, questions=questions[-open_readings.MOST_QUESTIONS :])
    return _closed(memory, questions[0]) if len(questions) > open_readings.MOST_QUESTIONS else memory


def _is_open(question: OpenQuestion, played: int) -> bool:
    return any(open_pairs(alternative, played) for alternative in question.alternatives)


def _closed(memory: Memory, question: OpenQuestion) -> Memory:
    """Return the memory after a question was closed: its one focus is promised one of the values left."""
    if question.focus is None:
        return memory
    return memory.narrowed(question.focus, question.focus_values)


# ---- how questions are settled


def settle(context: Context, *, excused: bool, instead: int | None) -> Memory:
    """Return the memory after the five rules of `core` have settled the questions that were open."""
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
    context: Context, alternative: Alternative, instead: int | None
) -> Alternative | None:
    """Return an alternative, with *instead* for a card that proved another value; None if it is ruled out."""
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


def _fitting_bluff(context: Context, alternative: Alternative) -> Alternative | None:
    """Return a bluff, without its second pair once that card was played and fitted; None if ruled out."""
    card, last = alternative[1][0], context.public.last_action
    if card in context.holders:
        return alternative if context.could(card) & context.playable else None
    done = isinstance(last, CardPlayed) and last.fits and last.order == card
    return alternative[:1] if done else None


def _bluffed(context: Context, question: OpenQuestion) -> int | None:
    """Return the card that was just played and fits, if the question has it as a bluff."""
    last = context.public.last_action
    if not isinstance(last, CardPlayed) or not last.fits:
        return None
    named = any((last.order, ANY) in one for one in question.alternatives)
    return last.order if named else None


def _is_declined(context: Context, alternative: Alternative) -> bool:
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
