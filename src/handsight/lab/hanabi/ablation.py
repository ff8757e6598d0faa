"""Switch the choices of a convention off, in turn or in every way, and measure what each is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from handsight.conventions.convention import check_convention, load_convention
from handsight.conventions.spec import spec_without, specs_without_each_choice
from handsight.conventions.syntax.problems import NO_ACTION
from handsight.errors import InputError
from handsight.lab import stats
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi import options as words
from handsight.lab.hanabi.compare import CONFIDENCE
from handsight.lab.hanabi.options import Options
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.runner import Experiment
from handsight.lab.hanabi.to_json import figures, head, number
from handsight.lab.shapley import Choice, choices, shapley

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

MOST = 12
"""How many choices may be switched in every way: 4,096 conventions play the same deals."""


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

    @property
    def row(self) -> dict[str, Any]:
        """The shape of `convention ablate --json`."""
        return {
            "convention": self.convention,
            **head(self.whole),
            "method": "shapley" if self.every_way else "off in turn",
            "confidence": self.confidence,
            "ideas": [{"idea": idea, **_worth(found)} for idea, found in self.worth.items()],
            "fixed": dict(self.fixed),
            "rows": [
                {"bot": run.plan.names[0], "on": [idea for idea in self.ideas if idea in on], **figures(run)}
                for on, run in self.ranked
            ],
            "seconds": self.seconds,
            "version": fingerprint(),
        }

    def plot(self) -> "Figure":
        """Draw the worth of every choice with its interval."""
        from handsight.lab.plots import Span, intervals  # noqa: PLC0415  as above

        spans = [Span(idea, found.low, found.mean, found.high) for idea, found in self.worth.items()]
        what = "Shapley value" if self.every_way else "worth, last of all"
        return intervals(spans, self.whole.caption, f"{what}, in points, {self.confidence:.0%} intervals")

    def distribution(self) -> "Figure":
        """Draw the distributions of the scores with all choices, and of the worst that was tried."""
        from handsight.lab.plots import distribution  # noqa: PLC0415  as above

        worst = min(self.runs.values(), key=lambda run: run.mean)
        return distribution([run.series for run in dict.fromkeys((self.whole, worst))], self.whole.caption)


def _worth(found: stats.Difference) -> dict[str, Any]:
    return {
        "worth": found.mean,
        "stderr": number(found.stderr),
        "low": number(found.low),
        "high": number(found.high),
        "p": found.p,
    }


def ablate(
    convention: str,
    *,
    every_way: bool = False,
    only: Sequence[str] = (),
    confidence: float = CONFIDENCE,
    **options: Unpack[Options],
) -> Ablation:
    """Switch each choice of a convention off in turn, or try *every_way*; *only*: switch no others.

    The choices are those that its file makes beyond what it builds on, and those in the words after its name.
    """
    words.check_confidence(confidence)
    load_convention(convention)
    ideas, fixed = _switchable(convention, only)
    if every_way and len(ideas) > MOST:
        count = len(ideas)
        raise InputError(
            f"{count} choices can be on or off in {2**count:,} ways; name at most {MOST} of them"
        )
    whole = frozenset(ideas)
    tried = choices(ideas) if every_way else [whole, *(whole - {idea} for idea in ideas)]
    specs = {on: spec_without(convention, [idea for idea in ideas if idea not in on]) for on in tried}
    tell = options.get("progress")
    for done, spec in enumerate(specs.values(), 1):  # a wrong one should not cost the games first
        load_convention(spec)
        if tell:
            tell(done, len(specs))
    plans = [words.self_play(spec, options) for spec in specs.values()]
    experiment = Experiment(plans, words.settings(options))
    runs = dict(zip(specs, experiment.play(words.games(options)), strict=True))
    return Ablation(convention, ideas, fixed, runs, experiment.seconds, confidence)


def _switchable(convention: str, only: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the choices that can be switched off, and why others cannot."""
    found = specs_without_each_choice(convention)
    strange = [name for name in only if name not in found]
    if strange or not found:
        there = f"its choices are {', '.join(found)}" if found else "add an idea, as in 'minimal +trust'"
        raise InputError(f"{convention} does not choose {', '.join(strange) or 'anything'}; {there}")
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
