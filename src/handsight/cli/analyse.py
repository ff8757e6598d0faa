"""Say what every move of recorded games was worth, and where points were lost.

Four kinds of statement are kept apart. A fact says what became impossible. What the mover could have known
follows from clues and visible cards alone. An expected value is the mean final score over deals that the
mover could not rule out, when the bot --by goes on in every seat; the true hidden cards are not used, so a
move that was right and unlucky is not called a mistake. With --open, and marked so, comes the best score with
all cards known. A loss is called an inaccuracy (0.3), a mistake (0.7) or a blunder (1.5 points) only if it is
at least three standard errors.
"""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, flag, option
from handsight.cli.output import check_page, print_json, progress, width_of
from handsight.errors import UsageError
from handsight.notation import CheckedGame
from handsight.safe_files import write_file

EXAMPLE = """\
  handsight analyse sample:first --deals 100
  handsight analyse game.json --turn 39 --by circle --open
  handsight analyse games.jsonl --deals 50 --workers 2 --out analysed --report report.html
  handsight analyse sample:boeren"""
SETTINGS = ("by", "deals", "seed", "believe", "open")
"""Options that the analysis of every game takes by the same names."""
ARGUMENTS = (
    shared.SOURCES,
    shared.NUMBER.changed(help="which game of a file that holds several, from 1 (default: all)"),
    option("--by", "BOT", "who plays on after a move; auto: who fits the players best (default: robot5)"),
    count("--deals", "N", "on how many deals the best moves are tried (default: 400)"),
    count("--turn", "T", "only the T-th move, with every legal move beside it"),
    option("--seat", "S", f"only the moves of one seat: {shared.SEAT_HELP}"),
    flag("--believe", "also infer the mover's hand from what its partners did"),
    flag("--open", "also find the best score with all cards known"),
    shared.SEED.changed(default=0, help="the same seed gives the same values (default: 0)"),
    shared.json_for("turn"),
    shared.REPORT,
    flag("--replays", "with --report: also write every game as a page, and link to it"),
    shared.FORCE,
    *shared.shared_work("turn"),
    shared.FETCH,
    shared.GAME,
)


def run(args: Namespace) -> int:
    """Analyse every game that was asked for; the status is 1 if one of them is not valid."""
    from handsight.analysis.analysis_report import collection_text, game_text, report
    from handsight.analysis.games import analysis_settings, game_analysis
    from handsight.lab.job_runner import RunSettings

    _check(args)
    game, games = shared.read_games(args)
    checked = shared.chosen_games(args, games)
    module = game_analysis(game)
    valid, named = _named(args, game, checked, module)
    if not named:
        return 1
    with shared.usage_errors():
        settings = analysis_settings(game, {name: getattr(args, name) for name in SETTINGS})
    analysed = []
    with progress(args) as tell:
        how = RunSettings(args.workers, args.out, tell)
        for one in module.analyse_games(named, settings, how):
            analysed.append(one)
            for row in one.rows if args.json else ():
                print_json(row)
    if not args.json:
        one, width = len(analysed) == 1, width_of(sys.stdout)
        print(game_text(analysed[0], width) if one else collection_text(analysed, width))
    if args.report:
        replays = _replays(args, game, analysed) if args.replays or len(analysed) == 1 else {}
        write_file(Path(args.report), report(analysed, replays))
        print(f"wrote {args.report}", file=sys.stderr)
    return 0 if valid else 1


def _check(args: Namespace) -> None:
    shared.needs(args, "replays", "report")
    if args.report:
        check_page(args.report, force=args.force)
        replays = _replay_folder(Path(args.report))
        if not args.force and replays.exists() and any(replays.iterdir()):
            raise UsageError(
                f"{replays} holds replays already; replace them with --force, or choose another --report"
            )


def _named(
    args: Namespace, game: str, checked: list[CheckedGame[Any]], module: Any
) -> tuple[bool, list[Any]]:
    """Return whether all games are valid, and those that can be analysed, with the turns asked for."""
    from handsight.analysis.analysis_rows import NamedGame

    valid, named = True, []
    for one in checked:
        shared.report_problems(one)
        valid &= one.valid
        if one.game is None:
            continue
        seat = shared.asked_seat(args, game, one.game)
        turn = None if args.turn is None else shared.turn_in(args.turn, len(one.game.states) - 1)
        with shared.usage_errors():
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
    """Write each game as a page into a folder beside the report; return their addresses by label."""
    from handsight.cli.convert import replay_page

    folder = _replay_folder(Path(args.report))
    folder.mkdir(exist_ok=True)
    found = {}
    for at, one in enumerate(analysed, 1):
        page = replay_page(game, one.game)
        if page is None:
            return {}
        write_file(folder / f"{at}.html", page.text)
        found[one.label] = f"{folder.name}/{at}.html"
    return found
