"""Experiments with Boeren Bridge: simulate and compare."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from handsight.bots import roster
from handsight.cli import arguments, experiment
from handsight.cli.boeren.options import rules
from handsight.errors import UsageError

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab import Summary


def simulate(args: Namespace) -> "Summary":
    """Let four bots meet, or four copies of one."""
    from handsight.lab.boeren.experiments import SAVED_GAMES, save_games, simulate

    path = experiment.file_for_games(args, SAVED_GAMES)
    for name in args.bot if path else ():
        _check_repeatable(name)
    with arguments.usage_errors(), experiment.progress(args) as progress:
        run = simulate(*args.bot, **_options(args, progress))
    if path:
        save_games(run, args.save_games, path)
    return run.summary()


def compare(args: Namespace) -> "Summary":
    """Let every bot play alone among three hosts, on the same deals."""
    from handsight.lab.boeren.tournament import HOST, compare

    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        comparison = compare(*args.bot, host=args.host or HOST, confidence=args.confidence, **options)
    return comparison.summary()


def _options(args: Namespace, progress: experiment.Progress | None) -> dict[str, Any]:
    """Return the options as keyword arguments of the library's functions."""
    return experiment.options(args, progress) | {"rules": rules(args)}


def _check_repeatable(name: str) -> None:
    """Refuse to save the matches of a bot that does not play them the same way again."""
    with arguments.usage_errors():
        spec = roster("boeren").find_bot(name)
    if not spec.repeatable:
        raise UsageError(
            f"{name} thinks for a given time, so its matches cannot be saved; give it deals=… alone"
        )
