"""The public table of a hand in a recorded game: what everybody knows of it, the holder included.

Public are all clues, and every card that was played or discarded; what lies in the other hands is not, since
each holder does not see it. Where the value of a clue, or a played card, is hidden, it is not public either.
"""

from handsight.deals import cover
from handsight.game.bitmask import members
from handsight.game.recorded_game import seat_in, turn_in
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import CardPlayed, ClueGiven, State
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.view import hidden_clue_part, without_clue
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.signals.hint_partition import is_blind
from handsight.signals.hint_table import HintKind, HintTable

HIDDEN_CLUES = (
    "some cards may be listed that cannot be there: clues whose value is hidden are judged card by card"
)


def public_table(
    game: Game | State, *, seat: int | str, turn: int | None = None, kind: HintKind = "both"
) -> HintTable:
    """Return what is public of a hand, with the hints that may be given to it.

    Args:
        game: a recorded game, or one state.
        seat: whose hand, by number from 0, by name or as `P0`.
        turn: the number of actions taken before, by default all of them.
        kind: which hints to use.

    Raises:
        InputError: there is no such turn or seat, or no hint of this kind.
    """
    if isinstance(game, State):
        state, holder = game, seat_in(NAMES[: game.terms.players], seat)
    else:
        state, holder = game.states[turn_in(game, turn)], seat_in(game.seats, seat)
    variant, terms = state.terms.variant, state.terms
    last = state.last_clue if variant.alternating else None
    clues = [clue for clue in variant.clues() if last is None or clue.kind != last.kind]
    touch = {
        clue: frozenset(variant.text(variant.card(one)) for one in members(variant.touch(clue)))
        for clue in clues
    }
    names = {clue: clue_in_words(variant, clue) for clue in clues}
    masks, caveat = _masks(state, holder)
    return HintTable(
        tuple(frozenset(variant.text(variant.card(one)) for one in members(mask)) for mask in masks),
        {names[clue]: touch[clue] for clue in clues if clue.kind == "color"},
        {names[clue]: touch[clue] for clue in clues if clue.kind == "number"},
        {variant.text(card): left for card, left in zip(variant.cards, _copies_left(state), strict=True)},
        frozenset(names[clue] for clue in clues if terms.empty_clues or is_blind(variant, clue)),
        caveat,
    ).only(kind)


def _masks(state: State, seat: int) -> tuple[list[int], str]:
    """Return what all clues leave of each card of a hand, and a caveat."""
    variant, caveat = state.terms.variant, ""
    masks = dict.fromkeys(state.hands[seat], variant.everything)
    public = _public_cards(state)
    for event in state.events:
        if not isinstance(event, ClueGiven) or not any(
            order in masks for order in event.touched + event.missed
        ):
            continue
        hides = hidden_clue_part(state.terms, event.seat)
        given = without_clue(event, hides) if hides else event
        cases = []
        for clue in variant.clues():
            touch = variant.touch(clue)
            fits = given.clue == clue or (given.clue is None and given.kind in (None, clue.kind))
            case = dict.fromkeys(given.touched, touch) | dict.fromkeys(given.missed, ~touch)
            seen = (case[order] >> public[order] & 1 for order in case if order in public)
            if fits and all(seen):
                cases.append(tuple(case.get(order, variant.everything) for order in masks))
        if len(cases) > 1:
            caveat = HIDDEN_CLUES
        for order, narrow in zip(masks, cover(cases), strict=True):
            masks[order] &= narrow
    return list(masks.values()), caveat


def _public_cards(state: State) -> dict[int, int]:
    """Return the identity of every card that everybody has seen, by its order."""
    variant = state.terms.variant
    unseen = {order for hand in state.hands for order in hand}
    if variant.face_down:
        unseen.update(event.order for event in state.events if isinstance(event, CardPlayed))
    return {
        order: variant.identity(state.cards[order]) for order in range(state.drawn) if order not in unseen
    }


def _copies_left(state: State) -> list[int]:
    """Count, for each identity, the copies that were neither played nor discarded for all to see."""
    left = list(state.terms.variant.copies)
    for identity in _public_cards(state).values():
        left[identity] -= 1
    return left
