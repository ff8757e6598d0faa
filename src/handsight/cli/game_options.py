"""Options that each game adds to a verb, and the refusal of those that belong to another game.

Which game it is may be known only after a file was read, so a verb accepts the options of all games first
(`declare`), and says which of them do not apply once the game is known (`settle`). An option that several
games declare under the same name is one option.
"""

from argparse import SUPPRESS, ArgumentParser, Namespace, _ArgumentGroup
from collections.abc import Collection
from functools import partial
from typing import Any, NamedTuple

from handsight.cli.games import GAMES, title
from handsight.errors import UsageError

Settings = dict[str, Any]
"""Keyword arguments of `add_argument`."""


class GameOption(NamedTuple):
    """An option, where its value is stored, and its default in each of the games that have it."""

    flag: str
    dest: str
    defaults: dict[str, Any]


def declare(parser: ArgumentParser, verb: str) -> None:
    """Add the options of every game to the parser of a verb, in a group for each game."""
    declared: dict[tuple[str, ...], dict[str, Settings]] = {}
    for game, commands in GAMES.items():
        commands.module("options").declare(verb, partial(_collect, declared, game))
    single = {game for by_game in declared.values() if len(by_game) == 1 for game in by_game}
    about = {game: getattr(GAMES[game].module("options"), "ABOUT", {}).get(verb) for game in GAMES}
    groups = {
        game: parser.add_argument_group(title(game), about[game])
        for game in GAMES
        if game in single or about[game]
    }
    options = [
        _add(groups[next(iter(by_game))] if len(by_game) == 1 else parser, flags, by_game)
        for flags, by_game in declared.items()
    ]
    parser.set_defaults(game_options=options)


def _collect(
    declared: dict[tuple[str, ...], dict[str, Settings]], game: str, *flags: str, **settings: Any
) -> None:
    declared.setdefault(flags, {})[game] = settings


def _add(
    target: ArgumentParser | _ArgumentGroup, flags: tuple[str, ...], by_game: dict[str, Settings]
) -> GameOption:
    """Add one option without a default, so that `settle` can tell whether it was given."""
    settings = dict(next(iter(by_game.values())))
    helps = {game: each.get("help", "") for game, each in by_game.items()}
    if len(set(helps.values())) > 1:
        settings["help"] = "; ".join(f"{title(game)}: {text}" for game, text in helps.items())
    metavars = dict.fromkeys(each["metavar"] for each in by_game.values() if each.get("metavar"))
    if metavars:
        settings["metavar"] = "|".join(metavars)
    settings["default"] = SUPPRESS
    action = target.add_argument(*flags, **settings)
    defaults = {
        game: each.get("default", False if each.get("action") == "store_true" else None)
        for game, each in by_game.items()
    }
    return GameOption(flags[-1], action.dest, defaults)


def settle(args: Namespace, games: Collection[str]) -> None:
    """Refuse options that none of the *games* has, and give the others their defaults."""
    for option in args.game_options:
        if not hasattr(args, option.dest):
            game = next((game for game in games if game in option.defaults), None)
            setattr(args, option.dest, option.defaults.get(game))
        elif games and not any(game in option.defaults for game in games):
            owners = " and ".join(title(game) for game in option.defaults)
            found = " and ".join(title(game) for game in games)
            raise UsageError(f"{option.flag} is an option of {owners}, and this is {found}")
