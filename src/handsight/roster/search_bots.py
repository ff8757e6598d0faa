"""How a searching bot is named: ``search(pair)``, ``search(pair, 2000)``, ``search(pair, 2s)``.

The number is that of rollouts a move. Seconds become such a number, measured once in this process, so that
results and saved games name it, and can be played again. A word after it says how it searches: ``search(pair,
500, endgame)`` works out endgames, ``search(pair, 500, forgiving)`` is for several seats that search.
``endgame(pair)`` only works out endgames, from a deck of two cards on, ``endgame(pair, 3)`` from three.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from handsight.bots.spec import BotSpec
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Terms
from handsight.search.search_settings import (
    DEFAULT_ROLLOUTS,
    NO_ENDGAME,
    BeliefLimits,
    Budget,
    EndgameLimits,
    threads,
)

if TYPE_CHECKING:  # 0.5 s that only a game needs
    from handsight.bots.hanabi.bot import HanabiBot

FORM = (
    "write search(BOT), search(BOT, ROLLOUTS) or search(BOT, SECONDS s), as in search(pair, 2000), and after"
    " that the word endgame or forgiving"
)
ENDGAME_FORM = "write endgame(BOT) or endgame(BOT, CARDS IN THE DECK), as in endgame(pair, 3)"
NAME = re.compile(r"(search|endgame)\s*\((.*)\)", re.DOTALL)
PARTS = re.compile(r"(.*?)\s*,\s*(\d[\d_,.]*\s*[a-z]?)\s*", re.DOTALL)
ROLLOUTS = re.compile(r"(\d[\d_,]*)(k?)")
SECONDS = re.compile(r"(\d+(?:\.\d+)?)\s*s")
MOST_ROLLOUTS = 10_000_000
MOST_SECONDS = 3600.0
MEASURED_GAMES = 200
ROUND_TO = 100
MOST_IN_DECK = 6
REST_OF_GAME = 0.5
"""A rollout from the middle of a game is about half a game."""

WAYS = {
    "endgame": "with exact endgames",
    "forgiving": "ruling out no hand because of one action of a partner",
}
"""How to search, beside trying actions on deals."""
FORGIVING_HANDS = 20_000
"""Fewer hands are listed where none is ruled out."""


class _Asked(NamedTuple):
    """What a name asks for."""

    kind: str
    """`search` or `endgame`."""
    blueprint: str
    amount: str
    """Rollouts, seconds or cards; empty for the usual."""
    way: str
    """One of `WAYS`, or empty."""

    @property
    def seconds(self) -> float | None:
        """The seconds a move, where a search asks for a time."""
        found = SECONDS.fullmatch(self.amount) if self.kind == "search" else None
        if found is not None and not 0 < float(found[1]) <= MOST_SECONDS:
            raise InputError(
                f"{float(found[1]):g} s are not possible; ask for more than 0 s, and up to {MOST_SECONDS:g} s"
            )
        return None if found is None else float(found[1])


def find_search_bot(name: str, find: Callable[[str], BotSpec]) -> BotSpec | None:
    """Find the bot that ``search(…)`` or ``endgame(…)`` names; None if the name is of another kind.

    *find* finds the blueprint by its name.

    Raises:
        InputError: It is not written so, or the blueprint cannot be searched on; says why.
    """
    asked = _read(name)
    if asked is None:
        return None
    if asked.kind == "endgame":
        return _endgame_spec(_blueprint(asked, find), asked.amount)
    if (seconds := asked.seconds) is not None:
        return _timed(_blueprint(asked, find), seconds, asked.way)
    number = ROLLOUTS.fullmatch(asked.amount or str(DEFAULT_ROLLOUTS))
    if number is None:
        raise InputError(f"{asked.amount!r} is no number of rollouts and no time; {FORM}")
    rollouts = int(re.sub("[_,]", "", number[1])) * (1_000 if number[2] else 1)
    return _spec(_blueprint(asked, find), rollouts, asked.way)


def settled_name(name: str, terms: Terms, find: Callable[[str], BotSpec]) -> str:
    """Return a name in which a time has become the number of rollouts that this machine does in it."""
    asked = _read(name)
    if asked is None or (seconds := asked.seconds) is None:
        return name
    spec = _blueprint(asked, find)
    return _spec(spec, rollouts_in(seconds, spec, terms), asked.way).name


def _read(name: str) -> _Asked | None:
    """Take a name apart; None if it is of another kind."""
    inner = NAME.fullmatch(name.strip())
    if inner is None:
        if kind := re.match(r"(search|endgame)\s*\(", name):
            form = FORM if kind[1] == "search" else ENDGAME_FORM
            raise InputError(f"{name!r} has no closing bracket; {form}")
        return None
    inside, words = inner[2], list[str]()
    while inner[1] == "search":
        rest, comma, word = (part.strip() for part in inside.rpartition(","))
        if not comma or word not in WAYS:
            break
        inside = rest
        words.append(word)
    if len(words) > len(set(words)):
        raise InputError(f"{words[0]} is there twice; {FORM}")
    if len(words) > 1:
        raise InputError(
            "endgame and forgiving exclude each other, since an endgame needs all possible hands; choose one"
        )
    if parts := PARTS.fullmatch(inside):
        blueprint, amount = parts[1], parts[2]
    else:
        blueprint, comma, amount = inside.rpartition(",")
        blueprint, amount = (blueprint, amount) if comma else (inside, "")
    return _Asked(inner[1], blueprint.strip(), amount.strip(), "".join(words))


def _blueprint(asked: _Asked, find: Callable[[str], BotSpec]) -> BotSpec:
    """Find the bot in the brackets."""
    spec = find(asked.blueprint)
    if not spec.honest:
        raise InputError(f"{spec.name} is not honest, so search does not use it; choose another bot")
    if spec.compiler is None:
        raise InputError(
            f"{spec.name} has no compiled version, which search needs for its rollouts; choose a convention"
            " (`handsight convention list`), robot1 to robot5, or hat"
        )
    return spec


def rollouts_in(seconds: float, spec: BotSpec, terms: Terms) -> int:
    """Return about how many rollouts a search does in a time, at least 100."""
    number = int(seconds * _rollouts_a_second(spec, terms) * threads())
    return min(MOST_ROLLOUTS, max(ROUND_TO, number // ROUND_TO * ROUND_TO))


@cache
def _rollouts_a_second(spec: BotSpec, terms: Terms) -> float:
    """Measure whole games, once in a process."""
    from handsight.hanabi.compiled import play_games
    from handsight.search.blueprint import blueprint

    bot = blueprint(spec, terms).bot
    play_games.play(bot, terms, 1, 0)
    begun = perf_counter()
    play_games.play(bot, terms, MEASURED_GAMES, 0)
    return MEASURED_GAMES / (perf_counter() - begun) / REST_OF_GAME


def _searching_spec(
    name: str, about: str, make: Callable[[Terms, int, Dice], "HanabiBot"], spec: BotSpec, way: str
) -> BotSpec:
    """Describe a bot that searches on a blueprint, *spec*."""

    def unsuitable(terms: Terms) -> str:
        from handsight.search.blueprint import unsuitable

        if why := unsuitable(spec, terms):
            return why
        bot = spec.compiled(terms) if way else None
        if bot is not None and bot.throws:
            return "dice that its blueprint throws"
        if bot is not None and bot.reads_hands and way == "forgiving":
            return f"what {spec.name} remembers of the hands it sees, which its partner does not know"
        return ""

    return BotSpec(name, about, make, identity=spec.identity, players=spec.players, unsuitable=unsuitable)


def _spec(spec: BotSpec, rollouts: int, way: str) -> BotSpec:
    if not 1 <= rollouts <= MOST_ROLLOUTS:
        raise InputError(f"{rollouts:,} rollouts are not possible; ask for 1 to {MOST_ROLLOUTS:,}")
    parts = [spec.name, str(rollouts) if rollouts != DEFAULT_ROLLOUTS else "", way]
    how = f", {WAYS[way]}" if way else ""
    about = f"tries its actions on possible deals, {rollouts:,} rollouts a move, as if all played {spec.name}"

    def make(terms: Terms, seat: int, dice: Dice) -> "HanabiBot":
        from handsight.search.hand_belief import FORGIVING
        from handsight.search.searching_bots import Searcher, SearchSettings

        if way == "forgiving":  # the blueprint is left seldom, since that misleads partners who search, too
            budget = Budget(rollouts, deviate=2.5, gain=0.2)
            settings = SearchSettings(budget, FORGIVING, BeliefLimits(hands=FORGIVING_HANDS))
        else:
            endgame = EndgameLimits() if way == "endgame" else NO_ENDGAME
            settings = SearchSettings(Budget(rollouts), endgame=endgame)
        return Searcher(terms, seat, dice, spec, settings)

    return _searching_spec(f"search({', '.join(filter(None, parts))})", f"{about}{how}", make, spec, way)


def _timed(spec: BotSpec, seconds: float, way: str) -> BotSpec:
    """Return a bot that measures how many rollouts it has time for when it sits down.

    Plans write the number in its place (`settled_name`), so their games can be played again.
    """

    def make(terms: Terms, seat: int, dice: Dice) -> "HanabiBot":
        return _spec(spec, rollouts_in(seconds, spec, terms), way).make(terms, seat, dice)

    inside = ", ".join(filter(None, [spec.name, f"{seconds:g}s", way]))
    return replace(_spec(spec, 1, way), name=f"search({inside})", make=make)


def _endgame_spec(spec: BotSpec, amount: str) -> BotSpec:
    """Describe a bot that works out endgames, and otherwise plays as its blueprint."""
    if not re.fullmatch(r"\d?", amount) or not 0 <= int(amount or 0) <= MOST_IN_DECK:
        raise InputError(f"{amount!r} is no number of cards from 0 to {MOST_IN_DECK}; {ENDGAME_FORM}")
    limits = EndgameLimits(deck=int(amount)) if amount else EndgameLimits()
    shown = "" if limits == EndgameLimits() else f", {limits.deck}"
    about = (
        f"plays as {spec.name}, and works out what is best when at most {limits.deck} cards are in the deck"
    )

    def make(terms: Terms, seat: int, dice: Dice) -> "HanabiBot":
        from handsight.search.searching_bots import EndgameBot

        return EndgameBot(terms, seat, dice, spec, limits)

    return _searching_spec(f"endgame({spec.name}{shown})", about, make, spec, "endgame")
