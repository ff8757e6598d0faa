"""Turn a file of any format into any format that can hold the game; what is lost is said on stderr.

Formats of Hanabi: log (the log language), live (a hanab.live export), jsonl (one export a line), code and url
(a hanab.live replay link), html (one file that shows the game and what everybody knows, in any browser and
without a server). Formats of Boeren Bridge: log (its log language) and json. Without --to, the ending of OUT
decides: .hanabi, .json, .jsonl or .html; .boeren or .json.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from handsight.cli import arguments
from handsight.cli.games import GAMES
from handsight.errors import UsageError

EXAMPLE = """\
  handsight convert game.json game.hanabi
  handsight convert game.hanabi - --to url
  handsight convert game.json game.html
  handsight convert games.boeren rounds.json"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    from handsight.cli.reading import NOTATIONS

    arguments.add_source(parser)
    parser.add_argument(
        "out", metavar="OUT", nargs="?", default="-", help="a file, or `-` for standard output"
    )
    names = dict.fromkeys(name for game in GAMES for name in NOTATIONS[game].writers)
    parser.add_argument("--to", choices=names, help="the format to write")
    arguments.add_game(parser, "convert")


def run(args: Namespace) -> int:
    """Read, write, and say what was lost."""
    from handsight.cli.reading import NOTATIONS, recorded

    game, checked = arguments.read_games(args)
    writers = NOTATIONS[game].writers
    name = _format(args, {writer.suffix: name for name, writer in writers.items()}, GAMES[game].title)
    writer = writers[name]
    chosen = arguments.chosen_games(args, checked) if writer.several else [arguments.one_game(args, checked)]
    valid = [_report(each.label, each.problems, recorded(each)) for each in chosen]
    readable = [each for each in chosen if recorded(each)]
    if readable:
        written = writer.write([recorded(each) for each in readable])
        for loss in written.lost:
            print(f"{readable[0].label}: not held by {name}: {loss}", file=sys.stderr)
        _write(args.out, written.text)
    return 0 if all(valid) else 1


def _format(args: Namespace, by_suffix: dict[str, str], title: str) -> str:
    """Return the format to write a game in, by --to or by the ending of OUT."""
    name = args.to or by_suffix.get(Path(args.out).suffix)
    if name is None:
        endings = ", ".join(by_suffix)
        raise UsageError(
            f"say in which format to write {title}, with --to or by the ending of OUT ({endings})"
        )
    if name not in by_suffix.values():
        formats = ", ".join(by_suffix.values())
        raise UsageError(f"this is {title}, which is not written as {name}; choose {formats} (--to)")
    return name


def _report(label: str, problems: tuple[object, ...], game: Any) -> bool:
    """Say what is wrong with a game, and return whether nothing is; only its valid beginning is written."""
    arguments.report_problems(label, problems)
    if problems and game:
        print(f"{label}: writing the {len(game.actions)} valid actions", file=sys.stderr)
    return not problems


def _write(out: str, text: str) -> None:
    if out == "-":
        sys.stdout.write(text)
    else:
        Path(out).write_text(text, encoding="utf-8")
