"""Which moves of a recorded game made promises that are not true.

A broken promise is laid to the move whose choice made it, and once:

- A clue that made an untrue promise could have been another. It is no new promise where the card was promised
  as little before, nor where every other clue would have promised it too, nor where its giver holds the card
  and nothing that all can see rules the promise out.
- A play or a discard that says something of a card that nothing was said of before is a signal, as a clue is.
- Any other play or discard only brings up to date what earlier moves said. Where it shows that two cards that
  were told are copies of each other, the clue by which both were told is at fault if its giver saw both;
  otherwise nobody is.
"""

from collections.abc import Iterator

from msgspec import Struct

from handsight.conventions.interpreter.context import Context
from handsight.conventions.interpreter.interpreter import interpreter_for
from handsight.conventions.interpreter.promised_knowledge import DEVIATION, Breach, PromisedKnowledge
from handsight.hanabi import Discard, GiveClue, Play, view


class BrokenPromise(Struct, frozen=True):
    """An untrue promise, and the move whose choice made it."""

    turn: int
    """How many actions were taken before that move."""
    order: int
    """The card."""
    promised: int
    """Mask of the identities that it was promised to be one of."""
    breach: Breach
    """Where the promise was made; a later move than *turn* if that only showed what the earlier one did."""
    copy: int | None = None
    """The card that was shown to be a copy of it, where a later move did so."""


def broken_promises(knowledge: PromisedKnowledge) -> tuple[BrokenPromise, ...]:
    """Return the untrue promises of a game, each once, in the order in which they came out."""
    found: list[BrokenPromise] = []
    for breach, order, mask in _untrue(knowledge):
        if _is_chosen(knowledge, breach.turn, order, mask):
            found.append(BrokenPromise(breach.turn, order, mask, breach))
        elif all(one.order != order for one in found):
            found += _of_copies(knowledge, breach, order, mask)
    return tuple(found)


def _untrue(knowledge: PromisedKnowledge) -> Iterator[tuple[Breach, int, int]]:
    """Yield every untrue promise of every move, with its card and what that was promised to be."""
    breaches: dict[int, list[Breach]] = {}
    for breach in knowledge.breaches():
        if breach.kind != DEVIATION:
            breaches.setdefault(breach.turn, []).append(breach)
    for turn, here in breaches.items():
        promises = knowledge.moments[turn + 1][1].new_promises
        untrue = [pair for pair in promises if not pair[1] >> _face(knowledge, pair[0]) & 1]
        for breach, (order, mask) in zip(here, untrue, strict=True):
            yield breach, order, mask


def _is_chosen(knowledge: PromisedKnowledge, turn: int, order: int, mask: int) -> bool:
    """Whether an untrue promise comes from the choice of the move that made it, as its mover saw it."""
    state, (public, memory) = knowledge.game.states[turn], knowledge.moments[turn]
    action, clues = knowledge.game.actions[turn], knowledge.moments[turn + 1][0].clue_masks[order]
    held_by_others = any(order in hand for seat, hand in enumerate(state.hands) if seat != state.seat)
    if not isinstance(action, GiveClue):
        return held_by_others and not _is_told(knowledge, turn, order)
    before, face = memory.promise(order, public.terms.variant.everything), _face(knowledge, order)
    if not before >> face & 1 and not before & clues & ~mask:
        return False  # it was untrue, and is no narrower
    if not held_by_others and mask & clues:
        return False
    seen, interpreter = view(state, state.seat), interpreter_for(knowledge.convention.core)
    context = Context(public, memory, seen, interpreter.read, knowledge.convention.core.laws)
    others = [other for other in context.legal if isinstance(other, GiveClue) and other != action]
    return not others or not all(
        any(
            card == order and not promised >> face & 1
            for card, promised in context.memory_after(other).new_promises
        )
        for other in others
    )


def _of_copies(
    knowledge: PromisedKnowledge, breach: Breach, order: int, mask: int
) -> Iterator[BrokenPromise]:
    """Yield the promise as broken by the clue by which a card and the copy just shown were both told."""
    action, states = knowledge.game.actions[breach.turn], knowledge.game.states
    if not isinstance(action, Play | Discard) or _face(knowledge, action.order) != _face(knowledge, order):
        return
    told = [_told_from(knowledge, breach.turn, card) for card in (order, action.order)]
    if None in told:
        return
    turn = max(at for at in told if at is not None) - 1
    if turn < 0 or not isinstance(knowledge.game.actions[turn], GiveClue):
        return
    seen = [
        card for seat, hand in enumerate(states[turn].hands) if seat != states[turn].seat for card in hand
    ]
    if order in seen and action.order in seen:
        yield BrokenPromise(turn, order, mask, breach, action.order)


def _told_from(knowledge: PromisedKnowledge, turn: int, order: int) -> int | None:
    """Return after how many actions a card was touched or, if it never was, something else was said of it."""
    moments = range(turn + 1)
    touched = (at for at in moments if knowledge.moments[at][0].touched >> order & 1)
    return next(touched, next((at for at in moments if _is_told(knowledge, at, order)), None))


def _is_told(knowledge: PromisedKnowledge, turn: int, order: int) -> bool:
    """Whether something was said of a card: a clue touched it, or it is promised or read to be something."""
    public, memory = knowledge.moments[turn]
    touched = public.touched >> order & 1
    return bool(touched) or memory.promise(order, -1) != -1 or memory.reading(order, -1) != -1


def _face(knowledge: PromisedKnowledge, order: int) -> int:
    return knowledge.game.setup.terms.variant.identity(knowledge.game.final.cards[order])
