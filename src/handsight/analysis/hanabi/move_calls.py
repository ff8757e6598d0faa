"""Sentences of an analysis. None of them tells what the mover could not see; facts have their own."""

from collections.abc import Sequence
from fractions import Fraction

from handsight.analysis import analysis_rows
from handsight.analysis.analysis_rows import BLUNDER, INACCURACY, MISTAKE
from handsight.analysis.hanabi.could_have_known import (
    CHANCE_CRITICAL,
    CHANCE_PLAYABLE,
    PLAYABLE,
    TOLD_KNOWN,
    TRASH,
    Known,
)
from handsight.hanabi import Action, Discard, GiveClue, Play, State
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.search.search_settings import Precision
from handsight.text.counting_from_one import slot_number, turn_number

LEAST_LOSS = {BLUNDER: 1.5, MISTAKE: 0.7, INACCURACY: 0.3}
"""From which loss on, in points, a move is called something."""
SETTLED_ON = 1_600
"""A move that may have to be called something, but not surely, is tried on so many deals at most."""


def precision(deals: int) -> Precision:
    """Return when a race between moves ends: on so many deals, or when it is settled what to call one."""
    return Precision(deals, LEAST_LOSS[INACCURACY], analysis_rows.SURE, SETTLED_ON)


def call_of(loss: float, error: float) -> str | None:
    """Return what a loss is called; None where it is small, or not sure."""
    return analysis_rows.call_of(loss, error, LEAST_LOSS)


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


MISSED_PLAY, RISKY_PLAY, RISKY_DISCARD, NO_NEWS, OTHER = KINDS_OF_LOSS = (
    "missed-play",
    "risky-play",
    "risky-discard",
    "told-known",
    "other",
)
"""What was wrong with a move that lost, as JSON has it."""
LOSS_WORDS = {
    MISSED_PLAY: "did not play a card known to fit",
    RISKY_PLAY: "played a card that may not fit",
    RISKY_DISCARD: "discarded a card that may be critical",
    NO_NEWS: "told a player what it knew",
    OTHER: "other moves",
}


def kind_of_loss(played: Action, best: Action, known: Sequence[Known]) -> str:
    """Return what was wrong with a move, by what the mover could have known."""
    plays = {one.order for one in known if one.kind == PLAYABLE}
    kinds = {one.kind for one in known}
    if (isinstance(best, Play) and best.order in plays) or (isinstance(played, Discard) and plays):
        return MISSED_PLAY
    if isinstance(played, Play) and CHANCE_PLAYABLE in kinds:
        return RISKY_PLAY
    if isinstance(played, Discard) and CHANCE_CRITICAL in kinds:
        return RISKY_DISCARD
    return NO_NEWS if TOLD_KNOWN in kinds else OTHER


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
