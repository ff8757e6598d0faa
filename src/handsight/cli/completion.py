"""Print the script with which a shell completes commands, options, and names of bots, variants and files.

bash: put `eval "$(handsight completion bash)"` into ~/.bashrc. zsh: put `eval "$(handsight completion zsh)"`
into ~/.zshrc, after compinit. fish: write `handsight completion fish` to handsight.fish in the folder
~/.config/fish/completions. The scripts ask Handsight itself, so they know every bot and option
of the version that is installed.
"""

import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from handsight.cli.command_parser import Argument, Command, option
from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.errors import HandsightError
from handsight.roster import roster

EXAMPLE = '  handsight completion fish\n  eval "$(handsight completion bash)"'

FILES = ":files"
"""Printed instead of names where a file may be named: the shell completes those itself."""
SHELLS = ("bash", "zsh", "fish")
SCRIPTS = Path(__file__).with_name("shell_completion")
ASK = "words"
ARGUMENTS = (
    option("shell", "SHELL", ", ".join(SHELLS), choices=(*SHELLS, ASK)),
    option("word", "WORD", SUPPRESS, nargs="*"),
)


class Candidate(NamedTuple):
    """A word that may stand where the cursor is, and a line about it."""

    word: str
    about: str = ""


def run(args: Namespace) -> int:
    """Print the script of a shell, or for a script the words that may stand at the end of a command."""
    if args.shell in SHELLS:
        print((SCRIPTS / f"handsight.{args.shell}").read_text(encoding="utf-8"), end="")
        return 0
    try:
        for candidate in candidates([_without_quotes(word) for word in args.word]):
            print("\t".join(filter(None, candidate)))
    except HandsightError:  # a wrong command completes to nothing
        sys.stdout.flush()
    return 0


def _without_quotes(word: str) -> str:
    """Return a word without the quotes that shells leave around it, or before it while it is being typed."""
    quote = word[:1]
    return word[1:].removesuffix(quote) if quote and quote in "'\"" else word


def candidates(words: Sequence[str]) -> Iterator[Candidate]:
    """Yield the words that may stand in place of the last of some words of a command."""
    *before, word = words or [""]
    return (one for one in _all(before, word) if one.word == FILES or one.word.startswith(word))


def _all(before: list[str], word: str) -> Iterator[Candidate]:
    from handsight.cli.main import all_verbs, command_of

    verbs = all_verbs() | {"help": "say more about a command"}
    at = next((at for at, one in enumerate(before) if one in verbs), None)
    if at is None or before[at] == "help":
        more = () if at is not None else (Candidate("--help"), Candidate("--version"))
        yield from (*(Candidate(verb, about) for verb, about in verbs.items()), *more)
        return
    command = command_of(before.pop(at))
    if command.jobs and not any(one in command.jobs for one in before):
        yield from map(Candidate, command.jobs)
        return
    command, before = command.chosen_job(before)
    flag, equals, _ = word.partition("=")
    option = command.find_option(flag) if word.startswith("--") and equals else None
    if option:
        yield from (Candidate(f"{flag}={one.word}", one.about) for one in _values(option, before))
    elif word.startswith("-"):
        for one in command.options:
            if one.listed:
                about = one.settings["help"].replace("%%", "%")
                yield from (Candidate(name, about) for name in one.flags if len(name) > 2)
    else:
        yield from _next_words(command, before)


def _next_words(command: Command, before: Sequence[str]) -> Iterator[Candidate]:
    """Yield what may follow some words: values of the option that they end with, or the next argument."""
    waiting = None
    for back, word in enumerate(reversed(before)):
        found = command.find_option(word) if word.startswith("-") and "=" not in word else None
        if found:
            alone = back == 0 and found.shape in (None, "?")
            waiting = found if alone or found.shape in ("+", "*") else None
            break
    if waiting:
        yield from _values(waiting, before)
    if not waiting or waiting.shape is not None:
        _, given = command.sorted_words(before)
        numbered = enumerate(command.positionals)
        fitting = (one for at, one in numbered if at == len(given) or one.shape in ("+", "*"))
        for argument in islice(fitting, 1):
            yield from _values(argument, before)


def _values(argument: Argument, before: Sequence[str]) -> Iterator[Candidate]:
    """Yield what may stand for an argument or as the value of an option."""
    if choices := argument.settings.get("choices"):
        yield from map(Candidate, choices)
        return
    name = argument.names[-1]
    metavar = argument.settings.get("metavar")
    game = next((word for word in before if word in GAMES), DEFAULT_GAME)
    if metavar == "BOT":
        plain = (bot for bot in roster(game).listed_bots() if "(" not in bot.name)  # brackets need quotes
        yield from (Candidate(bot.name, bot.about) for bot in plain)
    names: Iterable[str] = (GAMES[game].optional("COMPLETIONS") or {}).get(name, tuple)()
    yield from map(Candidate, names)
    if name == "source":
        from handsight.cli.samples import samples

        yield from (Candidate(sample.name, sample.about) for sample in samples())
    if metavar in ("BOT", "FILE", "FOLDER", "DIR", "OUT", "STORY"):
        yield Candidate(FILES)
