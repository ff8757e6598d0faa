"""Turn any format into any format that can hold the game; what is lost is said on stderr.

Formats: log (the log language), live (a hanab.live export), jsonl (one export a line), code and url (a
hanab.live replay link), html (one file that shows the game and what everybody knows, in any browser and
without a server). Without --to, the ending of OUT decides: .hanabi, .json, .jsonl or .html. Boeren Bridge has
two: log (its log language, .boeren) and json.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import arguments as words
from handsight.errors import UsageError
from handsight.notation import GAMES, read
from handsight.notation.boeren.record import Round
from handsight.notation.hanabi.files import FORMATS, writable
from handsight.notation.hanabi.record import Game
from handsight.notation.record import CheckedGame, Written
from handsight.text.diagnostics import Problem

EXAMPLE = """\
  handsight convert game.json game.hanabi
  handsight convert game.hanabi - --to url
  handsight convert game.json game.html
  handsight convert games.boeren rounds.json"""
PAGE = "html"
BOEREN = {".boeren": "log", ".json": "json"}
"""How Boeren Bridge is written, by the ending of a file."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.source(parser)
    parser.add_argument(
        "out", metavar="OUT", nargs="?", default="-", help="a file, or `-` for standard output"
    )
    parser.add_argument("--to", choices=dict.fromkeys((*writable(), PAGE, *BOEREN.values())))
    words.rules(parser)
    words.game(parser)


def run(args: Namespace) -> int:
    """Read, write, and say what was lost."""
    found = words.opened(args)
    if words.of_boeren(args, found):
        return _boeren(args, found)
    endings = {FORMATS[name].suffix: name for name in writable()} | {".html": PAGE}
    target = _target(args, endings, "Hanabi")
    whole = target == "jsonl" and not args.number
    readings = words.every(args, found) if whole else [words.one(args, found)]
    texts, good = [], True
    for reading in readings:
        good &= _remarks(reading.label, reading.problems, reading.game)
        if reading.game is None:
            continue
        written = _page(reading) if target == PAGE else FORMATS[target].write(reading.game)
        texts.append(written.text.rstrip("\n"))
        for loss in written.lost:
            print(f"{reading.label}: not held by {target}: {loss}", file=sys.stderr)
    if texts:
        _put(args.out, "\n".join(texts) + "\n")
    return 0 if good else 1


def _target(args: Namespace, endings: dict[str, str], game: str) -> str:
    """Return the format to write a game in, by --to or by the ending of OUT."""
    target = args.to or endings.get(Path(args.out).suffix)
    if target is None:
        raise UsageError(
            f"say in which format to write {game}, with --to or by the ending of OUT ({', '.join(endings)})"
        )
    if target not in endings.values():
        there = ", ".join(dict.fromkeys(endings.values()))
        raise UsageError(f"this is {game}, which is not written as {target}; choose {there} (--to)")
    return target


def _boeren(args: Namespace, found: words.Text) -> int:
    """Turn rounds and positions of Boeren Bridge into a log, or into JSON."""
    target = _target(args, BOEREN, "Boeren Bridge")
    readings = words.chosen(read(found.text, found.label, game="boeren"), args)
    valid = [_remarks(reading.label, reading.problems, reading.game) for reading in readings]
    rounds = [reading.game for reading in readings if reading.game]
    if rounds:
        _put(args.out, GAMES["boeren"].write(rounds, target).text)
    return 0 if all(valid) else 1


def _remarks(label: str, problems: tuple[Problem, ...], game: Game | Round | None) -> bool:
    """Say what is wrong with a game, and return whether nothing is; only its good prefix is converted."""
    for problem in problems:
        print(f"{label}: {problem}", file=sys.stderr)
    if problems and game:
        print(f"{label}: writing the {len(game.actions)} good actions", file=sys.stderr)
    return not problems


def _page(reading: CheckedGame[Game]) -> Written:
    """Write a game as one file for the browser."""
    from handsight.web.replay.replay import Recording
    from handsight.web.replay.single_file import page

    recording = Recording(reading, "")
    lost = ("reasons, and what others may think (they take long to find here)",) if recording.spare else ()
    return Written(page(recording).decode(), lost)


def _put(out: str, text: str) -> None:
    if out == "-":
        sys.stdout.write(text)
    else:
        Path(out).write_text(text, encoding="utf-8")
