"""The published figures of Minimal Convention, from the conventions that ship: histogram and tables."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from handsight.hanabi import rule_set
from handsight.lab.hanabi.simulate import simulate

PUBLISHED = (
    0,
    10,
    18,
    27,
    29,
    36,
    38,
    27,
    27,
    38,
    18,
    26,
    39,
    39,
    30,
    52,
    116,
    333,
    785,
    1455,
    2167,
    2537,
    2008,
    145,
    0,
    0,
)
NOISE = 0.028
"""How far two samples of 10,000 games differ in one case of a hundred."""
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
    games = sum(histogram)
    return (
        sum(
            abs(here / games - there / sum(PUBLISHED))
            for here, there in zip(histogram, PUBLISHED, strict=True)
        )
        / 2
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_minimal_makes_the_published_histogram(seed: int) -> None:
    run = simulate("minimal", players=3, games=10_000, seed=seed, rules=EXPLORER)
    assert distance(run.histogram) <= NOISE


@pytest.mark.slow
def test_other_rules_and_readings_miss_it() -> None:
    changed = [("minimal", replace(EXPLORER, refund_five=True)), ("minimal focus=reading", EXPLORER)]
    for words, rules in changed:
        assert distance(simulate(words, players=3, games=10_000, seed=1, rules=rules).histogram) > NOISE


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players", "rules", "mean", "off"), TABLE)
def test_the_tables_are_met(words: str, players: int, rules: str, mean: float, off: float) -> None:
    run = simulate(words, players=players, games=10_000, seed=1, rules=rules)
    assert run.mean == pytest.approx(mean, abs=off)
