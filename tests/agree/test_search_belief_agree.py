"""The belief of a searching seat is that of enumerating all deals, and its values are those of all deals."""

from collections import Counter
from itertools import permutations
from statistics import fmean

import numpy as np
import pytest
from fair_draws import chi_square, limit
from msgspec.structs import replace
from plain_belief import deals, own_hand, plain_belief, plain_decision, plain_mismatches, positions

from handsight.game import Dice
from handsight.hanabi import Action, Setup, State, Terms, View, legal, play, rule_set, tiny, variant, view
from handsight.hanabi.compiled.state_conversion import to_number
from handsight.roster.hanabi import find_bot
from handsight.search.hand_belief import EXACT, FORGIVING, ActionEvidence, Belief, WeightedHands
from handsight.search.rollouts import Deals, Rollouts
from handsight.search.search_settings import BeliefLimits
from handsight.search.searching_bots import Searcher, SearchSettings
from handsight.search.seat_history import History

TWO = Terms(2, tiny(2, 3), hand_size=2)
THREE = Terms(3, tiny(2, 3), rule_set("stacks"), hand_size=2)
LARGER = Terms(2, tiny(3, 3), hand_size=3)


USUAL = BeliefLimits()


def belief(name: str, terms: Terms, limits: BeliefLimits = USUAL, evidence: ActionEvidence = EXACT) -> Belief:
    return Searcher(
        terms, 0, Dice(7), find_bot(name), SearchSettings(evidence=evidence, limits=limits)
    ).belief


def believed(seat: Belief, seen: View) -> WeightedHands:
    seat.catch_up(seen)
    return seat.now()


def counted(hands: WeightedHands) -> Counter[int]:
    return Counter(dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True)))


def check_games(name: str, terms: Terms, seeds: range) -> int:
    """Compare beliefs with enumeration along games; return the number of positions."""
    compared = 0
    for seed in seeds:
        along = belief(name, terms)
        for state in positions(name, terms, seed):
            expected = plain_belief(view(state, 0), name)
            assert counted(believed(along, view(state, 0))) == expected
            assert counted(believed(belief(name, terms), view(state, 0))) == expected  # from the deal on
            assert not along.not_counted
            compared += 1
    return compared


def test_a_belief_is_that_of_enumerating_deals() -> None:
    assert check_games("pair", TWO, range(3)) > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "terms", "games", "least"),
    [
        ("pair", TWO, 30, 230),
        ("robot2", TWO, 8, 50),
        ("circle", THREE, 30, 130),
        ("pair", LARGER, 4, 40),
        ("robot3", Terms(2, tiny(2, 3), hand_size=2, card_cycle=True), 5, 20),
    ],
)
def test_beliefs_are_those_of_enumerating_deals(name: str, terms: Terms, games: int, least: int) -> None:
    assert check_games(name, terms, range(100, 100 + games)) >= least


def test_a_sample_comes_as_often_as_enumeration_says() -> None:
    for seed in range(4):
        for turn, state in enumerate(positions("pair", TWO, seed)):
            if turn not in (1, 3):
                continue
            hands = believed(belief("pair", TWO, BeliefLimits(hands=1, sample=10_000)), view(state, 0))
            expected = plain_belief(view(state, 0), "pair")
            if len(expected) > 1:
                assert chi_square(hands.hands.tolist(), dict(expected)) < limit(dict(expected))
                assert set(hands.weights.tolist()) == {1}


@pytest.mark.slow
def test_a_thinned_list_holds_only_possible_hands_and_is_listed_anew() -> None:
    thinned = renewed = 0
    for seed in range(2):
        seat = belief("pair", LARGER, BeliefLimits(hands=300, longest=30, thin=4))
        was_thin = False
        for state in positions("pair", LARGER, seed):
            hands = believed(seat, view(state, 0))
            expected = plain_belief(view(state, 0), "pair")
            assert set(hands.hands.tolist()) <= set(expected)
            if seat.listed is not None and seat.thinned:
                thinned += 1
                weights = counted(hands)
                assert all(weights[hand] == expected[hand] for hand in weights)
            renewed += was_thin and not seat.thinned
            was_thin = seat.thinned
    assert thinned
    assert renewed


def forgiving_weights(seen: View, name: str, most: int = FORGIVING.most_mismatches) -> Counter[int]:
    """Weigh every hand that clues allow by enumeration: so many deals, less likely with every mismatch."""
    found = plain_mismatches(seen, name)
    least = min(mismatches for _, mismatches in found.values())
    return Counter({
        hand: ways * FORGIVING.less_likely ** (most - mismatches + least)
        for hand, (ways, mismatches) in found.items()
        if mismatches - least <= most
    })  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "terms", "games", "follows", "least"),
    [
        ("pair", TWO, 3, 1.0, 20),
        ("pair", TWO, 6, 0.6, 40),
        pytest.param("pair", TWO, 30, 1.0, 230, marks=pytest.mark.slow),
        pytest.param("robot2", TWO, 6, 1.0, 40, marks=pytest.mark.slow),
        pytest.param("circle", THREE, 20, 1.0, 80, marks=pytest.mark.slow),
    ],
)
def test_a_forgiving_belief_weighs_each_hand_by_its_mismatches(
    name: str, terms: Terms, games: int, follows: float, least: int
) -> None:
    compared = more = 0
    for seed in range(games):
        along = belief(name, terms, evidence=FORGIVING)
        for state in positions(name, terms, seed, follows):
            seen = view(state, 0)
            expected = forgiving_weights(seen, name)
            assert counted(believed(along, seen)) == expected
            assert (
                counted(believed(belief(name, terms, evidence=FORGIVING), seen)) == expected
            )  # from the deal on
            assert along.doubts() == min(
                mismatches for _, mismatches in plain_mismatches(seen, name).values()
            )
            compared += 1
            more += len(expected) > len(plain_belief(seen, name))
    assert compared >= least
    assert more


def test_a_forgiving_belief_holds_the_true_hand_more_often_when_partners_leave_the_blueprint() -> None:
    forgiving = strict = 0
    for seed in range(8):
        seats = belief("pair", TWO, evidence=FORGIVING), belief("pair", TWO)
        for state in positions("pair", TWO, seed, follows=0.6):
            found = [own_hand(state, 0) in believed(seat, view(state, 0)).hands for seat in seats]
            forgiving += found[0]
            strict += found[1]
    assert forgiving > strict


def test_hands_that_a_belief_drops_leave_the_others_as_they_are() -> None:
    dropped = 0
    for seed in range(8):
        seat = belief("pair", TWO)
        for state in positions("pair", TWO, seed, follows=0.5):
            found, expected = (
                counted(believed(seat, view(state, 0))),
                plain_mismatches(view(state, 0), "pair"),
            )
            assert {hand: expected[hand][0] for hand in found} == dict(found)
            assert len({expected[hand][1] for hand in found}) == 1  # as many mismatches each
            dropped += set(found) != set(forgiving_weights(view(state, 0), "pair", 0))
    assert dropped


@pytest.mark.slow
def test_a_forgiving_list_that_is_too_long_loses_hands_with_most_mismatches_and_is_listed_anew() -> None:
    thinned = renewed = unexplained = 0
    for seed in range(3):
        limits = BeliefLimits(hands=300, longest=60, thin=4)
        seat = belief("pair", LARGER, limits, FORGIVING)
        was_thin = was_listed = False
        for state in positions("pair", LARGER, seed, follows=0.8):
            found, expected = (
                counted(believed(seat, view(state, 0))),
                plain_mismatches(view(state, 0), "pair"),
            )
            assert set(found) <= set(expected)
            if seat.listed is not None and seat.thinned:
                thinned += 1
                least = min(expected[hand][1] for hand in found)
                for hand, weight in found.items():
                    ways, mismatches = expected[hand]
                    assert weight == ways * FORGIVING.less_likely ** (
                        FORGIVING.most_mismatches - mismatches + least
                    )
            renewed += was_thin and seat.listed is not None and not seat.thinned
            unexplained += was_thin and was_listed and seat.listed is None
            was_thin, was_listed = seat.thinned, seat.listed is not None
    assert thinned
    assert renewed + unexplained


@pytest.mark.slow
def test_a_forgiving_sample_comes_as_often_as_enumeration_says() -> None:
    compared = 0
    for seed in range(8):
        for turn, state in enumerate(positions("pair", TWO, seed)):
            seat, seen = belief("pair", TWO, BeliefLimits(hands=1, sample=10_000), FORGIVING), view(state, 0)
            ways = {hand: ways for hand, (ways, _) in plain_mismatches(seen, "pair").items()}
            if turn not in (1, 3) or len(ways) == 1:
                continue
            hands, expected = believed(seat, seen), forgiving_weights(seen, "pair")
            likely = dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True))
            assert likely == {hand: weight // ways[hand] for hand, weight in expected.items()}
            if len(expected) > 1:
                drawn = {hand: ways[hand] for hand in expected}
                assert chi_square(hands.hands.tolist(), drawn) < limit(drawn)
                compared += 1
    assert compared > 4


def orders_of_deck(state: State) -> list[State]:
    """Return the states that differ from this one by the order of the deck."""
    deck = state.setup.deck
    rests = sorted(set(permutations(deck[state.drawn :])))
    return [replace(state, setup=Setup(state.terms, (*deck[: state.drawn], *rest))) for rest in rests]


def final_score(state: State, name: str) -> int:
    while not state.over and next(legal(state), None) is not None:
        state = play(state, plain_decision(name, view(state, state.seat)))
    return state.score


def enumerated_value(state: State, action: Action, name: str) -> float:
    """Return the mean score after an action, over all deals that seat 0 holds possible."""
    scores = list[float]()
    for world, _ in deals(view(state, 0), name):
        ends = [final_score(play(start, action), name) for start in orders_of_deck(world)]
        scores.append(fmean(ends))
    return fmean(scores)


@pytest.mark.slow
def test_the_value_of_each_action_is_that_of_all_deals() -> None:
    name, compared = "pair", 0
    for seed in range(200, 206):
        late = [state for state in positions(name, TWO, seed) if state.deck_left <= 3]
        for state in late[:1]:
            position = Searcher(TWO, 0, Dice(7), find_bot(name)).position(view(state, 0))
            actions: list[Action] = list(legal(state))
            numbers = np.array([to_number(TWO, position.state, action) for action in actions], np.int64)
            scores = np.zeros((4_000, len(actions)), np.int16)
            Rollouts(Deals(position, 5)).play(numbers, 0, scores)
            for at, action in enumerate(actions):
                error = scores[:, at].std() / np.sqrt(len(scores)) + 1e-9
                assert abs(scores[:, at].mean() - enumerated_value(state, action, name)) <= 4 * error
                compared += 1
    assert compared > 20


def test_the_hidden_hand_is_always_believed_possible() -> None:
    terms = Terms(2, variant("3 Suits"))
    seat = belief("pair", terms)
    for state in positions("pair", terms, 11):
        hands = believed(seat, view(state, 0))
        if seat.listed is not None and not seat.thinned:
            assert own_hand(state, 0) in hands.hands
    assert seat.listed is not None


def test_who_joins_late_believes_as_who_followed_every_event() -> None:
    compared = 0
    for evidence, follows in ((EXACT, 1.0), (FORGIVING, 1.0)):
        for state in positions("pair", TWO, 3, follows):
            along, late = (belief("pair", TWO, evidence=evidence) for _ in range(2))
            late.join(view(state, 0))
            assert counted(late.now()) == counted(believed(along, view(state, 0)))
            compared += 1
    assert compared > 8


def test_without_evidence_the_rules_and_clues_alone_count() -> None:
    for state in positions("pair", TWO, 3, follows=0.5):
        seen = view(state, 0)
        blind = Belief(History(belief("pair", TWO).history.blueprint, 0), None, USUAL)
        blind.join(seen)
        assert counted(blind.now()) == {
            hand: ways for hand, (ways, _) in plain_mismatches(seen, "pair").items()
        }
