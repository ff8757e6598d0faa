"""Sentences of an analysis. None of them tells what the mover could not see; facts have their own."""

from collections.abc import Sequence
from fractions import Fraction

from handsight.hanabi import Action, Discard, GiveClue, Play, State
from handsight.knowledge.hanabi.explanation import clue_in_words
from handsight.lab.hanabi.analysis.known import (
    CHANCE_CRITICAL,
    CHANCE_PLAYABLE,
    PLAYABLE,
    TOLD_KNOWN,
    TRASH,
    Known,
)
from handsight.text.counting import slot_number, turn_number

INACCURACY, MISTAKE, BLUNDER = CALLS = "inaccuracy", "mistake", "blunder"
"""What a loss is called, from the smallest."""
LEAST_LOSS = {BLUNDER: 1.5, MISTAKE: 0.7, INACCURACY: 0.3}
SURE = 3.0
"""A loss is called something only if it is at least so many standard errors."""


def call_of(loss: float, error: float) -> str | None:
    """Return what a loss is called; None where it is small, or not sure."""
    if loss < SURE * error:
        return None
    return next((call for call, least in LEAST_LOSS.items() if loss >= least), None)


def move_in_words(state: State, names: Sequence[str], action: Action) -> str:
    """Say a move of the seat to move: "discard slot 5", "clue Cathy 2"."""
    match action:
        case Play(order) | Discard(order):
            verb = "play" if isinstance(action, Play) else "discard"
            slot = state.slot(order)
            return f"{verb} {'the last card of the deck' if slot is None else f'slot {slot_number(slot)}'}"
        case GiveClue(seat, clue):
            return f"clue {names[seat]} {clue_in_words(state.terms.variant, clue)}"
    raise AssertionError(action)


def why_lost(state: State, names: Sequence[str], played: Action, best: Action, known: Sequence[Known]) -> str:
    """Say what was wrong with a move by what the mover could have known; empty where nothing is."""
    eyes = f"in {names[state.seat]}'s eyes"
    parts = list[str]()
    by_kind: dict[str, list[Known]] = {}
    for one in known:
        by_kind.setdefault(one.kind, []).append(one)
    plays = by_kind.get(PLAYABLE, [])
    match best, played:
        case Play(order), _ if played != best:
            parts += [f"did not play {_named(state, one)}" for one in plays if one.order == order]
        case _, Discard() if plays:
            parts.append(f"did not play {_named(state, plays[0])}")
    match played:
        case Play(order) if chances := by_kind.get(CHANCE_PLAYABLE):
            parts.append(f"played {_slot(state, order)}, which fits with chance {_chance(chances[0])} {eyes}")
        case Discard(order):
            risk = by_kind.get(CHANCE_CRITICAL, [])
            trash = [one for one in by_kind.get(TRASH, ()) if one.order != order]
            if risk:
                parts.append(
                    f"discarded {_slot(state, order)}, critical with chance {_chance(risk[0])} {eyes}"
                )
            if trash and not any(one.order == order for one in by_kind.get(TRASH, ())):
                parts.append(f"{_slot(state, trash[0].order)} was known trash since turn {_since(trash[0])}")
        case GiveClue(seat, _) if by_kind.get(TOLD_KNOWN):
            parts.append(f"told {names[seat]} what {names[seat]} knew")
    return "; ".join(parts)


def _named(state: State, one: Known) -> str:
    what = one.card or _slot(state, one.order)
    return f"{what}, known {'' if one.card else 'to fit '}since turn {_since(one)}"


def _slot(state: State, order: int | None) -> str:
    slot = None if order is None else state.slot(order)
    return "the last card of the deck" if slot is None else f"slot {slot_number(slot)}"


def _since(one: Known) -> int:
    return turn_number(one.since or 0)


def _chance(one: Known) -> Fraction:
    return one.chance or Fraction(0)
