"""Say what every move of recorded games was worth, and where points were lost.

Four kinds of statement are kept apart. A fact says what became impossible. What the mover could have known
follows from clues and visible cards alone. An expected value is the mean final score over deals that the
mover could not rule out, when the bot --by goes on in every seat; the true hidden cards are not used, so a
move that was right and unlucky is not called a mistake. With --open, and marked so, comes the best score with
all cards known. A loss is called an inaccuracy (0.3), a mistake (0.7) or a blunder (1.5 points) only if it is
at least three standard errors.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from handsight.cli import arguments, experiment, game_options
from handsight.cli.games import GAMES, title
from handsight.cli.numbers import seed
from handsight.cli.output import width_of
from handsight.errors import InputError, UsageError
from handsight.notation import CheckedGame, open_source
from handsight.notation.game_files import read_each
from handsight.safe_files import write_file

EXAMPLE = """\
  handsight analyse sample:first --deals 100
  handsight analyse game.json --turn 39 --by circle --open
  handsight analyse games.jsonl --deals 50 --workers 2 --out analysed --report report.html
  handsight analyse sample:boeren"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    add("source", nargs="+", metavar="FILE", help=arguments.SOURCE)
    add("--number", type=int, metavar="N", help="which game, where a file holds several (default: all)")
    add(
        "--by",
        metavar="BOT",
        help="who goes on after a move; auto: who fits the players best (default: robot5)",
    )
    add("--deals", type=int, metavar="N", help="on how many deals the best moves are tried (default: 400)")
    add("--seconds", type=float, metavar="S", help="a time for each turn, in place of --deals")
    add("--turn", type=int, metavar="T", help="only the T-th move, with every legal move beside it")
    add("--seat", metavar="S", help=f"only the moves of one seat: {arguments.SEAT}")
    add("--believe", action="store_true", help="judge the mover's hand by what its partners did, too")
    add("--open", action="store_true", help="find the best score with all cards known, too")
    add("--seed", type=seed, metavar="S", default=0, help="the same seed gives the same values (default: 0)")
    add("--json", action="store_true", help="print one JSON object for each turn")
    add("--report", metavar="FILE", help="write the analysis as a page of its own, .html")
    add(
        "--replays",
        action="store_true",
        help="with --report: write every game as a page, too, and link to it",
    )
    arguments.add_force(parser)
    experiment.add_workers(parser, "turn")
    arguments.add_fetch(parser)
    arguments.add_game(parser, "analyse")


def run(args: Namespace) -> int:
    """Analyse every game that was asked for; the status is 1 if one of them is not valid."""
    from handsight.lab.games import game_analysis
    from handsight.lab.job_runner import RunSettings

    _check(args)
    game, checked = _read(args)
    module = game_analysis(game)
    valid, named = _named(args, game, checked, module)
    if not named:
        return 1
    with arguments.usage_errors():
        settings = module.settings(
            by=args.by,
            deals=args.deals,
            seconds=args.seconds,
            seed=args.seed,
            believe=args.believe,
            open=args.open,
        )
    analysed = []
    with experiment.progress(args) as tell:
        how = RunSettings(args.workers, args.engine, args.scheduler, args.out, tell)
        for one in module.analyse_games(named, settings, how):
            analysed.append(one)
            for row in one.rows if args.json else ():
                print(arguments.json_line(row), flush=True)
    if not args.json:
        tell_all = module.game_text if len(analysed) == 1 else None
        width = width_of(sys.stdout)
        print(tell_all(analysed[0], width) if tell_all else module.collection_text(analysed, width))
    if args.report:
        replays = _replays(args, game, analysed) if args.replays or len(analysed) == 1 else {}
        write_file(Path(args.report), module.report(analysed, replays))
        print(f"wrote {args.report}", file=sys.stderr)
    return 0 if valid else 1


def _check(args: Namespace) -> None:
    if args.deals is not None and args.seconds is not None:
        raise UsageError("--deals and --seconds both say how much is tried; give one of them")
    if args.report:
        if Path(args.report).suffix.lower() not in (".html", ".htm"):
            raise UsageError(f"{args.report} is no file name for a page; end it in .html")
        arguments.check_file(Path(args.report), "--report", force=args.force)
        replays = _replay_folder(Path(args.report))
        if not args.force and replays.exists() and any(replays.iterdir()):
            raise UsageError(
                f"{replays} holds replays already; replace them with --force, or choose another --report"
            )
    if args.replays and not args.report:
        raise UsageError("--replays goes with --report, whose page leads to them")


def _read(args: Namespace) -> tuple[str, list[CheckedGame[Any]]]:
    """Read every file; all of them must be of one game."""
    sources = []
    for name in args.source:
        try:
            sources.append(open_source(name, fetch=args.fetch))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    games = {arguments.game_of(args, source) for source in sources}
    if len(games) > 1:
        both = " and ".join(sorted(map(title, games)))
        raise UsageError(f"these files are of {both}; analyse one game at a time")
    (game,) = games
    game_options.settle(args, [game])
    if len(args.source) == 1 and args.turn is None:
        args.source, files = args.source[0], args.source
        arguments.keep_link_turn(args)
        args.source = files
    reading = GAMES[game].module("options").reading(args)
    found = [checked for source in sources for checked in read_each(*source, game=game, **reading)]
    return game, arguments.chosen_games(args, found)


def _named(
    args: Namespace, game: str, checked: list[CheckedGame[Any]], module: Any
) -> tuple[bool, list[Any]]:
    """Return whether all games are valid, and those that can be analysed, with the turns asked for."""
    from handsight.analysis.analysis_runs import NamedGame

    valid, named = True, []
    seats = GAMES[game].module("options").SEAT_NAMES
    for one in checked:
        arguments.report_problems(one)
        valid &= one.valid
        if one.game is None:
            continue
        seat = arguments.seat_in(args.seat, one.game.seats, seats)
        turn = None if args.turn is None else arguments.turn_in(args.turn, len(one.game.states) - 1)
        with arguments.usage_errors():
            turns = module.chosen_turns(one.game, turn, seat)
        if turns:
            named.append(NamedGame(one.label, one.game, tuple(turns)))
        else:
            print(f"{one.label}: nobody moved, so there is nothing to analyse", file=sys.stderr)
    return valid, named


def _replay_folder(report: Path) -> Path:
    """Return the folder beside a report that holds its replays."""
    return report.with_name(f"{report.stem}-replays")


def _replays(args: Namespace, game: str, analysed: list[Any]) -> dict[str, str]:
    """Write each game as a page of its own into a folder beside the report; return their addresses."""
    from handsight.cli.convert import replay_page

    folder = _replay_folder(Path(args.report))
    folder.mkdir(exist_ok=True)
    found = {}
    for number, one in enumerate(analysed, 1):
        page = replay_page(game, one.game)
        if page is None:
            return {}
        write_file(folder / f"{number}.html", page.text)
        found[one.label] = f"{folder.name}/{number}.html"
    return found
