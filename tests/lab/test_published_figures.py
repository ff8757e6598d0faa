"""The published figures of Minimal Convention, from the conventions that ship: histogram and tables."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.tables.document_figures import MINIMAL_HISTOGRAM, RARE_DISTANCE, total_variation
from handsight.hanabi import ClueGiven, rule_set
from handsight.lab.hanabi.simulate_games import simulate
from handsight.lab.statistics import percentile

EXPLORER = rule_set("explorer")
READINGS = Path(__file__).parent / "readings"
"""Ways to read Minimal Convention that its histogram refutes."""

# words, players, rules, mean, points by which a mean of 10,000 games may be off (4 standard errors of both)
TABLE = [
    ("minimal", 4, "explorer", 19.79, 0.2),
    ("minimal", 5, "explorer", 19.22, 0.2),
    ("minimal", 3, "stacks", 19.94, 0.2),
    ("minimal", 3, "official", 19.28, 0.35),
    ("minimal +no-duplicates", 3, "explorer", 19.92, 0.2),
    ("save-clues", 3, "explorer", 18.69, 0.12),
    ("save-clues", 5, "explorer", 15.93, 0.12),
    ("saves-below-point", 3, "explorer", 19.57, 0.12),
    ("saves-below-discard", 3, "explorer", 19.19, 0.15),
    ("careful-saves", 3, "stacks", 20.44, 0.12),
    (f"{READINGS}/oldest-first.convention", 3, "explorer", 18.15, 0.25),
    (f"{READINGS}/next-hand.convention", 3, "explorer", 17.60, 0.12),
]


def distance(histogram: Sequence[int]) -> float:
    return total_variation(histogram, MINIMAL_HISTOGRAM)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_minimal_makes_the_published_histogram(seed: int) -> None:
    run = simulate("minimal", players=3, games=10_000, seed=seed, rules=EXPLORER)
    assert distance(run.histogram) <= RARE_DISTANCE


@pytest.mark.slow
def test_other_rules_and_readings_miss_it() -> None:
    changed = [("minimal", replace(EXPLORER, refund_five=True)), ("minimal focus=reading", EXPLORER)]
    for words, rules in changed:
        assert (
            distance(simulate(words, players=3, games=10_000, seed=1, rules=rules).histogram) > RARE_DISTANCE
        )


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players", "rules", "mean", "off"), TABLE)
def test_the_tables_are_met(words: str, players: int, rules: str, mean: float, off: float) -> None:
    run = simulate(words, players=players, games=10_000, seed=1, rules=rules)
    assert run.mean == pytest.approx(mean, abs=off)


def test_the_published_histogram_has_the_published_figures() -> None:
    games = sum(MINIMAL_HISTOGRAM)
    assert (games, len(MINIMAL_HISTOGRAM)) == (10_000, 26)
    mean = sum(score * count for score, count in enumerate(MINIMAL_HISTOGRAM)) / games
    assert round(mean, 1) == 19.7
    assert (percentile(MINIMAL_HISTOGRAM, 5), percentile(MINIMAL_HISTOGRAM, 95)) == (16, 22)
    assert max(score for score, count in enumerate(MINIMAL_HISTOGRAM) if count) == 23


def test_clues_given_are_counted() -> None:
    run = simulate("minimal", players=3, games=30, rules="explorer")
    clues = [
        sum(isinstance(event, ClueGiven) for event in run.plan.play_game(number).final.events)
        for number in range(run.games)
    ]
    assert run.clues_given.mean == sum(clues) / len(clues) == run.to_json()["clues_given"]
    assert run.clue_percentiles["95"] <= max(clues)
    assert f"{run.clues_given.mean:.2f}" in run.summary().text
