"""The words of experiments with Boeren Bridge: simulate, compare, and which agents there are."""

from argparse import Namespace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.boeren import SEATS, Rules, rule_set
from handsight.bots.boeren import find_bot
from handsight.cli import arguments, experiment, output_paths
from handsight.errors import UsageError

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from handsight.lab.boeren.runner import Options
    from handsight.lab.boeren.tournament import Contest, Tournament
    from handsight.lab.text_tables import Table

HANABI = ("hand",)
"""Words that only experiments with Hanabi take."""
HEADS = ("", "mean", "± s.e.", "wins", "± s.e.", "tricks", "bids met")


def simulate(args: Namespace) -> int:
    """Let four agents meet, or four of a kind, and print what they came to."""
    from handsight.lab.boeren.tournament import tournament
    from handsight.lab.text_tables import Table

    if args.lost is not None:
        raise UsageError("--lost is Hanabi's: no points of Boeren Bridge become impossible")
    place = _place(args)
    with experiment.asked(), experiment.progress(args) as tell:
        found = tournament(*args.bot, **_options(args, tell))
    if place:
        _save(found, args.save_games, place)
    table = Table(HEADS, figures([found]))
    if args.json:
        print(arguments.json_line(found.row))
    else:
        speed = f"{found.played:,} games played in {found.seconds:.1f} s"
        print(f"{found.caption}\n\n{table.text}\n\n{speed}")
    experiment.pictures(args, found.plot)
    if args.report:
        _report(args, " ".join(dict.fromkeys(found.table.names)), found.caption, [table], found.plot)
    return 0


def compare(args: Namespace) -> int:
    """Let every agent sit alone among three hosts, on the same deals, and print the differences."""
    from handsight.lab.boeren.tournament import HOST, contest
    from handsight.lab.text_tables import Table

    if args.until_clear is not None:
        raise UsageError("--until-clear is Hanabi's; with --game boeren say how many --games")
    with experiment.asked(), experiment.progress(args) as tell:
        chosen = _options(args, tell)
        found = contest(*args.bot, host=args.host or HOST, confidence=args.confidence, **chosen)
    tables = [Table(HEADS, [line for run in found.runs for line in figures([run])[:1]]), _pairs(found)]
    caption = f"{found.runs[0].caption}; each among three {found.host}"
    if args.json:
        print(arguments.json_line(found.row))
    else:
        print("\n\n".join([caption, *(table.text for table in tables)]))
    experiment.pictures(args, found.plot)
    if args.report:
        _report(args, " and ".join(run.table.names[0] for run in found.runs), caption, tables, found.plot)
    return 0


def _pairs(found: "Contest") -> "Table":
    """Return the differences of every two players."""
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


def _report(
    args: Namespace, title: str, caption: str, tables: "list[Table]", draw: "Callable[[], Figure]"
) -> None:
    """Write the result as a page of its own."""
    from handsight.lab.report import report

    Path(args.report).write_text(report(title, caption, tables, [draw()]), encoding="utf-8")


def figures(runs: "list[Tournament]") -> list[tuple[str, ...]]:
    """Return a line for each player of some tournaments."""
    return [
        (
            name,
            f"{points.mean:.2f}",
            _shown(points.stderr, ".2f"),
            f"{wins.mean:.1%}",
            _shown(wins.stderr, ".1%"),
            f"{tricks:.2f}",
            f"{met:.1%}",
        )
        for run in runs
        for name, points, wins, tricks, met in run.standings
    ]


def _shown(error: float, form: str) -> str:
    """Write an error, where the games of more than one deal give one."""
    return format(error, form) if isfinite(error) else "–"


def rules_of(args: Namespace) -> Rules:
    """Return the rules that are asked for: a rule set, switches, and the rounds."""
    with experiment.asked():
        rules = rule_set(args.rules or "text")
        for word in args.set:
            name, equals, value = word.partition("=")
            if not equals:
                raise UsageError(f"--set takes SWITCH=VALUE, not {word!r}")
            rules = rules.switched(name.strip(), value.strip())
        return rules.switched("schedule", args.rounds) if args.rounds else rules


def _options(args: Namespace, tell: "Callable[[int, int], None] | None") -> "Options":
    strange = [name for name in HANABI if getattr(args, name) is not None]
    strange += ["players"] * (args.players not in (None, SEATS))
    strange += ["variant"] * (args.variant != "No Variant")
    if strange:
        raise UsageError(f"--{strange[0]} is not for Boeren Bridge, which four play")
    output_paths.check(args)
    chosen: Options = {"games": args.games, "seed": args.seed, "rules": rules_of(args)}
    chosen |= {"workers": args.workers, "engine": args.engine}
    if args.scheduler is not None:
        chosen["scheduler"] = args.scheduler
    if args.out is not None:
        chosen["out"] = args.out
    if tell is not None:
        chosen["progress"] = tell
    return chosen


def _place(args: Namespace) -> Path | None:
    """Return where matches are to be saved; nobody's file is overwritten."""
    if args.save_games is None:
        return None
    place = Path(args.out or ".") / "games.boeren"
    if args.save_games < 1:
        raise UsageError(f"{args.save_games} games cannot be saved; ask for 1 or more")
    if args.out is None and place.exists():
        raise UsageError(f"{place} is there already; name a folder with --out")
    if args.out is None:
        output_paths.file(place, "--out")
    for word in args.bot:
        with experiment.asked():
            found = find_bot(word)
        if not found.repeatable:
            raise UsageError(
                f"{word} plays by the clock, so its matches cannot be saved; give it deals=… alone"
            )
    return place


def _save(found: "Tournament", count: int, place: Path) -> None:
    """Write the rounds of the first matches as a log."""
    from handsight.lab.boeren.single_match import rounds_of
    from handsight.notation.boeren import log

    rounds = [part for game in range(min(count, found.games)) for part in rounds_of(found.table, game)]
    place.write_text(log.write(*rounds).text, encoding="utf-8")
