"""Every bot by name, and how a bot is found: by its name, by a file and a class, or as a class itself."""

from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from handsight.bots.hanabi.bot import Bot, Maker
from handsight.bots.hanabi.bot_spec import Player
from handsight.bots.hanabi.careful import Careful
from handsight.bots.hanabi.cheat import Cheat
from handsight.bots.hanabi.hat import Hat
from handsight.bots.hanabi.hat import compiled as compiled_hat
from handsight.bots.hanabi.random_bot import Random
from handsight.bots.hanabi.user_bots import first_line, outside, unnamed
from handsight.errors import UnknownNameError
from handsight.hanabi import Terms
from handsight.table import Dice

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot


def _random(_terms: Terms) -> "CompiledBot":
    from handsight.kernels.hanabi.compiled_bots import RANDOM  # noqa: PLC0415  as above

    return RANDOM


def _robot(name: str, about: str) -> Player:
    """Enter a robot that is a convention of that name: it is read when it sits down, in 0.1 s."""

    def make(terms: Terms, seat: int, dice: Dice) -> Bot:
        from handsight.bots.hanabi.robots import robot  # noqa: PLC0415  as above

        return robot(name, terms, seat, dice)

    def compiled(terms: Terms) -> "CompiledBot":
        from handsight.bots.hanabi.robots import compiled_robot  # noqa: PLC0415  as above

        return compiled_robot(name, terms)

    return Player(name, about, make, compiled=compiled)


def _robot5(terms: Terms, seat: int, dice: Dice) -> Bot:
    from handsight.bots.hanabi.robot5.bot import Robot5  # noqa: PLC0415  0.1 s, as seldom needed

    return Robot5(terms, seat, dice)


ROBOTS = (
    _robot("robot1", "plays ones it is told of, tells of ones and fives"),
    _robot("robot2", "play right, discard left, one clue means one card"),
    _robot("robot3", "robot2 that keeps crucial cards, and plays bombs"),
    _robot("robot4", "robot3 that waits while a partner's bomb would misfire"),
)
"""Those that are conventions."""

Word = str | Maker | Player
"""How a player is named: a word of the roster, a convention, ``file.py:Class``, a class, or itself."""

ROSTER = MappingProxyType(
    {
        player.name: player
        for player in (
            Player("random", "takes any legal action, all equally likely", Random, compiled=_random),
            Player("careful", "plays what is sure, clues what makes others surest; no convention", Careful),
            Player(
                "hat",
                "a clue speaks to all at once, by hat guessing; the strongest",
                Hat,
                compiled=compiled_hat,
            ),
            Player(
                "cheat", "NOT HONEST: sees its own hand too, not the deck; a ceiling", Cheat, honest=False
            ),
            *ROBOTS,
            Player("robot5", "a partner for people: looks ahead, keeps the table safe, says why", _robot5),
        )
    }
)


def player(word: Word) -> Player:
    """Find a player, or raise UnknownNameError (BotError for a file that does not hold one)."""
    if isinstance(word, Player):
        return word
    if not isinstance(word, str):
        return Player(getattr(word, "__name__", repr(word)), first_line(word), word)
    if word in ROSTER:
        return _listed(word)
    from handsight.bots.hanabi.convention_bot import keeper, names_convention  # noqa: PLC0415  0.1 s, as seldom needed

    if names_convention(word):
        return keeper(word)
    place, colon, name = word.rpartition(":")
    if colon and place and name:
        return outside(word, place, name)
    if word.endswith(".py"):
        raise unnamed(word)
    known = [*ROSTER, *conventions()]
    near = get_close_matches(word, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    raise UnknownNameError(f"no bot is called {word!r}; {hint} (your own: file.py:Class, or my.convention)")


@cache
def _listed(name: str) -> Player:
    """Find a player of the roster; a robot that is a convention is known by what that means."""
    found = ROSTER[name]
    if found not in ROBOTS:
        return found
    from handsight.bots.hanabi.convention_bot import keeper  # noqa: PLC0415  as above

    return found._replace(identity=keeper(name).identity)


def conventions() -> tuple[str, ...]:
    """Name the other conventions that ship with the package; ideas alone are not among them."""
    from handsight.conventions.library import shipped_conventions  # noqa: PLC0415  as above

    return tuple(name for name in shipped_conventions() if name not in ROSTER)


@cache
def about_conventions() -> dict[str, str]:
    """Say what each of those conventions is, in its own words, without checking them."""
    from handsight.conventions.library import source  # noqa: PLC0415  as above
    from handsight.conventions.syntax.parse import parse  # noqa: PLC0415  as above

    files = {name: parse(source(name).text, name)[0] for name in conventions()}
    return {name: file.text if file else "" for name, file in files.items()}
