"""Ablation of a convention: switch its choices off, one at a time or in every way, and measure each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.conventions.convention import check_convention, load_convention
from handsight.conventions.spec import spec_without, specs_without_each_choice
from handsight.conventions.syntax.problems import BAD_CHANGE, NO_ACTION
from handsight.errors import InputError
from handsight.game import Seed, as_seed
from handsight.hanabi import OFFICIAL, Rules, Variant
from handsight.lab import statistics as stats
from handsight.lab.hanabi.compare import CONFIDENCE
from handsight.lab.hanabi.run import Run, run_table
from handsight.lab.hanabi.simulate import DEFAULT_PLAYERS, agreed_terms, play_runs, self_play
from handsight.lab.plan import check_confidence, fingerprint
from handsight.lab.runner import Progress, RunSettings
from handsight.lab.shapley import Choice, choices, shapley
from handsight.lab.summary import Summary, interval_json
from handsight.lab.text_tables import TextTable, error_text, interval_text

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

MOST = 12
"""How many choices may be switched in every way: 4,096 conventions play the same deals."""
MOST_PRINTED = 8
"""How many of the ways that were tried are printed, the best first."""


@dataclass(frozen=True)
class Ablation:
    """A convention with some of its choices on, for each set that was tried; all played the same deals."""

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
        """What a choice adds to all the others."""
        less = self.runs[frozenset(self.ideas) - {idea}]
        return stats.paired(self.whole.scores, less.scores, self.confidence)

    def first(self, idea: str) -> stats.Difference:
        """What a choice adds alone."""
        alone, none = self.runs[frozenset({idea})], self.runs[frozenset()]
        return stats.paired(alone.scores, none.scores, self.confidence)

    @cached_property
    def worth(self) -> dict[str, stats.Difference]:
        """What each choice is worth: its Shapley value, or what it adds last if not all ways were tried."""
        if not self.every_way:
            return {idea: self.last(idea) for idea in self.ideas}
        found = shapley({on: run.rows[:, 0] for on, run in self.runs.items()})
        return {idea: stats.from_zero(found[idea], self.confidence) for idea in self.ideas}

    @property
    def ranked(self) -> list[tuple[Choice, Run]]:
        """What was tried, the best first."""
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
            "version": fingerprint(),
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        runs = [run for _, run in self.ranked]
        fixed = [f"  {name} stays: {why}" for name, why in self.fixed.items()]
        return Summary(
            title=f"The worth of ideas in {self.convention}",
            caption=f"{self.whole.caption}, the same deals for all",
            json=self.to_json(),
            tables=[worth_table(self), run_table(runs[:MOST_PRINTED] if self.every_way else runs)],
            plots=[self.plot, self.distribution],
            after=["\n".join(fixed)] if fixed else [],
        )

    def plot(self) -> "Figure":
        """Draw the worth of every choice with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [Span(idea, found.low, found.mean, found.high) for idea, found in self.worth.items()]
        what = "Shapley value" if self.every_way else "worth, added last"
        return intervals(spans, self.whole.caption, f"{what}, in points, {self.confidence:.0%} intervals")

    def distribution(self) -> "Figure":
        """Draw the distributions of the scores with all choices, and of the worst that was tried."""
        from handsight.lab.plots import distribution

        worst = min(self.runs.values(), key=lambda run: run.mean)
        return distribution([run.series for run in dict.fromkeys((self.whole, worst))], self.whole.caption)


def worth_table(ablation: Ablation) -> TextTable:
    """Return what each choice of a convention is worth."""
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


def ablate(
    convention: str,
    *,
    every_way: bool = False,
    only: Sequence[str] = (),
    confidence: float = CONFIDENCE,
    players: int = DEFAULT_PLAYERS,
    games: int = 1_000,
    seed: Seed = 1,
    rules: str | Rules = OFFICIAL,
    variant: str | int | Variant = "No Variant",
    hand: int | None = None,
    workers: int = 1,
    engine: str = "auto",
    scheduler: str | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Ablation:
    """Switch the choices of a convention off, and measure what each is worth.

    The choices are those that its file makes beyond what it builds on, and those written after its name.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        convention: A convention by name or file, with or without changes after it.
        every_way: Try every set of choices, and compute Shapley values; otherwise each is switched off alone.
        only: Switch only these choices; also rules, bridge steps and laws of what it builds on.
        confidence: Of the intervals.
        players: How many seats.
        games: How many games for each way.

    Examples:
        >>> ablation = hs.ablate("careful-saves", players=3, games=100)
        >>> print(ablation.summary().text)
    """
    check_confidence(confidence)
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
    for done, name in enumerate(names.values(), 1):  # an invalid one is found before games are played
        load_convention(name)
        if progress:
            progress(done, len(names))
    terms = agreed_terms(players, rules, variant, hand)
    seed = as_seed(seed)
    plans = [self_play(name, terms, seed) for name in names.values()]
    settings = RunSettings(workers, engine, scheduler, out, progress)
    runs, seconds = play_runs(plans, settings, games)
    return Ablation(convention, ideas, fixed, dict(zip(names, runs, strict=True)), seconds, confidence)


def _spec_without_rule(convention: str, name: str, there: str) -> str:
    """Return the spec without a rule, bridge step or law of what a convention builds on."""
    spec = spec_without(convention, [name])
    wrong = next((problem for problem in check_convention(spec).problems if problem.code == BAD_CHANGE), None)
    if wrong:
        raise InputError(f"{convention} does not choose {name}; {there}; {wrong.message}")
    return spec


def _switchable(convention: str, only: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the choices that can be switched off, and why others cannot."""
    found = specs_without_each_choice(convention)
    there = f"its choices are {', '.join(found)}" if found else "add an idea, as in 'minimal +trust'"
    for name in only:
        if name not in found:
            found[name] = _spec_without_rule(convention, name, there)
    if not found:
        raise InputError(f"{convention} does not choose anything; {there}")
    whole, fixed = check_convention(convention), dict[str, str]()
    proved = all(problem.code != NO_ACTION for problem in whole.warnings)
    for name, spec in found.items():
        less = check_convention(spec)
        if less.convention is None:
            fixed[name] = less.problems[0].message
        elif whole.convention and less.convention.identity == whole.convention.identity:
            fixed[name] = "it makes no difference, for others bring it in"
        elif proved and any(problem.code == NO_ACTION for problem in less.warnings):
            fixed[name] = "without it nothing may be left to do"
    ideas = tuple(name for name in only or found if name not in fixed)
    if not ideas:
        raise InputError(f"{convention} can do without none of its choices: {', '.join(fixed)}")
    return ideas, fixed
