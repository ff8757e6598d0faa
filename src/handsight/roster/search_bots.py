"""How a searching bot is named: ``search(pair)``, ``search(pair, 2000)``, ``search(pair, 500, endgame)``.

The number is the rollouts for each move. A word after it says how to search: ``endgame`` works out endgames,
``forgiving`` is for several seats that search. ``endgame(pair)`` only works out endgames, from a deck of two
cards on, ``endgame(pair, 3)`` from three.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from handsight.bots.bot import BotSpec
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Terms
from handsight.search.search_settings import (
    DEFAULT_ROLLOUTS,
    NO_ENDGAME,
    BeliefLimits,
    Budget,
    EndgameLimits,
)

if TYPE_CHECKING:  # 0.5 s that only a game needs
    from handsight.bots.hanabi.bot import HanabiBot

FORMS = {
    "search": "write search(BOT) or search(BOT, ROLLOUTS), as in search(pair, 2000), and after that the word"
    " endgame or forgiving",
    "endgame": "write endgame(BOT) or endgame(BOT, CARDS IN THE DECK), as in endgame(pair, 3)",
}
NAME = re.compile(r"(search|endgame)\s*\((.*)\)", re.DOTALL)
WAY = re.compile(r"(.*),\s*(endgame|forgiving)\s*", re.DOTALL)
PARTS = re.compile(r"(.*?)(?:,\s*(\d[\d_,]*k?|[^,]*))?\s*", re.DOTALL)
ROLLOUTS = re.compile(r"(\d[\d_,]*)(k?)")
MOST_ROLLOUTS = 10_000_000
MOST_IN_DECK = 6

WAYS = {
    "endgame": "with exact endgames",
    "forgiving": "ruling out no hand because of one action of a partner",
}
"""What each word adds to the search, as the list of bots says it."""
FORGIVING_HANDS = 20_000
"""Fewer hands are listed where none is ruled out."""


def find_search_bot(name: str, find: Callable[[str], BotSpec]) -> BotSpec | None:
    """Find the bot that ``search(…)`` or ``endgame(…)`` names; None if the name is of another kind.

    *find* finds the blueprint by its name. A wrong form, or a blueprint that cannot serve, is an InputError.
    """
    found = NAME.fullmatch(name.strip())
    if found is None:
        if opened := re.match(r"(search|endgame)\s*\(", name):
            raise InputError(f"{name!r} has no closing bracket; {FORMS[opened[1]]}")
        return None
    kind, inside = found.groups()
    inside, way = _split_way(inside) if kind == "search" else (inside, "")
    parts = PARTS.fullmatch(inside)
    blueprint, amount = (parts[1], parts[2] or "") if parts else (inside, "")
    if kind == "endgame":
        return _endgame_spec(_blueprint(find(blueprint.strip())), amount.strip())
    rollouts = _read_rollouts(amount.strip() or str(DEFAULT_ROLLOUTS))
    return _search_spec(_blueprint(find(blueprint.strip())), rollouts, way)


def _split_way(inside: str) -> tuple[str, str]:
    """Split off ``endgame`` or ``forgiving`` at the end; return the rest, and that word or ""."""
    found = WAY.fullmatch(inside)
    if found is None:
        return inside, ""
    if second := WAY.fullmatch(found[1]):
        if second[2] == found[2]:
            raise InputError(f"{found[2]} is there twice; {FORMS['search']}")
        raise InputError(
            "endgame and forgiving exclude each other, since an endgame needs all possible hands; choose one"
        )
    return found[1], found[2]


def _blueprint(spec: BotSpec) -> BotSpec:
    """Return the bot in the brackets, or raise InputError if it cannot be a blueprint."""
    if not spec.honest:
        raise InputError(f"{spec.name} is not honest, so search does not use it; choose another bot")
    if spec.compiler is None:
        raise InputError(
            f"{spec.name} has no compiled version, which search needs for its rollouts; choose a convention"
            " (`handsight convention list`), robot1 to robot5, or hat"
        )
    return spec


def _searching_spec(
    name: str, about: str, make: Callable[[Terms, int, Dice], "HanabiBot"], spec: BotSpec, way: str
) -> BotSpec:
    """Return the spec of a searching bot whose blueprint is *spec*."""

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


def _read_rollouts(amount: str) -> int:
    number = ROLLOUTS.fullmatch(amount)
    if number is None:
        raise InputError(f"{amount!r} is no number of rollouts; {FORMS['search']}")
    rollouts = int(re.sub("[_,]", "", number[1])) * (1_000 if number[2] else 1)
    if not 1 <= rollouts <= MOST_ROLLOUTS:
        raise InputError(f"{rollouts:,} rollouts are not possible; ask for 1 to {MOST_ROLLOUTS:,}")
    return rollouts


def _search_spec(spec: BotSpec, rollouts: int, way: str) -> BotSpec:
    """Return the spec of a bot that tries each of its actions on possible deals."""
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


def _endgame_spec(spec: BotSpec, amount: str) -> BotSpec:
    """Return the spec of a bot that works out endgames, and otherwise plays as its blueprint."""
    if not re.fullmatch(r"\d?", amount) or not 0 <= int(amount or 0) <= MOST_IN_DECK:
        raise InputError(f"{amount!r} is no number of cards from 0 to {MOST_IN_DECK}; {FORMS['endgame']}")
    limits = EndgameLimits(deck=int(amount)) if amount else EndgameLimits()
    shown = "" if limits == EndgameLimits() else f", {limits.deck}"
    about = (
        f"plays as {spec.name}, and works out what is best when at most {limits.deck} cards are in the deck"
    )

    def make(terms: Terms, seat: int, dice: Dice) -> "HanabiBot":
        from handsight.search.searching_bots import EndgameBot

        return EndgameBot(terms, seat, dice, spec, limits)

    return _searching_spec(f"endgame({spec.name}{shown})", about, make, spec, "endgame")
