"""Stack rules, walked card by card."""

import itertools

import pytest
from msgspec.structs import replace

from handsight.hanabi import START, Card, CardSet, Setup, Terms, card_value, deal, variant
from handsight.hanabi.rules import fits
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


def test_in_sudoku_only_an_empty_stack_needs_a_start_of_its_own() -> None:
    terms = Terms(2, variant("Sudoku (4 Suits)"))
    begun_with_1, begun_with_4 = 1, 13
    state = replace(deal(Setup(terms, terms.variant.deck())), stacks=(begun_with_1, begun_with_4, 0, 0))
    assert fits(state, Card(1, 1)) == begun_with_4 + 1, "1 follows 4, though red began with it"
    assert fits(state, Card(0, 2)) == begun_with_1 + 1
    assert [fits(state, Card(2, rank)) for rank in (1, 4)] == [NO, NO]
    assert min(fits(state, Card(2, rank)) for rank in (2, 3)) > 0
    fitting = [card for card in terms.variant.cards if fits(state, card) != NO]
    assert str(CardSet(terms.variant, card_value.playable(terms.variant, state.stacks))) == " ".join(
        terms.variant.text(card) for card in fitting
    )


@pytest.mark.parametrize("begun", [0, 1], ids=["empty", "begun with START"])
def test_either_end_of_a_stack_up_or_down_will_do_while_both_are_left(begun: int) -> None:
    some = variant("Up or Down (5 Suits)")
    ends = [some.identity(some.read(card)) for card in ("r1", "r5")]
    none_gone = [0] * len(some.cards)
    stacks = (begun, 0, 0, 0, 0)
    critical = card_value.critical(some, stacks, tuple(none_gone))
    assert not any(critical >> end & 1 for end in ends)
    none_gone[ends[1]] = 1
    assert card_value.critical(some, stacks, tuple(none_gone)) >> ends[0] & 1
