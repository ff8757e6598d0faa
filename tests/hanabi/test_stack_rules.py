"""Stack rules, walked card by card."""

import itertools

import pytest

from handsight.hanabi import START
from handsight.hanabi.variants.stacks import NO, StackRule, down, sudoku, up, up_or_down

SIX = (1, 2, 3, 4, 5, START)


def complete(rule: StackRule, ranks: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every order of cards that finishes a stack."""
    orders: set[tuple[int, ...]] = set()
    paths: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while paths:
        played, state = paths.pop()
        assert rule.height[state] == len(played)
        assert rule.tops[state] == (played[-1] if played else 0)
        steps = [(rank, step) for rank, step in zip(ranks, rule.steps[state], strict=True) if step != NO]
        assert bool(steps) == (len(played) < rule.full)
        if not steps:
            orders.add(played)
        paths.extend(((*played, rank), step) for rank, step in steps)
    return orders


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_up_and_down_have_one_order_each(size: int) -> None:
    ranks = tuple(range(1, size + 1))
    assert complete(up(size), ranks) == {ranks}
    assert complete(down(size), ranks) == {ranks[::-1]}


def test_up_or_down_runs_either_way_from_its_end_or_from_start() -> None:
    assert complete(up_or_down(), SIX) == {
        (1, 2, 3, 4, 5),
        (5, 4, 3, 2, 1),
        (START, 2, 3, 4, 5),
        (START, 4, 3, 2, 1),
    }


def test_up_or_down_does_without_any_one_of_its_spare_cards_but_not_two() -> None:
    rule = up_or_down()
    spare = {rank for at, rank in enumerate(SIX) if rule.spare >> at & 1}
    assert spare == {1, 5, START}
    orders = complete(rule, SIX)
    for lost in itertools.chain(itertools.combinations(spare, 1), itertools.combinations(spare, 2)):
        assert any(not set(lost) & set(order) for order in orders) == (len(lost) == 1)


@pytest.mark.parametrize("size", [4, 5])
def test_sudoku_starts_anywhere_and_goes_round(size: int) -> None:
    ranks = tuple(range(1, size + 1))
    rule = sudoku(size)
    assert complete(rule, ranks) == {ranks[at:] + ranks[:at] for at in range(size)}
    assert len(rule.steps) == 1 + size * size
    for start in range(size):
        state = rule.steps[0][start]
        for _ in range(size - 1):
            assert rule.starts[state] == start
            state = max(rule.steps[state])
        assert (rule.starts[state], rule.height[state]) == (start, size)


def test_tops_are_shown_with_their_direction() -> None:
    rule = up_or_down()
    assert [up(5).top(state) for state in range(6)] == ["-", "1", "2", "3", "4", "5"]
    assert [down(3).top(state) for state in range(4)] == ["-↓", "3↓", "2↓", "1↓"]
    assert {rule.top(state) for state in rule.steps[0] if state != NO} == {"1↑", "5↓", "s"}
    assert rule.top(0) == "-"
