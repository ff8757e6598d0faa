"""Our rules agree with the published counts, line by line."""

from pathlib import Path

import pytest

from handsight import hanabi
from handsight.game import divide, lines, perft
from handsight.knowledge import count_worlds
from handsight.notation.hanabi import perft_file

CASES = perft_file.read((Path(__file__).parents[1] / "perft" / "hanabi.perft").read_text())
SHALLOW = [
    pytest.param(case, depth, id=f"{case.name}@{depth}")
    for case in CASES
    for depth, count in case.perft.items()
    if count < 60_000
]


@pytest.mark.parametrize(("case", "depth"), SHALLOW)
def test_perft(case: perft_file.PerftCase, depth: int) -> None:
    assert perft(hanabi, case.state, depth) == case.perft[depth]


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in CASES if any(n >= 60_000 for n in c.perft.values())], ids=str)
def test_deep_perft(case: perft_file.PerftCase) -> None:
    assert {d: perft(hanabi, case.state, d) for d in case.perft} == case.perft


@pytest.mark.parametrize("case", [case for case in CASES if case.lines], ids=str)
def test_tiny_decks_to_the_end(case: perft_file.PerftCase) -> None:
    assert lines(hanabi, case.state, lambda state: state.position) == case.lines


@pytest.mark.parametrize("case", [case for case in CASES if case.worlds], ids=str)
def test_worlds_that_cannot_be_ruled_out(case: perft_file.PerftCase) -> None:
    assert {depth: count_worlds(case.state, depth) for depth in case.worlds} == case.worlds


def test_divide_adds_up_to_perft() -> None:
    case = CASES[0]
    assert sum(divide(hanabi, case.state, 4).values()) == case.perft[4]
