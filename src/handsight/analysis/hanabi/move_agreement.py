"""How a recorded game agrees with a convention: its moves, the promises of its clues, what they tell.

Everything is counted for one game; shares and their errors over many games are in `handsight.lab`.

- *move*, *kind*: the convention's choice, after reading all that was done, is the move that was made; or is
  a play, a discard or a clue as that was.
- *sound*: of the clues that promise anything about a card they touch, those whose promises are all true.
- *told*: of all plays, those of a card that is surely playable, by promise, to its holder, or that an open
  reading asks for. *false*: of the turns at which some card of the seat to move is told so, those at which
  one of them does not fit.
- *bits*: the mean, over the touched cards of the seat to move, of log2((0.98 p + 0.02 q) / q), where p is
  the chance of the true card by promise and q by the rules alone. A false promise costs 5.6 bits.
"""

from collections.abc import Sequence
from math import log2

from msgspec import Struct

from handsight.conventions.interpreter.interpreter import Action
from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.hanabi import ClueGiven, GiveClue, Play, card_value, view
from handsight.knowledge import evidence

TRUST = 0.98
"""How far a promise is trusted when bits are counted; the rest goes to the rules alone."""


class GameAgreement(Struct, frozen=True):
    """The counts of one game; of a bot without promises, those of its moves alone."""

    players: int
    moves: int = 0
    agreed: int = 0
    kinds: int = 0
    clues: int = 0
    """Clues that promise anything about a card they touch."""
    sound: int = 0
    plays: int = 0
    told: int = 0
    told_by_clues: int = 0
    """Plays of a card that is surely playable by the rules alone."""
    telling_turns: int = 0
    """Turns at which some card of the seat to move is surely playable by promise."""
    false: int = 0
    cards: int = 0
    """Touched cards of the seat to move, added up over all turns."""
    bits: float = 0.0


def plain_choices(knowledge: PromisedKnowledge) -> tuple[Action | None, ...]:
    """Return what the convention would have done at each move, by the interpreter."""
    return tuple(knowledge.choice(state.turn).action for state, _ in knowledge.game.moves())


def game_agreement(
    knowledge: PromisedKnowledge, choices: Sequence[Action | None] | None = None
) -> GameAgreement:
    """Count how a game agrees with a convention.

    Args:
        knowledge: The game as the convention reads it.
        choices: What the convention would have done at each move; by default, the interpreter says it.
    """
    wanted = plain_choices(knowledge) if choices is None else choices
    game = knowledge.game
    moves = agreed = kinds = clues = sound = plays = told = by_clues = telling = false = cards = 0
    bits = 0.0
    for (state, done), choice in zip(knowledge.game.moves(), wanted, strict=True):
        moves += 1
        agreed += done == choice
        kinds += type(done) is type(choice)
        hand, faces = state.hands[state.seat], state.cards
        identity = state.terms.variant.identity
        if isinstance(done, GiveClue):
            promised = promises_of_clue(knowledge, state.turn)
            clues += bool(promised)
            sound += bool(promised) and all(mask >> identity(faces[order]) & 1 for order, mask in promised)
        by_rules = evidence(view(state, state.seat)).clue_deal
        by_promise = knowledge.deal(state.turn, state.seat)
        playable = card_value.playable(state.terms.variant, state.stacks)
        sure = told_to_play(knowledge, state.turn, state.seat)
        if isinstance(done, Play):
            plays += 1
            told += done.order in sure
            by_clues += done.order in hand and not by_rules.possible[hand.index(done.order)] & ~playable
        if sure:
            telling += 1
            false += any(not playable >> identity(faces[order]) & 1 for order in sure)
        for slot, order in enumerate(hand):
            if state.touched >> order & 1:
                cards += 1
                face = identity(faces[order])
                bits += _bits(by_promise.marginals[slot], by_rules.marginals[slot], face)
    return GameAgreement(
        game.setup.terms.players,
        moves,
        agreed,
        kinds,
        clues,
        sound,
        plays,
        told,
        by_clues,
        telling,
        false,
        cards,
        bits,
    )


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


def _bits(by_promise: Sequence[int], by_rules: Sequence[int], face: int) -> float:
    """Return what promises tell about a card that is truly *face*, in bits; less than 0 if they mislead."""
    p, q = by_promise[face] / sum(by_promise), by_rules[face] / sum(by_rules)
    return log2((TRUST * p + (1 - TRUST) * q) / q)
