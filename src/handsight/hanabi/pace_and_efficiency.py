"""Pace, efficiency and the other figures that hanab.live shows beside a table, by its formulas."""

from math import floor
from typing import Literal

from handsight.hanabi import card_value
from handsight.hanabi.actions import ClueGiven
from handsight.hanabi.state import End, State
from handsight.hanabi.terms import Terms

Risk = Literal["zero", "high", "medium", "low"]


def pace(state: State) -> int | None:
    """Return how many discards the team can afford; None once the deck or the points to make have run out."""
    if state.deck_left == 0 or state.end is not End.IN_PROGRESS:
        return None
    return state.points + state.deck_left + state.terms.final_round - state.max_score


def risk(state: State) -> Risk:
    """Return how close the pace is to costing points."""
    left, turns = pace(state), state.terms.final_round
    if left is None:
        return "low"
    if left <= 0:
        return "zero"
    if left - turns + turns // 2 < 0:
        return "high"
    return "medium" if left - turns < 0 else "low"


def cards_gotten(state: State) -> int:
    """Count the cards played, and those in hand that a clue touched and that can still score."""
    variant = state.terms.variant
    needed = card_value.needed(variant, state.stacks, state.discarded_copies)
    held = (order for hand in state.hands for order in hand if state.touched >> order & 1)
    useful = sum(needed >> variant.identity(state.cards[order]) & 1 for order in held)
    return min(state.points + useful, state.max_score)


def clues_lost(state: State) -> float:
    """Count the clues given, and those that strikes and tokens beyond the maximum have cost."""
    unit = 0.5 if state.terms.variant.starved else 1
    given = sum(isinstance(event, ClueGiven) for event in state.events)
    return given + unit * (state.strikes + state.wasted)


def efficiency(state: State) -> float | None:
    """Return the cards gotten per clue; None before the first clue."""
    lost = clues_lost(state)
    return cards_gotten(state) / lost if lost else None


def clues_usable(state: State) -> int | None:
    """Return how many clues can still be given; None once the deck is empty."""
    variant = state.terms.variant
    limits = card_value.max_heights(variant, state.stacks, state.discarded_copies)
    missing = [
        limit - height
        for rule, limit, height in zip(variant.stacks, limits, state.heights, strict=True)
        if limit == rule.full and height < limit
    ]
    needed = sum(limits) - state.points
    return count_usable_clues(state.terms, needed, missing, state.deck_left, float(state.tokens))


def count_usable_clues(terms: Terms, needed: int, missing: list[int], deck: int, tokens: float) -> int | None:
    """Count the clues that can still be given, from the cards left in the deck and the clue tokens.

    *needed* points can still be made; *missing* has, for each stack that can still be completed, the number
    of cards that it lacks.
    """
    if deck == 0:
        return None
    last = terms.final_round
    room = last + deck
    discards = deck - 1 if needed <= last + 1 else max(room - needed, 0)
    plays = min(needed, room) - min(needed, last + 1)
    finished = 0
    for cards in sorted(missing):
        if cards > plays:
            break
        plays -= cards
        finished += 1
    unit = 0.5 if terms.variant.starved else 1
    refund = 0 if terms.variant.face_down else unit
    return floor(discards * unit + finished * refund + tokens)


def future_efficiency(state: State) -> float | None:
    """Return the cards still to get per clue still usable; None when no clue is."""
    left = clues_usable(state)
    return (state.max_score - cards_gotten(state)) / left if left else None
