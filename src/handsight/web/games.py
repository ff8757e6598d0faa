"""The games on the page, what it needs to know of each (`GamePage`), and what a browser may name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from handsight.bots.bot import BotSpec
from handsight.conventions.library import shipped_conventions
from handsight.errors import RequestError, UnknownNameError
from handsight.roster.games import roster
from handsight.text.suggestions import did_you_mean, find_named, listed, quote
from handsight.web.server.game_table import Table
from handsight.web.server.table_messages import TableRequest

T = TypeVar("T")


GAMES = {"hanabi": "handsight.web.hanabi.table", "boeren": "handsight.web.boeren.table"}
"""By game, the module that has its `GamePage` as `PAGE`; a new game adds a line, here or from outside.

No game may have the name of a screen (`SCREENS` in static/app.js)."""


def find_game(name: str, games: Mapping[str, T]) -> T:
    """Return the entry of a mapping for a game's name, or raise RequestError."""
    try:
        return find_named("game", name, games)
    except UnknownNameError as error:
        raise RequestError("unknown-game", str(error)) from None


def game_page(game: str) -> "GamePage":
    """Return the `GamePage` of a game, or raise RequestError if there is no such game."""
    page: GamePage = import_module(find_game(game, GAMES)).PAGE
    return page


@dataclass(frozen=True)
class GamePage:
    """A game on the page.

    *name* is the one in addresses and saved tables, *title* the one for people. *static* is the folder of its
    browser files (see static/games/README.md), *lists* are more lists that those may ask for, such as
    variants. *clue_meanings* has, by bot, what its clues mean to a person who plays with it. *first* is the
    table that `handsight serve` opens for a newcomer, or None.
    """

    name: str
    title: str
    about: str
    seat_names: tuple[str, ...]
    request: type[TableRequest]
    table: type[Table[Any, Any]]
    static: Path
    lists: Mapping[str, Callable[[], list[Any]]] = field(default_factory=dict)
    replay: Callable[..., Any] | None = None
    bot_titles: Mapping[str, str] = field(default_factory=dict)
    clue_meanings: Mapping[str, str] = field(default_factory=dict)
    first: TableRequest | None = None


# Bots and conventions that a browser may name: those that ship, by their exact names. `find_bot` and
# `load_convention` also take names of files, classes and programs, and run them.

MOST_BOT_NAME = 60
"""How many characters a bot's name may have."""
PEOPLE = "h-group-2 +bluffs +stalls +people"
"""The convention that reads games of people best; see docs/explanation/human-conventions.md."""
CONVENTION_NAMES = {PEOPLE: "h-group-2 as people play it"}
"""The page's names for conventions that are not single files."""
CONVENTION_TEXTS = {
    PEOPLE: "Level 2 with bluffs and stalls, and with what people do first: play unseen, then what is "
    "certain, then clues that touch something new; saves as late as they can wait."
}
"""What the page says about each convention of `CONVENTION_NAMES`."""


def check_bot_name(name: str, games: Iterable[str]) -> str:
    """Return a bot's name if it ships with the package for one of these games, or raise RequestError."""
    known = [bot.name for game in games for bot in roster(game).listed_bots()]
    if len(name) > MOST_BOT_NAME or name not in known:
        advice = did_you_mean(name, known, f"there are {', '.join(known)}")
        raise RequestError("unknown-bot", f"no bot is called {quote(name)}; {advice}")
    return name


def listed_bot(game: str, name: str, players: int) -> BotSpec:
    """Return a bot that ships with the package and plays at a table of *players*, or raise RequestError."""
    check_bot_name(name, [game])
    bot = next(bot for bot in roster(game).listed_bots() if bot.name == name)
    if not bot.plays_with(players):
        allowed = listed(map(str, bot.players))
        raise RequestError("unsuitable-bot", f"{name} plays only at a table of {allowed} players")
    return bot


def judging_bot(game: str, name: str, players: int) -> BotSpec:
    """Return an honest bot with a compiled version, to play on in a recorded game, or raise RequestError."""
    bot = listed_bot(game, name, players)
    if not bot.honest:
        raise RequestError("unfair-bot", f"{name} sees hidden cards, so it cannot judge; choose another bot")
    if bot.compiler is None:
        raise RequestError(
            "unsuitable-bot", f"{name} has no compiled version, so it is too slow here; choose another bot"
        )
    return bot


def offered_conventions() -> tuple[str, ...]:
    """Return the names, for `load_convention`, of the conventions by which the page offers to read a game."""
    return (*shipped_conventions(), *CONVENTION_NAMES)


def check_convention_name(name: str) -> str:
    """Return a convention's name if the page offers it, or raise RequestError."""
    offered = offered_conventions()
    if name not in offered:
        advice = did_you_mean(name, offered, f"there are {listed(offered)}")
        raise RequestError("unknown-convention", f"no convention is called {quote(name)}; {advice}")
    return name
