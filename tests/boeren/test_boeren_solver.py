"""The solver against plain backward induction by the rules."""

from collections.abc import Hashable

import pytest
from boeren_rounds import random_round

from handsight.boeren import Play, State, Terms, legal, play, score
from handsight.bots.boeren.compiled.open_hands_solver import solve
from handsight.errors import TooLargeError


def induced(state: State, known: dict[Hashable, tuple[int, ...]]) -> tuple[int, ...]:
    """Let every seat take the first of its best cards, by plain backward induction."""
    final = score(state)
    if final is not None:
        return final
    if state.position not in known:
        lines = [induced(play(state, action), known) for action in legal(state)]
        known[state.position] = max(lines, key=lambda line: line[state.seat])
    return known[state.position]


@pytest.mark.parametrize(("terms", "seeds"), [(Terms(2), 12), (Terms(3), 8), (Terms(4), 1), (Terms(3, 6), 2)])
def test_the_solver_equals_plain_induction(terms: Terms, seeds: int) -> None:
    for seed in range(seeds):
        known: dict[Hashable, tuple[int, ...]] = {}
        for state in (state for state in random_round(terms, seed) if not state.bidding):
            found = solve(state)
            assert found.scores == induced(state, known)
            assert found.after == {
                action.card: induced(play(state, action), known)
                for action in legal(state)
                if isinstance(action, Play)
            }
            assert found.scores in found.after.values()


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(TooLargeError, match="up to 6 cards with all bids made"):
        solve(next(random_round(Terms(3), 1)))
    with pytest.raises(TooLargeError, match="up to 6 cards"):
        solve(next(state for state in random_round(Terms(8), 1) if not state.bidding))
