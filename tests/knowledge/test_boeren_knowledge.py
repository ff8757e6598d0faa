"""Who may hold which card: equal to the oracle, to listing every deal, and never wider than card by card."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from handsight import boeren
from handsight.boeren import State, view
from handsight.knowledge.boeren import deal_model, owners, position_row
from handsight.logic import parse
from handsight.notation.boeren import read
from handsight.table import Dice

ORACLE = json.loads((Path(__file__).parents[1] / "boeren" / "boeren.json").read_text())["knowledge"]


def position(case: dict[str, object]) -> State:
    (reading,) = read(json.dumps({"knowledge": [case], "rounds": []}), "oracle")
    assert reading.round is not None
    return reading.round.final


@pytest.mark.parametrize("case", ORACLE, ids=lambda case: case["id"])
def test_every_view_of_the_oracle(case: dict) -> None:
    row = position_row(position(case), case["id"])
    for ours, theirs in zip(row["views"], case["views"], strict=True):
        assert ours["deals"] == theirs["deals"]
        assert ours["owners"] == theirs["owners"]
    weak = [found["seat"] for found in row["views"] if found["per_card_too_weak"]]
    assert weak == case["per_card_view_too_weak_for"]


NESTED = [case for case in ORACLE if "nested" in case]


@pytest.mark.parametrize(
    "case",
    [case if case["n"] == 3 else pytest.param(case, marks=pytest.mark.slow) for case in NESTED],
    ids=[case["id"] for case in NESTED],
)
def test_nested_knowledge_of_the_oracle(case: dict) -> None:
    assert position_row(position(case), case["id"], nest=True)["nested"] == case["nested"]


def random_positions(seed: int) -> list[State]:
    dice = Random(seed)
    match = boeren.Match.shuffled(Dice(seed))
    state = boeren.deal(match.next)
    states = []
    while not state.over:
        states.append(state)
        state = boeren.play(state, dice.choice(list(boeren.legal(state))))
    return states


@pytest.mark.parametrize("seed", range(6))
def test_three_cards_each_against_listing_every_deal(seed: int) -> None:
    for state in random_positions(seed)[4::3]:
        for seat in range(4):
            look = view(state, seat)
            found = owners(look)
            counts = {card: Counter[int]() for card in found.cards}
            number = 0
            for hands in splits(list(found.cards), [0 if s == seat else n for s, n in enumerate(look.sizes)]):
                if any(card.suit in look.voids[s] for s, hand in enumerate(hands) for card in hand):
                    continue
                number += 1
                for s, hand in enumerate(hands):
                    for card in hand:
                        counts[card][s] += 1
            assert number == found.deal.size
            for card, row in found.chances.items():
                assert row == {s: Fraction(n, number) for s, n in sorted(counts[card].items())}
            for alone, exact in zip(found.per_card, found.deal.possible, strict=True):
                assert not exact & ~alone


def splits(cards: list[boeren.Card], sizes: list[int]) -> list[list[tuple[boeren.Card, ...]]]:
    if not sizes:
        return [[]]
    return [
        [hand, *rest]
        for hand in combinations(cards, sizes[0])
        for rest in splits([card for card in cards if card not in hand], sizes[1:])
    ]


def test_a_formula_over_cards() -> None:
    case = next(case for case in ORACLE if case["id"] == "k01")
    model = deal_model(position(case))
    assert model.holds(parse("K[N] has(E,KC)"))
    assert model.holds(parse("K[S] Kv[N] owner(KC)"))
    assert not model.holds(parse("K[S] has(E,KC)"))
    assert model.holds(parse("C[N,E,S,W] ~has(S,QC)"))
