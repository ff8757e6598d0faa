"""The open-hand solver against every line of play by the rules on tiny decks; and on real decks."""

import pytest
from msgspec.structs import replace
from search.slow_open_hands import best_score, tiny_states

import handsight as hs
from handsight.errors import InputError
from handsight.hanabi import Card, Setup, State, Terms, deal, play, rule_set, tiny, variant
from handsight.lab.hanabi.game_plan import shuffled_setup
from handsight.lab.hanabi.winnable_deals import Winnability, dealt, solve_each
from handsight.lab.job_runner import RunSettings
from handsight.search import open_hands
from handsight.search.open_hands import Solution, move_text, solve, solve_state

UNWINNABLE = 270
"""A deal of seed 5 for two players that cannot be won."""


def check_line(state: State, solution: Solution) -> None:
    """Replay the line of a solution by the rules."""
    assert solution.line == tuple(move_text(state.terms.variant, action) for action in solution.actions)
    for action in solution.actions:
        state = play(state, action)
    assert state.points >= solution.best
    assert not state.struck_out


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 25), *(pytest.param(seed, 250, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_the_answer_is_that_of_every_line_of_play(seed: int, count: int) -> None:
    for state in tiny_states(seed, count):
        solution = solve_state(state)
        assert solution.proved
        assert solution.best == best_score(state)
        check_line(state, solution)


def test_without_a_memory_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    states = list(tiny_states(4, 150))
    found = [solve_state(state).best for state in states]
    monkeypatch.setattr(open_hands, "_table_size", lambda _limit: 2)
    assert [solve_state(state).best for state in states] == found


def test_more_tokens_can_be_worse_by_the_rules() -> None:
    """With all tokens nobody may discard: the reason why proofs use more lenient rules."""
    terms = Terms(2, tiny(1, 3), hand_size=1, max_clues=1, max_strikes=1)
    deck = tuple(Card(0, rank) for rank in (3, 2, 2, 1, 1, 1))
    full = deal(Setup(terms, deck))
    fewer = replace(full, clue_units=0)
    assert best_score(full) < best_score(fewer)
    assert solve_state(full).best == best_score(full)
    assert solve_state(fewer).best == best_score(fewer)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_lines_of_real_decks_obey_the_rules(players: int) -> None:
    for name in ("No Variant", "6 Suits", "Reversed (5 Suits)", "Clue Starved (5 Suits)"):
        state = deal(shuffled_setup(Terms(players, variant(name)), 5, 0))
        solution = solve_state(state, nodes=200_000)
        assert solution.best >= state.terms.variant.max_score - 3
        check_line(state, solution)


def test_a_deal_that_cannot_be_won_is_proved_so() -> None:
    state = deal(shuffled_setup(Terms(2), 5, UNWINNABLE))
    solution = solve_state(state)
    assert (solution.best, solution.proved, solution.bound) == (24, True, 24)
    check_line(state, solution)


def test_a_small_limit_leaves_the_answer_open() -> None:
    state = deal(shuffled_setup(Terms(2), 5, 227))
    solution = solve_state(state, nodes=5_000)
    assert not solution.proved
    assert solution.best < solution.bound == 25
    check_line(state, solution)


def test_a_recorded_game_is_solved_from_any_turn() -> None:
    game = hs.load("sample:first")
    assert hs.solve(game).best == 25
    late = hs.solve(game, turn=len(game.actions))
    assert (late.best, late.proved, late.line) == (23, True, ())
    best = [hs.solve(game, turn=turn).best for turn in range(0, len(game.actions), 7)]
    assert best == sorted(best, reverse=True)
    with pytest.raises(InputError, match="there is no turn 999"):
        hs.solve(game, turn=999)


@pytest.mark.parametrize(
    ("terms", "what"),
    [
        (Terms(2, variant("Up or Down (5 Suits)")), "stacks"),
        (Terms(3, variant("Alternating Clues (5 Suits)")), "alternating"),
        (Terms(2, deck_plays=True), "deck plays"),
        (Terms(2, all_or_nothing=True), "all or nothing"),
    ],
)
def test_unknown_rules_are_refused(terms: Terms, what: str) -> None:
    with pytest.raises(InputError, match=what):
        solve(Setup(terms, terms.variant.deck()))


def test_a_short_deck_is_refused() -> None:
    terms = Terms(2)
    with pytest.raises(InputError, match="lists 20 of 50 cards"):
        solve(Setup(terms, terms.variant.deck()[:20]))


def test_workers_find_the_same_in_the_same_order() -> None:
    start = dealt(Terms(3, rules=rule_set("explorer")), 7)
    alone, shared = (list(solve_each(start, 12, RunSettings(workers), 10_000)) for workers in (1, 3))
    assert [found for _, found in alone] == [found for _, found in shared]


def test_deals_that_nobody_can_win_are_counted() -> None:
    found = Winnability()
    for _, solution in solve_each(dealt(Terms(2), 5), UNWINNABLE + 8, RunSettings(), 20_000):
        found += solution
    assert found.lost == 2  # numbers 270 and 277
    assert found.deals == UNWINNABLE + 8
