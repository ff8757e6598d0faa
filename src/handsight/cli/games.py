"""The games that the command line knows, and what it needs of each.

A game is a package with these modules; each is imported only when a command needs it:

options
    ``declare(verb, add)`` declares the options that the game adds to a verb; *add* takes what
    `ArgumentParser.add_argument` takes; ``ABOUT`` has, by verb, what the help of the verb says of the game.
    ``reading(args)`` returns those that say how its files are read, as
    keyword arguments of `notation.read`; ``experiment(args, verb)`` those of experiments, for the game's
    functions in `lab.games`, and ``summary(args, result)``, which is optional, sums a result up in another
    way than the result itself does. ``converted(args, game)``, which is optional, returns a recorded game as
    `convert` is to write it. ``SEAT_NAMES`` are names that seats have beside those of the players;
    ``COMPLETIONS``, which is optional, has functions that list the names a shell completes, by option.
render
    ``table(state, names, seat, rows)`` draws the table for a terminal, as a spectator (seat None) or as one
    seat sees it; ``table_json(state, names, seat)`` returns the same as JSON data.
play
    ``table(args)`` sets up a table at which a person plays (`play_loop.PlayTable`).
know (optional)
    ``QUESTIONS`` has, by option, functions that answer a `know.Question`; ``answer(question)``, if it is
    there, answers where no option asks; ``SEVERAL`` says whether all games of a file are asked at once. A
    game without this module is asked through `knowledge.games` alone.
train (optional)
    ``run(args)`` trains a learner and returns the exit status.
bot_rules (optional)
    ``graphs(spec)`` returns the graphs of rules of a bot; ``lines(graphs)`` tells them, ``rows(graphs)``
    returns them as JSON has them, ``draw(graphs, folder)`` writes pictures and returns the files.
bot_scores (optional)
    ``caption(width)``, ``columns(bot)`` and ``rows(bot)``: the measured scores that `bots` lists, and the
    heads of their columns with what they are;
    ``TABLE``, the documentation's table of them, and ``keep(request)``, which keeps them (`results --keep`).
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple

from handsight import notation


class GameCommands(NamedTuple):
    """A game of the command line: the package with its modules, and verbs that no other game has."""

    package: str
    verbs: Mapping[str, str] = MappingProxyType({})
    """Verbs that this game alone has, each with a line about it and a module of the package."""

    def module(self, name: str) -> Any:  # a module, of which each caller knows the functions
        """Import one of the modules of the game."""
        return import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> Any:
        """Import a module that not every game has; None where this game has none."""
        return self.module(name) if find_spec(f"{self.package}.{name}") else None


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
    ),
    "boeren": GameCommands("handsight.cli.boeren"),
}

DEFAULT_GAME = "hanabi"
"""The game of commands that read no file, where `--game` names none."""


def title(game: str) -> str:
    """Return what people call a game."""
    return notation.GAMES[game].title
