"""Play many games of Hanabi: `simulate`, `compare` and `crossplay`, and the results of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed, as_seed
from handsight.hanabi import OFFICIAL, End, Rules, Terms, Variant, rule_set
from handsight.hanabi import variant as find_variant
from handsight.lab import statistics as stats
from handsight.lab.hanabi.game_plan import CLUES_GIVEN, END, ENDS, POINTS, SCORE, HanabiPlan
from handsight.lab.hanabi.lost_points import SAMPLE, LossReport, loss_report, loss_table
from handsight.lab.played_games import (
    CONFIDENCE,
    DEFAULT_GAMES,
    DEFAULT_SEED,
    Comparison,
    Crossplay,
    HanabiOptions,
    Pair,
    PlayedGames,
    check_bots,
    check_names,
    compare_bots,
    mix_bots,
    play_plans,
)
from handsight.lab.result_summary import UNKNOWN, Summary, TextTable, error_text, finite, mean_text
from handsight.notation.hanabi import hanab_live_seeds
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.safe_files import write_file
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

DEFAULT_PLAYERS = 3
SPREAD_GAMES = 20
"""Percentiles are printed from this many games on; fewer games have no lowest 5 %."""
EIGHTHS = " ▏▎▍▌▋▊▉"
BAR_WIDTH = 40


@dataclass(frozen=True)
class HanabiPair(Pair):
    """Two bots on the same deals, and in how many games only one of them was perfect."""

    only_a_perfect: int
    only_b_perfect: int

    @property
    def perfect_p(self) -> float:
        """McNemar's p-value for the games in which only one of the two bots was perfect."""
        return stats.mcnemar(self.only_a_perfect, self.only_b_perfect)

    def to_json(self) -> dict[str, Any]:
        """Return the pair as `compare --json` prints it."""
        only = {"only_a_perfect": self.only_a_perfect, "only_b_perfect": self.only_b_perfect}
        return super().to_json() | only | {"perfect_p": self.perfect_p}

    def cells(self) -> tuple[str, ...]:
        """Return its cells in a table, without the names."""
        return *super().cells(), f"{self.only_a_perfect} : {self.only_b_perfect}", f"{self.perfect_p:.2g}"


@dataclass(frozen=True, eq=False)
class Run(PlayedGames[HanabiPlan]):
    """The results of a plan's games, from number 0 on.

    Examples:
        >>> run = hs.simulate("random", players=2, games=100, rules="stacks")
        >>> run
        <Run of 100 games: 1.350 ± 0.128>
        >>> run.to_arrow()["score"][0].as_py() == run.scores[0]
        True
    """

    pair_heads: ClassVar[tuple[str, ...]] = ("difference", "only one perfect", "p")

    @property
    def scores(self) -> list[int]:
        """The score of every game."""
        found: list[int] = self.rows[:, SCORE].tolist()
        return found

    @cached_property
    def histogram(self) -> list[int]:
        """How many games had each score, from 0 up."""
        top = self.plan.terms.variant.max_score
        found: list[int] = np.bincount(self.rows[:, SCORE], minlength=top + 1).tolist()
        return found

    @cached_property
    def estimate(self) -> stats.Estimate:
        """The mean score with its standard error."""
        return stats.estimate_of(self.histogram)

    @property
    def mean(self) -> float:
        """The mean score."""
        return self.estimate.mean

    @property
    def stderr(self) -> float:
        """The standard error of the mean; nan for a single game."""
        return self.estimate.stderr

    @property
    def perfect(self) -> float:
        """The share of perfect games."""
        return self.histogram[-1] / self.games

    @property
    def struck_out(self) -> float:
        """The share of games that ended by the last strike."""
        return self.ends[End.STRIKEOUT.value] / self.games

    @cached_property
    def ends(self) -> dict[str, int]:
        """How many games ended in each way, by the name of the end."""
        counts = np.bincount(self.rows[:, END], minlength=len(ENDS)).tolist()
        return {end.value: count for end, count in zip(ENDS, counts, strict=True)}

    @cached_property
    def clues_given(self) -> stats.Estimate:
        """The mean number of clues given in a game, with its standard error."""
        return stats.estimate_of(self._clue_counts)

    @property
    def clue_percentiles(self) -> dict[str, int]:
        """The numbers of clues that 5, 50 and 95 percent of the games do not exceed."""
        return {str(percent): stats.percentile(self._clue_counts, percent) for percent in (5, 50, 95)}

    @cached_property
    def _clue_counts(self) -> list[int]:
        """How many games had 0, 1, 2, … clues."""
        found: list[int] = np.bincount(self.rows[:, CLUES_GIVEN]).tolist()
        return found

    @property
    def by_strikeout(self) -> dict[str, stats.Estimate]:
        """The mean score if struck-out games score zero, and if they keep the points on the stacks."""
        ends, points = self.rows[:, END], self.rows[:, POINTS].copy()
        points[ends == ENDS.index(End.TERMINATED)] = 0
        zero = np.where(ends == ENDS.index(End.STRIKEOUT), 0, points)
        return {"zero": stats.estimate(zero.tolist()), "stacks": stats.estimate(points.tolist())}

    @property
    def percentiles(self) -> dict[str, int]:
        """The scores that 5, 50 and 95 percent of the games do not exceed (see `stats.percentile`)."""
        return {str(percent): stats.percentile(self.histogram, percent) for percent in (5, 50, 95)}

    def to_json(self) -> dict[str, Any]:
        """Return what `simulate --json` prints."""
        return {
            "bots": list(self.plan.names),
            **self.conditions(),
            "hand": self.plan.terms.hand_size,
            **self.figures(),
            "histogram": self.histogram,
            "percentiles": self.percentiles,
            "clue_percentiles": self.clue_percentiles,
            "ends": {end: count for end, count in self.ends.items() if count},
            "by_strikeout": {
                rule: {"mean": mean.mean, "stderr": finite(mean.stderr)}
                for rule, mean in self.by_strikeout.items()
            },
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "games_per_second": self.games_per_second,
            "played_now": self.played,
            "honest": all(spec.honest for spec in self.plan.specs()),
            "version": self.plan.version,
        }

    def conditions(self) -> dict[str, Any]:
        """Return the conditions of the games (seed, rules, …), as JSON has them."""
        terms = self.plan.terms
        return {
            "players": terms.players,
            "games": self.games,
            "seed": self.plan.seed,
            "rules": terms.rules.name,
            "switches": self.plan.switches,
            "variant": terms.variant.name,
            **({"deal": self.plan.deal} if self.plan.deal else {}),
        }

    def figures(self) -> dict[str, Any]:
        """Return the figures by which bots are ranked, as JSON has them."""
        return {
            "mean": self.mean,
            "stderr": finite(self.stderr),
            "perfect": self.perfect,
            "perfect_interval": list(stats.wilson(self.histogram[-1], self.games)),
            "struck_out": self.struck_out,
            "clues_given": self.clues_given.mean,
        }

    def shares(self) -> dict[str, float]:
        """Return further figures of a cell of `crossplay`, by their names in JSON."""
        return {"perfect": self.perfect, "struck_out": self.struck_out}

    def pair(self, other: "Run", confidence: float) -> HanabiPair:
        """Compare the first bot here with the first bot of *other*, which played the same deals."""
        difference = stats.paired(self.scores, other.scores, confidence)
        top = self.plan.terms.variant.max_score
        perfect = [(a == top, b == top) for a, b in zip(self.scores, other.scores, strict=True)]
        only_one = perfect.count((True, False)), perfect.count((False, True))
        return HanabiPair(self.plan.names[0], other.plan.names[0], difference, *only_one)

    def losses(self, games: int = SAMPLE) -> LossReport:
        """Play the first games once more, and return where they lost points."""
        return loss_report(self.plan, min(games, self.games))

    def summary(self, losses: LossReport | None = None, *, draw_losses: bool = False) -> Summary:
        """Return the result in words, figures, JSON and plots; with *losses*, also where points were lost."""
        rate = "" if self.games_per_second < 1 else f", {self.games_per_second:,.0f} a second"
        speed = f"{counted(self.played, 'game')} played in {self.seconds:.1f} s{rate}"
        return Summary(
            title=" ".join(self.plan.names),
            caption=self.caption,
            json=self.to_json() | ({"lost": losses.to_json()} if losses else {}),
            tables=[self.table([self]), *([loss_table(losses)] if losses else [])],
            plots=[self.plot, *([losses.plot] if losses else [])],
            drawn=1 if losses and draw_losses else 0,
            before=[bars(self)],
            after=[
                *self._stacks_text(),
                self._clues_text(),
                *([_critical_text(losses)] if losses else []),
                speed,
            ],
        )

    def _stacks_text(self) -> list[str]:
        """Say what the mean would be if struck-out games kept their points; nothing if it is the same."""
        kept = self.by_strikeout["stacks"]
        if not self.struck_out or kept.mean == self.mean:
            return []
        lost = f"{self.struck_out:.2%} of the games were struck out and score 0"
        return [f"{lost}; with the cards on their stacks the mean would be {mean_text(kept)}"]

    def _clues_text(self) -> str:
        given = [clues for clues, games in enumerate(self._clue_counts) if games]
        spread = f"90% of the games: {self.clue_percentiles['5']} to {self.clue_percentiles['95']}"
        if self.games < SPREAD_GAMES:
            spread = f"{given[0]} to {given[-1]}"
        if self.games == 1:
            return f"{counted(given[0], 'clue')} given"
        return f"{mean_text(self.clues_given, '.2f')} clues given a game ({spread})"

    def plot(self) -> "Figure":
        """Draw the distribution of the scores."""
        from handsight.lab.plots import distribution

        label = f"{' '.join(self.plan.names)}: {mean_text(self.estimate, '.2f')}"
        return distribution([count / self.games for count in self.histogram], label, self.caption)

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""
        terms = self.plan.terms
        said = ", ".join(f"{name}={value}" for name, value in self.plan.switches.items())
        rules = f"{terms.rules.name} rules" + (f" ({said})" if terms.rules.name == "custom" else "")
        table = f"{terms.players} players with {terms.hand_size} cards, {terms.variant.name}"
        deals = f", the deals of hanab.live from {self.plan.deal} on" if self.plan.deal else ""
        return f"{table}, {rules}, {counted(self.games, 'game')}{deals}, seed {self.plan.seed}"

    @staticmethod
    def table(runs: "Sequence[Run]") -> TextTable:
        """Return a table with the figures of each run on a line."""
        heads = ("", "mean", "± s.e.", "5 %", "50 %", "95 %", "perfect", "(95 %)", "struck out", "clues")
        return TextTable(heads, [_run_line(run) for run in runs])

    def __repr__(self) -> str:
        return f"<Run of {counted(self.games, 'game')}: {mean_text(self.estimate)}>"


def _critical_text(losses: LossReport) -> str:
    games = counted(len(losses.games), "game")
    return f"{mean_text(losses.critical, '.2f')} critical cards discarded a game (first {games})"


def _run_line(run: Run) -> tuple[str, ...]:
    low, high = stats.wilson(run.histogram[-1], run.games)
    return (
        " ".join(run.plan.names),
        f"{run.mean:.3f}",
        error_text(run.stderr),
        *(str(score) if run.games >= SPREAD_GAMES else UNKNOWN for score in run.percentiles.values()),
        f"{run.perfect:.2%}",
        f"{low:.2%}–{high:.2%}",
        f"{run.struck_out:.2%}",
        f"{run.clues_given.mean:.1f}",
    )


def bars(run: Run) -> str:
    """Draw the distribution of the scores as text."""
    scores = [score for score, count in enumerate(run.histogram) if count]
    most = max(run.histogram)
    shown = range(scores[0], scores[-1] + 1)
    return "\n".join(
        f"  {score:>2} {_bar(run.histogram[score] / most)} {run.histogram[score]:,}" for score in shown
    )


def _bar(share: float) -> str:
    whole, part = divmod(round(share * BAR_WIDTH * 8), 8)
    return "█" * whole + EIGHTHS[part].strip()


def agreed_terms(
    players: int | None, rules: str | Rules, variant: str | int | Variant, hand: int | None
) -> Terms:
    """Return the terms that an experiment asks for."""
    return Terms(
        DEFAULT_PLAYERS if players is None else players,
        variant if isinstance(variant, Variant) else find_variant(variant),
        rules if isinstance(rules, Rules) else rule_set(rules),
        hand_size=hand or 0,
    )


def asked_terms(options: HanabiOptions, experiment: str) -> Terms:
    """Return the terms that the options of an experiment ask for; TypeError for an unknown option."""
    check_names(options, HanabiOptions, experiment)
    rules, variant = options.get("rules", OFFICIAL), options.get("variant", "No Variant")
    return agreed_terms(options.get("players"), rules, variant, options.get("hand"))


def self_play(bot: BotName, terms: Terms, seed: Seed = 1) -> HanabiPlan:
    """Plan games in which one bot has all the seats."""
    return HanabiPlan((bot,) * terms.players, terms, seed)


def simulate(*bots: BotName, deal: str | None = None, **options: Unpack[HanabiOptions]) -> Run:
    """Play many games of Hanabi; see `handsight.lab.simulate`."""
    check_bots(bots)
    players = options.get("players")
    if deal is not None:
        dealt = hanab_live_seeds.deal(deal)
        hanab_live_seeds.following(deal, max(0, options.get("games", DEFAULT_GAMES) - 1))
        if players not in (None, dealt.players):
            raise InputError(f"{deal} is a deal for {dealt.players} players; leave the number of players out")
        players = dealt.players
    elif players is None and len(bots) > 1:
        players = len(bots)
    terms = asked_terms({**options, "players": players}, "simulate")
    if deal is not None:
        if terms.variant not in (dealt.variant, find_variant("No Variant")):
            raise InputError(f"{deal} is a deal of {dealt.variant.name}; leave the variant out")
        terms = asked_terms({**options, "players": players, "variant": dealt.variant}, "simulate")
    seats = bots * terms.players if len(bots) == 1 else bots
    plan = HanabiPlan(seats, terms, options.get("seed", DEFAULT_SEED), deal=deal)
    (run,), _ = play_plans([plan], options, Run)
    return run


def compare(
    *bots: BotName, confidence: float = CONFIDENCE, **options: Unpack[HanabiOptions]
) -> Comparison[Run]:
    """Let every bot play the same deals, each with copies of itself; see `handsight.lab.compare`."""
    terms, seed = asked_terms(options, "compare"), as_seed(options.get("seed", DEFAULT_SEED))
    plan = partial(self_play, terms=terms, seed=seed)
    return compare_bots(bots, plan, options, Run, confidence=confidence)


def crossplay(*bots: BotName, **options: Unpack[HanabiOptions]) -> Crossplay[Run]:
    """Let every bot play alone among copies of every bot; see `handsight.lab.crossplay`."""
    terms, seed = asked_terms(options, "crossplay"), as_seed(options.get("seed", DEFAULT_SEED))

    def plan(bot: BotName, partner: BotName) -> HanabiPlan:
        return HanabiPlan((bot, *(partner,) * (terms.players - 1)), terms, seed, rotate=True)

    return mix_bots(bots, plan, options, Run)


def save_games(run: Run, count: int, path: Path) -> None:
    """Write the first games of a run as hanab.live exports, one a line."""
    write = FORMATS["jsonl"].write
    lines = (write(run.plan.play_game(number)).text for number in range(min(count, run.games)))
    write_file(path, "".join(lines))
