"""Endgames worked out by the kernel are those of the plain rules, world by world."""

import pytest
from plain_belief import plain_belief, positions
from slow_endgame import all_worlds, total_after

from handsight.game import Dice
from handsight.hanabi import Terms, legal, rule_set, tiny, view
from handsight.hanabi.compiled.state_conversion import to_number
from handsight.roster.hanabi import find_bot
from handsight.search.exact_endgame import solve_endgame
from handsight.search.search_settings import EndgameLimits
from handsight.search.searching_bots import Searcher

TWO = Terms(2, tiny(2, 3), hand_size=2)
STACKS = Terms(2, tiny(2, 3), rule_set("stacks"), hand_size=2)
THREE = Terms(3, tiny(2, 4), rule_set("stacks"), hand_size=2)
CYCLE = Terms(2, tiny(2, 3), hand_size=2, card_cycle=True)


def check(name: str, terms: Terms, seeds: range, moves: int, deck: int = 2) -> tuple[int, int]:
    """Compare values along games; return how many, and how many are other than with one free move."""
    compared = changed = 0
    for seed in seeds:
        for state in positions(name, terms, seed):
            if state.deck_left > deck:
                continue
            position = Searcher(terms, 0, Dice(7), find_bot(name)).position(view(state, 0))
            found = [
                solve_endgame(position, EndgameLimits(deck, 4_000, free, 10_000_000)) for free in (1, moves)
            ]
            assert found[0] is not None
            assert found[1] is not None
            worlds = all_worlds(view(state, 0), name)
            assert found[1].deals == len(worlds)
            assert found[1].deals % sum(plain_belief(view(state, 0), name).values()) == 0
            for action in legal(state):
                expected = total_after(worlds, action, 0, name, found[1].moves)
                assert found[1].totals[to_number(terms, position.state, action)] == expected
                compared += 1
                changed += found[0].totals[to_number(terms, position.state, action)] != expected
    return compared, changed


def test_the_values_are_those_of_the_plain_rules() -> None:
    compared, changed = check("pair", TWO, range(1), 2)
    assert compared > 10
    assert changed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "terms", "seeds", "moves", "least"),
    [
        ("pair", STACKS, range(3), 2, 30),
        ("pair", TWO, range(2), 3, 12),
        ("circle", THREE, range(10, 12), 2, 12),
        ("robot3", CYCLE, range(1), 2, 5),
    ],
)
def test_values_of_many_positions_are_those_of_the_plain_rules(
    name: str, terms: Terms, seeds: range, moves: int, least: int
) -> None:
    compared, changed = check(name, terms, seeds, moves)
    assert compared >= least
    assert changed
