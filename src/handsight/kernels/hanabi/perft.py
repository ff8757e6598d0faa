"""Count lines of play on rows, to prove the compiled rules right."""

from handsight.kernels.hanabi import rules, state_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import compiled, lowest, popcount


@compiled("int64(int64[::1], int64[:, ::1], int64)")
def perft(book: Ints, line: Ints, depth: int) -> int:
    """Count the legal lines of exactly *depth* actions from the row at *depth*, over the rows below it."""
    actions = rules.legal(book, line[depth])
    if depth == 0:
        return 1
    if depth == 1:
        return popcount(actions)
    total = 0
    while actions:
        state_layout.copy(line[depth], 0, line[depth - 1], 0, line.shape[1])
        rules.step(book, line[depth - 1], lowest(actions))
        total += perft(book, line, depth - 1)
        actions &= actions - 1
    return total


@compiled("void(int64[::1], int64[:, ::1], int64, int64[::1])")
def lines(book: Ints, line: Ints, depth: int, scores: Ints) -> None:
    """Add to *scores* the number of complete games from the row at *depth*, by final score."""
    actions = rules.legal(book, line[depth])
    if actions == 0:
        scores[rules.score(book, line[depth])] += 1
    while actions:
        state_layout.copy(line[depth], 0, line[depth - 1], 0, line.shape[1])
        rules.step(book, line[depth - 1], lowest(actions))
        lines(book, line, depth - 1, scores)
        actions &= actions - 1
