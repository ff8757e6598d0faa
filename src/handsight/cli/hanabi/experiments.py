"""Experiments with Hanabi: simulate, compare, crossplay, and ablate of conventions."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from handsight.cli import arguments, experiment
from handsight.cli.hanabi.options import rules
from handsight.errors import UsageError

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab import Summary


def simulate(args: Namespace) -> "Summary":
    """Play many games with one bot in all seats, or one for each."""
    from handsight.lab.hanabi.experiments import SAVED_GAMES, save_games, simulate
    from handsight.lab.hanabi.losses import SAMPLE

    path = experiment.file_for_games(args, SAVED_GAMES)
    with arguments.usage_errors(), experiment.progress(args) as progress:
        run = simulate(*args.bot, **_options(args, progress))
    if path:
        save_games(run, args.save_games, path)
    if args.lost is None and not args.report:
        return run.summary()
    with arguments.usage_errors():
        losses = run.losses(SAMPLE if args.lost is None else args.lost)
    return run.summary(losses, draw_losses=args.lost is not None)


def compare(args: Namespace) -> "Summary":
    """Let several bots play the same deals, each with copies of itself."""
    from handsight.lab import compare

    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        comparison = compare(*args.bot, until_clear=args.until_clear, confidence=args.confidence, **options)
    return comparison.summary()


def crossplay(args: Namespace) -> "Summary":
    """Play the same deals with every mixed team."""
    from handsight.lab import crossplay

    with arguments.usage_errors(), experiment.progress(args) as progress:
        return crossplay(*args.bot, **_options(args, progress)).summary()


def ablate(args: Namespace) -> "Summary":
    """Switch the choices of a convention off, and measure what each is worth."""
    from handsight.conventions import load_convention
    from handsight.lab import ablate

    load_convention(args.file)
    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        ablation = ablate(
            args.file, every_way=args.all, only=args.only, confidence=args.confidence, **options
        )
    return ablation.summary()


def _options(args: Namespace, progress: experiment.Progress | None) -> dict[str, Any]:
    """Return the options as keyword arguments of the library's functions."""
    if args.hand == 0:  # which the library takes for the usual number
        raise UsageError("hands of 0 cards cannot be dealt; leave --hand out for the usual number")
    chosen = {"rules": rules(args), "variant": arguments.variant_in(args.variant), "hand": args.hand}
    if args.players is not None:
        chosen["players"] = args.players
    return chosen | experiment.options(args, progress)
