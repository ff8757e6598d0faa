"""Branch and bound for partitions, held to exhaustive search; bounds of tables with many hints."""

from random import Random

import pytest
from signals.naive_partition import hands, largest, largest_family

from handsight.signals import partition_search
from handsight.signals.partition_search import PartitionProblem, solve


def random_problem(dice: Random, hints: int, rows: int) -> PartitionProblem:
    """Return a random table: each value a hint, or cards of a colour and a rank; with copies or without."""
    touch = [1 << value for value in range(hints)]
    values = hints
    if hints > 3 and dice.random() < 0.5:  # cards: each is touched by a colour and by a rank
        colours = dice.randint(2, hints - 2)
        ranks = hints - colours
        values = colours * ranks
        touch = [((1 << ranks) - 1) << colour * ranks for colour in range(colours)]
        touch += [sum(1 << colour * ranks + rank for colour in range(colours)) for rank in range(ranks)]
    widest = dice.randint(1, min(values, 5))
    table = [sum(1 << v for v in dice.sample(range(values), dice.randint(1, widest))) for _ in range(rows)]
    copies = tuple(dice.choice((0, 1, 1, 2, 3)) for _ in range(values)) if dice.random() < 0.6 else None
    always = 1 << dice.randrange(hints) if dice.random() < 0.05 else 0
    return PartitionProblem(tuple(table), copies, tuple(touch), always)


def legal_sets(problem: PartitionProblem) -> set[int]:
    """Return the legal hints of every hand, by listing all hands."""
    rows = [[v for v in range(row.bit_length()) if row >> v & 1] for row in problem.rows]
    return {
        problem.always
        | sum(1 << h for h, mask in enumerate(problem.touch) if any(mask >> v & 1 for v in hand))
        for hand in hands(rows, problem.copies)
    }


def check_solution(problem: PartitionProblem, legal: set[int], steps: int = 1_000_000) -> int:
    """Check what a solution claims against every hand; return its size."""
    found = solve(problem, steps)
    assert all(block & mask for block in found.family for mask in legal)
    assert sum(block.bit_count() for block in found.family) == sum(found.family).bit_count()  # disjoint
    assert len(found.family) <= found.most <= found.fewest
    assert problem.legal(found.hand) in legal
    assert found.fewest == problem.legal(found.hand).bit_count()
    if found.fewest_proved:
        assert found.fewest == min(mask.bit_count() for mask in legal)
    for block in found.family:
        assert problem.proof(block) is not None
    return len(found.family) if found.most == len(found.family) else -1


def agree(number: int, seed: int) -> None:
    dice, sizes, done = Random(seed), set(), 0
    while done < number:
        hints = dice.randint(1, 12)
        problem = random_problem(dice, hints, dice.randint(1, 5))
        legal = legal_sets(problem)
        if not legal:
            assert problem.hand(0) is None
            continue
        size = check_solution(problem, legal)
        assert size == largest_family(legal, hints)
        if hints <= 6:
            assert size == largest(legal, hints)
        sizes.add(size)
        done += 1
    assert len(sizes) > 5


def test_the_search_agrees_with_exhaustive_search() -> None:
    agree(300, seed=1)


def test_the_search_for_many_hints_agrees_on_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition_search, "FEW_HINTS", 0)
    agree(300, seed=7)


@pytest.mark.slow
def test_the_search_for_many_hints_agrees_on_more_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition_search, "FEW_HINTS", 0)
    agree(1_500, seed=8)


@pytest.mark.slow
def test_the_search_agrees_with_exhaustive_search_on_five_thousand_tables() -> None:
    agree(5_000, seed=2)


def random_family(legal: set[int], hints: int, dice: Random) -> int:
    """Find many disjoint safe blocks in a simple way of its own; return how many."""
    order, rest, size = list(range(hints)), (1 << hints) - 1, 0
    dice.shuffle(order)
    while all(rest & mask for mask in legal):
        block = rest
        for hint in order:
            less = block & ~(1 << hint)
            if all(less & mask for mask in legal):
                block = less
        rest &= ~block
        size += 1
    return size


def bounds(number: int, seed: int) -> None:
    dice, done, unproved = Random(seed), 0, 0
    while done < number:
        hints = dice.randint(15, 30)
        problem = random_problem(dice, hints, dice.randint(2, 6))
        legal = legal_sets(problem)
        if not legal:
            continue
        steps = dice.choice((20, 100, 500, 3_000, 60_000))
        size = check_solution(problem, legal, steps)
        found = solve(problem, steps)
        assert max(random_family(legal, hints, dice) for _ in range(5)) <= found.most
        unproved += size < 0
        done += 1
    assert 0 < unproved < number / 2  # bounds are tried where they are all that is known, too


def test_no_bound_is_below_a_partition() -> None:
    bounds(40, seed=3)


@pytest.mark.slow
def test_no_bound_is_below_a_partition_on_a_thousand_tables() -> None:
    bounds(1_000, seed=4)


def test_the_answer_does_not_depend_on_how_it_was_found() -> None:
    dice = Random(5)
    for _ in range(30):
        problem = random_problem(dice, 20, 5)
        assert solve(problem, 2_000) == solve(problem, 2_000)


def test_a_table_of_many_hints_and_cards() -> None:
    pairs = tuple(0b11 << 2 * at for at in range(40))  # each card one of two colours, all different
    found = solve(PartitionProblem(pairs, None, tuple(1 << value for value in range(80))))
    assert len(found.family) == found.most == found.fewest == 40
    two_left = PartitionProblem((0b111,) * 20, (7, 7, 6), (1, 2, 4))  # 20 cards are all that is left
    found = solve(two_left)
    assert len(found.family) == 3
    rows, copies = two_left.proof(1) or (0, 0)
    assert (rows.bit_count(), copies) == (14, 13)  # 13 cards would avoid it, so 14 rows are enough


def test_a_search_that_ends_while_it_looks_at_a_hand_goes_on_without_it() -> None:
    rows = (2, 29438, 24506, 6975, 31483, 8507, 4834, 687, 13568, 64)
    copies = (2, 2, 1, 1, 3, 1, 1, 1, 3, 3, 2, 1, 2, 1, 2)
    problem = PartitionProblem(rows, copies, tuple(1 << value for value in range(15)))
    for steps in (500, 2_000, 5_000, 20_000):
        assert len(solve(problem, steps).family) <= 3  # which 1,000,000 steps prove to be the most


def test_a_search_may_end_at_any_step() -> None:
    dice = Random(6)
    problems = [random_problem(dice, 16, 6) for _ in range(8)]
    for problem in problems:
        if problem.hand(0) is None:
            continue
        best = solve(problem, 1_000_000)
        for steps in range(0, min(best.steps, 1_500), 29):
            found = solve(problem, steps)
            assert len(found.family) <= len(best.family) <= found.most <= found.fewest
