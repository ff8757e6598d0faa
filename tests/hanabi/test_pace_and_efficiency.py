"""The figures beside a table: best score, pace, efficiency; known vectors of each."""

from collections import Counter

import pytest
from hanabi.example_states import with_stacks
from msgspec.structs import replace

from handsight.hanabi import (
    Clue,
    Discard,
    End,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    card_value,
    deal,
    pace_and_efficiency,
    play,
    variant,
)

PLAIN = variant("No Variant")


def start(players: int, name: str = "No Variant") -> State:
    chosen = variant(name)
    return deal(Setup(Terms(players, chosen), chosen.deck()))


def dealt(front: str) -> State:
    """Deal two players a deck that begins with these cards."""
    cards, rest = [PLAIN.read(word) for word in front.split()], Counter(PLAIN.deck())
    rest.subtract(cards)
    return deal(Setup(Terms(2), (*cards, *sorted(rest.elements()))))


def position(
    players: int = 2,
    *,
    stacks: tuple[int, ...] = (0, 0, 0, 0, 0),
    gone: str = "",
    deck: int = 40,
    clue_units: int = 8,
) -> State:
    """A made-up moment: these stacks, these cards in the discard pile, so many cards in the deck."""
    return with_stacks(start(players), stacks, gone.split(), drawn=50 - deck, clue_units=clue_units)


@pytest.mark.parametrize(
    ("stacks", "gone", "best"),
    [
        ((0, 0, 0, 0, 0), "", 25),
        ((0, 0, 0, 0, 0), "g3 g3", 22),
        ((0, 0, 1, 0, 0), "g3 g3", 22),
        ((0, 0, 2, 0, 0), "g3 g3", 22),
        ((0, 0, 3, 0, 0), "g3", 25),
        ((0, 0, 0, 0, 0), "y1 y1 y1", 20),
        ((2, 0, 0, 0, 0), "r5", 24),
        ((2, 0, 0, 0, 0), "r2 r1 r1", 25),  # the copy that is left lies on the stack
        ((2, 0, 0, 0, 0), "r5 r4 r4 r3", 23),
        ((0, 0, 0, 0, 0), "r1 r1 r1 y2 y2 g3 g3 b4 b4 p5", 0 + 1 + 2 + 3 + 4),
        ((0, 0, 0, 0, 0), "r1 r1 y2 g3 b4", 25),
    ],
)
def test_the_best_score_that_the_discard_pile_allows(stacks: tuple[int, ...], gone: str, best: int) -> None:
    assert position(stacks=stacks, gone=gone).max_score == best


def test_the_best_score_of_a_stack_that_may_run_either_way() -> None:
    chosen = variant("Up or Down (5 Suits)")

    def best(top: str, *gone: str) -> int:
        rule = chosen.stacks[0]
        at = [rule.top(state) for state in range(len(rule.tops))].index(top)
        lost = [0] * len(chosen.cards)
        for word in gone:
            lost[chosen.identity(chosen.read(word))] += 1
        return card_value.max_heights(chosen, (at, 0, 0, 0, 0), tuple(lost))[0]

    assert best("-") == 5
    assert best("-", "r1") == 5  # START, and up
    assert best("-", "rs") == 5  # from 1, or from 5
    assert best("-", "r1", "rs") == 4  # down from 5, without the 1
    assert best("-", "r1", "r5") == 4  # START does not replace the far end
    assert best("-", "r1", "r5", "rs") == 0
    assert best("-", "r3", "r3") == 2
    assert best("s", "r2", "r2") == 3  # down: START, 4, 3
    assert best("s", "r1") == 5
    assert best("1↑", "r5") == 4


@pytest.mark.parametrize(("players", "pace"), [(2, 17), (3, 13), (4, 13), (5, 10), (6, 13)])
def test_pace_at_the_start(players: int, pace: int) -> None:
    assert pace_and_efficiency.pace(start(players)) == pace


def test_pace_is_undefined_without_a_deck_or_after_the_end() -> None:
    assert pace_and_efficiency.pace(position(deck=0)) is None
    assert pace_and_efficiency.pace(replace(position(), strikes=3)) is None
    nothing_left = position(stacks=(5, 5, 5, 5, 2), gone="p3 p3", deck=3)
    assert (nothing_left.end, pace_and_efficiency.pace(nothing_left)) == (End.NO_MORE_POINTS, None)


def test_efficiency_counts_what_clues_and_strikes_have_bought() -> None:
    state = dealt("r1 r2 y1 y1 g4 r1 r3 b1 p5 p4")
    assert pace_and_efficiency.efficiency(state) is None
    state = play(state, GiveClue(1, Clue("number", 1)))  # r1 and b1
    assert (pace_and_efficiency.cards_gotten(state), pace_and_efficiency.efficiency(state)) == (2, 2.0)
    state = play(state, Play(5))
    assert pace_and_efficiency.efficiency(state) == 2.0  # played instead of touched: still gotten
    state = play(state, Play(4))  # g4 is a strike, which costs a clue
    assert (
        pace_and_efficiency.cards_gotten(state),
        pace_and_efficiency.clues_lost(state),
        pace_and_efficiency.efficiency(state),
    ) == (2, 2, 1.0)
    state = play(
        state, GiveClue(0, Clue("number", 1))
    )  # r1, which is trash now, and two y1, one of them spare
    assert (pace_and_efficiency.cards_gotten(state), pace_and_efficiency.clues_lost(state)) == (4, 3)


def test_the_sample_game_of_the_log_language() -> None:
    state = dealt("y1 y2 r5 y1 g2 r1 g4 p1 g1 b2 r3 b4 y3 p4 g3")
    ones, blue, twos = Clue("number", 1), Clue("color", 3), Clue("number", 2)
    touched = []
    for action in (
        GiveClue(1, ones),
        Play(8),
        GiveClue(1, blue),
        Play(7),
        GiveClue(1, twos),
        Play(5),
        Discard(0),
        GiveClue(0, ones),
        Play(3),
    ):
        state = play(state, action)
        if isinstance(action, GiveClue):
            assert state.last_clue is not None
            touched.append(sorted(state.last_clue.touched))
    assert touched == [[5, 7, 8], [9], [9], [3]]
    assert (state.heights, state.points, state.tokens, state.strikes) == ((1, 1, 1, 0, 1), 4, 5, 0)
    assert state.max_score == 25
    assert state.hands == ((14, 13, 4, 2, 1), (12, 11, 10, 9, 6))
