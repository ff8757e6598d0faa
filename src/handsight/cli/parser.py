"""The parser of every command: options anywhere, numbers as people write them, and short errors.

It is argparse with three differences. Options may stand before, between and after the other arguments:
options and their values are sorted out first (`CommandParser.sorted_words`), and the rest are arguments. What
is wrong is said in a sentence, with what was probably meant, and one line of usage. Help is fitted to the
width of the terminal.
"""

import re
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, HelpFormatter, _SubParsersAction
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from handsight.cli.numbers import whole_number
from handsight.errors import UsageError
from handsight.text.suggestions import CUTOFF, did_you_mean, quote, some
from handsight.text.wrapping import hanging
from handsight.version import __version__

_NEGATIVE = re.compile(r"-\.?\d")
_ADDED = re.compile(r"\+[a-z][\w./-]*")
"""A change to a convention that stands outside of its quotes, such as +bluffs."""
_LEFT_OUT = re.compile(r"-[a-z][a-z0-9:-]*[a-z0-9]")
"""A rule to leave out that stands outside of the quotes of its convention, such as -prompt."""
SURE = 0.8
"""How like an option such a word must be to be taken for one."""
_WORDINGS = (
    (r"argument (\S+?)(?:/\S+)*: expected one argument", r"\1 needs a value"),
    (r"argument (\S+?)(?:/\S+)*: expected at least one argument", r"\1 needs one value or more"),
    (r"argument (\S+?)(?:/\S+)*: ignored explicit argument (.+)", r"\1 takes no value, and has \2"),
    (r"argument (.+?): not allowed with argument (\S+)", r"\1 and \2 do not go together; leave one out"),
    (r"the following arguments are required: (.+)", r"\1 is missing"),
    (r"unrecognized arguments: (?:-- )?(.+)", r"there is nothing to do with \1"),
    (r"argument (.+?): (.+)", r"\1: \2"),
)
"""What argparse says, and how it is said here."""


class HelpText(HelpFormatter):
    """Fits paragraphs to the terminal; indented lines are commands, and are broken as a shell allows."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines, sentence = list[str](), list[str]()
        for line in (*text.strip("\n").split("\n"), ""):
            if line and not line.startswith(" "):
                sentence.append(line)
            if sentence and (line.endswith(":") or not line or line.startswith(" ")):
                lines += hanging(" ".join(sentence), width, 0)
                sentence.clear()
            if not line or line.startswith(" "):
                lines += _command(line, width)
        return "\n".join(indent + line for line in lines[:-1])


def _command(line: str, width: int) -> list[str]:
    """Break a command of an example at spaces, with a backslash at the end of each line but the last."""
    if len(line) <= width:
        return [line]
    first, *rest = hanging(line, width - 2, 2)
    return [*(f"{part} \\" for part in (first, *rest)[:-1]), (first, *rest)[-1]]


class SortedWords(NamedTuple):
    """The words of a command: options with their values, and arguments."""

    options: list[str]
    arguments: list[str]


class CommandParser(ArgumentParser):
    """The parser of a verb, or of a job of a verb that has several."""

    def __init__(self, **settings: Any) -> None:
        defaults: dict[str, Any] = {"formatter_class": HelpText, "allow_abbrev": False}
        super().__init__(**(defaults | settings))
        self._positionals.title = "arguments"
        self.register("type", int, whole_number)
        version = f"handsight {__version__}"
        self.add_argument("-V", "--version", action="version", version=version, help=SUPPRESS)

    @property
    def jobs(self) -> "dict[str, CommandParser]":
        """The parsers of the jobs of a verb, by name; empty where it has none."""
        for action in self._actions:
            if isinstance(action, _SubParsersAction):
                return dict(action.choices)
        return {}

    @property
    def positionals(self) -> list[Action]:
        """The arguments that are no options."""
        return [action for action in self._actions if not action.option_strings]

    def option(self, word: str) -> Action | None:
        """Return the option that a word names, as in --games, --games=5, -o and -oFILE; None if none."""
        known = self._option_string_actions
        short = word[:2] if not word.startswith("--") else ""
        return known.get(word) or known.get(word.partition("=")[0]) or known.get(short)

    def options(self) -> list[str]:
        """Return the names of all options that help lists."""
        shown = [action for action in self._actions if action.help is not SUPPRESS]
        return [name for action in shown for name in action.option_strings]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # as argparse declares it
        """Parse the words of a command, wherever its options stand."""
        words = list(args or ())
        if self.jobs:
            at = next((at for at, word in enumerate(words) if word in self.jobs), 0)
            return super().parse_known_args([*words[at : at + 1], *words[:at], *words[at + 1 :]], namespace)
        options, arguments = self.sorted_words(words)
        return super().parse_known_args([*options, *(["--"] if arguments else []), *arguments], namespace)

    def sorted_words(self, words: Sequence[str]) -> SortedWords:
        """Tell options with their values from arguments; an option that does not exist is an error."""
        for before, word in pairwise(words):
            if _ADDED.fullmatch(word) and not before.startswith("-"):
                self.error(f'put a name and its changes into one pair of quotes: "{before} {word}"')
        options, arguments, at = list[str](), list[str](), 0
        while at < len(words):
            word = words[at]
            at += 1
            if word == "--":
                arguments += words[at:]
                break
            if not self._is_option(word):
                arguments.append(word)
                continue
            action = self.option(word)
            if action is None:
                left_out = bool(arguments) and bool(_LEFT_OUT.fullmatch(word))
                hint = did_you_mean(
                    word.partition("=")[0], self.options(), cutoff=SURE if left_out else CUTOFF
                )
                if left_out and not hint:
                    hint = f'to leave a rule out, put it into the quotes: "{arguments[-1]} {word}"'
                self.error(f"there is no option {word.partition('=')[0]}" + (f"; {hint}" if hint else ""))
            attached = word not in self._option_string_actions
            taken = 0 if attached else self._values(action, words[at:])
            options += [word, *words[at : at + taken]]
            at += taken
        return SortedWords(options, arguments)

    def _is_option(self, word: str) -> bool:
        """Whether a word is meant as an option: not `-`, a negative number, or words with spaces."""
        if not word.startswith("-") or word == "-":
            return False
        return self.option(word) is not None or not (_NEGATIVE.match(word) or " " in word)

    def _values(self, action: Action, words: Sequence[str]) -> int:
        """Return how many of the words that follow an option are its values."""
        free = next(
            (at for at, word in enumerate(words) if word == "--" or self._is_option(word)), len(words)
        )
        if action.nargs in ("+", "*"):
            return free
        if action.nargs == "?":
            return int(free > 0 and self._converts(action, words[0]))
        wanted = 1 if action.nargs is None else action.nargs if isinstance(action.nargs, int) else 0
        return min(wanted, free)

    def _converts(self, action: Action, word: str) -> bool:
        try:
            self._get_value(action, word)
        except ArgumentError:
            return False
        return True

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = list(map(str, action.choices))
            hint = did_you_mean(str(value), choices)
            text = f"there is no {quote(str(value))}; " + (hint or f"choose {some(choices)}")
            raise ArgumentError(action, text)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with a command line, in our own words, with a line of usage."""
        for pattern, wording in _WORDINGS:
            if re.fullmatch(pattern, message, re.DOTALL):
                message = re.sub(pattern, wording, message, count=1, flags=re.DOTALL)
                break
        more = f"`{self.prog.replace('handsight', 'handsight help', 1)}` says more"
        raise UsageError(f"{message}\nusage: {self.short_usage()}\n{more}")

    def short_usage(self) -> str:
        """Return the command with its arguments in a line; of the options, those that must be there."""
        words = [self.prog]
        words += [_usage_of(action) for action in self.positionals if action.help is not SUPPRESS]
        needed = [action for action in self._actions if action.option_strings and action.required]
        words += [f"{action.option_strings[0]} {_usage_of(action)}" for action in needed]
        return " ".join([*words, "[options]"] if len(self.options()) > 2 else words)

    def format_help(self) -> str:
        """Return the help, under the short usage: every option is listed below."""
        self.usage = self.short_usage().replace("%", "%%")
        return super().format_help()


def _usage_of(action: Action) -> str:
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    shapes = {"?": f"[{name}]", "+": f"{name} …", "*": f"[{name} …]"}
    return shapes.get(str(action.nargs), name)


def parser_of(name: str, verb: Any) -> CommandParser:
    """Return the parser of a verb: a module with `add_arguments`, a docstring and an `EXAMPLE`."""
    parser = CommandParser(
        prog=f"handsight {name}", description=verb.__doc__, epilog=f"example:\n{verb.EXAMPLE}"
    )
    verb.add_arguments(parser)
    return parser


def verb_first(words: Sequence[str], verbs: Iterable[str]) -> list[str]:
    """Put the verb in front, where options were typed before it."""
    names = set(verbs)
    at = next((at for at, word in enumerate(words) if word in names), 0)
    return [words[at], *words[:at], *words[at + 1 :]] if words[0].startswith("-") else list(words)
