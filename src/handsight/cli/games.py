"""The games that the command line knows, the options that each adds to a verb, and what it needs of each.

A game is a package with two modules or more, each imported only when a command needs it; `tests/toy_game/cli`
is the smallest. `options` has ``OPTIONS`` and ``ABOUT`` by verb, ``SEAT_NAMES``, ``reading(args)`` (how files
are read, for `notation.read`) and ``experiment(args, verb)`` (keywords of the game's `lab`), and where the
game has them ``summary(args, result)`` of an experiment,
``bot_scores()`` and ``rule_graphs(bot)`` for `bots`. `terminal_table` has ``draw(state, names, seat, rows)``,
``table_json(state, names, seat)`` and ``play_table(args)``, a `play.PlayTable`.

The options of all games are declared at first, since which game it is may be known only after a file was
read; `settle` then refuses those of another game. Options of one name in several games are one option.
"""

from argparse import Namespace
from collections.abc import Collection, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from handsight.cli.command_parser import Argument
from handsight.errors import UsageError


class GameCommands(NamedTuple):
    """A game of the command line: the package with its modules, and verbs that no other game has."""

    package: str
    verbs: Mapping[str, str] = MappingProxyType({})
    """Verbs that this game alone has, each with a line about it; their modules are in the package."""
    files: Mapping[str, str] = MappingProxyType({})
    """By verb, the module that it shares with other verbs; any other verb has a module of its own name."""
    know: str = ""
    """The module with ``know_questions``, if there is one."""
    train: str = ""
    """The module with ``train``, if there is one."""

    def module(self, name: str) -> Any:  # a module, of which each caller knows the functions
        """Import one of the modules of the game."""
        return import_module(f"{self.package}.{name}")

    @property
    def options(self) -> Any:
        """The module with the options of the game."""
        return self.module("options")

    def optional(self, name: str) -> Any:
        """Return an attribute of the game's `options` module, or None if it has no such attribute."""
        return getattr(self.options, name, None)


GAMES: dict[str, GameCommands] = {
    "hanabi": GameCommands(
        "handsight.cli.hanabi",
        {
            "variants": "list the variants of Hanabi",
            "signals": "say what hints for a hand can surely say: the largest partition, with proofs",
            "winnable": "find the best score with all cards known: a line of moves, or a proof",
            "search": "judge every move of a convention's games: which rule loses how much",
            "convention": "check a convention, print what it means, hold it against recorded games",
            "review": "review a recorded game by a convention: what each move meant, and what broke it",
            "perft": "check a rules oracle file (for people who change the rules)",
        },
        files={"variants": "rules_verbs", "perft": "rules_verbs", "search": "convention_games"},
        know="know",
        train="train",
    ),
    "boeren": GameCommands("handsight.cli.boeren", know="options", train="options"),
}

DEFAULT_GAME = "hanabi"
"""The game of commands that read no file, where `--game` names none."""


def title(game: str) -> str:
    """Return the name of a game for people, such as Boeren Bridge."""
    from handsight import notation  # most of what a quick command imports

    return notation.GAMES[game].title


def titles(games: Collection[str]) -> str:
    """Return the names of several games for people, joined by `and`."""
    return " and ".join(map(title, games))


def game_options(verb: str, games: Collection[str]) -> list[Argument]:
    """Return the options that some games add to a verb; options of the same name become one."""
    declared: dict[tuple[str, ...], dict[str, Argument]] = {}
    for game in games:
        for one in GAMES[game].options.OPTIONS.get(verb, ()):
            declared.setdefault(one.names, {})[game] = one
    found = [_merged(by_game) for by_game in declared.values()]
    return sorted(found, key=lambda one: bool(one.group))


def _merged(by_game: Mapping[str, Argument]) -> Argument:
    first = next(iter(by_game.values()))
    settings = {game: one.settings for game, one in by_game.items()}
    missing = False if first.shape == 0 else None
    defaults = {game: each.get("default", missing) for game, each in settings.items()}
    changes = {}
    helps = {game: each.get("help", "") for game, each in settings.items()}
    if len(set(helps.values())) > 1:
        changes["help"] = "; ".join(f"{title(game)}: {text}" for game, text in helps.items())
    if metavars := dict.fromkeys(each["metavar"] for each in settings.values() if "metavar" in each):
        changes["metavar"] = "|".join(metavars)
    group = title(next(iter(by_game))) if len(by_game) == 1 else ""
    return Argument(first.names, {**first.settings, **changes}, defaults, group)


def game_groups(verb: str, options: Collection[Argument]) -> dict[str, str]:
    """Return, by a game's title, what help says above its options, for games with such text or options."""
    about = {game: (commands.optional("ABOUT") or {}).get(verb, "") for game, commands in GAMES.items()}
    headed = {one.group for one in options}
    return {title(game): text for game, text in about.items() if text or title(game) in headed}


def settle(args: Namespace, games: Collection[str]) -> None:
    """Raise UsageError for an option that none of the *games* has; give missing options their defaults."""
    for option in args.command.arguments:
        if not option.defaults:
            continue
        if not hasattr(args, option.dest):
            game = next((game for game in games if game in option.defaults), None)
            setattr(args, option.dest, option.defaults.get(game))
        elif games and not any(game in option.defaults for game in games):
            owners, found = titles(option.defaults), titles(games)
            raise UsageError(f"{option.names[-1]} is an option of {owners}, and this is {found}")
