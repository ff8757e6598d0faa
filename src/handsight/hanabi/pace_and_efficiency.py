"""Pace and efficiency, which hanab.live shows beside a table, by its formulas."""

from handsight.hanabi import card_value
from handsight.hanabi.actions import ClueGiven
from handsight.hanabi.state import End, State


def pace(state: State) -> int | None:
    """Return how many discards the team can still afford; None once the deck is empty or the game is over."""
    if state.deck_left == 0 or state.end is not End.IN_PROGRESS:
        return None
    return state.points + state.deck_left + state.terms.final_round - state.max_score


def cards_gotten(state: State) -> int:
    """Return how many cards are played, or clued and able to score; at most the best score possible."""
    variant = state.terms.variant
    needed = card_value.needed(variant, state.stacks, state.discarded_copies)
    held = (order for hand in state.hands for order in hand if state.touched >> order & 1)
    useful = sum(needed >> variant.identity(state.cards[order]) & 1 for order in held)
    return min(state.points + useful, state.max_score)


def clues_lost(state: State) -> float:
    """Return how many clues were given, or lost by strikes and by refunds when all tokens were there."""
    unit = 0.5 if state.terms.variant.starved else 1
    given = sum(isinstance(event, ClueGiven) for event in state.events)
    return given + unit * (state.strikes + state.wasted)


def efficiency(state: State) -> float | None:
    """Return the cards gotten per clue given or lost; None while there is no such clue."""
    lost = clues_lost(state)
    return cards_gotten(state) / lost if lost else None
