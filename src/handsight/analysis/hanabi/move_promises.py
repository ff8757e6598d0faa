"""What a convention promises at a move of a recorded game: by the move, and to the seat that is to act."""

from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.hanabi import ClueGiven, card_value

TRUST = 0.98
"""How far a promise is trusted when bits are counted; the rest goes to the rules alone."""


def told_to_play(knowledge: PromisedKnowledge, turn: int, seat: int) -> tuple[int, ...]:
    """Return the cards that a holder is told to play: surely playable by promise, or asked for."""
    state = knowledge.game.states[turn]
    playable = card_value.playable(state.terms.variant, state.stacks)
    asked = knowledge.context(turn, seat).asked
    cards = zip(state.hands[seat], knowledge.deal(turn, seat).possible, strict=False)
    return tuple(order for order, mask in cards if not mask & ~playable or asked >> order & 1)


def promises_of_move(knowledge: PromisedKnowledge, turn: int) -> tuple[tuple[int, int], ...]:
    """Return what a move promises: pairs of a card and a set. An open reading promises its focus."""
    public, memory = knowledge.moments[turn + 1]
    opened = (question for question in memory.questions if question.turn == public.turn)
    readings = ((question.focus, question.focus_values) for question in opened if question.focus is not None)
    return (*memory.new_promises, *readings)


def promises_of_clue(knowledge: PromisedKnowledge, turn: int) -> tuple[tuple[int, int], ...]:
    """Return what a clue promises; empty if it promises nothing of its cards.

    What it promises of cards that it does not touch belongs to a promise about those that it touches.
    """
    event, promised = knowledge.moments[turn + 1][0].last_action, promises_of_move(knowledge, turn)
    touched = event.touched if isinstance(event, ClueGiven) else ()
    return promised if any(order in touched for order, _ in promised) else ()
