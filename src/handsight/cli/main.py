"""Find the verb, read its arguments, and turn every failure into a message and an exit status.

A verb is a module of this package, or of the folder of the one game that has it. It has `ARGUMENTS` and
`run(args) -> exit status`; its docstring and its `EXAMPLE` are its help. A module with several verbs, or with
a verb that has several jobs, has `COMMANDS`. Only the module that is asked for is imported.

The exit status is 1 if a file is missing or wrong, and 2 if the command line is wrong, which includes the
name of a bot, convention, variant, rule set, game or benchmark that does not exist, and a part of Handsight
whose packages are not installed.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from handsight import __version__
from handsight.cli.command_parser import Argument, Command
from handsight.cli.games import GAMES, game_groups, game_options, title
from handsight.cli.output import plain_streams, remark, say, width_of
from handsight.errors import HandsightError, UnknownNameError, UsageError
from handsight.extras import missing_extra
from handsight.text.suggestions import did_you_mean, quote
from handsight.text.wrapping import fitted

VERBS = {
    "check": "parse and validate games; score them",
    "convert": "turn any format into any format that can hold the game",
    "show": "show the table at a turn, in the terminal",
    "know": "say what seats know: possible cards, exact probabilities, and why",
    "analyse": "say what every move was worth, and where points were lost",
    "logic": "read a model of knowledge and answer questions about it",
    "play": "play with bots in the terminal; the game is saved",
    "samples": "list the samples that come with the package, and what each is good for",
    "bots": "list every bot, with its scores",
    "simulate": "play many games; mean, error, histogram, rates",
    "compare": "play the same deals with several bots; differences with confidence intervals",
    "crossplay": "play with mixed teams; a matrix of means",
    "train": "train a learner",
    "serve": "serve the page: play and watch in a browser",
    "bench": "measure speed",
    "results": "play the games behind the result tables of a document, and rewrite them",
    "demo": "take a tour in the terminal, under a minute",
}

FILES = {"compare": "simulate", "crossplay": "simulate", "results": "bench", "demo": "samples"}
"""By verb, the module that it shares with other verbs; any other verb has a module of its own name."""
DONE, WRONG_INPUT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line, or *argv* without the name of the program, and exit with its status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _repair_streams()
    with plain_streams():
        status = _status(arguments)
    sys.exit(status)


def _status(arguments: list[str]) -> int:
    """Run the command line, and return the exit status."""
    for number, argument in enumerate(arguments, 1):
        try:
            os.fsencode(argument)
        except UnicodeEncodeError:
            report_error(f"argument {number} is not valid text ({argument[:80]!a}); type it again")
            return WRONG_USAGE
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except (UsageError, UnknownNameError) as error:
        report_error(str(error))
        status = WRONG_USAGE
    except HandsightError as error:
        status = report_error(str(error))
    except BrokenPipeError:  # the reader closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = DONE
    except KeyboardInterrupt:
        status = INTERRUPTED
    except MemoryError:
        status = report_error("there is not enough memory for this; ask for less at a time")
    except OSError as error:
        status = report_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return status


def _repair_streams() -> None:
    """Replace closed streams, and print what a terminal's encoding cannot show as a question mark."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # until the end
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def report_error(message: str) -> int:
    """Print an error on stderr, and return the exit status of a wrong input, 1."""
    remark(f"handsight: {message}")
    return WRONG_INPUT


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first in ("-V", "--version"):
        print(f"handsight {__version__}")
        return DONE
    if first == "help" and arguments[1:2]:
        _check_help(*arguments[1:])
        return _run([*arguments[1:], "--help"])
    if first in ("", "-h", "--help", "help"):
        say(_overview())
        return DONE if first else WRONG_USAGE
    known = all_verbs()
    at = next((at for at, word in enumerate(arguments) if word in known), 0) if first.startswith("-") else 0
    verb, words = arguments[at], [*arguments[:at], *arguments[at + 1 :]]
    if verb in known:
        return _run_verb(verb, words)
    hint = did_you_mean(first, known, "`handsight --help` lists them", show=repr)
    what = "option" if first.startswith("-") else "command"
    remark(f"handsight: there is no {what} {first!r}; {hint}")
    return WRONG_USAGE


def _check_help(verb: str, *more: str) -> None:
    """Raise UsageError if the words after `help COMMAND` name no part of that command."""
    if not more or verb not in all_verbs():
        return
    jobs = command_of(verb).jobs
    if more[0] in jobs and not more[1:]:
        return
    what, wrong, known = (verb, more[0], jobs) if more[0] not in jobs else (f"{verb} {more[0]}", more[1], {})
    remedy = f"its parts are {', '.join(known)}" if known else f"write `handsight help {what}`"
    raise UsageError(f"{what} has no part {quote(wrong)}; {remedy}")


def all_verbs() -> dict[str, str]:
    """Return every verb with the line about it: those of all games, then those that one game has."""
    return VERBS | {verb: about for commands in GAMES.values() for verb, about in commands.verbs.items()}


def owner_of(verb: str) -> str | None:
    """Return the game that alone has a verb; None for the verbs of all games."""
    return next((game for game, commands in GAMES.items() if verb in commands.verbs), None)


def command_of(verb: str) -> Command:
    """Return the command of a verb, with what each game adds to it."""
    owner = owner_of(verb)
    files, package = (GAMES[owner].files, GAMES[owner].package) if owner else (FILES, "handsight.cli")
    module: Any = import_module(f"{package}.{files.get(verb, verb)}")
    if commands := getattr(module, "COMMANDS", None):
        command: Command = replace(commands[verb], name=verb)
    else:
        command = Command(verb, module.__doc__, module.EXAMPLE, module.ARGUMENTS, module.run)
    if not command.jobs:
        return _complete(command, owner)
    named = {
        name: _complete(replace(job, name=f"{verb} {name}"), owner) for name, job in command.jobs.items()
    }
    return replace(command, jobs=named)


def _complete(command: Command, owner: str | None) -> Command:
    """Return a command with the options that the one game that has it, or else every game, adds to it."""
    if owner:
        own: Sequence[Argument] = GAMES[owner].options.OPTIONS.get(command.name, ())
        return replace(command, arguments=(*command.arguments, *own))
    own = game_options(command.name, GAMES)
    return replace(command, arguments=(*command.arguments, *own), groups=game_groups(command.name, own))


def _run_verb(verb: str, words: list[str]) -> int:
    try:
        command, words = command_of(verb).chosen_job(words)
        args = command.parse(words)
        if owner := owner_of(verb):
            args.game = owner
        return command.run(args)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        raise missing from error


def _overview() -> str:
    of_games = {game: commands.verbs for game, commands in GAMES.items() if commands.verbs}
    width = max(len(name) for verbs in (VERBS, *of_games.values()) for name in verbs)
    lines = _listed(VERBS, width)
    for game, verbs in of_games.items():
        lines += ["", f"{title(game)} also has:", *_listed(verbs, width)]
    head = "usage: handsight COMMAND …\n\nA laboratory for card games of hidden information.\n"
    return "\n".join([head, *lines, "", "`handsight help COMMAND` says more, with an example."])


def _listed(verbs: Mapping[str, str], width: int) -> list[str]:
    rows = (f"  {name:<{width}}  {job}" for name, job in verbs.items())
    return [fitted(row, width_of(sys.stdout), width + 2) for row in rows]
