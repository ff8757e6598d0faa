"""Print the script with which a shell completes commands, options, and names of bots, variants and files.

bash: put `eval "$(handsight completion bash)"` into ~/.bashrc. zsh: put `eval "$(handsight completion zsh)"`
into ~/.zshrc, after compinit. fish: write `handsight completion fish` to handsight.fish in the folder
~/.config/fish/completions. The scripts ask Handsight itself, so they know every bot and option
of the version that is installed.
"""

import sys
from argparse import SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.cli.parser import CommandParser, parser_of
from handsight.errors import HandsightError
from handsight.roster import roster

EXAMPLE = '  handsight completion fish\n  eval "$(handsight completion bash)"'

FILES = ":files"
"""Printed instead of names where a file may be named: the shell completes those itself."""
SHELLS = {
    "bash": r"""
_handsight() {
  local line stem word
  local -a words
  read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
  [[ "${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]] && words+=("")
  word="${words[${#words[@]}-1]}"
  stem="${word%"${word##*[:=]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == :files ]]; then
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${word#"$stem"}")
      compopt -o filenames 2> /dev/null
    else
      line="${line%%$'\t'*}"
      COMPREPLY+=("${line#"$stem"}")
    fi
  done < <("$1" completion words -- "${words[@]:1}" 2> /dev/null)
}
complete -F _handsight handsight
""",
    "zsh": r"""
#compdef handsight
_handsight() {
  local line files=""
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == :files ]]; then
      files=1
    else
      found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done < <(handsight completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)
  (( $#found )) && _describe handsight found
  [[ -n "$files" ]] && _files
}
compdef _handsight handsight
""",
    "fish": r"""
function __handsight_words
  set -l words (commandline -opc) (commandline -ct)
  for line in (handsight completion words -- $words[2..-1] 2> /dev/null)
    if test "$line" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c handsight -f -a "(__handsight_words)"
""",
}
ASK = "words"


class Candidate(NamedTuple):
    """A word that may stand where the cursor is, and a line about it."""

    word: str
    about: str = ""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    parser.add_argument("shell", choices=(*SHELLS, ASK), metavar="SHELL", help=", ".join(SHELLS))
    parser.add_argument("word", nargs="*", metavar="WORD", help=SUPPRESS)


def run(args: Namespace) -> int:
    """Print the script of a shell, or for a script the words that may stand at the end of a command."""
    if args.shell in SHELLS:
        print(SHELLS[args.shell].strip())
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
    from handsight.cli.main import all_verbs, module_of

    verbs = all_verbs() | {"help": "say more about a command"}
    at = next((at for at, one in enumerate(before) if one in verbs), None)
    if at is None or before[at] == "help":
        more = () if at is not None else (Candidate("--help"), Candidate("--version"))
        yield from (*(Candidate(verb, about) for verb, about in verbs.items()), *more)
        return
    verb = before.pop(at)
    parser = parser_of(verb, module_of(verb))
    if parser.jobs:
        at = next((at for at, one in enumerate(before) if one in parser.jobs), None)
        if at is None:
            yield from map(Candidate, parser.jobs)
            return
        parser = parser.jobs[before.pop(at)]
    yield from _of_parser(parser, before, word)


def _of_parser(parser: CommandParser, before: list[str], word: str) -> Iterator[Candidate]:
    flag, equals, _ = word.partition("=")
    option = parser.option(flag) if word.startswith("--") and equals else None
    if option:
        yield from (Candidate(f"{flag}={one.word}", one.about) for one in _values(option, before))
    elif word.startswith("-"):
        for action in parser._actions:  # noqa: SLF001  # argparse has no other list of them
            if action.help is not SUPPRESS:
                about = (action.help or "").replace("%%", "%")
                yield from (Candidate(name, about) for name in action.option_strings if len(name) > 2)
    else:
        waiting = _waiting(parser, before)
        if waiting:
            yield from _values(waiting, before)
        if not waiting or waiting.nargs in ("+", "*", "?"):
            argument = _argument(parser, before)
            yield from _values(argument, before) if argument else ()


def _waiting(parser: CommandParser, before: Sequence[str]) -> Action | None:
    """Return the option whose value the next word is, or may be."""
    for back, word in enumerate(reversed(before)):
        action = parser.option(word) if word.startswith("-") and "=" not in word else None
        if action:
            fits = back == 0 and action.nargs in (None, "?", "+", "*")
            return action if fits or action.nargs in ("+", "*") else None
    return None


def _argument(parser: CommandParser, before: Sequence[str]) -> Action | None:
    """Return the argument that the next word is, given the words before it."""
    left = len(parser.sorted_words(before).arguments)
    for action in parser.positionals:
        if left == 0 or action.nargs in ("+", "*"):
            return action
        left -= 1
    return None


def _values(action: Action, before: Sequence[str]) -> Iterator[Candidate]:
    """Yield what may stand for an argument or as the value of an option."""
    if action.choices is not None:
        yield from (Candidate(str(choice)) for choice in action.choices)
        return
    name = action.option_strings[-1] if action.option_strings else action.dest
    game = next((word for word in before if word in GAMES), DEFAULT_GAME)
    if action.metavar == "BOT":
        plain = (bot for bot in roster(game).listed_bots() if "(" not in bot.name)  # brackets need quotes
        yield from (Candidate(bot.name, bot.about) for bot in plain)
    names: Iterable[str] = getattr(GAMES[game].module("options"), "COMPLETIONS", {}).get(name, tuple)()
    yield from map(Candidate, names)
    if name == "source":
        from handsight.cli.samples import samples

        yield from (Candidate(sample.name, sample.about) for sample in samples())
    if action.metavar in ("BOT", "FILE", "FOLDER", "DIR", "OUT", "STORY"):
        yield Candidate(FILES)
