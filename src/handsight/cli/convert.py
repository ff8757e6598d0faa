"""Turn a file of any format into any format that can hold the game.

Without --to, the ending of OUT decides. What the format cannot hold is listed on stderr.
"""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.games import GAMES, title
from handsight.cli.output import check_file, write_output
from handsight.errors import InputError, UsageError
from handsight.notation import GAMES as NOTATION
from handsight.notation import CheckedGame, Written
from handsight.text.counting_from_one import counted

EXAMPLE = """\
  handsight convert game.json game.hanabi
  handsight convert game.hanabi - --to url
  handsight convert game.json game.html
  handsight convert games.boeren rounds.json"""
PAGE = "html"
FORMATS = dict.fromkeys((*(name for game in GAMES for name in NOTATION[game].writable()), PAGE))
ARGUMENTS = (
    *shared.RECORDED_GAME,
    option("out", "OUT", "a file, or `-` for standard output", nargs="?", default="-"),
    option("--to", "", "the format to write", choices=FORMATS),
    shared.FORCE,
    shared.GAME,
)


def run(args: Namespace) -> int:
    """Convert the file; print on stderr what was written and what was left out."""
    if args.out != "-":
        _check_out(args)
    game, games = shared.read_games(args)
    name = _format(args, game)
    if getattr(args, "by", None) and name != PAGE:
        raise UsageError("--by needs --to html; other formats cannot hold how a convention reads a game")
    several = name != PAGE and NOTATION[game].formats()[name].several
    chosen = shared.chosen_games(args, games) if several else [shared.one_game(args, games)]
    valid = [_report(checked) for checked in chosen]
    readable = [checked for checked in chosen if checked.game]
    if readable:
        records = [checked.game for checked in readable]
        page = replay_page(game, records[0], getattr(args, "by", None)) if name == PAGE else None
        written = page or NOTATION[game].write(records, name)
        for loss in written.lost:
            print(f"{readable[0].label}: left out of {name}: {loss}", file=sys.stderr)
        games_written = counted(len(readable), "game")
        write_output(args.out, written.text, f"{games_written} as {name}", force=args.force)
    return 0 if all(valid) else 1


def _check_out(args: Namespace) -> None:
    """Raise InputError, for exit status 1, if OUT cannot be written, before anything is read."""
    try:
        check_file(Path(args.out), "OUT", force=args.force)
    except UsageError as error:
        raise InputError(str(error)) from None


def replay_page(game: str, record: Any, by: str | None = None) -> Written | None:
    """Return a game, and what each seat knows at each turn, as one HTML file that works in any browser.

    None if the page has no replays of this game. *by* is a convention whose reading the file includes.
    """
    from handsight.web.single_file import single_file

    maker = _replay_maker(game)
    if maker is None:
        return None
    replay = maker(CheckedGame("", record), "")
    replay = replay.read_by(by) if by else replay
    return Written(single_file(replay).decode(), replay.left_out)


def _replay_maker(game: str) -> Any:
    """Return the function that makes the page's replay of a game, or None if the page has none."""
    from handsight.web.games import GAMES as PAGES
    from handsight.web.games import game_page

    return game_page(game).replay if game in PAGES else None


def _format(args: Namespace, game: str) -> str:
    """Return the format to write a game in, by --to or by the ending of OUT."""
    formats, suffix = NOTATION[game].formats(), Path(args.out).suffix
    endings = {formats[name].suffix: name for name in NOTATION[game].writable()}
    name: str | None = args.to or endings.get(suffix)
    if name not in endings.values() and _replay_maker(game):
        endings[f".{PAGE}"] = PAGE
        name = name or endings.get(suffix)
    if name is None:
        choices = ", ".join(endings)
        raise UsageError(
            f"say in which format to write {title(game)}, with --to or by the ending of OUT ({choices})"
        )
    if name not in endings.values():
        choices = ", ".join(endings.values())
        raise UsageError(f"this is {title(game)}, which is not written as {name}; choose {choices} (--to)")
    return name


def _report(checked: CheckedGame[Any]) -> bool:
    """Print the problems of a game, and return whether it is valid; only its valid beginning is written."""
    shared.report_problems(checked)
    if checked.problems and checked.game:
        print(f"{checked.label}: writing the {len(checked.game.actions)} valid actions", file=sys.stderr)
    return checked.valid
