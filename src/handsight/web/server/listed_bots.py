"""Bots that a browser may name: those that ship, by their exact names.

`find_bot` also takes names of files, classes and programs, and runs them; so no name from a browser may reach
it unchecked.
"""

from collections.abc import Iterable

from handsight.bots.spec import BotSpec
from handsight.errors import RequestError
from handsight.roster.games import roster
from handsight.text.suggestions import did_you_mean, listed, quote

MOST_NAME = 60
"""Characters of a bot's name."""


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
