"""What checks need of the compiled observation of the Hanabi Learning Environment, from Python."""

from handsight.compiled.jit import Ints, compiled
from handsight.hanabi import CardDiscarded, CardPlayed, ClueGiven, State
from handsight.hanabi.compiled import state_layout as st
from handsight.notation.hanabi.compiled.hle_observation import (
    COLOR_TOUCHED,
    NOTES,
    NUMBER_TOUCHED,
    TOKEN_GAINED,
    UNITS_NOTED,
    from_hle,
    legal_in_hle,
    to_hle,
)


def write_notes(array: Ints, state: State) -> None:
    """Write the notes of a state that was converted, from its events."""
    array[st.MEMORY : st.MEMORY + NOTES] = 0
    terms, units, ranks = state.terms, state.terms.max_clues, len(state.terms.variant.ranks)
    for event in state.events:
        before, finished = units, False
        match event:
            case ClueGiven(kind=kind, touched=touched):
                units -= 1
                for order in touched:
                    array[COLOR_TOUCHED if kind == "color" else NUMBER_TOUCHED] |= 1 << order
            case CardPlayed(fits=True, order=order) if terms.rules.refund_five:
                finished = terms.variant.identity(state.cards[order]) % ranks == ranks - 1
                units += finished and units < terms.max_clues
            case CardDiscarded():
                units += units < terms.max_clues
            case CardPlayed():
                pass
            case _:
                continue
        array[TOKEN_GAINED] = finished and units > before
    array[UNITS_NOTED] = state.clue_units


@compiled("int64(int64[::1], int64[::1])")
def legal_numbers(terms: Ints, state: Ints) -> int:
    """Return the set of legal actions of the seat to move, in HLE's numbers."""
    return legal_in_hle(terms, state)


@compiled("int64(int64[::1], int64[::1], int64)")
def action_of_number(terms: Ints, state: Ints, number: int) -> int:
    """Return our number of the action that HLE gives a number, or -1 where there is no such card."""
    return from_hle(terms, state, number)


@compiled("int64(int64[::1], int64[::1], int64)")
def number_of_action(terms: Ints, state: Ints, action: int) -> int:
    """Return HLE's number of an action of ours."""
    return to_hle(terms, state, action)
