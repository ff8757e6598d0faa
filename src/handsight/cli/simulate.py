"""Play many games: mean with its error, histogram, rates.

One BOT for all seats, or one for each. A game follows from the seed and its number alone, so the result is
the same, bit for bit, for any number of workers. With --game boeren four agents meet (`handsight bots --game
boeren` lists them), their seats rotating over the same deals.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import experiment, words
from handsight.errors import UsageError

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
        help="write the first N games as hanab.live exports: games.jsonl in the folder of --out, or here"
        " (Boeren Bridge: games.boeren, a log)",
    )


def run(args: Namespace) -> int:
    """Play, print, and keep what is to be kept."""
    if args.game == "boeren":
        from handsight.cli import boeren

        return boeren.simulate(args)
    from handsight.lab import save_games, simulate
    from handsight.lab.report import report
    from handsight.lab.rows import run_row
    from handsight.lab.tables import bars, figures

    place = _place(args)
    with experiment.asked(), experiment.progress(args) as tell:
        found = simulate(*args.bot, **experiment.options(args, tell))
    if place:
        save_games(found.plan, min(args.save_games, found.games), place)
    if args.json:
        print(words.json_line(run_row(found)))
    else:
        speed = (
            f"{found.played:,} games played in {found.seconds:.1f} s, {found.games_per_second:,.0f} a second"
        )
        print("\n".join([found.caption, "", bars(found), "", figures([found]).text, "", speed]))
    experiment.pictures(args, found.plot)
    if args.report:
        page = report(" ".join(found.plan.names), found.caption, [figures([found])], [found.plot()])
        Path(args.report).write_text(page, encoding="utf-8")
    return 0


def _place(args: Namespace) -> Path | None:
    """Return where games are to be saved; nobody else's file is overwritten."""
    if args.save_games is None:
        return None
    if args.save_games < 1:
        raise UsageError(f"{args.save_games} games cannot be saved; ask for 1 or more")
    place = Path(args.out or ".") / "games.jsonl"
    if args.out is None and place.exists():
        raise UsageError(f"{place} is there already; name a folder with --out")
    return place
