"""Perft: count lines of play, to check the compiled rules."""

from handsight.compiled.jit import Ints, compiled, lowest_bit, popcount
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st


@compiled("int64(int64[::1], int64[:, ::1], int64)")
def perft(terms: Ints, line: Ints, depth: int) -> int:
    """Count the lines of exactly *depth* legal actions from ``line[depth]``; lower states are workspace."""
    actions = rules.legal(terms, line[depth])
    if depth == 0:
        return 1
    if depth == 1:
        return popcount(actions)
    total = 0
    while actions:
        st.copy_words(line[depth], 0, line[depth - 1], 0, line.shape[1])
        rules.step(terms, line[depth - 1], lowest_bit(actions))
        total += perft(terms, line, depth - 1)
        actions &= actions - 1
    return total


@compiled("void(int64[::1], int64[:, ::1], int64, int64[::1])")
def count_games(terms: Ints, line: Ints, depth: int, scores: Ints) -> None:
    """Count the complete games from ``line[depth]`` by final score, adding to *scores*."""
    actions = rules.legal(terms, line[depth])
    if actions == 0:
        scores[rules.score(terms, line[depth])] += 1
    while actions:
        st.copy_words(line[depth], 0, line[depth - 1], 0, line.shape[1])
        rules.step(terms, line[depth - 1], lowest_bit(actions))
        count_games(terms, line, depth - 1, scores)
        actions &= actions - 1
