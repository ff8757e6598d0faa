"""Ablation of a convention: switch choices off, one at a time or in all combinations, and measure each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.conventions.convention_loader import (
    check_convention,
    load_convention,
    spec_without,
    specs_without_each_choice,
)
from handsight.conventions.syntax.syntax_tree import BAD_CHANGE, NO_ACTION
from handsight.errors import InputError
from handsight.game import as_seed
from handsight.lab import statistics as stats
from handsight.lab.hanabi.simulate_games import Run, asked_terms, self_play
from handsight.lab.played_games import (
    CONFIDENCE,
    DEFAULT_SEED,
    HanabiOptions,
    check_confidence,
    check_list,
    declaring,
    play_plans,
)
from handsight.lab.result_summary import Summary, TextTable, error_text, interval_json, interval_text

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

MOST = 12
"""How many choices may be switched in all combinations: 4,096 conventions then play the same deals."""
MOST_PRINTED = 8
"""How many of the combinations that were tried are printed, the best first."""
Choice = frozenset[str]


def choices(ideas: Collection[str]) -> list[Choice]:
    """List every subset of the ideas, from none to all."""
    return [frozenset(some) for size in range(len(ideas) + 1) for some in combinations(sorted(ideas), size)]


def shapley(scores: Mapping[Choice, ArrayLike]) -> dict[str, stats.Estimate]:
    """Return the Shapley value of every idea: what it adds, averaged over all orders of adding ideas.

    *scores* holds the score of every game for every choice of ideas, the same deals throughout. A Shapley
    value is a weighted sum of scores, so each game has its own, and the games' spread gives the error.
    """
    ideas = frozenset[str]().union(*scores)
    missing = [choice for choice in choices(ideas) if choice not in scores]
    if missing:
        raise ValueError(
            f"no scores for {sorted(missing[0]) or 'no idea at all'}: every set of ideas must have played"
        )
    played: dict[Choice, NDArray[np.float64]] = {
        choice: np.asarray(row, np.float64) for choice, row in scores.items()
    }
    return {idea: stats.estimate(_per_game(played, ideas, idea).tolist()) for idea in sorted(ideas)}


def _per_game(played: Mapping[Choice, NDArray[np.float64]], ideas: Choice, idea: str) -> NDArray[np.float64]:
    others, count = ideas - {idea}, len(ideas)
    total = np.zeros_like(played[ideas])
    for choice in choices(others):
        orders = factorial(len(choice)) * factorial(count - len(choice) - 1)
        total += orders / factorial(count) * (played[choice | {idea}] - played[choice])
    return total


@dataclass(frozen=True)
class Ablation:
    """The results of a convention with each set of choices that was tried; all played the same deals."""

    convention: str
    ideas: tuple[str, ...]
    """The choices that were switched, in the order in which the file makes them."""
    fixed: Mapping[str, str]
    """The choices that cannot be switched off, and why."""
    runs: Mapping[Choice, Run]
    seconds: float
    confidence: float = CONFIDENCE

    @property
    def every_way(self) -> bool:
        """Whether every set of choices was tried, so that there are Shapley values."""
        return len(self.runs) == 1 << len(self.ideas)

    @property
    def whole(self) -> Run:
        """The convention as it is."""
        return self.runs[frozenset(self.ideas)]

    def last(self, idea: str) -> stats.Difference:
        """Return what a choice adds to the mean score when all the others are on."""
        less = self.runs[frozenset(self.ideas) - {idea}]
        return stats.paired(self.whole.scores, less.scores, self.confidence)

    def first(self, idea: str) -> stats.Difference:
        """Return what a choice adds to the mean score when no other is on."""
        alone, none = self.runs[frozenset({idea})], self.runs[frozenset()]
        return stats.paired(alone.scores, none.scores, self.confidence)

    @cached_property
    def worth(self) -> dict[str, stats.Difference]:
        """What each choice is worth: its Shapley value or, if not all sets were tried, what it adds last."""
        if not self.every_way:
            return {idea: self.last(idea) for idea in self.ideas}
        found = shapley({on: run.rows[:, 0] for on, run in self.runs.items()})
        return {idea: stats.from_zero(found[idea], self.confidence) for idea in self.ideas}

    @property
    def ranked(self) -> list[tuple[Choice, Run]]:
        """The sets of choices that were tried, with their results, the highest mean first."""
        return sorted(self.runs.items(), key=lambda pair: -pair[1].mean)

    def to_json(self) -> dict[str, Any]:
        """Return what `convention ablate --json` prints."""
        return {
            "convention": self.convention,
            **self.whole.conditions(),
            "method": "shapley" if self.every_way else "off in turn",
            "confidence": self.confidence,
            "ideas": [
                {"idea": idea, "worth": found.mean, **interval_json(found)}
                for idea, found in self.worth.items()
            ],
            "fixed": dict(self.fixed),
            "rows": [
                {"bot": run.plan.names[0], "on": [idea for idea in self.ideas if idea in on], **run.figures()}
                for on, run in self.ranked
            ],
            "seconds": self.seconds,
            "version": self.whole.plan.version,
        }

    def summary(self) -> Summary:
        """Return the result in words, tables, JSON and plots."""
        runs = [run for _, run in self.ranked]
        fixed = [f"  {name} stays: {why}" for name, why in self.fixed.items()]
        return Summary(
            title=f"The worth of ideas in {self.convention}",
            caption=f"{self.whole.caption}, the same deals for all",
            json=self.to_json(),
            tables=[worth_table(self), Run.table(runs[:MOST_PRINTED] if self.every_way else runs)],
            plots=[self.plot],
            after=["\n".join(fixed)] if fixed else [],
        )

    def plot(self) -> "Figure":
        """Draw the worth of every choice with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [Span(idea, found.low, found.mean, found.high) for idea, found in self.worth.items()]
        what = "Shapley value" if self.every_way else "worth, added last"
        return intervals(spans, self.whole.caption, f"{what}, in points, {self.confidence:.0%} intervals")


def worth_table(ablation: Ablation) -> TextTable:
    """Return a table of what each choice of a convention is worth."""
    interval = f"{ablation.confidence:.0%} interval"
    value = "Shapley value" if ablation.every_way else "worth, added last"
    more = ("first", "last") if ablation.every_way else ()
    rows = [
        (
            idea,
            f"{worth.mean:+.3f}",
            error_text(worth.stderr),
            interval_text(worth),
            *(f"{getattr(ablation, when)(idea).mean:+.3f}" for when in more),
        )
        for idea, worth in ablation.worth.items()
    ]
    return TextTable(("", value, "± s.e.", interval, *more), rows)


@declaring(HanabiOptions)
def ablate(
    convention: str,
    *,
    every_way: bool = False,
    only: Sequence[str] = (),
    confidence: float = CONFIDENCE,
    **options: Unpack[HanabiOptions],
) -> Ablation:
    """Switch the choices of a convention off, and measure what each is worth.

    The choices are what its file adds to the convention it builds on, and what is written after its name.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        convention: A convention by name or file, with or without changes after it.
        every_way: Try every set of choices, and compute Shapley values; otherwise each is switched off alone.
        only: Switch only these: choices, or rules, bridge steps and laws of what the convention builds on.
        confidence: The confidence level of the intervals.

    Examples:
        >>> ablation = hs.ablate("careful-saves", players=3, games=100)
        >>> print(ablation.summary().text)
    """
    check_confidence(confidence)
    check_list(only, "only", "choices")
    terms, seed = asked_terms(options, "ablate"), as_seed(options.get("seed", DEFAULT_SEED))
    load_convention(convention)
    ideas, fixed = _switchable(convention, only)
    if every_way and len(ideas) > MOST:
        count = len(ideas)
        raise InputError(
            f"{count} choices can be on or off in {2**count:,} ways; name at most {MOST} of them"
        )
    whole = frozenset(ideas)
    tried = choices(ideas) if every_way else [whole, *(whole - {idea} for idea in ideas)]
    names = {on: spec_without(convention, [idea for idea in ideas if idea not in on]) for on in tried}
    tell = options.get("progress")
    for done, name in enumerate(names.values(), 1):  # an invalid one is found before games are played
        load_convention(name)
        if tell:
            tell(done, len(names))
    runs, seconds = play_plans([self_play(name, terms, seed) for name in names.values()], options, Run)
    return Ablation(convention, ideas, fixed, dict(zip(names, runs, strict=True)), seconds, confidence)


def _spec_without_rule(convention: str, name: str, there: str) -> str:
    """Return the spec without a rule, bridge step or law of what a convention builds on."""
    spec = spec_without(convention, [name])
    wrong = next((problem for problem in check_convention(spec).problems if problem.code == BAD_CHANGE), None)
    if wrong:
        raise InputError(f"{name} is no choice of {convention}; {there}; {wrong.message}")
    return spec


def _switchable(convention: str, only: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the choices that can be switched off, and why others cannot."""
    found = specs_without_each_choice(convention)
    there = f"its choices are {', '.join(found)}" if found else "add an idea, as in 'minimal +trust'"
    for name in only:
        if name not in found:
            found[name] = _spec_without_rule(convention, name, there)
    if not found:
        raise InputError(f"{convention} has no choices to switch off; {there}")
    whole, fixed = check_convention(convention), dict[str, str]()
    proved = all(problem.code != NO_ACTION for problem in whole.warnings)
    for name, spec in found.items():
        less = check_convention(spec)
        if less.convention is None:
            fixed[name] = less.problems[0].message
        elif whole.convention and less.convention.identity == whole.convention.identity:
            fixed[name] = "switching it off makes no difference, as another choice includes it"
        elif proved and any(problem.code == NO_ACTION for problem in less.warnings):
            fixed[name] = "without it there may be turns at which no rule applies"
    ideas = tuple(name for name in only or found if name not in fixed)
    if not ideas:
        raise InputError(f"no choice of {convention} can be switched off: {', '.join(fixed)}")
    return ideas, fixed
