"""How a searching bot is named: ``search(pair)``, ``search(pair, 2000)``, ``search(pair, 2s)``.

The number is that of rollouts a move. Seconds become such a number, measured once in this process, so that
results and saved games name it, and can be played again.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from typing import TYPE_CHECKING

from handsight.bots.spec import BotSpec
from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.search.budget import DEFAULT_ROLLOUTS, Budget
from handsight.search.threads import threads
from handsight.table import Dice

if TYPE_CHECKING:  # 0.5 s that only a game needs
    from handsight.search.searcher import Searcher

FORM = "write search(BOT), search(BOT, ROLLOUTS) or search(BOT, SECONDS s), as in search(pair, 2000)"
NAME = re.compile(r"search\s*\((.*)\)", re.DOTALL)
PARTS = re.compile(r"(.*?)\s*,\s*(\d[\d_,.]*\s*[a-z]?)\s*", re.DOTALL)
ROLLOUTS = re.compile(r"(\d[\d_,]*)(k?)")
SECONDS = re.compile(r"(\d+(?:\.\d+)?)\s*s")
MOST_ROLLOUTS = 10_000_000
MOST_SECONDS = 3600.0
MEASURED_GAMES = 200
ROUND_TO = 100
REST_OF_GAME = 0.5
"""A rollout from the middle of a game is about half a game."""


def find_search_bot(name: str, find: Callable[[str], BotSpec]) -> BotSpec | None:
    """Find the bot that ``search(…)`` names; None if the name is of another kind.

    Args:
        name: The name.
        find: Finds the blueprint by its name.

    Raises:
        InputError: It is not written so, or the blueprint cannot be searched on; says why.
    """
    inner = NAME.fullmatch(name.strip())
    if inner is None:
        if re.match(r"search\s*\(", name):
            raise InputError(f"{name!r} has no closing bracket; {FORM}")
        return None
    blueprint_name, amount = _parts(inner[1])
    spec = find(blueprint_name)
    _check(spec)
    if seconds := SECONDS.fullmatch(amount):
        return _timed(spec, float(seconds[1]))
    number = ROLLOUTS.fullmatch(amount or str(DEFAULT_ROLLOUTS))
    if number is None:
        raise InputError(f"{amount!r} is no number of rollouts and no time; {FORM}")
    return _spec(spec, int(re.sub("[_,]", "", number[1])) * (1_000 if number[2] else 1))


def settled_name(name: str, terms: Terms, find: Callable[[str], BotSpec]) -> str:
    """Return a name in which a time has become the number of rollouts that this machine does in it."""
    inner = NAME.fullmatch(name.strip())
    amount = _parts(inner[1])[1] if inner else ""
    seconds = SECONDS.fullmatch(amount)
    if inner is None or seconds is None:
        return name
    spec = find(_parts(inner[1])[0])
    _check(spec)
    return _spec(spec, rollouts_in(_checked_seconds(float(seconds[1])), spec, terms)).name


def rollouts_in(seconds: float, spec: BotSpec, terms: Terms) -> int:
    """Return about how many rollouts a search does in so many seconds, at least 100."""
    number = int(seconds * _rollouts_a_second(spec, terms) * threads())
    return min(MOST_ROLLOUTS, max(ROUND_TO, number // ROUND_TO * ROUND_TO))


@cache
def _rollouts_a_second(spec: BotSpec, terms: Terms) -> float:
    """Measure whole games, once in a process."""
    from handsight.kernels.hanabi import play_games  # noqa: PLC0415  as above
    from handsight.search.blueprint import blueprint  # noqa: PLC0415  as above

    bot = blueprint(spec, terms).bot
    play_games.play(bot, terms, 1, 0)
    begun = perf_counter()
    play_games.play(bot, terms, MEASURED_GAMES, 0)
    return MEASURED_GAMES / (perf_counter() - begun) / REST_OF_GAME


def _parts(inside: str) -> tuple[str, str]:
    """Split what is in the brackets into the blueprint and the amount."""
    if parts := PARTS.fullmatch(inside):
        return parts[1].strip(), parts[2].strip()
    name, comma, amount = inside.rpartition(",")
    if not comma:
        return inside.strip(), ""
    return name.strip(), amount.strip()


def _check(spec: BotSpec) -> None:
    if not spec.honest:
        raise InputError(f"{spec.name} is not honest, so search does not use it; choose another bot")
    if spec.compiler is None:
        raise InputError(
            f"{spec.name} has no compiled version, which search needs for its rollouts; choose a convention"
            " (`handsight convention list`), robot1 to robot5, or hat"
        )


def _spec(spec: BotSpec, rollouts: int) -> BotSpec:
    if not 1 <= rollouts <= MOST_ROLLOUTS:
        raise InputError(f"{rollouts:,} rollouts are not possible; ask for 1 to {MOST_ROLLOUTS:,}")
    amount = "" if rollouts == DEFAULT_ROLLOUTS else f", {rollouts}"
    return BotSpec(
        f"search({spec.name}{amount})",
        f"tries its actions on possible deals, {rollouts:,} rollouts a move, as if all played {spec.name}",
        partial(_make, spec, rollouts),
        identity=spec.identity,
        players=spec.players,
        unsuitable=partial(_unsuitable, spec),
    )


def _unsuitable(spec: BotSpec, terms: Terms) -> str:
    from handsight.search.blueprint import unsuitable  # noqa: PLC0415  as above

    return unsuitable(spec, terms)


def _make(spec: BotSpec, rollouts: int, terms: Terms, seat: int, dice: Dice) -> "Searcher":
    from handsight.search.searcher import Searcher  # noqa: PLC0415  as above

    return Searcher(terms, seat, dice, spec, Budget(rollouts=rollouts))


def _checked_seconds(seconds: float) -> float:
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(
            f"{seconds:g} s are not possible; ask for more than 0 s, and up to {MOST_SECONDS:g} s"
        )
    return seconds


def _timed(spec: BotSpec, seconds: float) -> BotSpec:
    """Return a bot that measures how many rollouts it has time for when it sits down.

    Plans write the number in its place (`settled_name`), so their games can be played again.
    """
    _checked_seconds(seconds)

    def make(terms: Terms, seat: int, dice: Dice) -> "Searcher":
        return _make(spec, rollouts_in(seconds, spec, terms), terms, seat, dice)

    return replace(_spec(spec, 1), name=f"search({spec.name}, {seconds:g}s)", make=make)
