"""Experiments with Boeren Bridge: simulate and compare."""

from argparse import Namespace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.bots import roster
from handsight.cli import arguments, experiment
from handsight.cli.boeren.options import rules
from handsight.cli.experiment import Outcome
from handsight.errors import UsageError

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab.boeren.runner import Options
    from handsight.lab.boeren.tournament import Contest, Tournament
    from handsight.lab.text_tables import Table

COLUMNS = ("", "mean", "± s.e.", "wins", "± s.e.", "tricks", "bids met")


def simulate(args: Namespace) -> Outcome:
    """Let four bots meet, or four copies of one."""
    from handsight.lab.boeren.tournament import tournament
    from handsight.lab.text_tables import Table

    path = _file_for_games(args)
    with arguments.usage_errors(), experiment.progress(args) as progress:
        run = tournament(*args.bot, **_options(args, progress))
    if path:
        _save(run, args.save_games, path)
    return Outcome(
        title=" ".join(dict.fromkeys(run.table.names)),
        caption=run.caption,
        tables=[Table(COLUMNS, standings([run]))],
        row=run.row,
        plots=[run.plot],
        after=[f"{run.played:,} games played in {run.seconds:.1f} s"],
    )


def compare(args: Namespace) -> Outcome:
    """Let every bot play alone among three hosts, on the same deals."""
    from handsight.lab.boeren.tournament import HOST, contest
    from handsight.lab.text_tables import Table

    with arguments.usage_errors(), experiment.progress(args) as progress:
        options = _options(args, progress)
        found = contest(*args.bot, host=args.host or HOST, confidence=args.confidence, **options)
    first = [line for run in found.runs for line in standings([run])[:1]]
    return Outcome(
        title=" and ".join(run.table.names[0] for run in found.runs),
        caption=f"{found.runs[0].caption}; each among three {found.host}",
        tables=[Table(COLUMNS, first), _pairs(found)],
        row=found.row,
        plots=[found.plot],
    )


def _pairs(found: "Contest") -> "Table":
    """Return the differences of every two bots."""
    from handsight.lab.text_tables import Table

    rows = [
        (
            f"{a} − {b}",
            f"{points.mean:+.2f}",
            f"{points.low:+.2f} to {points.high:+.2f}",
            f"{points.p:.2g}",
            f"{wins.mean:+.1%}",
            f"{wins.p:.2g}",
        )
        for a, b, points, wins in found.pairs
    ]
    return Table(("", "points", f"{found.confidence:.0%} interval", "p", "wins", "p"), rows)


def standings(runs: "list[Tournament]") -> list[tuple[str, ...]]:
    """Return a line for each bot of some tournaments."""
    return [
        (
            name,
            f"{points.mean:.2f}",
            _error(points.stderr, ".2f"),
            f"{wins.mean:.1%}",
            _error(wins.stderr, ".1%"),
            f"{tricks:.2f}",
            f"{met:.1%}",
        )
        for run in runs
        for name, points, wins, tricks, met in run.standings
    ]


def _error(error: float, form: str) -> str:
    """Write a standard error; one deal alone gives none."""
    return format(error, form) if isfinite(error) else "–"


def _options(args: Namespace, progress: experiment.Progress | None) -> "Options":
    """Return the options as keyword arguments of the library's functions."""
    chosen: Options = experiment.options(args, progress)  # type: ignore[assignment]  # the same names
    chosen["rules"] = rules(args)
    return chosen


def _file_for_games(args: Namespace) -> Path | None:
    """Return where matches are saved; refuse bots whose matches cannot be played again."""
    path = experiment.file_for_games(args, "games.boeren")
    for name in args.bot if path else ():
        with arguments.usage_errors():
            bot = roster("boeren").find_bot(name)
        if not bot.repeatable:
            raise UsageError(
                f"{name} plays by the clock, so its matches cannot be saved; give it deals=… alone"
            )
    return path


def _save(run: "Tournament", count: int, path: Path) -> None:
    """Write the rounds of the first matches as a log."""
    from handsight.lab.boeren.single_match import rounds_of
    from handsight.notation.boeren import log

    rounds = [part for game in range(min(count, run.games)) for part in rounds_of(run.table, game)]
    path.write_text(log.write(*rounds).text, encoding="utf-8")
