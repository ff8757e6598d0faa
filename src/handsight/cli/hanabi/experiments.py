"""Experiments with Hanabi: simulate, compare, crossplay, and ablate of conventions."""

from argparse import Namespace
from typing import TYPE_CHECKING

from handsight.cli import arguments, experiment
from handsight.cli.experiment import Outcome
from handsight.cli.hanabi.options import rules
from handsight.errors import UsageError

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab import Run
    from handsight.lab.hanabi.losses import Lost
    from handsight.lab.hanabi.options import Options

MOST_WAYS = 8
"""How many of the ways that `ablate` tried are printed."""


def simulate(args: Namespace) -> Outcome:
    """Play many games with one bot in all seats, or one for each."""
    from handsight.lab import save_games, simulate, text_tables
    from handsight.lab.hanabi.to_json import run_row

    path = experiment.file_for_games(args, "games.jsonl")
    with arguments.usage_errors(), experiment.progress(args) as progress:
        run = simulate(*args.bot, **_options(args, progress))
    if path:
        save_games(run.plan, min(args.save_games, run.games), path)
    lost = _lost(args, run)
    speed = f"{run.played:,} games played in {run.seconds:.1f} s, {run.games_per_second:,.0f} a second"
    return Outcome(
        title=" ".join(run.plan.names),
        caption=run.caption,
        tables=[text_tables.figures([run]), *([text_tables.lost(lost)] if lost else [])],
        row=run_row(run) | ({"lost": lost.row} if lost else {}),
        plots=[run.plot, *([lost.plot] if lost else [])],
        drawn=1 if lost and args.lost else 0,
        before=[text_tables.bars(run)],
        after=[speed],
    )


def _lost(args: Namespace, run: "Run") -> "Lost | None":
    """Look into some games, where that is asked for or a report is to be written."""
    if args.lost is None and not args.report:
        return None
    from handsight.lab.hanabi.losses import SAMPLE, lost

    with arguments.usage_errors():
        return lost(run.plan, min(SAMPLE if args.lost is None else args.lost, run.games))


def compare(args: Namespace) -> Outcome:
    """Let several bots play the same deals, each with copies of itself."""
    from handsight.lab import compare
    from handsight.lab.text_tables import figures, pairs

    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        comparison = compare(*args.bot, until_clear=args.until_clear, confidence=args.confidence, **options)
    return Outcome(
        title=" and ".join(run.plan.names[0] for run in comparison.runs),
        caption=comparison.runs[0].caption,
        remark=", the same deals for all",
        tables=[figures(comparison.runs), pairs(comparison)],
        row=comparison.row,
        plots=[comparison.plot, comparison.distribution],
    )


def crossplay(args: Namespace) -> Outcome:
    """Play the same deals with every mixed team."""
    from handsight.lab import crossplay
    from handsight.lab.text_tables import matrix

    with arguments.usage_errors(), experiment.progress(args) as progress:
        mixed = crossplay(*args.bot, **_options(args, progress))
    means = f"self-play {mixed.self_play:.2f}, mixed teams {mixed.cross_play:.2f}"
    return Outcome(
        title="Crossplay",
        caption=mixed.runs[0][0].caption,
        remark=" in each cell",
        tables=[matrix(mixed)],
        row=mixed.row,
        plots=[mixed.plot],
        after=[f"  {means}"],
    )


def ablate(args: Namespace) -> Outcome:
    """Switch the choices of a convention off, and measure what each is worth."""
    from handsight.conventions import load_convention
    from handsight.lab.hanabi.ablation import ablate
    from handsight.lab.text_tables import figures, worths

    load_convention(args.file)
    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        ablation = ablate(
            args.file, every_way=args.all, only=args.only, confidence=args.confidence, **options
        )
    runs = [run for _, run in ablation.ranked]
    fixed = [f"  {name} stays: {why}" for name, why in ablation.fixed.items()]
    return Outcome(
        title=f"The worth of ideas in {ablation.convention}",
        caption=f"{ablation.whole.caption}, the same deals for all",
        tables=[worths(ablation), figures(runs[:MOST_WAYS] if ablation.every_way else runs)],
        row=ablation.row,
        plots=[ablation.plot, ablation.distribution],
        after=["\n".join(fixed)] if fixed else [],
    )


def _options(args: Namespace, progress: experiment.Progress | None) -> "Options":
    """Return the options as keyword arguments of the library's functions."""
    if args.hand == 0:  # which the library takes for the usual number
        raise UsageError("hands of 0 cards cannot be dealt; leave --hand out for the usual number")
    chosen: Options = {"rules": rules(args), "variant": arguments.variant_in(args.variant)}
    if args.players is not None:
        chosen["players"] = args.players
    if args.hand is not None:
        chosen["hand"] = args.hand
    shared: Options = experiment.options(args, progress)  # type: ignore[assignment]  # the same names
    return chosen | shared
