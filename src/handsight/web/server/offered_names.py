"""Bots and conventions that a browser may name: those that ship, by their exact names.

`find_bot` and `load_convention` also take names of files, classes and programs, and run them; so no name from
a browser may reach them unchecked.
"""

from collections.abc import Iterable

from handsight.bots.spec import BotSpec
from handsight.conventions.library import shipped_conventions
from handsight.errors import RequestError
from handsight.roster.games import roster
from handsight.text.suggestions import did_you_mean, listed, quote

MOST_NAME = 60
"""Characters of a bot's name."""
PEOPLE = "h-group-2 +bluffs +stalls +people"
"""The convention that reads games of people best; see docs/explanation/human-conventions.md."""
CONVENTION_NAMES = {PEOPLE: "h-group-2 as people play it"}
"""What the page calls a convention that is no single file."""
CONVENTION_TEXTS = {
    PEOPLE: "Level 2 with bluffs and stalls, and with what people do first: play unseen, then what is "
    "certain, then clues that touch something new; saves as late as they can wait."
}
"""What the page says of it."""


def check_bot_name(name: str, games: Iterable[str]) -> str:
    """Return the name of a bot that ships for one of some games, or raise RequestError."""
    known = [bot.name for game in games for bot in roster(game).listed_bots()]
    if len(name) > MOST_NAME or name not in known:
        advice = did_you_mean(name, known, f"there are {', '.join(known)}")
        raise RequestError("unknown-bot", f"no bot is called {quote(name)}; {advice}")
    return name


def listed_bot(game: str, name: str, players: int) -> BotSpec:
    """Return a bot that ships and plays with so many players, or raise RequestError."""
    check_bot_name(name, [game])
    bot = next(bot for bot in roster(game).listed_bots() if bot.name == name)
    if not bot.plays_with(players):
        allowed = listed(map(str, bot.players))
        raise RequestError("unsuitable-bot", f"{name} plays only at a table of {allowed} players")
    return bot


def judging_bot(game: str, name: str, players: int) -> BotSpec:
    """Return a bot that may go on in a recorded game: an honest one that is fast, or raise RequestError."""
    bot = listed_bot(game, name, players)
    if not bot.honest:
        raise RequestError("unfair-bot", f"{name} is not honest, so it can judge nobody; choose another bot")
    if bot.compiler is None:
        raise RequestError(
            "unsuitable-bot", f"{name} has no compiled version, so it is too slow here; choose another bot"
        )
    return bot


def offered_conventions() -> tuple[str, ...]:
    """Return the conventions by which the page offers to read a game, as `load_convention` takes them."""
    return (*shipped_conventions(), *CONVENTION_NAMES)


def check_convention_name(name: str) -> str:
    """Return the name of a convention that the page offers, or raise RequestError."""
    offered = offered_conventions()
    if name not in offered:
        advice = did_you_mean(name, offered, f"there are {listed(offered)}")
        raise RequestError("unknown-convention", f"no convention is called {quote(name)}; {advice}")
    return name
