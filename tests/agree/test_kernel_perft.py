"""The compiled rules count the same lines of play as the published oracle."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from bench.batches.compiled_perft import count_games, perft
from handsight.compiled.jit import Ints
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_array
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.notation.hanabi import perft_file

CASES = perft_file.read((Path(__file__).parents[1] / "perft" / "hanabi.perft").read_text())
LONGEST = 64


def line_from(case: perft_file.PerftCase, depth: int) -> Ints:
    line = np.zeros((depth + 1, st.MEMORY), np.int64)
    line[depth] = to_array(case.state)
    return line


@pytest.mark.parametrize("case", CASES, ids=str)
def test_perft(case: perft_file.PerftCase) -> None:
    packed_terms = terms_array(case.state.terms)
    assert {depth: perft(packed_terms, line_from(case, depth), depth) for depth in case.perft} == case.perft


@pytest.mark.parametrize("case", [case for case in CASES if case.lines], ids=str)
def test_tiny_decks_to_the_end(case: perft_file.PerftCase) -> None:
    scores = np.zeros(case.state.terms.variant.max_score + 1, np.int64)
    count_games(terms_array(case.state.terms), line_from(case, LONGEST), LONGEST, scores)
    assert Counter({score: count for score, count in enumerate(scores.tolist()) if count}) == case.lines
