"""Play many games: mean with its error, histogram, rates.

One BOT for all seats, or one for each. A game follows from the seed and its number alone, so the result is
the same, bit for bit, for any number of workers. With --game boeren four agents meet (`handsight bots --game
boeren` lists them), their seats rotating over the same deals. --lost looks into
some of the games of Hanabi: the best score that was still possible, turn by turn, and by what it fell. With
--plot, that is what is drawn.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.cli import arguments as words
from handsight.cli import experiment, output_paths
from handsight.errors import UsageError

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from handsight.lab import Run
    from handsight.lab.hanabi.losses import Lost

EXAMPLE = (
    "  handsight simulate careful --players 3 --games 1000 --out results --save-games 5\n"
    "  handsight simulate --game boeren full-kripke greedy-kripke greedy random --games 20000"
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    experiment.arguments(parser)
    parser.add_argument(
        "--save-games",
        type=int,
        metavar="N",
        help="write the first N games in the folder of --out, or here: games.jsonl, hanab.live exports"
        " (Boeren Bridge: games.boeren, a log)",
    )
    parser.add_argument(
        "--lost",
        type=int,
        metavar="N",
        nargs="?",
        const=100,
        help="look into the first N games (default: 100): when and by what points were lost",
    )


def run(args: Namespace) -> int:
    """Play, print, and keep what is to be kept."""
    if args.game == "boeren":
        from handsight.cli.boeren import experiments

        return experiments.simulate(args)
    from handsight.lab import save_games, simulate
    from handsight.lab import text_tables as tables_of
    from handsight.lab.hanabi.to_json import run_row
    from handsight.lab.report import report
    from handsight.lab.text_tables import bars, figures

    place = _place(args)
    with experiment.asked(), experiment.progress(args) as tell:
        found = simulate(*args.bot, **experiment.options(args, tell))
    if place:
        save_games(found.plan, min(args.save_games, found.games), place)
    seen = _lost(args, found)
    tables = [figures([found]), *([tables_of.lost(seen)] if seen else [])]
    if args.json:
        print(words.json_line(run_row(found) | ({"lost": seen.row} if seen else {})))
    else:
        speed = (
            f"{found.played:,} games played in {found.seconds:.1f} s, {found.games_per_second:,.0f} a second"
        )
        print("\n\n".join([found.caption, bars(found), *(table.text for table in tables), speed]))
    experiment.pictures(args, seen.plot if seen and args.lost else found.plot)
    if args.report:
        pictures = [found.plot(), *([seen.plot()] if seen else [])]
        page = report(" ".join(found.plan.names), found.caption, tables, pictures)
        Path(args.report).write_text(page, encoding="utf-8")
    return 0


def _lost(args: Namespace, found: "Run") -> "Lost | None":
    """Look into some games, where that is asked for or a report is to be written."""
    if args.lost is None and not args.report:
        return None
    from handsight.lab.hanabi.losses import SAMPLE, lost

    with experiment.asked():
        return lost(found.plan, min(SAMPLE if args.lost is None else args.lost, found.games))


def _place(args: Namespace) -> Path | None:
    """Return where games are to be saved; nobody else's file is overwritten."""
    if args.save_games is None:
        return None
    if args.save_games < 1:
        raise UsageError(f"{args.save_games} games cannot be saved; ask for 1 or more")
    place = Path(args.out or ".") / "games.jsonl"
    if args.out is None and place.exists():
        raise UsageError(f"{place} is there already; name a folder with --out")
    if args.out is None:
        output_paths.file(place, "--out")
    return place
