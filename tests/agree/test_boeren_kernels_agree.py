"""The compiled rules and bots of Boeren Bridge agree with the plain ones."""

from random import Random

import numpy as np
import pytest

from bench.tables.boeren_authors import PEEKING
from handsight import boeren
from handsight.boeren import DEFAULT_RULES, RULE_SETS, SEATS, Match, Rules
from handsight.boeren.compiled import deal, rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_action, to_array
from handsight.compiled.compiled_dice import below_for_deal
from handsight.compiled.jit import Ints
from handsight.game import Seed, deal_dice
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.roster.boeren import ROSTER

TABLES = [
    *RULE_SETS.values(),
    Rules(schedule="2-6-13"),
    Rules(dealer_change="barred"),
    Rules(schedule="1-5-7/40", trump="turn_up", dealer_change="none"),
]
SEEDS: tuple[Seed, ...] = (7, 7, "spring cup")
KNOWING = ("greedy-kripke", "full-kripke", "counter", "greedy")


def legal_numbers(array: Ints) -> list[int]:
    actions = rules.legal(array)
    return [number for number in range(st.CARDS) if actions >> number & 1]


@pytest.mark.parametrize("rule_set", TABLES, ids=lambda rule_set: rule_set.schedule + rule_set.name)
def test_rounds_are_the_same_step_by_step(rule_set: Rules) -> None:
    rng = Random(1)
    for number, seed in enumerate(SEEDS):
        match = Match.shuffled(deal_dice(seed, number), rule_set)
        array, deck = st.blank_state(), np.zeros(52, np.int64)
        die = deal.match_streams(deal.schedule(rule_set), seed, number * SEATS, 1)[0][0]
        dealer = below_for_deal(die, SEATS)
        for size in deal.schedule(rule_set):
            state = boeren.deal(match.next)
            deal.deal(array, size, state.dealer, deal.switches(rule_set), die, deck)
            assert rule_set.first_lead == "winner_opens" or state.dealer == dealer
            dealer = (dealer + 1) % SEATS
            while not state.over:
                assert array.tolist() == to_array(state).tolist()
                numbers = legal_numbers(array)
                assert [to_action(state, number) for number in numbers] == list(boeren.legal(state))
                chosen = rng.choice(numbers)
                state = boeren.play(state, to_action(state, chosen))
                rules.step(array, chosen)
            assert legal_numbers(array) == []
            assert tuple(rules.score(array, seat) for seat in range(SEATS)) == boeren.score(state)
            match = match.after(state)


@pytest.mark.parametrize(
    "rule_set",
    [DEFAULT_RULES, RULE_SETS["author"], Rules(dealer_change="barred"), TABLES[-1]],
    ids=["text", "author", "barred", "stock"],
)
def test_compiled_bots_play_the_same_matches(rule_set: Rules) -> None:
    teams = (("random", *KNOWING[:3]), ("greedy", "full-kripke", "random", "greedy-kripke"))
    for names, seed in zip(teams, SEEDS[1:], strict=True):
        plan = BoerenPlan(names, rule_set, seed)
        fast = plan.play_chunk(9, 6)
        for at in range(6):
            assert fast[at].tolist() == plan.match_row(9 + at, plan.play_match(9 + at)).tolist()


@pytest.mark.parametrize("rule_set", [RULE_SETS["author"], TABLES[-1]], ids=["author", "stock"])
def test_compiled_bots_of_the_authors_play_the_same_matches(rule_set: Rules) -> None:
    plan = BoerenPlan(PEEKING, rule_set, seed=6)
    fast = plan.play_chunk(0, 24)
    for at in range(24):
        assert fast[at].tolist() == plan.match_row(at, plan.play_match(at)).tolist()


@pytest.mark.parametrize("name", ROSTER)
def test_a_table_of_one_kind_plays_the_same_matches(name: str) -> None:
    plan = BoerenPlan((name,) * 4, DEFAULT_RULES, seed=2)
    fast = plan.play_chunk(0, 2)
    for at in range(2):
        assert fast[at].tolist() == plan.match_row(at, plan.play_match(at)).tolist()


def test_the_long_match_too() -> None:
    plan = BoerenPlan(("counter", "full-kripke", "sampler deals=5", "greedy"), RULE_SETS["fifteen"], seed=2)
    assert plan.play_chunk(3, 1)[0].tolist() == plan.match_row(3, plan.play_match(3)).tolist()


def test_a_run_is_the_same_however_it_is_cut() -> None:
    plan = BoerenPlan(("sampler deals=5", "full-kripke", "greedy", "random"), DEFAULT_RULES, seed=3)
    whole = plan.play_chunk(0, 30)
    parts = np.concatenate([plan.play_chunk(0, 7), plan.play_chunk(7, 23)])
    assert (whole == parts).all()
